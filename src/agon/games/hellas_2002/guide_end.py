"""How a game was won, and what everybody holds in the end."""

from __future__ import annotations

from typing import Final

from agon.core.game import seat_name
from agon.core.guide import Account, Count
from agon.core.speech import Facts, filled
from agon.core.state import NONE
from agon.games.hellas_2002 import scoring
from agon.games.hellas_2002.names import CATEGORY
from agon.games.hellas_2002.rules import Rules

WORDS: Final = {
    "en": {
        "goal": "{who} holds {n} cities and wins",
        "goal_by": "{next} held {m:one|#}.",
        "last": "{who} takes the last city of {next} and wins",
        "last_by": "{who} held {n} by then.",
        "turns": "{who} wins: the turns have run out",
        "turns_by": "{n:One city|# cities} against {m}.",
        "temples_by": "Both held {n:one city|# cities}; {who} had more temples.",
    },
    "de": {
        "goal": "{who} hält {n} Städte und gewinnt",
        "goal_by": "{next} hielt {m:eine|#}.",
        "last": "{who} nimmt {next} die letzte Stadt und gewinnt",
        "last_by": "{who} hielt bis dahin {n}.",
        "turns": "{who} gewinnt: Die Züge sind zu Ende",
        "turns_by": "{n:Eine Stadt|# Städte} gegen {m}.",
        "temples_by": "Beide hielten {n:eine Stadt|# Städte}; {who} hatte mehr Tempel.",
    },
}


def account(state: Rules, lang: str) -> Account:
    """Ten cities, the last city of the other, or the lead when the turns ran out. §7.1 §7.2 §7.3"""
    cities = tuple(int(scoring.cities_of(state, seat)) for seat in range(state.seats()))
    temples = Count(CATEGORY[lang]["temples"], tuple(int(state.temples_of(seat)) for seat in range(state.seats())))
    total = Count(CATEGORY[lang]["cities"], cities, int(state.parts.goal))
    if state.winner == NONE:
        return Account("", "", (temples,), total)
    winner = int(state.winner)
    other = 1 - winner
    facts: Facts = {
        "who": seat_name(winner, lang),
        "next": seat_name(other, lang),
        "n": cities[winner],
        "m": cities[other],
    }
    title, text = "turns", "temples_by" if cities[winner] == cities[other] else "turns_by"
    if cities[winner] >= state.parts.goal:
        title, text = "goal", "goal_by"
    elif cities[other] == 0:
        title, text = "last", "last_by"
    return Account(filled(WORDS[lang][title], facts), filled(WORDS[lang][text], facts), (temples,), total)
