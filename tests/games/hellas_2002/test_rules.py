"""The rules paragraph by paragraph: set-up, the three actions, regrouping, who is asked, packs, and what is hidden."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from agon.core import codec
from agon.core.errors import BadPack
from agon.core.state import CHANCE, NONE, OVER, UNKNOWN
from agon.games.hellas_2002 import GAME, coast, sentences, words
from agon.games.hellas_2002.effects import put_greeks, put_ships
from agon.games.hellas_2002.parts import CARDS, DARK, KINDS, LIGHT, SIDES, WINDOWS, Parts
from agon.games.hellas_2002.position import ASIDE, REVEALED, SHOWN, Rulings, slot
from agon.games.hellas_2002.questions import BATTLE, LAST, OPEN, QUESTIONS, REGROUP, REVEAL, START, VOY_PLACE, WINDOW
from agon.games.hellas_2002.rules import Rules
from tests.games.hellas_2002.table import (
    ACTIONS,
    OUTWARD,
    PARTS,
    RING,
    cell,
    city,
    fresh,
    hand,
    hold,
    landings,
    lay,
    legal,
    letters,
    may,
    pieces,
    pile,
    play,
    random_positions,
    sea,
    spots,
)

ISLAND = "WWWWWW"

# ---- §2 the hexes ----


def test_the_tiles_are_those_of_the_specification() -> None:
    """§2.3"""
    kinds = Counter(PARTS.edges[1:])
    assert kinds == {
        "WWWWWW": 3, "LWWWWW": 5, "LWLWWW": 4, "LWWLWW": 4, "LLWWWW": 2, "LLLWWW": 3, "LLLLWW": 2,
    }  # fmt: skip
    assert sum(e.count("L") for e in PARTS.edges[1:]) == 42
    assert bin(PARTS.temples).count("1") == 7
    assert bin(PARTS.bridges).count("1") == 8
    for tile, edges in enumerate(PARTS.edges):
        side_by_side = any(edges[i] == edges[i - 1] == "L" for i in range(SIDES))
        assert side_by_side == bool(PARTS.temples >> tile & 1)


def test_turning_is_counter_clockwise_and_equal_looks_count_once() -> None:
    """§2.1"""
    assert letters(4, 0) == "LWWWWW"
    assert letters(4, 1) == "WLWWWW"
    distinct = {t: sum(PARTS.distinct[SIDES * t : SIDES * t + SIDES]) for t in (1, 4, 9, 13, 22)}
    assert distinct == {1: 1, 4: 6, 9: 6, 13: 3, 22: 6}


def test_cells_are_named_by_letter_and_number() -> None:
    """§2.1"""
    assert [cell(at) for at in ((0, 0), (1, 0), (1, -1), (0, -1), (-10, 0), (0, 10))] == [
        "K10", "L10", "L9", "K9", "A10", "K20",
    ]  # fmt: skip
    assert len(set(PARTS.cells)) == len(PARTS.cells) == 331


def test_no_tile_can_lie_further_out_than_the_grid() -> None:
    """§2.4: the first tile at a distance needs two at each smaller one, and at most twenty are laid."""
    state = sea()
    row = [t for t in range(1, 24) if PARTS.edges[t] == ISLAND]
    city(state, (1, 0), ISLAND, "L1")
    city(state, (1, -1), ISLAND, "L1")
    farthest = max(max(abs(q), abs(r), abs(q + r)) for (q, r), _ in spots(state, PARTS.tiles[row[2]]))
    assert farthest == 2
    assert PARTS.radius == 10


def test_water_under_a_bridge_and_ships_on_every_side() -> None:
    """§2.2 §Q2 §Q3"""
    state = sea()
    city(state, (1, 0), "WLWWLW", "L1+2s")
    for edge in (0, 2, 5):
        beyond = PARTS.next_to[SIDES * PARTS.hexes.index((1, 0)) + edge]
        assert coast.lead(state, beyond) == 2


# ---- §4 set-up ----


def test_the_first_cards_are_dealt_and_the_coast_is_laid() -> None:
    """§4.1 §4.2 §4.3 §4.4 §4.6"""
    rng = Random(5)
    state = fresh()
    assert state.tiles.tile_on[PARTS.home] == 0
    for seat in (LIGHT, DARK):
        for god in "APZ":
            assert state.actor() == CHANCE
            drawn = state.random_action(rng)
            assert ACTIONS.text(drawn).startswith(f"card {god}")
            assert state.heard(seat, drawn) == drawn
            assert state.heard(1 - seat, drawn) == state.heard(-1, drawn) == UNKNOWN
            state.apply(drawn)
    while state.turn == 0:
        state.apply(state.random_action(rng))
    assert [bin(mask).count("1") for mask in state.pieces.cities] == [4, 4]
    assert list(state.pieces.greek_supply) == [11, 11]
    assert list(state.pieces.ship_supply) == [6, 6]
    assert [len(hand(state, seat).split()) for seat in (LIGHT, DARK)] == [3, 3]
    assert state.stack_size() == 15
    assert (state.actor(), state.window, state.turn) == (LIGHT, START, 1)


def test_the_single_sea_holds_in_the_set_up() -> None:
    """§2.4 §Q1"""
    state = sea()
    city(state, (1, -1), "LWWWWW", "L1")
    city(state, (1, 0), "WLWWWW", "D1")
    assert (2, -1) not in {at for at, _ in spots(state, "T17")}


def stuck() -> Rules:
    """Six tiles around the dolphin with land towards every cell between two of them; no island fits."""
    state = sea()
    for n, edges in ((0, "WLWWWL"), (2, "WLWLWW"), (4, "WWWLWL")):
        city(state, RING[n], edges, "L1+1s")
    for n, edges in ((1, ISLAND), (3, ISLAND), (5, OUTWARD[5])):
        city(state, RING[n], edges, "D1+1s")
    state.turn, state.window, state.step, state.to_settle = 0, len(WINDOWS), REVEAL, 2
    return state


def test_a_used_up_stack_takes_the_tiles_put_aside() -> None:
    """§4.5"""
    state = stuck()
    for tile in range(1, 24):
        if state.tiles.cell_of[tile] == NONE and PARTS.tiles[tile] not in ("T03", "T05", "T17"):
            state.tiles.cell_of[tile] = ASIDE
    state.tiles.cell_of[PARTS.tiles.index("T05")] = ASIDE
    play(state, "tile T17")
    assert legal(state) == ["tile T03"]
    play(state, "tile T03")
    assert {"tile T03", "tile T05"} <= set(legal(state)), "those without a temple come back"
    assert "tile T17" not in legal(state)


def test_if_nothing_fits_the_set_up_starts_anew() -> None:
    """§4.5"""
    state = stuck()
    for tile in range(1, 24):
        if state.tiles.cell_of[tile] == NONE and PARTS.tiles[tile] != "T03":
            state.tiles.cell_of[tile] = ASIDE
            if not PARTS.temples >> tile & 1:
                lay_somewhere(state, tile)
    play(state, "tile T03")
    assert list(state.pieces.cities) == [0, 0]
    assert len(legal(state)) == 23
    assert state.to_settle == 8
    assert list(state.pieces.greek_supply) == [15, 15]


def lay_somewhere(state: Rules, tile: int) -> None:
    """Out of the way, where it touches nothing."""
    free = [n for n, h in enumerate(PARTS.hexes) if h[1] in (-8, -6, 6, 8) and state.tiles.tile_on[n] == NONE]
    state.tiles.cell_of[tile] = free[0]
    state.tiles.tile_on[free[0]] = tile


# ---- §5 the turn ----


def test_an_announced_action_stays() -> None:
    """§5.1"""
    state = sea()
    city(state, (1, 0), ISLAND, "L1")
    city(state, (6, 0), ISLAND, "D1")
    assert legal(state) == ["reinforce", "voyage", "attack"]
    play(state, "reinforce")
    assert not may(state, "voyage")


def test_a_reinforcement_may_be_stopped_at_once() -> None:
    """§5.2 §Q25"""
    state = sea()
    city(state, (1, 0), ISLAND, "L1")
    city(state, (6, 0), ISLAND, "D1")
    play(state, "reinforce", "done")
    assert state.actor() == DARK


def test_temples_are_counted_when_announced() -> None:
    """§5.2 §Q26"""
    state = sea()
    temple = city(state, (1, 0), "LLWWWW", "L1")
    other = city(state, (6, 0), ISLAND, "D1")
    city(state, (7, 0), ISLAND, "D1")
    city(state, (1, -1), ISLAND, "L1")
    hold(state, LIGHT, "Z4")
    play(state, "reinforce")
    assert state.actions_left == 4
    play(state, "play Z4", f"swap {temple}", f"swap {other}")
    assert state.actions_left == 4
    assert state.temples_of(LIGHT) == 0


def test_drawn_cards_are_unseen_till_the_reinforcement_is_over() -> None:
    """§5.2"""
    state = sea()
    city(state, (1, 0), ISLAND, "L1")
    city(state, (6, 0), ISLAND, "D1")
    play(state, "reinforce", "draw ares")
    action = ACTIONS.parse("card A1")
    assert state.heard(LIGHT, action) == UNKNOWN
    play(state, "card A1")
    assert hand(state, LIGHT) == ""
    seen = state.observe(LIGHT)
    assert isinstance(seen, Rules)
    assert seen.cards.down[0] == UNKNOWN
    assert list(seen.cards.down_size) == [1, 0, 0]
    play(state, "done")
    assert hand(state, LIGHT) == "A1"


def test_a_voyage_may_be_refused_and_costs_nothing() -> None:
    """§5.3 §Q4 §Q8"""
    state = sea()
    home = city(state, (1, -1), ISLAND, "L1+2s")
    city(state, (1, 0), ISLAND, "L1+1s")
    city(state, (6, 0), "LWWWWW", "D1")
    play(state, "voyage", "tile T03")
    assert landings(state)
    play(state, "fail")
    assert pieces(state, home) == "L1+2s"
    assert state.tiles.queue[0] == PARTS.tiles.index("T03")
    assert state.actor() == DARK


def test_a_spot_at_the_dolphin_alone_is_no_goal_of_a_voyage() -> None:
    """§5.3 §Q6"""
    state = sea()
    city(state, (1, 0), ISLAND, "L1+3s")
    play(state, "voyage", "tile T03")
    assert {at for at, _ in landings(state)} == {(1, -1), (0, 1)}, "next to the ships, not beyond the dolphin"


def test_a_ship_over_land_cannot_pay() -> None:
    """§5.3 §Q7"""
    state = sea()
    by_water = city(state, (1, -1), ISLAND, "L1+1s")
    by_land = city(state, (1, 0), "WLWWWW", "L1+3s")
    third = city(state, (0, -1), ISLAND, "L1+1s")
    play(state, "voyage", "tile T06")
    play(state, lay(state, (2, -1), "WWWWLW"))
    assert pieces(state, by_water) == "L1", "the only ship next to it over water has paid"
    assert pieces(state, by_land) == "L1+3s"
    assert pieces(state, third) == "L1+1s"


def test_tiles_under_the_stack_are_drawn_last_and_in_order() -> None:
    """§5.3"""
    state = sea()
    city(state, (1, 0), ISLAND, "L1")
    city(state, (6, 0), "LWWWWW", "D1")
    for tile in range(1, 24):
        if state.tiles.cell_of[tile] == NONE and PARTS.tiles[tile] not in ("T22", "T23"):
            lay_somewhere(state, tile)
    play(state, "voyage", "tile T23", "voyage", "tile T22")
    assert state.actor() == LIGHT
    play(state, "voyage")
    assert legal(state) == ["tile T23"]
    assert state.weights() == [1]


def test_greeks_on_the_march_stay_on_the_march() -> None:
    """§5.4 §Q10 §Q11"""
    state = sea()
    city(state, (1, 0), ISLAND, "L3")
    target = city(state, (2, 0), ISLAND, "D1")
    other = city(state, (3, 0), ISLAND, "L2")
    city(state, (6, 0), "LWWWWW", "D1")
    hold(state, LIGHT, "A1")
    play(state, "attack", f"target {target}")
    assert not may(state, "declare"), "one Greek at least"
    play(state, f"send {other}", "declare")
    assert state.window == BATTLE
    assert not [text for text in legal(state) if text.startswith(("send", "fetch"))]


def test_one_greek_cannot_attack_and_all_but_one_may() -> None:
    """§5.4 §Q35"""
    state = sea()
    source = city(state, (1, 0), ISLAND, "L1")
    target = city(state, (2, 0), ISLAND, "D1")
    city(state, (6, 0), "LWWWWW", "D1")
    hold(state, LIGHT, "A1")
    play(state, "attack")
    assert not may(state, f"target {target}")
    put_greeks(state, PARTS.tiles.index(source), 3)
    play(state, f"target {target}", f"send {source}")
    assert state.force() == 2
    assert pieces(state, source) == "L1"


def test_surplus_attackers_go_home() -> None:
    """§5.4 §Q31"""
    state = sea()
    a = city(state, (1, 0), ISLAND, "L3")
    target = city(state, (2, 0), ISLAND, "D1")
    b = city(state, (3, 0), ISLAND, "L3")
    city(state, (6, 0), "LWWWWW", "D1")
    play(state, "attack", f"target {target}", f"send {a}", f"send {a}", f"send {b}", f"send {b}")
    assert pieces(state, target) == "L3"
    assert state.pieces.greek_supply[LIGHT] == 15 - 1 - 1 - 3


def test_ships_after_a_conquest_are_a_choice() -> None:
    """§5.4 §Q24"""
    state = sea()
    source = city(state, (1, 0), "LWWWWW", "L3")
    target = city(state, (2, 0), "WWWLWW", "D1+2s")
    city(state, (6, 0), ISLAND, "D1")
    play(state, "attack", f"target {target}", "declare")
    assert legal(state) == ["done", f"ship {target}"]
    play(state, "done")
    assert pieces(state, target) == "L1"
    assert state.window == REGROUP
    assert may(state, f"movegreek {source} {target}")


def test_neighbours() -> None:
    """§8.1 §8.2 §Q32"""
    state = sea()
    a = city(state, (1, 0), "LWWWWW", "L1")
    b = city(state, (1, -1), ISLAND, "D1")
    c = city(state, (-1, 0), ISLAND, "D1")
    d = city(state, (2, 0), "WWWLWW", "D1")
    ids = {x: PARTS.tiles.index(x) for x in (a, b, c, d)}
    assert state.tiles.by_land[ids[a]] == 1 << ids[d]
    assert state.tiles.by_water[ids[a]] == 1 << ids[b]
    assert state.reach(ids[a]) == 1 << ids[b] | 1 << ids[c] | 1 << ids[d]
    assert state.reach(ids[d]) == 1 << ids[a]


def test_two_tiles_at_the_dolphin_with_land_between_fight_over_land() -> None:
    """§8.2"""
    state = sea()
    source = city(state, (1, 0), "WWLWWW", "L2")
    target = city(state, (1, -1), "WWWWWL", "D1")
    city(state, (6, 0), ISLAND, "D1")
    play(state, "attack", f"target {target}")
    assert pieces(state, target) == "L1", "1 to 1 is enough over land"
    assert pieces(state, source) == "L1"


# ---- §5.5 regrouping ----


def test_regrouping_after_a_reinforcement_is_free() -> None:
    """§5.5"""
    state = sea()
    a = city(state, (1, 0), ISLAND, "L3+1s")
    b = city(state, (6, 0), ISLAND, "L1")
    city(state, (-6, 0), ISLAND, "D1")
    play(state, "reinforce", "done")
    play(state, f"moveship {a} {b}", f"movegreek {a} {b}", f"movegreek {a} {b}")
    assert (pieces(state, a), pieces(state, b)) == ("L1", "L3+1s")


def test_a_piece_does_not_go_straight_back() -> None:
    """§Q37"""
    state = sea()
    a = city(state, (1, 0), ISLAND, "L1+1s")
    b = city(state, (6, 0), ISLAND, "L1")
    c = city(state, (4, 0), ISLAND, "L1")
    city(state, (-6, 0), "LWWWWW", "D1")
    play(state, "reinforce", "done", f"moveship {a} {b}")
    assert not may(state, f"moveship {b} {a}")
    play(state, f"moveship {b} {c}")
    assert may(state, f"moveship {c} {a}")
    assert not may(state, f"moveship {c} {b}")


def test_a_piece_that_stood_there_may_go_where_another_came_from() -> None:
    """§Q37"""
    state = sea()
    a = city(state, (1, 0), ISLAND, "L2")
    b = city(state, (6, 0), ISLAND, "L1")
    city(state, (-6, 0), ISLAND, "D1")
    play(state, "reinforce", "done", f"movegreek {a} {b}")
    assert may(state, f"movegreek {b} {a}"), "the one that has not moved"
    play(state, f"movegreek {b} {a}")
    assert not may(state, f"movegreek {b} {a}")
    assert may(state, f"movegreek {a} {b}"), "the one that never left"


def test_where_the_table_says_so_any_piece_moves_until_one_ends_it() -> None:
    """§Q37: three times as many moves as pieces at most."""
    state = sea()
    state.rulings = Rulings(True)
    a = city(state, (1, 0), ISLAND, "L1+1s")
    b = city(state, (6, 0), ISLAND, "L1")
    city(state, (-6, 0), "LWWWWW", "D1")
    play(state, "reinforce", "done")
    assert state.moves_left == 9
    for _ in range(4):
        play(state, f"moveship {a} {b}", f"moveship {b} {a}")
    assert may(state, "end")
    assert GAME.why_not(state, ACTIONS.parse(f"moveship {a} {b}")) is None
    play(state, f"moveship {a} {b}")
    assert state.actor() == DARK


def test_regrouping_ends_after_as_many_moves_as_pieces() -> None:
    """§Q37"""
    state = sea()
    names = [city(state, at, ISLAND, "L1") for at in ((1, 0), (6, 0), (4, 0))]
    put_ships(state, PARTS.tiles.index(names[0]), 1)
    state.pieces.ship_supply[LIGHT] -= 1
    city(state, (-6, 0), "LWWWWW", "D1")
    play(state, "reinforce", "done")
    assert state.moves_left == 4
    at = 0
    for _ in range(4):
        play(state, f"moveship {names[at]} {names[(at + 1) % 3]}")
        at = (at + 1) % 3
    assert state.actor() == DARK, "nothing is left to decide"


# ---- §5.7 and §6.4: the end of a turn, and who is asked ----


def test_cards_may_be_played_after_a_failed_action() -> None:
    """§5.7 §Q27"""
    state = sea()
    city(state, (1, 0), ISLAND, "L1")
    city(state, (6, 0), ISLAND, "D1")
    hold(state, LIGHT, "A6")
    play(state, "attack", "abandon")
    assert state.window == LAST
    assert legal(state) == ["end", "play A6"]


def asked_after_a_card(dark: str) -> bool:
    """Whether Dark is asked to answer Light's Levy."""
    state = sea()
    city(state, (1, 0), ISLAND, "L1")
    city(state, (6, 0), ISLAND, "D1")
    hold(state, LIGHT, "A6")
    hold(state, DARK, dark)
    play(state, "play A6")
    return state.frames > 0


