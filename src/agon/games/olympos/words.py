"""Names, prompts and refusals, in English and German. Buttons and log sentences: words_log.py."""

from __future__ import annotations

from agon.core.game import SEAT_NAMES, Prompt, Reason
from agon.core.state import CHANCE, OVER
from agon.games.olympos import effects, scoring
from agon.games.olympos import questions as ask
from agon.games.olympos.parts import CARDS, DISCOVERIES, GODS, RESOURCES, Parts
from agon.games.olympos.rules import Rules

Names = dict[str, dict[str, str]]

RESOURCE: Names = {
    "en": {"grain": "grain", "wood": "wood", "stone": "stone", "gold": "gold"},
    "de": {"grain": "Getreide", "wood": "Holz", "stone": "Stein", "gold": "Gold"},
}
BONUS: Names = {
    "en": {"settler": "1 settler", "hourglasses": "2 hourglasses", "prestige": "2 prestige"},
    "de": {"settler": "1 Siedler", "hourglasses": "2 Sanduhren", "prestige": "2 Prestige"},
}
NORTH: Names = {"en": {"north": "the northern edge"}, "de": {"north": "der nördliche Rand"}}
CATEGORY: Names = {
    "en": {
        "track": "time track", "prestige": "prestige gained", "territories": "territories",
        "discoveries": "discoveries", "effects": "their effects", "wonders": "wonders", "cards": "cards in hand",
        "keres": "Keres", "total": "total",
    },
    "de": {
        "track": "Zeitleiste", "prestige": "erworbenes Prestige", "territories": "Gebiete",
        "discoveries": "Fortschritte", "effects": "ihre Wirkung", "wonders": "Wunder", "cards": "Handkarten",
        "keres": "Keren", "total": "gesamt",
    },
}  # fmt: skip

