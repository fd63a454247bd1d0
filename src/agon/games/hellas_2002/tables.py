"""The tables of RULES.md, from the pack."""

from __future__ import annotations

from agon.core.game import Words
from agon.core.rulebook import Table
from agon.games.hellas_2002.names import CARD, city
from agon.games.hellas_2002.parts import (
    CARDS,
    DOLPHIN,
    FAVOUR,
    GODS,
    LEVY,
    LOOKOUT,
    OF_A_GOD,
    ONE_MORE,
    OWN_TURN,
    SHIPYARD,
    SIDES,
    THUNDERBOLT,
    WINDOWS,
    Parts,
)
from agon.games.hellas_2002.questions import LAST

HEADS: dict[str, dict[str, list[str]]] = {
    "en": {
        "tiles": ["land edges", "tiles", "temple", "bridge", "cities"],
        "cards": ["card", "name", "copies", "effect", "in your own turn", "in the other's turn"],
    },
    "de": {
        "tiles": ["Landkanten", "Felder", "Tempel", "Brücke", "Städte"],
        "cards": ["Karte", "Name", "Anzahl", "Wirkung", "im eigenen Zug", "im Zug des Gegners"],
    },
}
YES: Words = {"en": "yes", "de": "ja"}
NO: Words = {"en": "no", "de": "nein"}
RUNS: dict[str, dict[str, str]] = {
    "en": {"0": "none (island)", "1": "one", "row": "{n} in a row", "apart": "{n}, apart: {edges}"},
    "de": {"0": "keine (Insel)", "1": "eine", "row": "{n} nebeneinander", "apart": "{n}, getrennt: {edges}"},
}
EDGE: dict[str, str] = {"en": "E NE NW W SW SE", "de": "O NO NW W SW SO"}
WINDOW: dict[str, tuple[str, ...]] = {
    "en": (
        "start of the turn",
        "during a reinforcement",
        "before a voyage's tile is drawn",
        "tile drawn, not laid",
        "attack announced",
        "battle",
        "after the first attack",
        "after the first voyage",
        "regrouping",
        "end of a turn that won nothing",
    ),
    "de": (
        "Zugbeginn",
        "während einer Verstärkung",
        "vor der Seefahrt",
        "Feld gezogen, noch nicht gelegt",
        "Angriff angekündigt",
        "Kampf",
        "nach dem ersten Angriff",
        "nach der ersten Seefahrt",
        "Umgruppierung",
        "Ende eines Zuges ohne Gewinn",
    ),
}
ANY_TIME: Words = {"en": "at any time between two steps", "de": "jederzeit zwischen zwei Schritten"}
ANSWER: Words = {"en": "as an answer", "de": "als Antwort"}
WITH_CARD: Words = {"en": "with any other card", "de": "mit jeder anderen Karte"}
WITH_ANSWER: Words = {"en": "with a card that may be played there", "de": "mit einer Karte, die dort erlaubt ist"}
NEVER: Words = {"en": "–", "de": "–"}
EFFECT: dict[str, tuple[str, ...]] = {
    "en": (
        "+{n} strength in this battle; several add up; for the defender too",
        "in this battle a water attack needs only equal strength",
        "in the next attack, Greeks of one city that is no neighbour may take part; a water attack",
        "two attacks, one after the other, on two cities",
        "in one city any number of ships become as many Greeks, up to the limit",
        "place up to {n} new Greeks in your cities, at least one",
        "ships in the attacked city count one each for the defence",
        "for this voyage as many ships as the opponent are enough, but at least one",
        "your ships in the cities the attackers set out from count one each; they stay there",
        "two voyages, one after the other",
        "place up to {n} new ships in your cities, at least one",
        "draw {n} tiles, show them, lay one or fail; the others go under the stack in that order",
        "a god card the opponent has just played becomes void; another Thunderbolt too",
        "played with another card, which returns to the hand",
        "after this turn another one; not in such a turn, not twice",
        "all pieces of one of your cities and one of theirs change places, so the cities change owners",
        "a card at random from the other hand; beyond your limits it is discarded",
        "any card from a pile, within the limits; not itself nor the Favour played with it",
    ),
    "de": (
        "+{n} Stärke in diesem Kampf; mehrere zählen zusammen; auch für den Verteidiger",
        "in diesem Kampf reicht übers Wasser Gleichstand",
        "beim nächsten Angriff dürfen Griechen einer Stadt mitziehen, die nicht benachbart ist; gilt als Wasserangriff",
        "zwei Angriffe hintereinander, auf zwei Städte",
        "in einer Stadt werden beliebig viele Schiffe zu ebenso vielen Griechen, bis zur Grenze",
        "setze bis zu {n} neue Griechen in deine Städte, mindestens einen",
        "Schiffe in der angegriffenen Stadt zählen je eins zur Abwehr",
        "für diese Seefahrt reichen so viele Schiffe, wie der Gegner hat, aber mindestens eines",
        "deine Schiffe in den Städten, aus denen die Angreifer aufbrachen, zählen je eins; sie bleiben dort",
        "zwei Seefahrten hintereinander",
        "setze bis zu {n} neue Schiffe in deine Städte, mindestens eines",
        "ziehe {n} Felder, zeige sie, lege eines oder keines; die anderen kommen in dieser Folge unter den Stapel",
        "eine Götterkarte, die der Gegner eben gespielt hat, gilt nicht; auch ein anderer „Blitzschlag“",
        "zu einer anderen Karte gespielt, die auf die Hand zurückkommt",
        "nach diesem Zug noch einer; nicht in einem solchen Zug, nicht doppelt",
        "alle Figuren einer deiner Städte und einer fremden tauschen den Ort; so wechseln die Städte den Besitzer",
        "eine zufällige Karte aus der anderen Hand; übersteigt sie deine Grenzen, wird sie abgelegt",
        "irgendeine Karte von einem Ablagestapel, in den Grenzen; nicht sie selbst und nicht die mitgespielte „Gunst“",
    ),
}
NUMBERED = (ONE_MORE, LEVY, SHIPYARD, LOOKOUT)


