"""What would come of an action, how one wins, and what threatens: from an observation, for whoever decides."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Final, NamedTuple

from agon.core.game import seat_name
from agon.core.guide import Advice, Goal, Outlook, Threat
from agon.core.numbers import BIT, bits, popcount
from agon.core.speech import Facts, filled
from agon.core.state import NONE, OVER
from agon.games.olympos import choices, effects, scoring
from agon.games.olympos import questions as ask
from agon.games.olympos.guide_words import GROUPS, GUIDE
from agon.games.olympos.names import RESOURCE, amounts, bonus_name, name
from agon.games.olympos.parts import (
    BONUS_HOURGLASSES,
    CARDS,
    CAVALRY,
    CHOICES,
    COLUMNS,
    DISCOVERIES,
    FAR,
    FULL_SET,
    GODS,
    GRAIN,
    GRAIN_HOURGLASS,
    KINDS,
    RESOURCES,
    STONE_MAJORITY,
    WIDTH,
    WOOD,
    WOOD_PRESTIGE,
)
from agon.games.olympos.rules import Rules
from agon.games.olympos.sentences import ABOUT
from agon.games.olympos.words import held_by_cross

SYMBOLS: Final = {
    "go": "disc", "recruit": "disc", "send": "disc", "lose": "disc", "pay": "cube", "take": "cube", "wait": "i-hour",
    "pass": "laurel", "stars": "star", "block": "cross",
}  # fmt: skip
KEYS: Final = {
    "en": {"block": ("near the north", "further off", "far off"), "gain": ("gains least", "gains more", "gains most")},
    "de": {
        "block": ("nahe am Norden", "weiter weg", "abgelegen"),
        "gain": ("bringt wenig", "bringt mehr", "bringt viel"),
    },
}
OTHER_SYMBOLS: Final = {
    "play": "destiny", "draw": "destiny", "discard": "destiny", "tile": "cube", "cube": "cube", "bonus": "laurel",
    "done": "i-fwd", "token": "i-hour",
}  # fmt: skip
CARD_SYMBOL: Final = {
    "star": "star", "zeusSymbol": "bolt", "fullSet": "laurel", "woodPrestige": "r-wood", "grainHourglass": "r-grain",
    "stoneMajority": "r-stone",
}  # fmt: skip
_GROUP_OF: Final = {"recruit": "settler", "send": "settler", "wait": "finish", "pass": "finish", "done": "finish"}
NAMED: Final = 3  # discoveries named in a line; of more, the number
MOST_THREATS: Final = 4


def outlook(state: Rules, action: int, lang: str) -> Outlook:
    """What would come of a legal action, as the seat that decides may know it."""
    if state.actor() < 0:
        return Outlook()
    verb = state.actions.verb(action)
    said = _OF_VERB[verb.name](_View(state, lang, GUIDE), verb.arguments(action - int(verb.first)))
    group = GROUPS[lang][_GROUP_OF.get(verb.name, verb.name)]
    return replace(said, group=said.group or group, symbol=said.symbol or SYMBOLS.get(verb.name, ""))


class _View(Advice[Rules]):
    """What would come of an action, said in a language."""

    def name(self, id_: str) -> str:
        return name(self.state.parts, id_, self.lang)

    def space(self, territory: int) -> str:
        return self.name(self.state.parts.territories[territory])

    def resource(self, resource: int) -> str:
        return RESOURCE[self.lang][RESOURCES[resource]]

    def ap(self, price: int) -> str:
        return self.say("ap", n=price)

    # ---- time ----

    def time(self, price: int, more: int = 0) -> tuple[tuple[str, str], ...]:
        """Where the token would come to lie, hourglasses first, and the Zeus spaces it would reach. §5.4 §5.5"""
        state, seat = self.state, self.seat
        spent = min(price, int(state.camps.hourglasses[seat]) + more)
        old = int(state.track.space_of[seat])
        new = old + price - spent
        used = self.say("hourglasses", n=spent) if spent else ""
        lines = [(self.words["time"], used + self.say("change", a=old, b=new))]
        lines += [(self.words["reaches"], self.say("zeus", n=int(z))) for z in state.parts.zeus if old < z <= new]
        return tuple(lines)

    # ---- what becomes payable ----

    def purse(self, held: int, cubes: list[int]) -> int:
        """What one would have of each resource, as `parts.payable` counts it. Must agree with `effects.purse`."""
        parts = self.state.parts
        code = 0
        for kin, count in zip(parts.of_resource, cubes, strict=True):
            code = code * (parts.most_cubes + 1) + min(parts.most_cubes, int(popcount(held & int(kin))) + count)
        return code

    def cubes(self) -> list[int]:
        return [int(n) for n in self.state.camps.cubes[KINDS * self.seat : KINDS * (self.seat + 1)]]

    def opened(self, held: int, cubes: list[int]) -> list[str]:
        """The discoveries that would become payable with these territories and cubes. §7.2"""
        state, seat = self.state, self.seat
        payable = state.parts.payable
        new = int(payable[self.purse(held, cubes)]) & ~int(payable[effects.purse(state, seat)])
        cells = [c for c in bits(new) if state.board.copies[c] > 0 and not state.has(seat, state.board.tile_at[c])]
        return [self.name(DISCOVERIES[int(state.board.tile_at[c])]) for c in cells]

    def list(self, things: list[str]) -> str:
        """The first of them by name."""
        more = f" +{len(things) - NAMED}" if len(things) > NAMED else ""
        return ", ".join(things[:NAMED]) + more


# ---- §4.5 blocking ----


def _block(view: _View, places: list[int]) -> Outlook:
    """Why it matters which territory is closed."""
    state, territory = view.state, places[0]
    parts = state.parts
    far = _from_north(state, territory)
    if int(parts.starred) & BIT[territory]:
        reason = view.words["block_star"]
    elif territory == parts.olympos:
        reason = view.words["block_zeus"]
    elif int(parts.atlantis) & BIT[territory]:
        reason = view.words["block_atlantis"]
    else:
        reason = view.say("block_far", n=far) if far < FAR else view.words["block_no_way"]
    resource = int(parts.resource[territory])
    return Outlook(
        group=view.resource(resource).capitalize(),
        place=view.space(territory),
        reason=reason,
        benefit=_worth_blocking(state, territory),
        symbol=f"emb-{RESOURCES[resource]}",
    )


def _from_north(state: Rules, territory: int) -> int:
    """What the way from the north costs without any discovery. §6.2"""
    table = int(state.parts.sea_price) * (state.parts.land + 1)
    return int(state.parts.distance[(table + state.parts.land) * state.parts.land + territory])


def _worth_blocking(state: Rules, territory: int) -> float:
    """Far lands that nobody would go for first; stars and the Zeus token are kept for the game."""
    kept = int(state.parts.starred) & BIT[territory] or territory == state.parts.olympos
    return float(_from_north(state, territory)) - (2.0 * FAR if kept else 0.0)


def suggest(state: Rules) -> list[int]:
    """A sensible set of territories to block, far from the north and without stars, as answers in a row. §4.5"""
    if state.step != ask.BLOCK:
        return []
    after = state.clone()
    first = int(state.actions.block.first)
    out: list[int] = []
    while after.step == ask.BLOCK:
        out.append(max(after.legal(), key=lambda action: (_worth_blocking(state, action - first), -action)))
        after.apply(out[-1])
    return out


MOST_CARDS: Final = 3  # that are looked at to make one thing payable


def remedy(state: Rules, action: int) -> int | None:
    """The card of the hand to begin with, where cards of the hand would make a discovery or a wonder payable. §8.4"""
    if state.step != ask.TAKE_TURN or state.actions.verb(action).name not in ("discover", "build"):
        return None
    first = int(state.actions.play.first)
    for kind in range(len(CARDS)):
        after = state.clone()
        for _ in range(MOST_CARDS):
            if after.step != ask.TAKE_TURN or after.active != state.active or not after.is_legal(first + kind):
                break
            after.apply(first + kind)
            if after.step == ask.TAKE_TURN and after.active == state.active and after.is_legal(action):
                return first + kind
    return None


# ---- §6 expansion ----


class _Journey(NamedTuple):
    """A way to a goal: what it costs, fight and Erinyes included, whence, and the territory given up by it."""

    price: int
    source: int  # NONE: a new settler
    lost: int  # NONE: no territory


def _journeys(state: Rules, seat: int, goal: int) -> list[_Journey]:
    """The cheapest first. §6.1 §6.4"""
    fight = int(effects.combat_price(state, seat, goal))
    out: list[_Journey] = []
    if state.camps.stock[seat] > 0:
        price = int(effects.recruit_price(state, seat, goal))
        out.append(_Journey(int(effects.owed(state, seat, price + fight)), NONE, NONE))
    there = state.map
    for i in range(there.standing):
        if there.settlers[i] == seat:
            source = int(there.where[i])
            price = int(effects.way(state, seat, source, goal))
            lost = source if _gives_up(state, i) else NONE
            out.append(_Journey(int(effects.owed(state, seat, price + fight)), source, lost))
    most = int(effects.means(state, seat))
    return sorted((j for j in out if j.price <= most), key=lambda j: (j.price, j.lost != NONE))


def _gives_up(state: Rules, i: int) -> bool:
    """Whether a territory is lost when this settler leaves: it is on top, and the next is not one's own. §6.4 §Q8"""
    there = state.map
    on_top = i + 1 == there.standing or there.where[i + 1] != there.where[i]
    beneath = i > 0 and there.where[i - 1] == there.where[i] and there.settlers[i - 1] == there.settlers[i]
    return bool(on_top and not beneath)


