"""What things are called, in English and German."""

from __future__ import annotations

from agon.core.speech import spoken
from agon.games.attika.parts import LETTERS
from agon.games.attika.rules import Rules

Names = dict[str, dict[str, str]]

LANDSCAPE: Names = {
    "en": {"W": "water", "F": "forest", "H": "hill", "M": "mountain"},
    "de": {"W": "Wasser", "F": "Wald", "H": "Hügel", "M": "Berg"},
}
CATEGORY: Names = {
    "en": {"buildings": "buildings on the map", "link": "two shrines linked", "total": "total"},
    "de": {"buildings": "Gebäude auf dem Plan", "link": "zwei Heiligtümer verbunden", "total": "gesamt"},
}
PRICE: Names = {
    "en": {"free": "free", "cards": "{n:# card|# cards}"},
    "de": {"free": "kostenlos", "cards": "{n:# Karte|# Karten}"},
}
# German accusative articles of the buildings of the default pack; a building without one goes without.
ARTICLE: dict[str, str] = {
    "oracle": "das", "theater": "das", "tavern": "die", "plaza": "den", "gymnasium": "das", "statue": "die",
    "market": "den", "stadium": "das", "temple": "den", "well": "den", "field": "das", "mill": "die", "village": "das",
    "quarry": "den", "fortress": "die", "tower1": "den", "tower2": "den", "harbour": "den", "ship1": "das",
    "ship2": "das", "ship3": "das", "vineyard": "den", "vintner": "den", "mine": "die", "mint": "die",
    "road1": "die", "road2": "die", "road3": "die", "road4": "die",
}  # fmt: skip


def building_name(state: Rules, building: int, seat: int, lang: str) -> str:
    """A building as it is printed; the city bears the name of its seat's city-state."""
    if state.parts.buildings[building] == "city" and seat >= 0:
        return state.parts.states[lang][seat]
    return state.parts.building_names[lang][building]


def the_building(state: Rules, building: int, seat: int, lang: str) -> str:
    """The same in the middle of a sentence."""
    name = building_name(state, building, seat, lang)
    word = state.parts.buildings[building]
    if word == "city":
        return f"the city of {name}" if lang == "en" else f"die Stadt {name}"
    if lang == "en":
        return f"the {name.lower()}"
    return f"{ARTICLE[word]} {name}" if word in ARTICLE else name


def group_name(state: Rules, group: int, lang: str) -> str:
    return state.parts.group_names[lang][group]


def price_tag(count: int, lang: str) -> str:
    """A price as a button says it."""
    return spoken(PRICE[lang]["cards"], {"n": count}) if count else PRICE[lang]["free"]


def symbols(counts: list[int], lang: str) -> str:
    """Symbols of the four landscapes and any, in words."""
    *typed, of_any_kind = counts
    named = [LANDSCAPE[lang][letter] for letter in LETTERS]
    parts = [name if n == 1 else f"{n} {name}" for n, name in zip(typed, named, strict=True) if n]
    if of_any_kind:
        parts.append(f"{of_any_kind} of any kind" if lang == "en" else f"{of_any_kind} beliebiger Art")
    return ", ".join(parts) if parts else ("nothing" if lang == "en" else "nichts")
