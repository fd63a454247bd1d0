"""What the terminal tells in time: prices, warnings, rules in one's language, a place without its verb."""

from __future__ import annotations

import re
from random import Random

import pytest

import agon
from agon.play.table import Table
from agon.terminal.menu import Row, lines, rows
from agon.terminal.play import Session, rendered


def session(game: str, lang: str = "en", seed: int = 3) -> tuple[Session, list[str]]:
    said: list[str] = []
    seats = min(agon.game(game).seats)
    table = Table.open(agon.game(game), seats, ["you"] * seats, Random(seed))
    return Session(table, lang, False, lambda words: "", said.append, Random(1), None, "random"), said


def play_until_warned(here: Session) -> str:
    """Play at random until something is offered that comes to nothing; that action."""
    table, rng = here.table, Random(2)
    while not table.is_over():
        seen = table.seen(table.actor())
        for action in seen.legal():
            if seen.outlook(action).warning:
                return table.game.space.text(action)
        table.play(table.state.random_action(rng))
    raise AssertionError("nothing was ever in vain")


def test_what_comes_to_nothing_is_played_only_when_it_is_typed_again() -> None:
    here, said = session("hellas_2016")
    action = play_until_warned(here)
    legal, ply = here.table.legal_texts(), here.table.ply
    here.command(action, legal)
    assert here.table.ply == ply
    assert "Type it again to play it all the same." in said[-1].replace("\n", " ")
    here.command(action, legal)
    assert here.table.ply > ply


def test_a_place_alone_will_do_where_one_action_fits() -> None:
    here, _ = session("hellas_2016")
    legal, ply = here.table.legal_texts(), here.table.ply
    here.command(legal[0].split()[1].lower(), legal)
    assert here.table.record.plies[ply].text == legal[0]


def test_german_commands_are_understood() -> None:
    here, said = session("hellas_2016", "de")
    legal = here.table.legal_texts()
    for line, part in (("hilfe", "Tippe eine Nummer"), ("regeln", "§"), ("warum", "Zum Beispiel: warum")):
        said.clear()
        here.command(line, legal)
        assert part in " ".join(said)


def test_rules_are_told_plainly_in_the_chosen_language() -> None:
    assert rendered("**§4.1 Aufdecken**, bis zu `zweimal`.") == "§4.1 Aufdecken, bis zu zweimal."


def test_a_menu_names_what_each_action_costs_and_brings() -> None:
    here, said = session("attika")
    here.list_actions(90)
    assert "card" in said[-1]
    found = [Row(1, "Build", "A1 beside the sea", "2 cards"), Row(2, "", "End your turn", "+1"), Row(3, "Build", "B2")]
    assert lines(found) == ["  Build: 1 A1 beside the sea: 2 cards   3 B2", "  2 End your turn [+1]"]


@pytest.mark.parametrize("game", agon.game_ids())
def test_a_menu_speaks_the_language_of_the_reader_and_never_in_keys(game: str) -> None:
    """Every action of a game has its line once, and no word of the notation but places that the board shows."""
    table, rng = session(game)[0].table, Random(5)
    keys = re.compile(r"\b(westcrete|eastcrete|ship\d|houseSquare\d|cube[A-Z]\w+|T\d\d|roadsIgnore\w*)\b")
    while not table.is_over():
        seen = table.seen(table.actor())
        found = rows(seen, "de", 90)
        told = "\n".join(lines(found))
        assert [row.number for row in found] == list(range(1, min(90, len(seen.legal())) + 1))
        assert not keys.search(told) and not any(row.what.startswith(("M ", "W ", "H ", "F ")) for row in found), told
        for _ in range(15):
            if not table.is_over():
                table.play(table.state.random_action(rng))


def test_a_place_may_be_called_by_its_name() -> None:
    here, _ = session("olympos", "de")
    legal, ply = here.table.legal_texts(), here.table.ply
    here.command("illyrien", legal)
    assert here.table.record.plies[ply].text == "block illyria"
