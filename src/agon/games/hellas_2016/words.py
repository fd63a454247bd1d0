"""Prompts, buttons, log sentences and refusals; what they say stands in sentences.py."""

from __future__ import annotations

from agon.core.game import Prompt, Reason, seat_name, seat_names
from agon.core.speech import Facts, Said, filled, spoken
from agon.core.state import CHANCE, NONE, OVER
from agon.games.hellas_2016 import effects, scoring
from agon.games.hellas_2016 import questions as ask
from agon.games.hellas_2016.names import A_PIECE, PIECE, PIECES_PLURAL, ZONE, space_name
from agon.games.hellas_2016.parts import COAST, HOUSE, PALACE, PIECES, QUARRY, SQUARE, STATUE, TEMPLE, Parts
from agon.games.hellas_2016.position import GONE
from agon.games.hellas_2016.rules import Rules
from agon.games.hellas_2016.sentences import AFTER, COSTS, LABELS, LOG, REFUSALS, TEXTS, TITLES, WAITING
from agon.games.hellas_2016.why import asked

# A building action is told by its space.
BUILDING = {"build_house": "§6.2", "build_houseSquare": "§6.3", "build_palace": "§6.4"}


def refusal(parts: Parts, reason: Reason, lang: str) -> str:
    """The sentence of a reason."""
    facts: Facts = dict(reason.facts)
    key = reason.key
    if "zone" in facts:
        facts["zone"] = ZONE[lang][str(facts["zone"])]
    if "space" in facts:
        facts["space"] = space_name(str(facts["space"]), lang)
    if "piece" in facts:
        piece = str(facts["piece"])
        facts["a_piece"] = A_PIECE[lang][piece]
        facts["pieces"] = PIECES_PLURAL[lang][piece]
        facts["piece"] = PIECE[lang][piece]
        if key == "occupied" and facts["seat"] == NONE:
            key = "occupied_statue"
    return spoken(REFUSALS[lang][key], facts)


def prompt(state: Rules, viewer: int, lang: str) -> Prompt:
    """What is asked, of whom, and why nothing else is possible."""
    seat = state.actor()
    facts = _facts(state, seat, lang)
    question = ask.QUESTIONS[int(state.step)]
    key = asked(state)
    title = spoken(TITLES[lang][key], facts)
    paragraph = BUILDING.get(key, question.paragraph)
    if seat in (CHANCE, OVER, viewer):
        return Prompt(title, spoken(TEXTS[lang][question.name], facts), paragraph)
    return Prompt(spoken(WAITING[lang], {"name": seat_name(seat, lang), "title": title}), "", paragraph)


def _facts(state: Rules, seat: int, lang: str) -> Facts:
    """Everything a prompt may name."""
    facts: Facts = {
        "tile": int(state.tile),
        "yield_": int(state.parts.tile_marble[state.tile]) if state.tile > 0 else 0,
        "todo": int(state.todo),
        "drawn": int(state.drawn),
        "max": int(state.parts.max_draws),
        "stones": int(state.taken.stones[seat]) if seat >= 0 else 0,
        "marble": int(state.purse.marble[seat]) if seat >= 0 else 0,
        "income": int(effects.income_of(state, seat)) if seat >= 0 else 0,
        "price": int(state.parts.inland_cost[STATUE]),
    }
    if state.step == ask.FINISHED:
        totals = [int(scoring.total(state, s)) for s in range(state.seats())]
        facts["points"] = ", ".join(f"{seat_name(s, lang)} {n}" for s, n in enumerate(totals))
    if state.step == ask.RAISE_COLUMNS:
        facts["price"] = int(state.parts.bar_price[state.space])
    if state.step == ask.BUILD:
        kinds = [kind for kind in (HOUSE, PALACE, SQUARE) if effects.offers(state, kind)]
        facts["costs"] = "; ".join(_costs(state, kind, lang) for kind in kinds)
    return facts


def _costs(state: Rules, kind: int, lang: str) -> str:
    """Both prices of a piece."""
    coast, inland = int(state.parts.coast_cost[kind]), int(state.parts.inland_cost[kind])
    facts: Facts = {"piece": PIECE[lang][PIECES[kind]], "coast": coast, "inland": inland}
    return filled(COSTS[lang]["inland" if coast < 0 else "both"], facts)


def label(state: Rules, action: int, lang: str) -> str:
    """An action as a button says it."""
    verb, facts = _action_facts(state, action, seat_names(lang), lang)
    return spoken(LABELS[lang]["column" if verb == "column_last" else verb], facts)


