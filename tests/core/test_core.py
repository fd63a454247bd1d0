"""Bits, hexes, chance, spaces, dumps and packs."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

import agon
from agon.core import chance, codec, hexgrid
from agon.core.errors import AgonError, BadPack
from agon.core.numbers import bits, lowest, popcount
from agon.core.space import ActionSpace, Verb


@given(st.integers(0, 2**62 - 1))
def test_bits_are_counted_and_found(mask: int) -> None:
    assert popcount(mask) == mask.bit_count()
    assert bits(mask) == [n for n in range(62) if mask >> n & 1]
    if mask:
        assert lowest(mask) == (mask & -mask).bit_length() - 1


def test_pick_draws_by_weight() -> None:
    rng = Random(1)
    seen = Counter(chance.pick([1, 0, 3], rng) for _ in range(4000))
    assert seen[1] == 0
    assert 2.6 < seen[2] / seen[0] < 3.4
    with pytest.raises(ValueError, match="nothing to draw"):
        chance.pick([0, 0], rng)


def test_draw_takes_a_component_out_of_the_pile() -> None:
    pile = vec[i64]([2, 0, 1])
    drawn = Counter(chance.draw(pile, Random(3)) for _ in range(3))
    assert drawn == {0: 2, 2: 1}
    assert list(pile) == [0, 0, 0]


def test_hexes_turn_and_touch() -> None:
    for i, direction in enumerate(hexgrid.DIRECTIONS):
        assert hexgrid.rotate(direction, 1) == hexgrid.DIRECTIONS[(i + 1) % 6]
        assert hexgrid.adjacent((0, 0), direction)
        assert hexgrid.distance((0, 0), direction) == 1
    assert hexgrid.rotate((2, -1), 6) == (2, -1)
    assert not hexgrid.adjacent((0, 0), (1, 1))
    assert hexgrid.distance((0, 0), (1, 1)) == 2
    assert sorted(len(g) for g in hexgrid.groups([(0, 0), (1, 0), (5, 5)])) == [1, 2]


def test_a_space_numbers_and_spells_every_action() -> None:
    space = ActionSpace([Verb("pass"), Verb("move", ["A1", "B2"], ["n", "s"]), Verb("stop")])
    texts = [space.text(a) for a in range(len(space))]
    assert texts == ["pass", "move A1 n", "move A1 s", "move B2 n", "move B2 s", "stop"]
    assert [space.parse(t.upper()) for t in texts] == list(range(6))
    assert space.arguments(3) == [1, 0]
    assert space.named("move").action(1, 1) == 4


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "this is empty"),
        ("mvoe A1 n", 'did you mean "move"'),
        ("xyz", "known are move, pass"),
        ("move A1", "takes 2 words behind it, not 1"),
        ("move A9 n", "move knows no A9; did you mean A1"),
        ("move a1 x", "move knows no x"),
    ],
)
def test_a_text_that_is_no_action_gets_a_sentence(text: str, sentence: str) -> None:
    space = ActionSpace([Verb("pass"), Verb("move", ["A1", "B2"], ["n", "s"])])
    with pytest.raises(AgonError, match=sentence):
        space.parse(text)


def test_an_action_out_of_range_gets_a_sentence() -> None:
    with pytest.raises(AgonError, match="There is no action 99"):
        ActionSpace([Verb("pass")]).text(99)


def test_a_dump_loads_back_to_an_equal_position() -> None:
    record = agon.match("hellas_2016", ["random", "random"], seed=1)
    state = list(record.replay())[60]
    other = record.game.new(2)
    codec.load(other, codec.dump(state))
    assert codec.same(other, state)
    assert codec.digest(other) == codec.digest(state)
    assert other.legal() == state.legal()
    with pytest.raises(AgonError, match='no field "wealth"'):
        codec.load(other, {"wealth": 3})


def numbers(state: agon.State) -> dict[str, object]:
    """Every number of a position, named in fields() or derived."""
    names = [name for name in dir(state) if not name.startswith("__")]
    values = {name: getattr(state, name) for name in names}
    return {
        name: list(value) if isinstance(value, vec) else value
        for name, value in values.items()
        if isinstance(value, (int, vec)) and not isinstance(value, bool)
    }


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_fields_tell_every_number_of_a_position(game_id: str) -> None:
    """A field forgotten here would be forgotten by dumps, digests and the laws; what is derived comes with the rest."""
    game = agon.game(game_id)
    for seats in game.seats:
        state, rng = game.new(seats), Random(seats)
        for _ in range(90):
            if state.actor() != agon.OVER:
                state.apply(state.random_action(rng))
        assert set(state.fields()) <= set(numbers(state))
        again = game.new(seats)
        codec.load(again, codec.dump(state))
        assert numbers(again) == numbers(state)


@pytest.mark.parametrize(
    ("pack", "sentence"),
    [
        ("[supply", "is not TOML"),
        ("[wealth]\nx = 1", 'table "wealth" that this game does not know'),
        ("[supply]\nhouse = 12", "supply.palace in mine.toml is missing"),
        ("[supply]\nhouse = -1", "whole number from 0 to 60, not -1"),
        ("supply = 3", "must be a table"),
        ('[tiles]\nupto = "many"', "list of pairs"),
        ("[stones]\n3 = [4, 4, 3]\n4 = [3, 3, 2]", "stones.2 in mine.toml is missing"),
        ("[stones]\n2 = [9, 9, 9]\n3 = [4, 4, 3]\n4 = [3, 3, 2]", "more than the 13 spaces"),
        (
            '[side.tiny]\nseats = [2]\ntop = 0\nleft = 0\nstart_quarries = ["Q9"]\nworker_start = "Q1"\nmap = "c Q c"',
            "Q9",
        ),
        (
            '[side.tiny]\nseats = [2]\ntop = 0\nleft = 0\nstart_quarries = []\nworker_start = "Q1"\nmap = "c ? c"',
            "line 1",
        ),
    ],
)
def test_a_broken_pack_is_refused_with_a_sentence(tmp_path: Path, pack: str, sentence: str) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(pack)
    with pytest.raises(BadPack, match=sentence):
        agon.game("hellas_2016", pack=str(path))


def test_a_missing_pack_is_refused_with_a_sentence() -> None:
    with pytest.raises(BadPack, match=r"cannot be read: No such file"):
        agon.game("hellas_2016", pack="/nowhere/mine.toml")


def test_an_owner_can_enter_components_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('[setup]\nsource = "my box"\nstart_marble = 9\nstart_houses = 3\n')
    game = agon.game("hellas_2016", pack=str(path))
    assert game.pack == "mine"
    assert game.pack_hash != agon.game("hellas_2016").pack_hash
    record = agon.match(game, ["random", "random"], seed=1)
    assert agon.Record.parse(record.text()).with_game(game).last().places() == record.result


def test_an_unknown_game_gets_a_sentence() -> None:
    with pytest.raises(AgonError, match='There is no game "chess"; known are'):
        agon.game("chess")
