"""What would come of an action, how one wins, and who is about to: from what a seat may know."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from agon.core.guide import Advice, Goal, Outlook, Threat
from agon.core.hexgrid import Hex, neighbours
from agon.core.speech import filled
from agon.core.state import NONE, OVER
from agon.games.attika import effects
from agon.games.attika import questions as ask
from agon.games.attika.names import (
    LANDSCAPE,
    PICTURE,
    building_name,
    picture,
    price_tag,
    symbols,
    the_building,
    tile_in_words,
    your_building,
)
from agon.games.attika.parts import BUILDINGS, KINDS, LETTERS, MAIN_STACK, PETALS, PRICES, STACKS, TURNS
from agon.games.attika.position import REVEALING
from agon.games.attika.prices import Bill, cheapest
from agon.games.attika.rules import Rules
from agon.games.attika.sentences import GROUPS, GUIDE

NEAR_WIN = 2  # buildings: so far away a win is told
WINS = 50.0  # what a place is worth beyond its price
AMPHORA = 2.0
JOINS = 0.5
NOBODY = -1  # whose a threat is that all share
KEYS: Final = {
    "en": {"price": ("dear", "middling", "cheap"), "lay": ("far from yours", "near yours", "beside most of yours")},
    "de": {"price": ("teurer", "mittel", "günstig"), "lay": ("fern von dir", "nahe bei dir", "an den meisten von dir")},
}
OTHER_SYMBOLS: Final = {
    "reveal": "p-stone", "card": "i-card", "finish": "i-card", "amphora": "a-amphora", "tile": "l-h", "lay": "l-h",
    "turn": "l-h", "end": "i-fwd",
}  # fmt: skip


def outlook(state: Rules, action: int, lang: str) -> Outlook:
    """What would come of an action: its bill, and what it brings."""
    verb = state.actions.verb(action)
    if verb.name not in _OF_VERB:
        return Outlook()
    said = _OF_VERB[verb.name](_View(state, lang, GUIDE), *verb.arguments(action - int(verb.first)))
    return replace(said, group=said.group or GROUPS[lang][verb.name])


class _View(Advice[Rules]):
    """What would come of an action, said in a language."""

    def cards(self, n: int) -> str:
        """ "3 cards", or "free"."""
        return price_tag(n, self.lang)

    def beside(self, names: list[str]) -> str:
        """ "beside your theatre and your well"; of many only the first two are named."""
        return self.say("beside", names=self.few(names))

    def few(self, names: list[str]) -> str:
        return self.words["and"].join(list(dict.fromkeys(names))[:2])

    def kinds(self, lacking: list[int]) -> str:
        return ", ".join(LANDSCAPE[self.lang][LETTERS[kind]] for kind in lacking)

    def printed(self, building: int) -> str:
        cost = self.state.parts.cost
        return symbols([int(cost[PRICES * building + kind]) for kind in range(PRICES)], self.lang)


def grades(state: Rules, lang: str) -> tuple[str, str, str] | None:
    """Spaces are graded by their price, places for a tile by what lies beside them."""
    return KEYS[lang]["lay" if state.step == ask.LAY else "price"]


def symbol(state: Rules, action: int) -> str:
    """The building that is meant, a card, an amphora, or the land of a new tile."""
    verb = state.actions.verb(action)
    if verb.name in ("top", "build"):
        return picture(state.parts, action - int(verb.first))
    if verb.name in ("place", "store", "pay") and state.building != NONE:
        return picture(state.parts, int(state.building))
    return OTHER_SYMBOLS.get(verb.name, "")


def part(state: Rules, action: int) -> str:
    """A reveal is told with what becomes of the building, a payment with what it is for. §4.1 §5.4"""
    return {"reveal": "opens", "pay": "closes", "end": "closes"}.get(state.actions.verb(action).name, "")


def begins(state: Rules, action: int) -> bool:
    """A place and its turn are one step, and so are a building, its space and its payment. §5.4 §8.2"""
    verb = state.actions.verb(action).name
    if verb in ("lay", "build"):
        return True
    if verb not in ("place", "pay"):
        return False
    after = state.after(action)
    return bool(after.step == ask.PAY)


# ---- a turn ----


def _reveal(view: _View, stack: int) -> Outlook:
    """What may lie on top is known to all, and whether the map grows. §2.4 §8.1"""
    state, seat, parts = view.state, view.seat, view.state.parts
    mains, unseen = int(parts.mains), int(state.store.unseen[seat])
    is_main = stack == MAIN_STACK
    possible = [b for b in range(int(parts.count)) if unseen >> b & 1 and bool(mains >> b & 1) == is_main]
    if len(possible) == 1:
        said = [view.say("certain", the_building=the_building(state, possible[0], seat, view.lang))]
    else:
        said = [view.say("possible", n=len(possible))]
    if state.store.stacks[STACKS * seat + stack] == 1 and state.pile != 0:
        said.append(view.words["grows"])
    named = dict.fromkeys(building_name(state, b, seat, view.lang) for b in possible)
    return Outlook(
        symbol="p-stone",
        place=view.words["main"] if is_main else view.say("stack", stack=stack),
        reason=", ".join(said),
        bill=((view.words["line_possible"], ", ".join(named)),),
    )


def _build(view: _View, building: int) -> Outlook:
    """A stored building with the price it has today where it is cheapest. §4.2"""
    state, seat = view.state, view.seat
    cost = cheapest(state, seat, building)
    price, printed = view.cards(cost), view.printed(building)
    tail = _arrow(state, seat, building) if cost == 0 else NONE
    reason = view.say("costs", printed=printed)
    if tail != NONE:
        reason = view.say("free", beside=view.beside([your_building(state, tail, view.lang)]))
    return Outlook(
        symbol=picture(state.parts, building),
        place=building_name(state, building, seat, view.lang),
        reason=reason,
        price=price,
        bill=((view.words["line_printed"], printed), (view.words["from"], price)),
        cost=float(cost),
        benefit=-float(cost),
        payable=cost <= state.cards.held[seat],
    )


def _arrow(state: Rules, seat: int, building: int) -> int:
    """An own building on the map from which an arrow leads to this one, or NONE. §5.2"""
    tails = int(state.parts.before[building])
    built = state.land.built
    return next((b for b in range(BUILDINGS) if tails >> b & 1 and built[BUILDINGS * seat + b] != NONE), NONE)


def _finish(view: _View) -> Outlook:
    """A card for each action left, as far as there are cards. §4.3 §4.6"""
    state = view.state
    drawn = min(int(effects.cards_due(state)), int(state.cards_left()))
    return Outlook(
        symbol="i-card",
        reason=view.words["ends_turn" if state.store.amphorae[state.active] == 0 else "ends_actions"],
        gain=view.say("cards", n=drawn),
        benefit=float(drawn),
        warning="" if drawn else view.words["no_cards"],
    )


def _amphora(view: _View, for_card: int) -> Outlook:
    """One more action, or a card together with those that are due. §4.4"""
    state, price = view.state, view.words["one_amphora"]
    if for_card:
        drawn = min(int(effects.cards_due(state)) + 1, int(state.cards_left()))
        gain, reason = view.say("cards", n=drawn), "" if state.drawing else view.words["ends_actions"]
        return Outlook("", "a-amphora", reason=reason, price=price, gain=gain, cost=1.0, benefit=float(drawn))
    mode = "reveal" if state.mode == REVEALING else "build"
    possible = state.store.unseen[state.active] if mode == "reveal" else effects.buildable(state, state.active)
    warning = ""
    if possible == 0:
        warning = view.words[f"no_{mode}" if state.cards_left() > state.left else f"no_{mode}_no_card"]
    return Outlook("", "a-amphora", price=price, gain=view.words[mode], cost=1.0, benefit=1.0, warning=warning)


def _end(view: _View) -> Outlook:
    return Outlook()


# ---- a building ----


def _store(view: _View) -> Outlook:
    """On the storage board it waits for a build turn. §4.1 §Q20"""
    state, building = view.state, int(view.state.building)
    cost = cheapest(state, view.seat, building)
    key = "later_dear" if cost > state.cards.held[view.seat] else "later" if cost else "later_free"
    return Outlook(
        symbol=picture(state.parts, building), reason=view.say(key, price_tag=view.cards(cost)), benefit=-99.0
    )


def _place(view: _View, cell: int) -> Outlook:
    """The bill of the building in hand on a space, and what stands to be won there. §5.2 §5.3 §5.4 §6.2"""
    state, seat = view.state, view.seat
    building, slot = int(state.building), int(state.map.slot_of(cell))
    bill = Bill(state, seat, building, slot)
    own = _own_around(state, seat, slot)
    gain, worth = _won(view, building, slot, own)
    tails = int(state.parts.before[building]) if bill.by_arrow else -1
    names = [your_building(state, b, view.lang) for b in own if tails >> b & 1]
    return Outlook(
        group=GROUPS[view.lang]["beside" if own else "found"],
        symbol=picture(state.parts, building),
        place=view.beside(names) if own else view.words["alone"],
        reason=_reason(view, bill, names),
        price=view.cards(bill.cards),
        gain=gain,
        bill=_bill_lines(view, bill, names),
        cost=float(bill.cards),
        benefit=worth - bill.cards,
        payable=bill.cards <= state.cards.held[seat],
        takes=_matching(state, seat, bill),
    )


def _matching(state: Rules, seat: int, bill: Bill) -> tuple[str, ...]:
    """The cards of the hand that would pay for a symbol of their own kind. §5.4"""
    hands = state.cards.hands
    return tuple(f"card-{seat}-{LETTERS[k]}" for k in range(KINDS) if bill.open[k] > 0 and hands[KINDS * seat + k] > 0)


def _own_around(state: Rules, seat: int, slot: int) -> list[int]:
    """The seat's buildings next to a space."""
    built, cells, around = state.land.built, state.map.cells, state.parts.around
    at = TURNS * int(cells[slot])
    near = [around[at + direction] for direction in range(TURNS)]
    first = BUILDINGS * seat
    return [b for b in range(BUILDINGS) if built[first + b] != NONE and cells[built[first + b]] in near]