# What a discovery, a god or a card does, for whoever points at it.
ABOUT: Names = {
    "en": {
        "medicine": "A new settler costs 1 AP instead of 2.",
        "cavalry": "At once 2 hourglasses. Every unbroken run of land spaces costs 1 AP in all.",
        "oracle": "Of every three destiny cards you keep the best.",
        "metallurgy": "1 sword.",
        "religion": "1 Zeus symbol.",
        "hoplite": "1 sword.",
        "polytheism": "1 Zeus symbol.",
        "astronomy": "Every sea space costs 1 AP less.",
        "money": "Discoveries that name the tile's resource cost 2 AP less.",
        "agriculture": "Discoveries that name the tile's resource cost 2 AP less.",
        "phalanx": "1 sword; at once a destiny card.",
        "hellenism": "1 Zeus symbol; at once a destiny card.",
        "mapmaking": "Every sea space costs 1 AP less.",
        "democracy": "You win all ties.",
        "commerce": "At once 2 cubes of your choice.",
        "strategy": "2 swords.",
        "art": "2 Zeus symbols.",
        "poetry": "3 prestige at the end.",
        "surgery": "At once 2 settlers.",
        "architecture": "1 star; wonders cost 2 AP less.",
        "city": "At the end 1 prestige for each of your settlers on the map.",
        "absolutism": "At the end 2 prestige for each sword on your discoveries.",
        "science": "At the end 1 prestige for each of your discoveries.",
        "engineering": "1 star; at the end 3 prestige for each of your star tiles.",
        "philosophy": "5 prestige at the end.",
        "god:athena": "The most Zeus symbols: a star for one wonder.",
        "god:ares": "The most Zeus symbols: 2 swords until the next god.",
        "god:zeus": "The most Zeus symbols: 3 prestige.",
        "god:hecate": "The most Zeus symbols: a settler.",
        "god:artemis": "The most Zeus symbols: a cube of choice.",
        "god:hades": "The fewest Zeus symbols: a settler leaves the map.",
        "god:keres": "The fewest Zeus symbols: 2 prestige less at the end.",
        "god:siren": "The fewest Zeus symbols: no sea until the next god.",
        "god:nemesis": "The fewest Zeus symbols: all destiny cards are lost.",
        "god:erinyes": "The fewest Zeus symbols: the next action costs 2 AP more.",
        "card:cubeGrain": "Take a grain cube.",
        "card:cubeWood": "Take a wood cube.",
        "card:cubeStone": "Take a stone cube.",
        "card:cubeGold": "Take a gold cube.",
        "card:star": "A star while you build a wonder.",
        "card:zeusSymbol": "A Zeus symbol when a god appears.",
        "card:fullSet": "3 prestige if you hold all four resources.",
        "card:woodPrestige": "1 prestige for each of your wood territories.",
        "card:grainHourglass": "1 hourglass for each of your grain territories.",
        "card:stoneMajority": "3 hourglasses if you hold the most stone.",
    },
    "de": {
        "medicine": "Ein neuer Siedler kostet 1 AP statt 2.",
        "cavalry": "Sofort 2 Sanduhren. Jede zusammenhängende Landstrecke kostet insgesamt 1 AP.",
        "oracle": "Von je drei Schicksalskarten behältst du die beste.",
        "metallurgy": "1 Schwert.",
        "religion": "1 Zeus-Symbol.",
        "hoplite": "1 Schwert.",
        "polytheism": "1 Zeus-Symbol.",
        "astronomy": "Jedes Meeresfeld kostet 1 AP weniger.",
        "money": "Fortschritte, die den Rohstoff des Plättchens nennen, kosten 2 AP weniger.",
        "agriculture": "Fortschritte, die den Rohstoff des Plättchens nennen, kosten 2 AP weniger.",
        "phalanx": "1 Schwert; sofort eine Schicksalskarte.",
        "hellenism": "1 Zeus-Symbol; sofort eine Schicksalskarte.",
        "mapmaking": "Jedes Meeresfeld kostet 1 AP weniger.",
        "democracy": "Du gewinnst jeden Gleichstand.",
        "commerce": "Sofort 2 Würfel nach Wahl.",
        "strategy": "2 Schwerter.",
        "art": "2 Zeus-Symbole.",
        "poetry": "3 Prestige am Ende.",
        "surgery": "Sofort 2 Siedler.",
        "architecture": "1 Stern; Wunder kosten 2 AP weniger.",
        "city": "Am Ende 1 Prestige je eigenem Siedler auf der Karte.",
        "absolutism": "Am Ende 2 Prestige je Schwert auf deinen Fortschritten.",
        "science": "Am Ende 1 Prestige je eigenem Fortschritt.",
        "engineering": "1 Stern; am Ende 3 Prestige je eigenem Stern-Plättchen.",
        "philosophy": "5 Prestige am Ende.",
        "god:athena": "Die meisten Zeus-Symbole: ein Stern für ein Wunder.",
        "god:ares": "Die meisten Zeus-Symbole: 2 Schwerter bis zum nächsten Gott.",
        "god:zeus": "Die meisten Zeus-Symbole: 3 Prestige.",
        "god:hecate": "Die meisten Zeus-Symbole: ein Siedler.",
        "god:artemis": "Die meisten Zeus-Symbole: ein Würfel nach Wahl.",
        "god:hades": "Die wenigsten Zeus-Symbole: ein Siedler verlässt die Karte.",
        "god:keres": "Die wenigsten Zeus-Symbole: am Ende 2 Prestige weniger.",
        "god:siren": "Die wenigsten Zeus-Symbole: kein Meer bis zum nächsten Gott.",
        "god:nemesis": "Die wenigsten Zeus-Symbole: alle Schicksalskarten sind verloren.",
        "god:erinyes": "Die wenigsten Zeus-Symbole: die nächste Aktion kostet 2 AP mehr.",
        "card:cubeGrain": "Nimm einen Getreidewürfel.",
        "card:cubeWood": "Nimm einen Holzwürfel.",
        "card:cubeStone": "Nimm einen Steinwürfel.",
        "card:cubeGold": "Nimm einen Goldwürfel.",
        "card:star": "Ein Stern beim Bau eines Wunders.",
        "card:zeusSymbol": "Ein Zeus-Symbol, wenn ein Gott erscheint.",
        "card:fullSet": "3 Prestige, wenn du alle vier Rohstoffe besitzt.",
        "card:woodPrestige": "1 Prestige je eigenem Holzgebiet.",
        "card:grainHourglass": "1 Sanduhr je eigenem Getreidegebiet.",
        "card:stoneMajority": "3 Sanduhren, wenn du den meisten Stein besitzt.",
    },
}