def _go(view: _View, places: list[int]) -> Outlook:
    """The time it costs, what one gains, and which discoveries that opens."""
    state, goal = view.state, places[0]
    journeys = _journeys(state, view.seat, goal)
    best = journeys[0]
    said = _arrival(view, goal, best)
    notes = [said.reason] if said.reason else []
    if best.lost != NONE:
        notes.append(view.say("leaves", space=view.space(best.lost)))
        recruits = [j for j in journeys if j.source == NONE]
        notes += [view.say("new_settler", n=j.price) for j in recruits]
    return replace(said, reason="; ".join(notes), badge=str(best.price))


def _arrival(view: _View, goal: int, journey: _Journey) -> Outlook:
    """What one gains in a territory, whom one fights there, and what it opens. §6.5 §6.6"""
    state, seat, parts = view.state, view.seat, view.state.parts
    resource = int(parts.resource[goal])
    held = int(state.map.held[seat]) | BIT[goal]
    if journey.lost != NONE:
        held &= ~BIT[journey.lost]
    opened = view.opened(held, view.cubes())
    star, zeus = bool(int(parts.starred) & BIT[goal]), goal == parts.olympos
    gains = [view.say("plus", resource=view.resource(resource))]
    gains += [view.words["plus_star"]] * star + [view.words["plus_zeus"]] * zeus
    before, after = (
        int(popcount(mask & int(parts.of_resource[resource]))) for mask in (int(state.map.held[seat]), held)
    )
    bill = [*view.time(journey.price), (view.resource(resource).capitalize(), view.say("change", a=before, b=after))]
    fight = _fight(view, goal)
    if fight:
        bill.append((view.words["fight"], fight))
    if opened:
        bill.append((view.words["opens"], view.list(opened)))
    points = int(parts.atlantis_points if int(parts.atlantis) & BIT[goal] else parts.territory_points)
    return Outlook(
        place=view.space(goal),
        reason="; ".join(
            [*([fight] if fight else []), *([view.say("opens_list", list=view.list(opened))] if opened else [])]
        ),
        price=view.ap(journey.price),
        gain=", ".join(gains),
        bill=tuple(bill),
        cost=float(journey.price),
        benefit=points + 2.0 * star + 1.5 * zeus + len(opened) - (1.5 if journey.lost != NONE else 0.0),
        symbol=f"emb-{RESOURCES[resource]}",
    )


