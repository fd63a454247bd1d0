"""Owners' packs: values one by one, what is ours, what differs, what several agree on."""

from __future__ import annotations

import pytest

import agon
from agon.core.errors import AgonError, BadPack
from agon.draw.scene import Scene
from agon.play.packpaths import look_up, named, way
from agon.play.packs import Note, Pack, in_words, merge, pages, reconstructed, says_reconstructed, value_of

GAMES = agon.game_ids()


@pytest.mark.parametrize("game_id", GAMES)
def test_every_value_stands_on_a_page_and_has_a_name_in_both_languages(game_id: str) -> None:
    pack = Pack.new(agon.game(game_id))
    values = pack.values()
    for lang in ("en", "de"):
        scene = pages(pack, lang)
        assert isinstance(scene, Scene)
        shown = {value_of(pack.tables, path) for path in scene.offered()}
        assert set(values) <= shown
        words = pack.game.pack_words(lang)
        for path in values:
            keys = [step for step in way(path) if isinstance(step, str)]
            for n in range(1, len(keys) + 1):
                known = {".".join(keys[:n]), ".".join([keys[0], "*", *keys[2:n]])} & set(words)
                row = look_up(pack.tables, ".".join(keys[:n])) if n == 2 else None
                assert known or keys[0] == "faces" or (isinstance(row, dict) and lang in row), path
    english = [pack.label(path, "en") for path in values]
    assert english != [pack.label(path, "de") for path in values]


@pytest.mark.parametrize("game_id", GAMES)
def test_a_pack_written_and_read_again_is_the_same(game_id: str) -> None:
    game = agon.game(game_id)
    pack = Pack.new(game, "Lena's box")
    for table in pack.tables:
        if isinstance(pack.tables[table], dict):
            pack.tables[table] = {**pack.tables[table], "source": "my box"}
    again = Pack.read(game, pack.text())
    assert again.tables == pack.tables
    assert again.title == "Lena's box"
    assert again.packed().pack_hash == game.pack_hash
    assert again.packed().pack == "Lena-s-box"


@pytest.mark.parametrize(
    ("source", "key", "ours"),
    [
        ("reconstructed", "start_marble", True),
        ("rulebook", "start_marble", False),
        ("reconstructed cost, public arrow (GWP, KIRC)", "cost", True),
        ("reconstructed cost, public arrow (GWP, KIRC)", "beside", False),
        ("reconstructed name, cost and arrow", "beside", True),
        ("public (KWAN); German name reconstructed", "cost", False),
        ("rulebook (effects and names); rows reconstructed", "row", True),
        ("rulebook (effects and names); rows reconstructed", "swords", False),
        ("rulebook (effect); reconstructed (copies)", "copies", True),
        ("rulebook (effect); reconstructed (copies)", "own", False),
        ("reconstructed (22 tiles: rulebook; all different: public POEP)", "T01", True),
    ],
)
def test_a_source_says_what_is_reconstructed(source: str, key: str, ours: bool) -> None:
    assert says_reconstructed(source, key) is ours


def test_a_change_is_counted_told_in_words_and_taken_back() -> None:
    pack = Pack.new(agon.game("attika"), "mine")
    before = pack.count()
    assert before.values > before.ours > 0
    pack.set("building[10].cost", "WWW", Note(True, "my board", "IMG_1.jpg"))
    pack.set("faces.T01[0]", "M")
    pack.set("cards.W", 15, Note(True))
    count = pack.count()
    assert (count.changed, count.seen, count.seen_ours) == (2, 3, 3)
    assert in_words(pack) == [
        "Buildings: Well, price: water, water → water, water, water (my board)",
        "Tiles: T01: water, forest" + ", plain" * 5 + " → mountain, forest" + ", plain" * 5,
    ]
    assert in_words(pack, "de")[0] == "Gebäude: Brunnen, Preis: Wasser, Wasser → Wasser, Wasser, Wasser (my board)"
    again = Pack.read(pack.game, pack.text())
    assert again.note("building[10].cost") == Note(True, "my board", "IMG_1.jpg")
    assert pack.take_back() and pack.take_back() and pack.take_back() and not pack.take_back()
    assert not pack.differences()
    assert pack.count() == before


def test_a_letter_of_a_drawing_is_a_value() -> None:
    pack = Pack.new(agon.game("hellas_2016"), "mine")
    pack.set("side.minotaur.map[4,6]", "Q")
    assert in_words(pack) == ["Board: Minotaur side, space, E4: inland → quarry"]
    assert not any(problem.fatal for problem in pack.problems())


