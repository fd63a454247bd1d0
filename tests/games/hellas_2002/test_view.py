"""The picture and the sketch: every legal action once, nothing the viewer may not know, both languages."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import pairwise
from random import Random

import pytest

from agon.core.state import OVER
from agon.draw.scene import Scene, Shape
from agon.draw.svg import sheet_svg
from agon.draw.symbols import SYMBOLS
from agon.games.hellas_2002 import GAME, names
from agon.games.hellas_2002.parts import DARK, LIGHT
from agon.games.hellas_2002.position import SHOWN
from agon.games.hellas_2002.questions import (
    BATTLE,
    CHOOSE_CARD,
    REGROUP,
    REINF,
    RESPOND,
    SEND,
    SETTLE,
    VOY_PLACE,
    WINDOW,
)
from agon.games.hellas_2002.rules import Rules
from agon.games.hellas_2002.view_sight import Sight
from agon.games.hellas_2002.view_text import EDGE_MARKS
from tests.games.hellas_2002.table import OUTWARD, city, fresh, hold, legal, pile, play, random_positions, sea

SPECTATOR = -1
ISLAND = "WWWWWW"


def first(wanted: Callable[[Rules], bool]) -> Rules:
    """The first position of some random game of this kind."""
    for seed in range(200):
        rng = Random(seed)
        state = fresh()
        while state.actor() != OVER:
            if wanted(state):
                return state
            state.apply(state.random_action(rng))
    raise AssertionError("no game came to it")


def in_window(window: int) -> Rules:
    return first(lambda s: s.step == WINDOW and s.window == window and len(s.legal()) > 4)


def shapes(scene: Scene) -> dict[str, Shape]:
    return {shape.id: shape for sheet in scene.sheets for shape in sheet.shapes}


def test_every_legal_action_is_offered_once_to_who_decides_and_to_nobody_else() -> None:
    for seed in range(3):
        for ply, state in enumerate(random_positions(seed, every=4)):
            for viewer in (SPECTATOR, LIGHT, DARK):
                scene = GAME.scene(state, viewer, ("en", "de")[ply % 2])
                expected = legal(state) if viewer >= 0 and viewer == state.actor() else []
                assert sorted(scene.offered()) == sorted(expected)


def test_ids_are_unique_and_every_symbol_of_a_panel_exists() -> None:
    for state in random_positions(7, every=5):
        scene = GAME.scene(state, LIGHT)
        for sheet in scene.sheets:
            ids = [shape.id for shape in sheet.shapes]
            assert len(ids) == len(set(ids))
        assert {fact.symbol for panel in scene.panels for fact in panel.facts} <= set(SYMBOLS)


@pytest.mark.parametrize(
    "state",
    [
        in_window(VOY_PLACE),
        in_window(REINF),
        first(lambda s: s.step == SEND),
        first(lambda s: s.step == SETTLE),
        first(lambda s: s.step == CHOOSE_CARD),
    ],
    ids=["voyage", "reinforcement", "attack", "set-up", "recall"],
)
def test_a_place_that_is_not_legal_carries_an_action_with_a_reason_against_it(state: Rules) -> None:
    for shape in shapes(GAME.scene(state, state.actor())).values():
        for text in shape.actions:
            reason = GAME.why_not(state, GAME.space.parse(text))
            assert (reason is None) == shape.legal, text


def test_ghosts_stand_where_the_tile_may_go() -> None:
    """§2.4 §5.3"""
    state = in_window(VOY_PLACE)
    drawn = shapes(GAME.scene(state, state.actor()))
    cells = {text.split()[1] for text in legal(state) if text.startswith("lay")}
    assert cells == {
        name.removeprefix("spot-") for name, shape in drawn.items() if name.startswith("spot-") and shape.legal
    }
    for name in cells:
        assert "ghost" in drawn[f"spot-{name}"].body
    other = shapes(GAME.scene(state, 1 - state.actor()))
    assert not [name for name in other if name.startswith("spot-")]


def test_pieces_are_what_one_regroups_with() -> None:
    """§5.5"""
    state = in_window(REGROUP)
    drawn = shapes(GAME.scene(state, state.actor()))
    moves = [text for text in legal(state) if text.startswith("move")]
    for text in moves:
        verb, source, _ = text.split()
        shape = drawn[f"{'greeks' if verb == 'movegreek' else 'ships'}-{source}"]
        assert shape.legal
        assert text in shape.actions


def test_a_city_shows_its_pieces_and_says_them() -> None:
    state = sea()
    name = city(state, (1, 0), "LLWWWW", "L3+2s")
    drawn = shapes(GAME.scene(state, SPECTATOR))
    assert drawn[f"city-{name}"].label == "Naxos at L10: Red, 3 Greeks, 2 ships, temple"
    assert drawn[f"greeks-{name}"].body.count("#hoplite") == 6, "three figures, each with its rim"
    assert drawn[f"ships-{name}"].body.count("#trireme") == 4


def test_own_hand_is_open_and_the_other_lies_by_its_backs() -> None:
    """§3.7"""
    state = sea()
    city(state, (1, 0), ISLAND, "L1")
    hold(state, LIGHT, "A1 P2")
    hold(state, DARK, "Z1 A2")
    drawn = shapes(GAME.scene(state, LIGHT))
    own = [drawn[f"hand-0-{i}"].label for i in range(2)]
    assert own[0].startswith("One more")
    assert own[1].startswith("Fair wind")
    assert {drawn[f"hand-1-{i}"].label for i in range(2)} == {"an unseen card of Ares", "an unseen card of Zeus"}
    watched = shapes(GAME.scene(state, SPECTATOR))
    assert all(watched[f"hand-0-{i}"].label.startswith("an unseen") for i in range(2))
    opened = shapes(GAME.scene(state, SPECTATOR, open_all=True))
    assert "Thunderbolt" in opened["hand-1-1"].label


def test_a_card_once_shown_lies_open() -> None:
    """§3.7"""
    state = sea()
    city(state, (1, 0), ISLAND, "L1")
    hold(state, DARK, "Z1", view=SHOWN)
    assert shapes(GAME.scene(state, LIGHT))["hand-1-0"].label == "Thunderbolt, known to be in that hand"


def test_the_chain_is_drawn_as_it_grows() -> None:
    """§6.1 §6.2"""
    state = sea()
    city(state, (1, 0), ISLAND, "L1")
    city(state, (6, 0), ISLAND, "D1")
    hold(state, LIGHT, "A6 Z2 Z1")
    hold(state, DARK, "Z1 Z4")
    assert "chain" not in [sheet.name for sheet in GAME.scene(state, LIGHT).sheets]
    play(state, "playkeep A6")
    drawn = shapes(GAME.scene(state, DARK))
    assert drawn["answer-void-A6"].actions == ("void A6",)
    assert drawn["answer-void-Z2"].actions == ("void Z2",)
    assert drawn["answer-pass"].label == "Let it stand: Levy takes effect"
    assert drawn["chain-0-A6"].label.startswith("Red has laid Levy: ")
    play(state, "void A6")
    drawn = shapes(GAME.scene(state, LIGHT))
    assert drawn["answer-void-Z1"].actions == ("void Z1",)
    assert not drawn["chain-0-A6"].legal
    assert not any(shape.legal for shape in GAME.scene(state, DARK).sheets[1].shapes), "only who decides is offered it"


def test_each_card_that_may_answer_is_shown_large_with_favour_as_a_switch() -> None:
    """§3.6 §6.2"""
    state = sea()
    city(state, (1, 0), ISLAND, "L1")
    city(state, (6, 0), ISLAND, "D1")
    hold(state, LIGHT, "A6")
    hold(state, DARK, "Z1 Z2")
    play(state, "play A6")
    scene = GAME.scene(state, DARK)
    drawn = shapes(scene)
    answer = drawn["answer-void-A6"]
    assert answer.actions == ("void A6", "voidkeep A6") and "switched" in answer.cls
    assert "A god card just" in answer.body, "the card itself, to be read"
    assert drawn["favour-A6"].cls == "switch" and drawn["favour-A6"].label.endswith("comes back to your hand")
    held = [shape for id_, shape in drawn.items() if id_.startswith("hand-1-")]
    assert [shape.echoes for shape in held] == [True, True], "the same cards in the hand answer too"
    assert sorted(scene.offered()) == ["pass", "void A6", "voidkeep A6"]
    assert 'role="switch" aria-checked="false"' in sheet_svg(scene.sheets[1])


def test_cards_that_may_be_laid_in_a_battle_are_shown_large_in_the_duel_too() -> None:
    """§5.4"""
    state = sea()
    city(state, (1, 0), OUTWARD[0], "L2+1s")
    theirs = city(state, (1, -1), OUTWARD[1], "D1+1s")
    hold(state, LIGHT, "A1 P3")
    hold(state, DARK, "Z1 P1")
    play(state, "attack", f"target {theirs}")
    answer = shapes(GAME.scene(state, LIGHT))["answer-play-A1"]
    assert answer.echoes and not answer.legal and "falls" in answer.label


def test_the_duel_says_where_the_strengths_come_from_and_what_each_answer_makes_of_them() -> None:
    """§5.4 §6.2"""
    state = sea()
    mine = city(state, (1, 0), OUTWARD[0], "L2+1s")
    theirs = city(state, (1, -1), OUTWARD[1], "D1+1s")
    hold(state, LIGHT, "A1 P3")
    hold(state, DARK, "Z1 P1")
    play(state, "attack", f"target {theirs}")
    drawn = shapes(GAME.scene(state, LIGHT))
    assert drawn["side-0"].label == f"Red: strength 1, {names.city(mine, 'en')} 1"
    assert drawn["side-1"].label == "Blue: strength 1, Greeks 1"
    assert "near" in drawn["strength"].cls, "a phone goes there"
    assert "one more is needed" in drawn["need"].body
    play(state, "play A1")
    drawn = shapes(GAME.scene(state, DARK))
    assert drawn["answer-void-A1"].label == f"Lay Thunderbolt: 1 : 1 stays: {names.city(theirs, 'en')} holds"
    assert drawn["answer-pass"].label == f"Let it stand: 1 : 1 becomes 2 : 1: {names.city(theirs, 'en')} falls"
    play(state, "pass")
    side = shapes(GAME.scene(state, LIGHT))["side-0"]
    assert side.label.endswith("One more 1")
    assert "#hoplite" in side.body and "#c-A1" in side.body, "who fights is drawn"


def test_cards_of_the_hand_are_large_enough_to_be_read() -> None:
    """118 wide with text of 12 in a strip as wide as a page of 1440 leaves; seven of them side by side. §3.1"""
    state = sea()
    city(state, (1, 0), ISLAND, "L1")
    hold(state, LIGHT, "A1 A2 A3 P1 P2 Z1 Z2")
    sheet = next(s for s in GAME.scene(state, LIGHT).sheets if s.name == "hands")
    cards = [shape for shape in sheet.shapes if shape.cls == "card"]
    assert sheet.width <= 750 and sheet.width / sheet.height >= 2.6 and len(cards) == 7
    assert all(59 <= card.x <= sheet.width - 59 for card in cards)
    assert all(b.x - a.x >= 100 for a, b in pairwise(cards))
    assert "scale(1.180)" in cards[0].body and 'font-size="10.2"' in cards[0].body


def test_the_stacks_lie_beside_the_hand() -> None:
    """As high as a hand with cards; what is drawn from comes first, the other hand last."""
    state = sea()
    city(state, (1, 0), ISLAND, "L1")
    hold(state, LIGHT, "A1")
    hand, stacks = (next(s for s in GAME.scene(state, LIGHT).sheets if s.name == name) for name in ("hands", "stacks"))
    assert stacks.low and abs(stacks.height - hand.height) < 1
    at = {shape.id: shape.y for shape in stacks.shapes}
    assert max(at["tiles"], at["stack-ares"], at["stack-zeus"]) < 116 < at["owner-1"]


def test_a_card_that_is_known_in_the_other_hand_is_told() -> None:
    """§3.7"""
    state = sea()
    city(state, (1, 0), ISLAND, "L1")
    hold(state, DARK, "Z1")
    assert GAME.scene(state, LIGHT, "de", open_all=True).panels[DARK].note == "Dunkel · hat Blitzschlag"
    assert GAME.scene(state, LIGHT, "de").panels[DARK].note == GAME.scene(state, SPECTATOR, "de").panels[DARK].note


def test_what_cannot_be_played_now_is_pale() -> None:
    """§3.6"""
    state = sea()
    city(state, (1, 0), ISLAND, "L1")
    city(state, (6, 0), ISLAND, "D1")
    hold(state, LIGHT, "A6 P1")
    drawn = shapes(GAME.scene(state, LIGHT))
    assert "opacity" not in drawn["hand-0-0"].body and 'opacity=".58"' in drawn["hand-0-1"].body
    assert drawn["hand-0-1"].actions == ("play P1",), "pointing at it asks why"


def test_no_code_of_a_tile_or_a_window_is_read() -> None:
    """Neither in the picture nor in the sketch, in either language."""
    for ply, state in enumerate(random_positions(5, every=9)):
        lang = ("en", "de")[ply % 2]
        said = [shape.label for sheet in GAME.scene(state, LIGHT, lang).sheets for shape in sheet.shapes]
        asked = GAME.prompt(state, state.actor() if state.actor() >= 0 else LIGHT, lang)
        labels = [GAME.label(state, action, lang) for action in state.legal()]
        text = " ".join([*said, asked.title, asked.text, *labels, GAME.sketch(state, LIGHT, lang)])
        assert not re.search(r"\bT\d\d\b|REINF|VOY_|ATT_PREP|turned by|gedreht", text), text


def test_equal_cards_carry_their_action_once() -> None:
    state = sea()
    city(state, (1, 0), ISLAND, "L1")
    city(state, (6, 0), ISLAND, "D1")
    hold(state, LIGHT, "A6 A6")
    drawn = shapes(GAME.scene(state, LIGHT))
    assert [drawn[f"hand-0-{i}"].legal for i in range(2)] == [True, False]


def test_piles_are_open() -> None:
    """§3.1"""
    state = sea()
    city(state, (1, 0), ISLAND, "L1")
    pile(state, "A1 A1 Z3")
    drawn = shapes(GAME.scene(state, SPECTATOR))
    assert drawn["pile-A1"].label == "One more on the pile: 2"
    assert "×2" in drawn["pile-A1"].body
    assert drawn["stack-zeus"].label == "stack of Zeus: 15 cards"


def test_a_battle_shows_its_strengths() -> None:
    """§5.4"""
    state = first(lambda s: s.step == WINDOW and s.window == BATTLE)
    drawn = shapes(GAME.scene(state, SPECTATOR))
    assert re.fullmatch(r"\d+ : \d+", drawn["strength"].label)
    assert any(name.startswith("march-") for name in drawn)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_whole_picture_needs_nothing_else(theme: str) -> None:
    state = first(lambda s: s.step == RESPOND)
    svg = GAME.scene(state, state.actor()).svg(theme)
    assert svg.startswith("<svg")
    assert "var(" not in svg
    assert 'href="#' not in svg


def test_german_says_german() -> None:
    state = sea()
    name = city(state, (1, 0), ISLAND, "L2+1s")
    drawn = shapes(GAME.scene(state, LIGHT, "de"))
    assert drawn[f"city-{name}"].label == "Skyros auf L10: Rot, 2 Griechen, 1 Schiff"


def test_the_sketch_shows_tiles_hands_and_chain() -> None:
    state = sea()
    city(state, (1, 0), "LLWWWW", "L2+1s")
    city(state, (6, 0), ISLAND, "D1")
    hold(state, LIGHT, "A6")
    hold(state, DARK, "Z1")
    play(state, "play A6")
    text = GAME.sketch(state, LIGHT)
    assert "r2+1" in text
    assert "Naxos" in text and "r2+1^" in text
    assert "chain: Levy" in text
    assert "Zeus unseen" in text
    assert "Thunderbolt" not in text
    assert "\x1b[" in GAME.sketch(state, LIGHT, colour=True)


def test_the_sketch_marks_where_a_tile_may_go() -> None:
    state = in_window(VOY_PLACE)
    cells = {t.split()[1] for t in legal(state) if t.startswith("lay")}
    assert all(f"*{name}" in GAME.sketch(state, state.actor()) for name in cells)


def test_opposite_edges_of_a_sketched_tile_mirror_each_other() -> None:
    for edge, opposite in zip(EDGE_MARKS[:3], EDGE_MARKS[3:], strict=True):
        assert {(10 - x, 3 - y) for x, y in edge} == set(opposite)


def test_facts_name_what_the_specification_names() -> None:
    state = sea()
    name = city(state, (1, -1), "WLWWLW", "L2+1s")
    hold(state, LIGHT, "A6 Z1")
    hold(state, DARK, "P1")
    city(state, (6, 0), ISLAND, "D1")
    facts = GAME.facts(state.observe(LIGHT))
    told = json.loads(json.dumps(facts))
    tiles = {tile["id"]: tile for tile in told["tiles"]}
    assert tiles[name] == {
        "id": name, "at": [1, -1], "cell": "L9", "rotation": 1, "edges": "WLWWLW", "temple": False, "bridge": True,
        "owner": 0, "greeks": 2, "ships": 1, "greeksSent": 0,
    }  # fmt: skip
    light, dark = told["players"]
    assert light["hand"] == ["A6", "Z1"]
    assert dark["hand"] == []
    assert dark["unseen"] == {"ares": 0, "poseidon": 1, "zeus": 0}
    assert facts["window"] == "START"
    assert facts["legal"] == legal(state)


@pytest.mark.parametrize("drawer", [LIGHT, DARK])
def test_a_card_drawn_face_down_lies_with_the_hand_of_who_drew_it(drawer: int) -> None:
    """§5.2"""
    state = first(lambda s: s.active == drawer and sum(s.cards.down_size) > 0)
    for viewer in (LIGHT, DARK, SPECTATOR):
        sight = Sight(state, viewer, "en", False)
        for seat in (LIGHT, DARK):
            assert len(sight.hand(seat)) == sum(int(state.cards_of(seat, god)) for god in range(3))


def test_features_keep_their_lengths() -> None:
    lengths: dict[str, int] | None = None
    for state in random_positions(3, every=9):
        for seat in (LIGHT, DARK):
            rows = GAME.features(state.observe(seat), seat)
            now = {name: len(row) for name, row in rows.items()}
            assert lengths is None or now == lengths
            lengths = now


def test_a_card_locked_since_the_turn_before_is_refused_in_true_words() -> None:
    """§5.6: in an extra turn a card may be locked that did not come in it."""
    state = sea()
    city(state, (1, 0), ISLAND, "L1+1s")
    city(state, (6, 0), ISLAND, "D1")
    hold(state, LIGHT, "Z3")
    play(state, "reinforce", "draw ares", "card A6", "play Z3", "done")
    assert (state.is_extra, int(state.active)) == (1, LIGHT)
    refusal = GAME.why_not(state, GAME.space.parse("play A6"))
    assert refusal is not None
    assert refusal.message("en") == "Levy came to your hand too late to be used in this turn. (§5.6)"
    assert refusal.message("de") == "Aufgebot kam zu spät auf die Hand und ist in diesem Zug noch gesperrt. (§5.6)"


def test_the_prompt_of_a_fair_wind_asks_for_a_ship() -> None:
    """§3.4 §Q5"""
    state = sea()
    city(state, (1, 0), ISLAND, "L1+1s")
    city(state, (1, -1), ISLAND, "D1+1s")
    hold(state, LIGHT, "P2")
    play(state, "voyage", "play P2", "tile T03")
    assert "at least as many as your opponent's, and not none" in GAME.prompt(state, LIGHT).text
    assert "nicht weniger sind als die fremden, mindestens aber eines" in GAME.prompt(state, LIGHT, "de").text


def test_a_sketch_fits_a_terminal_of_forty_rows_and_a_hundred_columns() -> None:
    for seed in range(4):
        for state in random_positions(seed, every=11):
            rows = GAME.sketch(state, LIGHT, "de").split("\n")
            assert len(rows) <= 40 and max(map(len, rows)) <= 100


def test_the_drawn_tile_is_drawn_in_the_sketch() -> None:
    state = first(lambda s: s.step == SETTLE and len(s.legal()) > 4)
    text = GAME.sketch(state, state.actor())
    assert names.city(state.parts.tiles[int(state.tile)], "en") in text and "drawn" in text.split("\n")[2]
