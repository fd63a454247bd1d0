"""Prompts and refusals, in English and German; names and the log have files of their own."""

from __future__ import annotations

from agon.core.game import SEAT_NAMES, Prompt, Reason
from agon.core.state import CHANCE, NONE, OVER
from agon.games.attika import effects
from agon.games.attika import questions as ask
from agon.games.attika.parts import PRICES, Parts
from agon.games.attika.position import REVEALING, UNDECIDED
from agon.games.attika.rules import Rules
from agon.games.attika.words_log import label, log
from agon.games.attika.words_names import (
    CATEGORY,
    LANDSCAPE,
    Facts,
    Names,
    building_name,
    cards,
    sentence,
    symbols,
    the_building,
)

__all__ = ["CATEGORY", "label", "log", "prompt", "refusal"]

# ---- refusals ----

ASKED: dict[str, dict[int, str]] = {
    "en": {
        ask.DECIDE: "choose what to do in your turn",
        ask.ANSWER: "build the revealed building or store it",
        ask.CHOOSE_SPACE: "choose a space for the building in hand",
        ask.PAY: "pay for the building",
        ask.LAY: "add the tile to the map",
        ask.TURN: "turn the tile",
    },
    "de": {
        ask.DECIDE: "entscheiden, was in diesem Zug geschieht",
        ask.ANSWER: "das aufgedeckte Gebäude bauen oder ablegen",
        ask.CHOOSE_SPACE: "ein Feld für das Gebäude wählen",
        ask.PAY: "das Gebäude bezahlen",
        ask.LAY: "das Spielplanteil anlegen",
        ask.TURN: "das Spielplanteil drehen",
    },
}
REFUSALS: Names = {
    "en": {
        "over": "The game is over.",
        "chance_now": "A draw comes first; nobody decides now.",
        "not_now": "Not now: what is asked is to {asked}.",
        "no_seat": "There is no seat {seat} at this table.",
        "kind_gone": "The deck has no {kind} card.",
        "tile_drawn": "Tile {tile} has left the pile.",
        "seen_already": "{Building} has been turned up already.",
        "other_stack": "{Building} does not lie in that stack: main buildings have a stack of their own.",
        "cards_drawn": "Cards have been drawn: no reveal and no build may follow in this turn.",
        "mode_reveal": "This is a build turn; revealing and building never mix.",
        "mode_build": "This is a reveal turn; revealing and building never mix.",
        "none_left_reveal": "No reveal is left in this turn; an amphora would give one more.",
        "none_left_build": "No build is left in this turn; an amphora would give one more.",
        "stack_empty": "Stack {stack} is empty.",
        "built_already": "{Building} stands on the map already.",
        "not_stored": "{Building} is still in a stack; only buildings on the storage board can be built.",
        "no_space": "The map has no free space left.",
        "dear_everywhere": "{Building} costs at least {price_cards} wherever it goes; you have {have}.",
        "no_amphora": "You have no amphora.",
        "no_mode": "An amphora gives one more action only after the first reveal or build of the turn.",
        "no_cards": "No card would be left to draw for it.",
        "drawn_already": "The cards for unused actions have been drawn.",
        "no_action_unused": "All actions are used; there is no card to draw for one.",
        "cards_first": "The cards for unused actions are drawn first.",
        "shrine_here": "{cell} is a shrine; nothing is built on it.",
        "no_board": "There is no space on {cell}.",
        "occupied": "{cell} is taken: {building} of {owner}.",
        "too_dear": "{Building} on {cell} costs {price_cards}; you have {have}.",
        "no_card": "You have no {kind} card left.",
        "waste": "With a {kind} card this payment could not come out exactly; nothing is overpaid.",
        "covers_shrine": "A tile on {cell} would cover a shrine.",
        "covers_spaces": "A tile on {cell} would overlap another.",
        "touches_nothing": "A tile on {cell} would touch neither the map nor a shrine.",
    },
    "de": {
        "over": "Das Spiel ist zu Ende.",
        "chance_now": "Erst wird gezogen; gerade entscheidet niemand.",
        "not_now": "Nicht jetzt: zuerst heißt es {asked}.",
        "no_seat": "An diesem Tisch gibt es keinen Platz {seat}.",
        "kind_gone": "Im Nachziehstapel ist keine Karte {kind}.",
        "tile_drawn": "Das Teil {tile} liegt nicht mehr im Stapel.",
        "seen_already": "{Building} ist schon aufgedeckt.",
        "other_stack": "{Building} liegt nicht in diesem Stapel: Hauptgebäude haben ihren eigenen.",
        "cards_drawn": "Es sind schon Karten gezogen: Aufdecken und Bauen sind in diesem Zug vorbei.",
        "mode_reveal": "In diesem Zug wird gebaut; Aufdecken und Bauen mischen sich nie.",
        "mode_build": "In diesem Zug wird aufgedeckt; Aufdecken und Bauen mischen sich nie.",
        "none_left_reveal": "In diesem Zug ist kein Aufdecken mehr übrig; eine Amphore gäbe eines dazu.",
        "none_left_build": "In diesem Zug ist kein Bauen mehr übrig; eine Amphore gäbe eines dazu.",
        "stack_empty": "Stapel {stack} ist leer.",
        "built_already": "{Building} steht schon auf dem Plan.",
        "not_stored": "{Building} liegt noch im Stapel; gebaut wird nur von der Ablagetafel.",
        "no_space": "Auf dem Plan ist kein Feld mehr frei.",
        "dear_everywhere": "{Building} kostet überall mindestens {price_cards}; du hast {have}.",
        "no_amphora": "Du hast keine Amphore.",
        "no_mode": "Eine Amphore verlängert den Zug erst nach dem ersten Aufdecken oder Bauen.",
        "no_cards": "Dafür wäre keine Karte mehr zu ziehen.",
        "drawn_already": "Die Karten für ungenutzte Aktionen sind schon gezogen.",
        "no_action_unused": "Alle Aktionen sind genutzt; dafür gibt es keine Karte.",
        "cards_first": "Zuerst werden die Karten für ungenutzte Aktionen gezogen.",
        "shrine_here": "{cell} ist ein Heiligtum; darauf wird nicht gebaut.",
        "no_board": "Auf {cell} liegt kein Feld.",
        "occupied": "{cell} ist besetzt: {building} von {owner}.",
        "too_dear": "{Building} auf {cell} kostet {price_cards}; du hast {have}.",
        "no_card": "Du hast keine Karte {kind} mehr.",
        "waste": "Mit einer Karte {kind} ginge die Zahlung nicht auf; überzahlt wird nicht.",
        "covers_shrine": "Ein Teil auf {cell} würde ein Heiligtum verdecken.",
        "covers_spaces": "Ein Teil auf {cell} würde ein anderes überdecken.",
        "touches_nothing": "Ein Teil auf {cell} würde weder den Plan noch ein Heiligtum berühren.",
    },
}


