"""Packs: the default one names its sources; a broken one is refused with a sentence."""

from __future__ import annotations

import tomllib
from pathlib import Path
from random import Random

import pytest

from agon.core.errors import BadPack
from agon.games.olympos import GAME, effects, facts
from agon.games.olympos.parts import CARDS, DISCOVERIES
from agon.games.olympos.questions import BLOCK, DRAW_GOD, TAKE_TURN
from agon.games.olympos.rules import new
from tests.games.olympos.table import BLUE, PARTS, RED, deal, settle, table

DATA = Path(str(facts.__file__)).parent / "data"
DEVELOPMENT = (DATA / "development.toml").read_text("utf-8")


def test_every_table_names_its_source() -> None:
    for file in sorted(DATA.glob("*.toml")):
        for name, content in tomllib.loads(file.read_text("utf-8")).items():
            source = content["source"]
            assert source.startswith(("rulebook", "public", "reconstructed")), name


def test_the_known_prices_are_those_of_the_rulebook() -> None:
    """§7.2"""
    cells = PARTS.cells
    assert PARTS.need[cells.index("A4")] == [2, 2, 0, 0]
    assert (PARTS.need[cells.index("A5")], PARTS.groups[cells.index("A5")]) == ([3, 0, 0, 0], [2])
    assert PARTS.groups[cells.index("E4")] == [3, 1]
    assert PARTS.groups[cells.index("E5")] == [2, 2, 1, 1]


def own_pack(tmp_path: Path, text: str) -> str:
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    return str(path)


def test_an_owners_pack_replaces_whole_tables(tmp_path: Path) -> None:
    pack = own_pack(
        tmp_path,
        '[wonder]\nsource = "rulebook"\n'
        + "\n".join(f'w{n} = {{ en = "W{n}", de = "W{n}", stars = {n}, prestige = {n} }}' for n in range(1, 6)),
    )
    game = GAME.with_pack(pack)
    assert game.pack == "mine"
    assert game.pack_hash != GAME.pack_hash
    assert list(game.parts.wonder_stars) == [1, 2, 3, 4, 5]
    state = game.new(3)
    assert "deal w1" in [game.space.text(a) for a in range(len(game.space))]
    assert state.seats() == 3


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('[track]\nsource="x"\ncross=80\nzeus=[20, 10]\ndouble=[]\nprestige=[5]\n', "track.zeus in mine.toml"),
        ('[track]\nsource="x"\ncross=80\nzeus=[10, 75]\ndouble=[]\nprestige=[5]\n', "must have 6 whole numbers"),
        (
            '[wonder]\nsource="x"\n' + "".join(f'w{n} = {{ en="a", de="b", stars=1, prestige=1 }}\n' for n in range(6)),
            "0 to 5 entries, not 6",
        ),
        (
            DEVELOPMENT.replace('"Oracle", de = "Orakel", row = 1', '"Oracle", de = "Orakel", row = 2'),
            "row 2, which has more than 5",
        ),
        (
            DEVELOPMENT.replace('"Oracle", de = "Orakel", row = 1', '"Oracle", de = "Orakel", row = 6'),
            "oracle.row in mine.toml must be a whole number from 0 to 5",
        ),
        ('[copies]\nsource="x"\n3=[1,2,1,2,1]\n4=[2,2,2,2,1]\n5=[3,3,3,2,1]\n', "fewer bonuses than tiles"),
        ('[nonsense]\nsource="x"\n', 'a table "nonsense"'),
        ("[track\n", "is not TOML"),
    ],
)
def test_a_broken_pack_is_refused_with_a_sentence(tmp_path: Path, text: str, sentence: str) -> None:
    with pytest.raises(BadPack, match=sentence):
        GAME.with_pack(own_pack(tmp_path, text))


def test_a_map_that_leads_one_way_only_is_refused(tmp_path: Path) -> None:
    """§2.2"""
    text = (DATA / "map.toml").read_text("utf-8")
    broken = text.replace('land = ["troas"] }', "land = [] }", 1)
    assert broken != text
    with pytest.raises(BadPack, match="from troas to bithynia but not back"):
        GAME.with_pack(own_pack(tmp_path, broken))