# What is asked, as the tail of "what is asked is to ...".
ASKED: dict[str, dict[int, str]] = {
    "en": {
        ask.BLOCK: "block territories",
        ask.TAKE_TURN: "expand, develop or play cards",
        ask.CHOOSE_SETTLER: "choose the settler that goes",
        ask.CHOOSE_PAYMENT: "choose the cubes you pay",
        ask.CHOOSE_TILE: "choose one of the two tiles",
        ask.DISCARD_LOOKED: "discard a card you are looking at",
        ask.TAKE_CUBES: "choose a cube",
        ask.CHOOSE_BONUS: "choose a bonus",
        ask.CHOOSE_STARS: "choose which stars to use up",
        ask.BEFORE_PAYING: "play cards or pay",
        ask.AFTER_DRAWING: "play cards or go on",
        ask.REACT: "play Zeus symbols or let the god act",
        ask.LOSE_SETTLER: "choose the settler that is lost",
    },
    "de": {
        ask.BLOCK: "Gebiete sperren",
        ask.TAKE_TURN: "expandieren, entwickeln oder Karten ausspielen",
        ask.CHOOSE_SETTLER: "den Siedler wählen, der zieht",
        ask.CHOOSE_PAYMENT: "die Würfel wählen, mit denen du zahlst",
        ask.CHOOSE_TILE: "eines der beiden Plättchen wählen",
        ask.DISCARD_LOOKED: "eine der angesehenen Karten abwerfen",
        ask.TAKE_CUBES: "einen Würfel wählen",
        ask.CHOOSE_BONUS: "einen Bonus wählen",
        ask.CHOOSE_STARS: "wählen, welche Sterne verbraucht werden",
        ask.BEFORE_PAYING: "Karten ausspielen oder bezahlen",
        ask.AFTER_DRAWING: "Karten ausspielen oder weitermachen",
        ask.REACT: "Zeus-Symbole ausspielen oder den Gott wirken lassen",
        ask.LOSE_SETTLER: "den Siedler wählen, der verloren geht",
    },
}

