"""PettingZoo: every game as an AEC environment, for any number of seats (pip install 'agon[research]').

    env = agon.research.pettingzoo.env("olympos", seats=4)

Agents are seat_0, seat_1, ...; only the seat that decides is asked. An observation is {"observation": a row of numbers,
"action_mask": 1 where an action is legal}, built from what the seat may know and nothing else. Chance is drawn inside.
Rewards come at the end, by placement (rewards.py). An environment can be copied and pickled in mid-game.
"""

# ruff: noqa: E402  (a missing library is named in a sentence before anything else is imported)

from __future__ import annotations

from agon.research.extras import need

need("agon.research.pettingzoo", "research", "numpy", "gymnasium", "pettingzoo")

from copy import deepcopy
from random import Random
from typing import Any, Self

import numpy as np
from gymnasium.spaces import Box
from pettingzoo import AECEnv, ParallelEnv

from agon.core.errors import AgonError, IllegalAction
from agon.core.game import Game
from agon.core.record import Record
from agon.research import spaces
from agon.research.layout import Rows
from agon.research.referee import Illegal, Referee
from agon.research.render import MODES, Pixels, check_mode, render
from agon.research.rewards import LOSS
from agon.research.run import Run
from agon.research.setups import Setup

Observation = dict[str, Any]  # "observation": named rows or one flat row, "action_mask"


class Seats:
    """What the two forms share: agents, spaces, observations, pictures, copies."""

    metadata: dict[str, Any]
    agents: list[str]

    def __init__(
        self, setup: Setup, wait: bool, illegal: Illegal, flat: bool, limit: int | None, render_mode: str | None
    ) -> None:
        check_mode(render_mode)
        if limit is not None and limit < 1:
            raise AgonError(f"A game is cut after at least one decision, not after {limit}.")
        game = setup.game
        self.setup = setup
        self.referee = Referee(illegal)
        self.flat = flat
        self.limit = limit
        self.render_mode = render_mode
        self.metadata = {
            "name": f"agon_{game.id}_v{game.rules_version}",
            "render_modes": list(MODES),
            "is_parallelizable": wait,
            "render_fps": 1,
        }
        self.possible_agents = [f"seat_{seat}" for seat in range(setup.seats)]
        self.agents = []
        self._numbers = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.wait = len(game.space) if wait else -1  # the number of the action "nothing to decide"
        self.actions = len(game.space) + wait
        self._action_spaces = {agent: spaces.LegalActions(self.actions) for agent in self.possible_agents}
        self._rng = Random()
        self._run: Run | None = None
        self._make_spaces()

    def _make_spaces(self) -> None:
        layout = self.setup.layout
        self._observation_spaces = {
            agent: spaces.observation_space(layout, self.actions, self.flat) for agent in self.possible_agents
        }
        seats = self.setup.seats
        self.state_space = Box(np.tile(layout.low, seats), np.tile(layout.high, seats), dtype=np.float32)

    @property
    def run(self) -> Run:
        """The game being played."""
        if self._run is None:
            raise AgonError("reset() opens the table; call it first.")
        return self._run

    def _open(self, seed: int | None) -> Run:
        """A new game; a seed makes this one and those after it the same again."""
        if seed is not None:
            self._rng = Random(int(seed))
        self._run = Run(self.setup, self._rng)
        return self._run

    def record(self) -> Record:
        """The game so far, to be kept: record().write("game.agon")."""
        return self.run.record(self.possible_agents)

    # ---- spaces and observations ----

    def _seat(self, agent: str) -> int:
        try:
            return self._numbers[agent]
        except KeyError:
            raise AgonError(f'There is no agent "{agent}"; they are {", ".join(self.possible_agents)}.') from None

    def observation_space(self, agent: str) -> Any:
        self._seat(agent)
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.LegalActions:
        """All actions, by number (game.space.text names one); sample() draws a legal one."""
        self._seat(agent)
        return self._action_spaces[agent]

    def _legal(self, seat: int, run: Run) -> list[int]:
        if run.actor == seat:
            return run.state.legal()
        return [] if self.wait < 0 or run.over else [self.wait]

    def _offer(self, run: Run) -> None:
        for seat, agent in enumerate(self.possible_agents):
            self._action_spaces[agent].legal = self._legal(seat, run)

    def observe(self, agent: str) -> Observation:
        """What this seat may know, and what it may play (all 0 where it does not decide)."""
        seat, run, layout = self._seat(agent), self.run, self.setup.layout
        row = layout.row(run.state, seat)
        if run.actor == seat and self.wait < 0:
            mask = layout.mask(run.state)
        else:
            mask = spaces.mask(self.actions, self._action_spaces[agent].legal)
        return {"observation": row if self.flat else layout.named(row), "action_mask": mask}

    def state(self) -> Rows:
        """What all seats know together, for centralized training: their flat rows, one behind the other."""
        layout, run = self.setup.layout, self.run
        out = np.empty((self.setup.seats, layout.size), np.float32)
        for seat in range(self.setup.seats):
            layout.write(run.state, seat, out, seat)
        return out.reshape(-1)

    # ---- what may not be ----

    def _refusal(self, seat: int, action: object, run: Run) -> str | None:
        """None, or why this seat may not do that."""
        if not isinstance(action, (int, np.integer)):
            return f"An action is a number from 0 to {self.actions - 1}, not {action!r}."
        if action in self._action_spaces[self.possible_agents[seat]].legal:
            return None
        if run.actor != seat:
            return f"Seat {seat} does not decide now; it may only wait (action {self.wait})."
        if action == self.wait >= 0:
            return f"Seat {seat} decides now; it may not wait."
        return run.refusal(int(action))

    def _check(self, seat: int, action: object, run: Run) -> str | None:
        """None where the action is legal; else a sentence, raised or (the game being lost by it) logged."""
        refusal = self._refusal(seat, action, run)
        if refusal is None:
            return None
        if not isinstance(action, (int, np.integer)):
            raise IllegalAction(refusal)
        self.referee.rule(seat, refusal)
        return refusal

    # ---- pictures, copies ----

    def render(self) -> str | Pixels | None:
        """The seat's view of whoever decides, in the form of render_mode."""
        return render(self.run, self.render_mode)

    def close(self) -> None:
        """Nothing is held."""

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        """The same game, to be played on apart. Observation spaces are shared: nothing in them changes."""
        other = type(self).__new__(type(self))
        shared = ("setup", "_observation_spaces", "state_space")
        other.__dict__.update({k: v if k in shared else deepcopy(v, memo) for k, v in self.__dict__.items()})
        if other._run is not None:
            other._rng = other._run.rng
        return other

    def __copy__(self) -> Self:
        return deepcopy(self)

    def __getstate__(self) -> dict[str, Any]:
        return {k: v for k, v in self.__dict__.items() if k not in ("_observation_spaces", "state_space")}

    def __setstate__(self, frozen: dict[str, Any]) -> None:
        self.__dict__.update(frozen)
        self._make_spaces()