def test_an_answer_is_asked_for_whenever_the_backs_allow_one() -> None:
    """§6.2 §6.4"""
    assert asked_after_a_card("Z1")
    assert asked_after_a_card("Z4"), "no thunderbolt, but nobody can know"
    assert not asked_after_a_card("A1 P1"), "everybody sees that there is no Zeus card"


def test_nobody_is_asked_where_all_thunderbolts_lie_open() -> None:
    """§6.4"""
    state = sea()
    city(state, (1, 0), ISLAND, "L1")
    city(state, (6, 0), ISLAND, "D1")
    hold(state, LIGHT, "A6")
    hold(state, DARK, "Z4")
    pile(state, "Z1 Z1 Z1 Z1 Z1")
    play(state, "play A6")
    assert state.frames == 0


def test_a_card_everybody_knows_is_no_secret_answer() -> None:
    """§6.4 §3.7"""
    state = sea()
    city(state, (1, 0), ISLAND, "L1")
    city(state, (6, 0), ISLAND, "D1")
    hold(state, LIGHT, "A6")
    hold(state, DARK, "Z4", view=SHOWN)
    play(state, "play A6")
    assert state.frames == 0


def test_the_only_answer_may_be_to_pass() -> None:
    """§6.1 §6.4"""
    state = sea()
    city(state, (1, 0), ISLAND, "L1")
    city(state, (6, 0), ISLAND, "D1")
    hold(state, LIGHT, "A6")
    hold(state, DARK, "Z4")
    play(state, "play A6")
    assert (state.actor(), legal(state)) == (DARK, ["pass"])


