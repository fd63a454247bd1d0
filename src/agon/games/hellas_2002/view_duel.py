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
from agon.games.hellas_2002.view_cards import QUIET, cross, face, frame, paper, quiet, text
from agon.games.hellas_2002.view_sight import Sight

WIDTH: Final = 400.0
SIDE: Final = (160.0, 88.0)  # the box of a strength
BATTLE: Final = 28 + SIDE[1] + 8  # the height of the strengths
FIGURE: Final = 31.0  # what fights, drawn in that box
ABREAST: Final = 6  # of a kind are drawn, more are counted
BIG: Final = 134.0  # the card to be answered, and each that may answer it
SMALL: Final = 46.0  # the cards beneath it
ROW: Final = 50.0  # the height of the answer without a card
LINE: Final = 58  # letters in a line of it
HALF: Final = 28  # where it is half as wide
BESIDE: Final = 34  # letters in a line beside the card
HIGH: Final = 62.0  # of a button with its outcome
DASH: Final = "#B9A788"
RULES: Final = ((12, 130), (270, 388))  # from where to where the dashes go
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
        "played": "{who} plays",
        "yours": "Your answer",
        "lay": "Lay {card}",
        "with": "with {card}",
        "back": "{card} comes back to your hand",
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
        "played": "{who} spielt",
        "yours": "Deine Antwort",
        "lay": "{card} legen",
        "with": "mit {card}",
        "back": "{card} kommt zurück auf deine Hand",
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
        title = TITLES[sight.lang]["card"].format(who=sight.seat(int(state.frame_seat(state.frames - 1))))
    sheet = Sheet("chain", title, 0, 0, WIDTH, 0, tab=(TAB[sight.lang], "c-Z1"), calls=True)
    y = _add_battle(sheet, sight) if battle else 8.0
    if _is_short(sight):
        y = _add_short(sheet, sight, y)
    else:
        y = _add_answers(sheet, sight, _add_cards(sheet, sight, y) if state.frames > 0 else y)
    sheet.height = max(y, WIDTH / 2.5)
    sheet.shapes.insert(0, paper(sheet))
    return sheet


# ---- §5.4 the strengths ----


def _add_battle(sheet: Sheet, sight: Sight) -> float:
    state, words = sight.state, LABELS[sight.lang]
    odds = guide_odds.now(state)
    title = TITLES[sight.lang]["battle"].format(city=sight.city(int(state.target)))
    need = "need_land" if not odds.by_water else "need_equal" if odds.equal_will_do else "need_water"
    heading = text(12, 0, title, 14) + text(WIDTH - 12, 0, words[need], 12, QUIET, "end")
    sheet.add(Shape("need", heading, 0, 18, "heading"))
    for side, seat in enumerate((int(state.active), 1 - int(state.active))):
        strength, parts = (int(odds.attack), _attackers(sight)) if side == 0 else (int(odds.defence), _defenders(sight))
        label = words["strength"].format(who=sight.seat(seat), n=strength, parts=", ".join(parts))
        x = 8 if side == 0 else WIDTH - 8 - SIDE[0]
        sheet.add(Shape(f"side-{seat}", _side(sight, seat, strength, parts), x, 28, "strength", label))
    sheet.add(Shape("against", text(0, 0, words["against"], 13, anchor="middle"), WIDTH / 2, 28 + SIDE[1] / 2))
    return BATTLE


def _side(sight: Sight, seat: int, strength: int, parts: list[str]) -> str:
    """A strength in large, its owner, who fights for it, and where it comes from."""
    width, height = SIDE
    body = (
        f'<rect width="{num(width)}" height="{num(height)}" rx="8" fill="var(--plaster)" stroke="var(--pl)" '
        f'stroke-width="2"/><path d="M4 5V{num(height - 5)}" stroke="var(--pl)" stroke-width="6" '
        'stroke-linecap="round"/>'
    )
    body += text(16, 19, sight.seat(seat)[:16], 14)
    body += text(width - 10, 28, str(strength), 26, anchor="end") + _fighters(sight, seat)
    for i, line in enumerate(wrap(", ".join(parts), 24)[:2]):
        body += quiet(16, 68 + 14 * i, line, 12)
    return f'<g class="pl-{COLOURS[seat]}">{body}</g>'


