"""Prompts, buttons, log sentences and refusals; what they say stands in sentences.py."""

from __future__ import annotations

from agon.core.game import Prompt, Reason, seat_name, seat_names
from agon.core.speech import Facts, Said, spoken
from agon.core.state import CHANCE, NONE, OVER, UNKNOWN
from agon.games.olympos import effects, scoring
from agon.games.olympos import questions as ask
from agon.games.olympos.names import RESOURCE, amounts, bonus_name, cubes_name, name, price_name
from agon.games.olympos.parts import CHOICES, COLUMNS, DISCOVERIES, GODS, KINDS, RESOURCES, Parts
from agon.games.olympos.rules import Rules
from agon.games.olympos.sentences import ABOUT, AFTER, CAMP, LABELS, LOG, REFUSALS, TEXTS, TITLES, WAITING

# The paragraphs of what a turn and a cube of choice may be besides.
PARAGRAPHS = {"lastTurn": "§10.1", "noAction": "§5.6", "nothingToPay": "§5.6", "artemis": "§9.4"}

# Asked of everybody who holds a card, whatever it is: the question must not tell what is in the hand. §5.3 §9.2
MAY_HOLD_NOTHING = (ask.BEFORE_PAYING, ask.AFTER_DRAWING, ask.REACT)


def refusal(parts: Parts, reason: Reason, lang: str) -> str:
    """The sentence of a reason."""
    facts: Facts = dict(reason.facts)
    if "space" in facts and isinstance(facts["space"], str):
        facts["space"] = name(parts, facts["space"], lang)
    if "resource" in facts:
        facts["resource"] = RESOURCE[lang][str(facts["resource"])]
    for key, prefix in (("tile", ""), ("wonder", ""), ("god", "god:"), ("card", "card:")):
        if key in facts:
            facts[key] = name(parts, f"{prefix}{facts[key]}", lang)
    return spoken(REFUSALS[lang][reason.key], facts)


# ---- prompts ----


def prompt(state: Rules, viewer: int, lang: str) -> Prompt:
    """What is asked, of whom, and why nothing else is possible."""
    seat = state.actor()
    open_to_viewer = seat in (CHANCE, OVER, viewer)
    key = _key(state, open_to_viewer)
    facts = _facts(state, seat, lang)
    title = spoken(TITLES[lang][key], facts)
    paragraph = PARAGRAPHS.get(key, ask.QUESTIONS[int(state.step)].paragraph)
    if open_to_viewer:
        nothing = seat == viewer and state.step in MAY_HOLD_NOTHING and len(state.legal()) == 1
        return Prompt(title, spoken(TEXTS[lang][f"{key}_none" if nothing else key], facts), paragraph)
    return Prompt(spoken(WAITING[lang], {"name": seat_name(seat, lang), "title": title}), "", paragraph)


def _key(state: Rules, open_to_viewer: bool) -> str:
    """The name of the question, or what a turn or a cube of choice is besides; that somebody has no action may show
    what is in the hand."""
    if state.step == ask.TAKE_TURN and state.last_turn:
        return "lastTurn"
    if state.step == ask.TAKE_TURN and open_to_viewer and state.is_legal(int(state.actions.wait.first)):
        return "noAction" if held_by_cross(state) else "nothingToPay"
    if state.step == ask.TAKE_CUBES and state.god != NONE:
        return "artemis"
    return ask.QUESTIONS[int(state.step)].name


def held_by_cross(state: Rules) -> bool:
    """Whether a seat that has no action would have one if the track were longer. §3.4 §5.6"""
    freer = state.clone()
    effects.give_hourglasses(freer, freer.active, freer.parts.cross)
    return not freer.is_legal(int(state.actions.wait.first))


def _facts(state: Rules, seat: int, lang: str) -> Facts:
    """Everything a prompt may name."""
    parts = state.parts
    facts: Facts = {"price": int(state.price), "deck": int(state.deck_size), "picks": int(state.picks), "camp": ""}
    if seat >= 0:
        stock, hourglasses = int(state.camps.stock[seat]), int(state.camps.hourglasses[seat])
        cards = int(state.cards.hand_size[seat])
        facts["camp"] = spoken(CAMP[lang], {"stock": stock, "hourglasses": hourglasses, "cards": cards})
    if state.step == ask.BLOCK:
        quota = parts.blocked[state.seats()]
        left = [quota - len(_blocked(state, resource)) for resource in range(KINDS)]
        facts |= {"quota": quota, "most": int(parts.stars_blocked), "left": sum(left)}
        facts["rest"] = ", ".join(amounts(left, lang))
    if state.goal >= 0:
        facts["goal"] = name(parts, parts.territories[int(state.goal)], lang)
    if state.cell >= 0:
        facts["cell"] = parts.cells[int(state.cell)]
        facts["tile"] = name(parts, DISCOVERIES[int(state.board.tile_at[state.cell])], lang)
        facts["cost"] = price_name(parts, int(state.cell), lang)
    if state.step == ask.CHOOSE_STARS:
        facts["lacking"] = int(effects.lacking_stars(state, state.active, state.column))
    if 0 <= state.zeus < len(parts.zeus):
        facts["zeus"] = int(parts.zeus[state.zeus])
    if state.god >= 0:
        facts["god"] = name(parts, f"god:{GODS[int(state.god)]}", lang)
        facts["about"] = ABOUT[lang][f"god:{GODS[int(state.god)]}"]
        facts["symbols"] = _by_seat([int(effects.zeus_symbols(state, s)) for s in range(state.seats())], lang)
    if state.step == ask.FINISHED:
        facts["points"] = _by_seat([int(scoring.total(state, s)) for s in range(state.seats())], lang)
    return facts


