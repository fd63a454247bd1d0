"""OpenSpiel: our games as Python games of pyspiel (pip install 'agon[openspiel]').

    import agon.research.openspiel                                # registers agon_attika, agon_olympos, ...
    game = pyspiel.load_game("agon_olympos(players=4)")

Chance is explicit, returns are placement (rewards.py), actions have the numbers and words of the game's own space. What
a player is told comes from `observe` and `heard` alone:

observation_string, observation_tensor    what the seat may know now (features.py)
information_state_string                  the same behind everything the seat has heard so far: perfect recall
resample_from_infostate                   a whole position the player cannot tell from the true one, for ISMCTS

OpenSpiel's searches in C++ let go of Python's lock in `step`, which kills any game written in Python (seen in 2.0.2,
with OpenSpiel's own Python games too): ask them by `step_with_policy(state)[1]`.
"""

# ruff: noqa: E402  (a missing library is named in a sentence before anything else is imported)

from __future__ import annotations

from agon.research.extras import need

need("agon.research.openspiel", "openspiel", "numpy", "pyspiel")

import json
from random import Random
from typing import Any, Final

import numpy as np
import pyspiel

from agon.core import codec
from agon.core.errors import AgonError
from agon.core.game import Game, Option, find, known
from agon.core.state import CHANCE, OVER, State
from agon.research.rewards import rewards
from agon.research.setups import Setup

PREFIX: Final = "agon_"
PACK: Final = "pack"  # the parameter that names an owner's file
PLAYERS: Final = "players"
NOBODY: Final = {CHANCE: int(pyspiel.PlayerId.CHANCE), OVER: int(pyspiel.PlayerId.TERMINAL)}

# What each player heard, newest first: (action or UNKNOWN, the rest). Copies share it, so that a clone costs nothing.
Heard = tuple[int, "Heard"] | None


class Inside:
    """Our position within a state of OpenSpiel, which copies it by deepcopy and serializes it by pickle."""

    __slots__ = ("heard", "setup", "state")

    def __init__(self, setup: Setup, state: State, heard: list[Heard]) -> None:
        self.setup = setup
        self.state = state
        self.heard = heard

    def __deepcopy__(self, memo: dict[int, object]) -> Inside:
        return Inside(self.setup, self.state.clone(), self.heard[:])

    def __reduce__(self) -> tuple[object, ...]:
        heard = [_listed(chain) for chain in self.heard]
        return _thaw, (self.setup, codec.dump(self.state), heard)


def _thaw(setup: Setup, values: codec.Dump, heard: list[list[int]]) -> Inside:
    return Inside(setup, setup.thaw(values), [_chained(one) for one in heard])


def _listed(chain: Heard) -> list[int]:
    """Oldest first."""
    out: list[int] = []
    while chain is not None:
        action, chain = chain
        out.append(action)
    return out[::-1]


def _chained(actions: list[int]) -> Heard:
    chain: Heard = None
    for action in actions:
        chain = (action, chain)
    return chain


class SpielGame(pyspiel.Game):  # type: ignore[misc]  # pyspiel has no types
    """One of our games, for a number of players, with options and perhaps an owner's pack."""

    def __init__(self, game_type: Any, setup: Setup, params: dict[str, Any]) -> None:
        self.setup = setup
        game = setup.game
        super().__init__(
            game_type,
            pyspiel.GameInfo(
                num_distinct_actions=len(game.space),
                max_chance_outcomes=len(game.space),
                num_players=setup.seats,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=game.bound,
            ),
            params,
        )

    def new_initial_state(self) -> SpielState:
        return SpielState(self)

    def max_chance_nodes_in_history(self) -> int:
        return self.setup.game.bound

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        """Tensors and strings of what one player may know."""
        if params:
            raise AgonError(f"An observer of {self.setup.game.id} has no parameters.")
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return Observer(self.setup, recall)


