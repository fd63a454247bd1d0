"""Attika, by Marcel-André Casasola Merkle (Hans im Glück, 2003): build your city-state, or link two shrines."""

from __future__ import annotations

from agon.core.game import Game, Option
from agon.draw.scene import Scene
from agon.games.attika.actions import Actions
from agon.games.attika.parts import Parts

GAME: Game[Parts, Actions, Scene] = Game(
    id="attika",
    title={"en": "Attika", "de": "Attika"},
    author="Marcel-André Casasola Merkle",
    year=2003,
    seats=(2, 3, 4),
    minutes=60,
    weight=2.3,
    about={
        "en": "Thirty buildings, a map that grows, and two ways to win: build them all, or link two shrines.",
        "de": "Dreißig Gebäude, ein wachsender Plan, zwei Wege zum Sieg: alles bauen oder zwei Heiligtümer verbinden.",
    },
    rules_version=1,
    bound=12000,
    options=(
        Option(
            "roadsIgnoreSymbols",
            ("off", "on"),
            {
                "en": "whether landscape on the map leaves the price of a road as it is (§Q5)",
                "de": "ob Landschaft auf dem Plan die Baukosten einer Straße unberührt lässt (§Q5)",
            },
        ),
        Option(
            "groupLinks",
            ("members", "any"),
            {
                "en": "whether a group hangs together through its members alone, or through any own buildings (§Q8)",
                "de": "ob eine Gruppe nur durch ihre Gebäude oder durch beliebige eigene zusammenhängt (§Q8)",
            },
            names={
                "en": ("members alone", "any own buildings"),
                "de": ("nur ihre Gebäude", "beliebige eigene Gebäude"),
            },
        ),
        Option(
            "rewardCard",
            ("goesOn", "ends"),
            {
                "en": "whether the turn goes on after a card drawn in place of an amphora, or the actions end (§Q9)",
                "de": "ob der Zug nach einer Karte anstelle einer Amphore weitergeht oder die Aktionen enden (§Q9)",
            },
            names={"en": ("the turn goes on", "the actions end"), "de": ("der Zug geht weiter", "die Aktionen enden")},
        ),
        Option(
            "exchange",
            ("free", "lacking"),
            {
                "en": "whether two cards may replace a matching one at will, or only where it is lacking (§Q6)",
                "de": "ob zwei Karten eine passende nach Belieben ersetzen oder nur, wenn sie fehlt (§Q6)",
            },
            names={"en": ("at will", "only where it is lacking"), "de": ("nach Belieben", "nur, wenn sie fehlt")},
        ),
    ),
    order=3,
    grows="spaces on the map",
    folder=__name__,
    formerly=(("a274c1f522020bc5", "6f7ba03446947269"),),  # when `source` was part of the hash
)
