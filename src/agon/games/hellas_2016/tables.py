"""The tables of RULES.md, from the pack."""

from __future__ import annotations

from collections.abc import Callable

from agon.core.game import Words
from agon.core.rulebook import Table
from agon.core.state import NONE
from agon.games.hellas_2016.names import CATEGORY, PIECE, SIDE
from agon.games.hellas_2016.parts import (
    BAR_QUARRY,
    BAR_TEMPLE,
    PIECES,
    STATUE,
    Parts,
)

Rows = list[list[str]]

HEADS: dict[str, dict[str, list[str]]] = {
    "en": {
        "bar": ["spaces", "action", "for whom", "effect"],
        "costs": ["piece", "on the coast", "inland"],
        "tiles": ["numbers", "marble", "tiles"],
        "stones": ["players", "stones each, phase by phase"],
        "sides": ["side", "players", "quarries", "temples: places for columns"],
        "points": ["for", "points"],
    },
    "de": {
        "bar": ["Felder", "Aktion", "für wen", "Wirkung"],
        "costs": ["Gebäude", "an der Küste", "im Inselinneren"],
        "tiles": ["Zahlen", "Marmor", "Plättchen"],
        "stones": ["Personen", "Steine je Person, Phase für Phase"],
        "sides": ["Seite", "Personen", "Steinbrüche", "Tempel: Plätze für Säulen"],
        "points": ["wofür", "Punkte"],
    },
}
ALL: Words = {"en": "everybody", "de": "alle"}
ALONE: Words = {"en": "the active player", "de": "wer am Zug ist"}
# By the kinds of action spaces, in the order of the bar.
ACTION: dict[str, tuple[str, ...]] = {
    "en": ("house", "house and/or square", "palace", "quarry", "temple", "statue", "marble"),
    "de": ("Haus", "Haus und/oder Platz", "Palast", "Steinbruch", "Tempel", "Statue", "Marmor"),
}
EFFECT: dict[str, tuple[str, ...]] = {
    "en": (
        "build one house",
        "build one house, one square, or both",
        "build one palace",
        "marble for houses, then up to {draws} tiles",
        "pay {price}, raise exactly {columns} columns, take a ring",
        "pay {statue}, place a statue inland",
        "take {marble} marble",
    ),
    "de": (
        "ein Haus bauen",
        "ein Haus, einen Platz oder beides bauen",
        "einen Palast bauen",
        "Marmor für Häuser, dann bis zu {draws} Plättchen",
        "{price} zahlen, genau {columns} Säulen errichten, einen Ring nehmen",
        "{statue} zahlen, im Inselinneren eine Statue setzen",
        "{marble} Marmor nehmen",
    ),
}
COLUMN: Words = {"en": "column", "de": "Säule"}
EACH: Words = {"en": "{price} for {columns}", "de": "{price} für {columns}"}
NEVER: Words = {"en": "not allowed", "de": "nicht erlaubt"}
POINT: dict[str, dict[str, str]] = {
    "en": {
        "city": "each house, palace and square of the largest city",
        "temples": "each column of a temple, for every city at it",
        "statues": "each statue, for every city at it",
        "rings": "each ring",
        "most": "most rings",
        "marble": "every full {n} marble",
    },
    "de": {
        "city": "jedes Haus, jeder Palast und jeder Platz der größten Stadt",
        "temples": "jede Säule eines Tempels, für jede Stadt an ihm",
        "statues": "jede Statue, für jede Stadt an ihr",
        "rings": "jeder Ring",
        "most": "die meisten Ringe",
        "marble": "je volle {n} Marmor",
    },
}


def table(parts: Parts, name: str, lang: str) -> Table:
    """One table, its head first."""
    return [HEADS[lang][name], *ROWS[name](parts, lang)]


def _bar(parts: Parts, lang: str) -> Rows:
    """The spaces of the action bar, those of a kind together. §3.1"""
    rows: Rows = []
    spaces = [space for space in range(len(parts.bar)) if not parts.bar_extra[space]]
    for space in spaces:
        kind = int(parts.bar_kind[space])
        number = 1 if kind == BAR_TEMPLE else sum(1 for other in spaces if parts.bar_kind[other] == kind)
        facts = {
            "draws": int(parts.max_draws),
            "marble": int(parts.marble_action),
            "statue": int(parts.inland_cost[STATUE]),
            "price": int(parts.bar_price[space]),
            "columns": int(parts.bar_columns[space]),
        }
        who = ALL if kind <= BAR_QUARRY else ALONE
        row = [str(number), ACTION[lang][kind], who[lang], EFFECT[lang][kind].format(**facts)]
        if row not in rows:
            rows.append(row)
    return rows


def _costs(parts: Parts, lang: str) -> Rows:
    """Marble for every piece. §3.2"""
    rows: Rows = []
    for kind, piece in enumerate(PIECES):
        coast = int(parts.coast_cost[kind])
        rows.append([PIECE[lang][piece], NEVER[lang] if coast == NONE else str(coast), str(parts.inland_cost[kind])])
    lots = [
        EACH[lang].format(price=int(parts.bar_price[space]), columns=int(parts.bar_columns[space]))
        for space in range(len(parts.bar))
        if parts.bar_kind[space] == BAR_TEMPLE
    ]
    return [*rows, [COLUMN[lang], "–", ", ".join(lots)]]


def _tiles(parts: Parts, lang: str) -> Rows:
    """What the quarry tiles show. §1.2"""
    rows: Rows = []
    first = 1
    for n in range(1, parts.tiles + 1):
        if n == parts.tiles or parts.tile_marble[n] != parts.tile_marble[n + 1]:
            rows.append([f"{first}–{n}", str(int(parts.tile_marble[n])), str(n + 1 - first)])
            first = n + 1
    return rows


def _stones(parts: Parts, lang: str) -> Rows:
    """§5.1"""
    return [[str(seats), ", ".join(map(str, stones))] for seats, stones in parts.stones.items()]


def _sides(parts: Parts, lang: str) -> Rows:
    """§2.1 §2.3"""
    return [
        [
            SIDE[lang].get(side.name, side.name),
            ", ".join(map(str, side.seats)),
            str(len(side.quarries)),
            ", ".join(f"{parts.cells[int(c)]} {int(n)}" for c, n in zip(side.temples, side.places, strict=True)),
        ]
        for side in parts.sides
    ]


def _points(parts: Parts, lang: str) -> Rows:
    """§8.2 to §8.6"""
    worth = {
        "city": 1,
        "temples": 1,
        "statues": int(parts.statue_points),
        "rings": int(parts.ring_points),
        "most": int(parts.most_rings_points),
        "marble": 1,
    }
    rows = []
    for key, points in worth.items():
        said = POINT[lang][key].format(n=int(parts.marble_per_point))
        name = CATEGORY[lang].get(key, "")
        rows.append([f"{name}: {said}" if name else said, str(points)])
    return rows


ROWS: dict[str, Callable[[Parts, str], Rows]] = {
    "bar": _bar,
    "costs": _costs,
    "tiles": _tiles,
    "stones": _stones,
    "sides": _sides,
    "points": _points,
}
