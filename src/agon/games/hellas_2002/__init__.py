"""Hellas, by Franz-Benno Delonge (Kosmos, 2002): two sides settle and fight over the coasts of the Aegean."""

from __future__ import annotations

from agon.core.game import Game, Option
from agon.draw.scene import Scene
from agon.games.hellas_2002.actions import Actions
from agon.games.hellas_2002.parts import Parts

GAME: Game[Parts, Actions, Scene] = Game(
    id="hellas_2002",
    title={"en": "Hellas (2002)", "de": "Hellas (2002)"},
    author="Franz-Benno Delonge",
    year=2002,
    seats=(2,),
    minutes=60,
    weight=2.3,
    about={
        "en": "Sail out, found cities, fight over the coast: ten cities win, and the gods take sides.",
        "de": "Stich in See, gründe Städte, kämpfe um die Küste: Zehn Städte siegen, und die Götter mischen mit.",
    },
    rules_version=1,
    # At most 400 turns; in one, two hands of seven cards, two battles, 75 moves of regrouping: fewer than 300 plies.
    bound=120_000,
    value_scale=22.0,
    options=(
        Option(
            "regrouping",
            ("bounded", "free"),
            {
                "en": "whether regrouping has a move a piece and none straight back, or any until one ends it (§Q37)",
                "de": "ob man beim Umgruppieren je Figur einmal und nicht zurück zieht oder beliebig oft (§Q37)",
            },
            names={"en": ("one move a piece", "as often as one likes"), "de": ("ein Zug je Figur", "beliebig oft")},
        ),
    ),
    order=2,
    answers=True,
    grows="tiles on the table",
    folder=__name__,
    formerly=(("3f9c60523256a260", "2798afb74ec487d2"),),  # when `source` was part of the hash
)
