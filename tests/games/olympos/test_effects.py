"""Every discovery, wonder, destiny card and god does what it says."""

from __future__ import annotations

import pytest

from agon.core.state import CHANCE
from agon.games.olympos import effects
from agon.games.olympos import questions as ask
from agon.games.olympos.parts import CARDS, DISCOVERIES, GODS
from agon.games.olympos.rules import Rules
from tests.games.olympos.table import (
    BLUE,
    GREEN,
    PARTS,
    RED,
    SAFFRON,
    cubes,
    cubes_of,
    deal,
    discount,
    hand,
    hourglasses,
    lay,
    lay_wonder,
    legal,
    marker,
    own,
    play,
    settle,
    spaces,
    stack,
    struck,
    table,
    territory,
    tiles,
    track,
    turn_of,
)

# ---- §7 discoveries ----


def buy(state: Rules, cell: str) -> None:
    """Have the cubes for a cell and take it; the first payment that is offered."""
    number = PARTS.cells.index(cell)
    for resource, name in enumerate(("grain", "wood", "stone", "gold")):
        cubes(state, int(state.active), **{name: int(PARTS.way_need[4 * int(PARTS.way_first[number]) + resource])})
    play(state, f"discover {cell}")


@pytest.mark.parametrize(
    ("name", "swords", "zeus"),
    [
        ("metallurgy", 1, 0), ("hoplite", 1, 0), ("phalanx", 1, 0), ("strategy", 2, 0),
        ("religion", 0, 1), ("polytheism", 0, 1), ("hellenism", 0, 1), ("art", 0, 2),
        ("absolutism", 0, 0),
    ],
)  # fmt: skip
def test_swords_and_zeus_symbols(name: str, swords: int, zeus: int) -> None:
    """§7.8 §6.6 §9.2"""
    state = table(3)
    own(state, RED, name)
    assert effects.swords(state, RED) == swords
    assert effects.zeus_symbols(state, RED) == zeus


def test_cavalry_gives_two_hourglasses_at_once() -> None:
    """§7.4"""
    state = table(4)
    lay(state, "C1", "cavalry")
    buy(state, "C1")
    assert state.camps.hourglasses[RED] == 2
    play(state, "bonus 2")
    assert spaces(state)[RED] == 5


def test_commerce_gives_two_cubes_of_choice() -> None:
    """§7.4"""
    state = table(4)
    lay(state, "A3", "commerce")
    buy(state, "A3")
    play(state, "take gold", "take wood", "bonus 1")
    assert cubes_of(state, RED) == {"gold": 1, "wood": 1}


def test_surgery_gives_two_settlers() -> None:
    """§7.4"""
    state = table(4)
    lay(state, "A4", "surgery")
    stock = int(state.camps.stock[RED])
    buy(state, "A4")
    assert state.camps.stock[RED] == stock + 2


@pytest.mark.parametrize(("name", "cell"), [("phalanx", "A3"), ("hellenism", "B3")])
def test_phalanx_and_hellenism_draw_before_the_bonus(name: str, cell: str) -> None:
    """§7.4"""
    state = table(4)
    lay(state, cell, name)
    buy(state, cell)
    assert state.actor() == CHANCE
    play(state, "draw grainHourglass")
    assert legal(state, "bonus")
    play(state, "bonus 1")
    assert legal(state) == ["done"]  # before paying; without grain it has no effect


def test_oracle_looks_at_three() -> None:
    """§8.1 §7.8"""
    state = table(3)
    own(state, RED, "oracle")
    track(state, (RED, 12), (BLUE, 20), (GREEN, 20))
    play(state, "go macedonia", "draw star", "draw star", "draw cubeGold")
    assert legal(state) == ["discard cubeGold", "discard star"]
    play(state, "discard cubeGold")
    assert legal(state) == ["discard star"]  # asked all the same: skipping it would tell what is kept
    play(state, "discard star")
    assert hand(state, RED) == ["star"]