REFUSALS: Names = {
    "en": {
        "over": "The game is over.",
        "chance_now": "A draw comes first; nobody decides now.",
        "not_now": "Not now: what is asked is to {asked}.",
        "deal_row": "{tile} does not belong to the row being dealt.",
        "dealt": "{tile} lies on the board already.",
        "no_seat": "There is no seat {seat} at this table.",
        "stacked": "The token of {owner} is on the stack already.",
        "cube_gone": "No {resource} cube is left to be dealt.",
        "card_gone": "No card “{card}” is left in the deck.",
        "god_seen": "{god} has appeared already.",
        "blocked_already": "{space} is blocked already.",
        "blocked_enough": "All crosses for {resource} lie already: {count}.",
        "one_star": "Only one starred territory of a resource may be blocked; for {resource} that is {space}.",
        "only_zeus": "Only Zeus symbols answer a god, not “{card}”.",
        "card_god": "A Zeus symbol is played when a god appears.",
        "card_wonder": "A star is discarded while a wonder is built.",
        "not_held": "You do not hold “{card}”.",
        "no_full_set": "You need a territory of each resource; you have no {resource}.",
        "no_effect": "The card would do nothing: you have no {resource} territory.",
        "not_most_stone": "You need more stone than everybody else; {owner} has {count}.",
        "ends_north": "The northern edge is only where new settlers come from.",
        "ends_at_sea": "No settler may stop at sea ({space}).",
        "cross_here": "{space} is blocked by a cross; one may only pass through.",
        "yours": "You control {space} already; a settler must win a new territory.",
        "no_settler": "You have no settler, neither on the map nor in camp.",
        "no_way": "No way leads to {space} without the sea, and the Siren closes it to you.",
        "past_cross": "That costs {price} AP and would carry you to space {space}, beyond the cross on {cross}.",
        "no_stock": "You have no settler in camp.",
        "no_such_settler": "Nobody stands at height {level} in {space}.",
        "not_yours": "The settler at height {level} in {space} belongs to {owner}.",
        "owned": "You have {tile} already; every discovery is taken once.",
        "none_left": "No tile of {tile} is left.",
        "empty_cell": "No discovery lies on {cell}.",
        "cannot_pay": "Your territories and cubes do not pay for {tile} ({cell}).",
        "no_payment": "Not these cubes: exactly what is missing for {cell} is paid.",
        "other_tile": "There is no tile of {tile} for {resource}.",
        "tile_taken": "The {resource} tile of {tile} is taken.",
        "no_bonus": "{cell} has no bonus {place}.",
        "grey_bonus": "The grey bonus is for five players only.",
        "bonus_taken": "{owner} has taken this bonus.",
        "built": "{wonder} has been built by {owner}.",
        "few_stars": "{wonder} needs {need} stars; you have {have}.",
        "few_star_cards": "You hold {count} star cards.",
        "stars_exactly": "Exactly the {count} lacking stars are used up, no more and no fewer.",
        "not_looked": "You are not looking at a card “{card}”.",
        "no_pass_yet": "One may pass only on or beyond the last Zeus space.",
        "pass_instead": "On or beyond the last Zeus space one passes; nobody waits there.",
        "can_act": "You have an action; waiting is only for those who have none.",
    },
    "de": {
        "over": "Das Spiel ist zu Ende.",
        "chance_now": "Erst wird gezogen; jetzt entscheidet niemand.",
        "not_now": "Jetzt nicht; gefragt ist: {asked}.",
        "deal_row": "{tile} gehört nicht in die Zeile, die gerade ausgelegt wird.",
        "dealt": "{tile} liegt schon auf dem Plan.",
        "no_seat": "An diesem Tisch gibt es keinen Platz {seat}.",
        "stacked": "Der Stein von {owner} liegt schon auf dem Stapel.",
        "cube_gone": "Von {resource} ist kein Würfel zum Verteilen übrig.",
        "card_gone": "Im Stapel ist keine Karte „{card}“ mehr.",
        "god_seen": "{god} ist schon erschienen.",
        "blocked_already": "{space} ist schon gesperrt.",
        "blocked_enough": "Für {resource} liegen schon alle Kreuze: {count}.",
        "one_star": "Je Rohstoff darf nur ein Gebiet mit Stern gesperrt werden; bei {resource} ist es {space}.",
        "only_zeus": "Auf einen Gott antworten nur Zeus-Symbole, nicht „{card}“.",
        "card_god": "Ein Zeus-Symbol wird ausgespielt, wenn ein Gott erscheint.",
        "card_wonder": "Ein Stern wird beim Bau eines Wunders abgeworfen.",
        "not_held": "Du hast „{card}“ nicht auf der Hand.",
        "no_full_set": "Du brauchst ein Gebiet jedes Rohstoffs; dir fehlt {resource}.",
        "no_effect": "Die Karte bewirkt nichts: Du hast kein Gebiet mit {resource}.",
        "not_most_stone": "Du brauchst mehr Stein als alle anderen; {owner} hat {count}.",
        "ends_north": "Der nördliche Rand ist nur der Ort, von dem neue Siedler kommen.",
        "ends_at_sea": "Kein Siedler darf auf dem Meer bleiben ({space}).",
        "cross_here": "{space} ist durch ein Kreuz gesperrt; man darf nur hindurchziehen.",
        "yours": "{space} gehört dir schon; ein Siedler muss ein neues Gebiet gewinnen.",
        "no_settler": "Du hast keinen Siedler, weder auf der Karte noch im Lager.",
        "no_way": "Ohne das Meer führt kein Weg nach {space}, und die Sirene versperrt es dir.",
        "past_cross": "Das kostet {price} AP und brächte dich auf Feld {space}, jenseits des Kreuzes auf {cross}.",
        "no_stock": "Du hast keinen Siedler im Lager.",
        "no_such_settler": "In {space} steht niemand auf Höhe {level}.",
        "not_yours": "Der Siedler auf Höhe {level} in {space} gehört {owner}.",
        "owned": "Du hast {tile} schon; jeden Fortschritt nimmt man nur einmal.",
        "none_left": "Von {tile} ist kein Plättchen mehr da.",
        "empty_cell": "Auf {cell} liegt kein Fortschritt.",
        "cannot_pay": "Deine Gebiete und Würfel reichen nicht für {tile} ({cell}).",
        "no_payment": "Nicht diese Würfel: Gezahlt wird genau, was für {cell} fehlt.",
        "other_tile": "Von {tile} gibt es kein Plättchen für {resource}.",
        "tile_taken": "Das Plättchen {tile} für {resource} ist vergeben.",
        "no_bonus": "{cell} hat keinen Bonus {place}.",
        "grey_bonus": "Der graue Bonus gilt nur zu fünft.",
        "bonus_taken": "Diesen Bonus hat {owner} genommen.",
        "built": "{wonder} hat {owner} schon errichtet.",
        "few_stars": "{wonder} braucht {need} Sterne; du hast {have}.",
        "few_star_cards": "Du hältst {count} Sternkarten.",
        "stars_exactly": "Verbraucht werden genau die {count} fehlenden Sterne, nicht mehr und nicht weniger.",
        "not_looked": "Eine Karte „{card}“ siehst du gerade nicht an.",
        "no_pass_yet": "Passen darf man erst auf oder hinter dem letzten Zeusfeld.",
        "pass_instead": "Auf oder hinter dem letzten Zeusfeld passt man; gewartet wird dort nicht.",
        "can_act": "Du hast eine Aktion; warten darf nur, wer keine hat.",
    },
}