def _won(view: _View, building: int, slot: int, own: list[int]) -> tuple[str, float]:
    """What the place brings beyond the building, in words and in cards. §6.3 §7.1 §9.1 §9.2"""
    state, seat = view.state, view.seat
    homes = {int(state.land.home[BUILDINGS * seat + b]) for b in own}
    shrines = int(effects.gates_at(state, slot))
    for home in homes:
        shrines |= int(state.land.touched[BUILDINGS * seat + home])
    if shrines & (shrines - 1) or state.stands(seat) + 1 == state.parts.count:
        return view.words["wins"], WINS
    if _completes(state, seat, building, slot):
        return view.words["amphora" if state.supply > 0 else "card"], AMPHORA if state.supply > 0 else 1.0
    return (view.words["joins"], JOINS) if len(homes) > 1 else ("", 0.0)


def _completes(state: Rules, seat: int, building: int, slot: int) -> bool:
    """Whether the building would complete and connect its group there. §7.1"""
    members = int(state.parts.members[state.parts.group[building]])
    built = state.land.built
    if any(members >> b & 1 and b != building and built[BUILDINGS * seat + b] == NONE for b in range(BUILDINGS)):
        return False
    after = state.clone()
    effects.put(after, seat, building, slot)
    return bool(effects.completes_group(after, seat, building))


