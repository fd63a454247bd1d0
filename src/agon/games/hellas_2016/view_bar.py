"""The action bar as a painted frieze: what everybody gets on clay, what the active player gets on sea blue."""

from __future__ import annotations

from html import escape
from typing import Final

from agon.core.game import seat_name
from agon.core.speech import filled
from agon.core.state import NONE
from agon.draw import figures
from agon.draw.geometry import num
from agon.draw.scene import COLOURS, Shape, Sheet
from agon.draw.symbols import icon, use
from agon.games.hellas_2016 import questions as ask
from agon.games.hellas_2016.guide import outlook
from agon.games.hellas_2016.names import space_name
from agon.games.hellas_2016.parts import (
    BAR_HOUSE,
    BAR_HOUSE_SQUARE,
    BAR_MARBLE,
    BAR_PALACE,
    BAR_QUARRY,
    BAR_STATUE,
    BAR_TEMPLE,
    HOUSE,
    PALACE,
    SQUARE,
    STATUE,
    Parts,
)
from agon.games.hellas_2016.position import ABSENT
from agon.games.hellas_2016.view_sight import Sight

WIDTH: Final = 62.0  # a space
HALF: Final = 26.0  # half the painted field within it
HIGH: Final = 78.0  # its height
TOP: Final = 19.0  # where it begins
MIDDLE: Final = TOP + HIGH / 2
FOOT: Final = 102.0  # the band of names
HEIGHT: Final = 118.0
PHASE: Final = 88.0  # room of the phase and the marker, to the left
EDGE: Final = 8.0

STONE: Final = "var(--snow)"
LINE: Final = "#8C7A5E"
DARK: Final = "#221B16"
BROWN: Final = "#4A3718"
CLAY: Final = "#C4622D"
SEA: Final = "#1F5F7A"
PALE: Final = "#F3E1C9"
GREY: Final = "#857B71"
RED: Final = "#B3261E"
HATCH: Final = (
    '<path d="M-26 -9L4 -39M-26 11L24 -39M-26 31L26 -21M-14 39L26 -1M6 39L26 19" stroke="#221B16" stroke-opacity=".22" '
    'stroke-width="6"/>'
)
PAINT: Final = f"--pl:{DARK};--pl-deep:{DARK};--pl-mark:{PALE};color:{DARK};--inc:{PALE}"

TITLE: Final = {"en": "Action bar", "de": "Aktionsleiste"}
EVERYBODY: Final = {"en": "for everybody in turn", "de": "für alle, reihum"}
INCOME: Final = {"en": "income", "de": "Ertrag"}
ACTIVE: Final = {"en": "for the active player", "de": "nur für den aktiven Spieler"}
SHORT: Final = {
    "en": {
        BAR_HOUSE: "House", BAR_HOUSE_SQUARE: "House/sq.", BAR_PALACE: "Palace", BAR_QUARRY: "Quarry",
        BAR_TEMPLE: "{n:# column|# columns}", BAR_STATUE: "Statue", BAR_MARBLE: "{n} marble",
    },
    "de": {
        BAR_HOUSE: "Haus", BAR_HOUSE_SQUARE: "Haus/Platz", BAR_PALACE: "Palast", BAR_QUARRY: "Steinbr.",
        BAR_TEMPLE: "{n:# Säule|# Säulen}", BAR_STATUE: "Statue", BAR_MARBLE: "{n} Marmor",
    },
}  # fmt: skip
LABELS: Final = {
    "en": {
        "price": "{n} marble",
        "prices": "coast {coast}, inland {inland} marble",
        "stone": "stone of {owner} on {space}",
        "taken": "stone of {owner}",
        "free": "free",
        "now": "being carried out",
        "phase": "phase",
        "next": "starts next",
        "marker": "{owner} starts the next phase",
        "no_marker": "nobody has the start marker yet: the first temple of a phase brings it",
        "last_phase": "this is the last phase: the start marker has no effect any more",
    },
    "de": {
        "price": "{n} Marmor",
        "prices": "Küste {coast}, Inneres {inland} Marmor",
        "stone": "Stein von {owner} auf {space}",
        "taken": "Stein von {owner}",
        "free": "frei",
        "now": "wird ausgeführt",
        "phase": "Phase",
        "next": "beginnt dann",
        "marker": "{owner} beginnt die nächste Phase",
        "no_marker": "noch hat niemand den Startmarker: Der erste Tempel einer Phase bringt ihn",
        "last_phase": "dies ist die letzte Phase: Der Startmarker bewirkt nichts mehr",
    },
}


