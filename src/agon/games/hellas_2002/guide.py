"""What would come of an action, how one wins, and what threatens: from an observation, for whoever decides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from agon.core.game import seat_name
from agon.core.guide import Advice, Goal, Outlook, Threat
from agon.core.numbers import BIT, WORD, bits, popcount
from agon.core.speech import Facts, filled
from agon.core.state import CHANCE, NONE, OVER
from agon.games.hellas_2002 import choices, coast, effects, guide_odds, hands, scoring
from agon.games.hellas_2002 import questions as ask
from agon.games.hellas_2002.guide_odds import Odds
from agon.games.hellas_2002.guide_words import GROUPS, GUIDE
from agon.games.hellas_2002.names import CARD_TEXT, GOD, card, city
from agon.games.hellas_2002.names import coast as coast_words
from agon.games.hellas_2002.parts import (
    CARDS,
    DOLPHIN,
    EXCHANGE,
    FAIR_WIND,
    FAR_STRIKE,
    GODS,
    KINDS,
    LEVY,
    LOOKOUT,
    OARS_TO_SPEARS,
    OF_A_GOD,
    ONE_MORE,
    RAMMING,
    SHIPYARD,
    SIDES,
)
from agon.games.hellas_2002.position import GREEK, KEEPER, MAIN, SHIP
from agon.games.hellas_2002.rules import Rules
from agon.games.hellas_2002.words import void_in_the_end

FINISH: Final = ("pass", "done", "end", "fail", "abandon", "declare", "sail")
SYMBOLS: Final = {
    "reinforce": "hoplite", "voyage": "trireme", "attack": "city", "greek": "hoplite", "ship": "trireme",
    "fetch": "hoplite", "trade": "hoplite", "sail": "trireme", "pick": "city", "lay": "city", "pay": "trireme",
    "target": "city", "send": "hoplite", "declare": "hoplite", "movegreek": "hoplite", "moveship": "trireme",
    "swap": "city",
}  # fmt: skip
KEYS: Final = {
    "en": {
        "odds": ("worst odds", "even odds", "best odds"), "safety": ("least use", "some use", "most use"),
        "gain": ("gains least", "gains more", "gains most"),
    },
    "de": {
        "odds": ("schlechte Aussicht", "offen", "beste Aussicht"),
        "safety": ("wenig Nutzen", "Nutzen", "meister Nutzen"),
        "gain": ("bringt wenig", "bringt mehr", "bringt am meisten"),
    },
}  # fmt: skip
SAFETY: Final = {"safe": 0.0, "still_open": 1.0, "safe_now": 2.0}  # what a Greek more is worth
SOON: Final = 2  # cities from winning, when it is told


def outlook(state: Rules, action: int, lang: str) -> Outlook:
    """What would come of a legal action, as the seat that decides may know it."""
    if state.actor() < 0:
        return Outlook()
    verb = state.actions.verb(action)
    view = _View(state, lang, GUIDE)
    said = _OF_VERB[verb.name](view, verb.arguments(action - int(verb.first)))
    group = "finish" if verb.name in FINISH else _GROUP_OF.get(verb.name, verb.name)
    return replace(said, group=GROUPS[lang][group], symbol=said.symbol or SYMBOLS.get(verb.name, ""))


_GROUP_OF: Final = {
    "reinforce": "announce", "voyage": "announce", "attack": "announce", "playkeep": "play", "voidkeep": "void",
}  # fmt: skip


class _View(Advice[Rules]):
    """What would come of an action, said in a language."""

    def city(self, tile: int) -> str:
        return city(self.state.parts.tiles[tile], self.lang)

    def other(self) -> str:
        return seat_name(1 - self.seat, self.lang)

    def held(self, kinds: dict[int, Callable[[Rules], bool]]) -> list[str]:
        """The names of those of some cards that the seat may lay, and that would do something."""
        state = self.state
        if state.is_banned(self.seat):
            return []
        mine = [k for k, helps in kinds.items() if guide_odds.at_least(state, self.seat, k) > 0 and helps(state)]
        return [card(CARDS[kind], self.lang) for kind in mine]

    def change(self, before: int, after: int) -> str:
        return self.say("change", a=before, b=after)

    # ---- battles ----

    def way(self, odds: Odds) -> str:
        """How the attack comes, and what it needs. §5.4"""
        if not odds.by_water:
            return self.words["by_land"]
        return self.words["by_beachhead" if odds.equal_will_do else "by_water"]

    def odds(self, key: str, odds: Odds) -> str:
        return self.say(key, attack=int(odds.attack), defence=int(odds.defence), way=self.way(odds))

    def outcome(self, odds: Odds) -> str:
        return self.say("falls" if odds.wins() else "holds", city=self.city(int(self.state.target)))

    def becomes(self, old: Odds, new: Odds) -> str:
        """ "2 : 1 becomes 2 : 2"."""
        if (old.attack, old.defence) == (new.attack, new.defence):
            return self.odds("stays", new)
        facts = {"a": int(old.attack), "d": int(old.defence), "attack": int(new.attack), "defence": int(new.defence)}
        return self.say("becomes", **facts)

    def good(self, odds: Odds) -> bool:
        """Whether this is how the deciding seat wants the battle to end."""
        return odds.wins() == (self.seat == int(self.state.active))


# ---- §5.1 announcements ----


def _reinforce(view: _View, _: list[int]) -> Outlook:
    state = view.state
    n = int(effects.single_actions(state))
    more = n > int(state.parts.single_actions)
    seat = view.seat
    supply = view.say("supply", greeks=int(state.pieces.greek_supply[seat]), ships=int(state.pieces.ship_supply[seat]))
    return Outlook(
        gain=view.say("single", n=n),
        reason=f"{view.words['temples']}; {supply}" if more else supply,
        benefit=float(n),
        warning="" if _may_reinforce(state) else view.words["nothing_to_place"],
    )


def _may_reinforce(state: Rules) -> bool:
    """Whether a single action of a reinforcement could do anything. §5.2"""
    seat = state.active
    if state.pieces.greek_supply[seat] > 0 and effects.roomy(state, GREEK) != 0:
        return True
    if state.pieces.ship_supply[seat] > 0 and effects.roomy(state, SHIP) != 0:
        return True
    return choices.gods_to_draw(state) != 0


def _leads(state: Rules, least: int = 1) -> int:
    """At how many places of the coast the active player's ships are this many ahead, or more. §5.3"""
    return sum(1 for cell in _coast(state) if coast.lead(state, cell) >= least)


