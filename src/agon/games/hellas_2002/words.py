"""Prompts, buttons, log sentences and refusals, in English and German."""

from __future__ import annotations

from agon.core.game import Prompt, Reason, seat_name, seat_names
from agon.core.numbers import bits
from agon.core.speech import Facts, Said, spoken
from agon.core.state import CHANCE, NONE, OVER, UNKNOWN
from agon.games.hellas_2002 import effects, scoring
from agon.games.hellas_2002 import questions as ask
from agon.games.hellas_2002.coast import has_placement
from agon.games.hellas_2002.names import CARD, GOD, card, city, coast
from agon.games.hellas_2002.parts import (
    BEACHHEAD,
    CARDS,
    FAIR_WIND,
    FAR_STRIKE,
    GODS,
    LIGHT,
    LOOKOUT,
    SIDES,
    THUNDERBOLT,
    Parts,
)
from agon.games.hellas_2002.position import ASIDE, KEEPER, MAIN, UNDER
from agon.games.hellas_2002.rules import Rules
from agon.games.hellas_2002.sentences import (
    AFTER,
    LABELS,
    LOG,
    PIECES_OF_PROMPTS,
    REFUSALS,
    TEXTS,
    TITLES,
    WAITING,
)


def refusal(parts: Parts, reason: Reason, lang: str) -> str:
    """The sentence of a reason."""
    facts: Facts = dict(reason.facts)
    for key in ("tile", "goal"):
        if key in facts:
            facts[key] = city(str(facts[key]), lang)
    if "card" in facts:
        facts["card"] = CARD[lang][str(facts["card"])]
    if "god" in facts:
        facts["god"] = GOD[lang][str(facts["god"])]
    return spoken(REFUSALS[lang][reason.key], facts)


# ---- prompts ----


def prompt(state: Rules, viewer: int, lang: str) -> Prompt:
    """What is asked, of whom, and why nothing else is possible."""
    seat = state.actor()
    facts = _prompt_facts(state, viewer, lang)
    question = ask.question(state.step, state.window)
    bare = _bare(state)
    title = spoken(PIECES_OF_PROMPTS[lang][bare] if bare else TITLES[lang][question.name], facts)
    if seat in (CHANCE, OVER, viewer):
        nothing = bare or _holds_nothing(state, viewer)
        said = PIECES_OF_PROMPTS[lang][f"no_{question.name}"] if nothing else TEXTS[lang][question.name]
        return Prompt(title, spoken(said, facts).strip(), question.paragraph)
    return Prompt(WAITING[lang].format(name=seat_name(seat, lang), title=title), "", question.paragraph)


def _bare(state: Rules) -> str:
    """What everybody sees to be impossible, though a card may change it: no city in reach, no place for the tile."""
    if state.step == ask.WINDOW and state.window == ask.ATT_PREP and effects.targets(state) == 0:
        return "no_target"
    if state.step == ask.WINDOW and state.window == ask.VOY_PLACE and state.tile != NONE:
        return "" if has_placement(state, state.tile, True) else "no_place"
    return ""


def _holds_nothing(state: Rules, viewer: int) -> bool:
    """Whether this is asked of the viewer only because nobody else knows the hand. §6.4"""
    if state.actor() != viewer:
        return False
    if state.step == ask.RESPOND:
        return state.free_cards(viewer, THUNDERBOLT) <= 0
    closed = (ask.BATTLE, ask.ATT_AFTER_FIRST, ask.VOY_AFTER_FIRST)
    return state.step == ask.WINDOW and state.window in closed and len(state.legal()) == 1


