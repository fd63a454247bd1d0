"""The worked examples of the rule specification, section 10, one test each; sequences are played ply by ply.

Where an example says that somebody passes, both hold further cards, so that the pass is asked for (§6.4).
"""

from __future__ import annotations

from agon.core.state import CHANCE, NONE, OVER
from agon.games.hellas_2002 import coast, effects
from agon.games.hellas_2002.coast import lay_tile
from agon.games.hellas_2002.effects import put_greeks, put_ships
from agon.games.hellas_2002.parts import BEACHHEAD, DARK, LIGHT
from agon.games.hellas_2002.questions import ATT_AFTER_FIRST, ATT_PREP, BATTLE, LAST, REGROUP, REVEAL, SETUP, START
from agon.games.hellas_2002.rules import Rules
from tests.games.hellas_2002.table import (
    OUTWARD,
    PARTS,
    RING,
    cards_offered,
    city,
    hand,
    hold,
    landings,
    lay,
    legal,
    may,
    pieces,
    pile,
    piles,
    play,
    sea,
    spots,
)

ISLAND = "WWWWWW"

# ---- placement ----


def test_x01_placements_at_the_dolphin() -> None:
    """§2.4"""
    state = sea()
    counts = {tile: len(spots(state, tile)) for tile in ("T04", "T01", "T22", "T13", "T09")}
    assert counts == {"T04": 30, "T01": 6, "T22": 12, "T13": 12, "T09": 24}


def test_x02_two_neighbours_or_the_dolphin() -> None:
    """§2.4"""
    state = sea()
    city(state, (1, 0), ISLAND, "L1")
    city(state, (1, -1), ISLAND, "D1")
    assert {at for at, _ in spots(state, "T03")} == {(-1, 0), (-1, 1), (0, -1), (0, 1), (2, -1)}


def x03_table() -> Rules:
    state = sea()
    city(state, (1, -1), "LWWWWW", "L1+3s")
    city(state, (1, 0), "WLWWWW", "L1+3s")
    return state


def test_x03_a_tile_that_touches_by_land_alone_makes_a_new_sea() -> None:
    """§2.4 §Q1"""
    state = x03_table()
    for tile in ("T17", "T19"):
        assert (2, -1) not in {at for at, _ in spots(state, tile)}
    land = int(PARTS.land[6 * PARTS.tiles.index("T17") + 3])
    assert land == 0b011000, "WWWLLW matches both edges"


def test_x04_water_away_from_the_sea() -> None:
    """§2.4"""
    state = x03_table()
    play(state, "voyage", "tile T22")
    assert all(at not in {(2, -1), (2, 0)} for at, _ in landings(state))


def x05_table() -> Rules:
    """Six tiles lie around the dolphin, with land towards every cell between two of them; Light is next."""
    state = sea()
    for n, edges in ((0, "WLWWWL"), (2, "WLWLWW"), (4, "WWWLWL")):
        city(state, RING[n], edges, "L1+1s")
    for n, edges in ((1, ISLAND), (3, ISLAND), (5, OUTWARD[5])):
        city(state, RING[n], edges, "D1+1s")
    state.turn = 0
    state.window = SETUP
    state.step = REVEAL
    state.to_settle = 2
    return state


def test_x05_temple_and_unplaceable_tiles_are_put_aside() -> None:
    """§4.3 §4.4"""
    state = x05_table()
    play(state, "tile T17")
    assert state.actor() == CHANCE
    play(state, "tile T03")
    assert state.actor() == CHANCE
    assert not may(state, "tile T17")
    assert not may(state, "tile T03")
    play(state, "tile T05")
    assert state.actor() == LIGHT
    play(state, legal(state)[0])
    assert pieces(state, "T05") == "L1+1s"
    assert state.actor() == CHANCE
    play(state, "tile T06")
    assert state.actor() == DARK
    play(state, legal(state)[0])
    assert (state.actor(), state.window, state.turn) == (LIGHT, START, 1)
    assert state.stack_size() == 15


# ---- voyage ----


def x06_table(active: int) -> Rules:
    state = sea(active)
    city(state, (1, -1), ISLAND, "L1+1s")
    city(state, (1, 0), "WLWWWW", "D1+3s")
    play(state, "voyage", "tile T06")
    return state


