"""What would come of an action, how one wins, and what threatens; of marble behind the others' screens no word."""

from __future__ import annotations

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.game import seat_name
from agon.core.guide import Goal, Outlook, Threat
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
from agon.games.hellas_2016.sentences import BILLS, GAINS, GOAL, GROUPS, THREATS, WARNINGS, WHERE, WHY_SO
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
    arg = action - verb.first
    match verb.name:
        case "take":
            return _take(state, arg, lang)
        case "house" | "palace" | "square" | "statue":
            return _site(state, PIECES.index(verb.name), arg, lang)
        case "pass":
            kept = filled(WHY_SO[lang]["keeps"], {"marble": int(state.purse.marble[state.actor()])})
            return Outlook(group=GROUPS[lang]["decline"], reason=kept, benefit=-1.0)
        case "quarry" | "waive":
            return _quarry(state, verb.name == "quarry", lang)
        case "cover":
            return _cover(state, arg, lang)
        case "worker":
            return _worker(state, arg, lang)
        case "column":
            return _column(state, arg, lang)
    return Outlook()


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
    after = state.clone()
    after.apply(action)
    return "opens" if after.actor() == state.actor() and after.step != state.step else ""


def begins(state: Rules, action: int) -> bool:
    """Columns of one action are one step, and so are a house and a square. §6.3 §6.9"""
    if state.actions.verb(action).name not in ("house", "square", "column"):
        return False
    after = state.clone()
    after.apply(action)
    return bool(after.step == state.step and after.step != ask.PLACE_HOUSES and after.actor() == state.actor())


# ---- the bar ----


def _take(state: Rules, space: int, lang: str) -> Outlook:
    """A space of the bar: what the active player gets, and whether anything comes of it. §5.2 §Q28"""
    kind = int(state.parts.bar_kind[space])
    if kind == BAR_QUARRY:
        return _take_quarry(state, space, lang)
    if kind == BAR_TEMPLE:
        return _take_temple(state, space, lang)
    if kind == BAR_STATUE:
        return _take_statue(state, space, lang)
    if kind == BAR_MARBLE:
        n = int(state.parts.marble_action)
        return _space(state, space, lang, "p-marble", WHY_SO[lang]["bank"], GAINS[lang]["marble"], n, float(n))
    return _take_building(state, space, lang)


def _space(state: Rules, space: int, lang: str, symbol: str, reason: str, gain: str, n: int, benefit: float) -> Outlook:
    """A space that costs nothing."""
    group = "everybody" if state.parts.bar_kind[space] <= BAR_QUARRY else "alone"
    name = space_name(state.parts.bar[space], lang)
    return Outlook(GROUPS[lang][group], symbol, name, reason, gain=filled(gain, {"n": n}) if n else "", benefit=benefit)


def _take_quarry(state: Rules, space: int, lang: str) -> Outlook:
    """Income for all. §6.5 §6.6"""
    income = int(effects.income_of(state, state.active))
    reason = WHY_SO[lang]["income_all" if income else "income_others"]
    return _space(state, space, lang, "q-3", reason, GAINS[lang]["marble"], income, float(income))


def _take_building(state: Rules, space: int, lang: str) -> Outlook:
    """House, house and square, palace: all build in turn, but who has no marble only watches. §6.1"""
    parts, seat = state.parts, int(state.active)
    kinds = [kind for kind in (HOUSE, PALACE, SQUARE) if int(parts.bar_builds[space]) >> kind & 1]
    have = int(state.purse.marble[seat])
    owned = [kind for kind in kinds if state.island.supply[OWNED * seat + kind] > 0]
    prices = [price for kind in owned or kinds for price in _prices(state, kind)]
    warning, short = _vain(kinds, owned, prices, have, lang)
    best = None if warning else best_site(state, seat, [kind for kind in owned if effects.can_pay(state, seat, kind)])
    why = WHY_SO[lang]
    gain, benefit, reason = "", VAIN if warning else 0.0, short or why["no_site_counts"]
    if best is not None:
        key, n = ("best_income", best.income) if best.income else ("best_points", best.points)
        reason = filled(why[key], {"cell": parts.cells[best.cell], "n": n})
        gain, benefit = filled(GAINS[lang]["up_to"], {"n": n}), float(n)
    low, high = (min(prices), max(prices)) if prices else (0, 0)
    if len(kinds) > 1:  # house and square, each paid for by itself
        high = sum(max(_prices(state, kind), default=0) for kind in kinds)
    return Outlook(
        GROUPS[lang]["everybody"],
        SYMBOL[kinds[0]],
        space_name(parts.bar[space], lang),
        reason,
        filled(BILLS[lang]["range"], {"low": low, "high": high}),
        gain,
        ((BILLS[lang]["have"], filled(BILLS[lang]["marble"], {"n": have})),),
        cost=float(low),
        benefit=benefit,
        payable=not warning,
        warning=warning,
    )