def test_what_is_wrong_is_said_with_its_place_in_both_languages() -> None:
    pack = Pack.new(agon.game("hellas_2016"), "mine")
    pack.set("side.minotaur.map[1,13]", "9")
    (problem,) = pack.problems()
    assert problem.fatal
    assert problem.path == "supply.column"
    assert problem.sentence.startswith(
        "supply.column in components.toml is less than the column places of side.minotaur.map"
    )
    assert "ist weniger als die Säulenplätze" in pack.problems("de")[0].sentence
    scene = pages(pack)  # with as many columns as it takes
    assert isinstance(scene, Scene)
    (b6,) = [shape for sheet in scene.sheets for shape in sheet.shapes if shape.id == "minotaur-cell-B6"]
    assert b6.label == "B6, temple with 0 of 9 columns"
    pack.set("supply.column", 35)
    assert not pack.problems()


def test_what_is_odd_is_said_but_forbids_nothing() -> None:
    pack = Pack.new(agon.game("attika"), "mine")
    pack.set("faces.T02", "WF.....")
    *_, problem = pack.problems()
    assert not problem.fatal
    assert problem.sentence == "T01 and T02 show the same, turned: are they two different tiles?"
    assert problem.path == "faces.T02"


def test_an_edge_is_called_by_its_tile_and_told_once() -> None:
    pack = Pack.new(agon.game("hellas_2002"), "mine")
    pack.set("tiles.edges[9][1]", "L")
    assert pack.label("tiles.edges[9][1]") == "Tiles: T09, edge 2"
    assert pack.label("tiles.edges[9][1]", "de") == "Landschaftsfelder: T09, Kante 2"
    (one,) = pack.differences()
    assert pack.label(one.path) == "Tiles: T09"
    (told,) = in_words(pack, "de")  # four tiles are alike, and the last of them is the one that is not
    assert told == (
        "Landschaftsfelder: T12: Land, Wasser, Land, Wasser, Wasser, Wasser → Land, Land, Land, Wasser, Wasser, Wasser"
    )


def test_a_space_of_a_tile_is_called_by_its_place() -> None:
    pack = Pack.new(agon.game("attika"), "mine")
    assert pack.label("faces.T09[1]") == "Tiles: T09, space 1"
    assert pack.label("faces.T09[0]", "de") == "Spielplanteile: T09, Mitte"


def test_places_are_called_as_they_are_drawn() -> None:
    pack = Pack.new(agon.game("hellas_2016"), "mine")
    pack.set("side.minotaur.map[4,0]", " ")  # E1 becomes sea, the row begins one later
    assert isinstance(pages(pack), Scene)
    assert pack.label("side.minotaur.map[4,6]") == "Board: Minotaur side, space, E3"


@pytest.mark.parametrize("path", ["", ".", "a..b", "setup[", "nowhere.here", "setup.start_marble.x", "faces[3]"])
def test_a_path_that_leads_nowhere_is_refused(path: str) -> None:
    pack = Pack.new(agon.game("hellas_2016"), "mine")
    with pytest.raises(AgonError):
        pack.set(path, 3)
    assert not pack.differences()


def test_paths_are_written_as_they_are_read() -> None:
    for path in ("setup.start_marble", "building[3].cost", "side.pegasus.map[2,5]", "tiles.edges[4][1]"):
        assert named(way(path)) == path


def test_owners_who_agree_confirm_a_value_and_who_do_not_dispute_it() -> None:
    game = agon.game("attika")
    lena, ada, tom = (Pack.new(game, name) for name in ("Lena", "Ada", "Tom"))
    for pack in (lena, ada):
        pack.set("building[10].cost", "WWW", Note(True, f"{pack.title}'s board"))
    lena.set("cards.W", 14)
    ada.set("cards.W", 16)
    tom.annotate("building[0].cost", Note(True))
    merged = merge(game, [lena, ada, tom])
    assert merged.pack.confirmed == {"building[10].cost": 2, "building[0].cost": 1}
    assert merged.pack.get("building[10].cost") == "WWW"
    assert merged.pack.note("building[10].cost").source == "Lena's board; Ada's board"
    assert merged.disputed == {"cards.W": {"14": 1, "16": 1}}
    assert merged.pack.get("cards.W") == 15
    assert Pack.read(game, merged.pack.text()).confirmed == merged.pack.confirmed


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("x =", "The pack mine.toml is not TOML"),
        ("[zzz]\na = 1\n", 'has a table "zzz" that this game does not know'),
        ('[pack]\ngame = "olympos"\n', "This is a pack of olympos, not of attika"),
        ("#" * 200_001, "longer than 200000 letters"),
    ],
)
def test_a_text_that_is_no_pack_is_refused_with_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(BadPack, match=sentence):
        Pack.read(agon.game("attika"), text)


