"""Actions by factor: every action of every game has four numbers of its own, and whoever follows the masks is legal."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import agon
from agon.core.errors import AgonError
from agon.core.hexgrid import middle
from agon.core.state import CHANCE, OVER
from agon.research import factored
from agon.research.factored import NAMES
from agon.research.layout import Layout

GAMES = agon.game_ids()


@pytest.fixture(scope="module", params=GAMES)
def factors(request: pytest.FixtureRequest) -> factored.Factors:
    return factored.of(request.param)


def test_every_action_has_factors_of_its_own_and_is_found_by_them(factors: factored.Factors) -> None:
    space = factors.game.space
    assert factors.table.shape == (len(space), len(NAMES))
    for action, row in enumerate(factors.table.tolist()):
        assert factors.action(*row) == action
        told = factors.told(action)
        assert told["verb"] == space.verb(action).name
        assert sorted(" ".join(told[name] for name in NAMES[1:]).replace("-", "").split()) == sorted(
            space.text(action).split()[1:]
        )
    assert [len(factors.words[name]) for name in NAMES] == list(factors.sizes.values())


def test_factors_that_belong_to_no_action_are_refused(factors: factored.Factors) -> None:
    with pytest.raises(AgonError, match="has no action with"):
        factors.action(0, 10**6)


def test_whoever_chooses_factor_by_factor_plays_legally(factors: factored.Factors) -> None:
    game, rng = factors.game, Random(5)
    for seats in game.seats:
        state = game.new(seats)
        layout = Layout(game, state)
        for _ in range(150):
            if state.actor() == OVER:
                break
            if state.actor() == CHANCE:
                state.apply(state.random_action(rng))
                continue
            mask = layout.mask(state)
            chosen: list[int] = []
            while len(chosen) < len(NAMES):
                chosen.append(int(rng.choice(np.flatnonzero(factors.next(mask, *chosen)))))
            action = factors.action(*chosen)
            assert state.is_legal(action)
            marginals = factors.masks(state.legal())
            assert all(marginals[name][n] for name, n in zip(NAMES, chosen, strict=True))
            assert [int(m.sum()) for m in marginals.values()] == [
                len(set(column)) for column in factors.table[state.legal()].T.tolist()
            ]
            state.apply(action)


def test_an_action_has_no_fifth_factor(factors: factored.Factors) -> None:
    with pytest.raises(AgonError, match="4 factors"):
        factors.next([0], 0, 0, 0, 0)


def test_slots_are_the_places_of_the_rows_and_point_at_actions(factors: factored.Factors) -> None:
    game, rng = factors.game, Random(2)
    state = game.new(game.seats[0])
    for _ in range(60):
        state.apply(state.random_action(rng))
    slots = factors.slots(state)
    assert (slots > 0).all() and len(set(slots.tolist())) == len(slots)
    pointing = [v for v, verb in enumerate(game.space.verbs) if game.roles(verb) == ("place",)]
    assert pointing
    for verb in pointing:
        for slot, action in enumerate(factors.pointed(state, verb).tolist()):
            if action >= 0:
                assert factors.told(action)["place"] == game.slots(state)[slot]


def test_the_slots_of_attika_lie_where_the_rows_say() -> None:
    game, factors = agon.game("attika"), factored.of("attika")
    state, rng = game.new(2), Random(4)
    for _ in range(80):
        state.apply(state.random_action(rng))
    rows = game.features(state.observe(0), 0)
    slots = factors.slots(state)
    assert int(sum(rows["space"])) == len(slots)
    place = factors.words["verb"].index("place")
    for slot, action in enumerate(factors.pointed(state, place).tolist()):
        hex_of_slot = (round(rows["q"][slot] * 50), round(rows["r"][slot] * 50))
        assert game.where(state, action) == pytest.approx(middle(hex_of_slot))


def test_a_game_that_says_nothing_of_its_arguments_has_pieces_only() -> None:
    space = agon.game("hellas_2016").space
    assert agon.game("hellas_2016").roles(space.named("take")) == ("piece",)
    assert agon.game("hellas_2016").roles(space.named("pass")) == ()