def _prices(state: Rules, kind: int) -> list[int]:
    """What a piece costs where there is a free space for it. §3.2"""
    island, side, parts = state.island, state.side, state.parts
    out: list[int] = []
    if parts.coast_cost[kind] >= 0 and any(island.free[w] & side.coast[w] for w in range(WORDS)):
        out.append(int(parts.coast_cost[kind]))
    if any(island.free[w] & side.inland[w] for w in range(WORDS)):
        out.append(int(parts.inland_cost[kind]))
    return out


def _vain(kinds: list[int], owned: list[int], prices: list[int], have: int, lang: str) -> tuple[str, str]:
    """Why the active player would build nothing, as a warning and in short; both empty if that is not so."""
    said, why = WARNINGS[lang], WHY_SO[lang]
    if not owned:
        pieces = why["and"].join(PIECES_PLURAL[lang][PIECES[kind]] for kind in kinds)
        return f"{filled(said['none_left'], {'pieces': pieces})} {said['others']}", why["none_left"]
    if not prices:
        return said["no_site"], why["no_site"]
    if min(prices) <= have:
        return "", ""
    facts: Facts = {"a_piece": A_PIECE[lang][PIECES[owned[0]]], "price": min(prices), "have": have}
    return f"{spoken(said['dear'], facts)} {said['others']}", filled(why["short"], {"n": min(prices) - have})


def _take_temple(state: Rules, space: int, lang: str) -> Outlook:
    """Exactly so many columns, or none at all; the first temple of a phase brings its start. §5.4 §6.9"""
    parts, have = state.parts, int(state.purse.marble[state.active])
    columns, price, room = int(parts.bar_columns[space]), int(parts.bar_price[space]), int(state.free_places())
    starts = bool(state.marker == NONE and state.phase + 1 < parts.phases)
    warning, reason = "", WHY_SO[lang]["starts" if starts else "ring"]
    facts: Facts = {"n": columns, "price": price, "have": have, "room": room}
    if room < columns:
        warning = filled(WARNINGS[lang]["columns_room"], facts)
        reason = filled(WHY_SO[lang]["places_short"], {"n": columns - room})
    elif have < price:
        warning = filled(WARNINGS[lang]["columns_dear"], facts)
        reason = filled(WHY_SO[lang]["short"], {"n": price - have})
    if warning and starts:
        warning = f"{warning} {WARNINGS[lang]['only_start']}"
    benefit = VAIN if warning else float(parts.ring_points)
    return _alone(state, space, lang, "p-column", reason, price, GAINS[lang]["ring"], benefit, warning)


def _take_statue(state: Rules, space: int, lang: str) -> Outlook:
    """One statue inland. §6.10"""
    price, have = int(state.parts.inland_cost[STATUE]), int(state.purse.marble[state.active])
    warning, reason, gain, benefit = "", WHY_SO[lang]["no_site_counts"], "", 0.0
    if state.statues_left == 0:
        warning, reason = WARNINGS[lang]["statues_gone"], WHY_SO[lang]["none_left"]
    elif not _prices(state, STATUE):
        warning, reason = WARNINGS[lang]["statue_no_site"], WHY_SO[lang]["no_site"]
    elif have < price:
        warning = filled(WARNINGS[lang]["statue_dear"], {"price": price, "have": have})
        reason = filled(WHY_SO[lang]["short"], {"n": price - have})
    else:
        best = best_site(state, int(state.active), [STATUE])
        if best is not None:
            reason = filled(WHY_SO[lang]["best_points"], {"cell": state.parts.cells[best.cell], "n": best.points})
            gain, benefit = filled(GAINS[lang]["points"], {"n": best.points}), float(best.points)
    return _alone(state, space, lang, "p-statue", reason, price, gain, VAIN if warning else benefit, warning)


def _alone(
    state: Rules, space: int, lang: str, symbol: str, reason: str, price: int, gain: str, benefit: float, warning: str
) -> Outlook:
    """A space for the active player that is paid for."""
    have = int(state.purse.marble[state.active])
    return Outlook(
        GROUPS[lang]["alone"],
        symbol,
        space_name(state.parts.bar[space], lang),
        reason,
        filled(BILLS[lang]["marble"], {"n": price}),
        "" if warning else gain,
        ((BILLS[lang]["have"], filled(BILLS[lang]["marble"], {"n": have})),),
        cost=float(price),
        benefit=benefit,
        payable=not warning,
        warning=warning,
    )