def _prompt_facts(state: Rules, viewer: int, lang: str) -> Facts:
    """Everything a prompt may name; the viewer's own cards only where the viewer decides."""
    said = PIECES_OF_PROMPTS[lang]
    seat = int(state.active)
    pieces, running = state.pieces, state.in_force.running
    supply = pieces.greek_supply if state.step == ask.PLACE_GREEKS else pieces.ship_supply
    goal, seats = int(state.parts.goal), range(state.seats())
    cities = [f"{seat_name(s, lang)} {int(scoring.cities_of(state, s))}/{goal}" for s in seats]
    facts: Facts = {
        "tile": _city(state, int(state.tile), lang) or said["the_tile"],
        "spot": _city(state, int(state.spot()), lang),
        "target": _city(state, int(state.target), lang),
        "god": "" if state.god == NONE else GOD[lang][GODS[int(state.god)]],
        "actions_left": int(state.actions_left),
        "spoils": int(state.spoils),
        "left": int(state.left),
        "stack": int(state.stack_size()),
        "force": int(state.force()),
        "greek_supply": int(pieces.greek_supply[seat]),
        "ship_supply": int(pieces.ship_supply[seat]),
        "from_": said["supply"] if supply[seat] > 0 else said["empty"],
        "ships": said["equal"] if running[FAIR_WIND] else said["more"],
        "three": said["three"] if running[LOOKOUT] else "",
        "far": said["far"] if running[FAR_STRIKE] else "",
        "cities": said["cities"].format(list=", ".join(cities)),
        "cards": _playable(state, viewer, lang),
        "where": _regrouping(state, lang),
        "card": "",
        "chain": "",
    }
    return {**facts, **_battle_facts(state, lang), **_chain_facts(state, lang)}


def _battle_facts(state: Rules, lang: str) -> Facts:
    """Strengths, and what the attack needs. §5.4"""
    if state.target == NONE:
        return {"attack": 0, "defence": 0, "greeks": 0, "needs": ""}
    needs = "land"
    if effects.is_by_water(state):
        needs = "beachhead" if state.in_force.running[BEACHHEAD] else "water"
    return {
        "attack": int(effects.attack_strength(state)),
        "defence": int(effects.defence_strength(state)),
        "greeks": int(state.pieces.greeks[state.target]),
        "needs": PIECES_OF_PROMPTS[lang][needs] if state.force() > 0 else "",
    }


def _chain_facts(state: Rules, lang: str) -> Facts:
    """The card to be answered, and whether a favour lies with it. §6.2"""
    if state.frames == 0:
        return {}
    top = int(state.frames) - 1
    both = state.chain.frame_keep[top] and not int(state.chain.frame_answered[top]) & KEEPER
    return {
        "card": card(CARDS[int(state.chain.frame_card[top])], lang),
        "chain": PIECES_OF_PROMPTS[lang]["chain"] if both else "",
    }


def _playable(state: Rules, viewer: int, lang: str) -> str:
    """The cards the viewer may play now, if the decision is the viewer's."""
    if state.actor() != viewer or state.step != ask.WINDOW:
        return ""
    if state.is_banned(viewer):
        return PIECES_OF_PROMPTS[lang]["banned"]
    texts = [state.actions.text(a).split() for a in state.legal()]
    names = [card(words[1], lang) for words in texts if words[0] == "play"]
    return PIECES_OF_PROMPTS[lang]["cards"].format(list=", ".join(names)) if names else ""


def _regrouping(state: Rules, lang: str) -> str:
    """Where pieces may go. §5.5"""
    said = PIECES_OF_PROMPTS[lang]
    if state.settled == 0:
        return said["anywhere"]
    new = [_city(state, tile, lang) for tile in bits(state.new_cities)]
    return said["new"].format(list=", ".join(new)) if new else said["nowhere"]


def _city(state: Rules, tile: int, lang: str) -> str:
    return "" if tile == NONE else city(state.parts.tiles[tile], lang)


def _edges(state: Rules, turn: int) -> str:
    """The six letters of the tile in hand, turned. §2.1"""
    base = state.parts.edges[int(state.tile)]
    return "".join(base[(i - turn) % SIDES] for i in range(SIDES))


# ---- buttons and log ----


def label(state: Rules, action: int, lang: str) -> str:
    """An action as a button says it."""
    key, facts = _said(state, action, seat_names(lang), lang)
    return spoken(LABELS[lang]["card" if key == "drawn" else key], facts)