def _coast(state: Rules) -> list[int]:
    """The empty cells where a tile may touch the others. §2.4"""
    return [WORD * word + cell for word, mask in enumerate(state.tiles.coast) for cell in bits(mask)]


# Cards that may let a tile be laid after all, and when; then those that may bring a city into reach.
FOR_A_VOYAGE: Final[dict[int, Callable[[Rules], bool]]] = {
    FAIR_WIND: lambda state: _leads(state, 0) > 0,
    SHIPYARD: lambda state: effects.ship_cities(state) != 0,
    EXCHANGE: lambda state: True,
}
FOR_AN_ATTACK: Final[dict[int, Callable[[Rules], bool]]] = {
    FAR_STRIKE: effects.can_strike_far,
    OARS_TO_SPEARS: lambda state: effects.trade_cities(state) != 0,
    LEVY: lambda state: effects.greek_cities(state) != 0,
    SHIPYARD: lambda state: guide_odds.at_least(state, state.active, RAMMING) > 0,
    EXCHANGE: lambda state: True,
}


def _voyage(view: _View, _: list[int]) -> Outlook:
    state = view.state
    leads = _leads(state)
    stack = view.say("stack", n=int(state.stack_size()))
    if leads > 0:
        return Outlook(reason=f"{stack}; {view.say('lead', n=leads)}", benefit=min(3.0, leads))
    cards = view.held(FOR_A_VOYAGE)
    if cards:
        return Outlook(reason=f"{stack}; {view.say('lead_by_card', cards=', '.join(cards))}")
    return Outlook(reason=stack, warning=view.words["no_lead"])