def _reason(view: _View, bill: Bill, names: list[str]) -> str:
    """ "4 printed, 1 crossed off by the land, 1 more for want of mountain"."""
    if bill.by_arrow:
        return view.say("free", beside=view.beside(names))
    printed, crossed = sum(bill.printed), sum(bill.crossed)
    if crossed == printed:
        said = [view.words["all_crossed"]]
    else:
        said = [view.say("printed", n=printed)]
        said.append(view.say("crossed", n=crossed) if crossed else view.words["no_symbol"])
    if bill.extra:
        said.append(view.say("lacking", n=bill.extra, kinds=view.kinds(bill.lacking)))
    if bill.founding:
        said.append(view.say("founding", n=bill.founding))
    return ", ".join(said)


def _bill_lines(view: _View, bill: Bill, names: list[str]) -> tuple[tuple[str, str], ...]:
    """Printed symbols; crossed off by the land; group or settlement; you pay."""
    words, few = view.words, view.few(names)
    lines = [(words["line_printed"], symbols(bill.printed, view.lang))]
    if bill.by_arrow:
        lines.append((view.say("arrow", names=few), words["all_symbols"]))
    else:
        lines.append((words["line_crossed"], symbols(bill.crossed, view.lang)))
        if names:
            lines.append((view.say("line_beside", names=few), words["no_extra"]))
    if bill.founding:
        lines.append((words["line_founding"], view.cards(bill.founding)))
    if bill.extra:
        lines.append((view.say("line_lacking", kinds=view.kinds(bill.lacking)), view.say("more", n=bill.extra)))
    lines.append((words["pay"], view.cards(bill.cards)))
    return tuple(lines)