class Env(Seats, AECEnv):  # type: ignore[misc]  # PettingZoo has no types
    """One seat after the other: the one that decides; with `max_cycles`, all in turn."""

    agent_selection: str
    rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    infos: dict[str, dict[str, Any]]
    _cumulative_rewards: dict[str, float]

    def __init__(
        self,
        setup: Setup,
        max_decisions: int | None = None,
        max_cycles: int | None = None,
        illegal: Illegal = "lose",
        flat: bool = True,
        render_mode: str | None = None,
    ) -> None:
        if max_decisions is not None and max_cycles is not None:
            raise AgonError("A game is cut after max_decisions or after max_cycles, not both.")
        in_turn = max_cycles is not None
        super().__init__(setup, in_turn, illegal, flat, max_cycles if in_turn else max_decisions, render_mode)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Open a new table and draw its set-up; `options` are not used."""
        run = self._open(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos = {agent: {} for agent in self.agents}
        self._skip_agent_selection: str | None = None
        self._asked = 0  # decisions, or questions with max_cycles
        self.agent_selection = self.agents[0] if self.wait >= 0 else self.agents[run.actor]
        self._offer(run)
        if self.render_mode == "human":
            self.render()

    def step(self, action: int | np.integer[Any] | None) -> None:
        """The selected agent's action; None once it has been told that the game is over for it."""
        run = self.run
        if not self.agents:
            raise AgonError("The game is over and all agents have left; reset() opens another.")
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        refusal = self._check(self._seat(agent), action, run)
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        if refusal is not None:
            self._lose(agent, refusal)
        else:
            assert action is not None
            if action != self.wait:
                run.play(int(action))
            self._asked += 1
            self._go_on(run)
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def _go_on(self, run: Run) -> None:
        """The end, the cut, or the next seat."""
        self._offer(run)
        limit = self.limit if self.wait < 0 or self.limit is None else self.limit * len(self.agents)
        if run.over:
            worth = run.rewards()
            for seat, agent in enumerate(self.agents):
                self.rewards[agent] = worth[seat]
                self.terminations[agent] = True
                self.infos[agent] = run.ending(seat)
            self._deads_step_first()
        elif self._asked == limit:
            self.truncations = dict.fromkeys(self.agents, True)
            self._deads_step_first()
        elif self.wait >= 0:
            self.agent_selection = self.agents[self._asked % len(self.agents)]
        else:
            self.agent_selection = self.agents[run.actor]

    def _lose(self, agent: str, refusal: str) -> None:
        """An illegal action ends the game: its agent loses, the others get nothing."""
        self.rewards[agent] = LOSS
        self.infos[agent] = {"illegal": refusal}
        self.terminations = dict.fromkeys(self.agents, True)
        self._deads_step_first()


