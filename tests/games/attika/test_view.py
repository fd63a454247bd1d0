"""The picture and the sketch: every legal action once, nothing the viewer may not know, both languages."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import pytest

from agon.core.chance import settle
from agon.core.game import SEAT_NAMES
from agon.core.speech import names_of
from agon.core.state import NONE, OVER, UNKNOWN
from agon.draw.geometry import centre
from agon.draw.scene import Scene, Shape
from agon.draw.symbols import SYMBOLS
from agon.games.attika import GAME
from agon.games.attika.parts import BUILDINGS, KINDS
from agon.games.attika.prices import Bill, cheapest
from agon.games.attika.questions import ANSWER, CHOOSE_SPACE, DECIDE, FINISHED, LAY, PAY, TURN
from agon.games.attika.rules import Rules
from agon.games.attika.sentences import AFTER, LABELS, LOG, REFUSALS, TEXTS, TITLES
from agon.games.attika.view_board import SIZE
from tests.games.attika.table import PARTS, cell, discard_deck, hold, play, reference, slot, stand, store

SPECTATOR = -1


def random_game(seats: int, seed: int) -> Iterator[Rules]:
    """Every decision of a random game, and its end."""
    rng = Random(seed)
    state = GAME.new(seats)
    assert isinstance(state, Rules)
    settle(state, rng)
    while state.actor() != OVER:
        yield state
        state.apply(state.random_action(rng))
        settle(state, rng)
    yield state


def first(step: int, seats: int = 3) -> Rules:
    """The first position of some random game in which this is asked."""
    for seed in range(50):
        for state in random_game(seats, seed):
            if state.step == step:
                return state
    raise AssertionError(f"no game came to step {step}")


def shapes(scene: Scene) -> dict[str, Shape]:
    return {shape.id: shape for sheet in scene.sheets for shape in sheet.shapes}


def texts(state: Rules) -> list[str]:
    return [state.actions.text(a) for a in state.legal()]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_legal_action_is_offered_once_to_who_decides_and_to_nobody_else(seats: int) -> None:
    for ply, state in enumerate(random_game(seats, seats)):
        if ply % 7:
            continue
        for viewer in range(SPECTATOR, seats):
            scene = GAME.scene(state.observe(viewer), viewer, ("en", "de")[ply % 2])
            expected = texts(state) if viewer >= 0 and viewer == state.actor() else []
            assert sorted(scene.offered()) == sorted(expected)


def test_ids_are_unique_and_every_symbol_of_a_panel_exists() -> None:
    for ply, state in enumerate(random_game(4, 7)):
        if ply % 20:
            continue
        scene = GAME.scene(state, 0)
        ids = [shape.id for sheet in scene.sheets for shape in sheet.shapes]
        assert len(ids) == len(set(ids))
        assert {fact.symbol for panel in scene.panels for fact in panel.facts} <= set(SYMBOLS)


def test_each_space_is_one_shape_that_names_itself_and_its_landscape() -> None:
    """§1.2 §1.3"""
    drawn = shapes(GAME.scene(reference(), SPECTATOR))
    assert drawn["cell-E1S0"].label == "E1S0, water"
    assert drawn["cell-E0S0"].label == "E0S0, plain"
    assert sum(name.startswith("cell-") for name in drawn) == 28
    assert drawn["shrine-0"].label == "shrine on E1N2"


def test_a_picked_building_shows_its_price_on_every_legal_space() -> None:
    """§5.3 §5.4"""
    state = reference()
    stand(state, 0, city=(0, 0))
    store(state, 0, "oracle")
    hold(state, 0, "FH")
    play(state, "build oracle")
    drawn = shapes(GAME.scene(state.observe(0), 0))
    for text in texts(state):
        name = text.split()[1]
        at = slot(state, next(h for h in PARTS.hexes if cell(h) == name))
        price = Bill(state, 0, state.building, at).cards
        shape = drawn[f"cell-{name}"]
        assert shape.legal
        assert shape.label.endswith("free" if price == 0 else "1 card" if price == 1 else f"{price} cards")
        assert (">free</text>" if price == 0 else f">{price}</text>") in shape.body
    german = shapes(GAME.scene(state.observe(0), 0, "de"))
    assert german["cell-E0S1"].label == "E0S1, ohne Symbol, kostenlos"
    others = shapes(GAME.scene(state.observe(1), 1))
    assert not any(shape.legal for shape in others.values())


@pytest.mark.parametrize("step", [DECIDE, ANSWER, CHOOSE_SPACE, PAY, LAY, TURN])
def test_a_place_that_is_not_legal_carries_an_action_with_a_reason_against_it(step: int) -> None:
    state = first(step)
    for shape in shapes(GAME.scene(state, state.actor())).values():
        for text in shape.actions:
            refused = GAME.why_not(state, GAME.space.parse(text)) is not None
            assert refused != shape.legal, text


def test_stacks_and_stored_buildings_are_clicked_on_the_storage_board() -> None:
    """§4.1 §4.2"""
    state = reference()
    store(state, 0, "city")
    drawn = shapes(GAME.scene(state, 0))
    assert drawn["stack-0-0"].actions == ("reveal 0",)
    assert drawn["stack-0-0"].legal
    assert drawn["place-0-city"].actions == ("build city",)
    assert drawn["place-0-city"].legal
    assert not drawn["stack-1-0"].actions
    assert GAME.scene(state, 0).buttons == ["finish"]


def test_cards_are_paid_from_the_hand() -> None:
    """§5.4"""
    state = reference()
    stand(state, 0, city=(0, 0))
    store(state, 0, "well")
    hold(state, 0, "M")
    play(state, "build well", f"place {cell((4, 1))}")
    drawn = shapes(GAME.scene(state.observe(0), 0))
    assert drawn["card-0-M"].legal
    assert not drawn["card-0-W"].legal
    assert drawn["building-0-well"].label == "Well of Red, being paid for"
    seen_by_the_other = shapes(GAME.scene(state.observe(1), 1))
    assert "card-0-M" not in seen_by_the_other


def test_a_tile_to_be_added_shows_where_and_how() -> None:
    """§8.2 §8.3"""
    state = first(LAY)
    drawn = shapes(GAME.scene(state, state.actor()))
    assert sum(name.startswith("spot-") for name in drawn) == len(state.legal())
    state.apply(state.legal()[0])
    drawn = shapes(GAME.scene(state, state.actor()))
    assert all(drawn[f"turn-{n}"].legal for n in range(6))


def test_hands_of_others_are_counts() -> None:
    """§2.8"""
    state = reference(3)
    hold(state, 1, "WWWFF")
    scene = GAME.scene(state.observe(0), 0)
    assert next(f.amount for f in scene.panels[1].facts if f.symbol == "i-card") == "5"
    assert "card-1-W" not in shapes(scene)
    other = reference(3)
    hold(other, 1, "HHHMM")
    for viewer in (SPECTATOR, 0, 2):
        assert GAME.scene(other.observe(viewer), viewer) == GAME.scene(state.observe(viewer), viewer)
        assert GAME.sketch(other.observe(viewer), viewer) == GAME.sketch(state.observe(viewer), viewer)


def test_open_hands_are_shown_where_all_is_open() -> None:
    """§2.8"""
    state = reference(3)
    hold(state, 1, "WWWFF")
    drawn = shapes(GAME.scene(state, SPECTATOR, open_all=True))
    assert drawn["card-1-W"].label == "water: 3"


def test_the_end_names_the_winner() -> None:
    """§9.3"""
    *_, state = random_game(2, 3)
    assert state.step == FINISHED
    panel = GAME.scene(state, SPECTATOR).panels[int(state.winner)]
    assert panel.note.endswith("wins")
    assert GAME.prompt(state, SPECTATOR, "de").title.endswith("gewinnt")


def test_the_sketch_shows_map_seats_and_hand() -> None:
    state = reference()
    stand(state, 0, city=(0, 0))
    stand(state, 1, well=(3, -1))
    hold(state, 0, "WWM")
    english, german = GAME.sketch(state.observe(0), 0, "en"), GAME.sketch(state.observe(0), 0, "de")
    assert "rCITY" in english
    assert "bWELL" in english
    assert "your hand: 2 water, 1 mountain" in english
    assert "rSTAD" in german
    assert "deine Hand: 2 Wasser, 1 Berg" in german
    assert "E0S0" in english
    assert "(####)" in english
    plain = re.sub(r"\x1b\[[0-9;]*m", "", GAME.sketch(state.observe(0), 0, "en", colour=True))
    assert [line.rstrip() for line in plain.splitlines()] == english.splitlines()


def named(text: str) -> set[str]:
    """What a sentence names; a building may be named with or without its article."""
    return {word.lower().removeprefix("the_") for word in names_of(text)}


def test_words_are_complete_in_both_languages() -> None:
    for table in (REFUSALS, TITLES, TEXTS, LABELS, LOG, AFTER):
        assert table["en"].keys() == table["de"].keys()
        for key, text in table["en"].items():
            if table is not LOG or key not in ("tile", "lay", "turn", "turn_drawn"):  # quoted by golden playthroughs
                assert named(text) == named(table["de"][key]), key
    assert len(PARTS.building_names["de"]) == len(PARTS.building_names["en"]) == BUILDINGS


def test_the_log_tells_settlements_groups_and_victory() -> None:
    """§6.3 §7.1 §9.2"""
    names = list(SEAT_NAMES["en"])
    state = reference()
    stand(state, 0, city=(0, 0), vineyard=(0, 2), well=(4, 1))
    store(state, 0, "vintner")
    play(state, "build vintner")
    said = GAME.log(state, GAME.space.parse(f"place {cell((0, 1))}"), names, "en")
    assert said == (
        "Red builds the vintner on E0S1, free of cards. Settlements join, 2 now. "
        "Viticulture is complete and connected: an amphora."
    )
    german = GAME.log(state, GAME.space.parse(f"place {cell((0, 1))}"), list(SEAT_NAMES["de"]), "de")
    assert german.startswith("Rot baut den Winzer auf E0S1, ohne Karten.")


@pytest.mark.parametrize("discards", ["FHM", "M"])
def test_all_are_told_of_a_new_deck_whoever_draws(discards: str) -> None:
    """§2.8 §4.6: the card is hidden, what follows from it is not."""
    names = list(SEAT_NAMES["en"])
    state = reference()
    discard_deck(state, "W")
    for kind, letter in enumerate("WFHM"):
        state.cards.discard[kind] = discards.count(letter)
    play(state, "finish")
    drawn = GAME.space.parse("card W")
    for viewer in (0, 1, SPECTATOR):
        seen, heard = state.observe(viewer), state.heard(viewer, drawn)
        card = "a water card" if viewer == 0 else "a card"
        assert GAME.log(seen, heard, names, "en") == f"Red draws {card}. The discards become a new deck."
    play(state, "card W")
    assert GAME.log(state.observe(1), UNKNOWN, names, "en") == "Red draws a card."


def test_labels_say_what_a_building_costs() -> None:
    """§5.4"""
    state = reference()
    stand(state, 0, city=(0, 0))
    store(state, 0, "oracle")
    hold(state, 0, "FH")
    assert GAME.label(state, GAME.space.parse("build oracle"), "en") == "Oracle: free"
    store(state, 0, "village")
    hold(state, 0, "FFHMWW")
    assert GAME.label(state, GAME.space.parse("build village"), "en") == "Village: from 1 card"
    play(state, "build oracle")
    assert GAME.label(state, GAME.space.parse(f"place {cell((0, 1))}"), "de") == "Orakel auf E0S1: kostenlos"


def test_facts_use_the_names_of_the_specification() -> None:
    """§2.8: hands of others are null."""
    state = reference()
    stand(state, 0, city=(0, 0))
    hold(state, 0, "WWM")
    hold(state, 1, "F")
    facts = GAME.facts(state.observe(0))
    players = facts["players"]
    assert isinstance(players, list)
    mine, other = players
    assert isinstance(mine, dict)
    assert isinstance(other, dict)
    assert mine["hand"] == {"W": 2, "F": 0, "H": 0, "M": 1}
    assert mine["built"] == {"city": [0, 0]}
    assert other["hand"] is None
    assert other["handSize"] == 1
    assert facts["deck"] is None
    assert facts["shrines"] == [[1, -2], [3, 3]]
    board = facts["board"]
    assert isinstance(board, list)
    assert {"at": [1, 0], "space": "E1S0", "symbol": "W"} in board
    assert {"at": [0, 0], "space": "E0S0", "symbol": None, "owner": 0, "building": "city"} in board


@pytest.mark.parametrize("step", [DECIDE, ANSWER, CHOOSE_SPACE, PAY, LAY, TURN])
def test_facts_list_what_is_legal_only_where_the_viewer_can_know_it(step: int) -> None:
    """§2.8: what another may build or pay hangs on hidden cards."""
    state = first(step)
    other = (state.actor() + 1) % state.seats()
    known = texts(state) if step in (LAY, TURN) else None
    assert GAME.facts(state)["legal"] == texts(state)
    assert GAME.facts(state.observe(state.actor()))["legal"] == texts(state)
    assert GAME.facts(state.observe(other))["legal"] == known
    assert GAME.facts(state.observe(SPECTATOR))["legal"] == known


def test_features_keep_their_lengths() -> None:
    lengths: dict[str, int] = {}
    for ply, state in enumerate(random_game(3, 5)):
        if ply % 40:
            continue
        rows = GAME.features(state.observe(1), 1)
        assert all(isinstance(x, float) for row in rows.values() for x in row)
        if not lengths:
            lengths = {name: len(row) for name, row in rows.items()}
        assert {name: len(row) for name, row in rows.items()} == lengths
    assert lengths["hand"] == KINDS


def test_value_sees_a_link_coming_and_a_win() -> None:
    """§9.2"""
    state = reference()
    stand(state, 0, city=(1, -1), oracle=(2, -1), theater=(3, -1), tavern=(3, 0))
    before = GAME.value(state, 0)
    stand(state, 0, plaza=(3, 1))
    assert GAME.value(state, 0) > before + 3
    assert GAME.value(state, 1) < -GAME.value(state, 0) + 20
    assert state.winner == NONE


def test_names_of_spaces_can_be_hidden() -> None:
    """They are written in a class of their own, also where a tile may go."""
    for step in (DECIDE, LAY):
        state = first(step)
        for name, shape in shapes(GAME.scene(state, state.actor())).items():
            if name.startswith(("cell-", "spot-")) and f">{name[5:]}</text>" in shape.body:
                assert 'class="b-num code"' in shape.body


def test_a_stored_building_shows_what_it_costs_today_to_its_owner_alone() -> None:
    """§4.2 §5.4"""
    state = reference()
    stand(state, 0, well=(0, 0))
    store(state, 0, "field", "fortress")
    hold(state, 0, "MMMM")
    drawn = shapes(GAME.scene(state.observe(0), 0))
    assert drawn["place-0-field"].label.endswith("on the storage board, today free")
    price = cheapest(state, 0, PARTS.buildings.index("fortress"))
    assert f">{price}</text>" in drawn["place-0-fortress"].body
    other = shapes(GAME.scene(state.observe(1), 1, "de"))
    assert other["place-0-field"].label.endswith(": auf der Ablagetafel")


def test_the_storage_board_lies_beside_the_map_and_the_hand_below() -> None:
    """What is at least 2.6 times as wide as high goes below."""
    state = first(TURN)
    sheets = {sheet.name.split("-")[0]: sheet.width / sheet.height for sheet in GAME.scene(state, state.actor()).sheets}
    assert sheets["store"] < 1
    assert sheets["hand"] > 2.6 and sheets["tile"] > 2.6


def test_what_was_changed_can_be_ringed_on_the_map() -> None:
    state = reference()
    stand(state, 0, city=(0, 0))
    assert 'class="fresh"' in shapes(GAME.scene(state, 0))["building-0-city"].body


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_sketch_fits_forty_rows(seats: int) -> None:
    for ply, state in enumerate(random_game(seats, 40 + seats)):
        if ply % 11 == 0 or state.step in (LAY, TURN):
            viewer = max(state.actor(), 0)
            assert len(GAME.sketch(state.observe(viewer), viewer, ("en", "de")[ply % 2]).splitlines()) <= 40


def test_a_sketch_draws_the_tile_in_hand_and_tells_today_s_prices() -> None:
    """§4.2 §8.2"""
    state = first(LAY)
    state.tile = PARTS.faces.index("T12")  # water in the middle, hill in the east, mountain in the north-west
    drawn = GAME.sketch(state.observe(state.actor()), state.actor()).splitlines()
    named = next(n for n, line in enumerate(drawn) if "turn 0" in line)
    assert [line[:9].split() for line in drawn[named - 3 : named]] == [["M", "."], [".", "W", "H"], [".", "."]]
    state = reference()
    stand(state, 0, well=(0, 0))
    store(state, 0, "field")
    assert "Grain field WFH: free" in GAME.sketch(state.observe(0), 0)
    assert "Kornfeld WFH: kostenlos" in GAME.sketch(state.observe(0), 0, "de")
    assert "Grain field WFH: free" not in GAME.sketch(state.observe(1), 1)


def test_wherever_a_tile_may_be_laid_all_of_it_lies_within_the_picture() -> None:
    """§8.3"""
    state, rng = GAME.new(2), Random(4)
    assert isinstance(state, Rules)
    while state.step != LAY:
        state.apply(state.random_action(rng))
    seat = state.actor()
    board = GAME.scene(state, seat).sheets[0]
    for action in state.legal():
        turned = state.clone()
        turned.apply(action)
        other = GAME.scene(turned, seat).sheets[0]
        assert (other.left, other.top, other.width, other.height) == (board.left, board.top, board.width, board.height)
        x, y = centre(state.parts.hexes[action - int(state.actions.lay.first)], SIZE)
        assert board.left < x - 2.5 * SIZE and x + 2.5 * SIZE < board.left + board.width
        assert board.top < y - 2.5 * SIZE and y + 2.5 * SIZE < board.top + board.height
