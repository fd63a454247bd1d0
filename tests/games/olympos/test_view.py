"""The picture: every action has its place, secrets stay secret, outlines touch where the rules say so."""

from __future__ import annotations

from random import Random
from xml.etree import ElementTree

import pytest

from agon.core.state import CHANCE, OVER
from agon.games.olympos import GAME, effects
from agon.games.olympos.parts import Line
from agon.games.olympos.rules import Rules, new
from tests.games.olympos.table import (
    ACTIONS,
    BLUE,
    GREEN,
    PARTS,
    RED,
    cubes,
    deal,
    lay,
    legal,
    own,
    play,
    settle,
    table,
    track,
)


def late_position(seats: int, seed: int = 2, plies: int = 260) -> Rules:
    """A position late in a random game in which a seat decides."""
    rng = Random(seed)
    state = new(PARTS, ACTIONS, seats, {})
    count = 0
    while count < plies or state.actor() == CHANCE:
        following = state.clone()
        following.apply(state.random_action(rng))
        if following.actor() == OVER:
            break
        state = following
        count += 1
    return state


def test_territories_one_may_go_to_carry_the_action_and_its_price() -> None:
    """§6.3"""
    state = table(4)
    scene = GAME.scene(state, RED, "en", False)
    shapes = {shape.id: shape for shape in scene.sheets[0].shapes}
    assert shapes["territory-olympos"].legal
    assert shapes["territory-olympos"].actions == ("go olympos",)
    assert "4 AP" in shapes["territory-olympos"].label
    assert sorted(scene.offered()) == sorted(legal(state))


def test_seas_tell_why_nobody_stops_there() -> None:
    """§6.3"""
    scene = GAME.scene(table(4), RED, "en", False)
    sea = next(shape for shape in scene.sheets[0].shapes if shape.id == "sea-aegean")
    assert not sea.legal
    assert sea.actions == ("go aegean",)
    refusal = GAME.why_not(table(4), ACTIONS.parse("go aegean"))
    assert refusal is not None
    assert refusal.message("en") == "No settler may stop at sea (Aegean Sea). (§6.3)"
    assert refusal.message("de").startswith("Kein Siedler darf auf dem Meer bleiben (Ägäis).")


def test_whoever_does_not_decide_is_offered_nothing() -> None:
    scene = GAME.scene(table(4).observe(BLUE), BLUE, "en", False)
    assert scene.offered() == []
    assert not any(shape.actions for sheet in scene.sheets for shape in sheet.shapes)


def test_settlers_that_may_go_are_places_of_their_own() -> None:
    """§6.1"""
    state = table(4)
    settle(state, "attica", RED, BLUE, RED)
    play(state, "go boeotia")
    shapes = {shape.id: shape for shape in GAME.scene(state, RED, "en", False).sheets[0].shapes}
    assert shapes["settler-attica-1"].actions == ("send attica 1",)
    assert shapes["settler-attica-2"].actions == ()
    assert shapes["settler-attica-3"].legal
    assert shapes["north"].actions == ("recruit",)


def test_cells_and_bonuses_glow_when_asked_for() -> None:
    """§7.1 §7.5"""
    state = table(4)
    lay(state, "A1", "medicine")
    cubes(state, RED, grain=1, wood=1)
    sheet = GAME.scene(state, RED, "en", False).sheets[2]
    glowing = {shape.id for shape in sheet.shapes if shape.legal}
    assert "cell-A1" in glowing
    play(state, "discover A1")
    sheet = GAME.scene(state, RED, "de", False).sheets[2]
    assert {shape.id for shape in sheet.shapes if shape.legal} == {"bonus-A1-1", "bonus-A1-2"}


def test_other_hands_are_not_drawn() -> None:
    """§1.4"""
    state = table(3)
    deal(state, BLUE, "star", "fullSet")
    for viewer in (RED, -1):
        sheets = GAME.scene(state.observe(viewer), viewer, "en", False).sheets
        assert not any(shape.id.startswith("card-") for sheet in sheets for shape in sheet.shapes)
    ids = {shape.id for shape in GAME.scene(state.observe(BLUE), BLUE, "en", False).sheets[3].shapes}
    assert {"card-0", "card-1"} <= ids