def refusal(parts: Parts, reason: Reason, lang: str) -> str:
    """The sentence of a reason; buildings are named as the pack names them."""
    facts: Facts = dict(reason.facts)
    if "asked" in facts:
        facts["asked"] = ASKED[lang][int(facts["asked"])]
    if "kind" in facts:
        facts["kind"] = LANDSCAPE[lang][str(facts["kind"])]
    if "building" in facts:
        facts["Building"] = parts.building_names[lang][parts.buildings.index(str(facts["building"]))]
        facts["building"] = facts["Building"]
    if "price" in facts:
        facts["price_cards"] = cards(int(facts["price"]), lang)
    if "seat" in facts:
        facts["owner"] = SEAT_NAMES[lang][int(facts["seat"])]
    return sentence(REFUSALS[lang][reason.key].format(**facts))


# ---- prompts ----

TITLES: Names = {
    "en": {
        "setup_tile": "The map is laid out",
        "setup_turn": "A tile is turned at random",
        "setup_top": "The first buildings are turned up",
        "setup_start": "The start player is drawn",
        "turn": "Reveal, build or draw cards",
        "reveal_more": "Reveal once more, or draw",
        "build_more": "Build once more, or draw",
        "amphora": "Spend an amphora, or end the turn",
        "amphora_card": "An amphora for another card?",
        "top": "A building is turned up",
        "answer": "Build {the_building}, or store it",
        "space": "Build {the_building}",
        "pay": "Pay for {the_building} on {cell}",
        "card": "A card is drawn",
        "tile": "A tile is turned up",
        "lay": "Add tile {tile} to the map",
        "lay_turn": "Turn the tile on {cell}",
        "won": "{winner} wins",
        "stalled": "The game is over",
    },
    "de": {
        "setup_tile": "Der Spielplan wird ausgelegt",
        "setup_turn": "Ein Teil wird zufällig gedreht",
        "setup_top": "Die ersten Gebäude werden aufgedeckt",
        "setup_start": "Der Startspieler wird ausgelost",
        "turn": "Aufdecken, bauen oder Karten ziehen",
        "reveal_more": "Noch einmal aufdecken, oder ziehen",
        "build_more": "Noch einmal bauen, oder ziehen",
        "amphora": "Eine Amphore einsetzen, oder den Zug beenden",
        "amphora_card": "Eine Amphore für noch eine Karte?",
        "top": "Ein Gebäude wird aufgedeckt",
        "answer": "{Building}: bauen oder ablegen?",
        "space": "Baue {the_building}",
        "pay": "Zahle für {the_building} auf {cell}",
        "card": "Eine Karte wird gezogen",
        "tile": "Ein Spielplanteil wird aufgedeckt",
        "lay": "Lege das Teil {tile} an",
        "lay_turn": "Drehe das Teil auf {cell}",
        "won": "{winner} gewinnt",
        "stalled": "Das Spiel ist zu Ende",
    },
}
TEXTS: Names = {
    "en": {
        "setup_tile": "{laid} of {first} tiles lie.",
        "setup_turn": "Each of the six ways is as likely.",
        "setup_top": "One building from each stack goes on the storage board.",
        "setup_start": "Every seat is as likely.",
        "turn": "Reveal up to {reveals} times or build up to {builds} times, never both; each action left is a card. "
        "You have {hand}.",
        "reveal_more": "{left} left; what you leave becomes {left_cards}. In a reveal turn nothing is built "
        "from storage.",
        "build_more": "{left} left; what you leave becomes {left_cards}. You have {hand}.",
        "amphora": "All actions are used. You have {amphorae} for one more action or a card each.",
        "amphora_card": "Cards have been drawn, so no reveal and no build may follow. You have {amphorae}.",
        "top": "From stack {stack}.",
        "answer": "It costs {printed}{beside}. You have {hand}. Once stored it cannot be built in this turn.",
        "space": "It costs {printed}{beside}. You have {hand}; only spaces you can pay are offered.",
        "pay": "It costs {open}; paid so far: {paid}. A matching card or any two cards pay a symbol; nothing may be "
        "wasted.",
        "card": "{due} to draw.",
        "tile": "The last building of a stack was revealed.",
        "lay": "Anywhere next to the map or a shrine, covering neither; gaps are allowed.",
        "lay_turn": "Any way round.",
        "won": "{how}",
        "stalled": "Nobody has done anything for {rounds} rounds: most buildings win.",
    },
    "de": {
        "setup_tile": "{laid} von {first} Teilen liegen.",
        "setup_turn": "Jede der sechs Lagen ist gleich wahrscheinlich.",
        "setup_top": "Von jedem Stapel kommt ein Gebäude auf die Ablagetafel.",
        "setup_start": "Jeder Platz ist gleich wahrscheinlich.",
        "turn": "Bis zu {reveals}-mal aufdecken oder bis zu {builds}-mal bauen, nie beides; jede übrige Aktion "
        "ist eine Karte. Du hast {hand}.",
        "reveal_more": "Noch {left}; was übrig bleibt, wird zu {left_cards}. Beim Aufdecken wird nicht von der "
        "Tafel gebaut.",
        "build_more": "Noch {left}; was übrig bleibt, wird zu {left_cards}. Du hast {hand}.",
        "amphora": "Alle Aktionen sind genutzt. Du hast {amphorae} für je eine weitere Aktion oder eine Karte.",
        "amphora_card": "Es sind Karten gezogen, Aufdecken und Bauen sind vorbei. Du hast {amphorae}.",
        "top": "Von Stapel {stack}.",
        "answer": "Kosten: {printed}{beside}. Du hast {hand}. Abgelegt wird es in diesem Zug nicht mehr gebaut.",
        "space": "Kosten: {printed}{beside}. Du hast {hand}; nur bezahlbare Felder stehen zur Wahl.",
        "pay": "Kosten: {open}; bisher bezahlt: {paid}. Eine passende oder zwei beliebige Karten je Symbol; "
        "nichts wird verschwendet.",
        "card": "Noch {due} zu ziehen.",
        "tile": "Das letzte Gebäude eines Stapels ist aufgedeckt.",
        "lay": "Irgendwo am Plan oder an einem Heiligtum, ohne etwas zu verdecken; Lücken sind erlaubt.",
        "lay_turn": "In beliebiger Lage.",
        "won": "{how}",
        "stalled": "Seit {rounds} Runden hat niemand etwas getan: Die meisten Gebäude gewinnen.",
    },
}
HOW: Names = {
    "en": {"all": "All {n} buildings stand on the map.", "link": "An unbroken chain links two shrines."},
    "de": {
        "all": "Alle {n} Gebäude stehen auf dem Plan.",
        "link": "Eine geschlossene Kette verbindet zwei Heiligtümer.",
    },
}
WAITING = {"en": "{name} decides: {title}", "de": "{name} entscheidet: {title}"}
KEYS: dict[int, tuple[str, str]] = {
    ask.SETUP_TILE: ("setup_tile", "§2.1"),
    ask.SETUP_TURN: ("setup_turn", "§Q1"),
    ask.SETUP_TOP: ("setup_top", "§2.5"),
    ask.SETUP_START: ("setup_start", "§2.6"),
    ask.DRAW_TOP: ("top", "§4.1"),
    ask.ANSWER: ("answer", "§4.1"),
    ask.CHOOSE_SPACE: ("space", "§4.2"),
    ask.PAY: ("pay", "§5.4"),
    ask.DRAW_CARD: ("card", "§4.3"),
    ask.DRAW_TILE: ("tile", "§8.1"),
    ask.LAY: ("lay", "§8.3"),
    ask.TURN: ("lay_turn", "§8.2"),
}


