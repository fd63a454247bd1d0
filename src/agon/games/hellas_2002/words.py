"""Prompts, buttons, log sentences and refusals, in English and German."""

from __future__ import annotations

from agon.core.game import SEAT_NAMES, Prompt, Reason
from agon.core.state import CHANCE, NONE, OVER, UNKNOWN
from agon.games.hellas_2002 import effects, scoring
from agon.games.hellas_2002.names import CARD, GOD, card, city
from agon.games.hellas_2002.parts import (
    BATTLE,
    BEACHHEAD,
    CARDS,
    FAIR_WIND,
    FAR_STRIKE,
    GODS,
    LIGHT,
    LOOKOUT,
    REINF,
    WINDOWS,
    Parts,
)
from agon.games.hellas_2002.position import (
    ASIDE,
    DEAL,
    DRAW_CARD,
    FINISHED,
    KEEPER,
    MAIN,
    PLACE_GREEKS,
    RESPOND,
    REVEAL,
    SEND,
    STEAL,
    UNDER,
    WINDOW,
)
from agon.games.hellas_2002.rules import Rules
from agon.games.hellas_2002.sentences import (
    AFTER,
    ASKED,
    LABELS,
    LOG,
    PARAGRAPHS,
    PIECES_OF_PROMPTS,
    REFUSALS,
    TEXTS,
    TITLES,
    WAITING,
    WINDOW_PARAGRAPHS,
    WINDOW_TEXTS,
    WINDOW_TITLES,
)

Facts = dict[str, str | int]
Said = tuple[str, Facts]

CATEGORY: dict[str, dict[str, str]] = {
    "en": {"temples": "temples", "cities": "cities", "total": "total"},
    "de": {"temples": "Tempel", "cities": "Städte", "total": "gesamt"},
}


def refusal(parts: Parts, reason: Reason, lang: str) -> str:
    """The sentence of a reason."""
    facts: Facts = dict(reason.facts)
    for key in ("tile", "goal"):
        if key in facts:
            facts[key] = sentence(city(str(facts[key]), lang))
    if "card" in facts:
        facts["card"] = CARD[lang][str(facts["card"])]
    if "god" in facts:
        facts["god"] = GOD[lang][str(facts["god"])]
    if "seat" in facts:
        facts["owner"] = SEAT_NAMES[lang][int(facts["seat"])]
    for key in ("asked", "window"):
        if key in facts:
            facts[key] = ASKED[lang][str(facts[key])]
    return REFUSALS[lang][reason.key].format(**facts)


def sentence(text: str) -> str:
    """With a capital letter."""
    return text[:1].upper() + text[1:]


# ---- prompts ----


def prompt(state: Rules, viewer: int, lang: str) -> Prompt:
    """What is asked, of whom, and why nothing else is possible."""
    seat = state.actor()
    facts = _prompt_facts(state, viewer, lang)
    if state.step == WINDOW:
        window = WINDOWS[int(state.window)]
        title, text = WINDOW_TITLES[lang][window], WINDOW_TEXTS[lang][window]
        paragraph = WINDOW_PARAGRAPHS[window]
    else:
        step = int(state.step)
        title, text, paragraph = TITLES[lang][step], TEXTS[lang][step], PARAGRAPHS[step]
    if seat in (CHANCE, OVER, viewer):
        return Prompt(title.format(**facts), text.format(**facts).strip(), paragraph)
    waiting = WAITING[lang].format(name=SEAT_NAMES[lang][seat], title=title.format(**facts))
    return Prompt(waiting, "", paragraph)