def test_x06_ships_count_over_water_alone() -> None:
    """§5.3"""
    assert ((2, -1), "WWWWLW") in landings(x06_table(LIGHT))
    dark = x06_table(DARK)
    assert ((2, -1), "WWWWLW") not in landings(dark)


def test_x07_equal_ships_need_a_fair_wind() -> None:
    """§5.3 §3.4"""
    for active in (LIGHT, DARK):
        state = sea(active)
        hold(state, active, "P2")
        city(state, (1, -1), ISLAND, "L1+1s")
        city(state, (1, 0), ISLAND, "D1+1s")
        play(state, "voyage", "sail", "tile T03")
        assert ((2, -1), ISLAND) not in landings(state)
        play(state, "play P2")
        assert ((2, -1), ISLAND) in landings(state)


def test_x08_a_fair_wind_needs_a_ship() -> None:
    """§3.4 §Q5"""
    state = sea()
    hold(state, LIGHT, "P2")
    city(state, (1, -1), ISLAND, "L1")
    city(state, (1, 0), ISLAND, "D1")
    play(state, "voyage", "play P2", "tile T03")
    assert not landings(state)


def test_x09_a_voyage_of_the_rulebook() -> None:
    """§5.3"""
    state = sea()
    west = city(state, (1, -1), ISLAND, "L1+2s")
    city(state, (1, 0), ISLAND, "L1+1s")
    play(state, "voyage", "tile T03")
    cities, ships = bin(state.pieces.cities[LIGHT]).count("1"), int(state.pieces.ship_supply[LIGHT])
    play(state, lay(state, (2, -1), ISLAND))
    assert pieces(state, "T03") == "L1"
    play(state, f"pay {west}")
    assert pieces(state, west) == "L1+1s"
    assert bin(state.pieces.cities[LIGHT]).count("1") == cities + 1
    assert state.pieces.ship_supply[LIGHT] == ships + 1
    assert state.window == REGROUP


def test_x10_the_greek_comes_from_a_city_with_two() -> None:
    """§5.3"""
    state = sea()
    two = city(state, (1, -1), ISLAND, "L2+1s")
    one = city(state, (1, 0), ISLAND, "L1+1s")
    three = city(state, (0, -1), OUTWARD[2], "L3")
    state.pieces.greek_supply[LIGHT] = 0
    play(state, "voyage", "tile T03")
    play(state, lay(state, (2, -1), ISLAND))
    assert legal(state) == [f"fetch {two}", f"fetch {three}"]
    assert not may(state, f"fetch {one}")
    play(state, f"fetch {two}")
    assert (pieces(state, two), pieces(state, "T03")) == ("L1+1s", "L1")


def test_x11_a_ship_at_a_bridge_counts_on_both_sides() -> None:
    """§2.2 §5.3"""
    state = sea()
    bridge = city(state, (1, 0), "WLWWLW", "L1+1s")
    assert PARTS.bridges >> PARTS.tiles.index(bridge) & 1
    for edge, at in ((0, (2, 0)), (2, (1, -1))):
        assert PARTS.next_to[6 * PARTS.hexes.index((1, 0)) + edge] == PARTS.hexes.index(at)
        assert coast.lead(state, PARTS.hexes.index(at)) == 1


def test_x12_a_voyage_without_a_spot() -> None:
    """§5.3"""
    state = sea()
    city(state, (1, -1), ISLAND, "L1")
    city(state, (1, 0), ISLAND, "D1+2s")
    ships = int(state.pieces.ship_supply[LIGHT])
    before = int(state.stack_size())
    play(state, "voyage", "tile T22")
    assert state.stack_size() == before
    assert state.tiles.queue[0] == PARTS.tiles.index("T22")
    assert state.pieces.ship_supply[LIGHT] == ships
    assert state.actor() == DARK, "no regrouping: the turn is over"
    play(state, "voyage")
    assert not may(state, "tile T22")


# ---- reinforcement, hand, regrouping ----


