"""Some games stepped together: the inner loop of vector.py, here or in a worker process.

Observations of all games lie in one array, masks in another; both are written in place, game by game. No environment,
dictionary or space is asked on the way.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from agon.core.errors import AgonError
from agon.research.layout import Rows
from agon.research.render import Pixels, render
from agon.research.solo import Chair, Solo

Masks = NDArray[np.int8]


def game_rng(generator: np.random.Generator) -> Random:
    """The luck of one game, from an environment's own generator."""
    return Random(int(generator.integers(2**63)))


@dataclass
class Outcome:
    """What a step brought, game by game."""

    worth: list[float] = field(default_factory=list)
    ended: list[bool] = field(default_factory=list)
    cut: list[bool] = field(default_factory=list)
    seats: list[int] = field(default_factory=list)  # whose decision it is now
    told: list[tuple[int, dict[str, Any]]] = field(default_factory=list)  # of games that are over
    finals: list[tuple[int, Rows, Masks, dict[str, Any]]] = field(default_factory=list)  # the same, the next one begun


class Games:
    """Games that share a chair; `rows` and `masks` have a line for each."""

    def __init__(self, chair: Chair, rows: Rows, masks: Masks) -> None:
        self.chair = chair
        self.rows = rows
        self.masks = masks
        self.solos = [Solo(chair) for _ in range(len(rows))]
        self.generators: list[np.random.Generator | None] = [None] * len(rows)

    def reset(self, seeds: dict[int, int | None]) -> Outcome:
        """Begin these games anew; without a seed, with the luck that comes next."""
        for i, seed in seeds.items():
            if seed is not None or self.generators[i] is None:
                self.generators[i] = np.random.Generator(np.random.PCG64(np.random.SeedSequence(seed)))
            self._begin(i)
        return Outcome(seats=[solo.seat for solo in self.solos])

    def step(self, actions: list[int], next_step: bool, same_step: bool) -> Outcome:
        """One decision in every game."""
        out = Outcome()
        for i, solo in enumerate(self.solos):
            if next_step and (solo.over or solo.cut):
                self._begin(i)
                worth, ended, cut = 0.0, False, False
            else:
                solo.step(actions[i])
                self._write(i, solo)
                worth, ended, cut = solo.worth, solo.over, solo.cut
                if ended or cut:
                    info = {"seat": solo.seat, **solo.told}
                    if same_step:
                        out.finals.append((i, self.rows[i].copy(), self.masks[i].copy(), info))
                        self._begin(i)
                    else:
                        out.told.append((i, solo.told))
            out.worth.append(worth)
            out.ended.append(ended)
            out.cut.append(cut)
            out.seats.append(solo.seat)
        return out

    def _begin(self, i: int) -> None:
        generator = self.generators[i]
        if generator is None:
            raise AgonError("reset() opens the tables; call it first.")
        solo = self.solos[i]
        solo.begin(game_rng(generator))
        self._write(i, solo)

    def _write(self, i: int, solo: Solo) -> None:
        """Observation and mask of one game, in place."""
        self.chair.setup.layout.write(solo.run.state, solo.seat, self.rows, i)
        mask = self.masks[i]
        mask.fill(0)
        mask[solo.legal] = 1

    def refusal(self, i: int, action: int) -> str:
        """Why this may not be played there."""
        return self.solos[i].run.refusal(action)

    def records(self) -> list[str]:
        """As text, which travels."""
        return [solo.run.record(solo.names()).text() for solo in self.solos if solo.begun]

    def render(self, mode: str | None) -> list[str | Pixels | None]:
        return [render(solo.run, mode, solo.seat) for solo in self.solos if solo.begun]

    def close(self) -> None:
        for solo in self.solos:
            solo.close()

    # ---- copies ----

    def __getstate__(self) -> dict[str, Any]:
        return {k: v for k, v in self.__dict__.items() if k not in ("rows", "masks")}

    def write_into(self, rows: Rows, masks: Masks) -> None:
        """Go on with other arrays."""
        self.rows, self.masks = rows, masks
        for i, solo in enumerate(self.solos):
            if solo.begun:
                self._write(i, solo)
