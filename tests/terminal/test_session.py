"""One keyboard: what the log tells and forgets, numbers for actions, and the result at the end."""

from __future__ import annotations

from random import Random

import pytest

import agon
from agon.play.table import Table
from agon.terminal.play import Session, ended


def seated(game: str, players: list[str], seed: int = 3) -> tuple[Session, list[str]]:
    """A table at one keyboard, and what is said at it."""
    said: list[str] = []
    table = Table.open(agon.game(game), len(players), players, Random(seed))
    return Session(table, "en", False, lambda words: "", said.append, Random(1), None, "random"), said


def test_what_was_taken_back_leaves_the_log_and_what_follows_is_told() -> None:
    here, said = seated("hellas_2016", ["you", "you"])
    here._tell_new(quiet=True)
    legal = here.table.legal_texts()
    here.command(legal[0], legal)
    here.command("undo", legal)
    assert len(here.history) == here.table.ply
    said.clear()
    here.command(legal[1], legal)
    assert legal[1].split()[1] in said[0]
    assert here.history == [heard.sentence(here.names) for heard in here.table.heard(-1)]


@pytest.mark.parametrize("beyond", [0, 1])
def test_numbers_of_actions_run_from_one_to_the_last(beyond: int) -> None:
    here, said = seated("hellas_2016", ["you", "you"])
    legal = here.table.legal_texts()
    ply = here.table.ply
    here.command(str(beyond * (len(legal) + 1)), legal)
    assert here.table.ply == ply
    assert str(len(legal)) in said[-1]
    here.command(str(len(legal)), legal)
    assert here.table.record.plies[ply].text == legal[-1]


def test_two_at_one_keyboard_hear_no_more_than_a_spectator_and_one_alone_hears_their_own() -> None:
    both, _ = seated("hellas_2002", ["you", "you"])
    alone, _ = seated("hellas_2002", ["random", "you"])
    for here, eyes in ((both, -1), (alone, 1)):
        here._tell_new(quiet=True)
        assert here.history == [heard.sentence(here.names) for heard in here.table.heard(eyes)]
    assert both.history != alone.history


def test_the_result_names_the_best_place_first() -> None:
    for seed in range(4):
        here, said = seated("hellas_2016", ["random"] * 3, seed)
        assert here.run()
        places = here.table.state.places()
        order = sorted(range(3), key=lambda seat: (places[seat], seat))
        if order != [0, 1, 2]:
            break
    assert order != [0, 1, 2]
    assert [next(s for s, name in enumerate(here.names) if name in line) for line in said[-3:]] == order
    assert said[-4].startswith(f"{here.names[order[0]]} wins with ")


def test_a_question_ends_with_its_own_mark() -> None:
    assert [ended(title) for title in ("Build or store?", "Regroup", "Done.")] == [
        "Build or store?",
        "Regroup.",
        "Done.",
    ]
