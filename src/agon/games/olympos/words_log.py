"""Buttons and log sentences, in English and German: what an action does, and what follows from it by itself."""

from __future__ import annotations

from agon.core.game import SEAT_NAMES
from agon.core.state import NONE, UNKNOWN
from agon.games.olympos import effects
from agon.games.olympos import questions as ask
from agon.games.olympos.parts import BONUSES, CARDS, CHOICES, COLUMNS, DISCOVERIES, GODS, RESOURCES
from agon.games.olympos.rules import Rules
from agon.games.olympos.words import RESOURCE, Names, bonus_name, card_name, name, price_words
from agon.games.olympos.words import prompt as prompt
from agon.games.olympos.words import refusal as refusal

Facts = dict[str, str | int]

LABELS: Names = {
    "en": {
        "deal": "{tile}",
        "token": "{seat}",
        "spare": "{resource} twice",
        "cube": "{resource} cube",
        "draw": "{card}",
        "god": "{god}",
        "block": "Block {space} ({resource})",
        "play": "Play “{card}”",
        "go": "{space}, {price} AP",
        "discover": "{tile} ({cell}), {price} AP: {cost}",
        "build": "Build {wonder}, {price} AP",
        "wait": "Wait, 1 AP",
        "pass": "Pass: you are finished",
        "recruit": "A new settler, {price} AP",
        "send": "The settler from {space}, {price} AP",
        "send_level": "The settler from {space} (height {level}), {price} AP",
        "pay": "Pay {cubes}",
        "tile": "The {resource} tile",
        "take": "A {resource} cube",
        "discard": "Discard “{card}”",
        "bonus": "{bonus}",
        "stars": "{cards} star cards and Athena's star",
        "stars_cards": "{cards} star cards",
        "stars_athena": "Athena's star",
        "done": "Play no more cards",
        "done_pay": "Pay {price} AP",
        "done_react": "Play no Zeus symbol",
        "lose": "The settler in {space}",
        "lose_level": "The settler in {space} (height {level})",
    },
    "de": {
        "deal": "{tile}",
        "token": "{seat}",
        "spare": "{resource} doppelt",
        "cube": "{resource}würfel",
        "draw": "{card}",
        "god": "{god}",
        "block": "{space} sperren ({resource})",
        "play": "„{card}“ ausspielen",
        "go": "{space}, {price} AP",
        "discover": "{tile} ({cell}), {price} AP: {cost}",
        "build": "{wonder} errichten, {price} AP",
        "wait": "Warten, 1 AP",
        "pass": "Passen: du bist fertig",
        "recruit": "Ein neuer Siedler, {price} AP",
        "send": "Der Siedler aus {space}, {price} AP",
        "send_level": "Der Siedler aus {space} (Höhe {level}), {price} AP",
        "pay": "{cubes} zahlen",
        "tile": "Das Plättchen {resource}",
        "take": "Ein {resource}würfel",
        "discard": "„{card}“ abwerfen",
        "bonus": "{bonus}",
        "stars": "{cards} Sternkarten und Athenes Stern",
        "stars_cards": "{cards} Sternkarten",
        "stars_athena": "Athenes Stern",
        "done": "Keine Karten mehr",
        "done_pay": "{price} AP bezahlen",
        "done_react": "Kein Zeus-Symbol ausspielen",
        "lose": "Der Siedler in {space}",
        "lose_level": "Der Siedler in {space} (Höhe {level})",
    },
}
LOG: Names = {
    "en": {
        "deal": "{tile} goes to {place}.",
        "token": "The token of {seat} goes on the stack.",
        "spare": "The fifth cube is {resource}.",
        "cube": "{seat} is dealt a {resource} cube.",
        "draw": "{who} draws “{card}”.",
        "draw_unseen": "{who} draws a destiny card.",
        "god": "{god} appears.",
        "block": "{who} blocks {space}.",
        "play": "{who} plays “{card}”.",
        "go": "{who} wants {space}.",
        "discover": "{who} discovers {tile} ({cell}).",
        "build": "{who} builds {wonder}.",
        "wait": "{who} has no action and waits.",
        "pass": "{who} passes and is finished.",
        "recruit": "{who} brings a new settler to {goal} for {price} AP.",
        "send": "{who} moves a settler from {space} to {goal} for {price} AP.",
        "pay": "{who} pays {cubes}.",
        "tile": "{who} takes the {resource} tile of {tile}.",
        "take": "{who} takes a {resource} cube.",
        "discard": "{who} discards “{card}”.",
        "bonus": "{who} takes the bonus: {bonus}.",
        "stars": "{who} uses {cards} star cards and Athena's star.",
        "stars_cards": "{who} uses {cards} star cards.",
        "stars_athena": "{who} uses Athena's star.",
        "done": "{who} plays no more cards.",
        "done_pay": "{who} pays {price} AP.",
        "done_react": "{who} plays no Zeus symbol.",
        "lose": "{who} loses the settler in {space}.",
    },
    "de": {
        "deal": "{tile} kommt auf {place}.",
        "token": "Der Stein von {seat} kommt auf den Stapel.",
        "spare": "Der fünfte Würfel ist {resource}.",
        "cube": "{seat} erhält einen {resource}würfel.",
        "draw": "{who} zieht „{card}“.",
        "draw_unseen": "{who} zieht eine Schicksalskarte.",
        "god": "{god} erscheint.",
        "block": "{who} sperrt {space}.",
        "play": "{who} spielt „{card}“ aus.",
        "go": "{who} will nach {space}.",
        "discover": "{who} entwickelt {tile} ({cell}).",
        "build": "{who} errichtet {wonder}.",
        "wait": "{who} hat keine Aktion und wartet.",
        "pass": "{who} passt und ist fertig.",
        "recruit": "{who} bringt einen neuen Siedler nach {goal} für {price} AP.",
        "send": "{who} zieht einen Siedler von {space} nach {goal} für {price} AP.",
        "pay": "{who} zahlt {cubes}.",
        "tile": "{who} nimmt das Plättchen {tile} für {resource}.",
        "take": "{who} nimmt einen {resource}würfel.",
        "discard": "{who} wirft „{card}“ ab.",
        "bonus": "{who} nimmt den Bonus: {bonus}.",
        "stars": "{who} verbraucht {cards} Sternkarten und Athenes Stern.",
        "stars_cards": "{who} verbraucht {cards} Sternkarten.",
        "stars_athena": "{who} verbraucht Athenes Stern.",
        "done": "{who} spielt keine Karten mehr aus.",
        "done_pay": "{who} bezahlt {price} AP.",
        "done_react": "{who} spielt kein Zeus-Symbol aus.",
        "lose": "{who} verliert den Siedler in {space}.",
    },
}
AFTER: Names = {
    "en": {
        "settles": "{who} takes {space}.",
        "beats": "{who} takes {space} from {owner}.",
        "tribe": "{who} takes {space} from a tribe, and its star.",
        "returns": "{owner} controls {space} again.",
        "empties": "{space} is empty.",
        "hourglasses": "{who} gets {n} hourglasses.",
        "hourglass": "{who} gets an hourglass.",
        "prestige": "{who} gains {n} prestige.",
        "settlers": "{who} gets {n} settlers in camp.",
        "settler": "{who} gets a settler in camp.",
        "cube": "{who} gets a {resource} cube.",
        "moves": "{who} moves on to space {space}.",
        "reaches": "{god} reaches {owner}.",
        "nobody": "{god} reaches nobody.",
        "begins": "{who} begins.",
        "over": "The game is over.",
    },
    "de": {
        "settles": "{who} nimmt {space} in Besitz.",
        "beats": "{who} nimmt {owner} {space} ab.",
        "tribe": "{who} besiegt den Stamm in {space} und erhält den Stern.",
        "returns": "{owner} kontrolliert wieder {space}.",
        "empties": "{space} ist leer.",
        "hourglasses": "{who} erhält {n} Sanduhren.",
        "hourglass": "{who} erhält eine Sanduhr.",
        "prestige": "{who} gewinnt {n} Prestige.",
        "settlers": "{who} erhält {n} Siedler ins Lager.",
        "settler": "{who} erhält einen Siedler ins Lager.",
        "cube": "{who} erhält einen {resource}würfel.",
        "moves": "{who} zieht vor auf Feld {space}.",
        "reaches": "{god} trifft {owner}.",
        "nobody": "{god} trifft niemanden.",
        "begins": "{who} beginnt.",
        "over": "Das Spiel ist zu Ende.",
    },
}


