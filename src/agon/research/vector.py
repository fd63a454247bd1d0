"""Many games stepped in one call, faster than one environment after the other: in this process, or in several."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import gymnasium.vector
import numpy as np
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from agon.core.errors import AgonError, IllegalAction
from agon.core.game import Game
from agon.core.record import Record
from agon.research import spaces
from agon.research.games import Games, Outcome
from agon.research.layout import Masks, Rows
from agon.research.referee import Illegal
from agon.research.render import MODES, check_mode
from agon.research.setups import Setup
from agon.research.solo import Bots, Chair
from agon.research.workers import Local, Remote, Shared, first_ready, stop

Observations = dict[str, Any]
Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
Stepped = tuple[Observations, Floats, Flags, Flags, dict[str, Any]]


class VectorEnv(gymnasium.vector.VectorEnv[Observations, NDArray[np.int64], NDArray[Any]]):
    """`num_envs` games of one kind; the other arguments are those of Env, and

    workers         how many processes share the games; 0: this one does it all. More pay off with many cores, and
                    where bots think long; `send` and `recv` let none of them wait for the others
    autoreset_mode  NEXT_STEP (Gymnasium's usual way): the step after the end of a game opens the next one, its action
                    counts for nothing and its reward is 0. SAME_STEP: the next game is opened at once; the end is in
                    infos["final_obs"] and infos["final_info"]. DISABLED: reset(options={"reset_mask": ...}) does it
    copy            True: each step returns arrays of its own. False: the memory that is written, to be read only and
                    overwritten by the next step
    """

    metadata: dict[str, Any]
    _stop: weakref.finalize[..., Any]  # ends the workers
    _forget: weakref.finalize[..., Any]  # takes away the name of the memory they share

    def __init__(
        self,
        game: Game | str,
        num_envs: int = 1,
        seats: int | None = None,
        *,
        seat: int | None = None,
        bots: Bots = "random",
        illegal: Illegal = "lose",
        max_decisions: int | None = None,
        flat: bool = True,
        pack: str | None = None,
        workers: int = 0,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: str | None = None,
        **options: str | int | bool,
    ) -> None:
        check_mode(render_mode)
        if num_envs < 1:
            raise AgonError(f"At least one game is stepped, not {num_envs}.")
        if workers < 0:
            raise AgonError(f"The number of workers is 0 or more, not {workers}.")
        self.num_envs = num_envs
        self.setup = Setup(game, seats, options, pack)
        self.flat = flat
        self.copy = copy
        self.autoreset_mode = AutoresetMode(autoreset_mode)
        self.metadata = {"render_modes": list(MODES), "render_fps": 1, "autoreset_mode": self.autoreset_mode}
        self.render_mode = render_mode
        self.chair = Chair(self.setup, seat, bots, illegal, max_decisions)
        self.actions = len(self.setup.game.space)
        self.workers = min(workers, num_envs)
        self.single_action_space = spaces.LegalActions(self.actions)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._begun = False
        self._over = np.zeros(num_envs, np.bool_)
        bounds = [num_envs * w // (self.workers or 1) for w in range((self.workers or 1) + 1)]
        self.groups = [slice(a, b) for a, b in pairwise(bounds)]  # which games each worker has; without one, all
        self._sent: list[int] = []  # the groups that were sent on, the longest ago first
        self._make_spaces()
        self._rows, self._masks = self._place()

    def _make_spaces(self) -> None:
        self.single_observation_space = spaces.observation_space(self.setup.layout, self.actions, self.flat)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)

    def _place(self) -> tuple[Rows, Masks]:
        """Where the games are, and the arrays they write into."""
        size = self.setup.layout.size
        self._parts: list[Local | Remote]
        if not self.workers:
            games = Games(self.chair, self.num_envs)
            self._parts = [Local(games)]
            self._forget = self._stop = weakref.finalize(self, _nothing)
            return games.rows, games.masks
        shared = Shared(self.num_envs, size, self.actions)
        self._forget = weakref.finalize(self, shared.forget)
        remotes = [Remote(self.chair, shared, games.start, games.stop - games.start) for games in self.groups]
        self._stop = weakref.finalize(self, stop, [remote.process for remote in remotes])
        self._parts = [*remotes]
        return shared.arrays()

    # ---- the interface ----

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        """New games: with a seed, game i has seed + i; options={"reset_mask": flags} resets only some."""
        seeds: list[int | None]
        if seed is None or isinstance(seed, (int, np.integer)):
            seed = None if seed is None else int(seed)
            seeds = [None if seed is None else seed + i for i in range(self.num_envs)]
        else:
            seeds = list(seed)
        if len(seeds) != self.num_envs:
            raise AgonError(f"{self.num_envs} games need as many seeds, not {len(seeds)}.")
        chosen = self._chosen((options or {}).get("reset_mask"))
        self._check_nobody_is_sent()
        if isinstance(seed, int):
            super().reset(seed=seed)
        for part, games in zip(self._parts, self.groups, strict=True):
            part.ask("reset", {i: seeds[n] for i, n in enumerate(range(games.start, games.stop)) if chosen[n]})
        seats = np.concatenate([out.seats for out in self._answers()])
        self._over[chosen] = False
        self._begun = True
        self._forget()  # all workers have mapped the memory by now
        return self._observations(), self._infos(seats)

    def step(self, actions: NDArray[np.int64] | Sequence[int]) -> Stepped:
        """One decision in every game."""
        self._check_nobody_is_sent()
        chosen = self._checked(actions, slice(0, self.num_envs))
        for group, games in enumerate(self.groups):
            self._ask(group, chosen[games])
        return self._gathered(range(len(self._parts)), self._answers())

    # ---- group by group, as each is ready ----

    def send(self, group: int, actions: NDArray[np.int64] | Sequence[int]) -> None:
        """One decision in every game of a group. It is not waited for: `recv` tells what came of it."""
        if not 0 <= group < len(self._parts):
            raise AgonError(f"There are {len(self._parts)} groups, from 0 on; {group} is none of them.")
        if group in self._sent:
            raise AgonError(f"Group {group} was sent on already; recv() tells what came of it.")
        self._ask(group, self._checked(actions, self.groups[group]))
        self._sent.append(group)

    def recv(self) -> tuple[int, Stepped]:
        """The group that is ready first, and what `step` would have returned of its games alone."""
        if not self._sent:
            raise AgonError("No group was sent on; send() does it.")
        group = first_ready(self._parts, self._sent)
        self._sent.remove(group)
        return group, self._gathered([group], [self._parts[group].answer()])

    def _checked(self, actions: NDArray[np.int64] | Sequence[int], games: slice) -> NDArray[np.int64]:
        """The actions for these games, as they are asked for."""
        chosen, count = np.asarray(actions), games.stop - games.start
        if chosen.shape != (count,) or not np.issubdtype(chosen.dtype, np.integer):
            raise AgonError(f"{count} whole numbers are wanted, one a game.")
        if not self._begun:
            raise AgonError("reset() opens the tables; call it first.")
        if self.chair.referee.illegal == "raise":
            self._refuse(chosen, games)
        if self.autoreset_mode == AutoresetMode.DISABLED and self._over[games].any():
            raise AgonError('Some games are over; reset(options={"reset_mask": ...}) opens others.')
        return chosen

    def _ask(self, group: int, actions: NDArray[np.int64]) -> None:
        next_step = self.autoreset_mode == AutoresetMode.NEXT_STEP
        same_step = self.autoreset_mode == AutoresetMode.SAME_STEP
        self._parts[group].ask("step", actions.tolist(), next_step, same_step)

    def _check_nobody_is_sent(self) -> None:
        if self._sent:
            raise AgonError(f"Group {self._sent[0]} was sent on and is not back yet; recv() waits for it.")

    def random_actions(self) -> NDArray[np.int64]:
        """One legal action a game, each alike; 0 where a game is over."""
        part = self._parts[0]
        if isinstance(part, Local) and part.games.batch is not None:
            return np.array(part.games.batch.drawn(self.np_random.random(self.num_envs).tolist()), np.int64)
        return spaces.draw_legal(self._masks, self.np_random)

    def action_masks(self) -> Masks:
        """1 for what may be played now, in each game."""
        return self._masks.copy()

    def records(self) -> list[Record]:
        """The games so far, to be kept."""
        return [Record.parse(text).with_game(self.setup.game) for text in self._all("records")]

    def render(self) -> tuple[Any, ...]:
        """The learner's view of every game, in the form of render_mode."""
        return tuple(self._all("render", self.render_mode))

    def close_extras(self, **kwargs: Any) -> None:
        if "_rows" not in self.__dict__:
            return  # it was refused before it was made
        if not self.workers:
            self._sent.clear()
            self._all("close")
        self._stop()
        self._forget()

    # ---- inside ----

    def _all(self, method: str, *arguments: object) -> list[Any]:
        """What all parts answer to a question, in one list."""
        self._check_nobody_is_sent()
        for part in self._parts:
            part.ask(method, *arguments)
        return [one for brought in self._answers() for one in brought or ()]

    def _answers(self) -> list[Any]:
        """Every part's answer; what one of them could not do is raised when all have answered."""
        out: list[Any] = []
        failed: Exception | None = None
        for part in self._parts:
            try:
                out.append(part.answer())
            except Exception as error:
                failed = failed or error
        if failed is not None:
            raise failed
        return out

    def _chosen(self, reset_mask: object) -> Flags:
        """Which games are reset."""
        if reset_mask is None:
            return np.ones(self.num_envs, np.bool_)
        flags = np.asarray(reset_mask)
        if flags.shape != (self.num_envs,) or flags.dtype != np.bool_ or not flags.any():
            raise AgonError(f"reset_mask is {self.num_envs} flags, at least one of them set.")
        return flags

    def _refuse(self, actions: NDArray[np.int64], games: slice) -> None:
        """The first illegal action is refused before any of the games is stepped."""
        inside = np.clip(actions, 0, self.actions - 1)
        legal = (self._masks[games][np.arange(len(actions)), inside] == 1) & (inside == actions)
        for i in np.flatnonzero(~legal & ~self._over[games]).tolist():
            game = games.start + i
            part, own = next((p, g) for p, g in zip(self._parts, self.groups, strict=True) if g.start <= game < g.stop)
            part.ask("refusal", game - own.start, int(actions[i]))
            raise IllegalAction(f"Game {game}: {part.answer()}")

    def _gathered(self, groups: Sequence[int], outcomes: list[Outcome]) -> Stepped:
        """What these groups, one after the other, brought, as arrays of their games."""
        own = [self.groups[group] for group in groups]
        games = slice(own[0].start, own[-1].stop)
        worth = _joined([out.worth for out in outcomes])
        ended = _joined([out.ended for out in outcomes])
        cut = _joined([out.cut for out in outcomes])
        if self.autoreset_mode != AutoresetMode.SAME_STEP:
            self._over[games] = ended | cut
        infos: dict[str, Any] = {}
        for part, out in zip(own, outcomes, strict=True):
            for i, row, mask, info in out.finals:
                final = {"final_obs": self._seen(row, mask), "final_info": info}
                infos = self._add_info(infos, final, part.start + i)
            for i, told in out.told:
                infos = self._add_info(infos, told, part.start + i)
        infos = _part_of(infos, games)
        infos.update(self._infos(_joined([out.seats for out in outcomes])))
        return self._observations(games), worth, ended, cut, infos

    def _observations(self, games: slice = slice(None)) -> Observations:
        rows, masks = self._rows[games], self._masks[games]
        return self._seen(rows.copy(), masks.copy()) if self.copy else self._seen(rows, masks)

    def _seen(self, rows: Rows, masks: Masks) -> Observations:
        return {"observation": rows if self.flat else self.setup.layout.named(rows), "action_mask": masks}

    def _infos(self, seats: NDArray[np.int64]) -> dict[str, Any]:
        """Whose decision it is in each game."""
        return {"seat": seats, "_seat": np.ones(len(seats), np.bool_)}

    # ---- copies ----

    def __getstate__(self) -> dict[str, Any]:
        if self.workers:
            raise AgonError("Games in workers cannot be copied or pickled; workers=0 keeps them in this process.")
        made = ("_rows", "_masks", "_parts", "_stop", "_forget", "observation_space", "single_observation_space")
        (part,) = self._parts
        assert isinstance(part, Local)
        return {**{k: v for k, v in self.__dict__.items() if k not in made}, "games": part.games}

    def __setstate__(self, frozen: dict[str, Any]) -> None:
        games: Games = frozen.pop("games")
        self.__dict__.update(frozen)
        self._make_spaces()
        self._parts = [Local(games)]
        self._forget = self._stop = weakref.finalize(self, _nothing)
        self._rows, self._masks = games.rows, games.masks


def _joined(parts: list[NDArray[Any]]) -> NDArray[Any]:
    """The arrays of all parts as one."""
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def _part_of(infos: dict[str, Any], games: slice) -> dict[str, Any]:
    """Infos, which Gymnasium's way have a place for every game, with those of some games."""
    return {key: _part_of(told, games) if isinstance(told, dict) else told[games] for key, told in infos.items()}


def _nothing() -> None:
    """Where there are no workers, there is nothing to end."""