def _fight(view: _View, goal: int) -> str:
    """Whom one fights there, and what that costs; nothing in an empty territory. §6.6 §6.8"""
    state = view.state
    owner, price = int(state.controller(goal)), int(effects.combat_price(state, view.seat, goal))
    if owner == NONE and not int(state.tribes) & BIT[goal]:
        return ""
    theirs = 0 if owner == NONE else int(effects.strength(state, owner))
    mine = int(effects.strength(state, view.seat))
    key = "more_swords" if mine > theirs else "equal_swords" if mine == theirs else "fewer_swords"
    fight = view.say(key, n=price)
    if owner == NONE:
        return view.say("against_tribe", fight=fight)
    return view.say("against", owner=seat_name(owner, view.lang), fight=fight)


def _recruit(view: _View, _: list[int]) -> Outlook:
    state, goal = view.state, int(view.state.goal)
    (journey,) = [j for j in _journeys(state, view.seat, goal) if j.source == NONE]
    return _of_settler(view, journey, "")


def _send(view: _View, places: list[int]) -> Outlook:
    state, (source, level) = view.state, places
    i = int(state.bottom(source)) + level
    fight = effects.combat_price(state, view.seat, state.goal)
    price = int(effects.owed(state, view.seat, effects.way(state, view.seat, source, state.goal) + fight))
    lost = source if _gives_up(state, i) else NONE
    return _of_settler(view, _Journey(price, source, lost), _left_behind(view, source, level))