def test_whether_a_seat_is_asked_never_depends_on_its_hand() -> None:
    """§6.4: what is asked after an action is the same in every world that looks the same."""
    rng = Random(17)
    for seed in range(12):
        for state in random_positions(seed, every=5):
            if state.actor() in (CHANCE, OVER):
                continue
            action = state.random_action(rng)
            after = state.clone()
            after.apply(action)
            for viewer in (LIGHT, DARK, -1):
                world = state.determinize(viewer, rng)
                if action in world.legal():
                    world.apply(action)
                    assert (world.actor(), codec.dump(world)["step"]) == (after.actor(), after.step)
                    if sum(state.cards.down_size) == 0:  # else the drawn cards may be looked at now
                        assert codec.same(world.observe(viewer), after.observe(viewer))


def test_a_seat_sees_its_own_hand_and_the_gods_of_the_other() -> None:
    """§3.7"""
    state = sea()
    city(state, (1, 0), ISLAND, "L1")
    hold(state, LIGHT, "A1 Z1")
    hold(state, DARK, "A2 A3 P1")
    seen = state.observe(LIGHT)
    assert isinstance(seen, Rules)
    assert hand(seen, LIGHT) == "A1 Z1"
    assert [int(n) for n in seen.cards.hand_size[3 * slot(DARK, 0, 0) : 3 * slot(DARK, 0, 0) + 3]] == [2, 1, 0]
    assert seen.cards.hand[KINDS * slot(DARK, 0, 0)] == UNKNOWN
    assert seen.cards.deck[0] == UNKNOWN
    assert seen.cards.deck[12] == state.cards.deck[12], "Dark has no Zeus card: that stack can be counted"