def test_the_first_buyer_of_money_chooses_the_tile() -> None:
    """§7.4 §4.2"""
    state = table(4)
    lay(state, "A2", "money")
    buy(state, "A2")
    assert legal(state) == ["tile stone", "tile gold"]
    play(state, "tile gold", "bonus 1")
    assert int(state.board.discounts[RED]) == 0b1000
    turn_of(state, BLUE)
    buy(state, "A2")
    assert int(state.board.discounts[BLUE]) == 0b0100


def test_a_new_discount_tile_does_not_pay_for_itself() -> None:
    """§7.3 §Q12"""
    state = table(4)
    lay(state, "A2", "agriculture")
    buy(state, "A2")
    play(state, "tile grain", "bonus 2")
    assert spaces(state)[RED] == 7


def test_discounts_add_up_and_ask_for_the_name() -> None:
    """§7.3"""
    state = table(4)
    discount(state, RED, "grain")
    lay(state, "A1", "medicine")
    buy(state, "A1")
    play(state, "bonus 1")
    assert spaces(state)[RED] == 5


def test_a_discovery_is_taken_once_and_runs_out() -> None:
    """§7.1"""
    state = table(3)
    lay(state, "A1", "medicine")
    buy(state, "A1")
    play(state, "bonus 1")
    assert state.board.copies[0] == 0
    turn_of(state, BLUE)
    cubes(state, BLUE, grain=1, wood=1)
    assert "discover A1" not in legal(state)


def test_the_player_chooses_the_cubes_where_several_pay() -> None:
    """§7.2 §Q27: also a dearer choice, never cubes instead of tiles."""
    state = table(4)
    settle(state, "thrace", RED)
    settle(state, "illyria", RED)
    cubes(state, RED, gold=1, grain=1)
    play(state, "discover E1")
    assert legal(state) == ["pay 0 0 0 0", "pay 0 0 0 1"]
    play(state, "pay 0 0 0 1")
    assert cubes_of(state, RED) == {"grain": 1}


def test_bonuses_are_taken_once_each() -> None:
    """§7.5"""
    state = table(4)
    lay(state, "A1", "medicine")
    buy(state, "A1")
    assert legal(state) == ["bonus 1", "bonus 2"]
    play(state, "bonus 1")
    turn_of(state, BLUE)
    buy(state, "A1")
    assert state.board.bonus_of[1] == BLUE  # the only one left is taken without asking
    assert state.camps.hourglasses[BLUE] == 0  # and spent at once


def test_the_grey_bonus_is_for_five_seats() -> None:
    """§7.5"""
    state = table(5)
    lay(state, "A1", "medicine")
    buy(state, "A1")
    assert legal(state) == ["bonus 1", "bonus 2", "bonus 3"]
    play(state, "bonus 3")
    assert state.camps.prestige[RED] == 2


@pytest.mark.parametrize(
    ("cell", "place", "gives"), [("A1", 1, "settler"), ("A1", 2, "hours"), ("B1", 2, "gold"), ("D1", 2, "prestige")]
)
def test_what_bonuses_give(cell: str, place: int, gives: str) -> None:
    """§7.5"""
    state = table(4)
    hourglasses(state, RED, 7)
    lay(state, cell, "medicine")
    stock = int(state.camps.stock[RED])
    buy(state, cell)
    play(state, f"bonus {place}")
    assert state.board.markers["ABCDE".index(cell[0])] == 1
    found = {
        "settler": int(state.camps.stock[RED]) - stock,
        "hours": int(state.camps.hourglasses[RED]),
        "gold": cubes_of(state, RED).get("gold", 0),
        "prestige": int(state.camps.prestige[RED]),
    }
    expected = {"settler": 1, "hours": 2, "gold": 1, "prestige": 2}
    assert found == {key: n if key == gives else 0 for key, n in expected.items()}


# ---- §7.6 wonders ----