def bar(sight: Sight) -> Sheet:
    """The sheet of the action bar, with the spaces this table has."""
    state = sight.state
    spaces = [space for space in range(len(state.taken.bar)) if state.taken.bar[space] != ABSENT]
    shared = sum(1 for space in spaces if state.parts.bar_kind[space] <= BAR_QUARRY)
    width = PHASE + 2 * EDGE + len(spaces) * WIDTH
    sheet = Sheet("bar", TITLE[sight.lang], -2, -7, width + 4, HEIGHT + 9)
    sheet.add(Shape("frieze", _stonework(sight, spaces, shared, width)))
    sheet.add(_phase(sight))
    sheet.add(_marker(sight))
    for i, space in enumerate(spaces):
        sheet.add(_space(sight, space, _middle(i), i < shared))
    for i, space in enumerate(spaces):
        if state.taken.bar[space] >= 0:
            sheet.add(_stone(sight, space, _middle(i)))
    return sheet


def _middle(i: int) -> float:
    return PHASE + EDGE + (i + 0.5) * WIDTH


def _text(x: float, y: float, text: str, size: float, colour: str = BROWN, more: str = "") -> str:
    return (
        f'<text class="b-num" x="{num(x)}" y="{num(y)}" font-size="{num(size)}" style="fill:{colour};{more}">'
        f"{escape(text)}</text>"
    )


def _capitals(x: float, y: float, text: str) -> str:
    """Letters as cut into stone."""
    return (
        f'<text class="b-text" x="{num(x)}" y="{num(y)}" font-size="11" letter-spacing="1.5" style="fill:{BROWN}">'
        f"{escape(text.upper())}</text>"
    )


# ---- the stone around it ----


def _stonework(sight: Sight, spaces: list[int], shared: int, width: float) -> str:
    """Beams, pillars and the letters on them."""
    out = (
        f'<path d="M3 14H{num(width - 3)}V{num(FOOT)}H3Z" fill="{STONE}"/>'
        f'<path d="M3 14H{num(width - 3)}V{num(FOOT)}H3Z" fill="{LINE}" fill-opacity=".16" stroke="{LINE}"/>'
        f'<path d="M0 -5H{num(width)}V14H0Z" fill="{STONE}" stroke="{LINE}"/>'
        f'<path d="M0 {num(FOOT)}H{num(width)}V{num(FOOT + 15)}H0Z" fill="{STONE}" stroke="{LINE}"/>'
    )
    start = PHASE + EDGE
    for i in range(len(spaces) + 1):
        out += _pillar(start + i * WIDTH, 5.5 if i in (0, shared) else 4 if i < len(spaces) else 0)
    for i, space in enumerate(spaces):
        out += _text(_middle(i), FOOT + 11, short_name(sight, space), 11, more="font-weight:600")
    out += _capitals(start + shared * WIDTH / 2, 8.5, EVERYBODY[sight.lang])
    return out + _capitals(start + (shared + len(spaces)) * WIDTH / 2, 8.5, ACTIVE[sight.lang])


def _pillar(x: float, half: float) -> str:
    if not half:
        return ""
    flutes = "".join(f"M{num(x + dx)} 19V{num(FOOT - 3)}" for dx in (-1.6, 1.6))
    return (
        f'<path d="M{num(x - half)} 14h{num(2 * half)}v{num(FOOT - 14)}h{num(-2 * half)}z" fill="{STONE}" '
        f'stroke="{LINE}" stroke-width=".8"/><path d="{flutes}" stroke="{LINE}" stroke-width="1"/>'
    )


def short_name(sight: Sight, space: int) -> str:
    """A space in a word or two."""
    parts = sight.state.parts
    kind = int(parts.bar_kind[space])
    n = int(parts.marble_action if kind == BAR_MARBLE else parts.bar_columns[space])
    return filled(SHORT[sight.lang][kind], {"n": n})


def _phase(sight: Sight) -> Shape:
    """Which phase it is: a number and as many dots as there are phases."""
    state, words = sight.state, LABELS[sight.lang]
    most = int(state.parts.phases)
    now = min(int(state.phase) + 1, most)
    dots = "".join(
        f'<circle cx="{num(12 * (n - (most - 1) / 2))}" cy="45" r="3.6" fill="{CLAY if n < now else "none"}" '
        f'stroke="{BROWN}" stroke-width="1.1"/>'
        for n in range(most)
    )
    number = f'<text class="b-text" y="38" font-size="23" style="fill:{CLAY}">{now}</text>'
    body = _capitals(0, 8.5, words["phase"]) + number + dots
    return Shape("phase", body, PHASE / 2 + 1, 0, "phase", sight.phase())