# ---- a site ----


def _site(state: Rules, kind: int, cell: int, lang: str) -> Outlook:
    """A piece on a space: price and what is left, income before and after, the city it joins. §3.2 §6.6 §7.3"""
    seat = state.actor()
    site = Site(state, seat, kind, cell)
    is_free = state.step == ask.PLACE_HOUSES
    price = 0 if is_free else int(effects.price(state, kind, cell))
    zone = "coast" if state.side.kind[cell] == COAST else "inland"
    worth = site.income + max(0, site.points)
    return Outlook(
        group=GROUPS[lang]["start" if is_free else _site_group(kind, site, zone)],
        symbol=SYMBOL[kind],
        place=filled(WHERE[lang][zone], {"cell": state.parts.cells[cell]}),
        reason=_beside(state, cell, lang) if kind == HOUSE else "",
        price=BILLS[lang]["free"] if is_free else filled(BILLS[lang]["marble"], {"n": price}),
        gain=_gain(site, lang),
        bill=_site_bill(state, seat, site, price, lang),
        badge=f"+{worth}" if worth else "",
        cost=float(price),
        benefit=float(worth),
    )


def _site_group(kind: int, site: Site, zone: str) -> str:
    name = PIECES[kind]
    if kind == HOUSE and site.income:
        return "house_high" if site.income >= HIGH_INCOME else "house_income"
    return f"{name}_points" if site.points > 0 else f"{name}_{zone}"


def _beside(state: Rules, cell: int, lang: str) -> str:
    """ "beside the quarry of 4 and 1"."""
    yields = [str(n) for n in yields_at(state, cell)]
    return filled(WHY_SO[lang]["quarry"], {"yields": WHY_SO[lang]["and"].join(yields)}) if yields else ""


def _gain(site: Site, lang: str) -> str:
    said = [filled(GAINS[lang]["income"], {"n": site.income})] if site.income else []
    if site.points > 0:
        said.append(filled(GAINS[lang]["points"], {"n": site.points}))
    return ", ".join(said)


def _site_bill(state: Rules, seat: int, site: Site, price: int, lang: str) -> tuple[tuple[str, str], ...]:
    words = BILLS[lang]
    left = int(state.purse.marble[seat]) - price
    lines = [(words["price"], filled(words["then"], {"price": price, "left": left}) if price else words["free"])]
    if site.income:
        old = int(effects.income_of(state, seat))
        lines.append((words["income"], filled(words["change"], {"old": old, "new": old + site.income})))
    if site.city:
        pieces = filled(words["pieces"], {"n": site.city})
        if site.joined:
            named = filled(words["city"], {"cell": state.parts.cells[site.joined_at]})
            lines.append((named, filled(words["change"], {"old": site.joined, "new": site.city})))
        else:
            lines.append((words["new_city"], pieces))
    if site.points:
        lines.append((words["points"], f"+{site.points}" if site.points > 0 else str(site.points)))
    return tuple(lines)


# ---- quarries, columns ----


def _quarry(state: Rules, carried_out: bool, lang: str) -> Outlook:
    """Carry it out or waive it: the others take their income in any case. §6.5"""
    seat = int(state.active)
    others = [s for s in range(state.seats()) if s != seat]
    incomes = ", ".join(f"{seat_name(s, lang)} {int(effects.income_of(state, s))}" for s in others)
    income = int(effects.income_of(state, seat)) if carried_out else 0
    return Outlook(
        group=GROUPS[lang]["quarry"],
        symbol="q-3" if carried_out else "q-x",
        reason=filled(WHY_SO[lang]["others"], {"incomes": incomes}),
        gain=filled(GAINS[lang]["marble"], {"n": income}) if income else "",
        benefit=float(income),
    )


