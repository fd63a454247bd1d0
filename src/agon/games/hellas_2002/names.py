"""What cards, gods, cities and points are called, in English and German. The names of cards and cities are ours."""

from __future__ import annotations

from typing import Final

from agon.core.speech import Names

GOD: Final[Names] = {
    "en": {"ares": "Ares", "poseidon": "Poseidon", "zeus": "Zeus"},
    "de": {"ares": "Ares", "poseidon": "Poseidon", "zeus": "Zeus"},
}
CARD: Final[Names] = {
    "en": {
        "A1": "One more", "A2": "Beachhead", "A3": "Far strike",
        "A4": "Two assaults", "A5": "Oars to spears", "A6": "Levy",
        "P1": "Sea wall", "P2": "Fair wind", "P3": "Ramming",
        "P4": "Long cruise", "P5": "Shipyard", "P6": "Lookout",
        "Z1": "Thunderbolt", "Z2": "Favour", "Z3": "Second wind",
        "Z4": "Exchange", "Z5": "Tribute", "Z6": "Recall",
    },
    "de": {
        "A1": "Einer mehr", "A2": "Brückenkopf", "A3": "Fernschlag",
        "A4": "Zwei Angriffe", "A5": "Ruder zu Speeren", "A6": "Aufgebot",
        "P1": "Schiffswall", "P2": "Guter Wind", "P3": "Rammstoß",
        "P4": "Lange Fahrt", "P5": "Werft", "P6": "Ausguck",
        "Z1": "Blitzschlag", "Z2": "Gunst", "Z3": "Zweite Luft",
        "Z4": "Städtetausch", "Z5": "Tribut", "Z6": "Rückruf",
    },
}  # fmt: skip
CARD_TEXT: Final[Names] = {
    "en": {
        "A1": "+1 strength in this battle. Several add up.",
        "A2": "A water attack needs only equal strength.",
        "A3": "Greeks of one distant city may join your attack.",
        "A4": "Two attacks, one after the other, on two cities.",
        "A5": "In one city ships become as many Greeks.",
        "A6": "Place up to two new Greeks in your cities.",
        "P1": "Ships in the attacked city count for the defence.",
        "P2": "Equal ships are enough for this voyage.",
        "P3": "Ships where your Greeks set out count for the attack.",
        "P4": "Two voyages, one after the other.",
        "P5": "Place up to two new ships in your cities.",
        "P6": "Draw three tiles and lay one of your choice.",
        "Z1": "A god card just played becomes void.",
        "Z2": "Played with a card: that card returns to your hand.",
        "Z3": "After this turn you take another one.",
        "Z4": "One of your cities and one of theirs change owners.",
        "Z5": "Take a card at random from the other hand.",
        "Z6": "Take one card from any discard pile.",
    },
    "de": {
        "A1": "+1 Stärke in diesem Kampf. Mehrere zählen zusammen.",
        "A2": "Übers Wasser reicht dir Gleichstand.",
        "A3": "Griechen einer fernen Stadt dürfen mit angreifen.",
        "A4": "Zwei Angriffe hintereinander auf zwei Städte.",
        "A5": "In einer Stadt werden Schiffe zu ebenso vielen Griechen.",
        "A6": "Setze bis zu zwei neue Griechen in deine Städte.",
        "P1": "Schiffe in der angegriffenen Stadt zählen zur Abwehr.",
        "P2": "Für diese Seefahrt reichen gleich viele Schiffe.",
        "P3": "Schiffe am Ausgangsort deiner Griechen greifen mit an.",
        "P4": "Zwei Seefahrten hintereinander.",
        "P5": "Setze bis zu zwei neue Schiffe in deine Städte.",
        "P6": "Ziehe drei Felder und lege eines davon.",
        "Z1": "Eine eben gespielte Götterkarte gilt nicht.",
        "Z2": "Zu einer Karte gespielt: Sie kommt auf die Hand zurück.",
        "Z3": "Nach diesem Zug hast du noch einen.",
        "Z4": "Eine deiner Städte und eine fremde wechseln den Besitzer.",
        "Z5": "Ziehe blind eine Karte aus der anderen Hand.",
        "Z6": "Nimm eine Karte von einem Ablagestapel.",
    },
}
# A city for each tile; those with a temple were known for one.
CITY: Final[Names] = {
    "en": {
        "T00": "the dolphin",
        "T01": "Skyros", "T02": "Thera", "T03": "Ikaria", "T04": "Paros", "T05": "Andros", "T06": "Melos",
        "T07": "Leros", "T08": "Tenos", "T09": "Keos", "T10": "Kythera", "T11": "Thasos", "T12": "Lemnos",
        "T13": "Euboea", "T14": "Chios", "T15": "Lesbos", "T16": "Ithaca", "T17": "Naxos", "T18": "Kos",
        "T19": "Delos", "T20": "Aegina", "T21": "Samos", "T22": "Rhodes", "T23": "Sounion",
    },
    "de": {
        "T00": "der Delfin",
        "T01": "Skyros", "T02": "Thera", "T03": "Ikaria", "T04": "Paros", "T05": "Andros", "T06": "Melos",
        "T07": "Leros", "T08": "Tinos", "T09": "Kea", "T10": "Kythera", "T11": "Thasos", "T12": "Limnos",
        "T13": "Euböa", "T14": "Chios", "T15": "Lesbos", "T16": "Ithaka", "T17": "Naxos", "T18": "Kos",
        "T19": "Delos", "T20": "Ägina", "T21": "Samos", "T22": "Rhodos", "T23": "Sunion",
    },
}  # fmt: skip
CATEGORY: Final[Names] = {
    "en": {"temples": "temples", "cities": "cities", "total": "total"},
    "de": {"temples": "Tempel", "cities": "Städte", "total": "gesamt"},
}
# The six edges of a tile, counter-clockwise from the east; and how a tile is told that has no land, or land at one.
EDGES: Final[dict[str, tuple[str, ...]]] = {
    "en": ("east", "north-east", "north-west", "west", "south-west", "south-east"),
    "de": ("Osten", "Nordosten", "Nordwesten", "Westen", "Südwesten", "Südosten"),
}
COAST: Final[Names] = {
    "en": {"island": "an island", "land": "land to the {sides}", "and": " and "},
    "de": {"island": "eine Insel", "land": "Land im {sides}", "and": " und "},
}
SIDE: Final[dict[str, tuple[str, str]]] = {"en": ("Light", "Dark"), "de": ("Hell", "Dunkel")}


def city(name: str, lang: str) -> str:
    """The city on a tile; an owner's tile of another id is called by it."""
    return CITY[lang].get(name, name)


def coast(edges: str, lang: str) -> str:
    """How a tile lies, told by where its land is: "land to the east and west"."""
    sides = [side for letter, side in zip(edges, EDGES[lang], strict=True) if letter == "L"]
    words = COAST[lang]
    if not sides:
        return words["island"]
    listed = words["and"].join([", ".join(sides[:-1]), sides[-1]] if len(sides) > 1 else sides)
    return words["land"].format(sides=listed)


def card(name: str, lang: str) -> str:
    return CARD[lang][name]