def _attack(view: _View, _: list[int]) -> Outlook:
    state = view.state
    targets = bits(effects.targets(state))
    cards = view.held(FOR_AN_ATTACK)
    if not targets:
        if cards:
            return Outlook(reason=view.say("target_by_card", cards=", ".join(cards)))
        return Outlook(warning=view.words["no_target"])
    fall = sum(1 for tile in targets if guide_odds.best(state, tile).wins())
    hopeless = not cards and not any(guide_odds.can_fall(state, tile) for tile in targets)
    return Outlook(
        reason=view.say("in_reach", n=len(targets), m=fall),
        benefit=2.0 * fall,
        warning=view.words["no_chance"] if hopeless else "",
    )


# ---- §5.2 pieces and cards ----


def _greek(view: _View, places: list[int]) -> Outlook:
    """A Greek more, and whether the city could still be taken."""
    state, tile = view.state, places[0]
    n = int(state.pieces.greeks[tile])
    key = _safety(state, tile)
    return Outlook(
        place=view.city(tile),
        reason=view.words[key],
        gain=view.say("of_greeks", n=n + 1),
        bill=((view.city(tile), view.change(n, n + 1)),),
        benefit=SAFETY[key],
    )


def _safety(state: Rules, tile: int) -> str:
    """What one more Greek makes of a city."""
    before, after = (guide_odds.is_in_danger(state, tile, state.pieces.greeks[tile] + more) for more in (0, 1))
    return "safe" if not before else "still_open" if after else "safe_now"


def _ship(view: _View, places: list[int]) -> Outlook:
    """A ship more, and where it lets a tile be laid."""
    state, tile = view.state, places[0]
    n = int(state.pieces.ships[tile])
    opened = _opened(state, tile)
    return Outlook(
        place=view.city(tile),
        reason=view.say("opens_coast", n=opened) if opened else view.words["opens_none"],
        gain=view.say("of_ships", n=n + 1),
        bill=((view.city(tile), view.change(n, n + 1)),),
        benefit=float(opened),
        badge=f"+{opened}" if opened else "",
    )


def _opened(state: Rules, tile: int) -> int:
    """At how many places of the coast a further ship there would make the difference. §5.3"""
    cell = int(state.tiles.cell_of[tile])
    around = {int(state.parts.next_to[SIDES * cell + edge]) for edge in range(SIDES)} & set(_coast(state))
    behind = [there for there in around if coast.lead(state, there) <= 0]
    after = state.clone()
    effects.put_ships(after, tile, after.pieces.ships[tile] + 1)
    return sum(1 for there in behind if coast.lead(after, there) > 0)


def _draw(view: _View, places: list[int]) -> Outlook:
    state, god = view.state, places[0]
    held, left = int(state.cards_of(view.seat, god)), int(state.cards.deck_size[god])
    return Outlook(
        place=GOD[view.lang][GODS[god]],
        reason=view.say("hold", n=held, m=left, god=GOD[view.lang][GODS[god]]),
        gain=view.words["plus_card"],
        benefit=float(int(state.parts.most_of_a_god) - held),
        symbol=f"e-{GODS[god]}",
    )


def _fetch(view: _View, places: list[int]) -> Outlook:
    state, tile = view.state, places[0]
    is_ship = state.step == ask.FETCH and state.missing() == SHIP
    n = int((state.pieces.ships if is_ship else state.pieces.greeks)[tile])
    return Outlook(
        place=view.city(tile),
        reason=view.say("gives", city=view.city(tile), n=n - 1),
        benefit=float(n),
        symbol="trireme" if is_ship else "hoplite",
    )


def _trade(view: _View, places: list[int]) -> Outlook:
    state, tile = view.state, places[0]
    ships, greeks = int(state.pieces.ships[tile]), int(state.pieces.greeks[tile])
    gain = view.say("ship_to_greek", ships=ships, left=ships - 1, greeks=greeks, more=greeks + 1)
    return Outlook(place=view.city(tile), gain=gain, benefit=float(ships))


def _done(view: _View, _: list[int]) -> Outlook:
    """What is given up by stopping here."""
    state = view.state
    if state.step == ask.WINDOW:
        lost = view.say("forfeited", n=int(state.actions_left)) if _may_reinforce(state) else ""
        return Outlook(warning=lost)
    if state.step == ask.SPOILS:
        return Outlook(reason=view.say("nothing_back", n=int(state.spoils)))
    return Outlook(reason=view.say("unplaced", n=int(state.left)) if state.step != ask.TRADE else "")


