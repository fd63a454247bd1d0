"""What would come of an action, how one wins, and who is about to: from what a seat may know."""

from __future__ import annotations

from typing import Final

from agon.core.guide import Goal, Outlook, Threat
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
from agon.games.attika.sentences import BILLS, GAINS, GOAL, GROUPS, THREATS, WARNINGS, WHERE, WHY_SO

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
    arg = action - verb.first
    match verb.name:
        case "reveal":
            return _reveal(state, arg, lang)
        case "build":
            return _build(state, arg, lang)
        case "amphora":
            return _amphora(state, arg == 1, lang)
        case "finish":
            return _finish(state, lang)
        case "store":
            return _store(state, lang)
        case "place":
            return _place(state, arg, lang)
        case "pay":
            return _pay(state, arg, lang)
        case "lay":
            return _lay(state, arg, lang)
        case "turn":
            words = tile_in_words(state.parts, int(state.tile), arg, lang)
            return Outlook(group=GROUPS[lang]["turn"], place=words)
        case "end":
            return Outlook(group=GROUPS[lang]["end"])
    return Outlook()


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
    after = state.clone()
    after.apply(action)
    return bool(after.step == ask.PAY)


# ---- a turn ----


def _reveal(state: Rules, stack: int, lang: str) -> Outlook:
    """What may lie on top is known to all, and whether the map grows. §2.4 §8.1"""
    seat, parts = state.actor(), state.parts
    mains, unseen = int(parts.mains), int(state.store.unseen[seat])
    is_main = stack == MAIN_STACK
    possible = [b for b in range(int(parts.count)) if unseen >> b & 1 and bool(mains >> b & 1) == is_main]
    why = WHY_SO[lang]
    if len(possible) == 1:
        said = [filled(why["certain"], {"the_building": the_building(state, possible[0], seat, lang)})]
    else:
        said = [filled(why["possible"], {"n": len(possible)})]
    if state.store.stacks[STACKS * seat + stack] == 1 and state.pile != 0:
        said.append(why["grows"])
    named = dict.fromkeys(building_name(state, b, seat, lang) for b in possible)
    return Outlook(
        group=GROUPS[lang]["reveal"],
        symbol="p-stone",
        place=WHERE[lang]["main"] if is_main else filled(WHERE[lang]["stack"], {"stack": stack}),
        reason=", ".join(said),
        bill=((BILLS[lang]["possible"], ", ".join(named)),),
    )


def _build(state: Rules, building: int, lang: str) -> Outlook:
    """A stored building with the price it has today where it is cheapest. §4.2"""
    seat = state.actor()
    cost = cheapest(state, seat, building)
    price, printed = price_tag(cost, lang), _printed(state, building, lang)
    tail = _arrow(state, seat, building) if cost == 0 else NONE
    reason = filled(WHY_SO[lang]["costs"], {"printed": printed})
    if tail != NONE:
        reason = filled(WHY_SO[lang]["free"], {"beside": _beside([your_building(state, tail, lang)], lang)})
    return Outlook(
        group=GROUPS[lang]["build"],
        symbol=picture(state.parts, building),
        place=building_name(state, building, seat, lang),
        reason=reason,
        price=price,
        bill=((BILLS[lang]["printed"], printed), (BILLS[lang]["from"], price)),
        cost=float(cost),
        benefit=-float(cost),
        payable=cost <= state.cards.held[seat],
    )


def _printed(state: Rules, building: int, lang: str) -> str:
    return symbols([int(state.parts.cost[PRICES * building + kind]) for kind in range(PRICES)], lang)


def _arrow(state: Rules, seat: int, building: int) -> int:
    """An own building on the map from which an arrow leads to this one, or NONE. §5.2"""
    tails = int(state.parts.before[building])
    built = state.land.built
    return next((b for b in range(BUILDINGS) if tails >> b & 1 and built[BUILDINGS * seat + b] != NONE), NONE)


def _finish(state: Rules, lang: str) -> Outlook:
    """A card for each action left, as far as there are cards. §4.3 §4.6"""
    drawn = min(int(effects.cards_due(state)), int(state.cards_left()))
    return Outlook(
        group=GROUPS[lang]["cards"],
        symbol="i-card",
        reason=WHY_SO[lang]["ends_turn" if state.store.amphorae[state.active] == 0 else "ends_actions"],
        gain=filled(GAINS[lang]["cards"], {"n": drawn}),
        benefit=float(drawn),
        warning="" if drawn else WARNINGS[lang]["no_cards"],
    )