def test_imagined_hands_fit_what_was_seen() -> None:
    """§3.7"""
    state = sea()
    city(state, (1, 0), ISLAND, "L1")
    hold(state, LIGHT, "A1 A1 A1")
    hold(state, DARK, "A2")
    hold(state, DARK, "A1", view=SHOWN)
    found = set()
    for seed in range(60):
        world = state.determinize(LIGHT, Random(seed))
        assert isinstance(world, Rules)
        cards = hand(world, DARK).split()
        assert "A1" in cards
        assert cards.count("A1") == 1, "all four are accounted for"
        found.add(cards[1])
    assert found == {"A2", "A3", "A4", "A5", "A6"}


# ---- the bound, the windows, the invariants of the specification ----


def check_invariants(state: Rules) -> None:
    """Section 11 of the specification, counted from the table itself."""
    for seat in (LIGHT, DARK):
        mine = [t for t in range(1, 24) if state.pieces.cities[seat] >> t & 1]
        marching = sum(state.pieces.sent) if seat == state.active else 0
        assert sum(state.pieces.greeks[t] for t in mine) + state.pieces.greek_supply[seat] + marching == 15
        assert sum(state.pieces.ships[t] for t in mine) + state.pieces.ship_supply[seat] == 10
        counts = [state.cards_of(seat, god) for god in range(3)]
        assert max(counts) <= 3
        assert sum(counts) <= 7
        for t in mine:
            assert 0 <= state.pieces.ships[t] <= 3
            assert (1 <= state.pieces.greeks[t] <= 3) or (state.pieces.greeks[t] == 0 and t == state.gained)
    assert state.pieces.cities[LIGHT] & state.pieces.cities[DARK] == 0
    lying = {PARTS.hexes[int(state.tiles.cell_of[t])]: t for t in range(24) if state.tiles.cell_of[t] >= 0}
    held = state.pieces.cities[LIGHT] | state.pieces.cities[DARK]
    assert all(bool(held >> t & 1) == (t != 0) for t in lying.values())
    assert len(lying) + state.stack_size() + sum(1 for place in state.tiles.cell_of if place in (ASIDE, REVEALED)) == 24
    reached, edge = set(), [(0, 0)]
    while edge:
        q, r = edge.pop()
        if (q, r) in reached:
            continue
        reached.add((q, r))
        own = letters(lying[(q, r)], int(state.tiles.turned[lying[(q, r)]]))
        for i, (dq, dr) in enumerate(RING):
            beyond = (q + dq, r + dr)
            if beyond in lying:
                other = letters(lying[beyond], int(state.tiles.turned[lying[beyond]]))
                assert own[i] == other[(i + 3) % 6]
                if own[i] == "W":
                    edge.append(beyond)
    assert reached == set(lying), "one sea"


