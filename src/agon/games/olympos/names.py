"""What things are called, in English and German; places, tiles and cards are named by the pack."""

from __future__ import annotations

from agon.core.speech import Names, spoken
from agon.games.olympos.parts import BONUSES, NORTH, RESOURCES, Parts

RESOURCE: Names = {
    "en": {"grain": "grain", "wood": "wood", "stone": "stone", "gold": "gold"},
    "de": {"grain": "Getreide", "wood": "Holz", "stone": "Stein", "gold": "Gold"},
}
BONUS: Names = {
    "en": {
        "cube": "{n} {resource} {n:cube|cubes}",
        "settler": "{n:# settler|# settlers}",
        "hourglasses": "{n:# hourglass|# hourglasses}",
        "prestige": "{n} prestige",
    },
    "de": {
        "cube": "{n} {resource}würfel",
        "settler": "{n} Siedler",
        "hourglasses": "{n:# Sanduhr|# Sanduhren}",
        "prestige": "{n} Prestige",
    },
}
EDGE = {"en": "the northern edge", "de": "der nördliche Rand"}
ANY = {"en": "any", "de": "beliebig"}
NO_CUBE = {"en": "no cube", "de": "keinen Würfel"}
CATEGORY: Names = {
    "en": {
        "track": "time track", "prestige": "prestige gained", "territories": "territories",
        "discoveries": "discoveries", "effects": "their effects", "wonders": "wonders", "cards": "cards in hand",
        "keres": "Keres", "total": "total",
    },
    "de": {
        "track": "Zeitleiste", "prestige": "erworbenes Prestige", "territories": "Gebiete",
        "discoveries": "Fortschritte", "effects": "ihre Wirkung", "wonders": "Wunder", "cards": "Handkarten",
        "keres": "Keres", "total": "gesamt",
    },
}  # fmt: skip


def name(parts: Parts, id_: str, lang: str) -> str:
    """A territory, sea, discovery, wonder, "god:..." or "card:..." by its name."""
    return EDGE[lang] if id_ == NORTH else parts.names[lang][id_]


def bonus_name(parts: Parts, bonus: int, lang: str) -> str:
    """What a bonus gives, one of BONUSES."""
    given = BONUSES[bonus]
    if given in RESOURCES:
        return spoken(BONUS[lang]["cube"], {"n": int(parts.bonus_cubes), "resource": RESOURCE[lang][given]})
    counts = {"settler": parts.bonus_settlers, "hourglasses": parts.bonus_hourglasses, "prestige": parts.bonus_prestige}
    return spoken(BONUS[lang][given], {"n": int(counts[given])})


def amounts(counts: list[int], lang: str) -> list[str]:
    """So many of each resource, those there are."""
    return [f"{n} {RESOURCE[lang][r]}" for n, r in zip(counts, RESOURCES, strict=True) if n]


def cubes_name(counts: list[int], lang: str) -> str:
    """Cubes of several resources, as one says them."""
    return ", ".join(amounts(counts, lang)) or NO_CUBE[lang]


def price_name(parts: Parts, cell: int, lang: str) -> str:
    """The price of a cell: named groups, then the grey ones."""
    return " + ".join([*amounts(parts.need[cell], lang), *(f"{n} {ANY[lang]}" for n in parts.groups[cell])])
