"""What one viewer sees of a position: what stands where, what may be played there, and what a pointer would mean."""

from __future__ import annotations

from typing import Final

from agon.core.hexgrid import Hex
from agon.core.sight import BaseSight
from agon.core.state import NONE
from agon.games.attika import questions as ask
from agon.games.attika.names import building_name, picture
from agon.games.attika.parts import BUILDINGS, KINDS, LETTERS, PETALS, PLAIN
from agon.games.attika.rules import Rules
from agon.games.attika.words import least

OF: Final = {"en": "{building} of {owner}", "de": "{building} von {owner}"}
TURN_OF: Final = {"en": "{who} to play", "de": "{who} ist am Zug"}


class Sight(BaseSight[Rules]):
    """The map, prices and hands as one viewer sees them."""

    def __init__(self, state: Rules, viewer: int, lang: str, open_all: bool) -> None:
        super().__init__(state, viewer, lang, open_all)
        self.may: frozenset[str] = frozenset(self.legal)
        self.spaces: dict[Hex, int] = {}  # hex -> slot
        for slot in range(PETALS * int(state.map.laid)):
            self.spaces[self.hex_of(slot)] = slot
        self.standing: dict[Hex, tuple[int, int]] = {}  # hex -> owner and building
        for n, at in enumerate(state.land.built):
            if at != NONE:
                self.standing[self.hex_of(int(at))] = (n // BUILDINGS, n % BUILDINGS)

    def hex_of(self, slot: int) -> Hex:
        return self.state.parts.hexes[int(self.state.map.cells[slot])]

    def place(self, h: Hex) -> str:
        """The name of a hex."""
        return self.state.parts.cells[self.state.parts.cell_of[h]]

    def symbol(self, h: Hex) -> str:
        """The letter of the landscape on a space, "." where it is plain."""
        kind = int(self.state.map.symbols[self.spaces[h]])
        return "." if kind == PLAIN else LETTERS[kind]

    def meant(self, h: Hex) -> str:
        """The action a person pointing at this hex would mean now."""
        return f"{'lay' if self.state.step == ask.LAY else 'place'} {self.place(h)}"

    def price(self, h: Hex) -> int | None:
        """What the building in hand costs there, where the viewer may place it."""
        if self.state.step not in (ask.ANSWER, ask.CHOOSE_SPACE) or f"place {self.place(h)}" not in self.may:
            return None
        return least(self.state, self.viewer, int(self.state.building), self.spaces[h])

    def building(self, seat: int, building: int) -> str:
        """A building with its owner: "theatre of Red"."""
        name = building_name(self.state, building, seat, self.lang)
        return OF[self.lang].format(building=name, owner=self.seat(seat))

    def picture(self, building: int) -> str:
        """The symbol of a building; towers, ships and roads share theirs."""
        return picture(self.state.parts, building)

    def sees_hand(self, seat: int) -> bool:
        """One's own cards always, those of others only where all is open and known. §2.8"""
        return self.state.cards.hands[KINDS * seat] >= 0 and (seat == self.viewer or self.open_all)

    def hand(self, seat: int) -> list[int]:
        return [int(self.state.cards.hands[KINDS * seat + kind]) for kind in range(KINDS)]

    def where(self) -> str:
        """Where the game stands."""
        if self.state.mode == NONE:
            return self.stage("")
        return self.stage(TURN_OF[self.lang].format(who=self.seat(int(self.state.active))))
