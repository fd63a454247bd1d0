"""The tables of RULES.md, from the pack."""

from __future__ import annotations

from collections.abc import Callable

from agon.core.game import Words
from agon.core.rulebook import Table
from agon.core.speech import spoken
from agon.core.state import NONE
from agon.games.olympos.names import RESOURCE, bonus_name, name, price_name
from agon.games.olympos.parts import CARDS, CHOICES, COLUMNS, DISCOVERIES, GODS, GREY, RESOURCES, ROWS, WIDTH, Parts

Rows = list[list[str]]

HEADS: dict[str, dict[str, list[str]]] = {
    "en": {
        "territories": ["territory", "resource", "marks", "land borders", "sea borders"],
        "seas": ["sea space", "next sea spaces"],
        "track": ["space", "prestige at the end"],
        "copies": ["players", "tiles of each discovery, rows 1 to 5", "blocked territories of each resource"],
        "cells": ["cell", "price", "bonuses", "with five players also"],
        "discoveries": ["row", "discovery", "effect"],
        "wonders": ["wonder", "stars", "prestige"],
        "gods": ["god", "reaches", "effect"],
        "destiny": ["card", "copies", "effect"],
    },
    "de": {
        "territories": ["Gebiet", "Ressource", "Zeichen", "Grenzen zu Land", "Grenzen zum Meer"],
        "seas": ["Meeresfeld", "benachbarte Meeresfelder"],
        "track": ["Feld", "Prestige am Ende"],
        "copies": ["Personen", "Plättchen je Fortschritt, Zeile 1 bis 5", "gesperrte Gebiete je Ressource"],
        "cells": ["Feld", "Preis", "Boni", "zu fünft außerdem"],
        "discoveries": ["Zeile", "Fortschritt", "Wirkung"],
        "wonders": ["Wunder", "Sterne", "Prestige"],
        "gods": ["Gott", "trifft", "Wirkung"],
        "destiny": ["Karte", "Anzahl", "Wirkung"],
    },
}
MARK: dict[str, dict[str, str]] = {
    "en": {"north": "from the north", "star": "star", "atlantis": "Atlantis", "zeus": "Zeus token"},
    "de": {"north": "vom Norden", "star": "Stern", "atlantis": "Atlantis", "zeus": "Zeus-Plättchen"},
}
NONE_THERE: Words = {"en": "–", "de": "–"}
SYMBOLS: dict[str, dict[str, str]] = {
    "en": {"swords": "{n:# sword|# swords}", "zeus": "{n:# Zeus symbol|# Zeus symbols}"},
    "de": {"swords": "{n:# Schwert|# Schwerter}", "zeus": "{n:# Zeus-Symbol|# Zeus-Symbole}"},
}
# What a pack decides is named by the field of its Parts: {of.discount}.
EFFECT: dict[str, dict[str, str]] = {
    "en": {
        "medicine": "a new settler costs {of.new_settler_medicine} AP instead of {of.new_settler}",
        "cavalry": "at once {of.cavalry_hourglasses} hourglasses; every run of land spaces costs {of.land_price} AP "
        "in all",
        "oracle": "of {of.oracle_looks} destiny cards keep one, whenever you draw",
        "astronomy": "each sea space costs {of.sea_less} AP less",
        "money": "{of.discount} AP less where the cell names the tile's resource ({resources})",
        "agriculture": "{of.discount} AP less where the cell names the tile's resource ({resources})",
        "phalanx": "at once a destiny card",
        "hellenism": "at once a destiny card",
        "mapmaking": "each sea space costs {of.sea_less} AP less, added to Astronomy",
        "democracy": "wins every tie",
        "commerce": "at once {of.commerce_cubes} cubes of your choice",
        "poetry": "{of.poetry_points} prestige at the end",
        "surgery": "at once {of.surgery_settlers} settlers into the camp",
        "architecture": "1 star; wonders cost {of.architecture_less} AP less",
        "city": "at the end {of.city_points} prestige for each own settler on the map, beaten ones too",
        "absolutism": "at the end {of.absolutism_points} prestige for each sword on own discoveries",
        "science": "at the end {of.science_points} prestige for each own discovery, itself included",
        "engineering": "1 star; at the end {of.engineering_points} prestige for each own star tile",
        "philosophy": "{of.philosophy_points} prestige at the end",
    },
    "de": {
        "medicine": "ein neuer Siedler kostet {of.new_settler_medicine} AP statt {of.new_settler}",
        "cavalry": "sofort {of.cavalry_hourglasses} Sanduhren; jede Folge von Landfeldern kostet zusammen "
        "{of.land_price} AP",
        "oracle": "von {of.oracle_looks} Schicksalskarten eine behalten, sooft du ziehst",
        "astronomy": "jedes Meeresfeld kostet {of.sea_less} AP weniger",
        "money": "{of.discount} AP weniger, wo das Feld die Ressource des Plättchens nennt ({resources})",
        "agriculture": "{of.discount} AP weniger, wo das Feld die Ressource des Plättchens nennt ({resources})",
        "phalanx": "sofort eine Schicksalskarte",
        "hellenism": "sofort eine Schicksalskarte",
        "mapmaking": "jedes Meeresfeld kostet {of.sea_less} AP weniger, zusätzlich zur Astronomie",
        "democracy": "gewinnt jeden Gleichstand",
        "commerce": "sofort {of.commerce_cubes} Würfel nach Wahl",
        "poetry": "am Ende {of.poetry_points} Prestige",
        "surgery": "sofort {of.surgery_settlers} Siedler ins Lager",
        "architecture": "1 Stern; Wunder kosten {of.architecture_less} AP weniger",
        "city": "am Ende {of.city_points} Prestige für jeden eigenen Siedler auf dem Spielplan, auch besiegte",
        "absolutism": "am Ende {of.absolutism_points} Prestige für jedes Schwert auf eigenen Fortschritten",
        "science": "am Ende {of.science_points} Prestige für jeden eigenen Fortschritt, auch sich selbst",
        "engineering": "1 Stern; am Ende {of.engineering_points} Prestige für jedes eigene Stern-Plättchen",
        "philosophy": "am Ende {of.philosophy_points} Prestige",
    },
}
GOD: dict[str, dict[str, str]] = {
    "en": {
        "athena": "a star, for one wonder",
        "ares": "{of.ares_swords} swords until the next god",
        "zeus": "{of.zeus_prestige} prestige",
        "hecate": "{of.hecate_settlers} settler into the camp",
        "artemis": "{of.artemis_cubes} cube of your choice",
        "hades": "a settler of your choice goes from the map to the camp",
        "keres": "{of.keres_prestige} prestige less at the end",
        "siren": "no sea space until the next god",
        "nemesis": "all destiny cards in hand are discarded",
        "erinyes": "the next action costs {of.erinyes_points} AP more",
    },
    "de": {
        "athena": "ein Stern, für ein einziges Wunder",
        "ares": "{of.ares_swords} Schwerter bis zum nächsten Gott",
        "zeus": "{of.zeus_prestige} Prestige",
        "hecate": "{of.hecate_settlers} Siedler ins Lager",
        "artemis": "{of.artemis_cubes} Würfel nach Wahl",
        "hades": "ein Siedler eigener Wahl geht vom Spielplan ins Lager",
        "keres": "am Ende {of.keres_prestige} Prestige weniger",
        "siren": "kein Meeresfeld bis zum nächsten Gott",
        "nemesis": "alle Schicksalskarten auf der Hand werden abgeworfen",
        "erinyes": "die nächste Aktion kostet {of.erinyes_points} AP mehr",
    },
}
REACHES: dict[str, tuple[str, str]] = {
    "en": ("the fewest symbols", "the most symbols"),
    "de": ("die wenigsten Symbole", "die meisten Symbole"),
}
DESTINY: dict[str, dict[str, str]] = {
    "en": {
        "cube": "take a cube of that colour",
        "star": "one star while you build a wonder",
        "zeusSymbol": "one Zeus symbol for one god",
        "fullSet": "{of.full_set_prestige} prestige, with a territory of every resource",
        "woodPrestige": "1 prestige for each wood territory",
        "grainHourglass": "1 hourglass for each grain territory",
        "stoneMajority": "{of.majority_hourglasses} hourglasses, with more stone territories than everybody else",
    },
    "de": {
        "cube": "nimm einen Würfel dieser Farbe",
        "star": "ein Stern beim Bau eines Wunders",
        "zeusSymbol": "ein Zeus-Symbol für einen Gott",
        "fullSet": "{of.full_set_prestige} Prestige, wenn du ein Gebiet jeder Ressource hast",
        "woodPrestige": "1 Prestige je Holzgebiet",
        "grainHourglass": "1 Sanduhr je Getreidegebiet",
        "stoneMajority": "{of.majority_hourglasses} Sanduhren bei mehr Steingebieten als alle anderen",
    },
}