def test_prestige_of_others_is_hidden_unless_the_table_opens_it() -> None:
    """§1.4"""
    state = table(3)
    effects.give_prestige(state, BLUE, 7)

    def shown(viewer: int, open_all: bool) -> tuple[str, str]:
        panel = GAME.scene(state.observe(viewer), viewer, "en", open_all).panels[BLUE]
        return panel.facts[-1].amount, panel.score

    assert shown(RED, False) == ("?", "5+")
    assert shown(BLUE, False) == ("7", "12")
    assert shown(RED, True) == ("7", "12")


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_late_position_is_well_formed_svg(seats: int, theme: str) -> None:
    state = late_position(seats)
    for viewer in (-1, 0):
        svg = GAME.scene(state.observe(viewer), viewer, "de", False).svg(theme)
        assert ElementTree.fromstring(svg).tag.endswith("svg")
        assert "var(" not in svg


def test_names_are_in_the_language_asked_for() -> None:
    state = table(4)
    english, german = (GAME.scene(state, RED, lang, False).svg() for lang in ("en", "de"))
    assert "Rhodes" in english
    assert "Rhodos" in german
    assert "Zyklopentor" in german


def test_the_god_at_work_is_named() -> None:
    """§9.5"""
    state = table(3)
    own(state, RED, "religion")
    own(state, BLUE, "polytheism")
    track(state, (RED, 12), (BLUE, 12), (2, 12))
    play(state, "go macedonia", "draw cubeGold", "play cubeGold", "god siren")
    shapes = {shape.id: shape for shape in GAME.scene(state, RED, "en", False).sheets[0].shapes}
    assert shapes["god-0-0"].label.endswith("at work on Green")
    assert "SIREN" in shapes["god-now"].body


def test_tokens_lie_on_their_spaces_the_uppermost_highest() -> None:
    """§3.1"""
    state = table(3)
    shapes = {shape.id: shape for shape in GAME.scene(state, RED, "en", False).sheets[0].shapes}
    assert shapes["token-0"].y < shapes["token-1"].y < shapes["token-2"].y


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_sketch_shows_everybody_and_every_territory(lang: str) -> None:
    state = late_position(5)
    text = GAME.sketch(state.observe(0), 0, lang, False)
    for name in PARTS.territories:
        assert PARTS.names[lang][name] in text
    assert "\x1b[" in GAME.sketch(state.observe(0), 0, lang, True)
    assert "\x1b[" not in text


# ---- outlines ----


def inside(x: float, y: float, line: Line) -> bool:
    """Whether a point lies within a closed line, by crossings of a ray."""
    crossings = False
    for i, (ax, ay) in enumerate(line):
        bx, by = line[i - 1]
        if (ay > y) != (by > y) and x < (bx - ax) * (y - ay) / (by - ay) + ax:
            crossings = not crossings
    return crossings


def area_at(x: float, y: float) -> int | None:
    """The space whose outline holds this point; None in rocks and seams."""
    outline = PARTS.outline
    for number, lines in enumerate([*outline.territory, *outline.sea]):
        if sum(inside(x, y, line) for line in lines) % 2:
            return number
    return None


def test_every_space_has_its_name_within_its_outline() -> None:
    """§2.1 §2.2"""
    for number, (x, y) in enumerate(PARTS.outline.name[: PARTS.land]):
        assert area_at(x, y) == number, PARTS.spaces[number]


def test_outlines_touch_exactly_where_the_rules_say_so() -> None:
    """§2.2: along a grid of the map, neighbours seen across a short seam are the borders of the specification."""
    width, height = PARTS.outline.size
    step, reach = 4, 3  # a seam is at most so many grid points wide
    touching: dict[tuple[int, int], int] = {}
    columns = range(2, width, step)
    rows = range(2, height, step)
    grid = {(x, y): area_at(x, y) for x in columns for y in rows}
    for lines in ([[(x, y) for x in columns] for y in rows], [[(x, y) for y in rows] for x in columns]):
        for line in lines:
            last, gap = None, 0
            for point in line:
                here = grid[point]
                if here is None:
                    gap += 1
                    continue
                if last is not None and here != last and gap <= (0 if max(here, last) >= PARTS.land else reach):
                    pair = (min(here, last), max(here, last))
                    touching[pair] = touching.get(pair, 0) + 1
                last, gap = here, 0
    borders = {(a, b) for a in range(PARTS.north) for b in PARTS.next_to[a] if a < b}
    names = PARTS.spaces
    missing = {(names[a], names[b]) for a, b in borders if touching.get((a, b), 0) == 0}
    false = {(names[a], names[b]): n for (a, b), n in touching.items() if (a, b) not in borders and n > 2}
    assert not missing
    assert not false


