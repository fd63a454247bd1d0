"""The action space of a pack: one line a verb, each with its paragraph."""

from __future__ import annotations

from mypy_extensions import i64

from agon.core.numbers import BIT
from agon.core.space import ActionSpace, Verb
from agon.games.attika.parts import LETTERS, MOST_SEATS, STACKS, TURNS, Parts


class Actions(ActionSpace):
    """Every verb; `reveal_at` and the like are the numbers of their first actions, for the rules."""

    def __init__(self, parts: Parts) -> None:
        cells = parts.cells
        self.tile = Verb("tile", parts.faces, paragraph="§8.1")
        self.top = Verb("top", parts.buildings, paragraph="§4.1")
        self.start = Verb("start", [str(seat) for seat in range(MOST_SEATS)], paragraph="§2.6")
        self.card = Verb("card", list(LETTERS), paragraph="§4.3")
        self.reveal = Verb("reveal", [str(stack) for stack in range(STACKS)], paragraph="§4.1")
        self.build = Verb("build", parts.buildings, paragraph="§4.2")
        self.amphora = Verb("amphora", ["action", "card"], paragraph="§4.4")
        self.finish = Verb("finish", paragraph="§4.3")
        self.end = Verb("end", paragraph="§4.5")
        self.store = Verb("store", paragraph="§4.1")
        self.place = Verb("place", cells, paragraph="§5.1")
        self.pay = Verb("pay", list(LETTERS), paragraph="§5.4")
        self.lay = Verb("lay", cells, paragraph="§8.3")
        self.turn = Verb("turn", [str(turn) for turn in range(TURNS)], paragraph="§8.2")
        super().__init__([
                self.tile,
                self.top,
                self.start,
                self.card,
                self.reveal,
                self.build,
                self.amphora,
                self.finish,
                self.end,
                self.store,
                self.place,
                self.pay,
                self.lay,
                self.turn,
        ])  # fmt: skip
        self.tile_at: i64 = self.tile.first
        self.top_at: i64 = self.top.first
        self.start_at: i64 = self.start.first
        self.card_at: i64 = self.card.first
        self.reveal_at: i64 = self.reveal.first
        self.build_at: i64 = self.build.first
        self.amphora_action: i64 = self.amphora.first
        self.amphora_card: i64 = self.amphora.first + 1
        self.finish_at: i64 = self.finish.first
        self.end_at: i64 = self.end.first
        self.store_at: i64 = self.store.first
        self.place_at: i64 = self.place.first
        self.pay_at: i64 = self.pay.first
        self.lay_at: i64 = self.lay.first
        self.turn_at: i64 = self.turn.first
        # What a turn still allows is a mask of the actions from `reveal` to `end`: the bits of those that stand alone.
        self.amphora_action_bit: i64 = BIT[self.amphora_action - self.reveal_at]
        self.amphora_card_bit: i64 = BIT[self.amphora_card - self.reveal_at]
        self.finish_bit: i64 = BIT[self.finish_at - self.reveal_at]
        self.end_bit: i64 = BIT[self.end_at - self.reveal_at]
        # The numbers of long verbs, made once: appending them to a list costs no new object.
        self.places: list[object] = list(range(self.place.first, self.place.first + self.place.size))
        self.lays: list[object] = list(range(self.lay.first, self.lay.first + self.lay.size))
        self.store_number: object = self.store.first