def _pay(view: _View, kind: int) -> Outlook:
    """A card that matches pays a symbol; of others two are needed, or one for a card of any kind. §5.4"""
    state = view.state
    bill = Bill(state, view.seat, int(state.building), int(state.space))
    paid = [int(n) for n in state.cards.paid]
    matches = paid[kind] < bill.open[kind]
    spare = sum(max(0, paid[k] - bill.open[k]) for k in range(KINDS))
    return Outlook(
        symbol=PICTURE[LETTERS[kind]],
        place=LANDSCAPE[view.lang][LETTERS[kind]],
        reason=view.words["matching" if matches else "any" if spare < bill.any else "half"],
        price=view.cards(1),
        cost=1.0,
        benefit=1.0 if matches else 0.0,
    )


# ---- a tile ----


def _lay(view: _View, cell: int) -> Outlook:
    """What the tile would lie next to. §8.3"""
    state = view.state
    rim = {n for h in neighbours(state.parts.hexes[cell]) for n in neighbours(h)}
    own = sum(1 for h, owner in _standing(state).items() if owner == view.seat and h in rim)
    shrine = any(h in rim for h in state.layout.shrine_hexes)
    return Outlook(
        place=view.say("buildings", n=own) if own else view.words["edge"],
        reason=view.words["shrine"] if shrine else "",
        benefit=own + 2.0 * shrine,
    )


def _turn(view: _View, turn: int) -> Outlook:
    return Outlook(place=tile_in_words(view.state.parts, int(view.state.tile), turn, view.lang))