def log(state: Rules, action: int, names: list[str], lang: str) -> str:
    """What the action does, and what follows from it without anybody deciding; a secret draw is named by its god."""
    if action == UNKNOWN:
        facts = _names_facts(state, names)
        facts["god"] = "" if state.god == NONE else GOD[lang][GODS[int(state.god)]]
        hidden = {ask.DEAL: "card_hidden", ask.DRAW_CARD: "drawn_hidden", ask.STEAL: "take_hidden"}[int(state.step)]
        return spoken(LOG[lang][hidden], facts)
    key, facts = _said(state, action, names, lang)
    after = state.after(action)
    said = [spoken(LOG[lang][key], facts)]
    said += [spoken(AFTER[lang][k], more) for k, more in _consequences(state, after, action, names, lang)]
    return " ".join(said)


def _names_facts(state: Rules, names: list[str]) -> Facts:
    who = state.actor() if state.actor() >= 0 else int(state.active)
    return {"who": names[who], "other": names[1 - who]}


def _said(state: Rules, action: int, names: list[str], lang: str) -> Said:
    """The key of an action's sentence, and everything it may name."""
    verb, *words = state.actions.text(action).split()
    facts = _names_facts(state, names)
    facts["force"] = int(state.force())
    facts["held"] = _city(state, int(state.tile), lang)
    facts["actions"] = int(effects.single_actions(state))
    if verb in ("card", "take", "play", "playkeep", "void", "voidkeep", "recall"):
        facts["card"] = CARD[lang][words[0]]
    elif verb == "draw":
        facts["god"] = GOD[lang][words[0]]
    elif verb == "lay":
        facts["cell"] = words[0]
        facts["coast"] = "" if state.tile == NONE else coast(_edges(state, int(words[1])), lang)
    elif words:
        facts["tile"] = city(words[0], lang)
        facts["goal"] = city(words[-1], lang)
        facts["greeks"] = int(state.pieces.greeks[state.parts.tiles.index(words[0])])
    if verb == "pass" and state.step == ask.RESPOND:
        return "pass_answer", {**facts, **_chain_facts(state, lang)}
    if verb == "pass" and state.window != ask.BATTLE:
        return "pass_after", facts
    if verb == "done" and state.step == ask.WINDOW:
        return "done_reinf", facts
    return ("drawn" if verb == "card" and state.step == ask.DRAW_CARD else verb), facts


def _consequences(before: Rules, after: Rules, action: int, names: list[str], lang: str) -> list[Said]:
    """What changed beyond the decision itself."""
    out = _of_chain(before, after, action, lang)
    out += _of_tiles(before, after, lang)
    out += _of_moves(before, after, action, lang)
    out += _of_cities(before, after, names, lang)
    out += _of_cards(before, after, action, names, lang)
    if after.step == ask.FINISHED:
        return [*out, ("draw", {}) if after.winner == NONE else ("wins", {"who": names[int(after.winner)]})]
    if after.turn > before.turn:
        who: Facts = {"n": int(after.turn), "who": names[int(after.active)]}
        out += [("begins", {})] if before.turn == 0 else []
        out.append(("again", who) if after.is_extra else ("turn", who))
    return out


def _of_chain(before: Rules, after: Rules, action: int, lang: str) -> list[Said]:
    """What becomes of the card that opened the chain, once it is settled. §6.2"""
    verb, *words = before.actions.text(action).split()
    if verb in ("play", "playkeep"):
        name, keep, void = words[0], verb == "playkeep", 0
    elif before.frames > 0:
        aim = KEEPER if words[:1] == ["Z2"] else MAIN
        name, keep = CARDS[int(before.chain.frame_card[0])], bool(before.chain.frame_keep[0])
        void = void_in_the_end(before, aim if verb in ("void", "voidkeep") else None)
    if after.frames > 0 or (before.frames == 0 and verb not in ("play", "playkeep")):
        return []
    facts: Facts = {"card": CARD[lang][name]}
    out: list[Said] = [("void" if void & MAIN else "holds", facts)]
    return [*out, ("kept", facts)] if keep and not void & KEEPER else out


