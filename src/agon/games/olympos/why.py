"""Which rule forbids this? A slow, plain second reading of the rules, checked against `legal()` by a law.

It looks at the pieces on the table and searches the map afresh, never asking the tables and helpers `legal()` uses.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from itertools import permutations
from typing import Final

from agon.core.game import Reason, not_now
from agon.core.state import NONE
from agon.games.olympos import questions as ask
from agon.games.olympos.parts import CARDS, DISCOVERIES, GODS, RESOURCES
from agon.games.olympos.rules import Rules


def reason(state: Rules, action: int) -> Reason | None:
    """None where the action is legal now, else the rule that forbids it."""
    verb = state.actions.verb(action)
    if verb.name == "wait" and state.step == ask.BEFORE_PAYING:
        return _detour(state)
    if verb.name not in ask.QUESTIONS[int(state.step)].verbs and not (verb.name == "play" and _in_between(state)):
        return not_now("§5.2")
    refuse = _OF_VERB.get(verb.name)  # a spare cube, a cube of choice and "done" are always right when asked for
    return None if refuse is None else refuse(state, *verb.arguments(action - verb.first))


# ---- what lies on the table ----


def _controls(state: Rules, seat: int, territory: int) -> bool:
    return state.stack(territory)[-1:] == [seat]


def _tiles(state: Rules, seat: int) -> dict[str, int]:
    """Territory tiles by resource. §6.5"""
    out = dict.fromkeys(RESOURCES, 0)
    for territory in range(state.parts.land):
        if _controls(state, seat, territory):
            out[RESOURCES[int(state.parts.resource[territory])]] += 1
    return out


def _owns(state: Rules, seat: int, discovery: str) -> bool:
    return bool(int(state.board.discovered[seat]) >> DISCOVERIES.index(discovery) & 1)


def _swords(state: Rules, seat: int) -> int:
    """§6.6: as many as the discoveries show, in our pack one each but for Strategy's two; Ares lends his."""
    shown = [int(mask) for mask in state.parts.sword_mask]  # the discoveries with one sword or more, with two
    count = sum(_owns(state, seat, name) for mask in shown for n, name in enumerate(DISCOVERIES) if mask >> n & 1)
    return count + int(state.parts.ares_swords) * (int(state.ares) >> seat & 1)


def _beyond_last_zeus(state: Rules) -> bool:
    return bool(state.track.space_of[state.active] >= state.parts.last_zeus)


def _past_cross(state: Rules, price: int, sure: int = 0) -> Reason | None:
    """No payment carries a token beyond the cross; hourglasses pay first. §3.4 §Q13 §Q35"""
    seat = int(state.active)
    space = int(state.track.space_of[seat]) + max(0, price - int(state.camps.hourglasses[seat]) - sure)
    if space <= state.parts.cross:
        return None
    return Reason("§3.4", "past_cross", {"price": price, "cross": int(state.parts.cross), "space": space})


def _with_erinyes(state: Rules, price: int) -> int:
    return price + (int(state.parts.erinyes_points) if int(state.erinyes) >> int(state.active) & 1 else 0)


# ---- §4 set-up ----


def _deal(state: Rules, tile: int) -> Reason | None:
    """A discovery into its own row, then the wonders; each once. §4.2 §4.3"""
    cells = len(state.board.tile_at)
    if tile < len(DISCOVERIES):
        if state.tiles_dealt >= cells or int(state.tiles_dealt) // 5 != state.parts.row[tile]:
            return Reason("§4.2", "deal_row", {"tile": DISCOVERIES[tile]})
        dealt = tile in list(state.board.tile_at)
        return Reason("§4.2", "dealt", {"tile": DISCOVERIES[tile]}) if dealt else None
    wonder = tile - len(DISCOVERIES)
    name = state.parts.wonders[wonder]
    if state.tiles_dealt < cells:
        return Reason("§4.3", "deal_row", {"tile": name})
    return Reason("§4.3", "dealt", {"tile": name}) if wonder in list(state.board.wonder_at) else None


