"""Olympos, by Philippe Keyaerts (Ystari, 2011): settlers, discoveries, wonders and gods, all paid for in time."""

from __future__ import annotations

from agon.core.game import Game, Option
from agon.draw.scene import Scene
from agon.games.olympos.actions import Actions
from agon.games.olympos.parts import Parts

GAME: Game[Parts, Actions, Scene] = Game(
    id="olympos",
    title={"en": "Olympos", "de": "Olympos"},
    author="Philippe Keyaerts",
    year=2011,
    seats=(3, 4, 5),  # §4.1 §Q34
    minutes=90,
    weight=2.9,
    about={
        "en": "Spread over Greece, discover, build wonders and mind the gods: whoever is furthest back in time plays.",
        "de": "Besiedle Griechenland, mach Fortschritte, baue Wunder und achte die Götter: Am Zug ist, wer auf der "
        "Zeitleiste zurückliegt.",
    },
    rules_version=1,
    bound=7000,  # 400 spaces of the track and at most 1,000 hourglasses, at least one paid a turn, a few plies each
    value_scale=4.0,
    options=(
        Option(
            "detours",
            ("none", "any"),
            {
                "en": "whether the cheapest way is charged, or a settler may walk any number of spaces more (§Q36)",
                "de": "ob der billigste Weg gilt oder ein Siedler beliebig viele Felder weiter laufen darf (§Q36)",
            },
            names={
                "en": ("the cheapest way", "any number of spaces more"),
                "de": ("der billigste Weg", "beliebig viele Felder weiter"),
            },
        ),
        Option(
            "cards",
            ("moments", "anyTime"),
            {
                "en": "whether cards are played at three moments of the turn, or at every decision of it (§5.3)",
                "de": "ob Karten an drei Stellen des Zuges oder bei jeder Entscheidung gespielt werden (§5.3)",
            },
            names={
                "en": ("at three moments", "at every decision"),
                "de": ("an drei Stellen", "bei jeder Entscheidung"),
            },
        ),
        Option(
            "openPrestige",
            ("off", "on"),
            {
                "en": "whether everybody's prestige is shown to all (§1.4)",
                "de": "ob das Prestige aller offen gezeigt wird (§1.4)",
            },
            display=True,
        ),
    ),
    order=4,
    grows="settlers on the map",
    folder=__name__,
    formerly=(("ed25c3308db1bbfe", "f216a04f9483fe9e"),),  # when `source` was part of the hash
)