def test_x13_temple_majority() -> None:
    """§5.2"""
    state = sea()
    city(state, (1, 0), "LLWWWW", "L1")
    city(state, (0, -1), "WLLWWW", "L1")
    city(state, (-1, 0), "WWWLLL", "D1")
    ahead = state.clone()
    play(ahead, "reinforce")
    assert ahead.actions_left == 4
    effects.exchange(state, PARTS.tiles.index("T17"), PARTS.tiles.index("T19"))
    state.pieces.cities[LIGHT] &= ~(1 << PARTS.tiles.index("T18"))
    play(state, "reinforce")
    assert state.actions_left == 3


def test_x14_hand_limits() -> None:
    """§3.1 §5.2"""
    state = sea()
    city(state, (1, 0), ISLAND, "L1")
    hold(state, LIGHT, "A1 A2 A3 P1 P2 Z1")
    play(state, "reinforce")
    assert not may(state, "draw ares")
    assert may(state, "draw poseidon")
    play(state, "draw zeus", "card Z3")
    assert not any(may(state, f"draw {god}") for god in ("ares", "poseidon", "zeus"))


def test_x15_limits_in_a_city() -> None:
    """§5.2"""
    state = sea()
    full = city(state, (1, 0), ISLAND, "L3")
    play(state, "reinforce")
    assert not may(state, f"greek {full}")
    play(state, f"ship {full}", f"ship {full}", f"ship {full}")
    assert pieces(state, full) == "L3+3s"
    empty = sea()
    city(empty, (1, 0), ISLAND, "L1")
    empty.pieces.ship_supply[LIGHT] = 0
    play(empty, "reinforce")
    assert not [text for text in legal(empty) if text.startswith("ship")]


def test_x16_a_drawn_card_is_locked_till_the_turn_ends() -> None:
    """§3.1 §5.6"""
    state = sea()
    hold(state, DARK, "A6")
    home = city(state, (1, 0), ISLAND, "L1")
    city(state, (1, -1), ISLAND, "L2")
    city(state, (-1, 0), ISLAND, "D1")
    play(state, "reinforce", "draw zeus", "card Z1", "done")
    assert hand(state, LIGHT) == "Z1"
    assert state.free_cards(LIGHT, 12) == 0
    play(state, "end")
    assert state.actor() == DARK
    play(state, "play A6")
    assert state.actor() == LIGHT
    play(state, "void A6")
    assert piles(state) == "A6 Z1"
    assert pieces(state, home) == "L1"


def test_x17_regrouping_after_a_voyage() -> None:
    """§5.5"""
    state = sea()
    west = city(state, (1, -1), ISLAND, "L3+2s")
    east = city(state, (1, 0), ISLAND, "L2+1s")
    play(state, "voyage", "tile T03")
    play(state, lay(state, (2, -1), ISLAND), f"pay {west}")
    assert not may(state, f"movegreek {west} {east}")
    assert not may(state, f"moveship {west} {east}")
    play(state, f"movegreek {west} T03", f"movegreek {west} T03")
    assert (pieces(state, west), pieces(state, "T03")) == ("L1+1s", "L3")
    assert not may(state, f"movegreek {east} T03")


# ---- attack ----


def x18_table(active: int) -> tuple[Rules, dict[str, str]]:
    """A chain of five tiles joined by land."""
    state = sea(active)
    ends = {"A": "LWWWWW", "B": "LWWLWW", "C": "LWWLWW", "D": "LWWLWW", "E": "WWWLWW"}
    held = {"A": "L3", "B": "D3", "C": "L2", "D": "D1", "E": "L2"}
    names = {name: city(state, (n + 1, 0), ends[name], held[name]) for n, name in enumerate("ABCDE")}
    return state, names


def test_x18_land_attacks_of_the_rulebook() -> None:
    """§5.4 §8.1"""
    for attacker, target, sent in ((LIGHT, "D", "C"), (LIGHT, "D", "E"), (LIGHT, "B", "CAA"), (DARK, "C", "BB")):
        state, at = x18_table(attacker)
        if attacker == DARK:
            effects.exchange(state, PARTS.tiles.index(at["D"]), PARTS.tiles.index(at["E"]))  # B alone attacks
        play(state, "attack", f"target {at[target]}")
        for source in sent:
            if state.window != BATTLE and may(state, f"send {at[source]}"):
                play(state, f"send {at[source]}")
        if may(state, "declare"):
            play(state, "declare")
        assert state.owner(PARTS.tiles.index(at[target])) == attacker