class SpielState(pyspiel.State):  # type: ignore[misc]  # pyspiel has no types
    """A position of the game tree."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        setup = game.setup
        self.inside = Inside(setup, setup.start(), [None] * setup.seats)

    def current_player(self) -> int:
        who = self.inside.state.actor()
        return who if who >= 0 else NOBODY[who]

    def is_terminal(self) -> bool:
        return self.inside.state.actor() == OVER

    def _legal_actions(self, player: int) -> list[int]:
        return self.inside.state.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        state = self.inside.state
        weights = state.weights()
        total = sum(weights)
        return [(action, weight / total) for action, weight in zip(state.legal(), weights, strict=True)]

    def _apply_action(self, action: int) -> None:
        inside = self.inside
        state = inside.state
        for player, chain in enumerate(inside.heard):
            inside.heard[player] = (state.heard(player, action), chain)
        state.apply(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.inside.setup.game.space.text(action)

    def returns(self) -> list[float]:
        state = self.inside.state
        return rewards(state.places()) if state.actor() == OVER else [0.0] * state.seats()

    def rewards(self) -> list[float]:
        return self.returns()

    def information_state_tensor(self, player: int = -1) -> list[float]:
        """There is none: what a player has heard has no bounded length."""
        raise AgonError(
            "A tensor of everything heard has no bounded size, so there is no information_state_tensor: take "
            "information_state_string for perfect recall, or observation_tensor for what the player may know now."
        )

    def resample_from_infostate(self, player: int, sampler: Any) -> SpielState:
        """A position that `player` cannot tell from this one. It has no history: the true one would tell."""
        inside = self.inside
        rng = Random(int(sampler() * 2**53))
        other: SpielState = self.get_game().new_initial_state()
        # What the others heard is unknown too; the player's own part is all that its information state is made of.
        heard: list[Heard] = [inside.heard[p] if p == player else None for p in range(inside.setup.seats)]
        other.inside = Inside(inside.setup, inside.state.determinize(player, rng), heard)
        return other

    def __str__(self) -> str:
        """The whole position, hidden things included; for debugging."""
        return _spelled(self.inside.state)


class Observer:
    """What one player may know, as OpenSpiel asks for it (its PyObserver)."""

    def __init__(self, setup: Setup, perfect_recall: bool) -> None:
        self.setup = setup
        self.perfect_recall = perfect_recall
        # A tensor of everything heard has no bounded size: perfect recall comes as a string only.
        self.tensor = None if perfect_recall else np.zeros(setup.layout.size, np.float32)
        self.dict = {} if self.tensor is None else setup.layout.named(self.tensor)

    def set_from(self, state: SpielState, player: int) -> None:
        if self.tensor is not None:
            self.setup.layout.write(state.inside.state, player, self.tensor)

    def string_from(self, state: SpielState, player: int) -> str:
        seen = f"seat {player}\n{_spelled(state.inside.state.observe(player))}"
        if not self.perfect_recall:
            return seen
        return f"{seen}\nheard {' '.join(map(str, _listed(state.inside.heard[player])))}"


def _spelled(state: State) -> str:
    return json.dumps(codec.dump(state), separators=(",", ":"))


def _hides(game: Game) -> bool:
    """Whether anything is ever hidden from anybody: found by playing one game at random."""
    rng = Random(1)
    state = game.new(game.seats[0])
    while state.actor() != OVER:
        if any(codec.hides(codec.dump(state.observe(seat))) for seat in range(state.seats())):
            return True
        state.apply(state.random_action(rng))
    return False


def game_type(game: Game) -> Any:
    """How OpenSpiel is told of a game."""
    information = pyspiel.GameType.Information
    parameters: dict[str, Any] = {PLAYERS: game.seats[0], PACK: ""}
    parameters.update({option.name: _parameter(option) for option in game.options})
    return pyspiel.GameType(
        short_name=f"{PREFIX}{game.id}",
        long_name=f"Agon: {game.title['en']}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if _hides(game) else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(game.seats),
        min_num_players=min(game.seats),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=parameters,
    )


def _parameter(option: Option) -> str | int:
    """The default of an option; OpenSpiel reads digits as a number."""
    return int(option.default) if all(choice.isdigit() for choice in option.choices) else option.default


def register() -> list[str]:
    """Make all games known to pyspiel.load_game; returns their names there. Importing this module does it."""
    there = set(pyspiel.registered_names())
    out = []
    for game_id in known():
        name = f"{PREFIX}{game_id}"
        if name not in there:
            _register(find(game_id))
        out.append(name)
    return out


def _register(game: Game) -> None:
    kind = game_type(game)

    def make(params: dict[str, Any]) -> SpielGame:
        given = dict(params)
        seats, pack = given.pop(PLAYERS), given.pop(PACK)
        return SpielGame(kind, Setup(game.id, int(seats), given, pack or None), params)

    # OpenSpiel lets go of its makers when Python is gone already, and would crash if that were the last hold on them.
    setattr(make, "itself", make)  # noqa: B010
    pyspiel.register_game(kind, make)


register()

__all__ = ["Observer", "SpielGame", "SpielState", "game_type", "register"]