def _by_seat(counts: list[int], lang: str) -> str:
    """A number for each seat."""
    return ", ".join(f"{seat_name(seat, lang)} {count}" for seat, count in enumerate(counts))


def _blocked(state: Rules, resource: int) -> list[int]:
    """The blocked territories of a resource."""
    parts = state.parts
    return [t for t in range(parts.land) if int(state.blocked) >> t & 1 and parts.resource[t] == resource]


# ---- buttons and the log ----


def label(state: Rules, action: int, lang: str) -> str:
    """An action as a button says it."""
    key, facts = _action(state, action, seat_names(lang), lang)
    return spoken(LABELS[lang][key], facts)


def log(state: Rules, action: int, names: list[str], lang: str) -> str:
    """What the action does, and what follows from it without anybody deciding."""
    if action == UNKNOWN:
        return spoken(LOG[lang]["draw_unseen"], {"who": names[int(state.active)]})
    key, facts = _action(state, action, names, lang)
    key = {"send_level": "send", "lose_level": "lose"}.get(key, key)
    after = state.after(action)
    said = [spoken(LOG[lang][key], facts)]
    said += [spoken(AFTER[lang][k], more) for k, more in _consequences(state, after, key, names, lang)]
    return " ".join(said)


def _action(state: Rules, action: int, names: list[str], lang: str) -> Said:
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
            facts["card"] = name(parts, f"card:{words[0]}", lang)
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
            facts["cost"] = price_name(parts, places[0], lang)
        case "build":
            facts["wonder"] = name(parts, words[0], lang)
            facts["price"] = int(effects.owed(state, state.active, effects.wonder_price(state, state.active)))
        case "wait":
            return ("further" if state.step == ask.BEFORE_PAYING else "wait"), facts
        case "pay":
            facts["cubes"] = cubes_name(places, lang)
        case "done":
            facts["price"] = int(state.price)
            return {ask.BEFORE_PAYING: "done_pay", ask.REACT: "done_react"}.get(int(state.step), "done"), facts
        case "bonus":
            facts["bonus"] = bonus_name(parts, int(parts.bonus[CHOICES * state.cell + places[0]]), lang)
        case "stars":
            facts["cards"] = places[0]
            if places[0] == effects.lacking_stars(state, state.active, state.column):
                return "stars_cards", facts
            return ("stars" if places[0] else "stars_athena"), facts
    return verb.name, facts


def _settler(state: Rules, verb: str, places: list[int], lang: str, facts: Facts) -> Said:
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
    return (f"{verb}_level" if len(state.stack(places[0])) > 1 else verb), facts


def _consequences(before: Rules, after: Rules, key: str, names: list[str], lang: str) -> list[Said]:
    """What changed beyond the decision itself."""
    out = _god_consequences(before, after, key, names, lang) + _map_consequences(before, after, names, lang)
    for seat in range(before.seats()):
        facts: Facts = {"who": names[seat]}
        gains = [
            ("prestige", after.camps.prestige[seat] - before.camps.prestige[seat]),
            ("hourglasses", after.camps.hourglasses[seat] - before.camps.hourglasses[seat]),
            ("settlers", after.camps.stock[seat] - before.camps.stock[seat]),
        ]
        out += [(kind, {**facts, "n": int(gained)}) for kind, gained in gains if gained > 0]
        if key != "take" and before.active >= 0:
            for r, resource in enumerate(RESOURCES):
                gained = after.camps.cubes[KINDS * seat + r] - before.camps.cubes[KINDS * seat + r]
                if gained > 0:
                    out.append(("cubes", {**facts, "n": int(gained), "resource": RESOURCE[lang][resource]}))
    for seat in range(before.seats()):
        if after.track.space_of[seat] > before.track.space_of[seat]:
            out.append(("moves", {"who": names[seat], "space": int(after.track.space_of[seat])}))
    if after.step == ask.FINISHED:
        out.append(("over", {}))
    elif before.active == NONE and after.active != NONE:
        out.append(("begins", {"who": names[int(after.active)]}))
    return out


def _map_consequences(before: Rules, after: Rules, names: list[str], lang: str) -> list[Said]:
    """Who controls what now."""
    out: list[Said] = []
    parts = before.parts
    for territory in range(parts.land):
        old, new = int(before.controller(territory)), int(after.controller(territory))
        if old == new:
            continue
        facts: Facts = {"space": name(parts, parts.territories[territory], lang)}
        if new == NONE:
            out.append(("empties", facts))
        elif len(after.stack(territory)) < len(before.stack(territory)):
            out.append(("returns", {**facts, "owner": names[new]}))
        elif old != NONE:
            out.append(("beats", {**facts, "who": names[new], "owner": names[old]}))
        else:
            tribe = int(before.tribes) >> territory & 1
            out.append(("tribe" if tribe else "settles", {**facts, "who": names[new]}))
    return out


def _god_consequences(before: Rules, after: Rules, key: str, names: list[str], lang: str) -> list[Said]:
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
