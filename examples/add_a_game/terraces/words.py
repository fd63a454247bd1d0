"""What is said, in English and German."""

from __future__ import annotations

from typing import Final

from agon.core.game import Prompt, Reason
from agon.core.state import CHANCE, OVER, UNKNOWN
from terraces.actions import CARD, PLANT, SPACE
from terraces.rules import Terraces

SOIL_NAMES: Final = {"en": ("clay", "lime", "rock"), "de": ("Lehm", "Kalk", "Fels")}

SAID: Final = {
    "en": {
        "cards_first": "Both seats draw their cards first.",
        "cards_drawn": "The cards have been drawn.",
        "none_left": "No such card is left.",
        "taken": "A tree stands on terrace {place} already.",
        "beside": "Terrace {place} lies beside a tree of your own.",
        "can_plant": "Who can plant may not pass.",
        "over": "The game is over.",
        "draw": "A card is being drawn.",
        "turn": "Plant a tree.",
        "must_pass": "You cannot plant: pass.",
        "waiting": "The other seat plants.",
        "plant": "Plant on terrace {place} ({soil})",
        "pass": "Pass",
        "card": "Draw {soil}",
        "planted": "{name} plants on terrace {place} ({soil}).",
        "passed": "{name} passes.",
        "drew": "{name} draws {soil}.",
        "drew_unseen": "A card is drawn unseen.",
    },
    "de": {
        "cards_first": "Erst ziehen beide Plätze ihre Karten.",
        "cards_drawn": "Die Karten sind gezogen.",
        "none_left": "Von diesen Karten ist keine mehr da.",
        "taken": "Auf Terrasse {place} steht schon ein Baum.",
        "beside": "Terrasse {place} liegt neben einem eigenen Baum.",
        "can_plant": "Wer pflanzen kann, darf nicht passen.",
        "over": "Die Partie ist zu Ende.",
        "draw": "Eine Karte wird gezogen.",
        "turn": "Pflanze einen Baum.",
        "must_pass": "Du kannst nicht pflanzen: passe.",
        "waiting": "Der andere Platz pflanzt.",
        "plant": "Auf Terrasse {place} pflanzen ({soil})",
        "pass": "Passen",
        "card": "{soil} ziehen",
        "planted": "{name} pflanzt auf Terrasse {place} ({soil}).",
        "passed": "{name} passt.",
        "drew": "{name} zieht {soil}.",
        "drew_unseen": "Eine Karte wird verdeckt gezogen.",
    },
}


def refusal(parts: object, reason: Reason, lang: str) -> str:
    return SAID[lang][reason.key].format(**reason.facts)


def prompt(state: Terraces, viewer: int, lang: str) -> Prompt:
    who = state.actor()
    if who == OVER:
        return Prompt(SAID[lang]["over"], "", "§5")
    if who == CHANCE:
        return Prompt(SAID[lang]["draw"], "", "§2")
    if who != viewer:
        return Prompt(SAID[lang]["waiting"], "", "§3")
    key = "turn" if state.places_for(who) else "must_pass"
    return Prompt(SAID[lang][key], "", "§3" if key == "turn" else "§4")


def label(state: Terraces, action: int, lang: str) -> str:
    """An action as a button says it."""
    verb = SPACE.verb(action)
    offset = action - int(verb.first)
    return SAID[lang][verb.name].format(place=offset + 1, soil=SOIL_NAMES[lang][offset % 3])


def log(state: Terraces, action: int, names: list[str], lang: str) -> str:
    """What happens when this is played; a card one may not see arrives as UNKNOWN."""
    if action == UNKNOWN:
        return SAID[lang]["drew_unseen"]
    verb = SPACE.verb(action)
    offset = action - int(verb.first)
    key = "drew" if verb is CARD else "planted" if verb is PLANT else "passed"
    name = names[state.next_to_draw() if verb is CARD else state.turn]
    return SAID[lang][key].format(name=name, place=offset + 1, soil=SOIL_NAMES[lang][offset % 3])