def _end(view: _View, _: list[int]) -> Outlook:
    n = int(scoring.cities_of(view.state, view.seat))
    if n >= view.state.parts.goal:
        return Outlook(gain=view.say("you_win", n=n), benefit=9.0)
    return Outlook(reason=view.words["turn_ends"])


def _move(view: _View, places: list[int], pieces: list[int]) -> Outlook:
    source, goal = places
    bill = tuple((view.city(t), view.change(pieces[t], pieces[t] + d)) for t, d in ((source, -1), (goal, 1)))
    return Outlook(
        place=f"{view.city(source)} → {view.city(goal)}",
        gain=f"{view.city(goal)} {view.change(pieces[goal], pieces[goal] + 1)}",
        bill=bill,
    )


def _move_greek(view: _View, places: list[int]) -> Outlook:
    """A Greek goes to a city that could be taken; better if its own stays safe."""
    state, (source, goal) = view.state, places
    greeks = state.pieces.greeks
    said = _move(view, places, [int(n) for n in greeks])
    left_open = guide_odds.is_in_danger(state, source, greeks[source] - 1)
    key = _safety(state, goal)
    return replace(said, reason=view.words[key], benefit=SAFETY[key] - left_open)


def _move_ship(view: _View, places: list[int]) -> Outlook:
    said = _move(view, places, [int(n) for n in view.state.pieces.ships])
    opened = _opened(view.state, places[1])
    reason = view.say("opens_coast", n=opened) if opened else view.words["opens_none"]
    return replace(said, reason=reason, benefit=float(opened))


# ---- §5.3 voyages ----


def _sail(view: _View, _: list[int]) -> Outlook:
    state = view.state
    least = 0 if state.in_force.running[FAIR_WIND] else 1
    stack, leads = view.say("stack", n=int(state.stack_size())), _leads(state, least)
    return Outlook(reason=f"{stack}; {view.say('lead', n=leads)}", benefit=1.0)


def _pick(view: _View, places: list[int]) -> Outlook:
    state, tile = view.state, places[0]
    fits = sum(1 for cell in _coast(state) if coast.turns_allowed(state, tile, cell, True) != 0)
    temple = bool(int(state.parts.temples) & BIT[tile])
    return Outlook(
        place=view.city(tile),
        reason=view.say("fits", n=fits),
        gain=view.words["new_temple"] if temple else "",
        benefit=fits + 2.0 * temple,
        symbol="temple" if temple else "city",
    )


def _lay(view: _View, places: list[int]) -> Outlook:
    """The city it founds, beside whom, and what it costs. §2.4 §5.3"""
    state, (cell, turn) = view.state, places
    base = state.parts.edges[int(state.tile)]
    lies = coast_words("".join(base[(i - turn) % SIDES] for i in range(SIDES)), view.lang)
    near = _tiles_beside(state, cell)
    cities = [view.city(tile) for tile in near if tile != DOLPHIN]
    names = cities + [view.words["the_dolphin"]] * (DOLPHIN in near)
    beside = view.say("beside", list=view.words["and"].join([*([", ".join(names[:-1])] * (len(names) > 1)), names[-1]]))
    theirs = _enemies_around(state, near)
    voyage = state.step == ask.WINDOW
    n = int(scoring.cities_of(state, view.seat)) + 1
    gain = view.say("new_city", n=n, goal=int(state.parts.goal))
    temple = bool(int(state.parts.temples) & BIT[state.tile])
    if temple:
        gain += f" {view.words['new_temple']}"
    said = [view.say("exposed", n=theirs)] if theirs else []
    if voyage:
        own, other = _ships_beside(state, cell)
        said.insert(0, view.say("ships_beside", own=own, other=other))
    return Outlook(
        place=beside,
        way=lies,
        reason="; ".join(said),
        price=view.words["one_ship"] if voyage else "",
        gain=gain,
        cost=1.0 if voyage else 0.0,
        benefit=len(cities) - 1.5 * theirs,
        symbol="temple" if temple else "city",
    )


