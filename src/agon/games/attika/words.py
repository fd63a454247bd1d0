"""Prompts, buttons, log sentences and refusals; what they say stands in sentences.py."""

from __future__ import annotations

from agon.core.game import Prompt, Reason, seat_name, seat_names
from agon.core.speech import Facts, Said, spoken
from agon.core.state import CHANCE, NONE, OVER
from agon.games.attika import effects
from agon.games.attika import questions as ask
from agon.games.attika.names import (
    LANDSCAPE,
    building_name,
    group_name,
    price_tag,
    symbols,
    the_building,
    tile_in_words,
    your_building,
)
from agon.games.attika.parts import BUILDINGS, LETTERS, MAIN_STACK, PETALS, PRICES, STACKS, Parts
from agon.games.attika.position import REVEALING, UNDECIDED
from agon.games.attika.prices import Bill
from agon.games.attika.rules import Rules
from agon.games.attika.sentences import AFTER, COSTS, LABELS, LOG, REFUSALS, TEXTS, TITLES, WAITING

# Where a turn or the end of the game is told in several ways, the paragraph of each.
PARAGRAPHS = {
    "reveal_more": "§4.1",
    "build_more": "§4.2",
    "amphora": "§4.4",
    "amphora_card": "§4.4",
    "stalled": "§9.4",
}


def refusal(parts: Parts, reason: Reason, lang: str) -> str:
    """The sentence of a reason; buildings are named as the pack names them."""
    facts: Facts = dict(reason.facts)
    if "kind" in facts:
        facts["kind"] = LANDSCAPE[lang][str(facts["kind"])]
    if "building" in facts:
        facts["Building"] = parts.building_names[lang][parts.buildings.index(str(facts["building"]))]
    if "open" in facts:
        facts["open"] = _cost(str(facts["open"]), int(facts["founding"]), lang)
    return spoken(REFUSALS[lang][reason.key], facts)


# ---- prompts ----


def prompt(state: Rules, viewer: int, lang: str) -> Prompt:
    """What is asked, of whom, and why nothing else is possible."""
    seat = state.actor()
    key = _key(state)
    paragraph = PARAGRAPHS.get(key, ask.QUESTIONS[int(state.step)].paragraph)
    facts = _facts(state, lang)
    title = spoken(TITLES[lang][key], facts)
    if seat in (CHANCE, OVER, viewer):
        return Prompt(title, spoken(TEXTS[lang][key], facts), paragraph)
    return Prompt(WAITING[lang].format(name=seat_name(seat, lang), title=title), "", paragraph)


def _key(state: Rules) -> str:
    """The name of the question; a turn and the end of the game are told in several ways."""
    if state.step == ask.FINISHED:
        return "stalled" if state.winner == NONE else _victory(state)
    if state.step != ask.DECIDE or (state.mode == UNDECIDED and not state.drawing):
        return ask.QUESTIONS[int(state.step)].name
    if state.drawing:
        return "amphora_card"
    if state.left == 0:
        return "amphora"
    return "reveal_more" if state.mode == REVEALING else "build_more"


def _victory(state: Rules) -> str:
    return "all" if state.has_built_all(state.winner) else "link"


def _facts(state: Rules, lang: str) -> Facts:
    """Everything a prompt may name."""
    seat, parts = int(state.active), state.parts
    facts: Facts = {
        "laid": int(state.map.laid),
        "first": len(state.layout.centres),
        "reveals": int(parts.reveals),
        "builds": int(parts.builds),
        "left": int(state.left),
        "due": int(state.due),
        "stack": int(state.stack),
        "rounds": int(parts.idle_rounds),
        "n": int(parts.count),
    }
    if seat >= 0:
        facts["hand"] = int(state.cards.held[seat])
        facts["amphorae"] = int(state.store.amphorae[seat])
    if state.centre != NONE:
        facts["cell"] = parts.cells[int(state.centre)]
    if state.building != NONE:
        facts |= _building_facts(state, lang)
    if state.winner != NONE:
        facts["winner"] = seat_name(int(state.winner), lang)
    return facts