@pytest.mark.parametrize("game_id", GAMES)
def test_only_values_with_a_reconstructed_source_are_ours(game_id: str) -> None:
    game = agon.game(game_id)
    ours = reconstructed(game)
    assert 0 < len(ours) < len(Pack.new(game).values())


def test_owners_who_list_the_same_tiles_otherwise_confirm_each_other() -> None:
    game = agon.game("attika")
    one, other = Pack.new(game, "one"), Pack.new(game, "other")
    one.set("faces.T05", "MFF....", Note(True, "my tiles"))
    faces = {name: face for name, face in one.tables["faces"].items() if name != "source"}
    other.tables["faces"] = {f"X{n}": face[0] + face[3:] + face[1:3] for n, face in enumerate(reversed(faces.values()))}
    other.annotate("faces.X17", Note(True, "the fifth from the top"))
    assert in_words(other) == [line.removesuffix(" (my tiles)") + " (the fifth from the top)" for line in in_words(one)]
    merged = merge(game, [one, other])
    assert merged.pack.confirmed["faces.T05"] == 2
    assert not merged.disputed
    assert one.packed().pack_hash == other.packed().pack_hash == merged.pack.packed().pack_hash


def remarks(pack: Pack, lang: str = "en") -> list[str]:
    assert not any(problem.fatal for problem in pack.problems(lang))
    return [problem.sentence for problem in pack.problems(lang)]


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_nothing_is_odd_about_the_default_packs(game_id: str) -> None:
    assert remarks(Pack.new(agon.game(game_id))) == []


def test_counts_are_told_in_words() -> None:
    pack = Pack.new(agon.game("attika"))
    pack.set("faces.T03[1]", "M")
    assert remarks(pack) == [
        "The tiles show water 15 times, other landscapes 16 times: is that so?",
        "The tiles show mountain 17 times, other landscapes 16 times: is that so?",
    ]


def test_what_nothing_leads_to_is_told_in_words() -> None:
    pack = Pack.new(agon.game("attika"))
    pack.set("layout.3.centres[4]", [14, 1])
    pack.set("layout.3.centres[5]", [17, 0])  # the two touch each other
    assert [said for said in remarks(pack, "de") if "hängt" in said] == [
        "Bei 3 Spielern hängt das Teil auf E14S1 nicht mit dem ersten zusammen.",
        "Bei 3 Spielern hängt das Teil auf E17S0 nicht mit dem ersten zusammen.",
    ]
    island = Pack.new(agon.game("hellas_2016"))
    lines = island.get("side.pegasus.map").strip("\n").splitlines()
    island.tables["side"]["pegasus"]["map"] = "\n".join([f"{lines[0]}     c c", *lines[1:]]) + "\n"
    assert len([said for said in remarks(island) if "no way to the rest of the island" in said]) == 2
    world = Pack.new(agon.game("olympos"))
    for name, sea in world.tables["sea"].items():
        if name != "source":
            sea["land"] = [land for land in sea["land"] if not land.endswith("crete")]  # the two have each other
    said = [problem.sentence for problem in world.problems()]
    assert [
        f"No way leads from the north to {name}: nobody gets there." for name in ("West Crete", "East Crete")
    ] == said


