"""What a result calls the points of a category, in English and German."""

from __future__ import annotations

from typing import Final

# The points of a result by category. A game's own word would win, but no game tells it yet.
CATEGORIES: Final[dict[str, dict[str, str]]] = {
    "en": {"city": "largest city", "keres": "Keres", "track": "time track", "cards": "cards in hand"},
    "de": {
        "city": "größte Stadt", "temples": "Tempel", "statues": "Statuen", "rings": "Ringe", "marble": "Marmor",
        "buildings": "Gebäude", "link": "verbundene Heiligtümer", "cities": "Städte", "track": "Zeitleiste",
        "prestige": "Prestige", "territories": "Gebiete", "discoveries": "Fortschritte", "effects": "Wirkungen",
        "wonders": "Weltwunder", "cards": "Handkarten", "keres": "Keren", "total": "gesamt",
    },
}  # fmt: skip


def category(lang: str, name: str) -> str:
    """What a result calls a category of points."""
    return CATEGORIES[lang].get(name, name)
