"""PettingZoo's own tests pass for every game and number of seats; what they do not ask is asked here."""

from __future__ import annotations

import copy
import logging
import pickle
from collections.abc import Callable
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    max_cycles_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
    state_test,
)

import agon
from agon.core.errors import AgonError, IllegalAction
from agon.research import pettingzoo, render
from agon.research.pettingzoo import Env
from agon.research.rewards import rewards
from tests.research.support import CASES, SMALLEST, same

# PettingZoo warns of observations that are dictionaries, unless they are of its own games, and of the empty mask of a
# seat for which the game is over, as its own games show it too.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning"),
]


def played(env: Env, steps: int, seed: int = 3) -> Env:
    """So many random decisions into a game."""
    env.reset(seed=seed)
    rng = Random(seed)
    for _ in range(steps):
        env.step(rng.choice(env.action_space(env.agent_selection).legal))
    return env


def rest(env: Env, seed: int = 5, limit: int = 10**6) -> list[tuple[Any, ...]]:
    """Everything an agent sees until the end, under random play."""
    rng = Random(seed)
    out: list[tuple[Any, ...]] = []
    for agent in env.agent_iter(limit):
        last = env.last()
        out.append((agent, *last))
        env.step(None if last[2] or last[3] else rng.choice(env.action_space(agent).legal))
    return out


# ---- PettingZoo's tests ----


@pytest.mark.parametrize(("game_id", "seats"), CASES)
def test_api_test(game_id: str, seats: int) -> None:
    api_test(pettingzoo.env(game_id, seats=seats))
    api_test(pettingzoo.env(game_id, seats=seats, flat=True))
    api_test(pettingzoo.env(game_id, seats=seats, max_cycles=20))


@pytest.mark.parametrize(("game_id", "seats"), CASES)
def test_seed_test(game_id: str, seats: int) -> None:
    seed_test(lambda: pettingzoo.env(game_id, seats=seats), 150)


@pytest.mark.parametrize(("game_id", "seats"), CASES)
def test_max_cycles_test(game_id: str, seats: int) -> None:
    max_cycles_test(
        SimpleNamespace(
            env=lambda **given: pettingzoo.env(game_id, seats=seats, **given),
            parallel_env=lambda **given: pettingzoo.parallel_env(game_id, seats=seats, **given),
        )
    )


