"""How a game was won, and what everybody has built, group by group."""

from __future__ import annotations

from typing import Final

from agon.core.game import seat_name
from agon.core.guide import Account, Count
from agon.core.numbers import bits
from agon.core.speech import Facts, filled
from agon.core.state import NONE
from agon.games.attika import effects
from agon.games.attika.guide import decisive
from agon.games.attika.parts import BUILDINGS, GROUPS
from agon.games.attika.rules import Rules

WORDS: Final = {
    "en": {
        "built": "built",
        "link": "{who} links two shrines and wins",
        "link_by": "A chain of {n:one building|# buildings}. {next} had built {built} of {all}.",
        "all": "{who} builds all {all} buildings and wins",
        "all_by": "{next} had built {built} of {all}.",
    },
    "de": {
        "built": "gebaut",
        "link": "{who} verbindet zwei Heiligtümer und gewinnt",
        "link_by": "Eine Kette von {n:einem Gebäude|# Gebäuden}. {next} hatte {built} von {all} gebaut.",
        "all": "{who} baut alle {all} Gebäude und gewinnt",
        "all_by": "{next} hatte {built} von {all} gebaut.",
    },
}


def account(state: Rules, lang: str) -> Account:
    """A chain between two shrines, all buildings, or nothing that anybody could do. §9.1 §9.2 §9.4"""
    count, seats, words = int(state.parts.count), range(state.seats()), WORDS[lang]
    built = [int(state.stands(seat)) for seat in seats]
    total = Count(words["built"], tuple(built), count)
    rows = tuple(_group(state, group, lang) for group in range(int(GROUPS)))
    if state.winner == NONE:
        return Account("", "", rows, total)
    winner = int(state.winner)
    after = max((seat for seat in seats if seat != winner), key=lambda seat: built[seat])
    key = "link" if effects.has_linked(state, winner) else "all"
    facts: Facts = {
        "who": seat_name(winner, lang),
        "next": seat_name(after, lang),
        "built": built[after],
        "all": count,
        "n": sum(1 for shape in decisive(state) if shape.startswith("building-")),
    }
    return Account(filled(words[key], facts), filled(words[f"{key}_by"], facts), rows, total)


def _group(state: Rules, group: int, lang: str) -> Count:
    """How many of a group everybody has built. §1.3"""
    members = list(bits(int(state.parts.members[group])))
    built = (sum(1 for b in members if state.land.built[BUILDINGS * seat + b] != NONE) for seat in range(state.seats()))
    return Count(state.parts.group_names[lang][group], tuple(built), len(members))