def _fighters(sight: Sight, seat: int) -> str:
    """The Greeks of a side, the ships that fight with them, and what One more adds. §3.3 §3.4"""
    state, attacks = sight.state, seat == sight.state.active
    greeks = sum(map(int, state.pieces.sent)) if attacks else int(state.pieces.greeks[state.target])
    ships = int(effects.source_ships(state)) if attacks else int(state.pieces.ships[state.target])
    ships *= bool(state.in_force.running[RAMMING if attacks else SEA_WALL])
    helmet = f'<g class="god-ares">{icon(f"c-{CARDS[ONE_MORE]}", FIGURE, inc="var(--plaster)")}</g>'
    drawn, x = "", 27.0
    for picture, n, step in (
        (figures.greek(COLOURS[seat], FIGURE), greeks, 16.0),
        (figures.ship(COLOURS[seat], FIGURE), ships, 18.0),
        (helmet, int(state.in_force.plus[seat] > 0), FIGURE),
    ):
        shown = min(n, ABREAST)
        drawn += "".join(f'<g transform="translate({num(x + step * i)} 40)">{picture}</g>' for i in range(shown))
        x += step * shown + (10 if shown else 0)
        if n > shown:
            drawn += text(x - 8, 45, f"×{n}", 12)
            x += 22
    return drawn


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
        label = words["frame"].format(who=sight.seat(seat), card=card(name, lang), void=words["void"] if void else "")
        sheet.add(Shape(f"chain-{f}-{name}", body, at, y, "card", f"{label}: {CARD_TEXT[lang][name]}"))
    return x + width / 2 + (width * 0.62 if len(pair) > 1 else 0) + 8


def _add_notes(sheet: Sheet, sight: Sight, x: float, y: float, wide: int) -> None:
    """What the first card does, and what is known of the hand that may answer next."""
    state, lang = sight.state, sight.lang
    name = CARDS[int(state.chain.frame_card[0])]
    laid = int(state.frame_seat(state.frames - 1))
    lines = [(card(name, lang), 15), *((line, 13) for line in wrap(CARD_TEXT[lang][name], wide))]
    lines += [("", 8), *((line, 12) for line in wrap(_known(sight, laid), wide))]
    body, at = "", 0.0
    for line, size in lines:
        body += (text if size > 14 else quiet)(0, at, line, size)
        at += size + 5
    sheet.add(Shape("notes", body, x, y, "notes"))


def _known(sight: Sight, seat: int) -> str:
    """What is known of the hand that may answer next."""
    state, words = sight.state, LABELS[sight.lang]
    if not hands.might_answer(state, seat):
        return words["no_bolt"].format(who=sight.seat(seat))
    return spoken(words["known"], {"who": sight.seat(seat), "n": int(state.cards_of(seat, ZEUS))})


# ---- §6.2 one card, and one that may answer it: side by side ----


def _is_short(sight: Sight) -> bool:
    """Whether a single card lies there, which a single card may answer."""
    state = sight.state
    if not sight.asked or state.step != ask.RESPOND or state.frames != 1 or state.chain.frame_keep[0]:
        return False
    return len(_asides(sight)) == 1 and "pass" in sight.legal


def _add_short(sheet: Sheet, sight: Sight, y: float) -> float:
    """Both cards side by side, what is known of the other hand between them, and two buttons with their outcomes."""
    state, words = sight.state, LABELS[sight.lang]
    laid, (place,) = int(state.frame_seat(0)), _asides(sight)
    left, right, middle = 12 + BIG / 2, WIDTH - 12 - BIG / 2, y + 26 + BIG * 0.7
    heads = text(left, 0, words["played"].format(who=sight.seat(laid)), 13, anchor="middle")
    heads += text(right, 0, words["yours"], 13, anchor="middle")
    sheet.add(Shape("divider", heads, 0, y + 16, "divider"))
    _add_frame(sheet, sight, 0, left, middle, BIG)
    arrow = '<path d="M-16 0H12M4 -8L13 0L4 8" fill="none" stroke="#B4551F" stroke-width="3"/>'
    told = _known(sight, laid)
    lines = enumerate(wrap(told, 15)[:4])
    arrow += "".join(quiet(0, 24 + 15 * i, line, 12, anchor="middle") for i, line in lines)
    sheet.add(Shape("notes", arrow, WIDTH / 2, middle - 20, "notes"))
    y = middle + BIG * 0.7 + 10
    answers, name = _answers_with(sight, place)
    if len(answers) > 1:
        sheet.add(_favour(sight, place, card(name, sight.lang), y, 12))
        y += 60
    said = guide.outlook(state, state.actions.parse(answers[0]), sight.lang)
    title = words["lay"].format(card=card(name, sight.lang))
    outcome = said.gain or CARD_TEXT[sight.lang][name]
    button = _half(title, outcome, 200 - right, y - middle, "#B4551F", "#FFFDF8")
    cls = "answer switched" if len(answers) > 1 else "answer"
    body = face(name, sight.lang, BIG) + frame(BIG) + button
    sheet.add(Shape(_named(answers[0]), body, right, middle, cls, f"{title}: {outcome}", answers, legal=True))
    said = guide.outlook(state, state.actions.parse("pass"), sight.lang)
    outcome = said.gain or said.reason
    body = _half(words["pass"], outcome, 0, 0, "var(--plaster)", "var(--ink)")
    sheet.add(Shape("answer-pass", body, 12, y, "answer", f"{words['pass']}: {outcome}", ("pass",), True))
    return y + HIGH + 8