def _of_settler(view: _View, journey: _Journey, left: str) -> Outlook:
    said = _arrival(view, int(view.state.goal), journey)
    place = "" if journey.source == NONE else view.space(journey.source)
    return replace(said, place=place, reason=left or said.reason, symbol="disc")


def _left_behind(view: _View, source: int, level: int) -> str:
    """What becomes of the territory a settler leaves. §6.4"""
    stack, seat = view.state.stack(source), view.seat
    if level < len(stack) - 1:
        return view.words["beaten"]
    if level == 0:
        return view.say("to_nobody", space=view.space(source))
    if stack[level - 1] == seat:
        return view.say("keeps_land", space=view.space(source))
    return view.say("to_owner", space=view.space(source), owner=seat_name(stack[level - 1], view.lang))


def _lose(view: _View, places: list[int]) -> Outlook:
    source, level = places
    beaten = level < len(view.state.stack(source)) - 1
    return Outlook(place=view.space(source), reason=_left_behind(view, source, level), benefit=float(beaten))


# ---- §7 development ----


def _discover(view: _View, places: list[int]) -> Outlook:
    """What it does, what is shown and paid, and which bonus the cross leaves. §7.1 to §7.5"""
    state, seat, cell = view.state, view.seat, places[0]
    tile = int(state.board.tile_at[cell])
    price = int(effects.owed(state, seat, effects.discovery_price(state, seat, cell)))
    sure = int(state.parts.cavalry_hourglasses) if tile == CAVALRY else 0
    free, allowed = _bonuses(state, seat, cell, price, sure)
    forced = len(free) > 1 and len(allowed) == 1
    if forced and state.parts.bonus[CHOICES * cell + allowed[0]] == BONUS_HOURGLASSES:
        sure += int(state.parts.bonus_hourglasses)
    names = [_bonus_of(view, cell, place) for place in allowed]
    shown, paid = _payment(view, cell)
    bill = [*view.time(price, sure), (view.words["shown"], shown), (view.words["paid"], paid)]
    if free:
        bill.append((view.words["bonus"], view.words["or"].join(names)))
    points = _points_of(state, seat, tile)
    about = ABOUT[view.lang][DISCOVERIES[tile]].rstrip(".")
    narrowed = view.say("narrowed", bonus=view.words["or"].join(names)) if 1 < len(allowed) < len(free) else ""
    return Outlook(
        place=view.name(DISCOVERIES[tile]),
        reason=f"{about}; {narrowed}" if narrowed else about,
        price=", ".join([view.ap(price), *([] if paid == view.words["no_cube"] else [paid])]),
        gain=view.say("plus_prestige", n=points),
        bill=tuple(bill),
        badge=str(price),
        cost=float(price),
        benefit=float(points),
        warning=view.say("forced", cross=int(state.parts.cross), bonus=names[0]) if forced else "",
        symbol=f"d-{DISCOVERIES[tile]}",
    )


