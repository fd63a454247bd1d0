"""Gymnasium: one seat against bots, or all seats by turns; one game, or many at once (pip install 'agon[research]').

    env = gymnasium.make("agon/attika-v1", seats=3, bots=["greedy", "easy"])  # after importing this module
    envs = agon.research.gymnasium.vector_env("attika", 64, bots="greedy")

An observation is {"observation": a row of numbers, "action_mask": 1 where an action is legal}, built from what the seat
may know and nothing else. The reward comes at the end, by placement (rewards.py). vector.py steps many games at once.
"""

# ruff: noqa: E402  (a missing library is named in a sentence before anything else is imported)

from __future__ import annotations

from agon.research.extras import need

need("agon.research.gymnasium", "research", "numpy", "gymnasium")

from copy import deepcopy
from typing import Any

import gymnasium
import numpy as np

from agon.core.errors import AgonError
from agon.core.game import Game, find, known
from agon.core.record import Record
from agon.research import spaces
from agon.research.games import game_rng
from agon.research.layout import Masks
from agon.research.referee import Illegal
from agon.research.render import MODES, Pixels, check_mode, render
from agon.research.setups import Setup
from agon.research.solo import Bots, Chair, Solo
from agon.research.vector import VectorEnv

Observation = dict[str, Any]  # "observation": named rows or one flat row, "action_mask"


class Env(gymnasium.Env[Observation, np.int64]):
    """One learner at the table.

    seat           where it sits; None: drawn anew for each game
    bots           who plays the other seats: one name for all, or one each, in their order to the learner's left
                   ("random", "greedy", "ismcts:iterations=200", "hard", ...), a function that makes a Bot for each
                   game, or a Bot object, which is asked but not told of plies. None: nobody; every decision is asked,
                   from the view of the seat that decides (info["seat"])
    illegal        "lose": an illegal action ends the game with -1, says so in the info and in the log;
                   "raise": it is refused with a sentence, and the game goes on
    max_decisions  cut the game (truncation) after so many decisions of the learner
    flat           observations as one row (as learning libraries like them), or with False as named arrays
    pack, options  as for agon.game and game.new
    """

    metadata = {"render_modes": list(MODES), "render_fps": 1}

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        *,
        seat: int | None = None,
        bots: Bots = "random",
        illegal: Illegal = "lose",
        max_decisions: int | None = None,
        flat: bool = True,
        pack: str | None = None,
        render_mode: str | None = None,
        **options: str | int | bool,
    ) -> None:
        check_mode(render_mode)
        self.setup = Setup(game, seats, options, pack)
        self.flat = flat
        self.render_mode = render_mode
        self.solo = Solo(Chair(self.setup, seat, bots, illegal, max_decisions))
        self.actions = len(self.setup.game.space)
        self.action_space: spaces.LegalActions = spaces.LegalActions(self.actions)
        self.observation_space = spaces.observation_space(self.setup.layout, self.actions, flat)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Open a new table; options={"seat": n} sits the learner there for this game."""
        super().reset(seed=seed)
        seat = (options or {}).get("seat")
        if seat is not None and seat not in range(self.setup.seats):
            raise AgonError(f"The seats of this table are 0 to {self.setup.seats - 1}; there is no seat {seat}.")
        self.solo.begin(game_rng(self.np_random), seat)
        return self._observe(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """The learner's decision; the bots answer. The reward is that of the seat that decided."""
        solo = self.solo
        solo.step(int(action))
        return self._observe(), solo.worth, solo.over, solo.cut, self._info()

    def _observe(self) -> Observation:
        solo, layout = self.solo, self.setup.layout
        self.action_space.legal = solo.legal
        row = layout.row(solo.run.state, solo.seat)
        if self.render_mode == "human":
            self.render()
        return {
            "observation": row if self.flat else layout.named(row),
            "action_mask": self.action_masks(),
        }

    def _info(self) -> dict[str, Any]:
        return {"seat": self.solo.seat, **self.solo.told}

    def action_masks(self) -> Masks:
        """1 for what may be played now, as sb3-contrib's MaskablePPO asks for it."""
        solo = self.solo
        return self.setup.layout.mask(solo.run.state) if solo.legal else np.zeros(self.actions, np.int8)

    def record(self) -> Record:
        """The game so far, to be kept: record().write("game.agon")."""
        if not self.solo.begun:
            raise AgonError("reset() opens the table; call it first.")
        return self.solo.run.record(self.solo.names())

    def render(self) -> str | Pixels | None:
        """The learner's view, in the form of render_mode."""
        if not self.solo.begun:
            raise AgonError("reset() opens the table; call it first.")
        return render(self.solo.run, self.render_mode, self.solo.seat)

    def close(self) -> None:
        self.solo.close()

    def __copy__(self) -> Env:
        """A copy is played on apart."""
        return deepcopy(self)


env = Env
vector_env = VectorEnv


def register() -> list[str]:
    """Make the games known to gymnasium.make and make_vec; returns their ids. Importing this module does it."""
    out = []
    for game_id in known():
        name = f"agon/{game_id}-v{find(game_id).rules_version}"
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="agon.research.gymnasium:Env",
                vector_entry_point="agon.research.gymnasium:VectorEnv",
                kwargs={"game": game_id},
            )
        out.append(name)
    return out


register()

__all__ = ["Env", "VectorEnv", "env", "register", "vector_env"]
