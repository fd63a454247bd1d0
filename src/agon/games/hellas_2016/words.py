"""Names, prompts, buttons, log sentences and refusals, in English and German."""

from __future__ import annotations

from agon.core.game import SEAT_NAMES, Prompt, Reason
from agon.core.state import CHANCE, NONE, OVER
from agon.games.hellas_2016 import effects, scoring
from agon.games.hellas_2016 import questions as ask
from agon.games.hellas_2016.parts import COAST, HOUSE, PALACE, PIECES, QUARRY, SQUARE, STATUE, TEMPLE, Parts
from agon.games.hellas_2016.position import GONE
from agon.games.hellas_2016.rules import Rules

Names = dict[str, dict[str, str]]

PIECE: Names = {
    "en": {"house": "house", "palace": "palace", "square": "square", "statue": "statue"},
    "de": {"house": "Haus", "palace": "Palast", "square": "Platz", "statue": "Statue"},
}
A_PIECE: Names = {
    "en": {"house": "a house", "palace": "a palace", "square": "a square", "statue": "a statue"},
    "de": {"house": "ein Haus", "palace": "einen Palast", "square": "einen Platz", "statue": "eine Statue"},
}
PIECES_PLURAL: Names = {
    "en": {"house": "houses", "palace": "palaces", "square": "squares", "statue": "statues"},
    "de": {"house": "Häuser", "palace": "Paläste", "square": "Plätze", "statue": "Statuen"},
}
SPACE: Names = {
    "en": {
        "house": "House", "houseSquare": "House and/or square", "palace": "Palace", "quarry": "Quarry",
        "temple2": "Temple: 2 columns", "temple3": "Temple: 3 columns", "temple5": "Temple: 5 columns",
        "statue": "Statue", "marble": "3 marble",
    },
    "de": {
        "house": "Haus", "houseSquare": "Haus und/oder Platz", "palace": "Palast", "quarry": "Steinbruch",
        "temple2": "Tempel: 2 Säulen", "temple3": "Tempel: 3 Säulen", "temple5": "Tempel: 5 Säulen",
        "statue": "Statue", "marble": "3 Marmor",
    },
}  # fmt: skip
ZONE: Names = {
    "en": {"coast": "on the coast", "inland": "inland"},
    "de": {"coast": "an der Küste", "inland": "im Inland"},
}
CATEGORY: Names = {
    "en": {
        "city": "largest city",
        "temples": "temples",
        "statues": "statues",
        "rings": "rings",
        "marble": "marble",
        "total": "total",
    },
    "de": {
        "city": "größte Stadt",
        "temples": "Tempel",
        "statues": "Statuen",
        "rings": "Ringe",
        "marble": "Marmor",
        "total": "gesamt",
    },
}
SIDE: Names = {
    "en": {"minotaur": "Minotaur side", "pegasus": "Pegasus side"},
    "de": {"minotaur": "Minotaurus-Seite", "pegasus": "Pegasus-Seite"},
}

# What is asked, as the tail of "first ...".
ASKED: Names = {
    "en": {
        str(ask.PLACE_HOUSES): "place a starting house",
        str(ask.TAKE_SPACE): "put a stone on the action bar",
        str(ask.ASK_QUARRY): "carry the quarry action out or waive it",
        str(ask.COVER): "choose the quarry the tile covers",
        str(ask.MOVE_WORKER): "move the worker",
        str(ask.RAISE_COLUMNS): "raise columns",
        str(ask.RAISE_STATUE): "place a statue or decline",
        "build_house": "build a house or decline",
        "build_houseSquare": "build a house and/or a square, or decline",
        "build_palace": "build a palace or decline",
    },
    "de": {
        str(ask.PLACE_HOUSES): "ein Starthaus setzen",
        str(ask.TAKE_SPACE): "einen Stein auf die Aktionsleiste legen",
        str(ask.ASK_QUARRY): "den Steinbruch ausführen oder darauf verzichten",
        str(ask.COVER): "den Steinbruch wählen, auf den das Plättchen kommt",
        str(ask.MOVE_WORKER): "den Arbeiter versetzen",
        str(ask.RAISE_COLUMNS): "Säulen errichten",
        str(ask.RAISE_STATUE): "eine Statue aufstellen oder verzichten",
        "build_house": "ein Haus bauen oder verzichten",
        "build_houseSquare": "ein Haus und/oder einen Platz bauen oder verzichten",
        "build_palace": "einen Palast bauen oder verzichten",
    },
}

