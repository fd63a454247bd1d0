"""The duel: both strengths with where they come from, the cards on the table, and what each answer would make of it."""

from __future__ import annotations

from textwrap import wrap
from typing import Final

from agon.core.speech import spoken
from agon.core.state import NONE
from agon.draw import figures
from agon.draw.geometry import num
from agon.draw.scene import COLOURS, Shape, Sheet
from agon.draw.symbols import icon
from agon.games.hellas_2002 import effects, guide, guide_odds, hands
from agon.games.hellas_2002 import questions as ask
from agon.games.hellas_2002.names import CARD_TEXT, card
from agon.games.hellas_2002.parts import CARDS, ONE_MORE, RAMMING, SEA_WALL, THUNDERBOLT, ZEUS
from agon.games.hellas_2002.position import KEEPER, MAIN
from agon.games.hellas_2002.view_cards import cross, face, frame, paper, text
from agon.games.hellas_2002.view_sight import Sight

WIDTH: Final = 400.0
BATTLE: Final = 118.0  # the height of the strengths
BIG: Final = 130.0  # the card to be answered
SMALL: Final = 46.0  # the cards beneath it
ROW: Final = 52.0  # the height of an answer
LINE: Final = 46  # letters in a line of an answer
BESIDE: Final = 34  # letters in a line beside the card
TAB: Final = {"en": "Duel", "de": "Duell"}
TITLES: Final = {
    "en": {"battle": "Battle for {city}", "card": "{who} has played a card"},
    "de": {"battle": "Kampf um {city}", "card": "{who} hat eine Karte gespielt"},
}
LABELS: Final = {
    "en": {
        "against": "against",
        "greeks": "Greeks {n}",
        "ships": "ships {n}",
        "strength": "{who}: strength {n}, {parts}",
        "need_land": "over land: equal is enough",
        "need_water": "over water: one more is needed",
        "need_equal": "over water, but equal will do",
        "frame": "{who} has laid {card}{void}",
        "void": ", now void",
        "known": "{who} holds {n:# card|# cards} of Zeus",
        "no_bolt": "{who} cannot answer",
        "pass": "Let it stand",
        "pass_battle": "Pass",
    },
    "de": {
        "against": "gegen",
        "greeks": "Griechen {n}",
        "ships": "Schiffe {n}",
        "strength": "{who}: Stärke {n}, {parts}",
        "need_land": "über Land: Gleichstand reicht",
        "need_water": "übers Wasser: eins mehr ist nötig",
        "need_equal": "übers Wasser, doch Gleichstand reicht",
        "frame": "{who} hat {card} gespielt{void}",
        "void": ", jetzt ungültig",
        "known": "{who} hat {n:# Karte|# Karten} von Zeus",
        "no_bolt": "{who} kann nicht antworten",
        "pass": "Gelten lassen",
        "pass_battle": "Passen",
    },
}


def is_open(sight: Sight) -> bool:
    """Whether there is a battle, or a card on the table."""
    state = sight.state
    return bool(state.frames > 0 or (state.target != NONE and state.window == ask.BATTLE and state.step == ask.WINDOW))


def chain(sight: Sight) -> Sheet:
    """The battle, the cards on the table, each answer over the card it is aimed at, and what may be answered. §6.2"""
    state = sight.state
    battle = state.target != NONE and state.window == ask.BATTLE
    if battle:
        title = TITLES[sight.lang]["battle"].format(city=sight.city(int(state.target)))
    else:
        title = TITLES[sight.lang]["card"].format(who=sight.owner(int(state.frame_seat(state.frames - 1))))
    sheet = Sheet("chain", title, 0, 0, WIDTH, 0, tab=(TAB[sight.lang], "c-Z1"), calls=True)
    y = _add_battle(sheet, sight) if battle else 8.0
    if state.frames > 0:
        y = _add_cards(sheet, sight, y)
    sheet.height = max(_add_answers(sheet, sight, y), WIDTH / 2.5)
    sheet.shapes.insert(0, paper(sheet))
    return sheet


