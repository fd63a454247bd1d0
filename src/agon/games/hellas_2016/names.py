"""What things are called, in English and German."""

from __future__ import annotations

from agon.core.speech import Names

PIECE: Names = {
    "en": {"house": "house", "palace": "palace", "square": "square", "statue": "statue"},
    "de": {"house": "Haus", "palace": "Palast", "square": "Platz", "statue": "Statue"},
}
A_PIECE: Names = {
    "en": {"house": "a house", "palace": "a palace", "square": "a square", "statue": "a statue"},
    "de": {"house": "ein Haus", "palace": "einen Palast", "square": "einen Platz", "statue": "eine Statue"},
}
PIECES_PLURAL: Names = {
    "en": {"house": "houses", "palace": "palaces", "square": "squares", "statue": "statues"},
    "de": {"house": "Häuser", "palace": "Paläste", "square": "Plätze", "statue": "Statuen"},
}
SPACE: Names = {
    "en": {
        "house": "House", "houseSquare": "House and/or square", "palace": "Palace", "quarry": "Quarry",
        "temple2": "Temple: 2 columns", "temple3": "Temple: 3 columns", "temple5": "Temple: 5 columns",
        "statue": "Statue", "marble": "3 marble",
    },
    "de": {
        "house": "Haus", "houseSquare": "Haus und/oder Platz", "palace": "Palast", "quarry": "Steinbruch",
        "temple2": "Tempel: 2 Säulen", "temple3": "Tempel: 3 Säulen", "temple5": "Tempel: 5 Säulen",
        "statue": "Statue", "marble": "3 Marmor",
    },
}  # fmt: skip
ZONE: Names = {
    "en": {"coast": "on the coast", "inland": "inland"},
    "de": {"coast": "an der Küste", "inland": "im Inselinneren"},
}
CATEGORY: Names = {
    "en": {
        "city": "largest city",
        "temples": "temples",
        "statues": "statues",
        "rings": "rings",
        "marble": "marble",
        "total": "total",
    },
    "de": {
        "city": "größte Stadt",
        "temples": "Tempel",
        "statues": "Statuen",
        "rings": "Ringe",
        "marble": "Marmor",
        "total": "gesamt",
    },
}
SIDE: Names = {
    "en": {"minotaur": "Minotaur side", "pegasus": "Pegasus side"},
    "de": {"minotaur": "Minotaurus-Seite", "pegasus": "Pegasus-Seite"},
}


def space_name(space: str, lang: str) -> str:
    """An action space by its kind; a number tells apart spaces of one kind."""
    if space in SPACE[lang]:
        return SPACE[lang][space]
    return SPACE[lang][space.rstrip("0123456789")]