REFUSALS: Names = {
    "en": {
        "over": "The game is over.",
        "chance_now": "A draw comes first; nobody decides now.",
        "not_now": "Not now: what is asked is to {asked}.",
        "no_seat": "There is no seat {seat} at this table.",
        "sea": "{cell} is open sea on this side of the board.",
        "quarry_here": "{cell} is a quarry; nothing is ever built there.",
        "temple_here": "{cell} is a temple space; only columns stand there.",
        "occupied": "{cell} is taken: {piece} of {owner}.",
        "occupied_statue": "{cell} is taken: a statue stands there.",
        "too_dear": "{a_piece} {zone} costs {price} marble; you have {have}.",
        "tile_drawn": "Tile {tile} has left the stack.",
        "absent": "This bar has no space {space}.",
        "space_taken": "{space} already holds a stone of {owner} in this phase.",
        "no_start_quarry": "{cell} is not next to a starting quarry.",
        "has_start_house": "You already have a starting house at the quarry beside {cell}.",
        "built_already": "You have built {a_piece} with this action already.",
        "none_left": "You have no {pieces} left.",
        "statue_inland": "A statue stands inland only; {cell} is coast.",
        "no_quarry": "{cell} is no quarry.",
        "quarry_closed": "The quarry {cell} is closed for good.",
        "quarry_empty": "The quarry {cell} is not active: no tile lies there.",
        "not_lower": "Tile {tile} needs a lower number; {cell} shows {top}.",
        "quarry_in_use": "The worker needs an empty quarry; tiles lie on {cell}.",
        "no_temple": "{cell} is no temple.",
        "temple_full": "The temple {cell} has all its {places} columns.",
        "columns_left": "The columns are paid: {left} more must be raised.",
    },
    "de": {
        "over": "Das Spiel ist zu Ende.",
        "chance_now": "Erst wird gezogen; gerade entscheidet niemand.",
        "not_now": "Nicht jetzt: zuerst heißt es {asked}.",
        "no_seat": "An diesem Tisch gibt es keinen Platz {seat}.",
        "sea": "{cell} ist auf dieser Seite des Plans offenes Meer.",
        "quarry_here": "{cell} ist ein Steinbruch; dort wird nie gebaut.",
        "temple_here": "{cell} ist ein Tempelfeld; dort stehen nur Säulen.",
        "occupied": "{cell} ist besetzt: {piece} von {owner}.",
        "occupied_statue": "{cell} ist besetzt: dort steht eine Statue.",
        "too_dear": "{piece} {zone} kostet {price} Marmor; du hast {have}.",
        "tile_drawn": "Plättchen {tile} ist nicht mehr im Stapel.",
        "absent": "Diese Leiste hat kein Feld {space}.",
        "space_taken": "Auf {space} liegt in dieser Phase schon ein Stein von {owner}.",
        "no_start_quarry": "{cell} liegt an keinem der Start-Steinbrüche.",
        "has_start_house": "Am Steinbruch neben {cell} hast du schon ein Starthaus.",
        "built_already": "Mit dieser Aktion hast du schon {a_piece} gebaut.",
        "none_left": "Du hast keine {pieces} mehr.",
        "statue_inland": "Eine Statue steht nur im Inland; {cell} ist Küste.",
        "no_quarry": "{cell} ist kein Steinbruch.",
        "quarry_closed": "Der Steinbruch {cell} ist für immer geschlossen.",
        "quarry_empty": "Der Steinbruch {cell} ist nicht aktiv: dort liegt kein Plättchen.",
        "not_lower": "Plättchen {tile} braucht eine niedrigere Zahl; {cell} zeigt {top}.",
        "quarry_in_use": "Der Arbeiter braucht einen leeren Steinbruch; auf {cell} liegen Plättchen.",
        "no_temple": "{cell} ist kein Tempel.",
        "temple_full": "Der Tempel {cell} hat schon alle {places} Säulen.",
        "columns_left": "Die Säulen sind bezahlt: {left} müssen noch errichtet werden.",
    },
}


def refusal(parts: Parts, reason: Reason, lang: str) -> str:
    """The sentence of a reason."""
    facts: dict[str, str | int] = dict(reason.facts)
    key = reason.key
    if "asked" in facts:
        facts["asked"] = ASKED[lang][str(facts["asked"])]
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
    if "seat" in facts and key in ("occupied", "space_taken"):
        facts["owner"] = SEAT_NAMES[lang][int(facts["seat"])]
    return sentence(REFUSALS[lang][key].format(**facts))


