"""The action space of a pack: one line a verb, each with its paragraph."""

from __future__ import annotations

from agon.core.space import ActionSpace
from agon.games.attika.parts import LETTERS, MOST_SEATS, STACKS, TURNS, Parts


class Actions(ActionSpace):
    """Every verb; `verb.first` is the number of its first action."""

    def __init__(self, parts: Parts) -> None:
        super().__init__()
        self.tile = self.add("tile", parts.faces, paragraph="§8.1")
        self.top = self.add("top", parts.buildings, paragraph="§4.1")
        self.start = self.add("start", [str(seat) for seat in range(MOST_SEATS)], paragraph="§2.6")
        self.card = self.add("card", list(LETTERS), paragraph="§4.3")
        self.reveal = self.add("reveal", [str(stack) for stack in range(STACKS)], paragraph="§4.1")
        self.build = self.add("build", parts.buildings, paragraph="§4.2")
        self.amphora = self.add("amphora", ["action", "card"], paragraph="§4.4")
        self.finish = self.add("finish", paragraph="§4.3")
        self.end = self.add("end", paragraph="§4.5")
        self.store = self.add("store", paragraph="§4.1")
        self.place = self.add("place", parts.cells, paragraph="§5.1")
        self.pay = self.add("pay", list(LETTERS), paragraph="§5.4")
        self.lay = self.add("lay", parts.cells, paragraph="§8.3")
        self.turn = self.add("turn", [str(turn) for turn in range(TURNS)], paragraph="§8.2")
