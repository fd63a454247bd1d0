"""Buttons and the log, in English and German."""

from __future__ import annotations

from agon.core.game import SEAT_NAMES
from agon.core.state import CHANCE, NONE
from agon.games.attika import effects
from agon.games.attika import questions as ask
from agon.games.attika.parts import BUILDINGS, LETTERS, MAIN_STACK, PETALS, STACKS
from agon.games.attika.position import REVEALING
from agon.games.attika.rules import Rules
from agon.games.attika.words_names import (
    LANDSCAPE,
    Facts,
    Names,
    building_name,
    cards,
    group_name,
    least,
    price_tag,
    sentence,
    the_building,
)

LABELS: Names = {
    "en": {
        "tile": "Tile {arg}",
        "top": "{Building}",
        "start": "{seat} starts",
        "card": "{Kind} card",
        "reveal": "Reveal from stack {stack} ({height} left)",
        "reveal_main": "Reveal a main building ({height} left)",
        "build": "{Building}: {price}",
        "build_from": "{Building}: from {price}",
        "amphora_action_reveal": "Amphora: one more reveal",
        "amphora_action_build": "Amphora: one more build",
        "amphora_card": "Amphora: {draws}",
        "finish": "Draw {draws}",
        "end": "End the turn",
        "store": "Store it",
        "place": "{Building} on {cell}: {price}",
        "pay": "Pay a {kind} card",
        "lay": "Tile on {cell}",
        "turn": "Turned by {degrees}°",
    },
    "de": {
        "tile": "Teil {arg}",
        "top": "{Building}",
        "start": "{seat} beginnt",
        "card": "Karte {Kind}",
        "reveal": "Von Stapel {stack} aufdecken (noch {height})",
        "reveal_main": "Ein Hauptgebäude aufdecken (noch {height})",
        "build": "{Building}: {price}",
        "build_from": "{Building}: ab {price}",
        "amphora_action_reveal": "Amphore: noch einmal aufdecken",
        "amphora_action_build": "Amphore: noch einmal bauen",
        "amphora_card": "Amphore: {draws} ziehen",
        "finish": "{draws} ziehen",
        "end": "Zug beenden",
        "store": "Ablegen",
        "place": "{Building} auf {cell}: {price}",
        "pay": "Karte {kind} zahlen",
        "lay": "Teil auf {cell}",
        "turn": "Um {degrees}° gedreht",
    },
}
LOG: Names = {
    "en": {
        "tile": "Tile {arg} is turned up.",
        "top": "{owner} reveals {the_building}.",
        "start": "{seat} is the start player.",
        "card": "{owner} draws a {kind} card.",
        "card_hidden": "{owner} draws a card.",
        "reveal": "{who} turns up the top of stack {stack}.",
        "reveal_main": "{who} turns up a main building.",
        "build": "{who} takes {the_building} from storage.",
        "amphora_action_reveal": "{who} spends an amphora on one more reveal.",
        "amphora_action_build": "{who} spends an amphora on one more build.",
        "amphora_card": "{who} spends an amphora on a card.",
        "finish": "{who} stops and draws.",
        "end": "{who} ends the turn.",
        "store": "{who} stores {the_building}.",
        "place": "{who} builds {the_building} on {cell}, free of cards.",
        "place_due": "{who} wants {the_building} on {cell} for at least {price}.",
        "pay": "{who} pays a {kind} card.",
        "lay": "{who} puts tile {tile} on {cell}.",
        "turn": "{who} turns it by {degrees}°.",
        "turn_drawn": "It lies turned by {degrees}°.",
    },
    "de": {
        "tile": "Das Teil {arg} wird aufgedeckt.",
        "top": "{owner} deckt {the_building} auf.",
        "start": "{seat} ist Startspieler.",
        "card": "{owner} zieht eine Karte {kind}.",
        "card_hidden": "{owner} zieht eine Karte.",
        "reveal": "{who} deckt von Stapel {stack} auf.",
        "reveal_main": "{who} deckt ein Hauptgebäude auf.",
        "build": "{who} nimmt {the_building} von der Tafel.",
        "amphora_action_reveal": "{who} setzt eine Amphore ein, um noch einmal aufzudecken.",
        "amphora_action_build": "{who} setzt eine Amphore ein, um noch einmal zu bauen.",
        "amphora_card": "{who} tauscht eine Amphore gegen eine Karte.",
        "finish": "{who} hört auf und zieht.",
        "end": "{who} beendet den Zug.",
        "store": "{who} legt {the_building} ab.",
        "place": "{who} baut {the_building} auf {cell}, ohne Karten.",
        "place_due": "{who} will {the_building} auf {cell}, für mindestens {price}.",
        "pay": "{who} zahlt eine Karte {kind}.",
        "lay": "{who} legt das Teil {tile} auf {cell}.",
        "turn": "{who} dreht es um {degrees}°.",
        "turn_drawn": "Es liegt um {degrees}° gedreht.",
    },
}
AFTER: Names = {
    "en": {
        "stands": "{The_building} stands on {cell}.",
        "founded": "A new settlement, {n} now.",
        "joined": "Settlements join, {n} now.",
        "amphora": "{group} is complete and connected: an amphora.",
        "no_amphora": "{group} is complete and connected: no amphora is left, so a card.",
        "shuffled": "The discards become a new deck.",
        "expand": "The stack is empty: the map grows.",
        "no_tile": "The stack is empty, but no tile is left.",
        "all": "All {n} buildings stand: {who} wins.",
        "link": "Two shrines are linked: {who} wins.",
        "stalled": "Nobody does anything any more: the game is over.",
    },
    "de": {
        "stands": "Auf {cell} steht nun: {Building}.",
        "founded": "Eine neue Siedlung, jetzt {n}.",
        "joined": "Siedlungen wachsen zusammen, jetzt {n}.",
        "amphora": "{group} ist vollständig und hängt zusammen: eine Amphore.",
        "no_amphora": "{group} ist vollständig und hängt zusammen: keine Amphore mehr da, dafür eine Karte.",
        "shuffled": "Die Ablage wird zum neuen Nachziehstapel.",
        "expand": "Der Stapel ist leer: Der Plan wächst.",
        "no_tile": "Der Stapel ist leer, aber kein Teil ist mehr da.",
        "all": "Alle {n} Gebäude stehen: {who} gewinnt.",
        "link": "Zwei Heiligtümer sind verbunden: {who} gewinnt.",
        "stalled": "Niemand tut mehr etwas: Das Spiel ist zu Ende.",
    },
}