def sentence(text: str) -> str:
    """With a capital letter in front, unless it begins with a space's name."""
    return text[:1].upper() + text[1:]


def space_name(space: str, lang: str) -> str:
    """An action space by its kind; a number tells apart spaces of one kind."""
    if space in SPACE[lang]:
        return SPACE[lang][space]
    return SPACE[lang][space.rstrip("0123456789")]


def _zone(state: Rules, cell: int, lang: str) -> str:
    return ZONE[lang]["coast" if state.side.kind[cell] == COAST else "inland"]


def _costs(state: Rules, kind: int, lang: str) -> str:
    """Both prices of a piece, as a prompt says them."""
    coast, inland = int(state.parts.coast_cost[kind]), int(state.parts.inland_cost[kind])
    if coast < 0:
        return f"{inland} inland" if lang == "en" else f"im Inland {inland}"
    return f"coast {coast}, inland {inland}" if lang == "en" else f"Küste {coast}, Inland {inland}"


TITLES: dict[str, dict[int, str]] = {
    "en": {
        ask.LAY_TILES: "The first quarries open",
        ask.DRAW_START: "The start player is drawn",
        ask.PLACE_HOUSES: "Place a starting house",
        ask.TAKE_SPACE: "Choose an action",
        ask.ASK_QUARRY: "Carry the quarry action out?",
        ask.DRAW_TILE: "A quarry tile is drawn",
        ask.COVER: "Which quarry does tile {tile} cover?",
        ask.MOVE_WORKER: "Move the quarry worker",
        ask.RAISE_COLUMNS: "Raise {todo} columns",
        ask.RAISE_STATUE: "Place a statue",
        ask.FINISHED: "The game is over",
    },
    "de": {
        ask.LAY_TILES: "Die ersten Steinbrüche öffnen",
        ask.DRAW_START: "Der Startspieler wird ausgelost",
        ask.PLACE_HOUSES: "Setze ein Starthaus",
        ask.TAKE_SPACE: "Wähle eine Aktion",
        ask.ASK_QUARRY: "Den Steinbruch ausführen?",
        ask.DRAW_TILE: "Ein Steinbruch-Plättchen wird gezogen",
        ask.COVER: "Auf welchen Steinbruch kommt die {tile}?",
        ask.MOVE_WORKER: "Versetze den Arbeiter",
        ask.RAISE_COLUMNS: "Errichte {todo} Säulen",
        ask.RAISE_STATUE: "Stelle eine Statue auf",
        ask.FINISHED: "Das Spiel ist zu Ende",
    },
}
BUILD_TITLES: Names = {
    "en": {"house": "Build a house", "houseSquare": "Build a house and/or a square", "palace": "Build a palace"},
    "de": {
        "house": "Baue ein Haus",
        "houseSquare": "Baue ein Haus und/oder einen Platz",
        "palace": "Baue einen Palast",
    },
}
TEXTS: dict[str, dict[int, str]] = {
    "en": {
        ask.LAY_TILES: "Three tiles from the stack mark the active quarries.",
        ask.DRAW_START: "Every seat is as likely.",
        ask.PLACE_HOUSES: "Free of charge, on a free space next to a starting quarry where you have no house yet.",
        ask.TAKE_SPACE: "Any space without a stone. You have {stones} stones and {marble} marble.",
        ask.ASK_QUARRY: "Carried out: all take income (you {income}) and you draw up to four tiles. "
        "Waived: only the others take income.",
        ask.DRAW_TILE: "{drawn} of at most {max} drawn.",
        ask.COVER: "An active quarry with a number lower than {tile}; it then yields {yield_} marble a house.",
        ask.MOVE_WORKER: "To any empty quarry; the next one opens there. Then the quarry with the highest number "
        "closes.",
        ask.RAISE_COLUMNS: "Exactly so many, in temples with free places. The price is {price} marble, "
        "you have {marble}.",
        ask.RAISE_STATUE: "On a free inland space for {price} marble. You have {marble}.",
        ask.FINISHED: "Points: {points}.",
    },
    "de": {
        ask.LAY_TILES: "Drei Plättchen vom Stapel zeigen die aktiven Steinbrüche.",
        ask.DRAW_START: "Jeder Platz ist gleich wahrscheinlich.",
        ask.PLACE_HOUSES: "Kostenlos, auf ein freies Feld neben einem Start-Steinbruch, an dem du noch kein Haus hast.",
        ask.TAKE_SPACE: "Jedes Feld ohne Stein. Du hast {stones} Steine und {marble} Marmor.",
        ask.ASK_QUARRY: "Ausführen: alle erhalten Ertrag (du {income}), und du ziehst bis zu vier Plättchen. "
        "Verzichten: nur die anderen erhalten Ertrag.",
        ask.DRAW_TILE: "{drawn} von höchstens {max} gezogen.",
        ask.COVER: "Ein aktiver Steinbruch mit kleinerer Zahl als {tile}; er bringt dann {yield_} Marmor je Haus.",
        ask.MOVE_WORKER: "Auf einen leeren Steinbruch; dort öffnet der nächste. Dann schließt der mit der "
        "höchsten Zahl.",
        ask.RAISE_COLUMNS: "Genau so viele, in Tempeln mit freien Plätzen. Preis {price} Marmor, du hast {marble}.",
        ask.RAISE_STATUE: "Auf ein freies Feld im Inland für {price} Marmor. Du hast {marble}.",
        ask.FINISHED: "Punkte: {points}.",
    },
}
BUILD_TEXT = {
    "en": "Choose a free space: {costs}. You have {marble} marble. Or decline.",
    "de": "Wähle ein freies Feld: {costs}. Du hast {marble} Marmor. Oder verzichte.",
}
WAITING = {"en": "{name} decides: {title}", "de": "{name} entscheidet: {title}"}