def _bonuses(state: Rules, seat: int, cell: int, price: int, sure: int) -> tuple[list[int], list[int]]:
    """The free bonuses of a cell, and those of them with which the payment does not pass the cross. §7.5 §Q35"""
    free = [place for place in range(CHOICES) if effects.is_free(state, cell, place)]
    most = int(effects.means(state, seat)) + sure
    hours = {p: int(state.parts.bonus_hourglasses) for p in free if _gives_hours(state, cell, p)}
    return free, [place for place in free if price <= most + hours.get(place, 0)]


def _gives_hours(state: Rules, cell: int, place: int) -> bool:
    return bool(state.parts.bonus[CHOICES * cell + place] == BONUS_HOURGLASSES)


def _bonus_of(view: _View, cell: int, place: int) -> str:
    return bonus_name(view.state.parts, int(view.state.parts.bonus[CHOICES * cell + place]), view.lang)


def _payment(view: _View, cell: int) -> tuple[str, str]:
    """The territories shown and the cubes paid; where there is a choice, between what. §7.2"""
    state, parts = view.state, view.state.parts
    ways: dict[int, str] = {}
    for way in range(int(parts.way_first[cell]), int(parts.way_first[cell + 1])):
        code = int(effects.payment(state, view.seat, way))
        if code != NONE and code not in ways:
            need = [int(n) for n in parts.way_need[KINDS * way : KINDS * (way + 1)]]
            tiles = [min(n, int(state.tiles(view.seat, r))) for r, n in enumerate(need)]
            ways[code] = ", ".join(amounts(tiles, view.lang)) or view.words["nothing_shown"]
    cubes = [state.actions.pay.arguments(code) for code in sorted(ways)]
    paid = [", ".join(amounts(each, view.lang)) or view.words["no_cube"] for each in cubes]
    if len(ways) == 1:
        return next(iter(ways.values())), paid[0]
    return view.words["or"].join(dict.fromkeys(ways[code] for code in sorted(ways))), view.words["or"].join(paid)


def _points_of(state: Rules, seat: int, tile: int) -> int:
    """Prestige at the end for a discovery, as it would be counted now. §10.3"""
    after = state.clone()
    after.board = after.board.own()
    after.board.discovered[seat] |= BIT[tile]
    return int(scoring.total(after, seat) - scoring.total(state, seat))


def _pay(view: _View, places: list[int]) -> Outlook:
    left = [have - paid for have, paid in zip(view.cubes(), places, strict=True)]
    kept = ", ".join(amounts(left, view.lang))
    return Outlook(
        reason=view.say("keeps", list=kept) if kept else view.words["nothing_left"],
        price=", ".join(amounts(places, view.lang)) or view.words["no_cube"],
        cost=float(sum(places)),
    )


def _tile(view: _View, places: list[int]) -> Outlook:
    """What a Money or Agriculture tile makes cheaper. §7.3 §7.4"""
    state, seat, resource = view.state, view.seat, places[0]
    cells = [c for c in range(len(state.parts.cells)) if int(state.parts.named[c]) & BIT[resource]]
    left = [c for c in cells if state.board.copies[c] > 0 and not state.has(seat, state.board.tile_at[c])]
    names = [view.name(DISCOVERIES[int(state.board.tile_at[c])]) for c in left]
    reason = view.say("cheaper", list=view.list(names)) if names else view.words["cheaper_none"]
    return Outlook(reason=reason, benefit=float(len(left)), symbol=f"emb-{RESOURCES[resource]}")