def _prompt_facts(state: Rules, viewer: int, lang: str) -> Facts:
    """Everything a prompt may name; the viewer's own cards only where the viewer decides."""
    said = PIECES_OF_PROMPTS[lang]
    seat = int(state.active)
    empty = state.greek_supply[seat] == 0 if state.step == PLACE_GREEKS else state.ship_supply[seat] == 0
    facts: Facts = {
        "tile": said["the_tile"] if state.tile == NONE else _city(state, int(state.tile), lang),
        "spot": "" if state.spot == NONE else _city(state, int(state.spot), lang),
        "target": "" if state.target == NONE else _city(state, int(state.target), lang),
        "god": GOD[lang][GODS[int(state.spot)]] if state.step == DRAW_CARD else "",
        "todo": int(state.todo),
        "left": int(state.left),
        "stack": int(state.stack_size()),
        "force": int(state.force()),
        "greek_supply": int(state.greek_supply[seat]),
        "ship_supply": int(state.ship_supply[seat]),
        "from_": said["empty"] if empty else said["supply"],
        "ships": said["equal"] if state.running[FAIR_WIND] else said["more"],
        "three": said["three"] if state.running[LOOKOUT] else "",
        "far": said["far"] if state.running[FAR_STRIKE] else "",
        "cities": said["cities"].format(list=_city_counts(state, lang)),
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
        needs = "beachhead" if state.running[BEACHHEAD] else "water"
    return {
        "attack": int(effects.attack_strength(state)),
        "defence": int(effects.defence_strength(state)),
        "greeks": int(state.greeks[state.target]),
        "needs": PIECES_OF_PROMPTS[lang][needs] if state.force() > 0 else "",
    }


def _chain_facts(state: Rules, lang: str) -> Facts:
    """The card to be answered, and whether a favour lies with it. §6.2"""
    if state.frames == 0:
        return {}
    top = int(state.frames) - 1
    both = state.frame_keep[top] and not int(state.frame_answered[top]) & KEEPER
    return {
        "card": card(CARDS[int(state.frame_card[top])], lang),
        "chain": PIECES_OF_PROMPTS[lang]["chain"] if both else "",
    }


def _playable(state: Rules, viewer: int, lang: str) -> str:
    """The cards the viewer may play now, if the decision is the viewer's."""
    if state.actor() != viewer or state.step != WINDOW:
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
    new = [_city(state, t, lang) for t in range(len(state.parts.tiles)) if int(state.new_cities) >> t & 1]
    return said["new"].format(list=", ".join(new)) if new else said["nowhere"]


def _city(state: Rules, tile: int, lang: str) -> str:
    return city(state.parts.tiles[tile], lang) if tile < len(state.parts.tiles) else ""


def _city_counts(state: Rules, lang: str) -> str:
    goal = int(state.parts.goal)
    return ", ".join(f"{SEAT_NAMES[lang][s]} {int(scoring.cities_of(state, s))}/{goal}" for s in range(state.seats()))


# ---- buttons and log ----


def label(state: Rules, action: int, lang: str) -> str:
    """An action as a button says it."""
    key, facts = _said(state, action, list(SEAT_NAMES[lang]), lang)
    return LABELS[lang]["card" if key == "drawn" else key].format(**facts)


def log(state: Rules, action: int, names: list[str], lang: str) -> str:
    """What the action does, and what follows from it without anybody deciding; a secret draw is named by its god."""
    if action == UNKNOWN:
        facts = _names_facts(state, names)
        facts["god"] = GOD[lang][GODS[int(state.spot)]] if state.step in (DEAL, DRAW_CARD) else ""
        hidden = {DEAL: "card_hidden", DRAW_CARD: "drawn_hidden", STEAL: "take_hidden"}[int(state.step)]
        return LOG[lang][hidden].format(**facts)
    key, facts = _said(state, action, names, lang)
    after = state.clone()
    after.apply(action)
    said = [LOG[lang][key].format(**facts)]
    said += [AFTER[lang][k].format(**more) for k, more in _consequences(state, after, action, names, lang)]
    return " ".join(said)


def _names_facts(state: Rules, names: list[str]) -> Facts:
    who = state.actor() if state.actor() >= 0 else int(state.active)
    return {"who": names[who], "other": names[1 - who]}


def _said(state: Rules, action: int, names: list[str], lang: str) -> Said:
    """The key of an action's sentence, and everything it may name."""
    verb, *words = state.actions.text(action).split()
    facts = _names_facts(state, names)
    facts["force"] = int(state.force())
    facts["held"] = "" if state.tile == NONE else _city(state, int(state.tile), lang)
    facts["actions"] = _single_actions(state)
    if verb in ("card", "take", "play", "playkeep", "void", "voidkeep", "recall"):
        facts["card"] = CARD[lang][words[0]]
    elif verb == "draw":
        facts["god"] = GOD[lang][words[0]]
    elif verb == "lay":
        facts["cell"], facts["turn"] = words[0], words[1]
    elif words:
        facts["tile"] = city(words[0], lang)
        facts["goal"] = city(words[-1], lang)
        facts["greeks"] = int(state.greeks[state.parts.tiles.index(words[0])])
    if verb == "pass" and state.step == RESPOND:
        return "pass_answer", {**facts, **_chain_facts(state, lang)}
    if verb == "pass" and state.window != BATTLE:
        return "pass_after", facts
    if verb == "done" and state.step == WINDOW:
        return "done_reinf", facts
    return ("drawn" if verb == "card" and state.step == DRAW_CARD else verb), facts


def _single_actions(state: Rules) -> int:
    """How many a reinforcement announced now would have. §5.2"""
    more = state.temples_of(state.active) > state.temples_of(1 - state.active)
    return int(state.parts.single_actions + (state.parts.temple_bonus if more else 0))


def _consequences(before: Rules, after: Rules, action: int, names: list[str], lang: str) -> list[Said]:
    """What changed beyond the decision itself."""
    out = _of_chain(before, after, action, lang)
    out += _of_tiles(before, after, lang)
    out += _of_moves(before, after, action, lang)
    out += _of_cities(before, after, names, lang)
    out += _of_cards(before, after, action, names, lang)
    if after.step == FINISHED:
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
        frames = [(words[0], verb == "playkeep", 0, 0)]
    else:
        frames = [
            (
                CARDS[int(before.frame_card[f])],
                bool(before.frame_keep[f]),
                int(before.frame_aim[f]),
                int(before.frame_void[f]),
            )
            for f in range(before.frames)
        ]
        if verb in ("void", "voidkeep"):
            aim = KEEPER if words[0] == "Z2" else MAIN
            frames.append(("Z1", verb == "voidkeep", aim, 0))
    if not frames or after.frames > 0 or (before.frames == 0 and verb not in ("play", "playkeep")):
        return []
    while len(frames) > 1:
        _, _, aim, void = frames.pop()
        if not void & MAIN:
            name, keep, its_aim, its_void = frames.pop()
            frames.append((name, keep, its_aim, its_void | aim))
    name, keep, _, void = frames[0]
    facts: Facts = {"card": CARD[lang][name]}
    out: list[Said] = [("void" if void & MAIN else "holds", facts)]
    return [*out, ("kept", facts)] if keep and not void & KEEPER else out


def _of_tiles(before: Rules, after: Rules, lang: str) -> list[Said]:
    """Tiles put aside or under the stack. §4.3 §5.3"""
    out: list[Said] = []
    for tile in range(len(before.parts.tiles)):
        was, place = int(before.cell_of[tile]), int(after.cell_of[tile])
        if place == ASIDE and was != ASIDE:
            out.append(("aside", {}))
        if place == UNDER and was != UNDER:
            out.append(("under", {"tile": _city(before, tile, lang)}))
    if before.step == REVEAL and after.cities[LIGHT] == 0 and before.cities[LIGHT] != 0:
        out.append(("anew", {}))
    return out


def _of_moves(before: Rules, after: Rules, action: int, lang: str) -> list[Said]:
    """What was done without asking, because nothing else was possible. §5.1"""
    verb = before.actions.verb(action).name
    if verb == "target" and after.force() > 0 and after.step != SEND:
        return [("marches", {"tile": _city(before, int(after.target), lang), "n": int(after.force())})]
    if verb == "attack" and (after.turn > before.turn or WINDOWS[int(after.window)] != "ATT_PREP"):
        return [("idle", {})]
    if verb in ("lay", "fetch") and before.turn > 0:
        fewer = [t for t in range(len(before.ships)) if after.ships[t] < before.ships[t]]
        seat = before.active
        if fewer and after.ship_supply[seat] > before.ship_supply[seat]:
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
    fought = before.target != NONE and (before.window == BATTLE or before.step == SEND)
    if fought and after.target == NONE and after.owner(before.target) == 1 - before.active:
        out.append(("beaten", {"tile": _city(before, int(before.target), lang)}))
    return out


def _of_cards(before: Rules, after: Rules, action: int, names: list[str], lang: str) -> list[Said]:
    """Cards looked at, taken and discarded, and stacks made anew. §3.1 §3.5 §5.2"""
    out: list[Said] = []
    if before.step == STEAL:
        kind = action - int(before.actions.take_at)
        if after.discard[kind] > before.discard[kind]:
            out.append(("too_many", {"card": card(CARDS[kind], lang)}))
    for god in range(len(GODS)):
        if after.deck_size[god] > before.deck_size[god]:
            out.append(("reshuffled", {"god": GOD[lang][GODS[god]]}))
    if before.window == REINF and after.window != REINF and sum(before.down_size) + (before.step == DRAW_CARD) > 0:
        out.append(("looks", {"who": names[int(before.active)]}))
    return out