def prompt(state: Rules, viewer: int, lang: str) -> Prompt:
    """What is asked, of whom, and why nothing else is possible."""
    seat = state.actor()
    facts = _facts(state, seat, lang)
    step = int(state.step)
    if step == ask.BUILD:
        title = BUILD_TITLES[lang][_bar_word(state)]
        text = BUILD_TEXT[lang].format(**facts)
        paragraph = {"house": "§6.2", "houseSquare": "§6.3", "palace": "§6.4"}[_bar_word(state)]
    else:
        title = TITLES[lang][step].format(**facts)
        text = TEXTS[lang][step].format(**facts)
        paragraph = ask.QUESTIONS[step].paragraph
    if seat in (CHANCE, OVER, viewer):
        return Prompt(title, text, paragraph)
    return Prompt(WAITING[lang].format(name=SEAT_NAMES[lang][seat], title=title), "", paragraph)


def _bar_word(state: Rules) -> str:
    return state.parts.bar[int(state.space)].rstrip("0123456789")


def _facts(state: Rules, seat: int, lang: str) -> dict[str, str | int]:
    """Everything a prompt may name."""
    facts: dict[str, str | int] = {
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
        facts["points"] = ", ".join(f"{SEAT_NAMES[lang][s]} {n}" for s, n in enumerate(totals))
    if state.step == ask.RAISE_COLUMNS:
        facts["price"] = int(state.parts.bar_price[state.space])
    if state.step == ask.BUILD:
        kinds = [kind for kind in (HOUSE, PALACE, SQUARE) if effects.offers(state, kind)]
        named = [f"{PIECE[lang][PIECES[kind]]} {_costs(state, kind, lang)}" for kind in kinds]
        facts["costs"] = named[0] if len(named) == 1 else "; ".join(named)
    return facts


LABELS: Names = {
    "en": {
        "tile": "Tile {arg}",
        "start": "{seat} starts",
        "pass": "Do not build",
        "built": "{Piece} {cell}, {zone}, {price} marble",
        "free": "Starting house {cell}",
        "quarry": "Carry it out: income for all, then tiles",
        "waive": "Waive it: income for the others only",
        "cover": "Cover {top} on {cell}",
        "worker": "Worker to {cell}",
        "column": "Column on {cell} ({have} of {places})",
    },
    "de": {
        "tile": "Plättchen {arg}",
        "start": "{seat} beginnt",
        "pass": "Nicht bauen",
        "built": "{Piece} {cell}, {zone}, {price} Marmor",
        "free": "Starthaus {cell}",
        "quarry": "Ausführen: Ertrag für alle, dann Plättchen",
        "waive": "Verzichten: Ertrag nur für die anderen",
        "cover": "Die {top} auf {cell} überdecken",
        "worker": "Arbeiter nach {cell}",
        "column": "Säule auf {cell} ({have} von {places})",
    },
}
LOG: Names = {
    "en": {
        "tile": "Tile {arg} is drawn.",
        "start": "{seat} is the start player.",
        "take": "{who} takes {space}.",
        "pass": "{who} declines.",
        "built": "{who} builds {a_piece} on {cell} for {price}.",
        "free": "{who} places a starting house on {cell}.",
        "quarry": "{who} carries the quarry action out; income {incomes}.",
        "waive": "{who} waives the quarry action; income {incomes}.",
        "cover": "{who} covers {top} on {cell} with tile {tile}.",
        "worker": "{who} moves the worker to {cell}.",
        "column": "{who} raises a column on {cell}.",
        "column_last": "{who} raises the last column on {cell} and takes a ring.",
    },
    "de": {
        "tile": "Plättchen {arg} wird gezogen.",
        "start": "{seat} ist Startspieler.",
        "take": "{who} nimmt {space}.",
        "pass": "{who} verzichtet.",
        "built": "{who} baut {a_piece} auf {cell} für {price}.",
        "free": "{who} setzt ein Starthaus auf {cell}.",
        "quarry": "{who} führt den Steinbruch aus; Ertrag {incomes}.",
        "waive": "{who} verzichtet auf den Steinbruch; Ertrag {incomes}.",
        "cover": "{who} legt Plättchen {tile} auf die {top} ({cell}).",
        "worker": "{who} versetzt den Arbeiter nach {cell}.",
        "column": "{who} errichtet eine Säule auf {cell}.",
        "column_last": "{who} errichtet die letzte Säule auf {cell} und erhält einen Ring.",
    },
}


def label(state: Rules, action: int, lang: str) -> str:
    """An action as a button says it."""
    verb, facts = _action_facts(state, action, list(SEAT_NAMES[lang]), lang)
    if verb == "take":
        return str(facts["space"])
    return LABELS[lang]["column" if verb == "column_last" else verb].format(**facts)


def log(state: Rules, action: int, names: list[str], lang: str) -> str:
    """What the action does, and what follows from it without anybody deciding."""
    verb, facts = _action_facts(state, action, names, lang)
    after = state.clone()
    after.apply(action)
    said = [LOG[lang][verb].format(**facts)]
    said += [AFTER[lang][key].format(**more) for key, more in _consequences(state, after, verb, names)]
    return " ".join(said)


AFTER: Names = {
    "en": {
        "covers": "It covers {top} on {cell}.",
        "opens": "It opens the quarry {cell}.",
        "away": "No worker is left to open a quarry: the tile is put away.",
        "worker": "The worker goes to {cell}.",
        "closes": "The quarry {cell} closes.",
        "ring": "{who} takes a ring.",
        "rings": "{who} takes {n} rings.",
        "starts_next": "{who} will start the next phase.",
        "phase": "Phase {n} begins with {who}.",
        "over": "The game is over.",
    },
    "de": {
        "covers": "Es kommt auf die {top} ({cell}).",
        "opens": "Es öffnet den Steinbruch {cell}.",
        "away": "Kein Arbeiter kann einen Steinbruch öffnen: das Plättchen kommt weg.",
        "worker": "Der Arbeiter geht nach {cell}.",
        "closes": "Der Steinbruch {cell} schließt.",
        "ring": "{who} erhält einen Ring.",
        "rings": "{who} erhält {n} Ringe.",
        "starts_next": "{who} wird die nächste Phase beginnen.",
        "phase": "Phase {n} beginnt mit {who}.",
        "over": "Das Spiel ist zu Ende.",
    },
}

Said = tuple[str, dict[str, str | int]]


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
            out.append(("ring" if rings == 1 else "rings", {"who": names[who], "n": rings}))
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


def _action_facts(state: Rules, action: int, names: list[str], lang: str) -> tuple[str, dict[str, str | int]]:
    """The key of an action's sentence, and everything it may name."""
    verb = state.actions.verb(action).name
    who = state.actor()
    facts: dict[str, str | int] = {"who": names[who] if who >= 0 else ""}
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


def _place_facts(
    state: Rules, verb: str, cell: int, lang: str, facts: dict[str, str | int]
) -> tuple[str, dict[str, str | int]]:
    """The same for an action that names a space of the island."""
    facts["cell"] = state.parts.cells[cell]
    if verb in PIECES:
        facts["Piece"] = sentence(PIECE[lang][verb])
        facts["a_piece"] = A_PIECE[lang][verb]
        facts["zone"] = _zone(state, cell, lang)
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