def test_every_source_of_stars_counts() -> None:
    """§7.6: tiles, Architecture, Engineering, markers in the column, Athena, cards."""
    state = table(4)
    lay_wonder(state, "A", "colossus")
    settle(state, "attica", RED)
    own(state, RED, "architecture", "engineering")
    marker(state, RED, "A1")
    marker(state, RED, "B1")
    assert effects.lasting_stars(state, RED, 0) == 4
    assert "build colossus" not in legal(state)
    state.athena = 1 << RED
    deal(state, RED, "star")
    play(state, "build colossus")
    assert state.athena == 0
    assert hand(state, RED) == []
    assert spaces(state)[RED] == 5


def test_athena_or_a_card_is_the_players_choice() -> None:
    """§7.6: exactly the lacking star, never more."""
    for answer, athena, cards in (("stars 0", 0, ["star"]), ("stars 1", 1, [])):
        state = table(4)
        lay_wonder(state, "A", "lionGate")
        for cell in ("A1", "A2", "A3"):
            marker(state, RED, cell)
        state.athena = 1 << RED
        deal(state, RED, "star")
        play(state, "build lionGate")
        assert legal(state) == ["stars 0", "stars 1"]
        play(state, answer)
        assert state.athena == athena
        assert hand(state, RED) == cards


def test_the_choice_of_stars_is_asked_by_the_size_of_the_hand() -> None:
    """§7.6 §5.7: also of a player whose card is no star."""
    state = table(4)
    lay_wonder(state, "A", "lionGate")
    for cell in ("A1", "A2", "A3"):
        marker(state, RED, cell)
    state.athena = 1 << RED
    deal(state, RED, "cubeGold")
    play(state, "build lionGate")
    assert legal(state) == ["stars 0"]


def test_a_wonder_is_built_once() -> None:
    """§7.7"""
    state = table(4)
    lay_wonder(state, "A", "lionGate")
    for seat in (RED, BLUE):
        for place, cell in enumerate(("A1", "A2", "A3", "A4")):
            marker(state, seat, cell, 1 + (place + seat) % 2)
    play(state, "build lionGate")
    assert spaces(state)[RED] == 7
    assert state.board.wonder_of[0] == RED
    assert state.actor() == BLUE
    assert "build lionGate" not in legal(state)


# ---- §8 destiny cards ----


@pytest.mark.parametrize("resource", ["Grain", "Wood", "Stone", "Gold"])
def test_cube_cards(resource: str) -> None:
    """§8.4"""
    state = table(3)
    deal(state, RED, f"cube{resource}")
    play(state, f"play cube{resource}")
    assert cubes_of(state, RED) == {resource.lower(): 1}
    assert state.cards.discards[CARDS.index(f"cube{resource}")] == 1


def test_full_set() -> None:
    """§8.4 §Q21"""
    state = table(3)
    deal(state, RED, "fullSet")
    for name in ("thrace", "illyria", "paeonia"):
        settle(state, name, RED)
    assert "play fullSet" not in legal(state)
    settle(state, "macedonia", RED)
    play(state, "play fullSet")
    assert state.camps.prestige[RED] == 3


def test_wood_prestige_and_grain_hourglass() -> None:
    """§8.4 §Q21"""
    state = table(3)
    deal(state, RED, "woodPrestige", "grainHourglass")
    assert not legal(state, "play")
    for name in ("illyria", "bithynia", "thrace"):
        settle(state, name, RED)
    play(state, "play woodPrestige", "play grainHourglass")
    assert state.camps.prestige[RED] == 2
    assert state.camps.hourglasses[RED] == 1


def test_stone_majority_and_democracy() -> None:
    """§8.4 §Q22"""
    state = table(3)
    deal(state, RED, "stoneMajority")
    assert not legal(state, "play")  # none against none
    own(state, RED, "democracy")
    assert legal(state, "play") == ["play stoneMajority"]
    own(state, BLUE, "democracy")
    assert not legal(state, "play")
    settle(state, "paeonia", RED)
    play(state, "play stoneMajority")
    assert state.camps.hourglasses[RED] == 3