def test_the_invariants_of_the_specification_hold() -> None:
    """§1.1 §2.4"""
    for seed in range(25):
        cities = 0
        before: Rules | None = None
        for state in random_positions(seed):
            if state.turn % 3 == seed % 3:
                check_invariants(state)
            cities = sum(bin(mask).count("1") for mask in state.pieces.cities)
            if before is not None and state.turn > 0:
                assert cities - sum(bin(mask).count("1") for mask in before.pieces.cities) in (0, 1)
            before = state


def tally(games: int) -> tuple[Counter[str], set[tuple[str, str]], int]:
    """Cards played, voided and kept in random games, the windows they were played in, and the longest game."""
    counts: Counter[str] = Counter()
    windows: set[tuple[str, str]] = set()
    longest = 0
    for seed in range(games):
        rng = Random(seed)
        state = fresh()
        plies = 0
        while state.actor() != OVER:
            action = state.random_action(rng)
            verb, *places = ACTIONS.text(action).split() if action >= ACTIONS.play.first else ("",)
            if verb in ("play", "playkeep"):
                who = "own" if state.actor() == state.active else "other"
                windows.add((f"{who} {places[0]}", WINDOWS[int(state.window)]))
                counts[f"played {places[0]}"] += 1
            if verb in ("void", "voidkeep"):
                counts["played Z1"] += 1
                counts[f"voided {places[0]}"] += 1
            if verb in ("playkeep", "voidkeep"):
                counts["played Z2"] += 1
                counts[f"kept {places[0] if verb == 'playkeep' else 'Z1'}"] += 1
            state.apply(action)
            plies += 1
        longest = max(longest, plies)
    return counts, windows, longest


