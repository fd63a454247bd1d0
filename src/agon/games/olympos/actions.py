"""The action space of a pack: one line a verb, each with its paragraph."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from agon.core.space import ActionSpace, Verb
from agon.games.olympos.parts import CARDS, CHOICES, DISCOVERIES, GODS, KINDS, MOST_SEATS, RESOURCES, Parts

MOST_STARS: Final = 9  # star cards that could be discarded for one wonder


class Actions(ActionSpace):
    """Every verb; `go_at` and the like are the numbers of their first actions, for the rules."""

    def __init__(self, parts: Parts) -> None:
        resources = list(RESOURCES)
        cards = list(CARDS)
        levels = [str(n) for n in range(1, parts.levels + 1)]  # 1 is the bottom of a stack
        numbers = [str(n) for n in range(parts.most_cubes + 1)]
        # chance
        self.deal = Verb("deal", [*DISCOVERIES, *parts.wonders], paragraph="§4.2")
        self.token = Verb("token", [str(seat) for seat in range(MOST_SEATS)], paragraph="§4.4")
        self.spare = Verb("spare", resources, paragraph="§4.7")
        self.cube = Verb("cube", resources, paragraph="§4.7")
        self.draw = Verb("draw", cards, paragraph="§8.1")
        self.god = Verb("god", list(GODS), paragraph="§9.1")
        # seats
        self.block = Verb("block", parts.territories, paragraph="§4.5")
        self.play = Verb("play", cards, paragraph="§8.3")
        self.go = Verb("go", parts.spaces, paragraph="§6.3")
        self.discover = Verb("discover", parts.cells, paragraph="§7.1")
        self.build = Verb("build", parts.wonders, paragraph="§7.6")
        self.wait = Verb("wait", paragraph="§5.6")
        self.skip = Verb("pass", paragraph="§10.1")
        self.recruit = Verb("recruit", paragraph="§6.1")
        self.send = Verb("send", parts.territories, levels, paragraph="§6.1")
        self.pay = Verb("pay", *[numbers] * KINDS, paragraph="§7.2")
        self.tile = Verb("tile", resources, paragraph="§7.4")
        self.take = Verb("take", resources, paragraph="§7.4")
        self.discard = Verb("discard", cards, paragraph="§8.1")
        self.bonus = Verb("bonus", [str(n + 1) for n in range(CHOICES)], paragraph="§7.5")
        self.stars = Verb("stars", [str(n) for n in range(MOST_STARS + 1)], paragraph="§7.6")
        self.done = Verb("done", paragraph="§5.3")
        self.lose = Verb("lose", parts.territories, levels, paragraph="§9.5")
        super().__init__([
            self.deal,
            self.token,
            self.spare,
            self.cube,
            self.draw,
            self.god,
            self.block,
            self.play,
            self.go,
            self.discover,
            self.build,
            self.wait,
            self.skip,
            self.recruit,
            self.send,
            self.pay,
            self.tile,
            self.take,
            self.discard,
            self.bonus,
            self.stars,
            self.done,
            self.lose,
        ])  # fmt: skip
        self.deal_at: i64 = self.deal.first
        self.token_at: i64 = self.token.first
        self.spare_at: i64 = self.spare.first
        self.cube_at: i64 = self.cube.first
        self.draw_at: i64 = self.draw.first
        self.god_at: i64 = self.god.first
        self.block_at: i64 = self.block.first
        self.play_at: i64 = self.play.first
        self.go_at: i64 = self.go.first
        self.discover_at: i64 = self.discover.first
        self.build_at: i64 = self.build.first
        self.wait_at: i64 = self.wait.first
        self.pass_at: i64 = self.skip.first
        self.recruit_at: i64 = self.recruit.first
        self.send_at: i64 = self.send.first
        self.pay_at: i64 = self.pay.first
        self.tile_at: i64 = self.tile.first
        self.take_at: i64 = self.take.first
        self.discard_at: i64 = self.discard.first
        self.bonus_at: i64 = self.bonus.first
        self.stars_at: i64 = self.stars.first
        self.done_at: i64 = self.done.first
        self.lose_at: i64 = self.lose.first
        self.levels: i64 = parts.levels
        self.digits: i64 = parts.most_cubes + 1  # `pay` is four digits to this base