def label(state: Rules, action: int, lang: str) -> str:
    """An action as a button says it."""
    key, facts = _action(state, action, list(SEAT_NAMES[lang]), lang)
    text = LABELS[lang][key].format(**facts)
    return text[:1].upper() + text[1:]


def log(state: Rules, action: int, names: list[str], lang: str) -> str:
    """What the action does, and what follows from it without anybody deciding."""
    if action == UNKNOWN:
        return LOG[lang]["draw_unseen"].format(who=names[int(state.active)])
    key, facts = _action(state, action, names, lang)
    key = {"send_level": "send", "lose_level": "lose"}.get(key, key)
    after = state.clone()
    after.apply(action)
    said = [LOG[lang][key].format(**facts)]
    said += [AFTER[lang][k].format(**more) for k, more in _consequences(state, after, key, names, lang)]
    return " ".join(said)


def _cubes(counts: list[int], lang: str) -> str:
    """Cubes of several resources, as one says them."""
    named = [f"{n} {RESOURCE[lang][r]}" for n, r in zip(counts, RESOURCES, strict=True) if n]
    nothing = "no cube" if lang == "en" else "keinen Würfel"
    return (", ".join(named)) or nothing


def _action(state: Rules, action: int, names: list[str], lang: str) -> tuple[str, Facts]:
    """The key of an action's sentence, and everything it may name."""
    parts = state.parts
    verb = state.actions.verb(action)
    places = verb.arguments(action - verb.first)
    words = verb.words(action - verb.first)
    who = state.actor()
    seat = int(state.active)
    facts: Facts = {"who": names[who] if who >= 0 else names[seat] if seat >= 0 else ""}
    match verb.name:
        case "deal":
            facts["tile"] = name(parts, words[0], lang)
            dealt, cells = int(state.tiles_dealt), len(parts.cells)
            facts["place"] = parts.cells[dealt] if dealt < cells else COLUMNS[dealt - cells]
        case "token":
            facts["seat"] = names[places[0]]
        case "spare" | "cube" | "take" | "tile":
            facts["resource"] = RESOURCE[lang][words[0]]
            if verb.name == "cube":
                facts["seat"] = names[int(state.cubes_dealt)]
            if verb.name == "tile":
                facts["tile"] = name(parts, DISCOVERIES[int(state.board.tile_at[state.cell])], lang)
        case "draw" | "play" | "discard":
            facts["card"] = card_name(state, CARDS.index(words[0]), lang)
        case "god":
            facts["god"] = name(parts, f"god:{words[0]}", lang)
        case "block":
            facts["space"] = name(parts, words[0], lang)
            facts["resource"] = RESOURCE[lang][RESOURCES[int(parts.resource[places[0]])]]
        case "go":
            facts["space"] = name(parts, words[0], lang)
            present = effects.presence(state, state.active)
            facts["price"] = int(effects.expansion_price(state, state.active, present, places[0]))
        case "recruit" | "send" | "lose":
            return _settler(state, verb.name, places, lang, facts)
        case "discover":
            facts["tile"] = name(parts, DISCOVERIES[int(state.board.tile_at[places[0]])], lang)
            facts["cell"] = words[0]
            price = effects.discovery_price(state, state.active, places[0])
            facts["price"] = int(effects.owed(state, state.active, price))
            facts["cost"] = price_words(parts, places[0], lang)
        case "build":
            facts["wonder"] = name(parts, words[0], lang)
            facts["price"] = int(effects.owed(state, state.active, effects.wonder_price(state, state.active)))
        case "pay":
            facts["cubes"] = _cubes(places, lang)
        case "done":
            facts["price"] = int(state.price)
            return {ask.BEFORE_PAYING: "done_pay", ask.REACT: "done_react"}.get(int(state.step), "done"), facts
        case "bonus":
            facts["bonus"] = bonus_name(BONUSES[int(parts.bonus[CHOICES * state.cell + places[0]])], lang)
        case "stars":
            facts["cards"] = places[0]
            if places[0] == effects.lacking_stars(state, state.active, state.column):
                return "stars_cards", facts
            return ("stars" if places[0] else "stars_athena"), facts
    return verb.name, facts