def label(state: Rules, action: int, lang: str) -> str:
    """An action as a button says it."""
    key, facts = _action(state, action, list(SEAT_NAMES[lang]), lang)
    if key == "build":
        cheap, dear = _price_range(state, int(facts["number"]))
        facts["price"] = price_tag(cheap, lang)
        key = "build" if cheap in (0, dear) else "build_from"
    if key == "place_due":
        key = "place"
    if key == "turn_drawn":
        key = "turn"
    return sentence(LABELS[lang][key].format(**facts))


def log(state: Rules, action: int, names: list[str], lang: str) -> str:
    """What the action does, and what follows from it without anybody deciding."""
    after = state.clone()
    if action < 0:  # a card somebody else has drawn: what follows is the same whatever it is
        said = [LOG[lang]["card_hidden"].format(owner=names[int(state.active)])]
        after.apply(int(state.actions.card.first))
    else:
        key, facts = _action(state, action, names, lang)
        said = [LOG[lang][key].format(**facts)]
        after.apply(action)
    for more, named in _consequences(state, after, names, lang):
        said.append(sentence(AFTER[lang][more].format(**named)))
    return " ".join(said)


def _consequences(before: Rules, after: Rules, names: list[str], lang: str) -> list[tuple[str, Facts]]:
    """What changed beyond the decision itself."""
    seat = before.actor()
    out: list[tuple[str, Facts]] = []
    if seat >= 0 and before.building != NONE and after.land.built[BUILDINGS * seat + before.building] != NONE:
        out += _stands(before, after, seat, names, lang)
    if after.deck_left > before.deck_left or sum(after.cards.discard) < sum(before.cards.discard):
        out.append(("shuffled", {}))
    if after.step == ask.DRAW_TILE:
        out.append(("expand", {}))
    ends = before.step in (ask.ANSWER, ask.PAY) and after.step not in (ask.ANSWER, ask.PAY, ask.FINISHED)
    emptied = before.stack != NONE and ends
    if emptied and before.pile == 0 and before.store.stacks[STACKS * seat + before.stack] == 0:
        out.append(("no_tile", {}))
    if after.step == ask.FINISHED and after.winner == NONE:
        out.append(("stalled", {}))
    return out


