"""What things are called, in English and German."""

from __future__ import annotations

from agon.core.speech import Names, spoken
from agon.draw.symbols import SYMBOLS
from agon.games.attika.parts import LETTERS, PETALS, Parts
from agon.games.attika.rules import Rules

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

YOUR: dict[str, str] = {"das": "deinem", "die": "deiner", "den": "deinem"}  # behind "neben", by the article
PICTURE: dict[str, str] = {"W": "l-w", "F": "l-f", "H": "l-h", "M": "l-m"}
FALLBACK = "b-village"  # for a building of an owner's pack that has no picture
# Where the spaces of a tile lie: the centre, then counter-clockwise from east, in short and in a sentence.
COMPASS: dict[str, tuple[str, ...]] = {
    "en": ("centre", "E", "NE", "NW", "W", "SW", "SE"),
    "de": ("Mitte", "O", "NO", "NW", "W", "SW", "SO"),
}
PLAIN_TILE = {"en": "without landscape", "de": "ohne Landschaft"}


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


def your_building(state: Rules, building: int, lang: str) -> str:
    """The same as one's own, behind "beside": "your well", "deinem Brunnen"."""
    word = state.parts.buildings[building]
    name = state.parts.building_names[lang][building]
    if lang == "en":
        return f"your {name.lower()}"
    article = "die" if word == "city" else ARTICLE.get(word)
    return f"{YOUR[article]} {name}" if article else name


def picture(parts: Parts, building: int) -> str:
    """The symbol of a building; towers, ships and roads share theirs."""
    symbol = "b-" + parts.buildings[building].rstrip("0123456789")
    return symbol if symbol in SYMBOLS else FALLBACK


def tile_in_words(parts: Parts, tile: int, turn: int, lang: str) -> str:
    """What a turned tile shows, by landscape and compass: "water E, NW; hill centre"."""
    shown = [int(parts.symbol(tile, petal, turn)) for petal in range(PETALS)]
    said = []
    for kind, letter in enumerate(LETTERS):
        where = [COMPASS[lang][petal] for petal, symbol in enumerate(shown) if symbol == kind]
        if where:
            said.append(f"{LANDSCAPE[lang][letter]} {', '.join(where)}")
    return "; ".join(said) or PLAIN_TILE[lang]


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
