"""What one viewer sees of a position: what stands where, what may be played there, and what a pointer would mean."""

from __future__ import annotations

from typing import Final

from agon.core.numbers import cells
from agon.core.sight import BaseSight
from agon.core.state import NONE
from agon.games.hellas_2016 import effects, scoring
from agon.games.hellas_2016 import questions as ask
from agon.games.hellas_2016.names import PIECE
from agon.games.hellas_2016.parts import COAST, OWNED, PIECES, QUARRY, STATUE, TEMPLE, WORDS
from agon.games.hellas_2016.rules import Rules

# What a place of the island stands for, by the question that is asked; where none of these is, by what is there.
MEANT: Final = {
    ask.PLACE_HOUSES: "house",
    ask.COVER: "cover",
    ask.MOVE_WORKER: "worker",
    ask.RAISE_COLUMNS: "column",
    ask.RAISE_STATUE: "statue",
}

OF: Final = {"en": "{piece} of {owner}", "de": "{piece} von {owner}"}
IN_PHASE: Final = {"en": "phase {n} of {most}", "de": "Phase {n} von {most}"}


class Sight(BaseSight[Rules]):
    """The island and the bar as one viewer sees them."""

    def __init__(self, state: Rules, viewer: int, lang: str, open_all: bool) -> None:
        super().__init__(state, viewer, lang, open_all)
        self.offers: dict[str, list[str]] = {}  # a place or action space -> the legal actions that name it
        for text in self.legal:
            for place in text.split()[1:]:
                self.offers.setdefault(place, []).append(text)
        self.standing = _standing(state)  # space -> owner (NONE for a statue) and kind of piece

    def place(self, cell: int) -> str:
        return self.state.parts.cells[cell]

    def sees_marble(self, seat: int) -> bool:
        """One's own marble always; that of others behind the screen only where it is open, or at the end. §Q17"""
        return self.open_all or seat == self.viewer or self.state.step == ask.FINISHED

    def points(self, seat: int) -> str:
        """The total as it would be counted now; marble behind the screen is left out, and a plus says so."""
        row = scoring.scores(self.state)[seat]
        return str(row["total"]) if self.sees_marble(seat) else f"{row['total'] - row['marble']}+"

    def meant(self, cell: int) -> str:
        """The action a person pointing at this space would mean now."""
        return f"{self._verb(cell)} {self.place(cell)}"

    def _verb(self, cell: int) -> str:
        step = int(self.state.step)
        if step == ask.BUILD:
            return next((PIECES[kind] for kind in range(OWNED) if effects.offers(self.state, kind)), PIECES[0])
        there = {QUARRY: "cover", TEMPLE: "column"}.get(int(self.state.side.kind[cell]), "house")
        return MEANT.get(step, there)

    def piece(self, cell: int) -> str:
        """What stands on a space: "house of Red", or "statue", which is nobody's."""
        owner, kind = self.standing[cell]
        name = PIECE[self.lang][PIECES[kind]]
        return name if owner == NONE else OF[self.lang].format(piece=name, owner=self.seat(owner))

    def is_coast(self, cell: int) -> bool:
        return bool(self.state.side.kind[cell] == COAST)

    def is_last_phase(self) -> bool:
        return int(self.state.phase) + 1 >= int(self.state.parts.phases)

    def next_starter(self) -> int:
        """Who starts the next phase, as far as that is decided; nobody in the last phase. §5.4"""
        return NONE if self.is_last_phase() else int(self.state.marker)

    def phase(self) -> str:
        """Where the game stands: "phase 2 of 3"."""
        state = self.state
        now = IN_PHASE[self.lang].format(n=int(state.phase) + 1, most=int(state.parts.phases))
        return self.stage(now if state.step > ask.PLACE_HOUSES else "")


def _standing(state: Rules) -> dict[int, tuple[int, int]]:
    out: dict[int, tuple[int, int]] = {}
    for kind, masks in enumerate((state.island.houses, state.island.palaces, state.island.squares)):
        for seat in range(state.seats()):
            for cell in cells(masks, WORDS * seat, WORDS * (seat + 1)):
                out[cell] = (seat, kind)
    for cell in cells(state.island.statues, 0, WORDS):
        out[cell] = (NONE, STATUE)
    return dict(sorted(out.items()))
