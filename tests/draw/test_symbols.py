"""The symbols and the drawings made of them."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from agon.draw import figures, landscape, tiles
from agon.draw.scene import COLOURS, MARKS
from agon.draw.symbols import GROUPS, PATTERNS, SYMBOLS, TITLES, icon, use, used

SHAPES = ("path", "rect", "circle", "ellipse", "polygon", "polyline", "line", "use", "text")


@pytest.mark.parametrize("name", SYMBOLS)
def test_symbol_is_well_formed(name: str) -> None:
    tree = ElementTree.fromstring(f"<g>{SYMBOLS[name]}</g>")
    assert len(tree) > 0
    assert not [e for e in tree.iter() if "id" in e.attrib or "class" in e.attrib]


def test_every_symbol_has_a_title_and_one_group() -> None:
    assert set(TITLES) == set(SYMBOLS)
    assert sorted(name for names in GROUPS.values() for name in names) == sorted(SYMBOLS)


def test_symbols_use_only_symbols_that_exist() -> None:
    for name, body in SYMBOLS.items():
        for element in ElementTree.fromstring(f"<g>{body}</g>").iter("use"):
            assert element.attrib["href"][1:] in SYMBOLS, name


def test_all_kinds_the_games_need_are_there() -> None:
    assert {f"m-{mark}" for mark in MARKS} <= set(SYMBOLS)
    assert len([name for name in SYMBOLS if name.startswith("b-")]) == 24  # buildings of Attika
    assert len([name for name in SYMBOLS if name.startswith("c-")]) == 18  # god cards of Hellas (2002)
    assert len([name for name in SYMBOLS if name.startswith("d-")]) == 25  # discoveries of Olympos
    assert len([name for name in SYMBOLS if name.startswith("g-")]) == 10  # gods of Olympos
    assert len([name for name in SYMBOLS if name.startswith("w-")]) == 5  # wonders of Olympos


def test_used_follows_symbols_into_symbols() -> None:
    assert used(use("settler-owl", 0, 0, 10)) == ["settler-owl", "m-owl"]


def test_unknown_symbol_is_refused() -> None:
    with pytest.raises(KeyError, match="no symbol 'm-cat'"):
        use("m-cat", 0, 0, 10)


def test_patterns_bear_their_own_name() -> None:
    for name, pattern in PATTERNS.items():
        assert ElementTree.fromstring(pattern).attrib["id"] == name


def test_temple_has_as_many_columns_as_built() -> None:
    assert figures.temple(3, 6).count("v29") == 3
    assert "#2463A6" not in figures.temple(5, 6)
    assert "#2463A6" in figures.temple(6, 6)  # the painted roof


def test_quarry_shows_its_marbles_and_its_number() -> None:
    drawing = figures.quarry(3, 12)
    assert drawing.count("#FFFEFA") == 3
    assert ">12<" in drawing


@pytest.mark.parametrize("colour", COLOURS)
def test_every_drawing_in_every_colour_is_well_formed(colour: str) -> None:
    drawings = [figures.piece(kind, colour, 50) for kind in figures.MARK_ON]
    drawings += [figures.disc("city", colour, 60), figures.greek(colour), figures.ship(colour)]
    drawings += [figures.settler(colour), figures.mark(colour, 20)]
    for drawing in drawings:
        assert f"pl-{colour}" in drawing
        assert figures.MARK_OF[colour] in used(drawing)
        ElementTree.fromstring(f"<g>{drawing}</g>")


def test_other_drawings_are_well_formed() -> None:
    drawings = [
        figures.card_back("zeus"),
        figures.card_face("ares", "c-A1", "Oars & spears"),
        figures.worker(40),
        figures.statue(40),
        figures.shrine(40),
        figures.city(),
        figures.temple_2002(),
        figures.quarry_closed(),
        figures.marble_block(),
        figures.price_tag("<3"),
        figures.free_tag("free"),
        figures.tag("5"),
        figures.any_resource(),
        figures.bonus("hourglass"),
        figures.compass(),
        icon("m-owl", 10, "red", "white"),
        landscape.open_sea(0, 0, 500, 400),
        landscape.island([(0, 0), (1, 0), (0, 1)], [(0, 0)], 40),
        landscape.cell_line(40),
        landscape.mountain(1, 4),
        landscape.grass(7),
    ]
    drawings += [draw(r) for r in ("grain", "wood", "stone", "gold") for draw in (figures.emblem, figures.cube)]
    drawings += [figures.resource_tile(r) for r in ("grain", "wood", "stone", "gold")]
    drawings += [tiles.tile(letters, "x") for letters in ("WWWWWW", "LWWWWW", "LWLWWW", "LWWLWW", "LLLLWW", "LLLLLL")]
    for drawing in drawings:
        shapes = [e for e in ElementTree.fromstring(f"<g>{drawing}</g>").iter() if e.tag in SHAPES]
        assert shapes, drawing
        assert set(used(drawing)) <= set(SYMBOLS), drawing
        assert not [e for e in shapes if "nan" in " ".join(e.attrib.values())], drawing
    assert len(set(drawings)) == len(drawings), "no two alike"
    written = {e.text for e in ElementTree.fromstring("<g>" + "".join(drawings) + "</g>").iter("text")}
    assert {"<3", "free", "5"} <= written