def _tiles_beside(state: Rules, cell: int) -> list[int]:
    """The tiles a cell touches. §2.4"""
    around = [int(state.parts.next_to[SIDES * cell + edge]) for edge in range(SIDES)]
    return [int(state.tiles.tile_on[there]) for there in around if there != NONE and state.tiles.tile_on[there] != NONE]


def _enemies_around(state: Rules, near: list[int]) -> int:
    """How many cities of the other side a city there would have as neighbours, over the dolphin too. §8.1 §8.2"""
    around = sum(int(BIT[tile]) for tile in near)
    if DOLPHIN in near:
        around |= int(state.ring)
    return int(popcount(int(state.pieces.cities[1 - state.active]) & around))


def _ships_beside(state: Rules, cell: int) -> tuple[int, int]:
    """Own ships and those of the other side next to a cell over water. §5.3"""
    counts = [0, 0]
    for edge in range(SIDES):
        beyond = int(state.parts.next_to[SIDES * cell + edge])
        there = int(state.tiles.tile_on[beyond]) if beyond != NONE else NONE
        if there > DOLPHIN and not int(coast.edges_of(state, there)) & BIT[(edge + 3) % SIDES]:
            counts[int(state.owner(there) != state.active)] += int(state.pieces.ships[there])
    return counts[0], counts[1]


def _fail(view: _View, _: list[int]) -> Outlook:
    state = view.state
    if state.tile != NONE:
        can_lay = coast.has_placement(state, state.tile, True)
    else:
        shown = [tile for tile in state.tiles.revealed if tile != NONE]
        can_lay = any(coast.has_placement(state, tile, True) for tile in shown)
    return Outlook(reason=view.words["fail_reason"], warning=view.words["fail_warning"] if can_lay else "")


def _pay(view: _View, places: list[int]) -> Outlook:
    state, tile = view.state, places[0]
    n = int(state.pieces.ships[tile])
    lost = -_closed(state, tile)
    return Outlook(
        place=view.city(tile),
        price=view.words["one_ship"],
        reason=view.say("gives", city=view.city(tile), n=n - 1),
        benefit=float(lost),
    )


def _closed(state: Rules, tile: int) -> int:
    """At how many places of the coast the ships would lead no longer without one from there. §5.3"""
    after = state.clone()
    effects.put_ships(after, tile, after.pieces.ships[tile] - 1)
    return _leads(state) - _leads(after)


# ---- §5.4 attacks ----


def _target(view: _View, places: list[int]) -> Outlook:
    """The best attack there is, and whether it could succeed at all."""
    state, tile = view.state, places[0]
    odds = guide_odds.best(state, tile)
    hopeless = not guide_odds.can_fall(state, tile)
    needs_cards = not hopeless and not odds.wins()
    reason = view.odds("at_most", odds)
    return Outlook(
        place=view.city(tile),
        reason=f"{reason}; {view.words['only_cards']}" if needs_cards else reason,
        gain=view.say("falls", city=view.city(tile)) if odds.wins() else "",
        bill=((view.words["by_land"] if not odds.by_water else view.way(odds), view.odds("odds", odds)),),
        badge=view.odds("odds", odds),
        benefit=float(odds.margin()) + (2.0 if int(state.parts.temples) & BIT[tile] else 0.0),
        warning=view.odds("hopeless", odds) if hopeless else "",
        symbol="temple" if int(state.parts.temples) & BIT[tile] else "city",
    )


def _send(view: _View, places: list[int]) -> Outlook:
    """The strengths with this Greek. §5.4"""
    state, tile = view.state, places[0]
    after = state.clone()
    effects.send(after, tile)
    odds = guide_odds.now(after)
    left = int(state.pieces.greeks[tile]) - 1
    return Outlook(
        place=view.city(tile),
        reason=f"{view.say('gives', city=view.city(tile), n=left)}; {view.way(odds)}",
        gain=view.odds("odds", odds),
        benefit=float(odds.margin()),
    )