def _cover(state: Rules, cell: int, lang: str) -> Outlook:
    """A quarry yields less with a higher number: what that takes from whom. §1.2 §6.7"""
    marble = state.parts.tile_marble
    old, new = int(marble[state.quarries.top[state.side.quarry_at[cell]]]), int(marble[state.tile])
    own, others = _houses_at(state, cell)
    change = (new - old) * own
    sign = f"{change}".replace("-", "−") if change < 0 else f"+{change}"
    return Outlook(
        group=GROUPS[lang]["cover"],
        symbol=f"q-{new}",
        place=filled(WHERE[lang]["quarry"], {"cell": state.parts.cells[cell]}),
        reason=_listed(filled(WHY_SO[lang]["gives"], {"old": old, "new": new}), _houses(own, others, lang)),
        gain=filled(GAINS[lang]["change"], {"n": sign}) if change else "",
        badge=sign if change else "",
        benefit=change - (new - old) * others / max(1, state.seats() - 1),
    )


def _worker(state: Rules, cell: int, lang: str) -> Outlook:
    """The next quarry opens where the worker stands. §6.8"""
    own, others = _houses_at(state, cell)
    return Outlook(
        group=GROUPS[lang]["worker"],
        symbol="p-worker",
        place=filled(WHERE[lang]["quarry"], {"cell": state.parts.cells[cell]}),
        reason=_houses(own, others, lang),
        badge=str(own) if own else "",
        benefit=own - others / max(1, state.seats() - 1),
    )


def _houses(own: int, others: int, lang: str) -> str:
    return filled(WHY_SO[lang]["houses"], {"n": own, "m": others})


def _houses_at(state: Rules, cell: int) -> tuple[int, int]:
    """How many houses of the active player and of the others stand next to a quarry."""
    seat = state.actor()
    counts = [
        sum(
            int(popcount(state.island.houses[WORDS * s + w] & state.side.around[WORDS * cell + w]))
            for w in range(WORDS)
        )
        for s in range(state.seats())
    ]
    return counts[seat], sum(counts) - counts[seat]


def _column(state: Rules, cell: int, lang: str) -> Outlook:
    """A column is a point for every city at its temple; the last one brings a ring. §6.9 §8.3"""
    seat, temple = state.actor(), int(state.side.temple_at[cell])
    have, places = int(state.temples.columns[temple]), int(state.side.places[temple])
    points = [
        sum(1 for city in scoring.cities(state, s) if scoring.touches(state, city, cell)) for s in range(state.seats())
    ]
    others = [seat_name(s, lang) for s, n in enumerate(points) if n and s != seat]
    why, last = WHY_SO[lang], have + 1 == places
    said = [filled(why["columns"], {"have": have, "places": places}), why["touches" if points[seat] else "touches_not"]]
    if others:
        said.append(filled(why["also"], {"names": ", ".join(others)}))
    gains = [filled(GAINS[lang]["points"], {"n": points[seat]})] if points[seat] else []
    gains += [GAINS[lang]["ring"]] if last else []
    first = state.todo == state.parts.bar_columns[state.space]
    return Outlook(
        group=GROUPS[lang]["column"],
        symbol="p-column",
        place=filled(WHERE[lang]["temple"], {"cell": state.parts.cells[cell]}),
        reason=_listed(*said),
        price=filled(BILLS[lang]["marble"], {"n": int(state.parts.bar_price[state.space])}) if first else why["paid"],
        gain=", ".join(gains),
        bill=((BILLS[lang]["columns"], filled(BILLS[lang]["change"], {"old": have, "new": have + 1})),),
        badge=f"+{points[seat]}" if points[seat] else "",
        benefit=points[seat] + int(state.parts.ring_points) * last - 0.3 * len(others),
    )


def _listed(*said: str) -> str:
    return ", ".join(part for part in said if part)


# ---- how one wins, and what threatens ----


def goal(state: Rules, viewer: int, lang: str) -> Goal:
    """Points as they would be counted now; those for marble behind a screen are left out. §8.1 §Q17 §Q25"""
    standing: list[str] = []
    for seat, row in enumerate(scoring.scores(state)):
        seen = seat == viewer or state.step == ask.FINISHED
        standing.append(str(row["total"]) if seen else f"{row['total'] - row['marble']}+")
    return Goal(GOAL[lang].format(n=int(state.parts.phases)), tuple(standing), "§8.7")


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
            text = filled(THREATS[lang]["temple"], {"n": left, "cell": name})
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
        text = filled(THREATS[lang]["rings_you" if seat == viewer else "rings"], {"who": f"{{{seat}}}"})
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
    return [Threat(NOBODY, filled(THREATS[lang]["closes"], {"cell": name, "n": lost}), (f"cell-{name}",), "q-x")]


def decisive(state: Rules) -> tuple[str, ...]:
    """The cities of those who won, and the temples and statues that brought them points. §8.2 §8.3 §8.4"""
    if state.actor() != OVER:
        return ()
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