@pytest.mark.parametrize(
    ("game_id", "changes", "english", "german"),
    [
        (
            "attika",
            {"layout.3.shrines[2]": [-1, 5]},
            "With 3 seats nothing lies opposite W1S5: the map does not look alike from every seat.",
            "Bei 3 Spielern liegt W1S5 nichts gegenüber: Der Plan sieht nicht von jedem Platz gleich aus.",
        ),
        (
            "attika",
            {"building[20].cost": "WF"},
            "Ship is there several times, with different prices or arrows: is that so?",
            "Schiff gibt es mehrmals, mit verschiedenen Preisen oder Pfeilen: Stimmt das?",
        ),
        (
            "attika",
            {"cards.W": 14},
            "Cards of water: 14; of other landscapes: 15. Is that so?",
            "Karten mit Wasser: 14, mit anderen Landschaften: 15. Stimmt das?",
        ),
        (
            "hellas_2002",
            {"tiles.edges[9]": "LLWLWW"},
            "T09 is not its own mirror image, and no other tile is: is that so?",
            "T09 ist nicht spiegelgleich, und kein anderes Feld ist das Spiegelbild: Stimmt das?",
        ),
        (
            "hellas_2016",
            {"stones.4[1]": 2},
            "Stones of all seats in phase 2: 8 with 4 seats, else 12. Is that so?",
            "Steine aller Spieler in Phase 2: 8 bei 4 Spielern, sonst 12. Stimmt das?",
        ),
        (
            "hellas_2016",
            {"side.minotaur.map[4,6]": "Q"},
            "F4 lies beside E4: allowed, but ours never has quarries and temples side by side.",
            "F4 liegt neben E4: erlaubt, doch bei uns liegen Steinbrüche und Tempel nie so.",
        ),
        (
            "hellas_2016",
            {"side.minotaur.map[0,4]": "i"},
            "A1 is inland, but has sea beside it.",
            "A1 liegt im Inneren, hat aber Meer neben sich.",
        ),
        (
            "olympos",
            {"cell.A4.price.grain": 3},
            "Prices of row 4: 5 grain in all, of other resources 4. Is that so?",
            "Preise von Zeile 4: 5 Getreide zusammen, von anderen Ressourcen 4. Stimmt das?",
        ),
        (
            "olympos",
            {"territory.thessaly.marks": [], "territory.phocis.marks": ["star"]},
            "Stars of grain: 1; of other resources: 2. Is that so?",
            "Sterne auf Gebieten mit Getreide: 1, mit anderen Ressourcen: 2. Stimmt das?",
        ),
    ],
)
def test_what_breaks_a_symmetry_is_told_in_words(
    game_id: str, changes: dict[str, object], english: str, german: str
) -> None:
    pack = Pack.new(agon.game(game_id))
    for path, value in changes.items():
        pack.set(path, value)
    assert english in remarks(pack)
    assert german in remarks(pack, "de")
    for problem in pack.problems():
        assert pack.get(problem.path) is not None, problem


def test_whatever_lies_opposite_its_like_is_symmetrical() -> None:
    pack = Pack.new(agon.game("attika"))
    pack.set("layout.2.centres", [[0, 0], [3, -1]])
    pack.set("layout.2.shrines", [[1, -2], [2, 1]])
    assert not remarks(pack)
    pack.set("layout.3.shrines", [[1, -2], [7, -1]])  # the third one is lacking: of the others, one comes upon nothing
    assert len(remarks(pack)) == 1
    mirrored = Pack.new(agon.game("hellas_2002"))
    mirrored.set("tiles.edges[9]", "LLWLWW")
    mirrored.set("tiles.edges[10]", "LWLLWW")  # its mirror image
    assert not remarks(mirrored)


def test_a_grey_group_is_added_to_a_price_that_had_none_and_taken_back() -> None:
    pack = Pack.new(agon.game("olympos"), "mine")
    assert "any" not in pack.tables["cell"]["A1"]["price"]
    pack.set("cell.A1.price.any[0]", 2)
    assert in_words(pack) == ["Development board: cell A1, price, grey group, 1: nothing → 2"]
    assert not any(problem.fatal for problem in pack.problems())
    assert pack.take_back()
    assert "any" not in pack.tables["cell"]["A1"]["price"]
    assert pack.packed().pack_hash == pack.game.pack_hash


@pytest.mark.parametrize(
    ("game_id", "path", "value", "shape", "label"),
    [
        ("attika", "cards.W", 14, "card-W", "water, × 14"),
        ("olympos", "discovery.money.row", 0, "discovery-money", "Money, in no row: Discoveries that name"),
        ("olympos", "god.zeus.prestige", 5, "god-zeus", "Zeus, helpful · prestige: 5: The most Zeus symbols"),
        ("olympos", "wonder.stadium.stars", 1, "wonder-stadium", "Stadium, 1 star, 10 prestige"),
        ("olympos", "destiny.star.count", 4, "destiny-star", "Star, × 4: A star while you build"),
    ],
)
def test_cards_and_tiles_are_drawn_and_follow_what_is_set(
    game_id: str, path: str, value: int, shape: str, label: str
) -> None:
    pack = Pack.new(agon.game(game_id), "mine")
    pack.set(path, value)
    scene = pages(pack)
    assert isinstance(scene, Scene)
    (drawn,) = [one for sheet in scene.sheets for one in sheet.shapes if one.id == shape]
    assert path in drawn.actions
    assert drawn.label.startswith(label)
