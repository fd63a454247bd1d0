"""Hellas, by Stefan Dorra (White Goblin Games, 2016): marble, houses, palaces and temples on an island."""

from __future__ import annotations

from agon.core.game import Game, Option
from agon.draw.scene import Scene
from agon.games.hellas_2016.actions import Actions
from agon.games.hellas_2016.parts import Parts

GAME: Game[Parts, Actions, Scene] = Game(
    id="hellas_2016",
    title={"en": "Hellas (2016)", "de": "Hellas (2016)"},
    author="Stefan Dorra",
    year=2016,
    seats=(2, 3, 4),
    minutes=60,
    weight=2.2,
    about={
        "en": "Found cities on an island of marble: the quarries feed everybody, the temples reward the bold.",
        "de": "Gründe Städte auf einer Insel aus Marmor: Die Steinbrüche nähren alle, die Tempel lohnen den Mut.",
    },
    rules_version=1,
    bound=400,
    options=(
        Option(
            "groupOrder",
            ("active", "start"),
            {
                "en": "who begins a building action for everybody: the active or the start player (§Q1)",
                "de": "wer bei einer Bauaktion für alle beginnt: der aktive oder der Startspieler (§Q1)",
            },
            names={"en": ("the active player", "the start player"), "de": ("der aktive Spieler", "der Startspieler")},
        ),
        Option(
            "startHouses",
            ("3", "0"),
            {
                "en": "three free starting houses each, or none with more marble and a third house space (§Q2)",
                "de": "drei kostenlose Starthäuser für alle, oder keine mit mehr Marmor und drittem Hausfeld (§Q2)",
            },
            names={"en": ("three houses", "none, more marble"), "de": ("drei Häuser", "keine, mehr Marmor")},
        ),
        Option(
            "waiveQuarry",
            ("on", "off"),
            {
                "en": "whether the active player may waive the quarry action (§Q3)",
                "de": "ob der aktive Spieler auf den Steinbruch verzichten darf (§Q3)",
            },
        ),
        Option(
            "tieBreak",
            ("shared", "marble"),
            {
                "en": "a tie is a shared victory, or marble left over decides it (§Q24)",
                "de": "bei Gleichstand gewinnen alle, oder übriger Marmor entscheidet (§Q24)",
            },
            names={"en": ("shared victory", "marble decides"), "de": ("gemeinsamer Sieg", "Marmor entscheidet")},
        ),
        Option(
            "openMarble",
            ("off", "on"),
            {
                "en": "whether everybody's marble is shown to all (§Q17)",
                "de": "ob der Marmor aller offen gezeigt wird (§Q17)",
            },
            display=True,
        ),
    ),
    order=1,
    grows="pieces on the island",
    folder=__name__,
    formerly=(("90b1718b82fd185b", "c796f0ccbadf3324"),),  # when `source` was part of the hash
)