def _settler(state: Rules, verb: str, places: list[int], lang: str, facts: Facts) -> tuple[str, Facts]:
    """The same for a settler that goes or is lost."""
    parts = state.parts
    if state.goal >= 0 and verb != "lose":
        facts["goal"] = name(parts, parts.territories[int(state.goal)], lang)
        fight = effects.combat_price(state, state.active, state.goal)
        if verb == "recruit":
            way = effects.recruit_price(state, state.active, state.goal)
        else:
            way = effects.way(state, state.active, places[0], state.goal)
        facts["price"] = int(effects.owed(state, state.active, way + fight))
    if verb == "recruit":
        return verb, facts
    facts["space"] = name(parts, parts.territories[places[0]], lang)
    facts["level"] = places[1] + 1
    return (f"{verb}_level" if state.height(places[0]) > 1 else verb), facts


def _consequences(before: Rules, after: Rules, key: str, names: list[str], lang: str) -> list[tuple[str, Facts]]:
    """What changed beyond the decision itself."""
    out = _god_consequences(before, after, key, names, lang) + _map_consequences(before, after, names, lang)
    for seat in range(before.seats()):
        facts: Facts = {"who": names[seat]}
        gained = int(after.camps.prestige[seat] - before.camps.prestige[seat])
        if gained > 0:
            out.append(("prestige", {**facts, "n": gained}))
        hours = int(after.camps.hourglasses[seat] - before.camps.hourglasses[seat])
        if hours > 0:
            out.append(("hourglass" if hours == 1 else "hourglasses", {**facts, "n": hours}))
        stock = int(after.camps.stock[seat] - before.camps.stock[seat])
        if stock > 0:
            out.append(("settler" if stock == 1 else "settlers", {**facts, "n": stock}))
        if key != "take" and before.active >= 0:
            for r, resource in enumerate(RESOURCES):
                if after.camps.cubes[4 * seat + r] > before.camps.cubes[4 * seat + r]:
                    out.append(("cube", {**facts, "resource": RESOURCE[lang][resource]}))
    for seat in range(before.seats()):
        if after.track.space_of[seat] > before.track.space_of[seat]:
            out.append(("moves", {"who": names[seat], "space": int(after.track.space_of[seat])}))
    if after.step == ask.FINISHED:
        out.append(("over", {}))
    elif before.active == NONE and after.active != NONE:
        out.append(("begins", {"who": names[int(after.active)]}))
    return out