def every_deed() -> set[str]:
    """A favour goes with another card and is never kept itself."""
    deeds = {f"{deed} {card}" for deed in ("played", "voided", "kept") for card in CARDS}
    return deeds - {"kept Z2"}


def test_random_games_use_every_card() -> None:
    """All eighteen played, voided and kept; the soak test plays 2,000 games."""
    counts, _, longest = tally(100)
    assert set(counts) == every_deed()
    assert longest < 100_000


@pytest.mark.soak
def test_two_thousand_random_games_end_and_use_every_card_in_every_window() -> None:
    counts, windows, longest = tally(2000)
    assert set(counts) == every_deed()
    assert min(counts.values()) >= 20
    assert longest < 100_000
    expected = set()
    for kind, card in enumerate(CARDS):
        for i, window in enumerate(WINDOWS):
            if PARTS.own_windows[kind] >> i & 1:
                expected.add((f"own {card}", window))
            if PARTS.other_windows[kind] >> i & 1:
                expected.add((f"other {card}", window))
    assert windows == expected


# ---- words ----


def test_every_reason_has_a_sentence_in_both_languages() -> None:
    source = (Path(words.__file__).parent / "why.py").read_text("utf-8")
    keys = set(re.findall(r'Reason\(\s*"§[^"]+",\s*"(\w+)"', source))
    for family, tails in (
        ("full_", ("greek", "ship")),
        ("supply_", ("greek", "ship")),
        ("nobody_gives_", ("greek", "ship")),
        ("cannot_give_", ("greek", "ship")),
        ("cannot_leave_", ("movegreek", "moveship")),
        ("no_use_", ("A2", "A3", "A4", "A5", "P1", "P3", "Z5", "Z6")),
        ("when_", tuple(c for c in CARDS if c not in ("Z1", "Z2"))),
        ("all_full_", ("greek", "ship")),
        ("no_", ("greek_left", "ship_left")),
    ):
        assert f'f"{family}{{' in source
        keys |= {family + tail for tail in tails}
    asked = {question.name for question in (*QUESTIONS, *OPEN)} - {QUESTIONS[WINDOW].name}
    for lang in ("en", "de"):
        assert set(sentences.REFUSALS[lang]) == keys
        assert set(sentences.LABELS[lang]) == set(sentences.LABELS["en"])
        assert set(sentences.LOG[lang]) == set(sentences.LOG["en"])
        assert set(sentences.AFTER[lang]) == set(sentences.AFTER["en"])
        assert set(sentences.TITLES[lang]) == set(sentences.TEXTS[lang]) == asked