def _standing(state: Rules) -> dict[Hex, int]:
    """Where buildings stand, with their owners."""
    hexes, cells = state.parts.hexes, state.map.cells
    return {hexes[int(cells[at])]: n // BUILDINGS for n, at in enumerate(state.land.built) if at != NONE}


_OF_VERB: Final[dict[str, Callable[..., Outlook]]] = {
    "reveal": _reveal, "build": _build, "amphora": _amphora, "finish": _finish, "end": _end, "store": _store,
    "place": _place, "pay": _pay, "lay": _lay, "turn": _turn,
}  # fmt: skip


# ---- how one wins, and who is about to ----


def goal(state: Rules, viewer: int, lang: str) -> Goal:
    """Both victories, and the buildings everybody has on the map. §9.1 §9.2"""
    standing = tuple(str(int(state.stands(seat))) for seat in range(state.seats()))
    return Goal(filled(GUIDE[lang]["goal"], {"n": int(state.parts.count)}), standing, "§9.1")


def threats(state: Rules, viewer: int, lang: str) -> list[Threat]:
    """Who is a building or two from winning: the nearest first, others before the viewer. §9.1 §9.2"""
    if state.actor() == OVER or state.map.laid < len(state.layout.centres):
        return []
    found: list[tuple[int, bool, Threat]] = []
    open_ways = 0
    for seat in range(state.seats()):
        left = int(state.parts.count - state.stands(seat))
        need, places = _way(state, seat)
        open_ways += bool(places)
        if places and need <= min(NEAR_WIN, left):
            found.append((need, seat == viewer, _threat("link", seat, viewer, need, places, "a-shrine", lang)))
        elif left <= NEAR_WIN:
            found.append((left, seat == viewer, _threat("all", seat, viewer, left, (), "b-city", lang)))
    out = [threat for _, _, threat in sorted(found, key=lambda row: row[:2])]
    if not open_ways:
        key = "closed" if state.pile != 0 else "closed_for_good"
        out.append(Threat(NOBODY, GUIDE[lang][key], (), "a-shrine"))
    return out


def _threat(key: str, seat: int, viewer: int, n: int, places: tuple[str, ...], symbol: str, lang: str) -> Threat:
    said = GUIDE[lang][f"{key}_you" if seat == viewer else key]
    return Threat(seat, filled(said, {"who": f"{{{seat}}}", "n": n}), places, symbol)


def _way(state: Rules, seat: int) -> tuple[int, tuple[str, ...]]:
    """The fewest buildings that still lack between two shrines, and the spaces where they could stand. §9.2"""
    taken, parts = _standing(state), state.parts
    hexes = [parts.hexes[int(state.map.cells[slot])] for slot in range(PETALS * int(state.map.laid))]
    price = {h: 0 if h in taken else 1 for h in hexes if taken.get(h, seat) == seat}
    shrines = state.layout.shrine_hexes
    far = [_distances(price, shrine) for shrine in shrines]
    best, places = 99, set[str]()
    for i in range(len(shrines)):
        for j in range(i):
            through = {h: far[i][h] + far[j][h] - price[h] for h in price if h in far[i] and h in far[j]}
            least = min(through.values(), default=99)
            if least < best:
                best, places = least, set()
            if least == best < 99:
                places |= {f"shrine-{i}", f"shrine-{j}"}
                places |= {
                    f"cell-{parts.cells[parts.cell_of[h]]}" for h, n in through.items() if n == least and price[h]
                }
    return best, tuple(sorted(places))


def _distances(price: dict[Hex, int], shrine: Hex) -> dict[Hex, int]:
    """How many buildings lack from a shrine to each space, that one included. §9.2"""
    far: dict[Hex, int] = {}
    ring = [h for h in neighbours(shrine) if h in price]
    reached = 0
    while ring:
        now = [h for h in ring if price[h] == 0]
        later = [h for h in ring if price[h] == 1]
        ring = []
        for h in now:  # own buildings, and those they lead on to
            if h in far:
                continue
            far[h] = reached
            for n in neighbours(h):
                if n in price and n not in far:
                    (now if price[n] == 0 else later).append(n)
        reached += 1
        for h in later:
            if h not in far:
                far[h] = reached
                ring += [n for n in neighbours(h) if n in price and n not in far]
    return far


def decisive(state: Rules) -> tuple[str, ...]:
    """The chain between the shrines, or all buildings of those who won. §9.1 §9.2 §9.4"""
    winners = [seat for seat, place in enumerate(state.places()) if place == 1]
    chain = [shape for seat in winners for shape in _chain(state, seat)]
    if chain:
        return tuple(chain)
    built, names = state.land.built, state.parts.buildings
    return tuple(
        f"building-{n // BUILDINGS}-{names[n % BUILDINGS]}"
        for n, at in enumerate(built)
        if at != NONE and n // BUILDINGS in winners
    )


def _chain(state: Rules, seat: int) -> list[str]:
    """The shortest row of buildings that links two shrines, with the shrines at its ends."""
    hexes, cells = state.parts.hexes, state.map.cells
    own = {
        hexes[int(cells[at])]: state.parts.buildings[n % BUILDINGS]
        for n, at in enumerate(state.land.built)
        if at != NONE and n // BUILDINGS == seat
    }
    ends = {n: shrine for shrine, h in enumerate(state.layout.shrine_hexes) for n in neighbours(h) if n in own}
    best: list[str] = []
    for start, shrine in sorted(ends.items()):
        row = _row_to(own, start, {h for h, other in ends.items() if other != shrine})
        if row and (not best or len(row) < len(best) - 2):
            best = [f"shrine-{shrine}", *(f"building-{seat}-{own[h]}" for h in row), f"shrine-{ends[row[-1]]}"]
    return best


def _row_to(own: dict[Hex, str], start: Hex, ends: set[Hex]) -> list[Hex]:
    """The shortest row of own buildings from one to any of the others; empty where there is none."""
    rows = [[start]]
    seen = {start}
    for row in rows:
        if row[-1] in ends:
            return row
        for n in neighbours(row[-1]):
            if n in own and n not in seen:
                seen.add(n)
                rows.append([*row, n])
    return []