def _map_consequences(before: Rules, after: Rules, names: list[str], lang: str) -> list[tuple[str, Facts]]:
    """Who controls what now."""
    out: list[tuple[str, Facts]] = []
    parts = before.parts
    for territory in range(parts.land):
        old, new = int(before.controller(territory)), int(after.controller(territory))
        if old == new:
            continue
        facts: Facts = {"space": name(parts, parts.territories[territory], lang)}
        if new == NONE:
            out.append(("empties", facts))
        elif after.height(territory) < before.height(territory):
            out.append(("returns", {**facts, "owner": names[new]}))
        elif old != NONE:
            out.append(("beats", {**facts, "who": names[new], "owner": names[old]}))
        else:
            tribe = int(before.tribes) >> territory & 1
            out.append(("tribe" if tribe else "settles", {**facts, "who": names[new]}))
    return out


def _god_consequences(before: Rules, after: Rules, key: str, names: list[str], lang: str) -> list[tuple[str, Facts]]:
    """Whom a god reaches, once nobody can answer it any more."""
    if (
        key not in ("god", "play", "done_react")
        or before.step not in (ask.DRAW_GOD, ask.REACT)
        or after.step == ask.REACT
    ):
        return []
    god = int(after.latest)
    judged = before.clone()
    if key == "play":
        judged.track = judged.track.own()
        judged.track.symbols[before.actor()] += 1
    mask = int(effects.struck_by(judged, god))
    reached = [names[seat] for seat in range(before.seats()) if mask >> seat & 1]
    facts: Facts = {"god": name(before.parts, f"god:{GODS[god]}", lang), "owner": ", ".join(reached)}
    return [("reaches" if reached else "nobody", facts)]
