"""What one viewer sees of a position: what may be played where, what a pointer would mean, and which cards are seen."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from agon.core.sight import BaseSight
from agon.core.state import NONE, UNKNOWN
from agon.games.hellas_2002 import coast
from agon.games.hellas_2002 import questions as ask
from agon.games.hellas_2002.names import city
from agon.games.hellas_2002.parts import CARDS, GODS, KINDS, OF_A_GOD, SIDES
from agon.games.hellas_2002.position import LOCKS, VIEWS, slot
from agon.games.hellas_2002.rules import Rules

# The verbs by which a city is pointed at.
CITY_VERBS: Final = ("greek", "ship", "fetch", "trade", "pay", "target", "send", "swap")


@dataclass(frozen=True)
class Held:
    """A card in a hand: its kind, or its god alone where the viewer has not seen it."""

    card: str | None
    god: str
    locked: bool


class Sight(BaseSight[Rules]):
    """The sea and the hands as one viewer sees them."""

    def __init__(self, state: Rules, viewer: int, lang: str, open_all: bool) -> None:
        seen = state if open_all else state.observe(viewer)
        assert isinstance(seen, Rules)
        super().__init__(seen, viewer, lang, open_all)
        self.offers: dict[str, list[str]] = {}  # a verb and its first place, or the place alone -> the legal actions
        for text in self.legal:
            words = text.split()
            if len(words) > 1:
                self.offers.setdefault(f"{words[0]} {words[1]}", []).append(text)

    def actions(self, place: str, *verbs: str) -> tuple[str, ...]:
        """The legal actions of these verbs at a place."""
        return tuple(text for verb in verbs for text in self.offers.get(f"{verb} {place}", []))

    def city(self, tile: int) -> str:
        return city(self.state.parts.tiles[tile], self.lang)

    def edges(self, tile: int, turn: int) -> str:
        """The six letters of a tile, turned."""
        base = self.state.parts.edges[tile]
        return "".join(base[(i - turn) % SIDES] for i in range(SIDES))

    def meant(self, tile: int) -> tuple[str, ...]:
        """The action a person pointing at this city would mean now; in a window a Greek for one's own, or an attack."""
        if not self.asked:
            return ()
        own = int(self.state.owner(tile)) == self.viewer
        verbs = ask.QUESTIONS[int(self.state.step)].verbs
        verb = next((verb for verb in verbs if verb in CITY_VERBS), "greek" if own else "target")
        return (f"{verb} {self.state.parts.tiles[tile]}",)

    def laying(self) -> bool:
        """Whether the viewer is to lay the tile in hand."""
        step, window = int(self.state.step), int(self.state.window)
        asked = step == ask.SETTLE or (step == ask.WINDOW and window == ask.VOY_PLACE)
        return self.asked and asked and self.state.tile != NONE

    def spots(self) -> dict[int, tuple[str, ...]]:
        """The cells of the coast and what may be laid there: nothing, where it is empty."""
        parts = self.state.parts
        coast = [c for c in range(len(parts.cells)) if int(self.state.tiles.coast[c // 62]) >> c % 62 & 1]
        return {cell: self.actions(parts.cells[cell], "lay") for cell in coast}

    def turn_shown(self, cell: int) -> int:
        """How a ghost lies: as it may be laid, else as its coast would fit, else as it was drawn."""
        legal = self.actions(self.state.parts.cells[cell], "lay")
        if legal:
            return int(legal[0].split()[2])
        turns = int(coast.fitting(self.state, self.state.tile, cell))
        return next((k for k in range(SIDES) if turns >> k & 1), 0)

    def ships_beside(self, cell: int, turn: int) -> tuple[int, int]:
        """The viewer's ships and the opponent's next to a cell over water. §5.3"""
        state, counts = self.state, [0, 0]
        edges = self.edges(int(state.tile), turn)
        for edge in range(SIDES):
            beyond = int(state.parts.next_to[SIDES * cell + edge])
            there = int(state.tiles.tile_on[beyond]) if beyond != NONE else NONE
            if there > 0 and edges[edge] == "W":
                counts[int(state.owner(there) != state.active)] += int(state.pieces.ships[there])
        return counts[0], counts[1]

    def hand(self, seat: int) -> list[Held]:
        """The cards of a seat, those the viewer knows first."""
        state = self.state
        known: list[Held] = []
        unknown: list[Held] = []
        for lock in range(LOCKS):
            for view in range(VIEWS):
                at = slot(seat, lock, view)
                for god, name in enumerate(GODS):
                    if state.cards.hand[KINDS * at + OF_A_GOD * god] == UNKNOWN:
                        unknown += [Held(None, name, lock > 0)] * int(state.cards.hand_size[len(GODS) * at + god])
                for kind, card in enumerate(CARDS):
                    known += [Held(card, GODS[kind // OF_A_GOD], lock > 0)] * max(
                        0, int(state.cards.hand[KINDS * at + kind])
                    )
        known.sort(key=lambda held: str(held.card))
        if seat == state.active:
            for god, name in enumerate(GODS):
                unknown += [Held(None, name, True)] * int(state.cards.down_size[god])
        return known + sorted(unknown, key=lambda held: held.god)