def _building_facts(state: Rules, lang: str) -> Facts:
    """The building in hand: its name, its printed price, and while it is paid what is still open."""
    seat, building, parts = int(state.active), int(state.building), state.parts
    tails = [b for b in range(int(parts.count)) if int(parts.before[building]) >> b & 1]
    facts = _named(state, building, seat, lang)
    facts["printed"] = symbols([int(parts.cost[PRICES * building + kind]) for kind in range(PRICES)], lang)
    facts["beside"] = spoken(COSTS[lang]["beside"], {"name": your_building(state, tails[0], lang)}) if tails else ""
    if state.space != NONE:
        facts["cell"] = parts.cells[int(state.map.cells[state.space])]
        facts["paid"] = sum(int(n) for n in state.cards.paid)
        facts["open"] = _open(state, building, int(state.space), lang)
    return facts


def _open(state: Rules, building: int, slot: int, lang: str) -> str:
    """What the building in hand costs on its space: open symbols, and cards of any kind for a new settlement."""
    bill = Bill(state, int(state.active), building, slot)
    counts = [*bill.open, bill.any - bill.founding]
    letters = "".join(letter * n for letter, n in zip(LETTERS + "?", counts, strict=True))
    return _cost(letters, bill.founding, lang)


def _cost(letters: str, founding: int, lang: str) -> str:
    """Symbols by their letters and what a new settlement costs, in words."""
    said = [symbols([letters.count(letter) for letter in LETTERS + "?"], lang)] if letters else []
    if founding:
        said.append(spoken(COSTS[lang]["founding"], {"n": founding}))
    return ", ".join(said)


# ---- buttons and the log ----


def label(state: Rules, action: int, lang: str) -> str:
    """An action as a button says it."""
    key, facts = _action(state, action, seat_names(lang), lang)
    if key == "build":
        cheap, dear = _price_range(state, int(facts["number"]))
        facts["price_tag"] = price_tag(cheap, lang)
        key = "build" if cheap in (0, dear) else "build_from"
    return spoken(LABELS[lang][{"place_free": "place", "turn_drawn": "turn"}.get(key, key)], facts)


def log(state: Rules, action: int, names: list[str], lang: str) -> str:
    """What the action does, and what follows from it without anybody deciding."""
    if action < 0:  # a card somebody else has drawn: what follows is the same whatever it is
        key, facts = "card_hidden", _owner(state, names)
        action = int(state.actions.card.first)
    else:
        key, facts = _action(state, action, names, lang)
    after = state.after(action)
    said = [spoken(LOG[lang][key], facts)]
    said += [spoken(AFTER[lang][more], named) for more, named in _consequences(state, after, names, lang)]
    return " ".join(said)


def _owner(state: Rules, names: list[str]) -> Facts:
    """Whose turn it is, as chance draws for that seat."""
    return {"owner": names[int(state.active)]} if state.active >= 0 else {}


def _consequences(before: Rules, after: Rules, names: list[str], lang: str) -> list[Said]:
    """What changed beyond the decision itself."""
    seat = before.actor()
    out: list[Said] = []
    if seat >= 0 and before.building != NONE and after.land.built[BUILDINGS * seat + before.building] != NONE:
        out += _stands(before, after, seat, names, lang)
    if after.deck_left > before.deck_left or sum(after.cards.discard) < sum(before.cards.discard):
        out.append(("shuffled", {}))
    if after.step == ask.DRAW_TILE:
        out.append(("expand", {}))
    ends = before.step in (ask.ANSWER, ask.PAY) and after.step not in (ask.ANSWER, ask.PAY, ask.FINISHED)
    if ends and before.stack != NONE and before.pile == 0 and before.store.stacks[STACKS * seat + before.stack] == 0:
        out.append(("no_tile", {}))
    if after.step == ask.FINISHED and after.winner == NONE:
        out.append(("stalled", {}))
    return out