def test_stars_and_zeus_symbols_are_not_played_in_a_window() -> None:
    """§8.3"""
    state = table(3)
    deal(state, RED, "star", "zeusSymbol")
    assert not legal(state, "play")


# ---- §9 gods ----


def god(state: Rules, name: str) -> None:
    """Red reaches space 13 first, draws a card that he plays, and this god appears."""
    track(state, (RED, 12), *((seat, 12) for seat in range(1, state.seats())))
    play(state, "go macedonia")
    if state.actor() == RED and state.step != ask.TAKE_TURN:
        play(state, legal(state)[0])
    play(state, "draw cubeGold", "play cubeGold")
    if legal(state) == ["done"]:
        play(state, "done")
    play(state, f"god {name}")


def favour(state: Rules, *seats: int) -> None:
    """These seats have one Zeus symbol more than the others."""
    for seat in seats:
        own(state, seat, "religion")


@pytest.mark.parametrize("name", ["athena", "ares", "zeus", "hecate"])
def test_helpful_gods(name: str) -> None:
    """§9.4"""
    state = table(4)
    favour(state, BLUE, GREEN)
    stock = int(state.camps.stock[BLUE])
    god(state, name)
    for seat in (BLUE, GREEN):
        assert int(state.athena) >> seat & 1 == (name == "athena")
        assert effects.strength(state, seat) == (4 if name == "ares" else 0)
        assert state.camps.prestige[seat] == (3 if name == "zeus" else 0)
        assert state.camps.stock[seat] == stock + (1 if name == "hecate" else 0)
    assert state.camps.prestige[RED] == 0
    assert int(state.athena) & 1 == 0


def test_artemis_asks_clockwise_from_who_turned_her_up() -> None:
    """§9.4"""
    state = table(4)
    favour(state, BLUE, SAFFRON)
    god(state, "artemis")
    assert state.actor() == BLUE
    play(state, "take wood")
    assert state.actor() == SAFFRON
    play(state, "take gold")
    assert cubes_of(state, BLUE) == {"wood": 1}
    assert cubes_of(state, SAFFRON) == {"gold": 1}


def test_hades_asks_clockwise_and_spares_who_has_no_settler() -> None:
    """§9.5 §Q18"""
    state = table(4)
    favour(state, RED)
    settle(state, "thrace", BLUE)
    settle(state, "attica", BLUE, GREEN)
    god(state, "hades")
    assert state.actor() == BLUE
    assert legal(state) == ["lose thrace 1", "lose attica 1"]
    play(state, "lose attica 1")
    assert stack(state, "attica") == []  # Green had only this one, so Green was not asked
    assert state.camps.stock[BLUE] == 5
    assert state.camps.stock[GREEN] == 5


def test_harmful_gods_reach_the_fewest() -> None:
    """§9.3 §9.5"""
    for name in ("keres", "siren", "erinyes"):
        state = table(4)
        favour(state, RED, BLUE)
        god(state, name)
        mask = {"keres": state.keres, "siren": state.siren, "erinyes": state.erinyes}[name]
        assert int(mask) == (1 << GREEN) | (1 << SAFFRON)


def test_nemesis_takes_all_cards() -> None:
    """§9.5 §Q28"""
    state = table(3)
    favour(state, BLUE, GREEN)
    track(state, (RED, 12), (BLUE, 12), (GREEN, 12))
    deal(state, RED, "star")
    play(state, "go macedonia", "done", "draw cubeWood", "done", "god nemesis")
    while legal(state) == ["done"]:
        play(state, "done")
    assert hand(state, RED) == []
    assert state.cards.discards[CARDS.index("star")] == 1
    assert state.cards.discards[CARDS.index("cubeWood")] == 1


