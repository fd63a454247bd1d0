"""The table in letters, for terminals: colour helps, but every mark also reads without it."""

from __future__ import annotations

from typing import Final

from agon.core.state import NONE
from agon.draw.scene import COLOURS
from agon.draw.text import Canvas, Columns, Line
from agon.games.olympos import effects
from agon.games.olympos.names import RESOURCE
from agon.games.olympos.parts import (
    BONUSES,
    CARD_KINDS,
    CARDS,
    CHOICES,
    DISCOVERIES,
    GODS,
    GREY,
    GREY_SEATS,
    KINDS,
    RESOURCES,
    ROWS,
    WIDTH,
)
from agon.games.olympos.position import SLOTS
from agon.games.olympos.rules import Rules
from agon.games.olympos.view_sight import Sight

WIDE: Final = 116
HIGH: Final = 17  # rows of the map
LEFT: Final = 2
CELL: Final = 22  # a cell of the development board
TONE: Final = {"grain": "hills", "wood": "olive", "stone": "rock", "gold": "gold"}
LETTER: Final = {"settler": "S", "hourglasses": "2H", "prestige": "2P"}  # a bonus; a cube is its resource's letter
ROW_TONE: Final = ("red", "saffron", "green", "blue", "violet")

WORDS: Final = {
    "en": {
        "legend": "[rb] settlers, bottom to top   T tribe   * star   # blocked   Z Zeus token   <4> you may go: AP",
        "board": "Development board: name xtiles left / price (? any) : free bonuses "
        "(S settler, 2H hourglasses, 2P prestige)",
        "track": "Order of play",
        "gods": "Gods",
        "hand": "Your cards",
        "looked": "The Oracle shows",
        "columns": ("points", "space", "camp", "hourgl.", "swords", "Zeus", "stars", "cards", "land", "cubes"),
    },
    "de": {
        "legend": "[rb] Siedler, von unten   T Stamm   * Stern   # gesperrt   Z Zeus-Plättchen   <4> erlaubt: AP",
        "board": "Entwicklungsplan: Name xPlättchen / Preis (? beliebig) : freie Boni "
        "(S Siedler, 2H Sanduhren, 2P Prestige)",
        "track": "Reihenfolge",
        "gods": "Götter",
        "hand": "Deine Karten",
        "looked": "Das Orakel zeigt",
        "columns": ("Punkte", "Feld", "Lager", "Sanduhr", "Schw.", "Zeus", "Sterne", "Karten", "Land", "Würfel"),
    },
}


def sketch(state: Rules, viewer: int, lang: str, colour: bool, open_all: bool = False) -> str:
    """The map, the track, the development board and a line a seat."""
    sight = Sight(state, viewer, lang, open_all)
    canvas = Canvas(WIDE, HIGH + 34 + state.seats())
    canvas.put(LEFT, 0, f"Olympos, {sight.hour()}", "bold")
    _map(canvas, sight, 1)
    canvas.put(LEFT, HIGH + 1, str(WORDS[lang]["legend"]), "dim")
    at = _track(canvas, sight, HIGH + 2)
    at = _board(canvas, sight, at)
    at = _seats(canvas, sight, at)
    _hand(canvas, sight, at)
    return canvas.ansi() if colour else canvas.plain()


def _initial(resource: str, lang: str) -> str:
    """Two letters, since grain and gold begin alike."""
    return RESOURCE[lang][resource][:2].lower()


# ---- the map ----


