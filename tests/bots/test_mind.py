"""Minds: read and refused, the same sums however they are run, used where they fit and told where they do not."""

from __future__ import annotations

import json
from math import log
from pathlib import Path
from random import Random

import numpy as np
import pytest

import agon
from agon.bots import make_bot
from agon.bots.ismcts import SHARP, Search
from agon.bots.mind import Mind, Net, inputs_of
from agon.bots.minds import NO_MIND, OTHER_SHAPE, MindFile, Weights, mind_for, read_mind
from agon.bots.quick import quick_game, terms_of
from agon.bots.searcher import SearchBot
from agon.core.errors import AgonError
from agon.core.state import OVER, State
from agon.learn.fit import Model, turned

INSTALLED = [(g, n) for g in agon.game_ids() for n in agon.game(g).seats if agon.game(g).mind_text(n)]


def position(game_id: str, seats: int, plies: int = 60, seed: int = 1) -> State:
    """A quiet position in the middle of a random game."""
    state = agon.game(game_id).new(seats)
    rng = Random(seed)
    for _ in range(plies):
        state.apply(state.random_action(rng))
    while state.actor() < 0:
        state.apply(state.random_action(rng))
    return state.quiet()


def some_mind(game_id: str, seats: int, hidden: int = 8) -> MindFile:
    shape = agon.game(game_id).new(seats).shape()
    rng = Random(5)
    numbers = [rng.gauss(0.0, 0.2) for _ in range(Net.size(inputs_of(shape), hidden))]
    return MindFile(game_id, seats, shape, Weights(hidden, numbers), Weights(hidden, numbers))


def test_minds_are_installed_for_the_games_they_win() -> None:
    assert ("hellas_2002", 2) in INSTALLED
    assert ("olympos", 3) in INSTALLED
    size = sum(len(agon.game(g).mind_text(n)) for g, n in INSTALLED)
    assert size < 4_000_000


@pytest.mark.parametrize(("game_id", "seats"), INSTALLED)
def test_an_installed_mind_says_where_it_comes_from_and_is_whole(game_id: str, seats: int) -> None:
    found = read_mind(agon.game(game_id).mind_text(seats))
    assert {"date", "commit", "data", "judge", "strength"} <= found.source.keys()
    assert found.source["strength"]["share"] > 1 / seats
    assert found.shape == agon.game(game_id).new(seats).shape()
    expected = found.mind().chances(position(game_id, seats))
    assert sum(expected) == pytest.approx(seats / 2)
    assert all(0.0 <= e <= 1.0 for e in expected)


def test_a_mind_is_the_same_after_it_was_written_and_read() -> None:
    mind = some_mind("hellas_2002", 2)
    again = read_mind(mind.text())
    assert again.hash() == read_mind(again.text()).hash()
    state = position("hellas_2002", 2)
    assert again.mind().chances(state) == read_mind(again.text()).mind().chances(state)


@pytest.mark.parametrize(("game_id", "seats"), [("hellas_2002", 2), ("olympos", 4)])
def test_a_judge_may_guide_by_what_it_expects(game_id: str, seats: int) -> None:
    """As steep as its file says, in place of `value`."""
    file = some_mind(game_id, seats)
    file.guide = None
    state = position(game_id, seats)
    who = state.actor()
    judging = Search(True, 8.0, 0, mind=file.mind())
    assert judging.promise(state, who) == state.value(who) / 8.0
    file.sharp = 20.0
    again = read_mind(file.text())
    assert again.sharp == 20.0
    guiding = Search(True, 8.0, 0, mind=again.mind())
    chance = again.mind().chances(state)[who]
    assert guiding.promise(state, who) == pytest.approx(20.0 * log(chance / (1.0 - chance)) / SHARP)


def test_whoever_is_sure_to_win_is_not_endlessly_far_ahead() -> None:
    file = some_mind("olympos", 4)
    file.judge.numbers = [1e6 * x for x in file.judge.numbers]
    mind = file.mind()
    state = position("olympos", 4)
    assert {0.0, 1.0} <= set(mind.chances(state))
    aheads = [mind.ahead(state, seat) for seat in range(4)]
    assert 20.0 < max(aheads) < 21.0 and min(aheads) == pytest.approx(-max(aheads))


@pytest.mark.parametrize("broken", ["", "{}", "[1]", '{"agon mind": 1}'])
def test_a_file_that_is_no_mind_is_refused(broken: str) -> None:
    with pytest.raises(AgonError) as refused:
        read_mind(broken)
    assert "mind" in refused.value.message("en")