def test_the_log_tells_how_a_chain_ends() -> None:
    """§6.2"""
    state = sea()
    city(state, (1, 0), ISLAND, "L1")
    city(state, (6, 0), ISLAND, "D1")
    hold(state, LIGHT, "A6 Z2")
    hold(state, DARK, "Z1")
    play(state, "playkeep A6")
    said = words.log(state, ACTIONS.parse("void A6"), ["Anna", "Bert"], "en")
    assert said.startswith("Bert hurls a Thunderbolt at Levy. Levy is void. Levy returns to the hand.")
    said = words.log(state, ACTIONS.parse("pass"), ["Anna", "Bert"], "de")
    assert said.startswith("Bert lässt Aufgebot gelten. Aufgebot gilt. Aufgebot kommt auf die Hand zurück.")


def test_the_log_tells_how_a_battle_ends() -> None:
    """§5.4"""
    state = sea()
    city(state, (1, 0), "LWWWWW", "L3")
    target = city(state, (2, 0), "WWWLWW", "D2")
    city(state, (6, 0), ISLAND, "D1")
    play(state, "attack", f"target {target}")
    lost = words.log(state, ACTIONS.parse("declare"), ["Anna", "Bert"], "en")
    assert "is beaten off" in lost
    won = words.log(state, ACTIONS.parse("send T04"), ["Anna", "Bert"], "en")
    assert "falls to Anna" in won