def table(parts: Parts, name: str, lang: str) -> Table:
    """One table, its head first."""
    if name == "tiles":
        return [HEADS[lang]["tiles"], *_tiles(parts, lang)]
    god = GODS.index(name)
    kinds = range(OF_A_GOD * god, OF_A_GOD * (god + 1))
    return [HEADS[lang]["cards"], *(_card(parts, kind, lang) for kind in kinds)]


def _tiles(parts: Parts, lang: str) -> list[list[str]]:
    """The kinds of hexes by their coasts, with the cities on them. §2.3"""
    kinds: dict[tuple[str, bool, bool], list[int]] = {}
    for tile, edges in enumerate(parts.edges):
        if tile != DOLPHIN:
            looks = (_looks(edges), bool(int(parts.temples) >> tile & 1), bool(int(parts.bridges) >> tile & 1))
            kinds.setdefault(looks, []).append(tile)
    return [
        [
            _coast(edges, lang),
            str(len(tiles)),
            YES[lang] if temple else NO[lang],
            YES[lang] if bridge else NO[lang],
            ", ".join(city(parts.tiles[tile], lang) for tile in tiles),
        ]
        for (edges, temple, bridge), tiles in kinds.items()
    ]


def _looks(edges: str) -> str:
    """One spelling for a hex however it is turned."""
    return min(edges[k:] + edges[:k] for k in range(SIDES))


def _coast(edges: str, lang: str) -> str:
    land = [edge for edge in range(SIDES) if edges[edge] == "L"]
    runs = sum(1 for edge in land if edges[edge - 1] == "W")
    if len(land) < 2:
        return RUNS[lang][str(len(land))]
    names = [name for edge, name in enumerate(EDGE[lang].split()) if edge in land]
    return RUNS[lang]["row" if runs < 2 else "apart"].format(n=len(land), edges=", ".join(names))


def _card(parts: Parts, kind: int, lang: str) -> list[str]:
    """A card with its copies and when it may be played. §3.2"""
    effect = EFFECT[lang][kind].format(n=int(parts.value[kind])) if kind in NUMBERED else EFFECT[lang][kind]
    if kind == THUNDERBOLT:
        own, other = ANSWER[lang], ANSWER[lang]
    elif kind == FAVOUR:
        own, other = WITH_CARD[lang], WITH_ANSWER[lang]
    else:
        own, other = _when(int(parts.own_windows[kind]), lang), _when(int(parts.other_windows[kind]), lang)
    return [CARDS[kind], CARD[lang][CARDS[kind]], str(int(parts.copies[kind])), effect, own, other]


def _when(windows: int, lang: str) -> str:
    own_turn = sum(2 ** WINDOWS.index(name) for name in OWN_TURN)
    if windows == own_turn:
        return ANY_TIME[lang]
    return "; ".join(WINDOW[lang][w] for w in range(LAST + 1) if windows >> w & 1) or NEVER[lang]