def _amphora(state: Rules, for_card: bool, lang: str) -> Outlook:
    """One more action, or a card together with those that are due. §4.4"""
    group, price = GROUPS[lang]["amphora"], BILLS[lang]["one_amphora"]
    if for_card:
        drawn = min(int(effects.cards_due(state)) + 1, int(state.cards_left()))
        gain, reason = filled(GAINS[lang]["cards"], {"n": drawn}), "" if state.drawing else WHY_SO[lang]["ends_actions"]
        return Outlook(group, "a-amphora", reason=reason, price=price, gain=gain, cost=1.0, benefit=float(drawn))
    mode = "reveal" if state.mode == REVEALING else "build"
    possible = state.store.unseen[state.active] if mode == "reveal" else effects.buildable(state, state.active)
    warning = ""
    if possible == 0:
        warning = WARNINGS[lang][f"no_{mode}" if state.cards_left() > state.left else f"no_{mode}_no_card"]
    return Outlook(group, "a-amphora", price=price, gain=GAINS[lang][mode], cost=1.0, benefit=1.0, warning=warning)


# ---- a building ----


def _store(state: Rules, lang: str) -> Outlook:
    """On the storage board it waits for a build turn. §4.1 §Q20"""
    seat, building = state.actor(), int(state.building)
    cost = cheapest(state, seat, building)
    key = "later_dear" if cost > state.cards.held[seat] else "later" if cost else "later_free"
    return Outlook(
        group=GROUPS[lang]["store"],
        symbol=picture(state.parts, building),
        reason=filled(WHY_SO[lang][key], {"price_tag": price_tag(cost, lang)}),
        benefit=-99.0,
    )


