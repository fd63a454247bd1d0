"""Gymnasium's checker passes; many games in one call are the games that a loop over environments plays."""

from __future__ import annotations

import copy
import gc
import logging
import pickle
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv

import agon
from agon.bots import Bot, make_bot
from agon.core.errors import AgonError, IllegalAction
from agon.core.state import State
from agon.research import render, speed
from agon.research.gymnasium import Env, VectorEnv, register
from agon.research.spaces import draw_legal
from agon.research.workers import Remote
from tests.research.support import CASES, SMALLEST, same


def to_the_end(env: Env, seed: int | None = 3) -> tuple[float, dict[str, Any], int]:
    """Random legal play; the last reward and info, and the number of decisions."""
    _, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    steps, reward, over = 0, 0.0, False
    while not over:
        _, reward, ended, cut, info = env.step(env.action_space.sample())
        over = ended or cut
        steps += 1
    return reward, info, steps


# ---- one game ----


@pytest.mark.parametrize(("game_id", "seats"), CASES)
@pytest.mark.parametrize("bots", ["random", None])
def test_check_env(game_id: str, seats: int, bots: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render, "WIDTH", 200)
    env = gymnasium.make(f"agon/{game_id}-v1", seats=seats, bots=bots)
    check_env(env.unwrapped, skip_render_check=seats > agon.game(game_id).seats[0] or bots is None)


def test_every_game_is_registered() -> None:
    assert register() == [f"agon/{game_id}-v{agon.game(game_id).rules_version}" for game_id in agon.game_ids()]


@pytest.mark.parametrize("bot", ["random", "greedy", "easy", "medium", "ismcts:iterations=2"])
def test_bots_of_every_kind_play_the_other_seats(bot: str) -> None:
    env = Env("hellas_2016", 2, seat=1, bots=bot)
    reward, info, _ = to_the_end(env)
    assert info["seat"] == 1
    assert reward == info["rewards"][1] and info["rewards"].sum() == pytest.approx(0)
    record = env.record()
    assert record.players == [bot, "agent"]
    assert record.last().places() == record.result
    env.close()


def test_bots_sit_in_their_order_to_the_left() -> None:
    env = Env("olympos", 4, seat=2, bots=["random", "greedy", make_bot("easy")])
    env.reset(seed=1)
    assert env.record().players == ["greedy", "easy", "agent", "random"]


def test_a_bot_made_for_a_game_follows_it_and_an_object_is_only_asked() -> None:
    made: list[Following] = []

    def maker() -> Following:
        made.append(Following())
        return made[-1]

    asked = Following()
    env = Env("hellas_2016", 3, seat=0, bots=[maker, asked])
    to_the_end(env)
    env.reset()
    assert len(made) == 2  # one for each game
    assert len(made[0].noticed) > 50 and not asked.noticed


class Following(Bot):
    """Plays the first action, and remembers what it heard."""

    name = "following"

    def __init__(self) -> None:
        self.noticed: list[int] = []

    def choose(self, observation: State, legal: list[int], rng: Random) -> int:
        return legal[0]

    def notice(self, action: int) -> None:
        self.noticed.append(action)


def test_the_seat_is_drawn_or_given() -> None:
    env = Env("attika", 4)
    env.reset(seed=1)
    assert {env.reset()[1]["seat"] for _ in range(40)} == {0, 1, 2, 3}
    assert env.reset(options={"seat": 2})[1]["seat"] == 2
    with pytest.raises(AgonError, match="no seat 4"):
        env.reset(options={"seat": 4})


@pytest.mark.parametrize(("game_id", "seats"), SMALLEST)
def test_without_bots_every_seat_is_asked_in_its_own_view(game_id: str, seats: int) -> None:
    env = Env(game_id, seats, bots=None)
    observation, info = env.reset(seed=4)
    asked = set()
    for _ in range(60):
        run = env.solo.run
        assert info["seat"] == run.actor
        asked.add(info["seat"])
        row = run.setup.layout.row(run.state, info["seat"])
        assert same(observation["observation"], row)
        observation, _, ended, _, info = env.step(env.action_space.sample())
        if ended:
            break
    assert asked == set(range(seats))