class Parallel(Seats, ParallelEnv):  # type: ignore[misc]  # PettingZoo has no types
    """All seats at once: one decides, the others wait (the last action). A step is one decision of the game."""

    def __init__(
        self,
        setup: Setup,
        max_cycles: int | None = None,
        illegal: Illegal = "lose",
        flat: bool = True,
        render_mode: str | None = None,
    ) -> None:
        super().__init__(setup, True, illegal, flat, max_cycles, render_mode)
        self._cycles = 0

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Open a new table and draw its set-up; `options` are not used."""
        run = self._open(seed)
        self.agents = self.possible_agents[:]
        self._cycles = 0
        self._offer(run)
        if self.render_mode == "human":
            self.render()
        return self._observations(), {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int | np.integer[Any]]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        """One action an agent."""
        run, agents = self.run, self.agents
        if not agents:
            raise AgonError("The game is over and all agents have left; reset() opens another.")
        missing = [agent for agent in agents if agent not in actions]
        if missing:
            raise AgonError(f"Every agent acts in each step; {', '.join(missing)} did not.")
        worth = dict.fromkeys(agents, 0.0)
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        for seat, agent in enumerate(agents):
            refusal = self._check(seat, actions[agent], run)
            if refusal is not None:
                worth[agent] = LOSS
                infos[agent] = {"illegal": refusal}
        ended = LOSS in worth.values()
        cut = False
        if not ended:
            run.play(int(actions[agents[run.actor]]))
            self._cycles += 1
            self._offer(run)
            ended = run.over
            cut = not ended and self._cycles == self.limit
            if ended:
                worth = dict(zip(agents, run.rewards(), strict=True))
                infos = {agent: run.ending(seat) for seat, agent in enumerate(agents)}
        observations = self._observations()
        if ended or cut:
            self.agents = []
        if self.render_mode == "human":
            self.render()
        return observations, worth, dict.fromkeys(agents, ended), dict.fromkeys(agents, cut), infos

    def _observations(self) -> dict[str, Observation]:
        return {agent: self.observe(agent) for agent in self.agents}


def env(
    game: Game | str,
    seats: int | None = None,
    *,
    max_decisions: int | None = None,
    max_cycles: int | None = None,
    illegal: Illegal = "lose",
    flat: bool = True,
    pack: str | None = None,
    render_mode: str | None = None,
    **options: str | int | bool,
) -> Env:
    """An AEC environment of a game, by default for its smallest number of seats.

    max_decisions  cut the game (truncation) after so many decisions
    max_cycles     cut it after so many cycles; then every seat is asked in turn, and who does not decide may only wait
                   (one action more, the last)
    illegal        "lose": an illegal action ends the game with -1 for its agent, says so in its info and in the log;
                   "raise": it is refused with a sentence, and the game goes on
    flat           observations as one row (as learning libraries like them), or with False as named arrays
    pack, options  as for agon.game and game.new
    """
    return Env(Setup(game, seats, options, pack), max_decisions, max_cycles, illegal, flat, render_mode)


def parallel_env(
    game: Game | str,
    seats: int | None = None,
    *,
    max_cycles: int | None = None,
    illegal: Illegal = "lose",
    flat: bool = True,
    pack: str | None = None,
    render_mode: str | None = None,
    **options: str | int | bool,
) -> Parallel:
    """The same with all agents in each step: one decides, the others may only wait (the last action)."""
    return Parallel(Setup(game, seats, options, pack), max_cycles, illegal, flat, render_mode)


raw_env = env

__all__ = ["Env", "Parallel", "env", "parallel_env", "raw_env"]