def _token(state: Rules, seat: int) -> Reason | None:
    """Each seat's token once. §4.4"""
    if seat >= state.seats():
        return Reason("§4.4", "no_seat", {"seat": seat})
    return Reason("§4.4", "stacked", {"seat": seat}) if seat in list(state.track.queue) else None


def _cube(state: Rules, resource: int) -> Reason | None:
    """One of those set aside. §4.7"""
    gone = state.camps.pool[resource] == 0
    return Reason("§4.7", "cube_gone", {"resource": RESOURCES[resource]}) if gone else None


def _block(state: Rules, territory: int) -> Reason | None:
    """So many of each resource, at most one of them starred. §4.5"""
    parts = state.parts
    name = parts.territories[territory]
    blocked = [t for t in range(parts.land) if int(state.blocked) >> t & 1]
    kin = [t for t in blocked if parts.resource[t] == parts.resource[territory]]
    resource = RESOURCES[int(parts.resource[territory])]
    if territory in blocked:
        return Reason("§4.5", "blocked_already", {"space": name})
    if len(kin) >= parts.blocked[state.seats()]:
        return Reason("§4.5", "blocked_enough", {"resource": resource, "count": len(kin)})
    starred = [t for t in kin if int(parts.starred) >> t & 1]
    if int(parts.starred) >> territory & 1 and len(starred) >= parts.stars_blocked:
        return Reason("§4.5", "one_star", {"resource": resource, "most": int(parts.stars_blocked)})
    return None


# ---- §8 cards, §9 gods ----


def _draw(state: Rules, kind: int) -> Reason | None:
    """From the deck. §8.1"""
    gone = state.cards.deck[kind] == 0
    return Reason("§8.1", "card_gone", {"card": CARDS[kind]}) if gone else None


def _discard(state: Rules, kind: int) -> Reason | None:
    """One of those the Oracle shows. §8.1"""
    looked = state.cards.looked[kind] > 0
    return None if looked else Reason("§8.1", "not_looked", {"card": CARDS[kind]})


def _god(state: Rules, god: int) -> Reason | None:
    """Each once. §9.1"""
    seen = god in list(state.track.god_at)
    return Reason("§9.1", "god_seen", {"god": GODS[god]}) if seen else None


IN_BETWEEN = (
    ask.CHOOSE_SETTLER, ask.CHOOSE_PAYMENT, ask.CHOOSE_TILE, ask.TAKE_CUBES, ask.CHOOSE_BONUS, ask.CHOOSE_STARS,
)  # fmt: skip


def _in_between(state: Rules) -> bool:
    """Where the table lets cards be played at any time: at each decision of one's own action. §5.3"""
    return bool(state.rulings.any_time) and state.step in IN_BETWEEN and state.god == NONE


def _detour(state: Rules) -> Reason | None:
    """A space further, after an expansion, up to the cross. §Q36"""
    if not state.rulings.detours or state.goal == NONE:
        return not_now("§5.2")
    seat = state.actor()
    left = int(state.parts.cross) - int(state.track.space_of[seat]) + int(state.camps.hourglasses[seat])
    return Reason("§Q36", "no_further", {"left": left}) if state.price >= left else None