def test_a_copy_or_pickle_in_mid_game_is_played_on_apart() -> None:
    env = Env("olympos", 3, bots=["greedy:samples=1", "random"])
    env.reset(seed=6)
    for _ in range(15):
        env.step(env.solo.legal[0])

    def story(one: Env) -> list[object]:
        return [one.step(one.solo.legal[-1]) for _ in range(10)]

    twins = [copy.copy(env), copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    stories = [story(twin) for twin in twins]
    own = story(env)
    assert all(same(one, own) for one in stories)


def test_a_search_plays_on_after_a_copy() -> None:
    env = Env("hellas_2016", 2, seat=0, bots="ismcts:iterations=3")
    env.reset(seed=6)
    env.step(env.solo.legal[0])
    twin = copy.deepcopy(env)
    before = env.solo.run.record().text()
    assert twin.solo.run.record().text() == before
    (search,) = twin.solo.players.values()
    assert search is not env.solo.players[1], "the copy has a search of its own"
    twin.step(twin.solo.legal[0])
    assert env.solo.run.record().text() == before, "and is played on apart"
    env.step(env.solo.legal[0])
    for one in (env, twin):
        record = one.solo.run.record(["agent", "ismcts"])
        assert len(record.plies) > len(before.split("\n\n")[1].splitlines()) + 1, "the search has answered"
        assert record.last().actor() == 0


def test_a_bot_made_for_a_copy_follows_it_from_there_on() -> None:
    made: list[Following] = []

    def maker() -> Following:
        made.append(Following())
        return made[-1]

    env = Env("hellas_2016", 2, seat=0, bots=maker)
    env.reset(seed=6)
    twin = copy.deepcopy(env)
    before, heard = len(twin.solo.run.plies), len(made[0].noticed)
    twin.step(twin.solo.legal[0])
    assert made[1].noticed == twin.solo.run.plies[1::2][before // 2 :]
    assert len(made[0].noticed) == heard


def test_flat_rows_are_the_named_ones_end_to_end() -> None:
    flat, named = Env("attika", bots=None), Env("attika", bots=None, flat=False)
    row, rows = flat.reset(seed=1)[0]["observation"], named.reset(seed=1)[0]["observation"]
    assert flat.reset(seed=1)[0] in flat.observation_space
    assert np.array_equal(row, np.concatenate([rows[name] for name in named.setup.layout.lengths]))


def test_masks_as_maskable_ppo_asks_for_them() -> None:
    env = Env("attika")
    observation, _ = env.reset(seed=1)
    assert env.action_masks().dtype == observation["action_mask"].dtype == np.int8
    assert same(env.action_masks().astype(np.int8), observation["action_mask"])


def test_a_cut_is_a_truncation() -> None:
    _, info, steps = to_the_end(Env("hellas_2002", max_decisions=5))
    assert steps == 5
    assert "place" not in info


def test_an_illegal_action_loses_or_is_refused(caplog: pytest.LogCaptureFixture) -> None:
    env = Env("attika")
    env.reset(seed=1)
    with caplog.at_level(logging.WARNING, "agon.research"):
        for _ in range(2):
            legal = set(env.solo.legal)
            wrong = next(a for a in range(env.actions) if a not in legal)
            observation, reward, ended, cut, info = env.step(wrong)
            assert (reward, ended, cut) == (-1.0, True, False)
            assert "§" in info["illegal"]
            assert not observation["action_mask"].any()
            env.reset()
    assert len(caplog.records) == 1  # once an environment is enough
    strict = Env("attika", illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalAction, match="§"):
        strict.step(wrong)
    strict.step(strict.solo.legal[0])


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: Env("chess"), 'no game "chess"'),
        (lambda: Env("attika", 5), "seats, not 5"),
        (lambda: Env("attika", seat=2), "no seat 2"),
        (lambda: Env("attika", bots="clever"), 'no bot "clever"'),
        (lambda: Env("attika", 4, bots=["random"]), "room for 3 bots, not for 1"),
        (lambda: Env("attika", render_mode="film"), "render_mode is one of"),
        (lambda: Env("attika").step(0), "reset"),
        (lambda: Env("attika").render(), "reset"),
        (lambda: Env("attika").record(), "reset"),
        (lambda: VectorEnv("attika", 0), "At least one game"),
        (lambda: VectorEnv("attika", 2, workers=-1), "0 or more"),
        (lambda: VectorEnv("attika", 2).step([0, 0]), "reset"),
        (lambda: VectorEnv("attika", 2).step([0]), "2 whole numbers"),
        (lambda: VectorEnv("attika", 2).reset(seed=[1]), "as many seeds"),
        (lambda: VectorEnv("attika", 2).reset(options={"reset_mask": np.zeros(2, np.bool_)}), "at least one"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(make: Callable[[], object], sentence: str) -> None:
    with pytest.raises(AgonError, match=sentence) as refused:
        make()
    assert str(refused.value).endswith(".")


def test_stepping_on_after_the_end_is_refused() -> None:
    env = Env("hellas_2016", max_decisions=1)
    to_the_end(env)
    with pytest.raises(AgonError, match="over"):
        env.step(0)


# ---- many games ----


def both(game_id: str, seats: int, mode: AutoresetMode, workers: int = 0, **given: Any) -> tuple[VectorEnv, Any]:
    """The same games twice: in one call, and as a loop over environments."""
    ours = VectorEnv(game_id, 4, seats, autoreset_mode=mode, workers=workers, **given)
    loop = SyncVectorEnv([lambda: Env(game_id, seats, **given)] * 4, autoreset_mode=mode)
    return ours, loop


@pytest.mark.parametrize(("game_id", "seats"), SMALLEST)
@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize(("bots", "workers"), [("random", 0), (None, 2)])
def test_many_games_are_those_of_a_loop(
    game_id: str, seats: int, mode: AutoresetMode, bots: str | None, workers: int
) -> None:
    """Observations, rewards, ends and infos are the same, over the ends of games."""
    ours, loop = both(game_id, seats, mode, workers, bots=bots, max_decisions=30)
    assert ours.observation_space == loop.observation_space and ours.action_space == loop.action_space
    assert same(ours.reset(seed=5), loop.reset(seed=5))
    ended = 0
    for _ in range(70):
        actions = ours.random_actions()
        stepped = ours.step(actions)
        assert same(stepped, loop.step(actions))
        ended += int(stepped[2].sum() + stepped[3].sum())
    assert ended >= 4
    assert stepped[0] in ours.observation_space
    ours.close()


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
@pytest.mark.parametrize(("bots", "workers"), [("random", 2), (None, 2), ("random", 0)])
def test_groups_go_on_by_themselves_and_are_those_of_loops(mode: AutoresetMode, bots: str | None, workers: int) -> None:
    """Whichever group is ready first, its games are stepped as by a loop over them alone."""
    ours = VectorEnv("olympos", 5, 3, autoreset_mode=mode, workers=workers, bots=bots, max_decisions=20)
    groups = ours.groups
    assert groups == ([slice(0, 2), slice(2, 5)] if workers else [slice(0, 5)])
    sizes = [games.stop - games.start for games in groups]
    make = partial(Env, "olympos", 3, bots=bots, max_decisions=20)
    loops = [SyncVectorEnv([make] * size, autoreset_mode=mode) for size in sizes]
    rng = np.random.default_rng(3)
    first, _ = ours.reset(seed=5)
    sent: dict[int, Any] = {}

    def go_on(n: int, seen: Any) -> None:
        sent[n] = draw_legal(seen["action_mask"], rng)
        ours.send(n, sent[n])

    for n, games in enumerate(groups):
        seen, _ = loops[n].reset(seed=5 + games.start)
        assert same(seen, {key: part[games] for key, part in first.items()})
        go_on(n, seen)
    ended, steps = 0, [0] * len(groups)
    while min(steps) < 45:
        n, stepped = ours.recv()
        assert same(stepped, loops[n].step(sent[n]))
        ended += int(stepped[2].sum() + stepped[3].sum())
        steps[n] += 1
        go_on(n, stepped[0])
    assert ended >= 10
    ours.close()


def test_what_groups_cannot_do_is_refused_with_a_sentence() -> None:
    envs = VectorEnv("hellas_2016", 4, bots=None, workers=2, illegal="raise", render_mode="ansi")
    envs.reset(seed=1)
    actions = envs.random_actions()
    refused: list[tuple[Callable[[], object], str]] = [
        (envs.recv, "No group was sent on"),
        (lambda: envs.send(2, actions[:2]), "There are 2 groups"),
        (lambda: envs.send(1, actions), "2 whole numbers"),
        (lambda: envs.send(1, [10**6, actions[3]]), "Game 2: hellas_2016 has no action 1000000"),
    ]
    for act, sentence in refused:
        with pytest.raises(AgonError, match=sentence):
            act()
    envs.send(1, actions[2:])
    for act in (lambda: envs.step(actions), envs.reset, envs.records, envs.render):
        with pytest.raises(AgonError, match="Group 1 was sent on and is not back yet"):
            act()
    with pytest.raises(AgonError, match="Group 1 was sent on already"):
        envs.send(1, actions[2:])
    assert envs.recv()[0] == 1
    envs.step(envs.random_actions())
    envs.close()


def test_games_end_by_themselves_and_begin_anew() -> None:
    ours, loop = both("hellas_2016", 2, AutoresetMode.NEXT_STEP, bots="random")
    assert same(ours.reset(seed=2), loop.reset(seed=2))
    ends = 0
    for _ in range(150):
        actions = ours.random_actions()
        stepped = ours.step(actions)
        assert same(stepped, loop.step(actions))
        ends += int(stepped[2].sum())
        assert (np.abs(stepped[1]) > 0).sum() <= stepped[2].sum()
    assert ends >= 4


def test_disabled_autoreset_waits_for_a_reset_mask() -> None:
    envs = VectorEnv("hellas_2016", 2, max_decisions=1, autoreset_mode=AutoresetMode.DISABLED)
    envs.reset(seed=1)
    assert envs.step(envs.random_actions())[3].all()
    with pytest.raises(AgonError, match="over"):
        envs.step([0, 0])
    observations, _ = envs.reset(options={"reset_mask": np.array([True, False])})
    assert observations["action_mask"].any(axis=1).tolist() == [True, True]
    with pytest.raises(AgonError, match="Some games are over"):
        envs.step(envs.random_actions())
    envs.reset(options={"reset_mask": np.array([False, True])})
    envs.step(envs.random_actions())


def test_arrays_are_the_callers_own_unless_it_says_otherwise() -> None:
    envs = VectorEnv("attika", 3)
    first, _ = envs.reset(seed=1)
    kept = copy.deepcopy(first)
    envs.step(envs.random_actions())
    assert same(first, kept)
    shared = VectorEnv("attika", 3, copy=False)
    one = shared.reset(seed=1)[0]
    two = shared.step(shared.random_actions())[0]
    assert np.shares_memory(one["action_mask"], two["action_mask"])


def test_an_illegal_action_among_many_loses_its_own_game() -> None:
    envs = VectorEnv("hellas_2016", 3, bots=None)
    envs.reset(seed=1)
    actions = envs.random_actions()
    actions[1] = np.flatnonzero(~envs.action_masks()[1])[0]
    _, reward, ended, _, infos = envs.step(actions)
    assert reward.tolist() == [0.0, -1.0, 0.0] and ended.tolist() == [False, True, False]
    assert "§" in infos["illegal"][1] and infos["_illegal"].tolist() == [False, True, False]


@pytest.mark.parametrize("workers", [0, 2])
def test_or_it_is_refused_before_any_game_is_stepped(workers: int) -> None:
    envs = VectorEnv("hellas_2016", 3, bots=None, illegal="raise", workers=workers)
    envs.reset(seed=1)
    before = [record.text() for record in envs.records()]
    actions = envs.random_actions()
    actions[2] = np.flatnonzero(~envs.action_masks()[2])[0]
    with pytest.raises(IllegalAction, match=r"Game 2: .*§"):
        envs.step(actions)
    actions[2] = 10**6
    with pytest.raises(IllegalAction, match="Game 2: hellas_2016 has no action 1000000"):
        envs.step(actions)
    assert [record.text() for record in envs.records()] == before
    envs.step(envs.random_actions())
    envs.close()


def test_workers_end_with_their_games_and_what_they_cannot_do_is_a_sentence() -> None:
    envs = VectorEnv("hellas_2016", 3, workers=8, bots=Failing(), render_mode="ansi")
    processes = [part.process for part in envs._parts if isinstance(part, Remote)]
    assert len(processes) == 3  # no more than games
    with pytest.raises(AgonError, match="I give up"):
        play_on(envs, 40)
    with pytest.raises(AgonError, match="cannot be copied or pickled"):
        pickle.dumps(envs)
    assert len(envs.render()) == 3
    processes[0].kill()
    with pytest.raises(AgonError, match="A worker has ended"):
        envs.records()
    envs.close()
    assert all(process.poll() is not None for process in processes)
    assert not envs._forget.alive  # no name is left of the memory they shared


def test_workers_end_when_nobody_holds_the_games() -> None:
    envs = VectorEnv("hellas_2016", 2, workers=2)
    processes = [part.process for part in envs._parts if isinstance(part, Remote)]
    envs.reset(seed=1)
    del envs
    gc.collect()
    assert all(process.poll() is not None for process in processes)


def play_on(envs: VectorEnv, steps: int) -> None:
    envs.reset(seed=1)
    for _ in range(steps):
        envs.step(envs.random_actions())


class Failing(Bot):
    """Never finds an action."""

    name = "failing"

    def choose(self, observation: State, legal: list[int], rng: Random) -> int:
        raise AgonError("I give up.")


def test_many_games_can_be_pickled_in_the_middle() -> None:
    envs = VectorEnv("attika", 3, bots="random")
    envs.reset(seed=3)
    for _ in range(5):
        envs.step(envs.random_actions())
    twin = pickle.loads(pickle.dumps(envs))
    for _ in range(5):
        actions = envs.random_actions()
        assert same(envs.step(actions), twin.step(actions))


def test_make_vec_finds_it() -> None:
    envs = gymnasium.make_vec("agon/hellas_2016-v1", num_envs=2, vectorization_mode="vector_entry_point", seats=3)
    assert isinstance(envs.unwrapped, VectorEnv)
    assert envs.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    observations, infos = envs.reset(seed=1)
    assert observations["action_mask"].shape == (2, len(agon.game("hellas_2016").space))
    assert infos["seat"].shape == (2,)
    envs.close()


def test_pictures_and_records_of_many_games() -> None:
    envs = VectorEnv("hellas_2016", 2, render_mode="svg")
    envs.reset(seed=1)
    frames = envs.render()
    assert len(frames) == 2 and all(str(frame).startswith("<svg") for frame in frames)
    assert [record.game_id for record in envs.records()] == ["hellas_2016"] * 2


# ---- speed ----


def test_the_speed_command_prints_both_rates(capsys: pytest.CaptureFixture[str]) -> None:
    assert speed.main(["hellas_2016", "--envs", "4", "--seconds", "0.05"]) == 0
    assert "x" in capsys.readouterr().out.splitlines()[-1]
    assert speed.main(["hellas_2016", "--envs", "4", "--seconds", "0.05", "--workers", "2", "--groups"]) == 0
    assert speed.main(["chess"]) == 2
    assert "no game" in capsys.readouterr().err


@pytest.mark.soak
@pytest.mark.parametrize(("game_id", "seats"), SMALLEST)
def test_one_call_is_faster_than_a_loop(game_id: str, seats: int) -> None:
    assert speed.measure(game_id, seats, seconds=5.0).ratio > 1.0


def test_what_a_game_in_a_worker_tells_stands_at_its_own_place() -> None:
    """An illegal action ends one game of four; the other three have nothing to tell."""
    for lost in (0, 1, 2, 3):
        envs = VectorEnv("hellas_2016", 4, 2, workers=2, bots=None, autoreset_mode=AutoresetMode.DISABLED)
        envs.reset(seed=1)
        actions = envs.random_actions()
        actions[lost] = envs.actions - 1
        assert envs.action_masks()[lost, -1] == 0
        _, worth, ended, _, infos = envs.step(actions)
        envs.close()
        here = [i == lost for i in range(4)]
        assert (ended.tolist(), infos["_illegal"].tolist(), (worth < 0).tolist()) == (here, here, here)
        assert [bool(said) for said in infos["illegal"]] == here