def refusal(parts: Parts, reason: Reason, lang: str) -> str:
    """The sentence of a reason."""
    facts: dict[str, str | int] = dict(reason.facts)
    if "asked" in facts:
        facts["asked"] = ASKED[lang][int(facts["asked"])]
    if "seat" in facts and reason.key != "no_seat":
        facts["owner"] = SEAT_NAMES[lang][int(facts["seat"])]
    if "space" in facts and isinstance(facts["space"], str):
        facts["space"] = name(parts, facts["space"], lang)
    if "resource" in facts:
        facts["resource"] = RESOURCE[lang][str(facts["resource"])]
    for key, prefix in (("tile", ""), ("wonder", ""), ("god", "god:"), ("card", "card:")):
        if key in facts:
            facts[key] = name(parts, f"{prefix}{facts[key]}", lang)
    return REFUSALS[lang][reason.key].format(**facts)


def name(parts: Parts, id_: str, lang: str) -> str:
    """A territory, sea, discovery, wonder, "god:..." or "card:..." by its name."""
    return parts.names[lang].get(id_) or NORTH[lang][id_]


def bonus_name(bonus: str, lang: str) -> str:
    """What a bonus gives."""
    if bonus in RESOURCE[lang]:
        resource = RESOURCE[lang][bonus]
        return f"1 {resource} cube" if lang == "en" else f"1 {resource}würfel"
    return BONUS[lang][bonus]


def price_words(parts: Parts, cell: int, lang: str) -> str:
    """The price of a cell: named groups, then the grey ones."""
    groups = [f"{n} {RESOURCE[lang][RESOURCES[r]]}" for r, n in enumerate(parts.need[cell]) if n]
    any_ = "any" if lang == "en" else "beliebig"
    return " + ".join([*groups, *(f"{n} {any_}" for n in parts.groups[cell])])