def test_a_stack_of_two_colours_says_who_holds_it_and_who_lies_beneath() -> None:
    """§6.6"""
    state = table(3)
    settle(state, "attica", RED, GREEN, BLUE)
    shapes = {s.id: s.label for sheet in GAME.scene(state.observe(RED), RED).sheets for s in sheet.shapes}
    label = next(label for label in shapes.values() if label.startswith("Attica, "))
    assert "controlled by Blue" in label
    assert label.split("beneath: ")[1].startswith("Red, Green")
    levels = [shapes[f"settler-attica-{n}"] for n in (1, 2, 3)]
    assert levels == [f"settler of {seat} in Attica, height {n}" for n, seat in enumerate(("Red", "Green", "Blue"), 1)]


def test_a_sketch_fits_a_terminal_of_forty_rows() -> None:
    for seats in (3, 5):
        rng = Random(seats)
        state = new(PARTS, ACTIONS, seats, {})
        ply = 0
        while state.actor() != OVER:
            if ply % 40 == 0:
                for lang in ("en", "de"):
                    text = GAME.sketch(state, max(0, state.actor()), lang)
                    assert len(text.split("\n")) <= 40 + (state.looked_size > 0)
                    assert all(PARTS.names[lang][name] in text for name in PARTS.territories), "every land is named"
            state.apply(state.random_action(rng))
            ply += 1


def test_the_development_board_is_bright_where_one_can_pay_dull_where_not_yet_and_dark_where_taken() -> None:
    """§7.1 §7.2"""
    state = table()
    lay(state, "A1", "medicine")
    lay(state, "B1", "oracle")
    settle(state, "thrace", RED)
    cubes(state, RED, wood=1)
    own(state, RED, "oracle")
    drawn = {shape.id: shape for sheet in GAME.scene(state, RED).sheets for shape in sheet.shapes}
    assert drawn["cell-A1"].cls == "cell bright sheeted" and drawn["cell-A1"].legal and ">7<" in drawn["cell-A1"].body
    assert drawn["cell-A4"].cls == "cell dull sheeted" and drawn["cell-B1"].cls == "cell taken sheeted"
    waiting = {shape.id: shape for sheet in GAME.scene(state, BLUE).sheets for shape in sheet.shapes}
    assert waiting["cell-A1"].cls == "cell dull sheeted" and not waiting["cell-A1"].legal


def test_the_strips_lie_in_the_order_of_time() -> None:
    """Whoever plays next is on top. §5.1"""
    state = table()
    track(state, (GREEN, 3), (BLUE, 5), (RED, 9), (3, 12))
    strips = next(sheet for sheet in GAME.scene(state, RED).sheets if sheet.name == "camps").shapes
    order = sorted((shape.y, shape.id) for shape in strips)
    assert [name for _, name in order] == ["camp-2", "camp-1", "camp-0", "camp-3"]
    assert "3/80" in strips[0].body


def test_the_hand_lies_below_the_costs_and_says_what_each_card_does() -> None:
    """Its room is kept when it is empty. §8.4"""
    state = table()
    empty = next(sheet for sheet in GAME.scene(state, RED).sheets if sheet.name == "hand")
    deal(state, RED, "fullSet")
    full = next(sheet for sheet in GAME.scene(state, RED).sheets if sheet.name == "hand")
    assert empty.height == full.height
    card = next(shape for shape in full.shapes if shape.id == "card-0")
    assert "3 prestige" in card.body and card.label.endswith("3 prestige if you hold all four resources.")
