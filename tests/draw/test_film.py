"""A game as one piece of HTML: what is packed in it, how large it is, and that it tells a seat what it may know."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from dataclasses import replace
from typing import Any
from zlib import decompress

import pytest

import agon
from agon.core.errors import BadRecord
from agon.draw.film import WORDS
from agon.draw.scene import Scene, Shape, Sheet
from agon.draw.theme import css


def unpacked(html: str) -> dict[str, Any]:
    """What the browser unpacks."""
    found = re.search(r'\("([0-9a-f]{12})","([A-Za-z0-9+/=]+)","', html)
    assert found and f'data-agon-film="{found[1]}"' in html
    content: dict[str, Any] = json.loads(decompress(b64decode(found[2])))
    return content


@pytest.fixture(scope="module")
def record() -> agon.Record:
    """The beginning of a game with secret cards."""
    found = agon.match("hellas_2002", ["random", "random"], seed=3)
    del found.plies[100:]
    found.reopen()
    return found


def test_a_frame_for_the_start_and_every_ply(record: agon.Record) -> None:
    film = unpacked(record.html())
    assert len(film["frames"]) == len(record.plies) + 1
    assert film["frames"][0]["said"] == "The start of the game."
    names, last = ["Red", "Blue"], list(record.replay())[-2]
    assert film["frames"][-1]["said"] == record.game.log(last, record.game.space.parse(record.plies[-1].text), names)
    assert [seat["name"] for seat in film["seats"]] == ["Red (random)", "Blue (random)"]


def test_a_frame_holds_the_shapes_of_its_scene(record: agon.Record) -> None:
    film = unpacked(record.html())
    for ply, state in enumerate(record.replay()):
        scene = record.game.scene(state, -1, "en", True)
        assert isinstance(scene, Scene)
        if ply % 40:
            continue
        for sheet, (title, _, numbers) in zip(scene.sheets, film["frames"][ply]["sheets"], strict=True):
            assert title == sheet.title
            packed = [film["shapes"][number] for number in numbers]
            assert [film["bodies"][shape[4]] for shape in packed] == [shape.body for shape in sheet.shapes]
            assert [shape[3] for shape in packed] == [shape.label for shape in sheet.shapes]


def test_every_symbol_that_is_used_is_there(record: agon.Record) -> None:
    film = unpacked(record.html())
    used = set(re.findall(r'href="#([^"]+)"', "".join(film["bodies"]) + film["defs"]))
    used |= {seat["mark"] for seat in film["seats"]}
    assert used <= set(re.findall(r'<symbol id="([^"]+)"', film["defs"]))


def test_a_seat_is_shown_and_told_only_what_it_may_know(record: agon.Record) -> None:
    """The film of a seat is made of what that seat sees: cards the other draws unseen are not named."""
    all_told, told = unpacked(record.html()), unpacked(record.html(seat=1))
    secret = [n for n, p in enumerate(record.plies, 1) if p.actor == agon.CHANCE and p.text.startswith("card")]
    states = list(record.replay())
    action = record.game.space.parse
    hidden = [n for n in secret if states[n - 1].heard(1, action(record.plies[n - 1].text)) == agon.UNKNOWN]
    assert hidden
    for n in hidden:
        assert told["frames"][n]["said"] != all_told["frames"][n]["said"]


def test_it_speaks_german(record: agon.Record) -> None:
    film = unpacked(record.html(lang="de"))
    assert film["words"] == WORDS["de"]
    assert film["frames"][0]["said"] == "Der Anfang der Partie."
    assert [seat["name"] for seat in film["seats"]] == ["Rot (random)", "Blau (random)"]


def test_a_whole_game_is_small_and_asks_for_nothing() -> None:
    html = agon.match("hellas_2016", ["random", "random", "random"], seed=7).html()
    assert len(html) < 60_000
    assert not re.search(r"(?:src|href)=.?https?:|@import|fetch\(|XMLHttpRequest", html)


def test_a_game_that_has_not_begun_and_a_broken_one(record: agon.Record) -> None:
    empty = agon.Record.of(record.game, 2, {}, [])
    assert len(unpacked(empty.html())["frames"]) == 1
    broken = agon.Record.parse(record.text().replace("\n1 *", "\n1 0", 1))
    with pytest.raises(BadRecord, match="ply 1"):
        broken.html()


def test_a_notebook_is_given_the_film_and_a_short_text(record: agon.Record) -> None:
    assert record._repr_html_() == record.html()
    assert repr(record) == "<Record of hellas_2002: 2 seats, 100 plies>"
    assert "places 2 1>" in repr(replace(record, result=[2, 1]))
    position = agon.Position("hellas_2016", seats=2, seed=7)
    assert repr(position) == "<Position of hellas_2016: 2 seats, ply 4, seat 0 decides>"
    assert position._repr_svg_().startswith("<svg")


def test_shapes_that_share_an_id_are_kept_apart() -> None:
    sheet = Sheet("board", "Board", 0, 0, 10, 10, [Shape("a", "<g/>"), Shape("a", "<path/>")])
    film = unpacked(Scene([sheet]).film([], [], "Title", ["Red"]))
    assert [shape[0] for shape in film["shapes"]] == ["a", "a~2"]


def test_the_style_sheet_is_for_the_host_of_a_shadow_tree() -> None:
    sheet = css(":host")
    assert ":root" not in sheet
    assert ":host(:not([data-theme=light])){" in sheet and ":host([data-theme=dark]){" in sheet
    assert ":root:not([data-theme=light]){" in css() and ":host" not in css()