TITLES: dict[str, dict[int, str]] = {
    "en": {
        ask.DEAL_TILES: "Discoveries and wonders are dealt",
        ask.STACK_TOKENS: "The tokens are stacked",
        ask.BLOCK: "Block {left} more territories",
        ask.DRAW_SPARE: "The fifth cube is drawn",
        ask.DEAL_CUBES: "Everybody is dealt a cube",
        ask.TAKE_TURN: "Expand or develop",
        ask.CHOOSE_SETTLER: "Who goes to {goal}?",
        ask.CHOOSE_PAYMENT: "Which cubes pay for {tile}?",
        ask.CHOOSE_TILE: "Which tile of {tile}?",
        ask.DRAW_CARD: "A destiny card is drawn",
        ask.DISCARD_LOOKED: "Discard a card",
        ask.TAKE_CUBES: "Take a cube",
        ask.CHOOSE_BONUS: "Choose a bonus of {cell}",
        ask.CHOOSE_STARS: "Athena's star or star cards?",
        ask.BEFORE_PAYING: "Before you pay {price} AP",
        ask.AFTER_DRAWING: "At the Zeus space {zeus}",
        ask.DRAW_GOD: "A god appears",
        ask.REACT: "{god} has appeared",
        ask.LOSE_SETTLER: "Hades takes a settler",
        ask.FINISHED: "The game is over",
    },
    "de": {
        ask.DEAL_TILES: "Fortschritte und Wunder werden ausgelegt",
        ask.STACK_TOKENS: "Die Steine werden gestapelt",
        ask.BLOCK: "Sperre noch {left} Gebiete",
        ask.DRAW_SPARE: "Der fünfte Würfel wird gezogen",
        ask.DEAL_CUBES: "Alle erhalten einen Würfel",
        ask.TAKE_TURN: "Expansion oder Entwicklung",
        ask.CHOOSE_SETTLER: "Wer zieht nach {goal}?",
        ask.CHOOSE_PAYMENT: "Mit welchen Würfeln zahlst du {tile}?",
        ask.CHOOSE_TILE: "Welches Plättchen {tile}?",
        ask.DRAW_CARD: "Eine Schicksalskarte wird gezogen",
        ask.DISCARD_LOOKED: "Wirf eine Karte ab",
        ask.TAKE_CUBES: "Nimm einen Würfel",
        ask.CHOOSE_BONUS: "Wähle einen Bonus von {cell}",
        ask.CHOOSE_STARS: "Athenes Stern oder Sternkarten?",
        ask.BEFORE_PAYING: "Bevor du {price} AP bezahlst",
        ask.AFTER_DRAWING: "Auf dem Zeusfeld {zeus}",
        ask.DRAW_GOD: "Ein Gott erscheint",
        ask.REACT: "{god} ist erschienen",
        ask.LOSE_SETTLER: "Hades nimmt einen Siedler",
        ask.FINISHED: "Das Spiel ist zu Ende",
    },
}
TEXTS: dict[str, dict[int, str]] = {
    "en": {
        ask.DEAL_TILES: "Each discovery at random to a cell of its row, each wonder under a column.",
        ask.STACK_TOKENS: "The last to come lies on top and plays first; the lowest blocks territories.",
        ask.BLOCK: "{quota} of each resource, at most one of them with a star. Still to come: {rest}.",
        ask.DRAW_SPARE: "With five players one colour comes twice.",
        ask.DEAL_CUBES: "At random, one each.",
        ask.TAKE_TURN: "Send a settler to a territory you do not hold, buy a discovery or build a wonder. {camp}",
        ask.CHOOSE_SETTLER: "A new settler or one of yours on the map; a settler that leaves gives its territory up.",
        ask.CHOOSE_PAYMENT: "The price is {cost}; territories are shown, missing cubes are paid, all groups differ.",
        ask.CHOOSE_TILE: "It makes discoveries cheaper that name its resource; the other is left for another player.",
        ask.DRAW_CARD: "{deck} cards are in the deck.",
        ask.DISCARD_LOOKED: "The Oracle keeps one of the cards; the others are discarded face up.",
        ask.TAKE_CUBES: "Any resource; {picks} to take.",
        ask.CHOOSE_BONUS: "Compulsory; only free bonuses with which the payment stays on the track.",
        ask.CHOOSE_STARS: "{lacking} stars are lacking. Tiles and markers stay; these are used up.",
        ask.BEFORE_PAYING: "Play cards that have an effect now, or pay. {camp}",
        ask.AFTER_DRAWING: "Play cards that have an effect now, or go on. {camp}",
        ask.DRAW_GOD: "Ares and the Siren end; one of the cards not yet seen is turned up.",
        ask.REACT: "{about} Zeus symbols from your hand count for this card only. Now: {symbols}.",
        ask.LOSE_SETTLER: "Any of your settlers on the map, beaten ones too; it returns to your camp.",
        ask.FINISHED: "Prestige: {points}.",
    },
    "de": {
        ask.DEAL_TILES: "Jeder Fortschritt zufällig auf ein Feld seiner Zeile, jedes Wunder unter eine Spalte.",
        ask.STACK_TOKENS: "Wer zuletzt kommt, liegt oben und beginnt; der unterste sperrt Gebiete.",
        ask.BLOCK: "{quota} je Rohstoff, davon höchstens eines mit Stern. Es fehlen noch: {rest}.",
        ask.DRAW_SPARE: "Zu fünft kommt eine Farbe doppelt vor.",
        ask.DEAL_CUBES: "Zufällig, für jeden einen.",
        ask.TAKE_TURN: "Schicke einen Siedler in ein Gebiet, das dir nicht gehört, nimm einen Fortschritt oder "
        "errichte ein Wunder. {camp}",
        ask.CHOOSE_SETTLER: "Ein neuer Siedler oder einer von der Karte; wer geht, gibt sein Gebiet auf.",
        ask.CHOOSE_PAYMENT: "Der Preis ist {cost}; Gebiete werden gezeigt, fehlende Würfel gezahlt, alle Gruppen sind "
        "verschieden.",
        ask.CHOOSE_TILE: "Es verbilligt Fortschritte, die seinen Rohstoff nennen; das andere bleibt jemand anderem.",
        ask.DRAW_CARD: "{deck} Karten sind im Stapel.",
        ask.DISCARD_LOOKED: "Das Orakel behält eine der Karten; die übrigen werden offen abgeworfen.",
        ask.TAKE_CUBES: "Jeder Rohstoff; noch {picks}.",
        ask.CHOOSE_BONUS: "Pflicht; nur freie Boni, mit denen die Bezahlung auf der Zeitleiste bleibt.",
        ask.CHOOSE_STARS: "Es fehlen {lacking} Sterne. Plättchen und Steine bleiben; diese werden verbraucht.",
        ask.BEFORE_PAYING: "Spiele Karten aus, die jetzt wirken, oder bezahle. {camp}",
        ask.AFTER_DRAWING: "Spiele Karten aus, die jetzt wirken, oder mach weiter. {camp}",
        ask.DRAW_GOD: "Ares und Sirene enden; eine der noch nicht gesehenen Karten wird aufgedeckt.",
        ask.REACT: "{about} Zeus-Symbole aus der Hand zählen nur für diese Karte. Jetzt: {symbols}.",
        ask.LOSE_SETTLER: "Irgendeiner deiner Siedler auf der Karte, auch ein besiegter; er kommt ins Lager zurück.",
        ask.FINISHED: "Prestige: {points}.",
    },
}
LAST_TURN: Names = {
    "en": {"title": "Your last action, or pass", "text": "You stand on or beyond the last Zeus space. "},
    "de": {"title": "Deine letzte Aktion, oder passen", "text": "Du stehst auf oder hinter dem letzten Zeusfeld. "},
}
NO_ACTION = {
    "en": "You have no action that stays on the track: wait for 1 AP, or play cards first.",
    "de": "Du hast keine Aktion, die auf der Zeitleiste bleibt: Warte für 1 AP, oder spiele erst Karten aus.",
}
CAMP = {
    "en": "You have: settlers {stock}, hourglasses {hourglasses}, cards {cards}.",
    "de": "Du hast: Siedler {stock}, Sanduhren {hourglasses}, Karten {cards}.",
}
WAITING = {"en": "{name} decides: {title}", "de": "{name} entscheidet: {title}"}
PARAGRAPHS: dict[int, str] = {
    ask.DEAL_TILES: "§4.2",
    ask.STACK_TOKENS: "§4.4",
    ask.BLOCK: "§4.5",
    ask.DRAW_SPARE: "§4.7",
    ask.DEAL_CUBES: "§4.7",
    ask.TAKE_TURN: "§5.2",
    ask.CHOOSE_SETTLER: "§6.1",
    ask.CHOOSE_PAYMENT: "§7.2",
    ask.CHOOSE_TILE: "§7.4",
    ask.DRAW_CARD: "§8.1",
    ask.DISCARD_LOOKED: "§8.1",
    ask.TAKE_CUBES: "§7.4",
    ask.CHOOSE_BONUS: "§7.5",
    ask.CHOOSE_STARS: "§7.6",
    ask.BEFORE_PAYING: "§5.3",
    ask.AFTER_DRAWING: "§5.3",
    ask.DRAW_GOD: "§9.1",
    ask.REACT: "§9.2",
    ask.LOSE_SETTLER: "§9.5",
    ask.FINISHED: "§10.3",
}