# ---- what other programs read ----


def test_facts_use_the_specifications_names() -> None:
    state = table(4)
    settle(state, "attica", RED, BLUE)
    deal(state, BLUE, "star")
    shown = GAME.facts(state)
    assert shown["territory"]["attica"]["stack"] == [RED, BLUE]  # type: ignore[index, call-overload]
    assert set(shown["cells"]) == set(PARTS.cells)  # type: ignore[arg-type]
    assert shown["players"][BLUE]["hand"] == {"star": 1}  # type: ignore[index, call-overload]
    assert shown["track"] == {"0": [3, 2, 1, 0]}
    seen = GAME.facts(state.observe(RED))
    assert seen["players"][BLUE]["hand"] is None  # type: ignore[index, call-overload]
    assert seen["players"][BLUE]["handSize"] == 1  # type: ignore[index, call-overload]
    assert seen["destinyDeck"] is None
    assert seen["destinyDeckSize"] == 21


def test_facts_tell_the_cards_that_are_looked_at_from_those_thrown_away() -> None:
    state = table(3)
    state.cards.looked[CARDS.index("star")] = 2
    state.cards.discards[CARDS.index("fullSet")] = 1
    state.looked_size = 2
    shown = GAME.facts(state)
    assert shown["lookedAt"] == {"star": 2} and shown["lookedAtSize"] == 2
    assert shown["destinyDiscard"] == {"fullSet": 1}


def test_features_have_fixed_lengths_and_hide_other_hands() -> None:
    state = table(3)
    deal(state, BLUE, "star", "fullSet")
    rows = GAME.features(state.observe(RED), RED)
    assert rows["hand"] == [0.0] * len(CARDS)
    assert rows["hand_size"] == [0.0, 2.0, 0.0]
    other = GAME.features(state.observe(BLUE), BLUE)
    assert sum(other["hand"]) == 2
    assert {k: len(v) for k, v in rows.items()} == {k: len(v) for k, v in other.items()}
    assert len(rows["discovered"]) == 3 * len(DISCOVERIES)


def test_value_likes_what_brings_points() -> None:
    state = table(3)
    before = GAME.value(state, RED)
    settle(state, "gadeira", RED)
    after = GAME.value(state, RED)
    assert after > before
    state.camps.prestige[BLUE] += 20
    assert GAME.value(state, RED) < after - 3


def test_an_artemis_without_cubes_asks_nobody(tmp_path: Path) -> None:
    """§9.4"""
    cards = (DATA / "cards.toml").read_text("utf-8")
    assert "cubes = 1" in cards
    game = GAME.with_pack(own_pack(tmp_path, cards.replace("cubes = 1", "cubes = 0")))
    state = new(game.parts, game.actions, 3, {})
    rng = Random(1)
    while state.step != TAKE_TURN:
        state.apply(state.random_action(rng))
    effects.put(state, game.parts.territories.index("olympos"), state.active)
    state.zeus, state.step = 0, DRAW_GOD
    state.apply(game.actions.parse("god artemis"))
    assert state.step == TAKE_TURN


def test_a_pack_may_keep_all_stars_from_being_blocked(tmp_path: Path) -> None:
    """§4.5"""
    text = next(t for t in (file.read_text("utf-8") for file in DATA.glob("*.toml")) if "stars_blocked = 1" in t)
    game = GAME.with_pack(own_pack(tmp_path, text.replace("stars_blocked = 1", "stars_blocked = 0")))
    state = new(game.parts, game.actions, 3, {})
    rng = Random(1)
    while state.step != BLOCK:
        state.apply(state.random_action(rng))
    refused = game.why_not(state, game.actions.parse("block attica"))
    assert str(refused) == "No further starred territory of stone may be blocked: 0 of a resource at most. (§4.5)"