def _take(view: _View, places: list[int]) -> Outlook:
    """A cube, and what it opens."""
    resource = places[0]
    cubes = view.cubes()
    cubes[resource] += 1
    opened = view.opened(int(view.state.map.held[view.seat]), cubes)
    return Outlook(
        place=view.resource(resource).capitalize(),
        reason=view.say("opens_list", list=view.list(opened)) if opened else "",
        gain=view.say("plus", resource=view.resource(resource)),
        benefit=float(len(opened)),
        symbol=f"emb-{RESOURCES[resource]}",
    )


def _bonus(view: _View, places: list[int]) -> Outlook:
    """The bonus, and the marker as a star of the column's wonder. §7.5 §7.6"""
    state, cell = view.state, int(view.state.cell)
    column = cell % WIDTH
    wonder = int(state.board.wonder_at[column])
    reason = ""
    if wonder != NONE and state.board.wonder_of[column] == NONE:
        have = int(effects.lasting_stars(state, view.seat, column)) + 1
        facts: Facts = {"have": have, "need": int(state.parts.wonder_stars[wonder]), "column": COLUMNS[column]}
        reason = view.say("marker", **facts, wonder=view.name(state.parts.wonders[wonder]))
    hours = int(state.parts.bonus_hourglasses) if _gives_hours(state, cell, places[0]) else 0
    gain = _bonus_of(view, cell, places[0])
    return Outlook(place=gain, gain=f"+{gain}", reason=reason, bill=view.time(int(state.price), hours))


def _build(view: _View, places: list[int]) -> Outlook:
    """The stars it takes, and which of them are used up. §7.6 §7.7"""
    state, seat, wonder = view.state, view.seat, places[0]
    column = list(state.board.wonder_at).index(wonder)
    need, lacking = int(state.parts.wonder_stars[wonder]), int(effects.lacking_stars(state, seat, column))
    price = int(effects.owed(state, seat, effects.wonder_price(state, seat)))
    stars = view.say("lasting", have=need - lacking, need=need)
    cards = min(lacking, int(effects.star_cards(state, seat)))
    used = [view.say("used_cards", n=cards)] if cards else []
    used += [view.words["used_athena"]] if cards < lacking else []
    prestige = int(state.parts.wonder_prestige[wonder])
    return Outlook(
        place=view.name(state.parts.wonders[wonder]),
        reason="; ".join([stars, *used]),
        price=view.ap(price),
        gain=view.say("plus_prestige", n=prestige),
        bill=(*view.time(price), (view.words["stars"], "; ".join([stars, *used]))),
        badge=str(price),
        cost=float(price),
        benefit=float(prestige),
        symbol=f"w-{state.parts.wonders[wonder]}",
    )


def _stars(view: _View, places: list[int]) -> Outlook:
    state, cards = view.state, places[0]
    left = int(effects.star_cards(state, view.seat)) - cards
    whole = cards == int(effects.lacking_stars(state, view.seat, state.column))
    kept = [view.say("cards_left", n=left)] + ([view.words["athena_left"]] if whole else [])
    return Outlook(reason="; ".join(kept), cost=float(cards))


# ---- §5 turns, §8 destiny cards, §9 gods ----


def _play(view: _View, places: list[int]) -> Outlook:
    """What a card brings now; a Zeus symbol, whom the god would reach."""
    state, seat, kind = view.state, view.seat, places[0]
    name_, card_price = CARDS[kind], view.words["card_price"]
    place = view.name(f"card:{name_}")
    if state.step == ask.REACT:
        after = state.clone()
        after.track = after.track.own()
        after.track.symbols[seat] += 1
        return Outlook(place=place, price=card_price, gain=_struck(view, after), symbol="bolt")
    kept = view.say("keeps_card", n=int(state.parts.card_points))
    if kind < KINDS:
        said = _take(view, [kind])
        return replace(said, place=place, price=card_price, reason=said.reason or kept)
    prestige = {FULL_SET: int(state.parts.full_set_prestige), WOOD_PRESTIGE: int(state.tiles(seat, WOOD))}.get(kind, 0)
    hours = {
        GRAIN_HOURGLASS: int(state.tiles(seat, GRAIN)),
        STONE_MAJORITY: int(state.parts.majority_hourglasses),
    }.get(kind, 0)
    gain = f"+{view.say('hourglasses', n=hours).rstrip(', ')}" if hours else view.say("plus_prestige", n=prestige)
    worth = float(prestige - int(state.parts.card_points) + hours)
    return Outlook(place=place, reason=kept, price=card_price, gain=gain, benefit=worth, symbol=CARD_SYMBOL[name_])