def _play(state: Rules, kind: int) -> Reason | None:
    """A card from the hand that does something now. §8.3 §9.2 §Q21"""
    seat = state.actor()
    card = CARDS[kind]
    if state.step == ask.REACT:
        if card != "zeusSymbol":
            return Reason("§9.2", "only_zeus", {"card": card})
    elif card == "zeusSymbol":
        return Reason("§8.3", "card_god")
    elif card == "star":
        return Reason("§8.3", "card_wonder")
    if state.cards.hand[len(CARDS) * seat + kind] <= 0:
        return Reason("§8.3", "not_held", {"card": card})
    mine = _tiles(state, seat)
    if card == "fullSet" and min(mine.values()) == 0:
        return Reason("§8.4", "no_full_set", {"resource": next(r for r in RESOURCES if not mine[r])})
    if card == "woodPrestige" and mine["wood"] == 0:
        return Reason("§Q21", "no_effect", {"resource": "wood"})
    if card == "grainHourglass" and mine["grain"] == 0:
        return Reason("§Q21", "no_effect", {"resource": "grain"})
    return _stone(state, seat, mine["stone"]) if card == "stoneMajority" else None


def _stone(state: Rules, seat: int, mine: int) -> Reason | None:
    """More stone than everybody else; Democracy wins a tie, but not against another Democracy. §8.4 §Q22"""
    others = {other: _tiles(state, other)["stone"] for other in range(state.seats()) if other != seat}
    most = max(others.values())
    if most < mine:
        return None
    holders = [other for other, stone in others.items() if stone == most]
    if most > mine:
        return Reason("§8.4", "not_most_stone", {"seat": holders[0], "count": most, "mine": mine})
    if not _owns(state, seat, "democracy"):
        return Reason("§8.4", "stone_tie", {"seat": holders[0], "count": most})
    rivals = [other for other in holders if _owns(state, other, "democracy")]
    return Reason("§Q22", "stone_tie_democracy", {"seat": rivals[0], "count": most}) if rivals else None


# ---- §6 expansion ----


def _fight(state: Rules, territory: int) -> int:
    """What the combat costs there. §6.6 §6.8"""
    stack = state.stack(territory)
    tribe = int(state.tribes) >> territory & 1
    if not stack and not tribe:
        return 0
    seat = int(state.active)
    mine, theirs = _swords(state, seat), _swords(state, stack[-1]) if stack else 0
    parts = state.parts
    if mine != theirs:
        return int(parts.fight_more if mine > theirs else parts.fight_fewer)
    my_tie = _owns(state, seat, "democracy")
    their_tie = bool(stack) and _owns(state, stack[-1], "democracy")
    if my_tie == their_tie:
        return int(parts.fight_equal)
    return int(parts.fight_more if my_tie else parts.fight_fewer)


def _sea_price(state: Rules) -> int | None:
    """None: the Siren closes the sea. §6.2 §9.5"""
    seat = int(state.active)
    if int(state.siren) >> seat & 1:
        return None
    less = _owns(state, seat, "astronomy") + _owns(state, seat, "mapmaking")
    return max(0, int(state.parts.sea_price) - less * int(state.parts.sea_less))


def _cheapest(state: Rules, starts: dict[int, int], goal: int) -> int | None:
    """The cheapest way from any of the starts (space -> points paid already) to the goal; None where no way leads.

    Every way is followed on as long as it is cheaper than what was known for its last space. §6.2
    """
    cavalry = _owns(state, int(state.active), "cavalry")
    sea = _sea_price(state)
    land = state.parts.land
    known: dict[tuple[int, bool], int] = {}  # (space, whether the last step was onto land) -> points
    ways = deque((space, False, paid) for space, paid in starts.items())
    while ways:
        space, on_land, paid = ways.popleft()
        for other in state.parts.next_to[space]:
            if other < land:
                step = 0 if cavalry and on_land else int(state.parts.land_price)
            elif sea is None:
                continue
            else:
                step = sea
            there = (other, other < land)
            if there not in known or paid + step < known[there]:
                known[there] = paid + step
                ways.append((*there, paid + step))
    return known.get((goal, True))


def _recruit_starts(state: Rules) -> dict[int, int]:
    """Where a new settler may appear, and what it costs. §6.1"""
    seat = int(state.active)
    if state.camps.stock[seat] == 0:
        return {}
    parts = state.parts
    price = int(parts.new_settler_medicine if _owns(state, seat, "medicine") else parts.new_settler)
    own = [t for t in range(parts.land) if _controls(state, seat, t)]
    return dict.fromkeys([parts.north, *own], price)