def log(state: Rules, action: int, names: list[str], lang: str) -> str:
    """What the action does, and what follows from it without anybody deciding."""
    verb, facts = _action_facts(state, action, names, lang)
    after = state.after(action)
    said = [spoken(LOG[lang][verb], facts)]
    said += [spoken(AFTER[lang][key], more) for key, more in _consequences(state, after, verb, names)]
    return " ".join(said)


def _consequences(before: Rules, after: Rules, verb: str, names: list[str]) -> list[Said]:
    """What changed beyond the decision itself."""
    out = _quarry_consequences(before, after, verb)
    who = before.actor()
    if who >= 0:
        last_phase = before.phase + 1 == before.parts.phases  # the marker has no effect there
        if verb == "take" and before.marker == NONE and after.marker == who and not last_phase:
            out.append(("starts_next", {"who": names[who]}))
        rings = int(after.temples.rings[who] - before.temples.rings[who]) - _completed(before, after, verb)
        if rings > 0:
            out.append(("rings", {"who": names[who], "n": rings}))
    if after.step == ask.FINISHED:
        out.append(("over", {}))
    elif after.phase > before.phase or (before.active == NONE and after.active != NONE):
        out.append(("phase", {"n": int(after.phase) + 1, "who": names[int(after.starter)]}))
    return out


def _completed(before: Rules, after: Rules, verb: str) -> int:
    """The ring a "last column" sentence has told already."""
    if verb != "column_last":
        return 0
    return 1 if after.temples.rings[before.active] > before.temples.rings[before.active] else 0


def _quarry_consequences(before: Rules, after: Rules, verb: str) -> list[Said]:
    """Covering, opening, the worker and closing, where nobody was asked."""
    out: list[Said] = []
    for quarry, cell in enumerate(before.side.quarries):
        name = before.parts.cells[int(cell)]
        if verb == "tile" and after.quarries.top[quarry] != before.quarries.top[quarry]:
            key = "covers" if before.quarries.top[quarry] > 0 else "opens"
            out.append((key, {"top": int(before.quarries.top[quarry]), "cell": name}))
    if verb == "tile" and GONE in after.quarries.tile_at and GONE not in before.quarries.tile_at:
        out.append(("away", {}))
    if verb == "tile" and after.worker != before.worker and after.worker != NONE:
        out.append(("worker", {"cell": before.parts.cells[int(before.side.quarries[after.worker])]}))
    for quarry, cell in enumerate(before.side.quarries):
        if int(after.closed ^ before.closed) >> quarry & 1:
            out.append(("closes", {"cell": before.parts.cells[int(cell)]}))
    return out


def _action_facts(state: Rules, action: int, names: list[str], lang: str) -> Said:
    """The key of an action's sentence, and everything it may name."""
    verb = state.actions.verb(action).name
    who = state.actor()
    facts: Facts = {"who": names[who] if who >= 0 else ""}
    words = state.actions.text(action).split()
    if len(words) == 1:
        paid = [s for s in range(state.seats()) if verb == "quarry" or s != who]
        facts["incomes"] = ", ".join(f"{names[s]} {effects.income_of(state, s)}" for s in paid)
        return verb, facts
    facts["arg"] = words[1]
    if verb == "start":
        facts["seat"] = names[int(words[1])]
    elif verb == "take":
        facts["space"] = space_name(words[1], lang)
    elif verb != "tile":
        return _place_facts(state, verb, state.actions.arguments(action)[0], lang, facts)
    return verb, facts


def _place_facts(state: Rules, verb: str, cell: int, lang: str, facts: Facts) -> Said:
    """The same for an action that names a space of the island."""
    facts["cell"] = state.parts.cells[cell]
    if verb in PIECES:
        facts["piece"] = PIECE[lang][verb]
        facts["a_piece"] = A_PIECE[lang][verb]
        facts["zone"] = ZONE[lang]["coast" if state.side.kind[cell] == COAST else "inland"]
        facts["price"] = int(effects.price(state, PIECES.index(verb), cell))
        return ("free" if state.step == ask.PLACE_HOUSES else "built"), facts
    if state.side.kind[cell] == QUARRY:
        facts["top"] = int(state.quarries.top[state.side.quarry_at[cell]])
        facts["tile"] = int(state.tile)
    if state.side.kind[cell] == TEMPLE:
        temple = int(state.side.temple_at[cell])
        facts["have"] = int(state.temples.columns[temple])
        facts["places"] = int(state.side.places[temple])
        if state.temples.columns[temple] + 1 == state.side.places[temple]:
            return "column_last", facts
    return verb, facts