def x19_table() -> tuple[Rules, dict[str, str]]:
    state = sea(DARK)
    at = {name: city(state, RING[n], OUTWARD[n], "D2") for n, name in ((2, "A"), (3, "B"), (4, "C"), (1, "E"))}
    at["D"] = city(state, RING[0], OUTWARD[0], "L3+1s")
    city(state, (3, 0), ISLAND, "L1")
    return state, at


def test_x19_over_the_dolphin_of_the_rulebook() -> None:
    """§5.4 §8.2"""
    state, at = x19_table()
    supply = int(state.pieces.greek_supply[DARK])
    play(state, "attack", f"target {at['D']}", *(f"send {at[x]}" for x in "ABCE"))
    assert pieces(state, at["D"]) == "D3"
    assert state.pieces.greek_supply[DARK] == supply + 1
    assert state.pieces.greek_supply[LIGHT] == 14
    failing, at = x19_table()
    play(failing, "attack", f"target {at['D']}", *(f"send {at[x]}" for x in "ABC"), "declare")
    assert pieces(failing, at["D"]) == "L3+1s"
    assert failing.pieces.greek_supply[DARK] == supply + 3


def duel(light: str, dark: str, defence: str, by_land: bool = False, attackers: str = "L3") -> tuple[Rules, str, str]:
    """Light is about to attack Dark's city from one neighbour; Dark has another city far away."""
    state = sea()
    if by_land:
        source = city(state, (1, 0), "LWWWWW", attackers)
        target = city(state, (2, 0), "WWWLWW", defence)
    else:
        source = city(state, (1, 0), ISLAND, attackers)
        target = city(state, (2, 0), ISLAND, defence)
    city(state, (6, 0), ISLAND, "D1")
    hold(state, LIGHT, light)
    hold(state, DARK, dark)
    play(state, "attack")
    return state, source, target


def test_x20_first_battle_of_the_rulebook() -> None:
    """§6.2 §6.3"""
    state, source, target = duel("Z1 A6", "P1 P2 Z5", "D1+1s", by_land=True, attackers="L3")
    play(state, f"target {target}", "declare")
    assert (state.window, state.actor()) == (BATTLE, LIGHT)
    play(state, "pass")
    assert state.actor() == DARK
    play(state, "play P1")
    assert state.actor() == LIGHT
    play(state, "void P1")
    assert state.actor() == DARK
    play(state, "pass")
    assert effects.defence_strength(state) == 1
    assert (state.actor(), state.window) == (DARK, BATTLE), "Dark keeps the word"
    play(state, "pass")
    assert state.actor() == LIGHT
    play(state, "pass")
    assert pieces(state, target) == "L1"
    assert state.pieces.greek_supply[DARK] == 14
    play(state, f"ship {target}")
    assert pieces(state, target) == "L1+1s"
    assert state.window == ATT_AFTER_FIRST
    play(state, "pass")
    assert state.window == REGROUP
    play(state, f"movegreek {source} {target}")
    assert piles(state) == "P1 Z1"


def test_x21_second_battle_of_the_rulebook() -> None:
    """§3.3 §6.2 §6.3"""
    state = sea()
    home = city(state, (1, 0), ISLAND, "L1+2s")
    far = city(state, (6, 0), ISLAND, "D2+1s")
    hold(state, LIGHT, "A5 A3 A2 Z1 Z3 P6")
    hold(state, DARK, "Z1 Z4 P1 P4 A6")
    play(state, "attack", "play A5", "pass")
    assert pieces(state, home) == "L2+1s", "with a single city the first ship is traded without asking"
    play(state, f"trade {home}")
    assert pieces(state, home) == "L3"
    play(state, "play A3", "pass", f"target {far}", f"send {home}")
    assert (state.window, state.force()) == (BATTLE, 2)
    assert effects.is_by_water(state)
    play(state, "play A2")
    assert state.actor() == DARK
    play(state, "void A2")
    assert state.actor() == LIGHT
    play(state, "void Z1")
    assert state.actor() == DARK
    play(state, "pass")
    assert state.in_force.running[BEACHHEAD] == 1
    assert effects.succeeds(state)
    assert (state.actor(), state.passes) == (DARK, 1), "Light has no Ares card and no ship: its pass is no secret"
    play(state, "play P1")
    assert state.actor() == LIGHT
    play(state, "pass")
    assert (effects.attack_strength(state), effects.defence_strength(state)) == (2, 3)
    supply = int(state.pieces.greek_supply[LIGHT])
    assert (state.actor(), state.passes) == (DARK, 0)
    play(state, "pass")
    assert pieces(state, far) == "D2+1s"
    assert state.pieces.greek_supply[LIGHT] == supply + 2
    assert piles(state) == "A2 A3 A5 P1 Z1 Z1"
    assert state.window == LAST