def table(parts: Parts, what: str, lang: str) -> Table:
    """One table, its head first."""
    return [HEADS[lang][what], *TABLES[what](parts, lang)]


def _territories(parts: Parts, lang: str) -> Rows:
    """§2.1 §2.2 §2.3"""
    return [
        [
            name(parts, territory, lang),
            RESOURCE[lang][RESOURCES[int(parts.resource[number])]],
            ", ".join(_marks(parts, number, lang)) or NONE_THERE[lang],
            _named(parts, [n for n in parts.next_to[number] if n < parts.land], lang),
            _named(parts, [n for n in parts.next_to[number] if n >= parts.land], lang),
        ]
        for number, territory in enumerate(parts.territories)
    ]


def _marks(parts: Parts, number: int, lang: str) -> list[str]:
    marks = {
        "north": number in parts.next_to[parts.north],
        "star": int(parts.starred) >> number & 1,
        "atlantis": int(parts.atlantis) >> number & 1,
        "zeus": number == parts.olympos,
    }
    return [MARK[lang][mark] for mark, there in marks.items() if there]


def _named(parts: Parts, spaces: list[int], lang: str) -> str:
    return ", ".join(name(parts, parts.spaces[n], lang) for n in spaces) or NONE_THERE[lang]


def _seas(parts: Parts, lang: str) -> Rows:
    """§2.2"""
    seas = range(parts.land, parts.north)
    return [
        [name(parts, parts.spaces[s], lang), _named(parts, [n for n in parts.next_to[s] if n >= parts.land], lang)]
        for s in seas
    ]