def _marker(sight: Sight) -> Shape:
    """Who starts the next phase. §5.4"""
    words = LABELS[sight.lang]
    ring = (
        f'<circle r="17" fill="none" stroke="{LINE}" stroke-width="1.2" stroke-dasharray="2.5 3"/>'
        f'<g opacity=".35">{icon("i-laurel", 24, BROWN, STONE)}</g>'
    )
    label = words["last_phase" if sight.is_last_phase() else "no_marker"]
    seat = sight.next_starter()
    if seat != NONE:
        label = words["marker"].format(owner=seat_name(seat, sight.lang))
        ring = f'<circle r="18.5" fill="none" stroke="#B98A1D" stroke-width="2.4"/>{figures.mark(COLOURS[seat], 32)}'
    caption = _text(0, FOOT + 11 - 75, words["next"], 11, more="font-weight:600")
    return Shape("marker", ring + caption, PHASE / 2 + 1, 75, "marker", label)


# ---- the spaces ----


def _space(sight: Sight, space: int, x: float, shared: bool) -> Shape:
    """A painted field with its picture and price; gold-framed while it is being carried out."""
    state, name = sight.state, sight.state.parts.bar[space]
    now = int(state.space) == space
    vain = _is_vain(sight, space)
    ground = GREY if vain else CLAY if shared else SEA
    field = (
        f'<rect x="{num(-HALF)}" y="{num(-HIGH / 2)}" width="{num(2 * HALF)}" height="{num(HIGH)}" '
        f'fill="{ground}" stroke="{DARK}" stroke-width="1.2"/>{HATCH if vain else ""}'
    )
    place = (
        f'<ellipse cy="22" rx="15.5" ry="10" fill="#000" fill-opacity=".2" stroke="{PALE}" stroke-opacity=".65" '
        'stroke-dasharray="2 2.5"/>'
    )
    frame = _frame("var(--outline)", 6.5) + _frame("var(--gold-rim)", 3.6) if now else ""
    reach = (
        f'<rect class="hit" x="{num(1.5 - HALF)}" y="{num(1.5 - HIGH / 2)}" width="{num(2 * HALF - 3)}" height="75"/>'
    )
    picture = f'<g style="{PAINT}">{_picture(state.parts, space)}</g>{place}{_price(sight, space, vain)}'
    action = f"take {name}"
    legal = bool(sight.offers.get(name))
    meant = (action,) if sight.asked else ()
    return Shape(
        f"bar-{name}", field + reach + picture + frame, x, MIDDLE, "space", _label(sight, space, shared), meant, legal
    )


def _frame(colour: str, width: float) -> str:
    return (
        f'<rect x="{num(1 - HALF)}" y="{num(1 - HIGH / 2)}" width="{num(2 * HALF - 2)}" height="{num(HIGH - 2)}" '
        f'fill="none" stroke="{colour}" stroke-width="{width}"/>'
    )


def _picture(parts: Parts, space: int) -> str:
    """What the space is for."""
    kind = int(parts.bar_kind[space])
    if kind == BAR_HOUSE:
        return use("p-house", -15, -17, 30)
    if kind == BAR_HOUSE_SQUARE:
        return use("p-house", -23, -14, 25) + f'<g style="--pl-deep:{PALE}">{use("p-square", 0, -13, 23)}</g>'
    if kind == BAR_PALACE:
        return use("p-palace", -16, -18, 32)
    if kind == BAR_QUARRY:
        blocks = ((-11, -1), (11, -1), (0, -12))
        return "".join(f'<g transform="translate({x} {y})">{figures.marble_block(23)}</g>' for x, y in blocks)
    if kind == BAR_TEMPLE:
        n = int(parts.bar_columns[space])
        return "".join(use("p-column", (i - n / 2) * 9.2 - 7.2, -14, 24) for i in range(n))
    if kind == BAR_STATUE:
        return use("p-statue", -17, -20, 33)
    return use("p-marble", -22, -9, 22) + use("p-marble", 0, -9, 22) + use("p-marble", -11, -19, 22)