def x22_table(dark: str) -> tuple[Rules, str]:
    state, source, target = duel("A1 Z2 Z5 P6", dark, "D2+1s")
    play(state, f"target {target}", f"send {source}")
    play(state, "playkeep A1")
    return state, target


def test_x22_third_battle_of_the_rulebook() -> None:
    """§3.5 §6.2"""
    state, target = x22_table("P4 Z4 A6")
    assert state.actor() == DARK
    play(state, "pass")
    assert (effects.attack_strength(state), effects.defence_strength(state)) == (3, 2)
    assert "A1" in hand(state, LIGHT)
    play(state, "pass", "pass")
    assert pieces(state, target) == "L2"


def test_x22b_the_kept_card_comes_again() -> None:
    state, target = x22_table("P1 P4 Z4 A6")
    play(state, "pass", "pass", "play P1", "pass", "pass")
    assert state.actor() == LIGHT
    assert (effects.attack_strength(state), effects.defence_strength(state)) == (3, 3)
    play(state, "play A1", "pass")
    assert (effects.attack_strength(state), effects.defence_strength(state)) == (4, 3)
    assert state.actor() == DARK
    play(state, "pass")
    assert pieces(state, target) == "L2"


def test_x22c_a_voided_card_still_returns() -> None:
    """§Q19"""
    state, target = x22_table("Z1 Z4 P4 A6")
    play(state, "void A1", "pass")
    assert state.actor() == DARK, "the favour may be aimed at too"
    play(state, "pass")
    assert (effects.attack_strength(state), effects.defence_strength(state)) == (2, 2)
    assert "A1" in hand(state, LIGHT)
    play(state, "play A1", "pass")
    assert (effects.attack_strength(state), effects.defence_strength(state)) == (3, 2)
    assert state.actor() == DARK
    play(state, "pass")
    assert pieces(state, target) == "L2"


def test_x22d_the_favour_is_voided() -> None:
    """§Q17"""
    state, _ = x22_table("Z1 Z4 P4 A6")
    play(state, "void Z2", "pass", "pass")
    assert (effects.attack_strength(state), effects.defence_strength(state)) == (3, 2)
    assert hand(state, LIGHT) == "P6 Z5"
    assert piles(state) == "A1 Z1 Z2"


def x23_table(light: str) -> tuple[Rules, str]:
    """Light attacks with one Greek over land and one over water."""
    state = sea()
    by_land = city(state, (1, 0), "LWWWWW", "L2")
    target = city(state, (2, 0), "WWWLWW", "D2")
    by_water = city(state, (3, 0), ISLAND, "L2")
    city(state, (6, 0), ISLAND, "D1")
    hold(state, LIGHT, light)
    play(state, "attack")
    play(state, f"target {target}", f"send {by_land}", f"send {by_water}")
    return state, target


def test_x23_land_and_water_together() -> None:
    """§5.4 §Q12"""
    state, target = x23_table("")
    assert pieces(state, target) == "D2"
    helped, target = x23_table("A2")
    play(helped, "play A2")
    assert pieces(helped, target) == "L2"


def test_x24_one_greek_cannot_attack() -> None:
    """§5.4 §3.3"""
    state, source, target = duel("A5 A6", "", "D1", attackers="L1+1s")
    assert not may(state, f"target {target}")
    play(state, "play A5")
    assert pieces(state, source) == "L2"
    assert may(state, f"target {target}")


def test_x25_ships_after_a_conquest_come_from_the_supply() -> None:
    """§5.4"""
    state, source, target = duel("", "", "D2+3s", by_land=True)
    state.pieces.ship_supply[LIGHT] = 1
    play(state, f"target {target}", f"send {source}")
    play(state, f"ship {target}")
    assert pieces(state, target) == "L2+1s"
    assert not may(state, f"ship {target}")