def prompt(state: Rules, viewer: int, lang: str) -> Prompt:
    """What is asked, of whom, and why nothing else is possible."""
    seat = state.actor()
    key, paragraph = _key(state)
    facts = _facts(state, lang)
    title = sentence(TITLES[lang][key].format(**facts))
    if seat in (CHANCE, OVER, viewer):
        return Prompt(title, TEXTS[lang][key].format(**facts), paragraph)
    return Prompt(WAITING[lang].format(name=SEAT_NAMES[lang][seat], title=title), "", paragraph)


def _key(state: Rules) -> tuple[str, str]:
    if state.step == ask.FINISHED:
        return ("stalled", "§9.4") if state.winner == NONE else ("won", "§9.3")
    if state.step != ask.DECIDE:
        return KEYS[int(state.step)]
    if state.drawing:
        return "amphora_card", "§4.4"
    if state.mode == UNDECIDED:
        return "turn", "§4.5"
    if state.left == 0:
        return "amphora", "§4.4"
    return ("reveal_more", "§4.1") if state.mode == REVEALING else ("build_more", "§4.2")


def _facts(state: Rules, lang: str) -> Facts:
    """Everything a prompt may name."""
    seat, parts = int(state.active), state.parts
    facts: Facts = {
        "laid": int(state.map.laid),
        "first": len(state.layout.centres),
        "reveals": int(parts.reveals),
        "builds": int(parts.builds),
        "left": int(state.left),
        "left_cards": cards(int(state.left), lang),
        "due": cards(int(state.due), lang),
        "stack": int(state.stack),
        "rounds": int(parts.idle_rounds),
    }
    if seat >= 0:
        facts["hand"] = cards(int(state.cards.held[seat]), lang)
        facts["amphorae"] = amphorae(int(state.store.amphorae[seat]), lang)
    if state.tile != NONE:
        facts["tile"] = parts.faces[int(state.tile)]
    if state.centre != NONE:
        facts["cell"] = parts.cells[int(state.centre)]
    if state.building != NONE:
        facts.update(_building_facts(state, lang))
    if state.winner != NONE:
        won_by = "all" if state.has_built_all(state.winner) else "link"
        facts["winner"] = SEAT_NAMES[lang][int(state.winner)]
        facts["how"] = HOW[lang][won_by].format(n=int(parts.count))
    return facts


