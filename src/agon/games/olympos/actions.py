"""The action space of a pack: one line a verb, each with its paragraph."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from agon.core.space import ActionSpace
from agon.games.olympos.parts import CARDS, CHOICES, DISCOVERIES, GODS, KINDS, MOST_SEATS, RESOURCES, Parts

MOST_STARS: Final = 9  # star cards that could be discarded for one wonder


class Actions(ActionSpace):
    """Every verb; `verb.first` is the number of its first action."""

    def __init__(self, parts: Parts) -> None:
        super().__init__()
        resources = list(RESOURCES)
        cards = list(CARDS)
        levels = [str(n) for n in range(1, parts.levels + 1)]  # 1 is the bottom of a stack
        numbers = [str(n) for n in range(parts.most_cubes + 1)]
        # chance
        self.deal = self.add("deal", [*DISCOVERIES, *parts.wonders], paragraph="§4.2")
        self.token = self.add("token", [str(seat) for seat in range(MOST_SEATS)], paragraph="§4.4")
        self.spare = self.add("spare", resources, paragraph="§4.7")
        self.cube = self.add("cube", resources, paragraph="§4.7")
        self.draw = self.add("draw", cards, paragraph="§8.1")
        self.god = self.add("god", list(GODS), paragraph="§9.1")
        # seats
        self.block = self.add("block", parts.territories, paragraph="§4.5")
        self.play = self.add("play", cards, paragraph="§8.3")
        self.go = self.add("go", parts.spaces, paragraph="§6.3")
        self.discover = self.add("discover", parts.cells, paragraph="§7.1")
        self.build = self.add("build", parts.wonders, paragraph="§7.6")
        self.wait = self.add("wait", paragraph="§5.6")
        self.skip = self.add("pass", paragraph="§10.1")
        self.recruit = self.add("recruit", paragraph="§6.1")
        self.send = self.add("send", parts.territories, levels, paragraph="§6.1")
        self.pay = self.add("pay", *[numbers] * KINDS, paragraph="§7.2")
        self.tile = self.add("tile", resources, paragraph="§7.4")
        self.take = self.add("take", resources, paragraph="§7.4")
        self.discard = self.add("discard", cards, paragraph="§8.1")
        self.bonus = self.add("bonus", [str(n + 1) for n in range(CHOICES)], paragraph="§7.5")
        self.stars = self.add("stars", [str(n) for n in range(MOST_STARS + 1)], paragraph="§7.6")
        self.done = self.add("done", paragraph="§5.3")
        self.lose = self.add("lose", parts.territories, levels, paragraph="§9.5")
        self.levels: i64 = parts.levels
        self.digits: i64 = parts.most_cubes + 1  # `pay` is four digits to this base
