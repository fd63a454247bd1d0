"""A bot's reasoning in words, for a person whose turn it is: what it expects, and the line it has in mind.

A line is imagined from an observation. It is told only as far as it would be told alike in every world that the seat
could be in: what depends on something hidden ends it, and so does an open draw, which nobody can foretell.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Final

from agon.bots import Step
from agon.core.game import Game
from agon.core.guide import Outlook
from agon.core.state import CHANCE, UNKNOWN, State

WORLDS: Final = 6  # imagined worlds in which a ply must be possible, and sound the same

# How good an expectation is, the best first: at least this much, and what it is called.
OUTLOOKS: Final = ((0.85, "won"), (0.6, "ahead"), (0.4, "even"), (0.15, "behind"), (0.0, "lost"))
WORDS: Final[dict[str, dict[str, str]]] = {
    "en": {
        "won": "almost won",
        "ahead": "ahead",
        "even": "even",
        "behind": "behind",
        "lost": "almost lost",
        "wins": "{chance} to win",
        "place": "place {place}",
        "draw": "Then a draw decides how it goes on.",
    },
    "de": {
        "won": "fast gewonnen",
        "ahead": "im Vorteil",
        "even": "ausgeglichen",
        "behind": "im Nachteil",
        "lost": "fast verloren",
        "wins": "gewinnt zu {chance}",
        "place": "Platz {place}",
        "draw": "Danach entscheidet, was gezogen wird.",
    },
}
HARDLY: Final = 0.02  # of all tries: what was tried less often is not judged by a number
COMMAS: Final = {"en": ".", "de": ","}


@dataclass(frozen=True)
class Told:
    """A ply of the line in words; `actor` is a seat, or CHANCE."""

    actor: int
    sentence: str


def outlook(lang: str, expected: float) -> str:
    """An expectation from 0 (last) to 1 (first) in a word or two."""
    return WORDS[lang][next(name for least, name in OUTLOOKS if expected >= least)]


def is_tried(visits: int, imagined: int) -> bool:
    """Whether an action was tried often enough to be judged by a number."""
    return imagined > 0 and visits >= max(2, HARDLY * imagined)


def in_game_terms(said: Outlook) -> str:
    """What an action gains and costs, in the words of its game: what is said of it before any number."""
    return " · ".join(filter(None, (said.warning, said.gain, said.reason, said.price)))


def percent(expected: float) -> str:
    """An expectation as a number, that no line break parts from its sign."""
    return f"{round(100 * expected)}\u00a0%"


def result(lang: str, expected: float, seats: int) -> str:
    """An expectation as a result: of two seats the chance to win, of more the place."""
    if seats == 2:
        return WORDS[lang]["wins"].format(chance=percent(expected))
    place = f"{1 + (1 - expected) * (seats - 1):.1f}".replace(".", COMMAS[lang])
    return WORDS[lang]["place"].format(place=place)


def tell_line(game: Game, observation: State, line: Sequence[Step], names: list[str], lang: str) -> list[Told]:
    """The line as the seat that decides would hear it."""
    me = observation.actor()
    worlds = [observation.determinize(me, Random(seed)) for seed in range(WORLDS)]
    rng = Random(WORLDS)
    out: list[Told] = []
    for step in line:
        if any(world.actor() != step.actor for world in worlds):
            break
        is_draw = step.actor == CHANCE
        if is_draw and step.action != UNKNOWN and any(len(world.legal()) > 1 for world in worlds):
            out.append(Told(CHANCE, WORDS[lang]["draw"]))
            break
        played = [world.random_action(rng) if is_draw else step.action for world in worlds]
        if not is_draw and any(step.action not in world.legal() for world in worlds):
            break
        pairs = list(zip(worlds, played, strict=True))
        sentences = {game.log(w.observe(me), w.heard(me, action), names, lang) for w, action in pairs}
        if len(sentences) > 1:
            break
        out.append(Told(step.actor, sentences.pop()))
        for world, action in pairs:
            world.apply(action)
    return out