def prompt(state: Rules, viewer: int, lang: str) -> Prompt:
    """What is asked, of whom, and why nothing else is possible."""
    seat = state.actor()
    step = int(state.step)
    facts = _facts(state, seat, lang)
    title, text, paragraph = TITLES[lang][step].format(**facts), TEXTS[lang][step].format(**facts), PARAGRAPHS[step]
    if step == ask.TAKE_TURN and state.last_turn:
        title, text, paragraph = LAST_TURN[lang]["title"], LAST_TURN[lang]["text"] + text, "§10.1"
    if step == ask.TAKE_CUBES and seat != state.active:
        paragraph = "§9.4"
    if seat in (CHANCE, OVER, viewer):
        if step == ask.TAKE_TURN and state.actions.wait.first in state.legal():
            text, paragraph = NO_ACTION[lang], "§5.6"
        return Prompt(title, text, paragraph)
    return Prompt(WAITING[lang].format(name=SEAT_NAMES[lang][seat], title=title), "", paragraph)


def _facts(state: Rules, seat: int, lang: str) -> dict[str, str | int]:
    """Everything a prompt may name."""
    parts = state.parts
    facts: dict[str, str | int] = {
        "price": int(state.price),
        "deck": int(state.deck_size),
        "picks": int(state.picks),
        "camp": "",
    }
    if seat >= 0:
        facts["camp"] = CAMP[lang].format(
            stock=int(state.camps.stock[seat]),
            hourglasses=int(state.camps.hourglasses[seat]),
            cards=int(state.cards.hand_size[seat]),
        )
    if state.step == ask.BLOCK:
        quota = parts.blocked[state.seats()]
        done = {r: sum(1 for t in blocked_of(state, r)) for r in range(len(RESOURCES))}
        facts["quota"] = quota
        facts["left"] = quota * len(RESOURCES) - sum(done.values())
        rest = [f"{quota - n} {RESOURCE[lang][RESOURCES[r]]}" for r, n in done.items() if n < quota]
        facts["rest"] = ", ".join(rest)
    if state.goal >= 0:
        facts["goal"] = name(parts, parts.territories[int(state.goal)], lang)
    if state.cell >= 0:
        facts["cell"] = parts.cells[int(state.cell)]
        facts["tile"] = name(parts, DISCOVERIES[int(state.board.tile_at[state.cell])], lang)
        facts["cost"] = price_words(parts, int(state.cell), lang)
    if state.step == ask.CHOOSE_STARS:
        facts["lacking"] = int(effects.lacking_stars(state, state.active, state.column))
    if 0 <= state.zeus < len(parts.zeus):
        facts["zeus"] = int(parts.zeus[state.zeus])
    if state.god >= 0:
        facts["god"] = name(parts, f"god:{GODS[int(state.god)]}", lang)
        facts["about"] = ABOUT[lang][f"god:{GODS[int(state.god)]}"]
        counts = [f"{SEAT_NAMES[lang][s]} {effects.zeus_symbols(state, s)}" for s in range(state.seats())]
        facts["symbols"] = ", ".join(counts)
    if state.step == ask.FINISHED:
        totals = [f"{SEAT_NAMES[lang][s]} {scoring.total(state, s)}" for s in range(state.seats())]
        facts["points"] = ", ".join(totals)
    return facts


def blocked_of(state: Rules, resource: int) -> list[int]:
    """The blocked territories of a resource."""
    parts = state.parts
    return [t for t in range(parts.land) if int(state.blocked) >> t & 1 and parts.resource[t] == resource]


def card_name(state: Rules, kind: int, lang: str) -> str:
    """A destiny card by its name."""
    return name(state.parts, f"card:{CARDS[kind]}", lang)