def _no_end(state: Rules, space: int) -> Reason | None:
    """Where no settler may stop. §6.3"""
    name = state.parts.spaces[space]
    if space == state.parts.north:
        return Reason("§2.3", "ends_north")
    if space >= state.parts.land:
        return Reason("§6.3", "ends_at_sea", {"space": name})
    if int(state.blocked) >> space & 1:
        return Reason("§6.3", "cross_here", {"space": name})
    if _controls(state, int(state.active), space):
        return Reason("§6.3", "yours", {"space": name})
    return None


def _go(state: Rules, space: int) -> Reason | None:
    """A territory one gains, some settler that can get there, and a payment that stays on the track. §6.3"""
    seat = int(state.active)
    refused = _no_end(state, space)
    if refused is not None:
        return refused
    starts = {t: 0 for t in range(state.parts.land) if seat in state.stack(t)}
    prices = [_cheapest(state, s, space) for s in (starts, _recruit_starts(state)) if s]
    if not prices:
        return Reason("§6.1", "no_settler")
    return _journey(state, space, [p for p in prices if p is not None])


def _journey(state: Rules, goal: int, prices: list[int]) -> Reason | None:
    """The cheapest of these journeys, fight included. §6.2 §Q13"""
    if not prices:
        return Reason("§9.5", "no_way", {"space": state.parts.territories[goal]})
    return _past_cross(state, _with_erinyes(state, min(prices) + _fight(state, goal)))


def _recruit(state: Rules) -> Reason | None:
    """A settler in camp that can get there. §6.1"""
    starts = _recruit_starts(state)
    if not starts:
        return Reason("§6.1", "no_stock")
    price = _cheapest(state, starts, int(state.goal))
    return _journey(state, int(state.goal), [] if price is None else [price])


def _not_own(state: Rules, territory: int, level: int) -> Reason | None:
    """An own settler at this height. §6.1 §Q18"""
    stack = state.stack(territory)
    name = state.parts.territories[territory]
    if level >= len(stack):
        return Reason("§6.1", "no_such_settler", {"space": name, "level": level + 1})
    if stack[level] != state.actor():
        return Reason("§6.1", "not_yours", {"space": name, "level": level + 1, "seat": stack[level]})
    return None


def _send(state: Rules, territory: int, level: int) -> Reason | None:
    refused = _not_own(state, territory, level)
    if refused is not None:
        return refused
    price = _cheapest(state, {territory: 0}, int(state.goal))
    return _journey(state, int(state.goal), [] if price is None else [price])


# ---- §7 development ----


def _payments(state: Rules, cell: int) -> set[tuple[int, ...]]:
    """Every set of cubes that pays for a cell. §7.2 §Q27"""
    held = [int(state.camps.cubes[4 * int(state.active) + r]) for r in range(4)]
    return {cubes for cubes in _asked(state, cell) if all(cubes[r] <= held[r] for r in range(4))}


def _asked(state: Rules, cell: int) -> set[tuple[int, ...]]:
    """The cubes a cell may ask for: grey groups over unnamed resources in any order, less the territories shown."""
    tiles = _tiles(state, int(state.active))
    named = state.parts.need[cell]
    groups = state.parts.groups[cell]
    out: set[tuple[int, ...]] = set()
    for chosen in permutations([r for r in range(4) if named[r] == 0], len(groups)):
        need = list(named)
        for resource, size in zip(chosen, groups, strict=True):
            need[resource] += size
        out.add(tuple(max(0, need[r] - tiles[RESOURCES[r]]) for r in range(4)))
    return out