def _stands(before: Rules, after: Rules, seat: int, names: list[str], lang: str) -> list[Said]:
    """A building has come to stand: settlements, groups, victory."""
    building = int(before.building)
    slot = int(after.land.built[BUILDINGS * seat + building])
    facts = _named(before, building, seat, lang)
    facts["cell"] = before.parts.cells[int(before.map.cells[slot])]
    facts["n"] = int(after.land.settlements[seat])
    facts["group"] = group_name(before, int(before.parts.group[building]), lang)
    out: list[Said] = []
    if before.step == ask.PAY:
        out.append(("stands", facts))
    if after.land.settlements[seat] > before.land.settlements[seat] > 0:
        out.append(("founded", facts))
    elif after.land.settlements[seat] < before.land.settlements[seat]:
        out.append(("joined", facts))
    if after.winner == seat:
        out.append((_victory(after), {"n": int(after.parts.count), "who": names[seat]}))
    elif after.store.awarded[seat] != before.store.awarded[seat]:
        out.append(("amphora" if before.supply > 0 else "no_amphora", facts))
    return out


def _action(state: Rules, action: int, names: list[str], lang: str) -> Said:
    """The key of an action's sentence, and everything it may name."""
    verb = state.actions.verb(action)
    arg = verb.arguments(action - verb.first)[0] if verb.domains else NONE
    who = state.actor()
    facts = _owner(state, names) | {
        "who": names[who] if who >= 0 else "",
        "arg": verb.domains[0][arg] if verb.domains else "",
    }
    match verb.name:
        case "top":
            seat = int(state.setup_seat()) if state.step == ask.SETUP_TOP else int(state.active)
            facts |= {"owner": names[seat]} | _named(state, arg, seat, lang)
        case "start":
            facts["seat"] = names[arg]
        case "card" | "pay":
            facts["kind"] = LANDSCAPE[lang][LETTERS[arg]]
        case "reveal":
            facts |= {"stack": arg, "height": int(state.store.stacks[STACKS * who + arg])}
            return ("reveal_main" if arg == MAIN_STACK else "reveal"), facts
        case "build":
            facts |= _named(state, arg, who, lang)
        case "store":
            facts |= _named(state, int(state.building), who, lang)
        case "finish":
            facts["draws"] = int(effects.cards_due(state))
        case "amphora":
            facts["draws"] = int(effects.cards_due(state)) + 1
            for_action = f"amphora_action_{'reveal' if state.mode == REVEALING else 'build'}"
            return (for_action if arg == 0 else "amphora_card"), facts
        case "place":
            return _place(state, arg, who, lang, facts)
        case "tile":
            facts["shows"] = tile_in_words(state.parts, arg, 0, lang)
        case "lay":
            facts["cell"] = str(facts["arg"])
        case "turn":
            facts["shows"] = tile_in_words(state.parts, int(state.tile), arg, lang)
            return ("turn_drawn" if who == CHANCE else "turn"), facts
    return verb.name, facts


def _named(state: Rules, building: int, seat: int, lang: str) -> Facts:
    return {
        "number": building,
        "Building": building_name(state, building, seat, lang),
        "the_building": the_building(state, building, seat, lang),
    }


def _place(state: Rules, cell: int, seat: int, lang: str, facts: Facts) -> Said:
    facts |= _named(state, int(state.building), seat, lang)
    price = least(state, seat, int(state.building), int(state.map.slot_of(cell)))
    facts |= {"cell": state.parts.cells[cell], "price": price, "price_tag": price_tag(price, lang)}
    return ("place" if price else "place_free"), facts


def _price_range(state: Rules, building: int) -> tuple[int, int]:
    """The least and the most a building costs on the spaces its seat can pay."""
    seat = state.actor()
    slots = [s for s in range(PETALS * int(state.map.laid)) if state.is_free(s)]
    prices = [least(state, seat, building, slot) for slot in slots]
    payable = [p for p in prices if p <= state.cards.held[seat]]
    return min(payable), max(payable)


def least(state: Rules, seat: int, building: int, slot: int) -> int:
    """The fewest cards it can cost there: with the seat's hand, or one card a symbol where that is unknown."""
    return Bill(state, seat, building, slot).cards