def _prices(parts: Parts, space: int) -> tuple[str, str] | None:
    """On the coast and inland; two numbers where a space builds two kinds of pieces at different prices."""
    kinds = {BAR_HOUSE: [HOUSE], BAR_HOUSE_SQUARE: [HOUSE, SQUARE], BAR_PALACE: [PALACE]}
    built = kinds.get(int(parts.bar_kind[space]))
    if built is None:
        return None
    return _joined([int(parts.coast_cost[k]) for k in built]), _joined([int(parts.inland_cost[k]) for k in built])


def _joined(prices: list[int]) -> str:
    return "/".join("–" if price < 0 else str(price) for price in dict.fromkeys(prices))


def _one_price(parts: Parts, space: int) -> int | None:
    kind = int(parts.bar_kind[space])
    if kind == BAR_TEMPLE:
        return int(parts.bar_price[space])
    return int(parts.inland_cost[STATUE]) if kind == BAR_STATUE else None


def price_in_letters(sight: Sight, space: int) -> str:
    """Behind a name in a terminal: " 1/2" on the coast and inland, " 10", or nothing; "!" where that cannot be paid."""
    two, one = _prices(sight.state.parts, space), _one_price(sight.state.parts, space)
    said = f" {two[0]}/{two[1]}" if two is not None else f" {one}" if one is not None else ""
    return f"{said}!" if _is_vain(sight, space) else said


def _is_vain(sight: Sight, space: int) -> bool:
    """Whether the viewer would choose this space now and nothing would come of it. §Q28"""
    name = sight.state.parts.bar[space]
    if sight.state.step != ask.TAKE_SPACE or not sight.offers.get(name):
        return False
    return not outlook(sight.state, int(sight.state.actions.take.first) + space, sight.lang).payable


def _price(sight: Sight, space: int, vain: bool) -> str:
    """A pill above the picture: coast (green) and inland (brown), the one price, or what it brings; red if vain."""
    parts, ink = sight.state.parts, RED if vain else DARK
    pill = f'<rect x="{num(3 - HALF)}" y="-36" width="{num(2 * HALF - 6)}" height="16" rx="8" fill="#FBF8F1"/>'
    two, one = _prices(parts, space), _one_price(parts, space)
    if two is not None:
        return (
            pill
            + _square(-18, "#A9B55A")
            + _amount(-4.5, two[0], ink)
            + _square(2.5, "#B98B4E")
            + _amount(16, two[1], ink)
        )
    if one is not None:
        return pill + use("p-marble", -17, -36, 16, "color:#221B16;--inc:#FBF8F1") + _amount(8, str(one), ink)
    if int(parts.bar_kind[space]) == BAR_QUARRY:
        return pill + _amount(0, INCOME[sight.lang], ink, 10)
    return pill + _amount(0, f"+{int(parts.marble_action)}", "#3E5A1E")


def _square(x: float, ground: str) -> str:
    return (
        f'<rect x="{num(x)}" y="-32.5" width="9" height="9" rx="1.5" fill="{ground}" stroke="{DARK}" '
        'stroke-width=".8"/>'
    )


def _amount(x: float, text: str, ink: str, size: float = 12.5) -> str:
    return _text(x, -23.6, text, size if len(text) < 3 or size < 11 else 9, ink)


def _label(sight: Sight, space: int, shared: bool) -> str:
    """ "House, for everybody, coast 1, inland 2 marble, free"."""
    state, words = sight.state, LABELS[sight.lang]
    said = [space_name(state.parts.bar[space], sight.lang), (EVERYBODY if shared else ACTIVE)[sight.lang]]
    two, one = _prices(state.parts, space), _one_price(state.parts, space)
    if two is not None:
        said.append(words["prices"].format(coast=two[0], inland=two[1]))
    elif one is not None:
        said.append(words["price"].format(n=one))
    seat = int(state.taken.bar[space])
    said.append(words["taken"].format(owner=seat_name(seat, sight.lang)) if seat >= 0 else words["free"])
    if int(state.space) == space:
        said.append(words["now"])
    return ", ".join(said)


def _stone(sight: Sight, space: int, x: float) -> Shape:
    """An action stone in its owner's colour. §5.2"""
    name = sight.state.parts.bar[space]
    seat = int(sight.state.taken.bar[space])
    names = {"owner": seat_name(seat, sight.lang), "space": space_name(name, sight.lang)}
    body = f'<g style="pointer-events:none">{figures.piece("p-stone", COLOURS[seat], 36)}</g>'
    label = LABELS[sight.lang]["stone"].format(**names)
    return Shape(f"stone-{name}", body, x, MIDDLE + 22, f"piece pl-{COLOURS[seat]}", label)
