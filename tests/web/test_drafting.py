"""Moves that are not played yet: pieces that turn, other places, what is chosen for somebody, and what is not asked."""

from __future__ import annotations

from random import Random

import agon
from agon.core.state import CHANCE
from agon.play.table import Table
from agon.web.present import view
from tests.web.support import ANNA
from tests.web.test_guidance import at_annas_turn, seated


def test_a_tile_is_laid_and_turned_as_one_draft() -> None:
    live = seated(agon.game("hellas_2002"))
    rng = Random(3)
    while live.table.actor() != 0 or not live.table.legal_texts()[0].startswith("lay"):
        live.table.play(live.table.state.random_action(rng))
    before = view(live, ANNA, "en")
    assert before.placing is not None and len(before.placing["pictures"]) == 6
    ways = {shape: place["ways"] for shape, place in before.placing["places"].items()}
    told = sorted(answer for place in ways.values() for answer in place.values())
    assert told == sorted([text] for text in live.table.legal_texts())
    assert sum(len(group.choices) for group in before.groups) <= len(ways) + len(before.buttons)
    place = max(ways.values(), key=len)
    answers = tuple(next(iter(place.values())))
    after = view(live, ANNA, "en", draft=answers)
    assert after.draft is not None and after.draft.answers[: len(answers)] == answers
    assert after.placing is not None and after.placing["places"].keys() == before.placing["places"].keys()


def test_attikas_tile_turns_at_every_place() -> None:
    live = seated(agon.game("attika"))
    rng = Random(2)
    while live.table.actor() != 0 or not live.table.legal_texts()[0].startswith("lay"):
        live.table.play(live.table.state.random_action(rng))
    v = view(live, ANNA, "de")
    assert v.placing is not None
    for shape, place in v.placing["places"].items():
        cell = shape.removeprefix("spot-")
        assert place["ways"] == {turn: [f"lay {cell}", f"turn {turn}"] for turn in range(6)}
    first, second = list(v.placing["places"])[:2]
    after = view(live, ANNA, "de", draft=tuple(v.placing["places"][first]["ways"][2]))
    assert after.draft is not None and not after.draft.more and after.draft.kept == 0
    board = after.sheets[0].svg
    assert f'id="board-{second}"' in board and "elsewhere" in board


def test_a_draft_tells_what_was_chosen_and_not_what_follows_by_itself() -> None:
    """A building that can be paid in one way: the question is whether to build it, not whether to pay a card."""
    live, rng = seated(agon.game("attika")), Random(3)
    told = 0
    while told < 3:
        if live.table.is_over():
            live = seated(agon.game("attika"))
        live.table.play(live.table.state.random_action(rng))
        live.version += 1
        if live.table.actor() != 0 or not any(text.startswith("place") for text in live.table.legal_texts()):
            continue
        for choice in view(live, ANNA, "en").actions:
            draft = view(live, ANNA, "en", draft=(choice.text,)).draft
            assert draft is not None
            if len(draft.answers) > 1 and choice.text.startswith("place"):
                assert draft.answers[-1].startswith("pay") and draft.title == choice.label
                told += 1


def test_while_a_move_waits_another_place_can_be_chosen() -> None:
    live = seated(agon.game("hellas_2016"))
    at_annas_turn(live, Random(5))
    v = view(live, ANNA, "en")
    place = next(choice for choice in v.actions if not choice.button)
    after = view(live, ANNA, "en", draft=(place.text,))
    assert after.draft is not None and not after.actions
    others = [choice.text for choice in v.actions if choice.text != place.text and not choice.button]
    offered = sum(f'data-action="{text}"' in sheet.svg for text in others for sheet in after.sheets)
    assert offered == len(others) > 0


def test_chores_can_be_left_to_the_table() -> None:
    game = agon.game("olympos")
    live = seated(game, 3)
    while live.table.actor() < 0:
        live.table.play(live.table.state.random_action(live.table.rng))
    seat = live.table.actor()
    suggested = live.table.seen(seat).suggest()
    assert len(suggested) > 3 and all(text.startswith("block") for text in suggested)
    live.table.submit(seat, live.table.ply, *suggested)
    assert live.table.seen(seat).suggest() == []


def test_a_question_with_nothing_to_play_is_not_asked() -> None:
    """Before paying and at the Zeus space one is asked only where a card in hand could do something."""
    game = agon.game("olympos")
    found = 0
    for seed in range(3):
        table = Table(agon.match("olympos", ["random"] * 3, seed=seed))
        for number, ply in enumerate(table.record.plies):
            state = table.at(number)
            if state.actor() == CHANCE or ply.text != "done":
                continue
            idle = game.idle(state.observe(state.actor()))
            assert (idle is not None) <= (len(state.legal()) == 1)
            found += idle is not None
    assert found


def test_every_deed_bears_a_symbol_that_exists() -> None:
    from agon.draw.symbols import SYMBOLS

    for game_id, seats in (("attika", 2), ("hellas_2002", 2), ("hellas_2016", 2), ("olympos", 3)):
        record = agon.match(game_id, ["random"] * seats, seed=1)
        state, seen = record.start(), set()
        for ply in record.plies:
            action = record.game.space.parse(ply.text)
            if state.actor() >= 0:
                seen.add(record.game.symbol(state.observe(-1), action))
            state.apply(action)
        assert seen - {""} <= set(SYMBOLS) and len(seen) > 3, (game_id, seen)
