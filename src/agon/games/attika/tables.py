"""The tables of RULES.md, from the pack."""

from __future__ import annotations

from agon.core.game import Words
from agon.core.rulebook import Table
from agon.games.attika.names import LANDSCAPE
from agon.games.attika.parts import ANY, LETTERS, PRICES, Parts

HEADS: dict[str, dict[str, list[str]]] = {
    "en": {
        "buildings": ["building", "group", "printed price", "free beside"],
        "layouts": ["players", "first tiles", "tiles in the pile", "shrines", "first hands"],
    },
    "de": {
        "buildings": ["Gebäude", "Gruppe", "Baukosten", "kostenlos neben"],
        "layouts": ["Personen", "erste Spielplanteile", "im Stapel der Spielplanteile", "Heiligtümer", "erste Hände"],
    },
}
MAIN: Words = {"en": "{} (main building)", "de": "{} (Hauptgebäude)"}
ANY_KIND: Words = {"en": "any", "de": "beliebig"}
NOTHING: Words = {"en": "never", "de": "nie"}
OTHER: Words = {"en": "another {}", "de": "eine andere {}"}
CITY: Words = {"en": "City", "de": "Stadt"}


def table(parts: Parts, name: str, lang: str) -> Table:
    """One table, its head first."""
    return [HEADS[lang][name], *{"buildings": _buildings, "layouts": _layouts}[name](parts, lang)]


def _buildings(parts: Parts, lang: str) -> list[list[str]]:
    """Every kind of building once. §3.1 §3.2 §3.3 §3.4"""
    rows: list[list[str]] = []
    for b in range(int(parts.count)):
        name = _name(parts, b, lang)
        number = sum(1 for other in range(int(parts.count)) if _name(parts, other, lang) == name)
        main = int(parts.mains) >> b & 1
        called = MAIN[lang].format(name) if main else f"{number} × {name}" if number > 1 else name
        row = [called, parts.group_names[lang][int(parts.group[b])], _price(parts, b, lang), _beside(parts, b, lang)]
        if row not in rows:
            rows.append(row)
    return rows


def _name(parts: Parts, building: int, lang: str) -> str:
    return CITY[lang] if parts.buildings[building] == "city" else parts.building_names[lang][building]


def _price(parts: Parts, building: int, lang: str) -> str:
    counts = [int(parts.cost[PRICES * building + kind]) for kind in range(int(PRICES))]
    names = [*(LANDSCAPE[lang][letter] for letter in LETTERS), ANY_KIND[lang]]
    said = [
        f"{n} {name}" if n > 1 or kind == ANY else name
        for kind, (n, name) in enumerate(zip(counts, names, strict=True))
        if n
    ]
    return ", ".join(said) or "0"


def _beside(parts: Parts, building: int, lang: str) -> str:
    before = [b for b in range(int(parts.count)) if int(parts.before[building]) >> b & 1]
    own = _name(parts, building, lang)
    names = dict.fromkeys(_name(parts, b, lang) for b in before)
    return ", ".join(OTHER[lang].format(name) if name == own else name for name in names) or NOTHING[lang]


def _layouts(parts: Parts, lang: str) -> list[list[str]]:
    """What is laid out for every number of players. §2.1 §2.2 §2.6"""
    rows: list[list[str]] = []
    for layout in parts.layouts:
        first = len(layout.centre_hexes)
        hands = ", ".join(str(int(n)) for n in parts.deal[: layout.seats])
        rows.append(
            [str(layout.seats), str(first), str(len(parts.faces) - first), str(len(layout.shrine_hexes)), hands]
        )
    return rows
