"""Reasons in words: expectations as results, and a line told only as far as it can be known."""

from __future__ import annotations

from random import Random

import pytest

import agon
from agon.bots import Step, make_bot
from agon.core.record import Record
from agon.core.state import CHANCE, OVER, UNKNOWN, State
from agon.play.hint import WORDS, outlook, percent, result, tell_line

NAMES = ["Anna", "Béla", "Cleo", "Dora", "Emil"]


def states(record: Record) -> list[State]:
    return list(record.replay())


def step(record: Record, ply: int) -> Step:
    """A ply of a record as a step of a line."""
    played = record.plies[ply]
    return Step(played.actor, record.game.space.parse(played.text))


@pytest.mark.parametrize(
    ("expected", "english", "german"),
    [
        (1.0, "almost won", "fast gewonnen"),
        (0.6, "ahead", "im Vorteil"),
        (0.5, "even", "ausgeglichen"),
        (0.39, "behind", "im Nachteil"),
        (0.0, "almost lost", "fast verloren"),
    ],
)
def test_an_expectation_in_words(expected: float, english: str, german: str) -> None:
    assert (outlook("en", expected), outlook("de", expected)) == (english, german)


def test_an_expectation_is_a_chance_of_two_and_a_place_of_more() -> None:
    assert percent(0.615) == "62\u00a0%"
    assert result("en", 0.62, 2) == "62\u00a0% to win"
    assert result("de", 0.62, 2) == "gewinnt zu 62\u00a0%"
    assert result("en", 1.0, 4) == "place 1.0"
    assert result("en", 0.4, 4) == "place 2.8"
    assert result("de", 0.4, 4) == "Platz 2,8"


def test_a_line_is_told_as_the_log_would_tell_it() -> None:
    record = agon.match("hellas_2016", ["greedy", "greedy"], seed=3)
    before = states(record)
    first = next(n for n, p in enumerate(record.plies) if p.text.startswith("take "))
    line = [step(record, n) for n in range(first, first + 2)]
    assert all(s.actor >= 0 for s in line)
    seen = before[first].observe(before[first].actor())
    told = tell_line(record.game, seen, line, NAMES, "en")
    assert [t.sentence for t in told] == [
        record.game.log(before[first + n], s.action, NAMES, "en") for n, s in enumerate(line)
    ]
    assert [t.actor for t in told] == [s.actor for s in line]
    german = tell_line(record.game, seen, line, NAMES, "de")
    assert [t.sentence for t in german] != [t.sentence for t in told]


def test_an_open_draw_ends_the_line() -> None:
    record = agon.match("hellas_2016", ["greedy", "greedy"], seed=3)
    before = states(record)
    drawn = next(
        n for n, p in enumerate(record.plies) if n and p.actor == CHANCE and record.plies[n - 1].actor != CHANCE
    )
    decided = before[drawn - 1]
    line = [step(record, n) for n in range(drawn - 1, drawn + 2)]
    told = tell_line(record.game, decided.observe(decided.actor()), line, NAMES, "en")
    assert [t.actor for t in told] == [line[0].actor, CHANCE]
    assert told[-1].sentence == WORDS["en"]["draw"]
    outcome = record.game.log(before[drawn], line[1].action, NAMES, "en")
    assert outcome not in [t.sentence for t in told]


def test_a_draw_that_one_would_not_hear_is_told_as_such() -> None:
    """Olympos: who passes a star draws a card unseen; the line tells that, and no card, and goes on."""
    record = agon.match("olympos", ["greedy", "greedy", "greedy"], seed=3)
    game, before = record.game, states(record)
    told_whole = 0
    for n, played in enumerate(record.plies):
        decided = n
        while decided and record.plies[decided - 1].actor >= 0:
            decided -= 1
        deciders = {p.actor: m for m, p in reversed(list(enumerate(record.plies[:n]))[decided:])}
        for me, first in deciders.items():
            if played.actor != CHANCE or before[n].heard(me, game.space.parse(played.text)) != UNKNOWN:
                continue
            line = [*(step(record, m) for m in range(first, n)), Step(CHANCE, UNKNOWN)]
            told = tell_line(game, before[first].observe(me), line, NAMES, "en")
            if len(told) == len(line):
                told_whole += 1
                assert told[-1].sentence == game.log(before[n].observe(me), UNKNOWN, NAMES, "en")
                assert told[-1].sentence != game.log(before[n], game.space.parse(played.text), NAMES, "en")
    assert told_whole > 0


def test_what_only_another_could_know_ends_the_line() -> None:
    """Hellas (2002): a card out of a hand one does not see is played in some worlds only."""
    cut = told_on = 0
    for seed in range(6):
        record = agon.match("hellas_2002", ["random", "random"], seed=seed)
        before = states(record)
        for n in range(len(record.plies) - 1):
            mine, other = record.plies[n], record.plies[n + 1]
            if mine.actor < 0 or other.actor != 1 - mine.actor or not other.text.startswith("play "):
                continue
            line = [step(record, n), step(record, n + 1)]
            told = tell_line(record.game, before[n].observe(mine.actor), line, NAMES, "en")
            assert len(told) <= 2
            cut += len(told) == 1
            told_on += len(told) == 2
    assert cut > told_on


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_lines_of_a_search_can_be_told_in_every_game(game_id: str) -> None:
    """Whatever the search imagines, the words never fail, and the first ply is always told."""
    game = agon.game(game_id)
    position = agon.Position(game_id, seats=game.seats[0], seed=5)
    rng = Random(5)
    for turn in range(40):
        if position.state.actor() == OVER:
            break
        seen = position.state.observe(position.actor)
        if turn % 8 == 0:
            why = make_bot("ismcts:iterations=60").reason(seen, seen.legal(), Random(turn))
            for lang in ("en", "de"):
                told = tell_line(game, seen, why.line, NAMES, lang)
                assert len(told) >= min(1, len(why.line))
                assert all(t.sentence for t in told)
        position.play(rng.choice(position.legal))