def _declare(view: _View, _: list[int]) -> Outlook:
    state = view.state
    odds = guide_odds.now(state)
    best = guide_odds.with_hand(state, odds, effects.source_ships(state))
    return Outlook(
        gain=f"{view.odds('odds', odds)}: {view.outcome(odds)}",
        reason=view.way(odds) if odds.wins() or not best.wins() else view.words["only_cards"],
        benefit=float(odds.margin()),
        warning="" if best.wins() else view.odds("declared", odds),
    )


def _abandon(view: _View, _: list[int]) -> Outlook:
    some = effects.targets(view.state) != 0
    return Outlook(reason=view.words["abandon"], warning=view.words["abandon_warning"] if some else "")


# ---- §6 cards and answers ----


def _pass(view: _View, _: list[int]) -> Outlook:
    state = view.state
    if state.step == ask.RESPOND:
        return _answered(view, None)
    if state.window != ask.BATTLE:
        return Outlook()
    odds = guide_odds.now(state)
    reason = "" if state.passes > 0 else view.say("if_passed", other=view.other())
    return Outlook(
        gain=f"{view.odds('odds', odds)}: {view.outcome(odds)}", reason=reason, benefit=float(view.good(odds))
    )


def _void(view: _View, places: list[int]) -> Outlook:
    """A Thunderbolt on a card of the top frame. §6.2"""
    state = view.state
    top = CARDS[int(state.chain.frame_card[state.frames - 1])]
    name = CARDS[places[0]]
    aim = KEEPER if name == "Z2" and top != "Z2" else MAIN
    said = _answered(view, aim)
    if aim == KEEPER:
        said = replace(said, gain=view.say("their_kept", card=card(top, view.lang)))
    safe = not hands.might_answer(state, 1 - view.seat)
    answer = view.say("no_answer" if safe else "may_answer", other=view.other())
    return replace(said, reason=f"{said.reason}; {answer}" if said.reason else answer, symbol="c-Z1")


def _void_keep(view: _View, places: list[int]) -> Outlook:
    said = _void(view, places)
    kept = view.say("kept", card=card("Z1", view.lang))
    return replace(said, reason=f"{said.reason}; {kept}")


def _answered(view: _View, aim: int | None) -> Outlook:
    """What becomes of the card that opened the chain, if nobody answers any more. §6.2"""
    state, chain = view.state, view.state.chain
    stands = not void_in_the_end(state, aim) & MAIN
    kind, owner = int(chain.frame_card[0]), int(state.chain_seat)
    told = view.say("stands" if stands else "void", card=card(CARDS[kind], view.lang))
    if state.window != ask.BATTLE:
        return Outlook(
            gain=told,
            reason=CARD_TEXT[view.lang][CARDS[kind]].rstrip("."),
            benefit=float(stands == (owner == view.seat)),
        )
    old = guide_odds.now(state)
    new = guide_odds.with_card(state, owner, kind) if stands else old
    gain = f"{view.becomes(old, new)}: {view.outcome(new)}"
    return Outlook(gain=gain, reason=told, benefit=float(view.good(new)) + 0.5 * (stands == (owner == view.seat)))


def _play(view: _View, places: list[int]) -> Outlook:
    """What a card would do now, and whether it may be answered."""
    state, kind = view.state, places[0]
    name = CARDS[kind]
    answer = view.say("may_answer", other=view.other()) if hands.might_answer(state, 1 - view.seat) else ""
    if state.window == ask.BATTLE:
        old, new = guide_odds.now(state), guide_odds.with_card(state, view.seat, kind)
        gain = f"{view.becomes(old, new)}: {view.outcome(new)}"
        turns = view.good(new) and not view.good(old)
        said = Outlook(gain=gain, benefit=2.0 if turns else 0.5)
    else:
        said = Outlook(gain=_now(view, kind), benefit=0.5, warning=_vain(view, kind))
    return replace(said, place=card(name, view.lang), reason=answer, symbol=f"c-{name}")


def _play_keep(view: _View, places: list[int]) -> Outlook:
    said = _play(view, places)
    kept = view.say("kept", card=card(CARDS[places[0]], view.lang))
    return replace(said, reason=f"{kept}; {said.reason}" if said.reason else kept, benefit=said.benefit - 0.25)