def _place(state: Rules, cell: int, lang: str) -> Outlook:
    """The bill of the building in hand on a space, and what stands to be won there. §5.2 §5.3 §5.4 §6.2"""
    seat, building, slot = state.actor(), int(state.building), int(state.map.slot_of(cell))
    bill = Bill(state, seat, building, slot)
    own = _own_around(state, seat, slot)
    gain, worth = _won(state, seat, building, slot, own, lang)
    tails = int(state.parts.before[building]) if bill.by_arrow else -1
    names = [your_building(state, b, lang) for b in own if tails >> b & 1]
    return Outlook(
        group=GROUPS[lang]["beside" if own else "found"],
        symbol=picture(state.parts, building),
        place=_beside(names, lang) if own else WHERE[lang]["alone"],
        reason=_reason(bill, names, lang),
        price=price_tag(bill.cards, lang),
        gain=gain,
        bill=_bill_lines(bill, names, lang),
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


def _beside(names: list[str], lang: str) -> str:
    """ "beside your theatre and your well"; of many only the first two are named."""
    few = list(dict.fromkeys(names))[:2]
    return filled(WHERE[lang]["beside"], {"names": WHERE[lang]["and"].join(few)})


def _won(state: Rules, seat: int, building: int, slot: int, own: list[int], lang: str) -> tuple[str, float]:
    """What the place brings beyond the building, in words and in cards. §6.3 §7.1 §9.1 §9.2"""
    homes = {int(state.land.home[BUILDINGS * seat + b]) for b in own}
    shrines = int(effects.gates_at(state, slot))
    for home in homes:
        shrines |= int(state.land.touched[BUILDINGS * seat + home])
    if shrines & (shrines - 1) or state.stands(seat) + 1 == state.parts.count:
        return GAINS[lang]["wins"], WINS
    if _completes(state, seat, building, slot):
        return GAINS[lang]["amphora" if state.supply > 0 else "card"], AMPHORA if state.supply > 0 else 1.0
    return (GAINS[lang]["joins"], JOINS) if len(homes) > 1 else ("", 0.0)


def _completes(state: Rules, seat: int, building: int, slot: int) -> bool:
    """Whether the building would complete and connect its group there. §7.1"""
    members = int(state.parts.members[state.parts.group[building]])
    built = state.land.built
    if any(members >> b & 1 and b != building and built[BUILDINGS * seat + b] == NONE for b in range(BUILDINGS)):
        return False
    after = state.clone()
    effects.put(after, seat, building, slot)
    return bool(effects.completes_group(after, seat, building))


def _reason(bill: Bill, names: list[str], lang: str) -> str:
    """ "4 printed, 1 crossed off by the land, 1 more for want of mountain"."""
    why = WHY_SO[lang]
    if bill.by_arrow:
        return filled(why["free"], {"beside": _beside(names, lang)})
    printed, crossed = sum(bill.printed), sum(bill.crossed)
    if crossed == printed:
        said = [why["all_crossed"]]
    else:
        said = [filled(why["printed"], {"n": printed})]
        said.append(filled(why["crossed"], {"n": crossed}) if crossed else why["no_symbol"])
    if bill.extra:
        said.append(filled(why["lacking"], {"n": bill.extra, "kinds": _kinds(bill.lacking, lang)}))
    if bill.founding:
        said.append(filled(why["founding"], {"n": bill.founding}))
    return ", ".join(said)


def _kinds(lacking: list[int], lang: str) -> str:
    return ", ".join(LANDSCAPE[lang][LETTERS[kind]] for kind in lacking)


def _bill_lines(bill: Bill, names: list[str], lang: str) -> tuple[tuple[str, str], ...]:
    """Printed symbols; crossed off by the land; group or settlement; you pay."""
    words = BILLS[lang]
    few = WHERE[lang]["and"].join(list(dict.fromkeys(names))[:2])
    lines = [(words["printed"], symbols(bill.printed, lang))]
    if bill.by_arrow:
        lines.append((filled(words["arrow"], {"names": few}), words["all"]))
    else:
        lines.append((words["crossed"], symbols(bill.crossed, lang)))
        if names:
            lines.append((filled(words["beside"], {"names": few}), words["no_extra"]))
    if bill.founding:
        lines.append((words["founding"], price_tag(bill.founding, lang)))
    if bill.extra:
        key = filled(words["lacking"], {"kinds": _kinds(bill.lacking, lang)})
        lines.append((key, filled(words["more"], {"n": bill.extra})))
    lines.append((words["pay"], price_tag(bill.cards, lang)))
    return tuple(lines)


def _pay(state: Rules, kind: int, lang: str) -> Outlook:
    """A card that matches pays a symbol; of others two are needed, or one for a card of any kind. §5.4"""
    bill = Bill(state, state.actor(), int(state.building), int(state.space))
    paid = [int(n) for n in state.cards.paid]
    matches = paid[kind] < bill.open[kind]
    spare = sum(max(0, paid[k] - bill.open[k]) for k in range(KINDS))
    key = "matching" if matches else "any" if spare < bill.any else "half"
    return Outlook(
        group=GROUPS[lang]["pay"],
        symbol=PICTURE[LETTERS[kind]],
        place=LANDSCAPE[lang][LETTERS[kind]],
        reason=WHY_SO[lang][key],
        price=price_tag(1, lang),
        cost=1.0,
        benefit=1.0 if matches else 0.0,
    )


# ---- a tile ----


def _lay(state: Rules, cell: int, lang: str) -> Outlook:
    """What the tile would lie next to. §8.3"""
    seat, parts = state.actor(), state.parts
    centre = parts.hexes[cell]
    rim = {n for h in neighbours(centre) for n in neighbours(h)}
    own = sum(1 for h, owner in _standing(state).items() if owner == seat and h in rim)
    where = WHERE[lang]
    place = filled(where["buildings"], {"n": own}) if own else where["edge"]
    shrine = any(h in rim for h in state.layout.shrine_hexes)
    return Outlook(
        group=GROUPS[lang]["lay"], place=place, reason=where["shrine"] if shrine else "", benefit=own + 2.0 * shrine
    )


def _standing(state: Rules) -> dict[Hex, int]:
    """Where buildings stand, with their owners."""
    hexes, cells = state.parts.hexes, state.map.cells
    return {hexes[int(cells[at])]: n // BUILDINGS for n, at in enumerate(state.land.built) if at != NONE}


# ---- how one wins, and who is about to ----


def goal(state: Rules, viewer: int, lang: str) -> Goal:
    """Both victories, and the buildings everybody has on the map. §9.1 §9.2"""
    standing = tuple(str(int(state.stands(seat))) for seat in range(state.seats()))
    return Goal(GOAL[lang].format(n=int(state.parts.count)), standing, "§9.1")


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
        out.append(Threat(NOBODY, THREATS[lang][key], (), "a-shrine"))
    return out


def _threat(key: str, seat: int, viewer: int, n: int, places: tuple[str, ...], symbol: str, lang: str) -> Threat:
    said = THREATS[lang][f"{key}_you" if seat == viewer else key]
    return Threat(seat, filled(said, {"who": f"{{{seat}}}", "n": n}), places, symbol)


def _way(state: Rules, seat: int) -> tuple[int, tuple[str, ...]]:
    """The fewest buildings that still lack between two shrines, and the spaces where they could stand. §9.2"""
    taken = _standing(state)
    hexes = [state.parts.hexes[int(state.map.cells[slot])] for slot in range(PETALS * int(state.map.laid))]
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
                places |= {_cell(state, h) for h, n in through.items() if n == least and price[h]}
    return best, tuple(sorted(places))


def _cell(state: Rules, h: Hex) -> str:
    return f"cell-{state.parts.cells[state.parts.cell_of[h]]}"


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
    if state.actor() != OVER:
        return ()
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