def _half(title: str, outcome: str, x: float, y: float, ground: str, ink: str) -> str:
    """A button half as wide as the sheet: what it does, and what comes of it."""
    width = WIDTH / 2 - 16
    x += 4 if x else 0
    lines = wrap(outcome, HALF)[:2]
    first = 26 if len(lines) < 2 else 20
    box = f'width="{num(width)}" height="{num(HIGH)}" rx="9"'
    told = text(width / 2, first, title, min(15, 300 / len(title)), ink, "middle")
    told += "".join(quiet(width / 2, first + 18 + 14 * i, line, 12, ink, "middle") for i, line in enumerate(lines))
    return (
        f'<g class="answer__b" transform="translate({num(x)} {num(y)})"><rect class="hit" {box}/><rect {box} '
        f'fill="{ground}" stroke="var(--line-strong, #B9A788)" stroke-width="1.5" style="pointer-events:none"/>'
        f'<g style="pointer-events:none">{told}</g></g>'
    )


def _asides(sight: Sight) -> list[str]:
    """The cards that may be answered, or laid in a battle."""
    return list(dict.fromkeys(text.split()[1] for text in sight.legal if text.startswith(("void ", "play "))))


def _answers_with(sight: Sight, place: str) -> tuple[tuple[str, ...], str]:
    """The answers of one of these, and the card that is laid for them."""
    answers = sight.actions(place, "void", "voidkeep", "play", "playkeep")
    return answers, CARDS[THUNDERBOLT] if answers[0].startswith("void") else place


def _named(answer: str) -> str:
    return f"answer-{answer.replace(' ', '-')}"


# ---- §6.2 §6.3 what may be answered ----


def _add_answers(sheet: Sheet, sight: Sight, y: float) -> float:
    """Each card that may be laid, large and with its outcome, Favour as a switch, and what passing comes to."""
    state = sight.state
    if not sight.asked or state.step not in (ask.RESPOND, ask.WINDOW):
        return y + 8
    y = _divider(sheet, sight, y)
    for place in _asides(sight):
        _add_answer(sheet, sight, place, y)
        y += BIG * 1.4 + 12
    if "pass" in sight.legal:
        sheet.add(_pass(sight, y))
        y += ROW + 8
    return y


def _divider(sheet: Sheet, sight: Sight, y: float) -> float:
    """ "Your answer" between dashes."""
    line = "".join(
        f'<path d="M{a} 0H{b}" stroke="{DASH}" stroke-width="1.5" stroke-dasharray="5 4"/>' for a, b in RULES
    )
    words = text(WIDTH / 2, 4.5, LABELS[sight.lang]["yours"].upper(), 12, "var(--link, #8A4317)", "middle")
    sheet.add(Shape("divider", line + words, 0, y + 6, "divider"))
    return y + 20