def _now(view: _View, kind: int) -> str:
    """A card's effect in the figures of this position, outside a battle. §3.3 §3.4 §3.5"""
    state, name = view.state, CARDS[kind]
    facts: Facts = {"n": 0, "other": view.other()}
    match name:
        case "A1":
            facts["n"] = int(state.parts.value[ONE_MORE])
        case "A3":
            after = state.clone()
            after.in_force = after.in_force.own()
            after.in_force.running[FAR_STRIKE] = 1
            facts["n"] = int(popcount(effects.targets(after) & ~effects.targets(state)))
        case "A5":
            most, pieces = int(state.parts.most_greeks), state.pieces
            cities = bits(effects.trade_cities(state))
            facts["n"] = max(min(int(pieces.ships[tile]), most - int(pieces.greeks[tile])) for tile in cities)
        case "A6" | "P5" | "P6":
            n = int(state.parts.value[{"A6": LEVY, "P5": SHIPYARD, "P6": LOOKOUT}[name]])
            facts["n"] = min(n, int(state.stack_size())) if name == "P6" else n
        case "P2":
            facts["n"] = _leads(state, 0) - _leads(state)
        case "Z5":
            facts["n"] = int(state.cards_held(1 - view.seat))
        case "Z6":
            facts["n"] = sum(int(state.cards.discard[k]) for k in range(KINDS))
    told = filled(view.words[name], facts)
    full = name == "Z5" and not any(state.may_hold(state.active, god) for god in range(KINDS // OF_A_GOD))
    return f"{told}; {view.words['Z5_full']}" if full else told


def _vain(view: _View, kind: int) -> str:
    """A fair wind where nowhere the ships are equal. §3.4"""
    if kind == FAIR_WIND and _leads(view.state, 0) == _leads(view.state):
        return view.words["P2_vain"]
    return ""


def _swap(view: _View, places: list[int]) -> Outlook:
    state, tile = view.state, places[0]
    pieces = {"greeks": int(state.pieces.greeks[tile]), "ships": int(state.pieces.ships[tile])}
    temple = bool(int(state.parts.temples) & BIT[tile])
    symbol = "temple" if temple else "city"
    if state.step == ask.SWAP_OWN:
        lost = view.words["lose_temple"] if temple else ""
        return Outlook(
            place=view.city(tile),
            reason=view.say("give_city", **pieces),
            gain=lost,
            benefit=-float(temple),
            symbol=symbol,
        )
    reason = view.say("take_city", **pieces, own=view.city(int(state.city)))
    won = view.words["win_temple"] if temple else ""
    return Outlook(place=view.city(tile), reason=reason, gain=won, benefit=sum(pieces.values()) + temple, symbol=symbol)


def _recall(view: _View, places: list[int]) -> Outlook:
    name = CARDS[places[0]]
    return Outlook(place=card(name, view.lang), reason=CARD_TEXT[view.lang][name], symbol=f"c-{name}")


_OF_VERB: Final[dict[str, Callable[[_View, list[int]], Outlook]]] = {
    "reinforce": _reinforce, "voyage": _voyage, "attack": _attack, "pass": _pass, "done": _done, "end": _end,
    "greek": _greek, "ship": _ship, "draw": _draw, "fetch": _fetch, "trade": _trade, "sail": _sail, "pick": _pick,
    "lay": _lay, "fail": _fail, "pay": _pay, "target": _target, "send": _send, "declare": _declare,
    "abandon": _abandon, "movegreek": _move_greek, "moveship": _move_ship, "play": _play, "playkeep": _play_keep,
    "void": _void, "voidkeep": _void_keep, "swap": _swap, "recall": _recall,
}  # fmt: skip


# ---- steps of several questions ----

PARTS_OF_A_DEED: Final = {
    "reinforce": "opens", "voyage": "opens", "attack": "opens", "sail": "opens", "target": "opens", "pay": "closes",
    "declare": "closes", "done": "closes", "end": "closes",
}  # fmt: skip
PARTS_OF_A_STEP: Final = (ask.SETTLER, ask.PAY, ask.SEND, ask.SWAP_OTHER, ask.FETCH)


def grades(state: Rules, lang: str) -> tuple[str, str, str] | None:
    """Targets are graded by the odds, places by safety, all else by what is gained."""
    verbs = {state.actions.verb(action).name for action in state.legal()}
    key = "odds" if verbs & {"target", "send"} else "safety" if verbs & {"greek", "movegreek", "lay"} else "gain"
    return KEYS[lang][key]


def symbol(state: Rules, action: int) -> str:
    """The piece that is moved, the card that is played, or the god it is drawn from."""
    verb = state.actions.verb(action)
    word = state.actions.text(action).split()[1:2]
    if verb.name in ("play", "playkeep", "recall") and word:
        return f"c-{word[0]}"
    if verb.name in ("void", "voidkeep"):
        return "c-Z1"
    if verb.name == "draw":
        return f"e-{word[0]}"
    return SYMBOLS.get(verb.name, "i-fwd" if verb.name in FINISH else "")


def part(state: Rules, action: int) -> str:
    """What is announced is told with what is done, and the end of a turn with what was done last. §5.1 §5.5"""
    return PARTS_OF_A_DEED.get(state.actions.verb(action).name, "")


def begins(state: Rules, action: int) -> bool:
    """A tile laid and paid for, Greeks sent one by one, two cities exchanged: one step each. §5.3 §5.4 §3.5"""
    if state.actor() in (CHANCE, OVER):
        return False
    if state.actions.verb(action).name == "pick":
        return True
    after = state.after(action)
    return after.step in PARTS_OF_A_STEP and after.actor() == state.actor()


# ---- the goal, and who is near it ----


def goal(state: Rules, viewer: int, lang: str) -> Goal:
    """Ten cities at the end of one's own turn. §7.1"""
    text = filled(GUIDE[lang]["goal"], {"n": int(state.parts.goal)})
    return Goal(text, tuple(str(int(scoring.cities_of(state, seat))) for seat in range(state.seats())), "§7.1")


def threats(state: Rules, viewer: int, lang: str) -> list[Threat]:
    """Who needs a city or two, or has but one left: those of others first, the nearest to the end first. §7.1 §7.2"""
    if state.turn == 0 or state.actor() == OVER:
        return []
    seats = sorted(range(state.seats()), key=lambda seat: (seat == viewer, _lacking(state, seat)))
    out = [told for seat in seats if (told := _threat(state, seat, viewer, lang)) is not None]
    for seat in seats:
        if scoring.cities_of(state, seat) == 1:
            places = _cities(state, int(state.pieces.cities[seat]))
            out.append(Threat(1 - seat, filled(GUIDE[lang]["last_city"], {"who": f"{{{seat}}}"}), places, "city"))
    return out


def _lacking(state: Rules, seat: int) -> int:
    """How many cities a seat still needs. §7.1"""
    return int(state.parts.goal) - int(scoring.cities_of(state, seat))


def _threat(state: Rules, seat: int, viewer: int, lang: str) -> Threat | None:
    lacking = max(0, _lacking(state, seat))
    if lacking > SOON:
        return None
    keys = ("you_win_now", "your_city", "your_two") if seat == viewer else ("wins_now", "one_city", "two_cities")
    facts: Facts = {"who": f"{{{seat}}}", "n": int(scoring.cities_of(state, seat))}
    if lacking == 0:
        places = _cities(state, int(state.pieces.cities[seat]))
    else:
        places = _cities(state, int(guide_odds.conquests(state, seat)))
    return Threat(seat, filled(GUIDE[lang][keys[lacking]], facts), places, "city")


def decisive(state: Rules) -> tuple[str, ...]:
    """The cities of whoever has won, with the pieces in them. §7.1"""
    if state.winner == NONE:
        return ()
    mask = int(state.pieces.cities[state.winner])
    names = state.parts.tiles
    greeks = tuple(f"greeks-{names[tile]}" for tile in bits(mask) if state.pieces.greeks[tile] > 0)
    ships = tuple(f"ships-{names[tile]}" for tile in bits(mask) if state.pieces.ships[tile] > 0)
    return _cities(state, mask) + greeks + ships


def _cities(state: Rules, mask: int) -> tuple[str, ...]:
    """The shapes of some cities on the board."""
    return tuple(f"city-{state.parts.tiles[tile]}" for tile in bits(mask))