def test_x26_ramming() -> None:
    """§3.4 §5.4"""
    state = sea()
    x = city(state, (1, 0), ISLAND, "L2+2s")
    target = city(state, (2, 0), ISLAND, "D3")
    y = city(state, (3, 0), ISLAND, "L2")
    city(state, (6, 0), OUTWARD[0], "D1")
    hold(state, LIGHT, "P3")
    play(state, "attack", "play P3", f"target {target}", f"send {x}", f"send {y}")
    assert pieces(state, target) == "L2"
    assert pieces(state, x) == "L1+2s"


def test_x27_an_abandoned_attack() -> None:
    """§5.4 §Q9"""
    state, source, target = duel("A5 A6", "Z1", "D1", attackers="L1+1s")
    play(state, "play A5", "void A5")
    assert not may(state, f"target {target}")
    play(state, "abandon")
    assert state.window == LAST
    assert not [text for text in legal(state) if text.startswith("move")]
    assert pieces(state, source) == "L1+1s"
    assert piles(state) == "A5 Z1"
    play(state, "end")
    assert state.actor() == DARK


def test_x28_attack_cards_are_not_for_voyages() -> None:
    """§3.1"""
    state = sea()
    city(state, (1, 0), ISLAND, "L2+1s")
    city(state, (6, 0), ISLAND, "D2")
    city(state, (0, 1), ISLAND, "D2")
    hold(state, LIGHT, "A3 A4 P4")
    voyage, attack = state.clone(), state.clone()
    play(voyage, "voyage")
    assert cards_offered(voyage) == {"P4"}
    play(attack, "attack")
    assert cards_offered(attack) == {"A3", "A4"}


def test_x29_two_assaults_on_two_cities() -> None:
    """§5.4 §Q22"""
    state = sea()
    source = city(state, (1, 0), ISLAND, "L3")
    first = city(state, (2, 0), ISLAND, "D3")
    second = city(state, (0, 1), ISLAND, "D1")
    hold(state, LIGHT, "A4")
    play(state, "attack", "play A4", f"target {first}", "declare")
    assert pieces(state, first) == "D3"
    assert state.window == ATT_PREP
    assert not may(state, f"target {first}")
    assert may(state, f"target {second}")
    play(state, f"target {second}")
    assert pieces(state, source) == "L1"
    assert pieces(state, second) == "D1", "1 : 1 over water is not enough"


# ---- Zeus, end ----


def test_x30_a_voided_exchange() -> None:
    """§6.2"""
    state, source, target = duel("Z4", "Z1", "D3+2s", attackers="L1")
    play(state, "play Z4", "void Z4")
    assert (pieces(state, source), pieces(state, target)) == ("L1", "D3+2s")
    assert piles(state) == "Z1 Z4"


def test_x31_an_exchange() -> None:
    """§3.5"""
    state = sea()
    x = city(state, (1, 0), "LLWWWW", "L1")
    city(state, (1, -1), ISLAND, "L1")
    y = city(state, (6, 0), ISLAND, "D3+2s")
    city(state, (7, 0), ISLAND, "D1")
    hold(state, LIGHT, "Z4")
    play(state, "play Z4", f"swap {x}", f"swap {y}")
    assert (pieces(state, x), pieces(state, y)) == ("D3+2s", "L1")
    assert (state.temples_of(LIGHT), state.temples_of(DARK)) == (0, 1)
    assert [bin(mask).count("1") for mask in state.pieces.cities] == [2, 2]


def x32_table() -> Rules:
    state = sea()
    city(state, (1, 0), ISLAND, "L1")
    city(state, (1, -1), ISLAND, "L1+1s")
    city(state, (6, 0), ISLAND, "D3+2s")
    hold(state, LIGHT, "Z3")
    return state