# ---- §5.4 the strengths ----


def _add_battle(sheet: Sheet, sight: Sight) -> float:
    state, words = sight.state, LABELS[sight.lang]
    odds = guide_odds.now(state)
    for side, seat in enumerate((int(state.active), 1 - int(state.active))):
        strength, parts = (int(odds.attack), _attackers(sight)) if side == 0 else (int(odds.defence), _defenders(sight))
        label = words["strength"].format(who=sight.owner(seat), n=strength, parts=", ".join(parts))
        sheet.add(Shape(f"side-{seat}", _side(sight, seat, strength, parts), 8 + 220 * side, 8, "side", label))
    sheet.add(Shape("against", text(0, 0, words["against"], 13, anchor="middle"), 200, 48))
    need = "need_land" if not odds.by_water else "need_equal" if odds.equal_will_do else "need_water"
    sheet.add(Shape("need", text(0, 0, words[need], 13, "var(--ink-2, var(--ink))", "middle"), 200, BATTLE - 12))
    return BATTLE


def _side(sight: Sight, seat: int, strength: int, parts: list[str]) -> str:
    """A strength in large, its owner, and where it comes from."""
    body = (
        '<rect width="164" height="80" rx="8" fill="var(--plaster)" stroke="var(--pl)" stroke-width="2"/>'
        '<path d="M4 4V76" stroke="var(--pl)" stroke-width="6" stroke-linecap="round"/>'
    )
    body += text(16, 22, sight.owner(seat)[:16], 14)
    body += text(154, 30, str(strength), 26, anchor="end")
    for i, line in enumerate(wrap(", ".join(parts), 19)[:3]):
        body += text(16, 44 + 14 * i, line, 12)
    return f'<g class="pl-{COLOURS[seat]}">{body}</g>'


def _attackers(sight: Sight) -> list[str]:
    """The cities that sent Greeks, and the cards that help. §5.4"""
    state = sight.state
    out = [f"{sight.city(tile)} {int(n)}" for tile, n in enumerate(state.pieces.sent) if n > 0]
    return out + _cards(sight, int(state.active), RAMMING, int(effects.source_ships(state)))


def _defenders(sight: Sight) -> list[str]:
    state, words = sight.state, LABELS[sight.lang]
    out = [words["greeks"].format(n=int(state.pieces.greeks[state.target]))]
    return out + _cards(sight, 1 - int(state.active), SEA_WALL, int(state.pieces.ships[state.target]))


def _cards(sight: Sight, seat: int, kind: int, ships: int) -> list[str]:
    """What One more adds, and the card by which ships fight."""
    state = sight.state
    out = [f"{card(CARDS[ONE_MORE], sight.lang)} {int(state.in_force.plus[seat])}"] * bool(state.in_force.plus[seat])
    return out + [f"{card(CARDS[kind], sight.lang)} {ships}"] * bool(state.in_force.running[kind])


# ---- §6.1 the cards on the table ----


