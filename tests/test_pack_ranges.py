"""Every figure of a pack has a range: an odd one is refused by a sentence with file, table and key, or makes a game."""

from __future__ import annotations

import re
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st

import agon
from agon.core.errors import AgonError, BadPack
from agon.play.laws import check_game
from agon.play.packs import Pack
from tests.test_packs import Tables, default, places, written

Way = tuple[str | int, ...]

PLIES = 200  # of a game with an odd pack
OUT_OF_RANGE: tuple[Any, ...] = (
    10**12,
    10**30,
    -(10**12),
    -(10**5),
    "x",
    "",
    1.5,
    True,
    [],
    {},
    [[1]],
    {"a": {"b": 1}},
)
ODD: tuple[Any, ...] = (*OUT_OF_RANGE, 0, 1, 2, 7, "a" * 5000, "\0", ["x", "x"], [1, 2], [[4, 7]])


def tables_of(game_id: str) -> Tables:
    return {name: table for file in default(game_id).values() for name, table in file.items()}


TABLES = {game_id: tables_of(game_id) for game_id in agon.game_ids()}


def at(tables: Any, way: Way) -> Any:
    for key in way:
        tables = tables[key]
    return tables


def figures(game_id: str) -> list[Way]:
    """The way to every number of the default pack, one of each kind: numbers of like rows are alike."""
    kinds: dict[tuple[str, ...], Way] = {}
    for way in places(TABLES[game_id]):
        if type(at(TABLES[game_id], way)) is int:
            kind = tuple(str(key) if isinstance(key, str) else "*" for key in way)
            if way[0] in ("territory", "sea", "cell", "discovery", "wonder", "outline"):  # a row a name
                kind = (kind[0], "*", *kind[2:])
            kinds.setdefault(kind, way)
    return list(kinds.values())


def named(way: Way) -> str:
    """A place as a sentence names it: building[3].main; the numbers of a list have its name."""
    *inside, last = way
    while isinstance(last, int):
        last = inside.pop()
    return "".join(f"[{key}]" if isinstance(key, int) else f".{key}" for key in [*inside, last]).lstrip(".")


def with_figure(game_id: str, way: Way, value: Any, folder: Path) -> str:
    """A pack that differs from the default in this one place."""
    tables = deepcopy({str(way[0]): TABLES[game_id][str(way[0])]})
    at(tables, way[:-1])[way[-1]] = value
    path = folder / "mine.toml"
    path.write_text("".join(f"{k} = {written(v)}\n" for k, v in tables.items()), "utf-8")
    return str(path)


def play(game: agon.Game, rng: Random) -> None:
    """Random plies, with all that is drawn and said of the position now and then."""
    for seats in game.seats:
        state = game.new(seats)
        for ply in range(PLIES):
            if state.actor() == agon.OVER:
                assert len(state.places()) == seats
                break
            action = state.random_action(rng)
            if ply % 70 == 40:
                look(game, state, action)
            state.apply(action)


def sentence(game_id: str, pack: str, rng: Random) -> str | None:
    """What is said against a pack; None once games were played with it."""
    try:
        play(agon.game(game_id, pack=pack), rng)
    except AgonError as error:
        return str(error)
    return None