def _add_answer(sheet: Sheet, sight: Sight, place: str, y: float) -> None:
    """A card as it would be laid; beside it what comes of it, Favour, and the button."""
    state, words, lang = sight.state, LABELS[sight.lang], sight.lang
    answers, name = _answers_with(sight, place)
    bolt = answers[0].startswith("void")
    said = guide.outlook(state, state.actions.parse(answers[0]), lang)
    aimed = f" → {card(place, lang)}" if bolt and place == "Z2" else ""
    title = words["lay"].format(card=card(name, lang)) + aimed
    outcome = said.gain or CARD_TEXT[lang][name]
    cls = "answer switched" if len(answers) > 1 else "answer"
    offer = {"legal": True} if bolt else {"echoes": True}  # a card of a battle is offered by the hand
    lay = Shape(
        _named(answers[0]),
        face(name, lang, BIG) + frame(BIG) + _button(title),
        12 + BIG / 2, y + BIG * 0.7, cls, f"{title}: {outcome}", answers, **offer,
    )  # fmt: skip
    sheet.add(lay)
    _add_outcome(sheet, f"outcome-{place}", (outcome, said.reason), y)
    if len(answers) > 1:
        sheet.add(_favour(sight, place, card(name, lang), y + 82, BIG + 24))


def _button(title: str) -> str:
    """What a click on the card does, in a word, beside the card."""
    x, y, width = BIG / 2 + 12, BIG * 0.7 - 40, WIDTH - BIG - 32
    return (
        f'<g class="answer__b" transform="translate({num(x)} {num(y)})">'
        f'<rect class="hit" width="{num(width)}" height="38" rx="9"/>'
        f'<rect width="{num(width)}" height="38" rx="9" fill="#B4551F" style="pointer-events:none"/>'
        f"{text(width / 2, 24, title, min(14.5, 430 / len(title)), '#FFFDF8', 'middle')}</g>"
    )


def _add_outcome(sheet: Sheet, id_: str, told: tuple[str, str], y: float) -> None:
    """What comes of an answer, in olive, and what may follow, quietly."""
    outcome, reason = told
    lines = wrap(outcome, BESIDE - 6)[:2]
    body = (
        f'<rect width="{num(WIDTH - BIG - 32)}" height="{num(14 + 17 * len(lines))}" rx="7" fill="var(--olive)" '
        'fill-opacity=".2"/>'
    )
    body += "".join(text(10, 19 + 17 * i, line, 13.5) for i, line in enumerate(lines))
    at = 30 + 17 * len(lines)
    body += "".join(quiet(10, at + 14 * i, line, 12) for i, line in enumerate(wrap(reason, BESIDE)[: 4 - len(lines)]))
    sheet.add(Shape(id_, body, BIG + 24, y, "outcome"))


def _favour(sight: Sight, place: str, name: str, y: float, x: float) -> Shape:
    """The switch by which a card comes back to the hand. §3.6"""
    words = LABELS[sight.lang]
    told = words["back"].format(card=name)
    width = WIDTH - x - 12
    body = (
        f'<rect class="hit" width="{num(width)}" height="52" rx="9"/>'
        f'<rect width="{num(width)}" height="52" rx="9" fill="var(--plaster)" stroke="var(--line-strong, #B9A788)" '
        'stroke-width="1.5" style="pointer-events:none"/>'
        '<g class="switch__k" transform="translate(10 16)"><rect width="34" height="20" rx="10"/>'
        '<circle cx="10" cy="10" r="7"/></g>'
    )
    body += text(54, 20, words["with"].format(card=card("Z2", sight.lang)), 13.5)
    body += "".join(quiet(54, 34 + 13 * i, line, 12) for i, line in enumerate(wrap(told, int((width - 60) / 6.2))[:2]))
    label = f"{words['with'].format(card=card('Z2', sight.lang))}: {told}"
    return Shape(f"favour-{place}", body, x, y, "switch", label)


def _pass(sight: Sight, y: float) -> Shape:
    """To lay nothing, and what comes of it."""
    state, words = sight.state, LABELS[sight.lang]
    said = guide.outlook(state, state.actions.parse("pass"), sight.lang)
    title = words["pass" if state.step == ask.RESPOND else "pass_battle"]
    outcome = said.gain or said.reason
    body = (
        f'<rect class="hit" width="{num(WIDTH - 24)}" height="{num(ROW)}" rx="9"/>'
        f'<rect width="{num(WIDTH - 24)}" height="{num(ROW)}" rx="9" fill="var(--plaster)" '
        'stroke="var(--line-strong, #B9A788)" stroke-width="1.5" style="pointer-events:none"/>'
    )
    body += text(14, 21, title, 14.5) + "".join(
        quiet(14, 38 + 13 * i, line, 12.5) for i, line in enumerate(wrap(outcome, LINE)[:1])
    )
    return Shape("answer-pass", body, 12, y, "answer", f"{title}: {outcome}", ("pass",), True)
