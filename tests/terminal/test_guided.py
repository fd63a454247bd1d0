"""What the terminal tells in time: prices, warnings, rules in one's language, a place without its verb."""

from __future__ import annotations

from random import Random

import agon
from agon.play.table import Table
from agon.terminal.play import Session, action_lines, rendered


def session(game: str, lang: str = "en", seed: int = 3) -> tuple[Session, list[str]]:
    said: list[str] = []
    table = Table.open(agon.game(game), 2, ["you", "you"], Random(seed))
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
    assert action_lines([("place A1", "x"), ("end", "End")], 9, ["2 cards", "+1"]) == [
        "  place: 1 A1: 2 cards",
        "  2 end: End [+1]",
    ]
