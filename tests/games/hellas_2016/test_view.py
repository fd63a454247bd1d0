"""The picture and the sketch: every legal action once, nothing the viewer may not know, both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from agon.core.chance import settle
from agon.core.state import NONE, OVER
from agon.draw.scene import Scene, Shape
from agon.draw.svg import sheet_svg
from agon.draw.symbols import SYMBOLS
from agon.games.hellas_2016 import GAME, effects, scoring
from agon.games.hellas_2016.parts import HOUSE, PALACE
from agon.games.hellas_2016.position import ABSENT
from agon.games.hellas_2016.questions import BUILD, COVER, FINISHED, MOVE_WORKER, RAISE_COLUMNS, TAKE_SPACE
from agon.games.hellas_2016.rules import Rules
from agon.games.hellas_2016.view_bar import HATCH
from tests.games.hellas_2016.board import empty, set_marble

SPECTATOR = -1


def new(seats: int, **options: str | int | bool) -> Rules:
    state = GAME.new(seats, **options)
    assert isinstance(state, Rules)
    return state


def random_game(seats: int, seed: int) -> Iterator[Rules]:
    """Every position of a game in which players decline only where they must."""
    rng = Random(seed)
    state = new(seats)
    yield state
    settle(state, rng)
    while state.actor() != OVER:
        yield state
        eager = [a for a in state.legal() if GAME.space.text(a) != "pass"]
        state.apply(rng.choice(eager or state.legal()))
        settle(state, rng)
    yield state


def first(step: int, seats: int = 3, later_than: int = 0) -> Rules:
    """The first position of some random game in which this is asked."""
    for seed in range(50):
        for ply, state in enumerate(random_game(seats, seed)):
            if state.step == step and ply >= later_than:
                return state
    raise AssertionError(f"no game came to step {step}")


def shapes(scene: Scene) -> dict[str, Shape]:
    return {shape.id: shape for sheet in scene.sheets for shape in sheet.shapes}


def texts(state: Rules) -> list[str]:
    return [state.actions.text(a) for a in state.legal()]


def amount(scene: Scene, seat: int, symbol: str) -> str:
    return next(fact.amount for fact in scene.panels[seat].facts if fact.symbol == symbol)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_legal_action_is_offered_once_to_who_decides_and_to_nobody_else(seats: int) -> None:
    for ply, state in enumerate(random_game(seats, seats)):
        for viewer in range(SPECTATOR, seats):
            scene = GAME.scene(state, viewer, ("en", "de")[ply % 2])
            expected = texts(state) if viewer >= 0 and viewer == state.actor() else []
            assert sorted(scene.offered()) == sorted(expected)


def test_ids_are_unique_and_every_symbol_of_a_panel_exists() -> None:
    for state in random_game(4, 7):
        scene = GAME.scene(state, 0)
        for sheet in scene.sheets:
            ids = [shape.id for shape in sheet.shapes]
            assert len(ids) == len(set(ids))
        assert {fact.symbol for panel in scene.panels for fact in panel.facts} <= set(SYMBOLS)


def test_each_space_of_the_island_is_one_shape_that_names_itself() -> None:
    state = first(TAKE_SPACE)
    drawn = shapes(GAME.scene(state, SPECTATOR))
    for cell in state.side.hexes:
        assert drawn[f"cell-{state.parts.cells[cell]}"].label.startswith(state.parts.cells[cell])
    assert sum(name.startswith("cell-") for name in drawn) == len(state.side.hexes)


@pytest.mark.parametrize("step", [TAKE_SPACE, BUILD, COVER, MOVE_WORKER, RAISE_COLUMNS])
def test_a_place_that_is_not_legal_carries_an_action_with_a_reason_against_it(step: int) -> None:
    state = first(step)
    for shape in shapes(GAME.scene(state, state.actor())).values():
        if shape.actions and not shape.legal:
            (text,) = shape.actions
            assert GAME.why_not(state, GAME.space.parse(text)) is not None


def test_pointing_at_a_space_means_what_is_being_asked() -> None:
    verbs = {
        BUILD: ("house", "palace", "square"),
        COVER: ("cover",),
        MOVE_WORKER: ("worker",),
        RAISE_COLUMNS: ("column",),
    }
    for step, expected in verbs.items():
        state = first(step)
        drawn = shapes(GAME.scene(state, state.actor()))
        for cell in state.side.hexes:
            actions = drawn[f"cell-{state.parts.cells[cell]}"].actions
            assert actions
            assert all(action.split()[0] in expected for action in actions)


def test_house_and_square_of_one_space_are_two_actions_of_its_shape() -> None:
    state = first(TAKE_SPACE)
    state.apply(GAME.space.parse("take houseSquare1"))
    legal = texts(state)
    place = next(a.split()[1] for a in legal if a.startswith("square"))
    shape = shapes(GAME.scene(state, state.actor()))[f"cell-{place}"]
    assert shape.legal
    assert shape.actions == (f"house {place}", f"square {place}")


def test_the_question_of_the_quarry_is_asked_by_buttons() -> None:
    state = first(TAKE_SPACE)
    state.apply(GAME.space.parse("take quarry1"))
    assert GAME.scene(state, state.actor()).buttons == ["quarry", "waive"]
    assert GAME.scene(state, SPECTATOR).buttons == []


def test_marble_of_others_is_behind_the_screen() -> None:
    state = first(BUILD)
    me = state.actor()
    other = (me + 1) % 3
    scene = GAME.scene(state, me)
    assert amount(scene, me, "p-marble") == str(int(state.purse.marble[me]))
    assert amount(scene, other, "p-marble") == "?"
    assert all(amount(GAME.scene(state, SPECTATOR), seat, "p-marble") == "?" for seat in range(3))


def test_open_marble_is_shown_to_all() -> None:
    state = first(BUILD)
    for viewer in (SPECTATOR, 0, 1, 2):
        scene = GAME.scene(state, viewer, open_all=True)
        assert [amount(scene, seat, "p-marble") for seat in range(3)] == [str(int(m)) for m in state.purse.marble]


def test_marble_is_shown_at_the_end() -> None:
    *_, state = random_game(2, 1)
    assert state.step == FINISHED
    scene = GAME.scene(state, SPECTATOR)
    assert [amount(scene, seat, "p-marble") for seat in range(2)] == [str(int(m)) for m in state.purse.marble]
    assert [panel.score for panel in scene.panels] == [str(row["total"]) for row in scoring.scores(state)]


def test_nothing_in_the_picture_or_the_sketch_betrays_marble_behind_the_screen() -> None:
    for step in (TAKE_SPACE, BUILD, COVER, RAISE_COLUMNS):
        state = first(step, later_than=30)
        for viewer in range(SPECTATOR, 3):
            richer = state.clone()
            for seat in range(3):
                if seat != viewer:
                    effects.gain(richer, seat, 8)
            assert GAME.scene(richer, viewer) == GAME.scene(state, viewer)
            assert GAME.sketch(richer, viewer, colour=True) == GAME.sketch(state, viewer, colour=True)


def test_points_so_far_count_marble_only_where_it_is_seen() -> None:
    state = first(BUILD, later_than=30)
    me = state.actor()
    scores = scoring.scores(state)
    panels = GAME.scene(state, me).panels
    for seat, row in enumerate(scores):
        expected = str(row["total"]) if seat == me else f"{row['total'] - row['marble']}+"
        assert panels[seat].score == expected


def test_pieces_name_their_owner_and_place_in_both_languages() -> None:
    state = first(TAKE_SPACE, seats=2)
    effects.put(state, 0, HOUSE, state.parts.cells.index("D5"))
    effects.put(state, 1, PALACE, state.parts.cells.index("E4"))
    english, german = shapes(GAME.scene(state, 0, "en")), shapes(GAME.scene(state, 0, "de"))
    assert english["piece-D5"].label == "house of Red on D5"
    assert english["piece-E4"].label == "palace of Blue on E4"
    assert german["piece-D5"].label == "Haus von Rot auf D5"
    assert german["piece-E4"].label == "Palast von Blau auf E4"
    assert "pl-red" in english["piece-D5"].cls
    assert english["cell-D5"].label == "D5, inland: house of Red"


def test_labels_and_captions_change_with_the_language() -> None:
    state = first(TAKE_SPACE)
    english, german = GAME.scene(state, 0, "en"), GAME.scene(state, 0, "de")
    assert english.caption == "phase 1 of 3 · Minotaur side"
    assert german.caption == "Phase 1 von 3 · Minotaurus-Seite"
    assert [sheet.title for sheet in german.sheets] == ["Insel", "Aktionsleiste"]
    assert "for everybody" in shapes(english)["bar-house1"].label
    assert "für alle" in shapes(german)["bar-house1"].label
    assert german.panels[0].facts[0].label == "Häuser übrig"
    named = {name: shape.label for name, shape in shapes(english).items() if shape.label}
    assert not [name for name, label in named.items() if shapes(german)[name].label == label]


def test_a_closed_quarry_is_barred_and_shows_no_tile() -> None:
    state = next(s for s in random_game(4, 4) if s.closed)
    quarry = next(q for q in range(len(state.quarries.top)) if int(state.closed) >> q & 1)
    place = state.parts.cells[int(state.side.quarries[quarry])]
    drawn = shapes(GAME.scene(state, SPECTATOR))
    assert drawn[f"cell-{place}"].label == f"{place}, closed quarry"
    assert "closed" in drawn[f"cell-{place}"].cls
    assert f"tile-{int(state.quarries.top[quarry])}" not in drawn


def test_active_quarries_show_their_marble_and_say_their_number() -> None:
    state = first(TAKE_SPACE)
    drawn = shapes(GAME.scene(state, SPECTATOR))
    for quarry, cell in enumerate(state.side.quarries):
        if state.is_active(quarry):
            place, top = state.parts.cells[int(cell)], int(state.quarries.top[quarry])
            assert "<text" not in drawn[f"tile-{top}"].body
            label = drawn[f"cell-{place}"].label
            assert f"quarry, {int(state.parts.tile_marble[top])} marble" in label and f"tile {top}," in label


def test_the_worker_stands_on_his_quarry_and_is_gone_when_he_has_left() -> None:
    state = first(TAKE_SPACE)
    place = state.parts.cells[int(state.side.quarries[int(state.worker)])]
    drawn = shapes(GAME.scene(state, SPECTATOR, "de"))
    assert drawn["worker"].label == f"Arbeiter auf {place}"
    assert drawn["worker"].x == drawn[f"cell-{place}"].x
    state.worker = NONE
    assert "worker" not in shapes(GAME.scene(state, SPECTATOR))


def test_the_tile_just_drawn_lies_beside_the_stack() -> None:
    state = first(COVER)
    drawn = shapes(GAME.scene(state, SPECTATOR))
    assert drawn[f"tile-{int(state.tile)}"].label.startswith(f"tile {int(state.tile)} has been drawn")
    assert drawn["stack"].label == f"tiles left in the stack: {len(state.stack())}"


def test_a_temple_shows_how_many_columns_it_has() -> None:
    state = first(TAKE_SPACE)
    state.temples.columns[0] = 3
    place = state.parts.cells[int(state.side.temples[0])]
    shape = shapes(GAME.scene(state, SPECTATOR))[f"cell-{place}"]
    assert shape.label == f"{place}, temple with 3 of {int(state.side.places[0])} columns"
    assert f">3/{int(state.side.places[0])}</text>" in shape.body
    assert f"3/{int(state.side.places[0])}" in GAME.sketch(state, SPECTATOR)


def test_a_statue_belongs_to_nobody() -> None:
    state = first(TAKE_SPACE)
    effects.raise_statue(state, 0, state.parts.cells.index("E5"))
    drawn = shapes(GAME.scene(state, SPECTATOR))
    assert drawn["piece-E5"].label == "statue on E5"
    assert drawn["statues"].label == "statues left: 2"
    assert "pl-" not in drawn["piece-E5"].cls


def test_a_city_is_drawn_as_one_ground() -> None:
    state = first(TAKE_SPACE)
    effects.put(state, 0, HOUSE, state.parts.cells.index("F5"))
    assert not [name for name in shapes(GAME.scene(state, 0)) if name.startswith("city-")]
    effects.put(state, 0, PALACE, state.parts.cells.index("F6"))
    (city,) = [shape for name, shape in shapes(GAME.scene(state, 0)).items() if name.startswith("city-")]
    assert city.label.startswith("city of Red, ")


def test_the_bar_shows_only_the_spaces_of_this_table() -> None:
    usual, bare = new(2), new(2, startHouses=0)
    assert "bar-house3" not in shapes(GAME.scene(usual, 0))
    assert "bar-house3" in shapes(GAME.scene(bare, 0))
    for state in (usual, bare):
        drawn = shapes(GAME.scene(state, 0))
        present = {f"bar-{n}" for n, s in zip(state.parts.bar, state.taken.bar, strict=True) if s != ABSENT}
        assert {name for name in drawn if name.startswith("bar-")} == present


def test_a_stone_lies_on_the_space_being_carried_out_which_is_framed_in_gold() -> None:
    state = first(TAKE_SPACE)
    who = state.actor()
    state.apply(GAME.space.parse("take quarry2"))
    drawn = shapes(GAME.scene(state, who))
    name = ("Red", "Blue", "Green")[who]
    assert drawn["stone-quarry2"].label == f"stone of {name} on Quarry"
    assert "--gold-rim" in drawn["bar-quarry2"].body
    assert "--gold-rim" not in drawn["bar-quarry1"].body
    assert drawn["bar-quarry2"].label.endswith("being carried out")


def test_the_marker_names_the_next_start_player() -> None:
    state = first(TAKE_SPACE)
    assert shapes(GAME.scene(state, 0))["marker"].label.startswith("nobody")
    state.marker = 1
    assert shapes(GAME.scene(state, 0))["marker"].label == "Blue starts the next phase"
    assert shapes(GAME.scene(state, 0, "de"))["marker"].label == "Blau beginnt die nächste Phase"
    assert "Blue starts the next phase" in GAME.sketch(state, 0)


def test_in_the_last_phase_the_marker_starts_nothing() -> None:
    """§5.4"""
    state = first(TAKE_SPACE)
    state.marker = 1
    state.phase = state.parts.phases - 1
    assert shapes(GAME.scene(state, 0))["marker"].label.startswith("this is the last phase")
    assert shapes(GAME.scene(state, 0, "de"))["marker"].label.startswith("dies ist die letzte Phase")
    assert "starts the next phase" not in GAME.sketch(state, 0)


def test_the_same_position_is_drawn_the_same_twice() -> None:
    for state in random_game(3, 11):
        assert GAME.scene(state, 0, "de") == GAME.scene(state.clone(), 0, "de")
    assert GAME.scene(state, 0).svg("dark") == GAME.scene(state, 0).svg("dark")


def test_pictures_are_free_of_variables_and_pages_carry_the_actions() -> None:
    state = first(BUILD)
    scene = GAME.scene(state, state.actor())
    for theme in ("light", "dark"):
        assert "var(" not in scene.svg(theme)
    page = sheet_svg(scene.sheets[0])
    place = next(a for a in texts(state) if a != "pass").split()[1]
    assert re.search(rf'<g id="cell-{place}" class="[^"]*legal"[^>]* data-action="\w+ {place}', page)


@pytest.mark.parametrize("lang", ["en", "de"])
def test_no_line_of_the_sketch_is_wider_than_100_columns(lang: str) -> None:
    for seats in (2, 3, 4):
        for state in random_game(seats, 20 + seats):
            plain = GAME.sketch(state, max(state.actor(), SPECTATOR), lang)
            assert max(len(line) for line in plain.splitlines()) <= 100
    bare = new(4, startHouses=0)
    assert max(len(line) for line in GAME.sketch(bare, 0, lang).splitlines()) <= 100


def test_the_sketch_in_colour_has_the_same_letters() -> None:
    state = first(BUILD, later_than=20)
    coloured = GAME.sketch(state, state.actor(), colour=True)
    assert re.sub(r"\x1b\[[\d;]*m", "", coloured) == GAME.sketch(state, state.actor())


def test_the_sketch_names_every_space_and_stars_the_legal_ones() -> None:
    state = first(BUILD)
    plain = GAME.sketch(state, state.actor())
    for cell in state.side.hexes:
        assert re.search(rf"\b{state.parts.cells[cell]}\b", plain)
    island = "\n".join(line for line in plain.splitlines() if line.lstrip().startswith("|"))
    assert island.count("*") == len({a.split()[1] for a in texts(state) if a != "pass"})
    spectator = GAME.sketch(state, SPECTATOR)
    assert "*" not in "\n".join(line for line in spectator.splitlines() if line.lstrip().startswith("|"))


def test_the_sketch_shows_owners_quarries_and_hidden_marble_without_colour() -> None:
    state = first(TAKE_SPACE, later_than=40)
    plain = GAME.sketch(state, state.actor())
    assert re.search(r"\b[rbg]H\b", plain)
    top = next(int(state.quarries.top[q]) for q in range(len(state.quarries.top)) if state.is_active(q))
    assert f"Q{top}" in plain
    assert " W " in plain
    rows = [line for line in plain.splitlines() if re.search(r"\b[rbg] (Red|Blue|Green)\b", line)]
    assert len(rows) == 3
    assert sum("?" in row for row in rows) == 2


def test_every_space_of_the_bar_shows_what_it_costs_or_brings() -> None:
    """§3.2 §6.6 §6.11: one that cannot be paid is hatched and its price red, for who would choose it alone."""
    state = empty(3)
    set_marble(state, 4, 20, 20)
    drawn = shapes(GAME.scene(state, 0))
    for space, shown in (("house1", "2"), ("palace1", "7"), ("temple3", "6"), ("quarry1", "income"), ("marble1", "+3")):
        assert f">{shown}</text>" in drawn[f"bar-{space}"].body, space
    vain = {name for name, shape in drawn.items() if HATCH in shape.body}
    assert vain == {"bar-palace1", "bar-temple3", "bar-temple5", "bar-statue1"}
    assert not any(HATCH in shape.body for shape in shapes(GAME.scene(state, 1)).values())


def test_names_of_spaces_can_be_hidden() -> None:
    """They are written in a class of their own."""
    body = shapes(GAME.scene(first(TAKE_SPACE), SPECTATOR))
    named = [shape for name, shape in body.items() if name.startswith("cell-") and name[5:] in shape.body]
    assert named
    assert all('class="b-num code"' in shape.body for shape in named)


@pytest.mark.parametrize(("seats", "houses"), [(2, "3"), (4, "3"), (4, "0")])
def test_a_sketch_fits_forty_rows_and_knows_no_keys(seats: int, houses: str) -> None:
    """Spaces of the bar are told in words, with what they cost."""
    state, rng = GAME.new(seats, startHouses=houses), Random(seats)
    while state.actor() != OVER:
        viewer = max(state.actor(), 0)
        for lang in ("en", "de"):
            drawn = GAME.sketch(state.observe(viewer), viewer, lang)
            assert len(drawn.splitlines()) <= 40
            assert not any(key in drawn for key in ("house1", "houseSquare", "temple2", "quarry1"))
            assert drawn.count("Haus 1/2" if lang == "de" else "House 1/2") == (3 if houses == "0" else 2)
        state.apply(state.random_action(rng))