@pytest.mark.parametrize(("game_id", "seats"), CASES)
def test_render_test(
    game_id: str, seats: int, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(render, "WIDTH", 200)
    shows: dict[str, Callable[[object], bool]] = {"svg": lambda frame: str(frame).startswith("<svg")}
    render_test(lambda render_mode: pettingzoo.env(game_id, seats=seats, render_mode=render_mode), shows)
    assert len(capsys.readouterr().out) > 100  # "human" prints


@pytest.mark.parametrize(("game_id", "seats"), CASES)
def test_the_parallel_form_and_the_state_pass_theirs(game_id: str, seats: int) -> None:
    parallel_api_test(pettingzoo.parallel_env(game_id, seats=seats), 60)
    parallel_seed_test(lambda: pettingzoo.parallel_env(game_id, seats=seats), 20)
    state_test(pettingzoo.env(game_id, seats=seats), pettingzoo.parallel_env(game_id, seats=seats))


# ---- what a game is here ----


@pytest.mark.parametrize(("game_id", "seats"), CASES)
def test_a_game_ends_with_rewards_by_place_and_a_record_that_replays(game_id: str, seats: int) -> None:
    env = pettingzoo.env(game_id, seats=seats)
    seen = rest(played(env, 0))
    ends = [(reward, info) for _, _, reward, ended, _, info in seen if ended]
    places = [info["place"] for _, info in ends]
    assert [reward for reward, _ in ends] == pytest.approx(rewards(places))
    assert sum(reward for reward, _ in ends) == pytest.approx(0)
    record = env.record()
    assert record.result == places
    assert agon.Record.parse(record.text()).last().places() == places


@pytest.mark.parametrize(("game_id", "seats"), SMALLEST)
def test_an_observation_holds_what_the_seat_may_know_and_no_more(game_id: str, seats: int) -> None:
    env = played(pettingzoo.env(game_id, seats=seats), 30)
    for seat, agent in enumerate(env.agents):
        before = env.observe(agent)
        truth = env.run.state
        env.run.state = truth.determinize(seat, Random(1))
        assert same(env.observe(agent), before)
        env.run.state = truth
        named = env.setup.game.features(truth.observe(seat), seat)
        for name, row in env.setup.layout.named(before["observation"]).items():
            assert row.tolist() == pytest.approx(named[name]), name
        legal = truth.legal() if truth.actor() == seat else []
        assert np.flatnonzero(before["action_mask"]).tolist() == legal


@pytest.mark.parametrize(("game_id", "seats"), CASES)
def test_a_copy_or_pickle_in_mid_game_is_played_on_apart(game_id: str, seats: int) -> None:
    env = played(pettingzoo.env(game_id, seats=seats), 25)
    limit = 40 if game_id != "hellas_2016" else 10**6  # long games are not played to their end four times
    twins = [copy.copy(env), copy.deepcopy(env), pickle.loads(pickle.dumps(env))]
    before = env.observe(env.agent_selection)
    stories = [rest(twin, limit=limit) for twin in twins]
    assert same(env.observe(env.agent_selection), before)  # what the twins did changed nothing here
    own = rest(env, limit=limit)
    assert all(same(story, own) for story in stories)
    assert all(twin.record().text() == env.record().text() for twin in twins)
    for one in (env, *twins):
        one.reset()  # without a seed: the luck that comes next
    assert all(twin.record().text() == env.record().text() for twin in twins)


def test_the_two_other_forms_can_be_copied_too() -> None:
    cycles = pettingzoo.env("hellas_2016", max_cycles=50)
    cycles.reset(seed=1)
    for _ in range(7):
        cycles.step(cycles.action_space(cycles.agent_selection).sample())
    assert same(rest(pickle.loads(pickle.dumps(cycles))), rest(copy.copy(cycles)))
    parallel = pettingzoo.parallel_env("hellas_2016")
    parallel.reset(seed=1)
    for _ in range(7):
        parallel.step({agent: parallel.action_space(agent).sample() for agent in parallel.agents})
    twins = [parallel, copy.copy(parallel), copy.deepcopy(parallel), pickle.loads(pickle.dumps(parallel))]
    actions = {agent: parallel.action_space(agent).legal[0] for agent in parallel.agents}
    assert len({str(twin.step(actions)) for twin in twins}) == 1


def test_the_same_seed_gives_the_same_games_one_after_the_other() -> None:
    first, second = pettingzoo.env("attika"), pettingzoo.env("attika")
    assert same(rest(played(first, 0, seed=8)), rest(played(second, 0, seed=8)))
    first.reset()
    second.reset()
    assert first.record().text() == second.record().text()
    second.reset(seed=9)
    first.reset(seed=8)
    assert first.record().text() != second.record().text()


def test_a_sample_without_a_mask_is_legal() -> None:
    env = played(pettingzoo.env("olympos"), 10)
    space = env.action_space(env.agent_selection)
    assert {int(space.sample()) for _ in range(50)} <= set(env.run.state.legal())


def test_pictures_of_each_kind() -> None:
    frames = {}
    for mode in ("ansi", "svg", "rgb_array"):
        env = played(pettingzoo.env("hellas_2016", seats=3, render_mode=mode), 5)
        frames[mode] = env.render()
    assert "Hellas" in str(frames["ansi"]) or len(str(frames["ansi"]).splitlines()) > 10
    assert str(frames["svg"]).startswith("<svg")
    pixels = frames["rgb_array"]
    assert isinstance(pixels, np.ndarray)
    assert pixels.shape[1:] == (render.WIDTH, 3) and pixels.std() > 10


def test_options_of_the_game_and_a_cut() -> None:
    env = pettingzoo.env("hellas_2016", seats=2, startHouses=0, max_decisions=4)
    assert env.setup.settings["startHouses"] == "0"
    env.reset(seed=1)
    decided = [agent for agent in env.agent_iter() if _step(env)]
    assert len(decided) == 4
    assert not env.agents


def _step(env: Env) -> bool:
    _, _, ended, cut, _ = env.last()
    assert not ended
    env.step(None if cut else env.action_space(env.agent_selection).sample())
    return not cut


# ---- what may not be ----


def test_an_illegal_action_loses_and_says_why(caplog: pytest.LogCaptureFixture) -> None:
    env = played(pettingzoo.env("hellas_2016", seats=3), 12)
    who = env.agent_selection
    legal = set(env.run.state.legal())
    wrong = next(a for a in range(len(env.setup.game.space)) if a not in legal)
    with caplog.at_level(logging.WARNING, "agon.research"):
        env.step(wrong)
    assert env.terminations == dict.fromkeys(env.agents, True)
    assert env.rewards == {agent: -1.0 if agent == who else 0.0 for agent in env.agents}
    assert "§" in env.infos[who]["illegal"]
    assert env.infos[who]["illegal"] in caplog.text
    for _ in range(3):
        env.step(None)
    assert not env.agents


def test_or_it_is_refused_and_the_game_goes_on() -> None:
    env = played(pettingzoo.env("hellas_2016", illegal="raise"), 12)
    before = env.record().text()
    legal = set(env.run.state.legal())
    wrong = next(a for a in range(len(env.setup.game.space)) if a not in legal)
    with pytest.raises(IllegalAction, match="§"):
        env.step(wrong)
    with pytest.raises(IllegalAction, match="has no action 5000"):
        env.step(5000)
    with pytest.raises(IllegalAction, match="has no action -1"):
        env.step(-1)
    with pytest.raises(IllegalAction, match="a number from 0 to"):
        env.step("house C4")  # type: ignore[arg-type]
    assert env.record().text() == before
    env.step(min(legal))


def test_a_seat_that_does_not_decide_may_only_wait() -> None:
    env = pettingzoo.parallel_env("hellas_2016", seats=3, illegal="raise")
    env.reset(seed=1)
    sample = {agent: int(env.action_space(agent).sample()) for agent in env.agents}
    idle = next(agent for agent in env.agents if sample[agent] == env.wait)
    busy = next(agent for agent in env.agents if sample[agent] != env.wait)
    with pytest.raises(IllegalAction, match="does not decide now"):
        env.step({**sample, idle: sample[busy]})
    with pytest.raises(IllegalAction, match="may not wait"):
        env.step({**sample, busy: env.wait})
    with pytest.raises(AgonError, match=f"{idle} did not"):
        env.step({agent: action for agent, action in sample.items() if agent != idle})
    losing = pettingzoo.parallel_env("hellas_2016", seats=3)
    losing.reset(seed=1)
    _, worth, ended, _, infos = losing.step({**sample, idle: sample[busy]})
    assert worth[idle] == -1.0 and all(ended.values()) and "wait" in infos[idle]["illegal"]
    assert losing.agents == []


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (lambda: pettingzoo.env("chess"), 'no game "chess"'),
        (lambda: pettingzoo.env("attika", seats=5), "2, 3, 4 seats, not 5"),
        (lambda: pettingzoo.env("attika", colour="red"), 'no option "colour"'),
        (lambda: pettingzoo.env("attika", render_mode="film"), "render_mode is one of"),
        (lambda: pettingzoo.env("attika", illegal="pass"), "illegal is one of"),  # type: ignore[arg-type]
        (lambda: pettingzoo.env("attika", max_cycles=3, max_decisions=3), "not both"),
        (lambda: pettingzoo.env("attika", max_decisions=0), "at least one decision"),
        (lambda: pettingzoo.env(agon.game("attika"), pack="mine.toml"), "id of a game"),
        (lambda: pettingzoo.env("attika").step(0), "reset"),
        (lambda: pettingzoo.env("attika").observe("seat_0"), "reset"),
        (lambda: pettingzoo.env("attika").action_space("player_7"), 'no agent "player_7"'),
        (lambda: played(pettingzoo.env("attika"), 1).render(), "render_mode="),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(make: Callable[[], object], sentence: str) -> None:
    with pytest.raises(AgonError, match=sentence) as refused:
        make()
    assert str(refused.value).endswith(".")


def test_stepping_on_after_the_end_is_refused() -> None:
    env = pettingzoo.env("hellas_2016")
    rest(played(env, 0))
    with pytest.raises(AgonError, match="all agents have left"):
        env.step(0)


def test_a_game_made_by_hand_cannot_be_pickled_and_says_so() -> None:
    own = agon.game("hellas_2016").with_pack(None)
    env = played(pettingzoo.env(own), 3)
    assert same(rest(copy.deepcopy(env)), rest(env))
    with pytest.raises(AgonError, match="cannot be pickled"):
        pickle.dumps(env)