def _struck(view: _View, state: Rules) -> str:
    """Whom the god reaches with the symbols as they are. §9.3"""
    god = view.name(f"god:{GODS[int(state.god)]}")
    mask = effects.struck_by(state, state.god)
    if mask == 0:
        return view.say("struck_nobody", god=god)
    return view.say("struck", god=god, list=", ".join(seat_name(seat, view.lang) for seat in bits(mask)))


def _discard(view: _View, places: list[int]) -> Outlook:
    card = CARDS[places[0]]
    about = ABOUT[view.lang][f"card:{card}"].rstrip(".")
    return Outlook(place=view.name(f"card:{card}"), reason=about, symbol=CARD_SYMBOL.get(card, "cube"))


def _done(view: _View, _: list[int]) -> Outlook:
    state = view.state
    if state.step == ask.BEFORE_PAYING:
        price = int(state.price)
        return Outlook(price=view.ap(price), bill=view.time(price), cost=float(price))
    if state.step == ask.REACT:
        return Outlook(gain=_struck(view, state), reason=view.words["as_now"])
    return Outlook()


def _wait(view: _View, _: list[int]) -> Outlook:
    if view.state.step == ask.BEFORE_PAYING:  # a space further, §Q36
        return Outlook(price=view.ap(1), bill=view.time(1), cost=1.0)
    reason = view.words["wait" if held_by_cross(view.state) else "wait_poor"]
    if choices.playable(view.state) != 0:
        reason += f"; {view.words['wait_cards']}"
    return Outlook(reason=reason, price=view.ap(1), bill=view.time(1), cost=1.0)


def _pass(view: _View, _: list[int]) -> Outlook:
    state = view.state
    points, space = int(scoring.track_points(state, view.seat)), int(state.track.space_of[view.seat])
    return Outlook(gain=view.say("track_points", n=points, space=space))


_OF_VERB: Final[dict[str, Callable[[_View, list[int]], Outlook]]] = {
    "block": _block, "play": _play, "go": _go, "discover": _discover, "build": _build, "wait": _wait, "pass": _pass,
    "recruit": _recruit, "send": _send, "pay": _pay, "tile": _tile, "take": _take, "discard": _discard,
    "bonus": _bonus, "stars": _stars, "done": _done, "lose": _lose,
}  # fmt: skip


# ---- steps of several questions, and questions that answer themselves ----


def grades(state: Rules, lang: str) -> tuple[str, str, str] | None:
    """Territories to block are graded by how far they lie, goals and developments by what they gain."""
    return KEYS[lang]["block" if state.step == ask.BLOCK else "gain"]


def symbol(state: Rules, action: int) -> str:
    """The discovery, the wonder or the card that is meant, else a settler, an hourglass and the like."""
    verb = state.actions.verb(action)
    if verb.name == "discover":
        tile = int(state.board.tile_at[action - int(verb.first)])
        return f"d-{DISCOVERIES[tile]}" if tile != NONE else ""
    if verb.name == "build":
        return f"w-{state.parts.wonders[action - int(verb.first)]}"
    if verb.name == "god":
        return f"g-{GODS[action - int(verb.first)]}"
    return OTHER_SYMBOLS.get(verb.name, SYMBOLS.get(verb.name, ""))


PARTS_OF_A_STEP: Final = (
    ask.CHOOSE_SETTLER, ask.CHOOSE_PAYMENT, ask.CHOOSE_TILE, ask.CHOOSE_BONUS, ask.CHOOSE_STARS, ask.TAKE_CUBES,
)  # fmt: skip
CLOSES: Final = ("pay", "tile", "take", "bonus", "stars", "done")
OF_A_STEP: Final = ("go", "discover", "build", "recruit", "send", "pay", "tile", "take", "bonus", "stars")