def test_x32_second_wind_and_locked_cards() -> None:
    """§5.6 §Q21"""
    state = x32_table()
    play(state, "play Z3", "reinforce", "draw ares", "card A6", "draw poseidon", "card P5", "done", "end")
    assert (state.actor(), state.window, state.is_extra) == (LIGHT, START, 1)
    assert cards_offered(state) == {"A6", "P5"}
    late = x32_table()
    play(late, "reinforce", "draw ares", "card A6", "draw poseidon", "card P5", "done", "play Z3", "end")
    assert (late.actor(), late.window, late.is_extra) == (LIGHT, START, 1)
    assert cards_offered(late) == set()
    play(late, "attack")
    assert late.actor() == DARK, "nothing to decide: the extra turn is over"
    assert (late.free_cards(LIGHT, 5), late.free_cards(LIGHT, 10)) == (1, 1)


def found_the_tenth(state: Rules) -> None:
    """A voyage next to the ninth city, which has the ship for it."""
    tile = next(t for t in range(1, 24) if state.pieces.cities[LIGHT] >> t & 1)
    put_ships(state, tile, 3)
    state.pieces.ship_supply[LIGHT] -= 3
    play(state, "voyage")
    if may(state, "sail"):
        play(state, "sail")
    play(state, "tile T03")
    play(state, next(text for text in legal(state) if text.startswith("lay")))
    while state.actor() == LIGHT and not may(state, "end"):
        play(state, legal(state)[0])


def ring_of_nine() -> Rules:
    """Light holds nine cities, one of them an island at the dolphin."""
    state = sea()
    city(state, (1, 0), ISLAND, "L1")
    for n, tile in enumerate(range(4, 12)):
        lay_tile(state, tile, PARTS.hexes.index((-9 + n, 5)), 0)
        state.pieces.cities[LIGHT] |= 1 << tile
        put_greeks(state, tile, 1)
        state.pieces.greek_supply[LIGHT] -= 1
    city(state, (7, 0), ISLAND, "D1")
    return state


def test_x33_the_tenth_city_wins_when_the_turn_ends() -> None:
    """§7.1 §5.6"""
    for winds in ("", "Z3"):
        state = ring_of_nine()
        hold(state, LIGHT, winds)
        if winds:
            play(state, "play Z3")
        found_the_tenth(state)
        if state.actor() != OVER:
            play(state, "end")
        assert state.actor() == OVER
        assert state.places() == [1, 2]
        assert state.is_extra == 0


def test_x34_the_first_turn_of_all() -> None:
    """§4.6 §Q28"""
    state = sea(turn=1)
    source = city(state, (1, 0), "LWWWWW", "L2")
    target = city(state, (2, 0), "WWWLWW", "D1+1s")
    city(state, (6, 0), ISLAND, "D1")
    hold(state, LIGHT, "A1 A6 Z1 Z3")
    hold(state, DARK, "P1 A6")
    assert cards_offered(state) == set()
    play(state, "attack", f"target {target}")
    assert (state.window, state.actor()) == (BATTLE, DARK), "Light is not even asked"
    play(state, "play P1")
    assert (state.window, state.actor()) == (BATTLE, DARK), "Light cannot void it"
    play(state, "pass")
    assert pieces(state, target) == "D1+1s"
    assert pieces(state, source) == "L1"


def test_x35_an_empty_stack_is_filled_at_once() -> None:
    """§3.1 §Q34"""
    state = sea()
    city(state, (1, 0), ISLAND, "L1")
    pile(state, "A1 A1 A1 A1 A2 A2 A2 A3 A3 A3 A4 A4 A5 A5 A6")
    assert state.cards.deck_size[0] == 1
    play(state, "reinforce", "draw ares", "card A6")
    assert state.cards.deck_size[0] == 15
    assert piles(state) == ""
    play(state, "draw ares", "card A1")


def test_x36_nine_to_nine() -> None:
    """§7.1"""
    state = ring_of_nine()
    ids = [t for t in range(12, 23) if state.tiles.cell_of[t] == NONE][:8]
    for n, tile in enumerate(ids):
        lay_tile(state, tile, PARTS.hexes.index((-9 + n, 8)), 0)
        state.pieces.cities[DARK] |= 1 << tile
        put_greeks(state, tile, 1)
        state.pieces.greek_supply[DARK] -= 1
    assert [bin(mask).count("1") for mask in state.pieces.cities] == [9, 9]
    found_the_tenth(state)
    if state.actor() != OVER:
        play(state, "end")
    assert state.actor() == OVER
    assert state.winner == LIGHT