def test_reactions_go_round_once_and_openly() -> None:
    """§9.2 §Q29"""
    state = table(3)
    deal(state, BLUE, "zeusSymbol")
    deal(state, GREEN, "zeusSymbol", "star")
    god(state, "zeus")
    assert state.actor() == BLUE
    play(state, "play zeusSymbol")  # the last card: nothing more to ask
    assert state.actor() == GREEN
    assert legal(state) == ["play zeusSymbol", "done"]
    play(state, "play zeusSymbol")
    play(state, "done")
    assert list(state.camps.prestige) == [0, 3, 3]


def test_nobody_is_asked_once_all_symbols_are_discarded() -> None:
    """§9.2 §5.7: a public fact."""
    state = table(3)
    deal(state, BLUE, "star")
    kind = CARDS.index("zeusSymbol")
    state.cards.discards[kind] = state.cards.deck[kind]
    state.deck_size -= state.cards.deck[kind]
    state.cards.deck[kind] = 0
    god(state, "keres")
    assert state.god < 0
    assert state.keres != 0


def test_ares_and_siren_last_until_the_next_god() -> None:
    """§9.1 §Q25 §Q33: Ares and Keres are two different gods."""
    state = table(3)
    favour(state, BLUE)
    god(state, "ares")
    assert int(state.ares) == 1 << BLUE
    assert GODS.index("ares") != GODS.index("keres")
    track(state, (RED, 24), (BLUE, 24), (GREEN, 24))
    turn_of(state, RED)
    play(state, "go illyria")
    if state.step != ask.TAKE_TURN and state.actor() == RED:
        play(state, legal(state)[0])
    play(state, "draw star", "done")
    assert state.ares == 0


def test_erinyes_are_paid_once() -> None:
    """§5.4 §Q24"""
    state = table(3)
    state.erinyes = 1 << RED
    play(state, "go macedonia")
    assert spaces(state)[RED] == 5
    assert state.erinyes == 0


def test_finished_players_still_meet_the_gods() -> None:
    """§Q32"""
    state = table(3)
    state.done = 1 << GREEN
    favour(state, RED, BLUE)
    assert struck(state, "keres") == [GREEN]


def test_two_owners_of_democracy_are_equal() -> None:
    """§9.3"""
    state = table(3)
    own(state, RED, "democracy")
    own(state, BLUE, "democracy")
    assert struck(state, "zeus") == [RED, BLUE]
    assert struck(state, "keres") == [GREEN]
    own(state, GREEN, "religion")
    assert struck(state, "keres") == [RED, BLUE]


def test_athena_is_one_star_at_most() -> None:
    """§Q26"""
    state = table(3)
    state.athena = 1 << RED
    assert effects.athena_stars(state, RED) == 1


def test_supplies_never_run_out() -> None:
    """§1.3 §Q1 §Q2 §Q3"""
    state = table(3)
    cubes(state, RED, gold=30)
    hourglasses(state, RED, 30)
    effects.give_settlers(state, RED, 30)
    effects.give_prestige(state, RED, 60)
    assert cubes_of(state, RED) == {"gold": 30}
    assert state.camps.bank[3] == 30
    assert tiles(state, RED) == {}
    assert territory("attica") >= 0
    assert len(DISCOVERIES) == 25


@pytest.mark.parametrize(
    ("space", "taken", "allowed"), [(77, False, True), (78, False, False), (75, True, True), (76, True, False)]
)
def test_cavalry_and_a_bonus_of_hourglasses_both_help_near_the_cross(space: int, taken: bool, allowed: bool) -> None:
    """§3.4 §Q35: 7 AP, less 2 hourglasses of Cavalry and 2 of the bonus, while it is free."""
    state = table(3)
    lay(state, "A1", "cavalry")
    cubes(state, RED, grain=1, wood=1)
    if taken:
        marker(state, BLUE, "A1", 2)
    track(state, (RED, space), (BLUE, 80), (GREEN, 80))
    turn_of(state, RED)
    assert ("discover A1" in legal(state)) == allowed
