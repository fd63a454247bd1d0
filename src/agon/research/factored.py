"""Actions by factor: verb, place, piece and turn, for policies that choose one after the other or point at the board.

    factors = agon.research.factored.of("attika")
    factors.sizes                          # {"verb": 14, "place": 6745, "piece": 63, "turn": 7}
    factors.table[action]                  # the four numbers of an action
    factors.action(verb, place, piece, turn)
    factors.next(mask, verb)               # which places go with this verb now, of a mask of legal actions
    factors.slots(state)                   # the place behind each slot of the observation's rows

A verb's argument is a place, a turn or, unless the game says so (FACTORS in its facts.py), a piece. Several pieces of
one verb are one word ("1 0 0 2"). Number 0 of a place, piece or turn stands for none: the verb takes none.
"""

# ruff: noqa: E402  (a missing library is named in a sentence before anything else is imported)

from __future__ import annotations

from agon.research.extras import need

need("agon.research.factored", "research", "numpy")

from itertools import product
from typing import Final

import numpy as np
from numpy.typing import NDArray

from agon.core.errors import AgonError
from agon.core.game import Game, find
from agon.core.space import Verb
from agon.core.state import State

PLACE: Final = "place"
PIECE: Final = "piece"
TURN: Final = "turn"
NAMES: Final = ("verb", PLACE, PIECE, TURN)
NONE: Final = "-"  # the word of number 0

Numbers = NDArray[np.int32]
Mask = NDArray[np.int8]


class Factors:
    """The factors of a game's actions; they depend on its pack alone."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.words: dict[str, list[str]] = {"verb": [], PLACE: [NONE], PIECE: [NONE], TURN: [NONE]}
        self._index: dict[str, dict[str, int]] = {name: {NONE: 0} for name in NAMES[1:]}
        rows: list[tuple[int, ...]] = []
        for number, verb in enumerate(game.space.verbs):
            self.words["verb"].append(verb.name)
            rows += [(number, *self._told(verb, words)) for words in product(*verb.domains)]
        self.table: Numbers = np.array(rows, np.int32)  # a line an action, a column a factor
        self.table.flags.writeable = False
        self.sizes = {name: len(words) for name, words in self.words.items()}
        self._actions = {row: action for action, row in enumerate(rows)}

    def _told(self, verb: Verb, words: tuple[str, ...]) -> list[int]:
        """Place, piece and turn of one action."""
        said: dict[str, list[str]] = {PLACE: [], PIECE: [], TURN: []}
        for role, word in zip(self.game.roles(verb), words, strict=True):
            said[role].append(word)
        return [self._number(name, " ".join(said[name]) or NONE) for name in NAMES[1:]]

    def _number(self, name: str, word: str) -> int:
        index = self._index[name]
        if word not in index:
            index[word] = len(self.words[name])
            self.words[name].append(word)
        return index[word]

    # ---- one action ----

    def action(self, verb: int, place: int = 0, piece: int = 0, turn: int = 0) -> int:
        """The action with these factors."""
        key = (int(verb), int(place), int(piece), int(turn))
        if key not in self._actions:
            raise AgonError(f"{self.game.id} has no action with verb, place, piece, turn {key}.")
        return self._actions[key]

    def told(self, action: int) -> dict[str, str]:
        """The factors of an action in words."""
        return {name: self.words[name][n] for name, n in zip(NAMES, self.table[action].tolist(), strict=True)}

    # ---- masks ----

    def masks(self, legal: NDArray[np.integer] | list[int]) -> dict[str, Mask]:
        """Of a mask (or list) of legal actions: 1 for every number of a factor that occurs in some of them."""
        rows = self.table[self._listed(legal)]
        return {name: self._mask(name, rows[:, at]) for at, name in enumerate(NAMES)}

    def next(self, legal: NDArray[np.integer] | list[int], *chosen: int) -> Mask:
        """Where the first factors are chosen, 1 for what the next of them may be: whoever goes on so is legal."""
        if len(chosen) >= len(NAMES):
            raise AgonError(f"An action has {len(NAMES)} factors, of which {len(chosen)} were chosen already.")
        rows = self.table[self._listed(legal)]
        fits = (rows[:, : len(chosen)] == np.array(chosen, np.int32)).all(axis=1)
        return self._mask(NAMES[len(chosen)], rows[fits, len(chosen)])

    def _listed(self, legal: NDArray[np.integer] | list[int]) -> NDArray[np.int64]:
        """Numbers of actions; a mask has as many entries as there are actions."""
        given = np.asarray(legal)
        if len(given) == len(self.table):
            return np.flatnonzero(given)
        return given.astype(np.int64)

    def _mask(self, name: str, numbers: Numbers) -> Mask:
        out: Mask = np.zeros(self.sizes[name], np.int8)
        out[numbers] = 1
        return out

    # ---- the board ----

    def slots(self, state: State) -> Numbers:
        """The number of the place that each slot of the observation's rows of places is about; 0: of none, yet.

        On a board that grows (Attika) this depends on the position, else it is always the same.
        """
        index = self._index[PLACE]
        return np.array([index.get(word, 0) for word in self.game.slots(state)], np.int32)

    def pointed(self, state: State, verb: int, piece: int = 0, turn: int = 0) -> Numbers:
        """The action by which a verb points at each slot, or -1: the map from slot to action for pointer policies."""
        places = self.slots(state).tolist()
        found = [self._actions.get((int(verb), place, int(piece), int(turn)), -1) if place else -1 for place in places]
        return np.array(found, np.int32)


def of(game: Game | str) -> Factors:
    """The factors of a game's actions."""
    return Factors(find(game) if isinstance(game, str) else game)


__all__ = ["NAMES", "Factors", "of"]