def part(state: Rules, action: int) -> str:
    """What is paid and taken for a discovery is told with it, and so is the way along the track. §5.3 §7.2 §7.5"""
    return "closes" if state.actions.verb(action).name in CLOSES else ""


def begins(state: Rules, action: int) -> bool:
    """A goal and who goes; a discovery, its payment, tile, cubes and bonus; a wonder and its stars. §6.1 §7.1 §7.6"""
    if state.actor() < 0 or state.actions.verb(action).name not in OF_A_STEP:
        return False
    after = state.after(action)
    return after.step in PARTS_OF_A_STEP and after.god == state.god and after.actor() == state.actor()


def idle(state: Rules) -> int | None:
    """How to answer "before you pay" and "at the Zeus space" for a seat whose cards can do nothing there. §5.3

    The question is asked of everybody who holds a card. That a god may be answered is never passed over: there the
    wait itself would tell what is in the hand. §9.2
    """
    if state.step in (ask.BEFORE_PAYING, ask.AFTER_DRAWING) and choices.playable(state) == 0:
        return int(state.actions.done.first)
    return None


# ---- the goal, and who is near what ----


def goal(state: Rules, viewer: int, lang: str) -> Goal:
    """Most prestige. What others gained lies face down; a plus says so. §10.4 §1.4"""
    rows = scoring.scores(state)
    over = state.step == ask.FINISHED
    standing = tuple(
        str(row["total"]) if over or seat == viewer else f"{row['total'] - row['prestige']}+"
        for seat, row in enumerate(rows)
    )
    return Goal(filled(GUIDE[lang]["goal"], {"n": int(state.parts.last_zeus)}), standing, "§10.4")


def threats(state: Rules, viewer: int, lang: str) -> list[Threat]:
    """Who can build a wonder, or lacks a single star: the others first, the nearest and dearest first. §7.6"""
    if state.active == NONE or state.actor() == OVER:
        return []
    found = [
        (seat == viewer, lacking, -int(state.parts.wonder_prestige[state.board.wonder_at[column]]), seat, column)
        for column in range(WIDTH)
        if state.board.wonder_at[column] != NONE and state.board.wonder_of[column] == NONE
        for seat in range(state.seats())
        if not state.has_finished(seat) and (lacking := _stars_lacking(state, seat, column)) <= 1
    ]
    return [_threat(state, seat, column, lacking, own, lang) for own, lacking, _, seat, column in sorted(found)][
        :MOST_THREATS
    ]


def _stars_lacking(state: Rules, seat: int, column: int) -> int:
    """Stars a seat lacks for a wonder, Athena's counted, cards in hand not. §7.6 §1.4"""
    return max(0, int(effects.lacking_stars(state, seat, column)) - int(effects.athena_stars(state, seat)))


def _threat(state: Rules, seat: int, column: int, lacking: int, own: bool, lang: str) -> Threat:
    wonder = int(state.board.wonder_at[column])
    key = ("you_" if own else "") + ("one_star" if lacking else "can_build")
    id_ = state.parts.wonders[wonder]
    facts: Facts = {
        "who": f"{{{seat}}}", "wonder": name(state.parts, id_, lang), "n": int(state.parts.wonder_prestige[wonder]),
    }  # fmt: skip
    return Threat(seat, filled(GUIDE[lang][key], facts), (f"wonder-{COLUMNS[column]}",), f"w-{id_}")


def decisive(state: Rules) -> tuple[str, ...]:
    """The territories of whoever has won, with the settlers that hold them. §10.4"""
    winners = [seat for seat, place in enumerate(state.places()) if place == 1]
    names = state.parts.territories
    held = [t for t in range(state.parts.land) if int(state.controller(t)) in winners]
    tops = tuple(f"settler-{names[t]}-{len(state.stack(t))}" for t in held)
    return tuple(f"territory-{names[t]}" for t in held) + tops