def test_a_mind_whose_weights_were_changed_is_refused() -> None:
    told = json.loads(some_mind("hellas_2002", 2).text())
    told["judge"]["weights"] = told["guide"]["weights"].replace("A", "B", 1)
    with pytest.raises(AgonError):
        read_mind(json.dumps(told))
    told["agon mind"] = 2
    with pytest.raises(AgonError, match="form 2"):
        read_mind(json.dumps(told))


@pytest.mark.parametrize(("game_id", "seats"), [("hellas_2002", 2), ("olympos", 4)])
def test_the_search_and_the_learner_make_the_same_of_a_position(game_id: str, seats: int) -> None:
    """Inputs are laid out twice, in numbers for the search and in arrays for learning."""
    shape = agon.game(game_id).new(seats).shape()
    model = Model(inputs_of(shape), 8, 3)
    model.straight[:] = np.linspace(-1, 1, len(model.straight))
    weights = model.weights()
    net = Net(inputs_of(shape), weights.hidden, weights.numbers)
    mind = Mind(seats, shape, net, net)
    state = position(game_id, seats)
    rows = turned(np.array([terms_of(state)]), seats, shape)
    outputs = model.forward(rows[0])[0]
    assert [mind.promise(state, seat) for seat in range(seats)] == pytest.approx(outputs.tolist(), rel=1e-4)


def test_compiled_and_plain_agree_to_the_last_bit() -> None:
    """The number was told by both: tests run plain and compiled."""
    mind = some_mind("hellas_2002", 2).mind()
    assert mind.chances(position("hellas_2002", 2))[0].hex() == "0x1.14a4e1232486ep-2"


@pytest.mark.parametrize(("game_id", "seats"), [("hellas_2002", 2), ("olympos", 4), ("attika", 3)])
def test_a_position_is_worth_the_same_wherever_the_one_before_stood(game_id: str, seats: int) -> None:
    """By what differs from the ground, by a ground that follows, or afresh."""
    used = some_mind(game_id, seats).mind()
    state = agon.game(game_id).new(seats)
    rng = Random(3)
    near = followed = 0
    while state.actor() != OVER:
        state.apply(state.random_action(rng))
        if state.actor() < 0 or rng.random() < 0.5:
            continue
        quiet = state.quiet()
        if quiet.actor() == OVER:
            continue
        seat = rng.randrange(seats)
        fresh = some_mind(game_id, seats).mind()
        assert used.worths(quiet) == pytest.approx(fresh.worths(quiet), abs=1e-9)
        assert used.promise(quiet, seat) == pytest.approx(fresh.promise(quiet, seat), abs=1e-9)
        near += used.change.count > 0
        followed += used.change.count == 0
    assert near > 10 and followed > 10


def test_a_pack_of_another_shape_is_judged_by_value_and_the_reasons_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    state = position("hellas_2002", 2)
    assert mind_for(state)[0] is not None
    other = json.loads(agon.game("hellas_2002").mind_text(2))
    other["shape"][2] += 1
    monkeypatch.setattr(type(agon.game("hellas_2002")), "mind_text", lambda self, seats: json.dumps(other))
    assert mind_for(state) == (None, OTHER_SHAPE)
    bot = make_bot("ismcts:iterations=10")
    assert isinstance(bot, SearchBot)
    assert bot.reason(state.observe(state.actor()), state.legal(), Random(1)).other_pack
    monkeypatch.setattr(type(agon.game("hellas_2002")), "mind_text", lambda self, seats: "")
    assert mind_for(state) == (None, NO_MIND)


def test_a_mind_of_ones_own_is_named_by_its_file(tmp_path: Path) -> None:
    file = tmp_path / "mind.json"
    file.write_text(some_mind("hellas_2002", 2).text(), "utf-8")
    state = position("hellas_2002", 2)
    bot = make_bot(f"mind:{file}:iterations=20")
    assert isinstance(bot, SearchBot)
    assert bot.choose(state.observe(state.actor()), state.legal(), Random(1)) in state.legal()
    assert bot.search is not None and bot.search.mind is not None


def test_a_mind_that_is_not_there_is_refused_by_name() -> None:
    with pytest.raises(AgonError, match="no file"):
        make_bot("mind:nowhere.json")


def test_without_a_mind_the_search_is_as_it_was() -> None:
    bot = make_bot("ismcts:mind=off,iterations=10")
    assert isinstance(bot, SearchBot)
    state = position("hellas_2002", 2)
    bot.advise(state.observe(state.actor()), state.legal(), Random(1))
    assert bot.search is not None and bot.search.mind is None and not bot.search.tactics


def test_a_quick_game_ends_and_keeps_some_of_its_positions() -> None:
    state = agon.game("hellas_2002").new(2)
    kept = quick_game(state, Search(True, 8.0, 0), 8, 0.1, 6, Random(1))
    assert state.actor() == OVER
    assert len(kept) == 6 and all(k.actor() >= 0 for k in kept)