def _lacks(state: Rules, cell: int, tile: str) -> Reason:
    """What is lacking, if it is of one kind, and whether cards in the hand would bring it. §7.2 §8.4"""
    seat = int(state.active)
    held = [int(state.camps.cubes[4 * seat + r]) for r in range(4)]
    short = min(([max(0, cubes[r] - held[r]) for r in range(4)] for cubes in _asked(state, cell)), key=sum)
    kinds = [r for r in range(4) if short[r]]
    if len(kinds) != 1:
        return Reason("§7.2", "cannot_pay", {"tile": tile})
    (kind,) = kinds
    cards = int(state.cards.hand[len(CARDS) * seat + kind])
    facts: dict[str, str | int] = {"tile": tile, "count": short[kind], "resource": RESOURCES[kind]}
    if cards >= short[kind]:
        return Reason("§7.2", "lacks_card", facts)
    return Reason("§7.2", "lacks", facts)


def _points(state: Rules, cell: int) -> int:
    """7, less 2 for each own discount tile whose resource the cell names. §7.3"""
    own = [r for r in range(4) if int(state.board.discounts[state.active]) >> r & 1]
    named = [r for r in own if state.parts.need[cell][r] > 0]
    return max(0, int(state.parts.development) - int(state.parts.discount) * len(named))


def _bonus_word(state: Rules, cell: int, place: int) -> int:
    """What a place of a cell gives, NONE if nothing or not at this table. §7.5"""
    if place == 2 and state.seats() < 5:
        return NONE
    return int(state.parts.bonus[3 * cell + place])


def _sure(state: Rules, cell: int) -> int:
    """Hourglasses this discovery can be counted on for. §Q35"""
    sure = int(state.parts.cavalry_hourglasses) if DISCOVERIES[int(state.board.tile_at[cell])] == "cavalry" else 0
    free = [p for p in range(3) if state.board.bonus_of[3 * cell + p] == NONE]
    if any(_bonus_word(state, cell, p) == 5 for p in free):
        sure += int(state.parts.bonus_hourglasses)
    return sure


def _discover(state: Rules, cell: int) -> Reason | None:
    """§7.1 §7.2 §7.3"""
    if state.board.tile_at[cell] == NONE:
        return Reason("§7.1", "empty_cell", {"cell": state.parts.cells[cell]})
    tile = DISCOVERIES[int(state.board.tile_at[cell])]
    if _owns(state, int(state.active), tile):
        return Reason("§7.1", "owned", {"tile": tile})
    if state.board.copies[cell] == 0:
        return Reason("§7.1", "none_left", {"tile": tile})
    if not _payments(state, cell):
        return _lacks(state, cell, tile)
    return _past_cross(state, _with_erinyes(state, _points(state, cell)), _sure(state, cell))


def _pay(state: Rules, *cubes: int) -> Reason | None:
    """Exactly the missing cubes of one way to fill the grey groups. §7.2"""
    if cubes in _payments(state, int(state.cell)):
        return None
    return Reason("§7.2", "no_payment", {"tile": DISCOVERIES[int(state.board.tile_at[state.cell])]})


def _tile(state: Rules, resource: int) -> Reason | None:
    """One of the tiles left of this discovery. §7.4"""
    tile = DISCOVERIES[int(state.board.tile_at[state.cell])]
    if not int(state.parts.discounts[DISCOVERIES.index(tile)]) >> resource & 1:
        return Reason("§7.4", "other_tile", {"tile": tile, "resource": RESOURCES[resource]})
    taken = any(int(mask) >> resource & 1 for mask in state.board.discounts)
    return Reason("§7.4", "tile_taken", {"tile": tile, "resource": RESOURCES[resource]}) if taken else None