def void_in_the_end(state: Rules, aim: int | None) -> int:
    """What is void of the first card of the chain, if nobody answers any more; with a thunderbolt more where it is
    aimed. §6.2"""
    chain = state.chain
    frames = [(int(chain.frame_aim[f]), int(chain.frame_void[f])) for f in range(state.frames)]
    if aim is not None:
        frames.append((aim, 0))
    while len(frames) > 1:
        its_aim, void = frames.pop()
        if not void & MAIN:
            frames[-1] = (frames[-1][0], frames[-1][1] | its_aim)
    return frames[0][1]


def _of_tiles(before: Rules, after: Rules, lang: str) -> list[Said]:
    """Tiles put aside or under the stack. §4.3 §5.3"""
    out: list[Said] = []
    for tile in range(len(before.parts.tiles)):
        was, place = int(before.tiles.cell_of[tile]), int(after.tiles.cell_of[tile])
        if place == ASIDE and was != ASIDE:
            out.append(("aside", {}))
        if place == UNDER and was != UNDER:
            out.append(("under", {"tile": _city(before, tile, lang)}))
    if before.step == ask.REVEAL and after.pieces.cities[LIGHT] == 0 and before.pieces.cities[LIGHT] != 0:
        out.append(("anew", {}))
    return out


def _of_moves(before: Rules, after: Rules, action: int, lang: str) -> list[Said]:
    """What was done without asking, because nothing else was possible. §5.1"""
    verb = before.actions.verb(action).name
    if verb == "target" and after.force() > 0 and after.step != ask.SEND:
        return [("marches", {"tile": _city(before, int(after.target), lang), "n": int(after.force())})]
    if verb == "attack" and (after.turn > before.turn or after.window != ask.ATT_PREP):
        return [("idle", {})]
    if verb in ("lay", "fetch") and before.turn > 0:
        fewer = [t for t in range(len(before.pieces.ships)) if after.pieces.ships[t] < before.pieces.ships[t]]
        seat = before.active
        if fewer and after.pieces.ship_supply[seat] > before.pieces.ship_supply[seat]:
            return [("paid", {"tile": _city(before, fewer[0], lang)})]
    return []


def _of_cities(before: Rules, after: Rules, names: list[str], lang: str) -> list[Said]:
    """Cities that changed hands, and attacks that failed. §5.4 §3.5"""
    out: list[Said] = []
    attacked = int(before.target) if before.target != NONE else int(after.first_target)
    for tile in range(len(before.parts.tiles)):
        was, owner = int(before.owner(tile)), int(after.owner(tile))
        if was != NONE and owner not in (NONE, was):
            key = "conquered" if tile == attacked else "exchanged"
            out.append((key, {"tile": _city(before, tile, lang), "who": names[owner]}))
    fought = before.target != NONE and (before.window == ask.BATTLE or before.step == ask.SEND)
    if fought and after.target == NONE and after.owner(before.target) == 1 - before.active:
        out.append(("beaten", {"tile": _city(before, int(before.target), lang)}))
    return out


def _of_cards(before: Rules, after: Rules, action: int, names: list[str], lang: str) -> list[Said]:
    """Cards looked at, taken and discarded, and stacks made anew. §3.1 §3.5 §5.2"""
    out: list[Said] = []
    if before.step == ask.STEAL:
        kind = before.actions.arguments(action)[0]
        if after.cards.discard[kind] > before.cards.discard[kind]:
            out.append(("too_many", {"card": card(CARDS[kind], lang)}))
    for god in range(len(GODS)):
        if after.cards.deck_size[god] > before.cards.deck_size[god]:
            out.append(("reshuffled", {"god": GOD[lang][GODS[god]]}))
    drawn = sum(before.cards.down_size) + (before.step == ask.DRAW_CARD)
    if before.window == ask.REINF and after.window != ask.REINF and drawn > 0:
        out.append(("looks", {"who": names[int(before.active)]}))
    return out