def _add_cards(sheet: Sheet, sight: Sight, y: float) -> float:
    """The card on top large, those beneath it small; what is known of the other hand beside it."""
    state = sight.state
    top = int(state.frames) - 1
    x = 12.0
    for f in range(top):
        x = _add_frame(sheet, sight, f, x + SMALL / 2, y + SMALL * 0.7 + 4, SMALL)
    y += SMALL * 1.4 + 14 if top else 4
    _add_frame(sheet, sight, top, 12 + BIG / 2, y + BIG * 0.7, BIG)
    pair = bool(state.chain.frame_keep[top])
    _add_notes(sheet, sight, 12 + (BIG * 1.62 if pair else BIG) + 12, y + 18, BESIDE // (2 if pair else 1))
    return y + BIG * 1.4 + 10


def _add_frame(sheet: Sheet, sight: Sight, f: int, x: float, y: float, width: float) -> float:
    """One announcement: a card, perhaps with a favour."""
    state, words, lang = sight.state, LABELS[sight.lang], sight.lang
    seat = int(state.frame_seat(f))
    pair = [(CARDS[int(state.chain.frame_card[f])], MAIN)] + [("Z2", KEEPER)] * int(state.chain.frame_keep[f])
    for name, bit in reversed(pair):
        void = bool(int(state.chain.frame_void[f]) & bit)
        body = face(name, lang, width) + (cross(width) if void else "") + frame(width)
        at = x + (width * 0.62 if bit == KEEPER else 0)
        badge = f'<g transform="translate({num(width * 0.38)} {num(width * 0.6)})">'
        body += f"{badge}{figures.mark(COLOURS[seat], width * 0.26)}</g>"
        label = words["frame"].format(who=sight.owner(seat), card=card(name, lang), void=words["void"] if void else "")
        sheet.add(Shape(f"chain-{f}-{name}", body, at, y, "card", f"{label}: {CARD_TEXT[lang][name]}"))
    return x + width / 2 + (width * 0.62 if len(pair) > 1 else 0) + 8


def _add_notes(sheet: Sheet, sight: Sight, x: float, y: float, wide: int) -> None:
    """What the first card does, and what is known of the hand that may answer next."""
    state, words, lang = sight.state, LABELS[sight.lang], sight.lang
    name = CARDS[int(state.chain.frame_card[0])]
    laid = int(state.frame_seat(state.frames - 1))
    lines = [(card(name, lang), 15), *((line, 13) for line in wrap(CARD_TEXT[lang][name], wide))]
    said = spoken(words["known"], {"who": sight.owner(laid), "n": int(state.cards_of(laid, ZEUS))})
    if not hands.might_answer(state, laid):
        said = words["no_bolt"].format(who=sight.owner(laid))
    lines += [("", 8), *((line, 12) for line in wrap(said, wide))]
    body, at = "", 0.0
    for line, size in lines:
        body += text(0, at, line, size)
        at += size + 5
    sheet.add(Shape("notes", body, x, y, "notes"))


# ---- §6.2 §6.3 what may be answered ----


def _add_answers(sheet: Sheet, sight: Sight, y: float) -> float:
    """Each answer with its outcome, if the decision is the viewer's; a card in a battle is laid from the hand."""
    state = sight.state
    answers = [action for action in state.legal() if state.actions.verb(action).name in ("pass", "void", "voidkeep")]
    if not sight.asked or state.step not in (ask.RESPOND, ask.WINDOW):
        return y + 8
    for action in reversed(answers):
        sheet.add(_answer(sight, action, y))
        y += ROW + 8
    return y


def _answer(sight: Sight, action: int, y: float) -> Shape:
    state, words = sight.state, LABELS[sight.lang]
    said = guide.outlook(state, action, sight.lang)
    notation = state.actions.text(action)
    verb = notation.split()[0]
    if verb == "pass":
        title = words["pass" if state.step == ask.RESPOND else "pass_battle"]
    else:
        title = card(CARDS[THUNDERBOLT], sight.lang) + (f" + {card('Z2', sight.lang)}" if verb == "voidkeep" else "")
        if notation.split()[1] == "Z2":
            title += f" -> {card('Z2', sight.lang)}"
    outcome = said.gain or said.reason
    body = (
        f'<rect class="hit" width="{num(WIDTH - 16)}" height="{num(ROW)}" rx="8"/>'
        f'<rect width="{num(WIDTH - 16)}" height="{num(ROW)}" rx="8" fill="var(--plaster)" '
        'stroke="var(--line, #C9B79A)" style="pointer-events:none" fill-opacity=".86"/>'
    )
    symbol = "c-Z1" if verb != "pass" else "i-fwd"
    body += f'<g transform="translate(26 26)" style="pointer-events:none">{icon(symbol, 30, "#6B5A2B")}'
    body += text(26, -6, title, 14) + "".join(
        text(26, 11 + 14 * i, line, 12) for i, line in enumerate(wrap(outcome, LINE)[:1])
    )
    body += "</g>"
    return Shape(f"answer-{notation.replace(' ', '-')}", body, 8, y, "answer", f"{title}: {outcome}", (notation,), True)