# ---- packs ----


def test_an_owners_pack_replaces_a_table(tmp_path: Path) -> None:
    own = tmp_path / "mine.toml"
    own.write_text('[end]\nsource = "mine"\ncities = 9\n')
    parts = Parts(str(own))
    assert parts.goal == 9
    assert parts.pack == "mine"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[end]\nsource = "x"\ncities = 40\n', "from 2 to 12"),
        ('[end]\nsource = "x"\ncities = 12\n', "too few"),
        ('[tiles]\nsource = "x"\nids = ["T00"]\nedges = ["WWWWWL"]\ntemples = []\n', "dolphin"),
        ('[tiles]\nsource = "x"\nids = ["T00"]\nedges = ["WWWWWX"]\ntemples = []\n', "six letters"),
        ('[[card]]\nsource = "x"\nid = "A1"\ncopies = 1\nown = []\nother = []\n', "18 tables"),
        ('[supply]\nsource = "x"\ngreeks = 15\nships = 10\ncards = 12\n', "must be 16"),
        ('[setup]\nsource = "x"\ntiles = 12\ncards = 1\n', "must be less than"),
        ('[setup]\nsource = "x"\ntiles = 4\ncards = 3\n', "must not be more"),
    ],
)
def test_a_pack_that_makes_no_game_is_refused(tmp_path: Path, text: str, message: str) -> None:
    own = tmp_path / "bad.toml"
    own.write_text(text)
    with pytest.raises(BadPack, match=message):
        Parts(str(own))


def test_the_tile_in_hand_is_asked_about_while_a_wind_may_come() -> None:
    """§5.3 §6.4"""
    state = sea()
    city(state, (1, -1), ISLAND, "L1")
    city(state, (1, 0), ISLAND, "D1+3s")
    bare = state.clone()
    hold(state, LIGHT, "P1")
    play(state, "voyage", "sail", "tile T22")
    assert (state.actor(), state.window, state.step) == (LIGHT, VOY_PLACE, WINDOW)
    assert legal(state) == ["fail"], "everybody sees a Poseidon card, which may be a Fair wind"
    play(bare, "voyage", "tile T22")
    assert bare.active == DARK, "without one there is nothing to ask"