def _map(canvas: Canvas, sight: Sight, top: int) -> None:
    """A line for each territory about where it lies, and the seas between them where there is room."""
    parts = sight.parts
    width = parts.outline.size[0]
    least = min(y for _, y in parts.outline.name)
    most = max(y for _, y in parts.outline.name[: parts.land])
    taken: set[tuple[int, int]] = set()
    order = sorted(range(len(parts.outline.name)), key=lambda n: (n >= parts.land, parts.outline.name[n][1]))
    for number in order:
        x, y = parts.outline.name[number]
        pieces = (
            _territory(sight, number) if number < parts.land else [(f"~{sight.name(parts.spaces[number])}~", "sea")]
        )
        length = sum(len(text) for text, _ in pieces)
        column = max(LEFT, min(WIDE - length, round(x * WIDE / width) - length // 2))
        row = top + round((y - least) * (HIGH - 1) / (most - least))
        rows = [row, row + 1, row - 1, row + 2, row - 2] if number < parts.land else [row]
        free = [r for r in rows if top <= r < top + HIGH and not _cells(column, r, length) & taken]
        if not free and number < parts.land:
            free = [r for r in range(top, top + HIGH) if not _cells(column, r, length) & taken]
        if free:
            taken |= _cells(column, free[0], length)
            for text, style in pieces:
                canvas.put(column, free[0], text, style)
                column += len(text)


def _cells(column: int, row: int, length: int) -> set[tuple[int, int]]:
    """The letters a text takes, with a blank around it."""
    return {(x, row) for x in range(column - 1, column + length + 1)}


def _territory(sight: Sight, territory: int) -> list[tuple[str, str]]:
    """ "Attica st* [rb] <4>", piece by piece with its style."""
    parts, state = sight.parts, sight.state
    resource = RESOURCES[int(parts.resource[territory])]
    name = parts.territories[territory]
    signs = f" {_initial(resource, sight.lang)}"
    signs += "*" if int(parts.starred) >> territory & 1 else ""
    signs += "Z" if parts.olympos == territory else ""
    signs += "#" if int(state.blocked) >> territory & 1 else ""
    signs += "T" if int(state.tribes) >> territory & 1 else ""
    out = [(sight.name(name), f"{TONE[resource]} bold"), (signs, TONE[resource])]
    stack = state.stack(territory)
    if stack:
        letters = [(sight.letter(seat), f"{COLOURS[seat]} bold") for seat in stack]
        out += [(" [", ""), *letters, ("]", "")]
    if sight.may(sight.meant(name)):
        out.append((f" <{sight.price(territory) or '+'}>", "gold bold"))
    return out


# ---- the track and the gods ----


def _track(canvas: Canvas, sight: Sight, at: int) -> int:
    """Who plays when, and the gods that came; returns the next free row."""
    state, words = sight.state, WORDS[sight.lang]
    x = LEFT
    canvas.put(x, at, f"{words['track']}:", "bold")
    x += len(str(words["track"])) + 2
    for seat in [int(s) for s in state.track.queue if s != NONE]:
        text = f"{sight.seat(seat)} {int(state.track.space_of[seat])}"
        canvas.put(x, at, text, f"{COLOURS[seat]} dim" if state.has_finished(seat) else COLOURS[seat])
        x += len(text) + 2
    gods: list[str] = []
    for z, space in enumerate(sight.parts.zeus):
        slots = state.track.god_at[SLOTS * z : SLOTS * z + 1 + int(sight.parts.is_double[z])]
        names = ["?" if g == NONE else sight.name(f"god:{GODS[int(g)]}") for g in slots]
        gods.append(f"{int(space)} {'/'.join(names)}")
    canvas.put(LEFT, at + 1, f"{words['gods']}: {'   '.join(gods)}")
    return at + 2


# ---- the development board ----


def _board(canvas: Canvas, sight: Sight, at: int) -> int:
    """Two lines a cell, then the wonders; returns the next free row."""
    state, parts = sight.state, sight.parts
    canvas.put(LEFT, at, str(WORDS[sight.lang]["board"]), "dim")
    for cell, name in enumerate(parts.cells):
        x, y = LEFT + cell % WIDTH * CELL, at + 1 + 2 * (cell // WIDTH)
        tile = int(state.board.tile_at[cell])
        legal = sight.may(f"discover {name}") or (state.cell == cell and bool(sight.legal))
        title = "-" if tile == NONE else f"{sight.name(DISCOVERIES[tile])} x{int(state.board.copies[cell])}"
        style = "gold bold" if legal else ROW_TONE[cell // WIDTH] if state.board.copies[cell] else "dim"
        canvas.put(x, y, f"{name} {title}"[: CELL - 1], style)
        canvas.put(x + 3, y + 1, _price(sight, cell), "dim")
    y = at + 1 + 2 * ROWS
    for column in range(WIDTH):
        wonder, builder = int(state.board.wonder_at[column]), int(state.board.wonder_of[column])
        if wonder == NONE:
            continue
        name = parts.wonders[wonder]
        text = f"{sight.name(name)} {int(parts.wonder_stars[wonder])}*={int(parts.wonder_prestige[wonder])}"
        style = "gold bold" if sight.may(f"build {name}") else "" if builder == NONE else f"{COLOURS[builder]} dim"
        canvas.put(LEFT + column * CELL, y, text[: CELL - 1], style)
    return y + 1


def _price(sight: Sight, cell: int) -> str:
    """ "2gr 1wo 1? :S,2H"."""
    state, parts = sight.state, sight.parts
    groups = [f"{n}{_initial(RESOURCES[r], sight.lang)}" for r, n in enumerate(parts.need[cell]) if n]
    groups += [f"{n}?" for n in parts.groups[cell]]
    free = []
    for place in range(CHOICES):
        bonus = int(parts.bonus[CHOICES * cell + place])
        here = bonus != NONE and state.board.bonus_of[CHOICES * cell + place] == NONE
        if here and (place != GREY or state.n >= GREY_SEATS):
            gives = BONUSES[bonus]
            free.append(LETTER.get(gives) or _initial(gives, sight.lang))
    return " ".join(groups) + (f" :{','.join(free)}" if free else "")


# ---- the seats ----


def _seats(canvas: Canvas, sight: Sight, at: int) -> int:
    """Points, time, settlers, strength, stars, cards, territories and cubes. Returns the next free row."""
    state, camps, lines = sight.state, sight.state.camps, []
    for seat in range(state.seats()):
        numbers = [
            state.track.space_of[seat],
            camps.stock[seat],
            camps.hourglasses[seat],
            effects.strength(state, seat) // 2,
            effects.zeus_symbols(state, seat),
            state.star_tiles(seat),
            state.cards.hand_size[seat],
        ]
        land = "/".join(str(int(state.tiles(seat, r))) for r in range(KINDS))
        cubes = "/".join(str(int(camps.cubes[KINDS * seat + r])) for r in range(KINDS))
        amounts = [sight.points(seat), *(str(int(n)) for n in numbers), land, cubes]
        lines.append(Line(f"{sight.letter(seat)} {sight.seat(seat)}", f"{COLOURS[seat]} bold", amounts))
    return canvas.seats(LEFT, at, Columns(WORDS[sight.lang]["columns"], 22, 9), lines, state.actor())


def _hand(canvas: Canvas, sight: Sight, at: int) -> None:
    """The viewer's own cards, and those the Oracle shows."""
    state = sight.state
    if sight.viewer < 0:
        return
    own = [k for k in range(CARD_KINDS) for _ in range(max(0, int(state.cards.hand[CARD_KINDS * sight.viewer + k])))]
    looked = [k for k in range(CARD_KINDS) for _ in range(max(0, int(state.cards.looked[k])))]
    for row, (key, cards) in enumerate((("hand", own), ("looked", looked))):
        if cards:
            names = ", ".join(sight.name(f"card:{CARDS[k]}") for k in cards)
            canvas.put(LEFT, at + row, f"{WORDS[sight.lang][key]}: {names}")