def _stands(before: Rules, after: Rules, seat: int, names: list[str], lang: str) -> list[tuple[str, Facts]]:
    """A building has come to stand: settlements, groups, victory."""
    building = int(before.building)
    the = the_building(before, building, seat, lang)
    slot = int(after.land.built[BUILDINGS * seat + building])
    facts: Facts = {
        "The_building": sentence(the),
        "Building": building_name(before, building, seat, lang),
        "cell": before.parts.cells[int(before.map.cells[slot])],
        "n": int(after.land.settlements[seat]),
        "who": names[seat],
        "group": group_name(before, int(before.parts.group[building]), lang),
    }
    out: list[tuple[str, Facts]] = []
    if before.step == ask.PAY:
        out.append(("stands", facts))
    if after.land.settlements[seat] > before.land.settlements[seat] > 0:
        out.append(("founded", facts))
    elif after.land.settlements[seat] < before.land.settlements[seat]:
        out.append(("joined", facts))
    if after.winner == seat:
        won_by = "all" if after.has_built_all(seat) else "link"
        out.append((won_by, {"n": int(after.parts.count), "who": names[seat]}))
    elif after.store.awarded[seat] != before.store.awarded[seat]:
        out.append(("amphora" if before.supply > 0 else "no_amphora", facts))
    return out


def _action(state: Rules, action: int, names: list[str], lang: str) -> tuple[str, Facts]:
    """The key of an action's sentence, and everything it may name."""
    verb = state.actions.verb(action)
    arg = verb.arguments(action - verb.first)[0] if verb.domains else NONE
    who = state.actor()
    facts: Facts = {"who": names[who] if who >= 0 else "", "arg": verb.domains[0][arg] if verb.domains else ""}
    if state.active >= 0:
        facts["owner"] = names[int(state.active)]
    match verb.name:
        case "top":
            seat = int(state.setup_seat()) if state.step == ask.SETUP_TOP else int(state.active)
            facts["owner"] = names[seat]
            facts.update(_named(state, arg, seat, lang))
        case "start":
            facts["seat"] = names[arg]
        case "card" | "pay":
            facts["kind"] = LANDSCAPE[lang][LETTERS[arg]]
            facts["Kind"] = sentence(str(facts["kind"]))
        case "reveal":
            facts.update(stack=arg, height=int(state.store.stacks[STACKS * who + arg]))
            return ("reveal_main" if arg == MAIN_STACK else "reveal"), facts
        case "build":
            facts.update(_named(state, arg, who, lang))
        case "store":
            facts.update(_named(state, int(state.building), who, lang))
        case "amphora" | "finish":
            facts["draws"] = cards(int(effects.cards_due(state)) + (1 if verb.name == "amphora" else 0), lang)
            if verb.name == "amphora" and arg == 0:
                return f"amphora_action_{'reveal' if state.mode == REVEALING else 'build'}", facts
            return ("finish" if verb.name == "finish" else "amphora_card"), facts
        case "place":
            return _place(state, arg, who, lang, facts)
        case "lay":
            facts.update(cell=str(facts["arg"]), tile=state.parts.faces[int(state.tile)])
        case "turn":
            facts["degrees"] = 60 * arg
            return ("turn_drawn" if who == CHANCE else "turn"), facts
    return verb.name, facts


def _named(state: Rules, building: int, seat: int, lang: str) -> Facts:
    return {
        "number": building,
        "Building": building_name(state, building, seat, lang),
        "the_building": the_building(state, building, seat, lang),
    }


def _place(state: Rules, cell: int, seat: int, lang: str, facts: Facts) -> tuple[str, Facts]:
    facts.update(_named(state, int(state.building), seat, lang))
    price = int(least(state, seat, int(state.building), int(state.map.slot_of(cell))))
    facts.update(cell=state.parts.cells[cell], price=price_tag(price, lang))
    return ("place_due" if price else "place"), facts


def _price_range(state: Rules, building: int) -> tuple[int, int]:
    """The least and the most a building costs on the spaces its seat can pay."""
    seat = state.actor()
    slots = [s for s in range(PETALS * int(state.map.laid)) if state.is_free(s)]
    prices = [least(state, seat, building, slot) for slot in slots]
    payable = [p for p in prices if p <= state.cards.held[seat]]
    return min(payable), max(payable)