def look(game: agon.Game, state: agon.State, action: int) -> None:
    seen = state.observe(0)
    assert game.scene(seen, 0).svg().startswith("<svg")
    assert game.sketch(seen, 0)
    assert game.log(state, action, ["A"] * state.seats())
    assert game.facts(seen)
    assert game.features(seen, 0)
    assert game.census(state) == game.inventory(state)


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_a_figure_out_of_range_is_refused_with_its_file_table_key_and_range(game_id: str, tmp_path: Path) -> None:
    rng = Random(f"range {game_id}")
    for way in figures(game_id):
        with pytest.raises(BadPack) as refused:
            agon.game(game_id, pack=with_figure(game_id, way, rng.choice(OUT_OF_RANGE), tmp_path))
        said = str(refused.value)
        assert said.startswith(f"{named(way)} in mine.toml must "), said
        assert re.search(r" from -?\d+ to \d+, not | must have \d+ ", said), said


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_any_figure_may_be_odd_and_a_sentence_or_a_game_comes_of_it(
    game_id: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    folder = tmp_path_factory.mktemp("odd")
    ways = [way for way in places(TABLES[game_id]) if len(way) > 1]
    said: list[str | None] = []

    @settings(
        max_examples=45,
        derandomize=True,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )
    @given(st.sampled_from(ways), st.sampled_from(ODD))
    def odd(way: Way, value: Any) -> None:
        refused = sentence(game_id, with_figure(game_id, way, value, folder), Random(1))
        assert refused is None or re.search(r"^[a-z]\w*[.\w\[\]]* in \w+\.toml|^The pack has no", refused), refused
        said.append(refused)

    odd()
    assert sum(1 for refused in said if refused is not None and "mine.toml" in refused) > 10
    same = with_figure(game_id, ways[0], at(TABLES[game_id], ways[0]), folder)
    assert sentence(game_id, same, Random(1)) is None


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_the_ends_of_a_range_make_a_game_or_a_sentence(game_id: str, tmp_path: Path) -> None:
    """The least and the most that a sentence allows are really allowed, or another sentence says what they break."""
    rng = Random(f"ends {game_id}")
    for way in rng.sample(figures(game_id), 7):
        with pytest.raises(BadPack) as refused:
            agon.game(game_id, pack=with_figure(game_id, way, 10**12, tmp_path))
        ends = re.search(r" from (-?\d+) to (\d+)", str(refused.value))
        assert ends is not None
        for end in ends.groups():
            said = sentence(game_id, with_figure(game_id, way, int(end), tmp_path), rng)
            assert said is None or "must be a whole number" not in said, said


@pytest.mark.parametrize(
    ("game_id", "way", "value", "sentence"),
    [
        (
            "olympos",
            ("setup", "settlers"),
            100_000_000,
            "setup.settlers in mine.toml must be a whole number from 1 to 9, not 100000000.",
        ),
        (
            "hellas_2002",
            ("supply", "greeks"),
            10**12,
            "supply.greeks in mine.toml must be a whole number from 1 to 60, not 1000000000000.",
        ),
        (
            "hellas_2016",
            ("tiles", "upto"),
            [[4, 7], [14, 3], [26, 2], [40, 1]],
            "tiles.upto in mine.toml must show from 0 to 4 marble, not 7.",
        ),
        (
            "attika",
            ("building", 3, "beside"),
            ["citadel"],
            "building[3].beside in mine.toml must be one of city",
        ),
        ("attika", ("building", 3, "id"), "city", "building[3].id in mine.toml must be another than city"),
        (
            "hellas_2002",
            ("setup", "tiles"),
            9,
            "setup.tiles in mine.toml must be at most 8: 16 tiles have no temple and touch water.",
        ),
        ("olympos", ("copies", "3"), [1, 2, 1, 2], "copies.3 in mine.toml must have 5 whole numbers, not 4."),
    ],
)
def test_what_used_to_hang_or_break_is_said_at_once(
    game_id: str, way: Way, value: Any, sentence: str, tmp_path: Path
) -> None:
    with pytest.raises(BadPack) as refused:
        agon.game(game_id, pack=with_figure(game_id, way, value, tmp_path))
    assert str(refused.value).startswith(sentence)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("setup = " + "[" * 50_000, "nested too deeply"),
        ("[setup]\nstart_marble = " + "9" * 5000, "is not TOML"),
        ("[setup]\nstart_marble = inf\nstart_houses = 3", "must be a whole number from 0 to 100, not Infinity"),
        ("[setup]\nstart_marble = 1979-05-27\nstart_houses = 3", "must be a whole number from 0 to 100, not"),
    ],
)
def test_a_file_no_reader_can_bear_is_refused_too(text: str, sentence: str, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(BadPack, match=sentence):
        agon.game("hellas_2016", pack=str(path))


# ---- whole packs ----


def numbers_of(pack: Pack) -> list[tuple[str, int, int]]:
    """Every number of a pack that a game counts with, and its range."""
    forms = pack.forms()
    out: list[tuple[str, int, int]] = []
    for path in pack.values():
        form = forms.get(path) or forms.get(path.rpartition("[")[0])
        if form is not None and form.kind in ("number", "numbers") and type(pack.get(path)) is int:
            out.append((path, form.least, form.most))
    return out


def anything(game_id: str, data: st.DataObject, changes: int) -> tuple[Pack, list[str]]:
    """A pack with some numbers and letters anywhere in their ranges; what did not fit together was told, and undone."""
    pack = Pack.new(agon.game(game_id), "any")
    wishes: list[tuple[str, Any]] = []
    for path, least, most in data.draw(st.lists(st.sampled_from(numbers_of(pack)), min_size=changes, max_size=changes)):
        wishes.append((path, data.draw(st.integers(least, min(most, least + 12)))))
    for path, letters in data.draw(st.lists(st.sampled_from(LETTERED[game_id]), max_size=3)):
        wishes.append((path, data.draw(st.sampled_from(letters))))
    told: list[str] = []
    for path, value in wishes:
        pack.set(path, value)
        if any(problem.fatal for problem in pack.problems()):
            told += [pack.problems()[0].sentence, pack.problems("de")[0].sentence]
            pack.take_back()
    return pack, told


LETTERED: dict[str, list[tuple[str, str]]] = {
    "attika": [(f"faces.T{tile:02}[{at}]", "WFHM.") for tile in (1, 9, 22) for at in range(7)],
    "hellas_2002": [(f"tiles.edges[{tile}][{at}]", "LW") for tile in (1, 9, 20) for at in range(6)],
    "hellas_2016": [("side.pegasus.map[4,8]", "ciQ2"), ("side.pegasus.map[5,5]", "ciQ2")],
    "olympos": [("territory.elis.en[0]", "EX")],
}


def by_the_laws(game_id: str, examples: int, part: int = 0) -> None:
    """Each pack is played to its end, every law checked on the way; each part has other packs."""
    played: list[str] = []

    @seed(part)
    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(st.data())
    def one(data: st.DataObject) -> None:
        pack, told = anything(game_id, data, 8)
        assert all(sentence.endswith(".") for sentence in told)
        assert all(english != german for english, german in zip(told[::2], told[1::2], strict=True))
        game = pack.packed()
        assert check_game(game, 1, (game.seats[0],), seed=1).plies
        played.append(game.pack_hash)

    one()
    assert len(played) == examples
    assert set(played) - {agon.game(game_id).pack_hash}


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_a_pack_inside_the_ranges_plays_to_the_end_under_the_laws(game_id: str) -> None:
    by_the_laws(game_id, 2)


@pytest.mark.soak
@pytest.mark.parametrize("part", range(1, 7))
@pytest.mark.parametrize("game_id", agon.game_ids())
def test_many_packs_inside_the_ranges_play_to_the_end_under_the_laws(game_id: str, part: int) -> None:
    by_the_laws(game_id, 10, part)
