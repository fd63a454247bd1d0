"""What would come of an action, how one wins, and what threatens; of marble behind the others' screens no word."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.game import seat_name
from agon.core.guide import Advice, Goal, Outlook, Threat
from agon.core.numbers import BIT, WORD, popcount
from agon.core.speech import Facts, filled, spoken
from agon.core.state import NONE, OVER
from agon.games.hellas_2016 import effects, scoring
from agon.games.hellas_2016 import questions as ask
from agon.games.hellas_2016.names import A_PIECE, PIECES_PLURAL, space_name
from agon.games.hellas_2016.parts import (
    BAR_MARBLE,
    BAR_QUARRY,
    BAR_STATUE,
    BAR_TEMPLE,
    COAST,
    HOUSE,
    OWNED,
    PALACE,
    PIECES,
    SQUARE,
    STATUE,
    WORDS,
)
from agon.games.hellas_2016.position import ABSENT
from agon.games.hellas_2016.rules import Rules
from agon.games.hellas_2016.sentences import GROUPS, GUIDE
from agon.games.hellas_2016.sites import Site, best_site, yields_at

SYMBOL = ("p-house", "p-palace", "p-square", "p-statue")
KEYS: Final = {
    "en": {
        "income": ("little income", "some income", "most income"), "points": ("few points", "some", "most points"),
        "gain": ("little comes of it", "some", "most comes of it"),
    },
    "de": {
        "income": ("wenig Ertrag", "etwas Ertrag", "höchster Ertrag"),
        "points": ("wenige Punkte", "einige", "meiste Punkte"),
        "gain": ("bringt wenig", "bringt etwas", "bringt am meisten"),
    },
}  # fmt: skip
OTHER_SYMBOLS: Final = {
    "take": "p-stone", "start": "p-house", "quarry": "q-3", "waive": "i-fwd", "pass": "i-fwd", "cover": "q-2",
    "worker": "p-worker", "column": "p-column",
}  # fmt: skip
HIGH_INCOME = 4  # from here on a list calls it high
NEARLY = 2  # columns: so near its last one a temple is told of
NOBODY = -1  # whose a threat is that all share
VAIN = -9.0  # what an action is worth that comes to nothing


def outlook(state: Rules, action: int, lang: str) -> Outlook:
    """What would come of an action: its price, and what it brings."""
    verb = state.actions.verb(action)
    if verb.name not in _OF_VERB:
        return Outlook()
    said = _OF_VERB[verb.name](_View(state, lang, GUIDE), *verb.arguments(action - int(verb.first)))
    return replace(said, group=said.group or GROUPS[lang][verb.name])


class _View(Advice[Rules]):
    """What would come of an action, said in a language."""

    def marble(self, n: int) -> str:
        return self.say("marble", n=n)

    def purse(self) -> int:
        """The marble of the seat that decides."""
        return int(self.state.purse.marble[self.seat])

    def cell(self, key: str, cell: int) -> str:
        """ "D8 · inland"."""
        return self.say(key, cell=self.state.parts.cells[cell])

    def houses(self, own: int, others: int) -> str:
        return self.say("houses", n=own, m=others)


def grades(state: Rules, lang: str) -> tuple[str, str, str] | None:
    """Sites and quarries are graded by income, temples by points, spaces of the bar by what comes of them."""
    verb = state.actions.verb(state.legal()[0]).name
    return KEYS[lang]["points" if verb == "column" else "gain" if verb == "take" else "income"]


def symbol(state: Rules, action: int) -> str:
    """The piece that is built, or the stone that takes a space of the bar."""
    verb = state.actions.verb(action).name
    return SYMBOL[PIECES.index(verb)] if verb in PIECES else OTHER_SYMBOLS.get(verb, "")


def part(state: Rules, action: int) -> str:
    """A space of the bar is told with what its seat then does. §5.2"""
    if state.actions.verb(action).name != "take":
        return ""
    after = state.after(action)
    return "opens" if after.actor() == state.actor() and after.step != state.step else ""


def begins(state: Rules, action: int) -> bool:
    """Columns of one action are one step, and so are a house and a square. §6.3 §6.9"""
    if state.actions.verb(action).name not in ("house", "square", "column"):
        return False
    after = state.after(action)
    return bool(after.step == state.step and after.step != ask.PLACE_HOUSES and after.actor() == state.actor())


# ---- the bar ----


def _take(view: _View, space: int) -> Outlook:
    """A space of the bar: what the active player gets, and whether anything comes of it. §5.2 §Q28"""
    kind = int(view.state.parts.bar_kind[space])
    if kind == BAR_QUARRY:
        return _take_quarry(view, space)
    if kind == BAR_TEMPLE:
        return _take_temple(view, space)
    if kind == BAR_STATUE:
        return _take_statue(view, space)
    if kind == BAR_MARBLE:
        n = int(view.state.parts.marble_action)
        return _space(view, space, "p-marble", view.words["bank"], n)
    return _take_building(view, space)


def _space(view: _View, space: int, symbol: str, reason: str, marble: int) -> Outlook:
    """A space that costs nothing, and brings marble."""
    group = "everybody" if view.state.parts.bar_kind[space] <= BAR_QUARRY else "alone"
    name = space_name(view.state.parts.bar[space], view.lang)
    gain = view.say("plus_marble", n=marble) if marble else ""
    return Outlook(GROUPS[view.lang][group], symbol, name, reason, gain=gain, benefit=float(marble))


def _take_quarry(view: _View, space: int) -> Outlook:
    """Income for all. §6.5 §6.6"""
    income = int(effects.income_of(view.state, view.state.active))
    return _space(view, space, "q-3", view.words["income_all" if income else "income_others"], income)


def _take_building(view: _View, space: int) -> Outlook:
    """House, house and square, palace: all build in turn, but who has no marble only watches. §6.1"""
    state, parts, seat = view.state, view.state.parts, int(view.state.active)
    kinds = [kind for kind in (HOUSE, PALACE, SQUARE) if int(parts.bar_builds[space]) >> kind & 1]
    owned = [kind for kind in kinds if state.island.supply[OWNED * seat + kind] > 0]
    prices = [price for kind in owned or kinds for price in _prices(state, kind)]
    warning, short = _vain(view, kinds, owned, prices)
    best = None if warning else best_site(state, seat, [kind for kind in owned if effects.can_pay(state, seat, kind)])
    gain, benefit, reason = "", VAIN if warning else 0.0, short or view.words["no_site_counts"]
    if best is not None:
        key, n = ("best_income", best.income) if best.income else ("best_points", best.points)
        reason = view.say(key, cell=parts.cells[best.cell], n=n)
        gain, benefit = view.say("up_to", n=n), float(n)
    low, high = (min(prices), max(prices)) if prices else (0, 0)
    if len(kinds) > 1:  # house and square, each paid for by itself
        high = sum(max(_prices(state, kind), default=0) for kind in kinds)
    price = view.say("range", low=low, high=high)
    return _paid(view, space, "everybody", SYMBOL[kinds[0]], reason, low, price, gain, benefit, warning)


def _prices(state: Rules, kind: int) -> list[int]:
    """What a piece costs where there is a free space for it. §3.2"""
    island, side, parts = state.island, state.side, state.parts
    out: list[int] = []
    if parts.coast_cost[kind] >= 0 and any(island.free[w] & side.coast[w] for w in range(WORDS)):
        out.append(int(parts.coast_cost[kind]))
    if any(island.free[w] & side.inland[w] for w in range(WORDS)):
        out.append(int(parts.inland_cost[kind]))
    return out


def _vain(view: _View, kinds: list[int], owned: list[int], prices: list[int]) -> tuple[str, str]:
    """Why the active player would build nothing, as a warning and in short; both empty if that is not so."""
    words, others, have = view.words, view.words["only_others"], view.purse()
    if not owned:
        pieces = words["and"].join(PIECES_PLURAL[view.lang][PIECES[kind]] for kind in kinds)
        return f"{view.say('warn_none_left', pieces=pieces)} {others}", words["none_left"]
    if not prices:
        return words["warn_no_site"], words["no_site"]
    if min(prices) <= have:
        return "", ""
    facts: Facts = {"a_piece": A_PIECE[view.lang][PIECES[owned[0]]], "price": min(prices), "have": have}
    return f"{spoken(words['dear'], facts)} {others}", view.say("short", n=min(prices) - have)


def _take_temple(view: _View, space: int) -> Outlook:
    """Exactly so many columns, or none at all; the first temple of a phase brings its start. §5.4 §6.9"""
    state, parts, have = view.state, view.state.parts, view.purse()
    columns, price, room = int(parts.bar_columns[space]), int(parts.bar_price[space]), int(state.free_places())
    starts = bool(state.marker == NONE and state.phase + 1 < parts.phases)
    warning, reason = "", view.words["starts" if starts else "ring"]
    if room < columns:
        warning, reason = view.say("columns_room", room=room), view.say("places_short", n=columns - room)
    elif have < price:
        warning = view.say("columns_dear", n=columns, price=price, have=have)
        reason = view.say("short", n=price - have)
    if warning and starts:
        warning = f"{warning} {view.words['only_start']}"
    benefit, gain = VAIN if warning else float(parts.ring_points), view.words["plus_ring"]
    return _paid(view, space, "alone", "p-column", reason, price, view.marble(price), gain, benefit, warning)


def _take_statue(view: _View, space: int) -> Outlook:
    """One statue inland. §6.10"""
    state, price, have = view.state, int(view.state.parts.inland_cost[STATUE]), view.purse()
    warning, reason, gain, benefit = "", view.words["no_site_counts"], "", 0.0
    if state.statues_left == 0:
        warning, reason = view.words["statues_gone"], view.words["none_left"]
    elif not _prices(state, STATUE):
        warning, reason = view.words["statue_no_site"], view.words["no_site"]
    elif have < price:
        warning, reason = view.say("statue_dear", price=price, have=have), view.say("short", n=price - have)
    else:
        best = best_site(state, int(state.active), [STATUE])
        if best is not None:
            reason = view.say("best_points", cell=state.parts.cells[best.cell], n=best.points)
            gain, benefit = view.say("plus_points", n=best.points), float(best.points)
    benefit = VAIN if warning else benefit
    return _paid(view, space, "alone", "p-statue", reason, price, view.marble(price), gain, benefit, warning)


def _paid(
    view: _View,
    space: int,
    group: str,
    symbol: str,
    reason: str,
    cost: int,
    price: str,
    gain: str,
    benefit: float,
    warning: str,
) -> Outlook:
    """A space that is paid for."""
    return Outlook(
        GROUPS[view.lang][group],
        symbol,
        space_name(view.state.parts.bar[space], view.lang),
        reason,
        price,
        "" if warning else gain,
        ((view.words["have"], view.marble(view.purse())),),
        cost=float(cost),
        benefit=benefit,
        payable=not warning,
        warning=warning,
    )


# ---- a site ----


def _site(view: _View, cell: int, kind: int) -> Outlook:
    """A piece on a space: price and what is left, income before and after, the city it joins. §3.2 §6.6 §7.3"""
    state = view.state
    site = Site(state, view.seat, kind, cell)
    is_free = state.step == ask.PLACE_HOUSES
    price = 0 if is_free else int(effects.price(state, kind, cell))
    zone = "coast" if state.side.kind[cell] == COAST else "inland"
    worth = site.income + max(0, site.points)
    return Outlook(
        group=GROUPS[view.lang]["start" if is_free else _site_group(kind, site, zone)],
        symbol=SYMBOL[kind],
        place=view.cell(f"at_{zone}", cell),
        reason=_beside(view, cell) if kind == HOUSE else "",
        price=view.words["free"] if is_free else view.marble(price),
        gain=_gain(view, site),
        bill=_site_bill(view, site, price),
        badge=f"+{worth}" if worth else "",
        cost=float(price),
        benefit=float(worth),
    )


def _site_group(kind: int, site: Site, zone: str) -> str:
    name = PIECES[kind]
    if kind == HOUSE and site.income:
        return "house_high" if site.income >= HIGH_INCOME else "house_income"
    return f"{name}_points" if site.points > 0 else f"{name}_{zone}"


def _beside(view: _View, cell: int) -> str:
    """ "beside the quarry of 4 and 1"."""
    yields = [str(n) for n in yields_at(view.state, cell)]
    return view.say("beside_quarry", yields=view.words["and"].join(yields)) if yields else ""


def _gain(view: _View, site: Site) -> str:
    said = [view.say("plus_income", n=site.income)] if site.income else []
    if site.points > 0:
        said.append(view.say("plus_points", n=site.points))
    return ", ".join(said)


def _site_bill(view: _View, site: Site, price: int) -> tuple[tuple[str, str], ...]:
    words, left = view.words, view.purse() - price
    lines = [(words["price"], view.say("then", price=price, left=left) if price else words["free"])]
    if site.income:
        old = int(effects.income_of(view.state, view.seat))
        lines.append((words["income"], view.say("change", old=old, new=old + site.income)))
    if site.city and site.joined:
        lines.append((view.cell("city", site.joined_at), view.say("change", old=site.joined, new=site.city)))
    elif site.city:
        lines.append((words["new_city"], view.say("pieces", n=site.city)))
    if site.points:
        lines.append((words["points"], f"+{site.points}" if site.points > 0 else str(site.points)))
    return tuple(lines)


def _pass(view: _View) -> Outlook:
    return Outlook(group=GROUPS[view.lang]["decline"], reason=view.say("keeps", marble=view.purse()), benefit=-1.0)


# ---- quarries, columns ----


def _quarry(view: _View, carried_out: bool = True) -> Outlook:
    """Carry it out or waive it: the others take their income in any case. §6.5"""
    state, seat = view.state, int(view.state.active)
    others = [s for s in range(state.seats()) if s != seat]
    incomes = ", ".join(f"{seat_name(s, view.lang)} {int(effects.income_of(state, s))}" for s in others)
    income = int(effects.income_of(state, seat)) if carried_out else 0
    return Outlook(
        group=GROUPS[view.lang]["quarry"],
        symbol="q-3" if carried_out else "q-x",
        reason=view.say("others", incomes=incomes),
        gain=view.say("plus_marble", n=income) if income else "",
        benefit=float(income),
    )


def _cover(view: _View, cell: int) -> Outlook:
    """A quarry yields less with a higher number: what that takes from whom. §1.2 §6.7"""
    state, marble = view.state, view.state.parts.tile_marble
    old, new = int(marble[state.quarries.top[state.side.quarry_at[cell]]]), int(marble[state.tile])
    own, others = _houses_at(view, cell)
    change = (new - old) * own
    sign = f"{change}".replace("-", "−") if change < 0 else f"+{change}"
    return Outlook(
        symbol=f"q-{new}",
        place=view.cell("at_quarry", cell),
        reason=f"{view.say('gives', old=old, new=new)}, {view.houses(own, others)}",
        gain=view.say("income_by", n=sign) if change else "",
        badge=sign if change else "",
        benefit=change - (new - old) * others / max(1, state.seats() - 1),
    )


def _worker(view: _View, cell: int) -> Outlook:
    """The next quarry opens where the worker stands. §6.8"""
    own, others = _houses_at(view, cell)
    return Outlook(
        symbol="p-worker",
        place=view.cell("at_quarry", cell),
        reason=view.houses(own, others),
        badge=str(own) if own else "",
        benefit=own - others / max(1, view.state.seats() - 1),
    )


def _houses_at(view: _View, cell: int) -> tuple[int, int]:
    """How many houses of the active player and of the others stand next to a quarry."""
    houses, around = view.state.island.houses, view.state.side.around
    counts = [
        sum(int(popcount(houses[WORDS * seat + w] & around[WORDS * cell + w])) for w in range(WORDS))
        for seat in range(view.state.seats())
    ]
    return counts[view.seat], sum(counts) - counts[view.seat]


def _column(view: _View, cell: int) -> Outlook:
    """A column is a point for every city at its temple; the last one brings a ring. §6.9 §8.3"""
    state, seat, temple = view.state, view.seat, int(view.state.side.temple_at[cell])
    have, places = int(state.temples.columns[temple]), int(state.side.places[temple])
    points = [
        sum(1 for city in scoring.cities(state, s) if scoring.touches(state, city, cell)) for s in range(state.seats())
    ]
    others = [seat_name(s, view.lang) for s, n in enumerate(points) if n and s != seat]
    last, words = have + 1 == places, view.words
    said = [view.say("columns_of", have=have, places=places), words["touches" if points[seat] else "touches_not"]]
    if others:
        said.append(view.say("also", names=", ".join(others)))
    gains = [view.say("plus_points", n=points[seat])] if points[seat] else []
    gains += [words["plus_ring"]] if last else []
    first = state.todo == state.parts.bar_columns[state.space]
    return Outlook(
        symbol="p-column",
        place=view.cell("at_temple", cell),
        reason=", ".join(said),
        price=view.marble(int(state.parts.bar_price[state.space])) if first else words["paid"],
        gain=", ".join(gains),
        bill=((words["columns"], view.say("change", old=have, new=have + 1)),),
        badge=f"+{points[seat]}" if points[seat] else "",
        benefit=points[seat] + int(state.parts.ring_points) * last - 0.3 * len(others),
    )


_OF_VERB: Final[dict[str, Callable[..., Outlook]]] = {
    "take": _take, "pass": _pass, "quarry": _quarry, "waive": partial(_quarry, carried_out=False), "cover": _cover,
    "worker": _worker, "column": _column,
    **{name: partial(_site, kind=kind) for kind, name in enumerate(PIECES)},
}  # fmt: skip


# ---- how one wins, and what threatens ----


def goal(state: Rules, viewer: int, lang: str) -> Goal:
    """Points as they would be counted now; those for marble behind a screen are left out. §8.1 §Q17 §Q25"""
    standing: list[str] = []
    for seat, row in enumerate(scoring.scores(state)):
        seen = seat == viewer or state.step == ask.FINISHED
        standing.append(str(row["total"]) if seen else f"{row['total'] - row['marble']}+")
    return Goal(filled(GUIDE[lang]["goal"], {"n": int(state.parts.phases)}), tuple(standing), "§8.7")


def threats(state: Rules, viewer: int, lang: str) -> list[Threat]:
    """Who is a ring from the majority, which temple is nearly complete, and which quarry closes next. §6.8 §8.5"""
    if state.actor() == OVER or state.active == NONE:
        return []
    out: list[Threat] = []
    if _ring_to_come(state):
        out += _ring_threats(state, viewer, lang)
    for temple, cell in enumerate(state.side.temples):
        left = int(state.side.places[temple] - state.temples.columns[temple])
        if 0 < left <= NEARLY:
            name = state.parts.cells[int(cell)]
            text = filled(GUIDE[lang]["nearly"], {"n": left, "cell": name})
            out.append(Threat(NOBODY, text, (f"cell-{name}",), "p-ring"))
    return out + _closing(state, viewer, lang)


def _ring_to_come(state: Rules) -> bool:
    """Whether columns can still be raised by anybody. §6.9"""
    room = state.free_places()
    spaces = [s for s in range(len(state.taken.bar)) if state.parts.bar_kind[s] == BAR_TEMPLE]
    last = state.phase + 1 >= state.parts.phases
    open_spaces = [s for s in spaces if state.taken.bar[s] != ABSENT and (not last or state.taken.bar[s] == NONE)]
    return any(state.parts.bar_columns[s] <= room for s in open_spaces)


def _ring_threats(state: Rules, viewer: int, lang: str) -> list[Threat]:
    """Who shares the most rings takes the points for them alone with one more. §8.5"""
    rings = [int(n) for n in state.temples.rings]
    leaders = [seat for seat, own in enumerate(rings) if own == max(rings) > 0]
    if len(leaders) < 2:
        return []
    out: list[Threat] = []
    for seat in sorted(leaders, key=lambda seat: seat == viewer):
        text = filled(GUIDE[lang]["rings_you" if seat == viewer else "rings"], {"who": f"{{{seat}}}"})
        out.append(Threat(seat, text, (), "p-ring"))
    return out


def _closing(state: Rules, viewer: int, lang: str) -> list[Threat]:
    """The quarry with the highest number is the next to close: what the viewer would lose. §6.8"""
    active = [q for q in range(len(state.quarries.top)) if state.is_active(q)]
    if viewer < 0 or not active or state.worker == NONE or not state.stack():
        return []
    highest = max(active, key=lambda q: int(state.quarries.top[q]))
    after = state.clone()
    after.closed = after.closed | BIT[highest]
    lost = int(effects.income_of(state, viewer) - effects.income_of(after, viewer))
    if lost == 0:
        return []
    name = state.parts.cells[int(state.side.quarries[highest])]
    return [Threat(NOBODY, filled(GUIDE[lang]["closes"], {"cell": name, "n": lost}), (f"cell-{name}",), "q-x")]


def decisive(state: Rules) -> tuple[str, ...]:
    """The cities of those who won, and the temples and statues that brought them points. §8.2 §8.3 §8.4"""
    out: list[str] = []
    for seat, place in enumerate(state.places()):
        for city in scoring.cities(state, seat) if place == 1 else []:
            out += _lit(state, city)
    return tuple(dict.fromkeys(out))


def _lit(state: Rules, city: vec[i64]) -> list[str]:
    """The shapes of a city, and of what it touches."""
    names = state.parts.cells
    cells = [cell for cell in state.side.hexes if city[cell // WORD] & BIT[cell % WORD]]
    out = [f"city-{names[cells[0]]}", *(f"piece-{names[cell]}" for cell in cells)]
    for temple, cell in enumerate(state.side.temples):
        if state.temples.columns[temple] > 0 and scoring.touches(state, city, cell):
            out.append(f"cell-{names[int(cell)]}")
    for cell in state.side.hexes:
        if state.island.statues[cell // WORD] & BIT[cell % WORD] and scoring.touches(state, city, cell):
            out.append(f"piece-{names[cell]}")
    return out
