"""Some games stepped together: the inner loop of vector.py, here or in a worker process.

Observations of all games lie in one array, masks in another; both are written in place, game by game. Where nobody but
the learner decides, the compiled part steps all games in one call (`Batch`), and only those that end, are cut or get an
illegal action are looked at here.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agon.core.errors import AgonError
from agon.core.sheets import CLOSED, CUT, ENDED, Batch
from agon.core.state import CHANCE
from agon.research.layout import Masks, Rows
from agon.research.render import Pixels, render
from agon.research.solo import Chair, Solo


def game_rng(generator: np.random.Generator) -> Random:
    """The luck of one game, from an environment's own generator."""
    return Random(int(generator.integers(2**63)))


class Outcome:
    """What a step brought, game by game."""

    def __init__(self, games: int) -> None:
        self.worth = np.zeros(games)
        self.ended = np.zeros(games, np.bool_)
        self.cut = np.zeros(games, np.bool_)
        self.seats = np.zeros(games, np.int64)  # whose decision it is now
        self.told: list[tuple[int, dict[str, Any]]] = []  # of games that are over
        self.finals: list[tuple[int, Rows, Masks, dict[str, Any]]] = []  # the same, the next one begun


class Games:
    """Games that share a chair; `rows` and `masks` have a line for each.

    Given arrays are filled after each step (memory that processes share); else they are the memory that is written.
    """

    def __init__(self, chair: Chair, games: int, given: tuple[Rows, Masks] | None = None) -> None:
        self.chair = chair
        self.solos = [Solo(chair) for _ in range(games)]
        self.generators: list[np.random.Generator | None] = [None] * games
        self._make_room(given)

    def _make_room(self, given: tuple[Rows, Masks] | None) -> None:
        layout = self.chair.setup.layout
        games = len(self.solos)
        self.given = given
        self.batch: Batch | None = None
        if layout.is_native:
            sheets = layout.sheets(games)
            self.rows, self.masks = layout.arrays(sheets)
            self.batch = Batch(sheets, self.chair.setup.start())
        else:
            self.rows = np.zeros((games, layout.size), np.float32)
            self.masks = np.zeros((games, len(self.chair.setup.game.space)), np.int8)

    def _hand_over(self) -> None:
        """What was written, into the arrays that were given."""
        if self.given is not None:
            np.copyto(self.given[0], self.rows)
            np.copyto(self.given[1], self.masks)

    def reset(self, seeds: dict[int, int | None]) -> Outcome:
        """Begin these games anew; without a seed, with the luck that comes next."""
        for i, seed in seeds.items():
            if seed is not None or self.generators[i] is None:
                self.generators[i] = np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed)))
            self._begin(i)
        out = Outcome(len(self.solos))
        out.seats[:] = self._seats()
        self._hand_over()
        return out

    def _seats(self) -> NDArray[np.int64] | list[int]:
        """Whose decision it is, game by game."""
        if self.batch is None:
            return [solo.seat for solo in self.solos]
        return np.frombuffer(memoryview(self.batch.seats), np.int64)

    def step(self, actions: list[int], next_step: bool, same_step: bool) -> Outcome:
        """One decision in every game."""
        out = Outcome(len(self.solos))
        for i in self._stepped(actions):
            solo = self.solos[i]
            if solo.over or solo.cut:
                if next_step:
                    self._begin(i)
                continue
            self._finish(i, solo, actions[i])
            out.worth[i], out.ended[i], out.cut[i] = solo.worth, solo.over, solo.cut
            if same_step and (solo.over or solo.cut):
                info = {"seat": solo.seat, **solo.told}
                out.finals.append((i, self.rows[i].copy(), self.masks[i].copy(), info))
                self._begin(i)
            elif solo.over or solo.cut:
                out.told.append((i, solo.told))
        out.seats[:] = self._seats()
        self._hand_over()
        return out

    def _stepped(self, actions: list[int]) -> list[int]:
        """The compiled part steps what it can; the games that are left for us."""
        if self.batch is None or self.chair.bots is not None:
            return list(range(len(self.solos)))
        return self.batch.step(actions)

    def _finish(self, i: int, solo: Solo, action: int) -> None:
        """A step of a game that the compiled part did not make, or that ended it."""
        if self.batch is None or self.chair.bots is not None:
            solo.step(action)
            self._write(i, solo)
            return
        status = int(self.batch.status[i])
        if status == ENDED:
            solo.ended(self._last_seat(solo))
        elif status == CUT:
            solo.seat, solo.cut = int(self.batch.seats[i]), True
            solo.legal = solo.run.state.legal()
            return
        else:
            solo.seat = int(self.batch.seats[i])
            solo.lose(action)
        self.batch.close(i, solo.seat, CLOSED)

    def _last_seat(self, solo: Solo) -> int:
        """Who decided last."""
        return next(who for who in reversed(solo.run.plies[::2]) if who != CHANCE)

    def _begin(self, i: int) -> None:
        generator = self.generators[i]
        if generator is None:
            raise AgonError("reset() opens the tables; call it first.")
        solo = self.solos[i]
        solo.begin(game_rng(generator))
        self._write(i, solo)

    def _write(self, i: int, solo: Solo) -> None:
        """Observation and mask of one game, in place."""
        state = solo.run.state
        if self.batch is None:
            self.chair.setup.layout.write(state, solo.seat, self.rows, i)
            self.masks[i] = 0
            self.masks[i, solo.legal] = 1
        elif solo.legal:
            most = self.chair.max_decisions
            self.batch.open(i, state, solo.run.rng, solo.run.plies, -1 if most is None else most - solo.decisions)
            if solo.cut:
                self.batch.status[i] = CUT
        else:
            self.batch.set(i, state)
            self.batch.close(i, solo.seat, CLOSED)

    def _catch_up(self) -> None:
        """What the compiled part has played meanwhile, into the games as Python knows them."""
        if self.batch is None or self.chair.bots is not None:
            return
        for i, solo in enumerate(self.solos):
            if solo.begun and not solo.over:
                solo.run.actor = solo.run.state.actor()
                solo.seat = int(self.batch.seats[i])
                solo.legal = solo.run.state.legal()
                solo.decisions = sum(1 for who in solo.run.plies[::2] if who != CHANCE)

    def refusal(self, i: int, action: int) -> str:
        """Why this may not be played there."""
        self._catch_up()
        return self.solos[i].run.refusal(action)

    def records(self) -> list[str]:
        """As text, which travels."""
        self._catch_up()
        return [solo.run.record(solo.names()).text() for solo in self.solos if solo.begun]

    def render(self, mode: str | None) -> list[str | Pixels | None]:
        """Pictures of what each learner sees."""
        self._catch_up()
        return [render(solo.run, mode, solo.seat) for solo in self.solos if solo.begun]

    def close(self) -> None:
        for solo in self.solos:
            solo.close()

    # ---- copies ----

    def __getstate__(self) -> dict[str, Any]:
        self._catch_up()
        made = ("rows", "masks", "given", "batch")
        return {k: v for k, v in self.__dict__.items() if k not in made}

    def __setstate__(self, frozen: dict[str, Any]) -> None:
        self.__dict__.update(frozen)
        self._make_room(None)
        for i, solo in enumerate(self.solos):
            if solo.begun:
                self._write(i, solo)