def _track(parts: Parts, lang: str) -> Rows:
    """§3.4"""
    return [[str(int(parts.last_zeus) + n), str(int(p))] for n, p in enumerate(parts.end_prestige)]


def _copies(parts: Parts, lang: str) -> Rows:
    """§4.2 §4.5"""
    return [
        [str(seats), ", ".join(map(str, rows)), str(parts.blocked[seats])]
        for seats, rows in sorted(parts.copies.items())
    ]


def _cells(parts: Parts, lang: str) -> Rows:
    """Prices and bonuses belong to the cells. §7.1 §7.5"""
    rows: Rows = []
    for row in range(ROWS):
        for column in range(len(COLUMNS)):
            cell = WIDTH * row + column
            given = [int(b) for b in parts.bonus[CHOICES * cell : CHOICES * (cell + 1)]]
            plain = [bonus_name(parts, b, lang) for b in given[:GREY] if b != NONE]
            grey = bonus_name(parts, given[GREY], lang) if given[GREY] != NONE else NONE_THERE[lang]
            rows.append([parts.cells[cell], price_name(parts, cell, lang), " / ".join(plain) or NONE_THERE[lang], grey])
    return rows


def _discoveries(parts: Parts, lang: str) -> Rows:
    """Row by row, as the pack has them. §7.8"""
    found = [(int(parts.row[n]), n) for n in range(len(DISCOVERIES)) if parts.row[n] != NONE]
    return [[str(row + 1), name(parts, DISCOVERIES[n], lang), _effect(parts, n, lang)] for row, n in sorted(found)]


def _effect(parts: Parts, number: int, lang: str) -> str:
    said: list[str] = []
    for kind, masks in (("swords", parts.sword_mask), ("zeus", parts.zeus_mask)):
        count = sum(1 for mask in masks if int(mask) >> number & 1)
        if count:
            said.append(spoken(SYMBOLS[lang][kind], {"n": count}))
    resources = [RESOURCE[lang][r] for n, r in enumerate(RESOURCES) if int(parts.discounts[number]) >> n & 1]
    text = EFFECT[lang].get(DISCOVERIES[number])
    if text is not None:
        said.append(text.format(of=parts, resources=", ".join(resources)))
    return "; ".join(said)


def _wonders(parts: Parts, lang: str) -> Rows:
    """§7.6 §7.7"""
    return [
        [name(parts, wonder, lang), str(int(parts.wonder_stars[n])), str(int(parts.wonder_prestige[n]))]
        for n, wonder in enumerate(parts.wonders)
    ]


def _gods(parts: Parts, lang: str) -> Rows:
    """§9.4 §9.5"""
    return [
        [
            name(parts, f"god:{god}", lang),
            REACHES[lang][int(parts.helpful) >> n & 1],
            GOD[lang][god].format(of=parts),
        ]
        for n, god in enumerate(GODS)
    ]


def _destiny(parts: Parts, lang: str) -> Rows:
    """§8.4"""
    return [
        [
            name(parts, f"card:{card}", lang),
            str(int(parts.card_count[n])),
            DESTINY[lang].get(card, DESTINY[lang]["cube"]).format(of=parts),
        ]
        for n, card in enumerate(CARDS)
    ]


TABLES: dict[str, Callable[[Parts, str], Rows]] = {
    "territories": _territories,
    "seas": _seas,
    "track": _track,
    "copies": _copies,
    "cells": _cells,
    "discoveries": _discoveries,
    "wonders": _wonders,
    "gods": _gods,
    "destiny": _destiny,
}