def amphorae(count: int, lang: str) -> str:
    if lang == "en":
        return "1 amphora" if count == 1 else f"{count} amphorae"
    return "1 Amphore" if count == 1 else f"{count} Amphoren"


def _building_facts(state: Rules, lang: str) -> Facts:
    """The building in hand: its name, its printed price, and while it is paid what is still open."""
    seat, building, parts = int(state.active), int(state.building), state.parts
    printed = [int(parts.cost[PRICES * building + kind]) for kind in range(PRICES)]
    tails = [b for b in range(int(parts.count)) if int(parts.before[building]) >> b & 1]
    beside = ""
    if tails:
        names = list(dict.fromkeys(_own(state, b, seat, lang) for b in tails))
        beside = f"; free beside {names[0]}" if lang == "en" else f"; kostenlos neben: {names[0]}"
    facts: Facts = {
        "the_building": the_building(state, building, seat, lang),
        "Building": building_name(state, building, seat, lang),
        "printed": symbols(printed, lang),
        "beside": beside,
    }
    if state.space != NONE:
        facts["cell"] = parts.cells[int(state.map.cells[state.space])]
        facts["paid"] = cards(sum(int(n) for n in state.cards.paid), lang)
        facts["open"] = _owed(state, building, int(state.space), lang)
    return facts


def _own(state: Rules, building: int, seat: int, lang: str) -> str:
    """A predecessor, as a prompt names it: "your well", or the city by its name."""
    name = building_name(state, building, seat, lang)
    if lang == "de" or state.parts.buildings[building] == "city":
        return name
    return f"your {name.lower()}"


def _owed(state: Rules, building: int, slot: int, lang: str) -> str:
    """What the building in hand costs on its space: open symbols, and cards of any kind for a new settlement."""
    still = _open(state, building, slot)
    founding = int(effects.settlement_cost(state, int(state.active), slot))
    said = [symbols(still, lang)] if sum(still) else []
    if founding and lang == "en":
        said.append(f"{cards(founding, lang)} of any kind for the new settlement")
    elif founding:
        said.append(f"{cards(founding, lang)} beliebiger Art für die neue Siedlung")
    return ", ".join(said)


def _open(state: Rules, building: int, slot: int) -> list[int]:
    """Open symbols of each landscape and any, for the active seat."""
    return [int(effects.open_symbols(state, int(state.active), building, slot, kind)) for kind in range(PRICES)]