def _bonus(state: Rules, place: int) -> Reason | None:
    """A free bonus; one without hourglasses only if the payment needs none. §7.5 §Q35"""
    cell = int(state.cell)
    if state.parts.bonus[3 * cell + place] == NONE:
        tile = DISCOVERIES[int(state.board.tile_at[cell])]
        return Reason("§7.5", "no_bonus", {"tile": tile, "place": place + 1})
    if _bonus_word(state, cell, place) == NONE:
        return Reason("§7.5", "grey_bonus")
    holder = int(state.board.bonus_of[3 * cell + place])
    if holder != NONE:
        return Reason("§7.5", "bonus_taken", {"seat": holder})
    more = int(state.parts.bonus_hourglasses) if _bonus_word(state, cell, place) == 5 else 0
    return _past_cross(state, int(state.price), more)


def _lacking(state: Rules, column: int) -> int:
    """Stars of the wonder that tiles, discoveries and markers do not give. §7.6"""
    seat = int(state.active)
    parts = state.parts
    starred = [t for t in range(parts.land) if int(parts.starred) >> t & 1]
    stars = sum(_controls(state, seat, t) for t in starred)
    stars += _owns(state, seat, "architecture") + _owns(state, seat, "engineering")
    for row in range(5):
        stars += sum(1 for p in range(3) if state.board.bonus_of[3 * (5 * row + column) + p] == seat)
    return max(0, int(parts.wonder_stars[state.board.wonder_at[column]]) - stars)


def _build(state: Rules, wonder: int) -> Reason | None:
    """§7.6 §7.7"""
    seat = int(state.active)
    column = list(state.board.wonder_at).index(wonder)
    name = state.parts.wonders[wonder]
    if state.board.wonder_of[column] != NONE:
        return Reason("§7.7", "built", {"wonder": name, "seat": int(state.board.wonder_of[column])})
    lacking = _lacking(state, column)
    extra = (int(state.athena) >> seat & 1) + max(0, int(state.cards.hand[len(CARDS) * seat + CARDS.index("star")]))
    need = int(state.parts.wonder_stars[wonder])
    if extra < lacking:
        return Reason("§7.6", "few_stars", {"wonder": name, "need": need, "have": need - lacking + extra})
    less = int(state.parts.architecture_less) if _owns(state, seat, "architecture") else 0
    return _past_cross(state, _with_erinyes(state, int(state.parts.development) - less))


def _stars(state: Rules, cards: int) -> Reason | None:
    """Exactly the lacking stars: cards, and Athena's for the one they do not cover. §7.6"""
    seat = int(state.active)
    lacking = _lacking(state, int(state.column))
    held = max(0, int(state.cards.hand[len(CARDS) * seat + CARDS.index("star")]))
    if cards > held:
        return Reason("§7.6", "few_star_cards", {"count": held})
    athena = int(state.athena) >> seat & 1
    if not lacking - athena <= cards <= lacking:
        return Reason("§7.6", "stars_exactly", {"count": lacking})
    return None


# ---- §5.6 waiting, §10.1 passing ----


def _pass(state: Rules) -> Reason | None:
    """In the last turn only. §10.1"""
    return None if _beyond_last_zeus(state) else Reason("§10.1", "no_pass_yet")


def _wait(state: Rules) -> Reason | None:
    """Only without any action, and before the last Zeus. §5.6 §Q14"""
    if _beyond_last_zeus(state):
        return Reason("§10.1", "pass_instead")
    can_act = (
        any(_go(state, t) is None for t in range(state.parts.land))
        or any(_discover(state, c) is None for c in range(len(state.parts.cells)))
        or any(_build(state, w) is None for w in range(len(state.parts.wonders)))
    )
    return Reason("§5.6", "can_act") if can_act else None


_OF_VERB: Final[dict[str, Callable[..., Reason | None]]] = {
    "deal": _deal, "token": _token, "cube": _cube, "draw": _draw, "god": _god, "block": _block, "play": _play,
    "go": _go, "discover": _discover, "build": _build, "wait": _wait, "pass": _pass, "recruit": _recruit,
    "send": _send, "pay": _pay, "tile": _tile, "discard": _discard, "bonus": _bonus, "stars": _stars,
    "lose": _not_own,
}  # fmt: skip
