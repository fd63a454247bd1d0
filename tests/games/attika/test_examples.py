"""The worked examples of the rule specification (section 13), one test each."""

from __future__ import annotations

from agon.core.state import NONE, OVER
from agon.games.attika import effects
from agon.games.attika.parts import BUILDINGS, KINDS, LETTERS, PLAIN, STACKS
from agon.games.attika.questions import DECIDE
from tests.games.attika.table import (
    PARTS,
    building_turn,
    cell,
    discard_deck,
    draw_all,
    fewest,
    fresh,
    hand,
    hold,
    is_to_decide,
    may,
    number,
    places_for,
    play,
    price,
    reference,
    slot,
    stand,
    store,
    take_out,
    words,
)


def test_reference_board_shows_the_symbols_of_the_specification() -> None:
    """§1.2 §1.3 §2.1"""
    state = reference()
    symbols = {
        (1, 0): "W", (1, -1): "F", (-1, 0): "H", (-1, 1): "M", (4, -1): "W", (3, -2): "F", (2, 0): "H",
        (2, 2): "F", (1, 1): "M", (0, 3): "H", (5, 1): "W", (5, 0): "H", (3, 1): "W", (3, 2): "H",
    }  # fmt: skip
    for n in range(28):
        h = PARTS.hexes[int(state.map.cells[n])]
        expected = LETTERS.index(symbols[h]) if h in symbols else PLAIN
        assert state.map.symbols[n] == expected, h


def test_example_1_city_among_all_four_symbols_is_free() -> None:
    """§5.3 §6.2"""
    state = reference()
    store(state, 0, "city")
    assert price(state, "city", (0, 0)) == ("", 0, 0)
    play(state, "build city", f"place {cell((0, 0))}")
    assert state.land.settlements[0] == 1
    assert state.cards.held[0] == 0


def test_example_2_oracle_beside_the_city_is_free_by_arrow() -> None:
    """§5.2"""
    state = reference()
    stand(state, 0, city=(0, 0))
    store(state, 0, "oracle")
    assert price(state, "oracle", (0, 1)) == ("", 0, 0)
    play(state, "build oracle", f"place {cell((0, 1))}")
    assert state.land.settlements[0] == 1


def test_example_3_market_beside_the_city_is_not_free() -> None:
    """§5.2 §5.3"""
    state = reference()
    stand(state, 0, city=(0, 0))
    assert price(state, "market", (0, 1)) == ("FH", 0, 0)
    hold(state, 0, "FH")
    assert fewest(state, "market", (0, 1)) == 2


def test_example_4_tower_with_one_open_hill() -> None:
    """§5.3 §5.4"""
    state = reference()
    stand(state, 0, city=(0, 0))
    assert price(state, "tower1", (-1, 0)) == ("H", 0, 0)
    for cards, can in (("H", True), ("WF", True), ("MM", True), ("W", False), ("", False)):
        hold(state, 0, cards)
        assert ((-1, 0) in places_for(state, "tower1")) == can, cards


def test_example_5_a_building_of_another_seat_covers_the_mountain() -> None:
    """§5.3"""
    state = reference()
    stand(state, 0, city=(0, 0))
    stand(state, 1, well=(-1, 1))
    assert price(state, "tower1", (-1, 0)) == ("HM", 0, 0)


def test_example_6_well_between_two_waters_founds_a_settlement() -> None:
    """§5.3 §6.2"""
    state = reference()
    stand(state, 0, city=(0, 0))
    store(state, 0, "well")
    hold(state, 0, "M")
    assert price(state, "well", (4, 1)) == ("", 0, 1)
    play(state, "build well", f"place {cell((4, 1))}", "pay M")
    assert state.land.settlements[0] == 2


def test_example_7_vineyard_and_third_settlement_cost_at_least_four() -> None:
    """§5.4 §6.2"""
    state = reference()
    stand(state, 0, city=(0, 0), well=(4, 1))
    store(state, 0, "vineyard")
    hold(state, 0, "WHFF")
    assert price(state, "vineyard", (1, 3)) == ("WH", 0, 2)
    assert fewest(state, "vineyard", (1, 3)) == 4
    play(state, "build vineyard", f"place {cell((1, 3))}", "pay W", "pay F", "pay H", "pay F")
    assert state.land.settlements[0] == 3


def test_example_8_vintner_completes_viticulture() -> None:
    """§5.2 §7.1"""
    state = reference()
    stand(state, 0, city=(0, 0), well=(4, 1), vineyard=(1, 3))
    store(state, 0, "vintner")
    play(state, "build vintner", f"place {cell((2, 2))}")
    assert state.store.amphorae[0] == 1
    assert state.supply == 14


def test_example_9_a_building_between_two_settlements_joins_them() -> None:
    """§6.3"""
    state = reference()
    stand(state, 0, city=(0, 0), well=(1, 1), harbour=(4, 1))
    assert state.land.settlements[0] == 3
    stand(state, 0, oracle=(0, 1))
    assert state.land.settlements[0] == 2
    assert effects.settlement_cost(state, 0, slot(state, (1, 3))) == 2


def test_example_10_road_with_four_symbols_around_costs_one() -> None:
    """§5.5"""
    state = reference()
    store(state, 0, "road1")
    hold(state, 0, "F")
    assert price(state, "road1", (2, 1)) == ("", 1, 0)
    play(state, "build road1", f"place {cell((2, 1))}", "pay F")
    assert state.cards.held[0] == 0


def test_example_11_second_road_is_free_beside_the_first() -> None:
    """§5.2 §5.5 §6.2"""
    state = reference()
    stand(state, 0, road1=(2, 1))
    assert price(state, "road2", (3, 1)) == ("", 0, 0)
    assert price(state, "road2", (4, 2)) == ("", 3, 1)
    hold(state, 0, "WFHM")
    assert fewest(state, "road2", (4, 2)) == 4


def test_example_12_fortress_for_a_whole_hand_of_seven() -> None:
    """§5.4"""
    state = reference()
    store(state, 0, "fortress")
    hold(state, 0, "HWWWWFF")
    assert price(state, "fortress", (3, -2)) == ("HHMM", 0, 0)
    assert (3, -2) in places_for(state, "fortress")
    play(state, "build fortress", f"place {cell((3, -2))}", *["pay W"] * 4, "pay F", "pay F", "pay H")
    assert state.land.built[number("fortress")] == slot(state, (3, -2))
    assert state.cards.held[0] == 0

    state = reference()
    hold(state, 0, "HWWWWF")
    assert (3, -2) not in places_for(state, "fortress")


def test_example_13_fortress_beside_the_quarry_is_free() -> None:
    """§5.2"""
    state = reference()
    stand(state, 0, quarry=(4, -2))
    assert price(state, "fortress", (3, -2)) == ("", 0, 0)


def test_example_14_waste_is_refused_and_exchange_allowed() -> None:
    """§5.4 §Q6: with one open water symbol, W pays at once; F F pays too; a W after an F would be waste."""
    state = reference()
    store(state, 0, "well")
    hold(state, 0, "WWFF")
    assert price(state, "well", (4, -2)) == ("W", 0, 0)
    play(state, "build well", f"place {cell((4, -2))}")
    assert words(state) == ["pay W", "pay F"]
    other = state.clone()
    play(other, "pay W")
    assert other.land.built[number("well")] != NONE  # W alone is enough: W W is never taken
    play(state, "pay F")
    assert state.land.built[number("well")] == NONE  # F alone is not
    assert words(state) == ["pay F"]  # and F W would waste the W
    play(state, "pay F")
    assert state.land.built[number("well")] != NONE
    assert hand(state, 0) == "WW"


def test_example_15_silver_mine_with_one_open_forest() -> None:
    """§5.3"""
    state = reference()
    stand(state, 0, city=(0, 0))
    assert price(state, "mine", (0, 1)) == ("F", 0, 0)


def test_example_16_stopping_after_one_reveal_draws_one_card() -> None:
    """§4.1 §4.3"""
    state = reference()
    state.store.amphorae[0] = 2
    state.supply -= 2
    if state.store.storage[0] & (2 ** number("tower1")):
        state.store.storage[0] &= ~(2 ** number("tower1"))
        state.store.unseen[0] |= 2 ** number("tower1")
        state.store.stacks[1] += 1
    play(state, "reveal 1", "top tower1", "store", "finish")
    assert draw_all(state) == 1
    assert state.cards.held[0] == 1
    assert words(state) == ["amphora card", "end"]


def test_example_17_one_build_leaves_two_cards_and_none_three() -> None:
    """§4.3"""
    state = reference()
    store(state, 0, "city")
    play(state, "build city", f"place {cell((0, 0))}", "finish")
    assert draw_all(state) == 2
    assert is_to_decide(state, 1)
    play(state, "finish")
    assert draw_all(state) == 3
    assert is_to_decide(state, 0)


def test_example_18_an_amphora_just_earned_gives_a_fourth_build() -> None:
    """§4.4 §7.1"""
    state = reference()
    stand(state, 0, city=(0, 0), vineyard=(0, 1))
    store(state, 0, "vintner", "oracle")
    building_turn(state, 1)
    play(state, "build vintner", f"place {cell((0, 2))}")
    assert (state.supply, state.store.amphorae[0]) == (14, 1)
    assert not any(text.startswith("build") for text in words(state))
    play(state, "amphora action")
    assert (state.supply, state.store.amphorae[0]) == (15, 0)
    play(state, "build oracle", f"place {cell((-1, 0))}")
    assert is_to_decide(state, 1)


def test_example_19_third_reveal_and_a_card_by_amphora() -> None:
    """§4.4"""
    state = reference()
    state.store.amphorae[0] = 2
    state.supply -= 2
    for _ in range(2):
        play(state, "reveal 1")
        draw_all(state)
        play(state, "store")
    assert words(state) == ["amphora action", "amphora card", "end"]
    play(state, "amphora action", "reveal 2")
    draw_all(state)
    play(state, "store", "amphora card")
    assert draw_all(state) == 1
    assert state.cards.held[0] == 1
    assert state.supply == 15
    assert is_to_decide(state, 1)


def test_example_20_empty_supply_gives_a_card_and_the_turn_goes_on() -> None:
    """§7.3 §Q9"""
    state = reference()
    state.supply = 0
    state.store.amphorae[1] = 15
    stand(state, 0, city=(0, 0), vineyard=(0, 1))
    store(state, 0, "vintner", "oracle", "theater")
    play(state, "build vintner", f"place {cell((0, 2))}")
    assert draw_all(state) == 1
    assert state.cards.held[0] == 1
    assert state.left == 2
    play(state, "build oracle", f"place {cell((-1, 0))}")
    play(state, "build theater", f"place {cell((-1, 1))}")
    assert is_to_decide(state, 1)


def test_example_21_defence_connected_brings_an_amphora_and_apart_never() -> None:
    """§7.1 §7.2"""
    state = reference()
    stand(state, 0, quarry=(0, 2), tower1=(0, 3), fortress=(1, 3), tower2=(2, 2))
    assert effects.completes_group(state, 0, number("tower2"))
    state = reference()
    stand(state, 0, quarry=(0, 2), tower1=(0, 3), fortress=(1, 3), tower2=(4, 1))
    for member in ("quarry", "tower1", "fortress", "tower2"):
        assert not effects.completes_group(state, 0, number(member))


def empty_stack_2(pile_empty: bool) -> None:
    state = reference()
    while state.store.stacks[2] > 1:
        for building in PARTS.buildings[1:]:
            n = number(building)
            if state.store.unseen[0] & 2**n and not PARTS.mains & 2**n:
                state.store.unseen[0] &= ~(2**n)
                state.store.storage[0] |= 2**n
                state.store.stacks[2] -= 1
                break
    if pile_empty:
        state.pile = 0
    play(state, "reveal 2")
    draw_all(state)
    play(state, "store")
    if pile_empty:
        assert state.step == DECIDE  # example 23
        assert may(state, "finish")
        return
    assert draw_all(state) == 1
    for h, legal in (
        ((1, -4), True), ((3, -4), True), ((-3, 1), True), ((1, -3), False), ((-2, 0), False), ((-5, 0), False),
    ):  # fmt: skip
        assert may(state, f"lay {cell(h)}") == legal, h
    play(state, f"lay {cell((1, -4))}", "turn 2")
    assert state.map.laid == 5
    assert state.step == DECIDE


def test_example_22_the_last_building_of_a_stack_adds_a_tile() -> None:
    """§8.1 §8.2 §8.3"""
    empty_stack_2(False)


def test_example_23_with_an_empty_pile_the_turn_goes_on() -> None:
    """§8.5"""
    empty_stack_2(True)


def test_example_24_a_chain_between_two_shrines_wins_at_once() -> None:
    """§9.2 §9.3"""
    chain = {"city": (1, -1), "oracle": (2, -1), "theater": (3, -1), "tavern": (3, 0)}
    state = reference()
    stand(state, 0, **chain, plaza=(3, 1))
    store(state, 0, "gymnasium")
    hold(state, 0, "HM")
    play(state, "build gymnasium", f"place {cell((3, 2))}")
    while state.actor() == 0:
        state.apply(state.legal()[0])
    assert state.actor() == OVER
    assert state.places() == [1, 2]

    state = reference()
    stand(state, 0, **chain)
    stand(state, 1, well=(3, 1))
    store(state, 0, "gymnasium")
    hold(state, 0, "HM")
    building_turn(state, 2)
    play(state, "build gymnasium", f"place {cell((3, 2))}")
    while state.building != NONE:
        state.apply(state.legal()[0])
    assert state.actor() != OVER


def test_example_25_two_settlements_at_the_same_shrine_are_not_joined() -> None:
    """§9.2 §Q18"""
    state = reference()
    stand(state, 0, city=(0, -1), well=(3, 2))
    assert not effects.has_linked(state, 0)
    effects.lay_tile(state, PARTS.faces.index("T01"), PARTS.cell_of[(1, -4)], 0)
    stand(state, 0, oracle=(1, -3))
    assert state.land.settlements[0] == 3
    assert not effects.has_linked(state, 0)


def test_example_26_the_thirtieth_building_wins_before_the_tile() -> None:
    """§4.8 §9.1 §9.3"""
    state = reference()
    effects.lay_tile(state, 0, PARTS.cell_of[(-1, -2)], 0)
    effects.lay_tile(state, 1, PARTS.cell_of[(-3, 1)], 0)
    state.pile &= ~3
    last = number("village")
    spaces = [s for s in range(7 * int(state.map.laid)) if not effects.gates_at(state, s)]
    for building in range(BUILDINGS):
        if building != last:
            take_out(state, 0, PARTS.buildings[building])
            effects.put(state, 0, building, spaces.pop())
    state.store.unseen[0] = 2**last
    state.store.storage[0] = 0
    for stack in range(STACKS):
        state.store.stacks[stack] = 0
    state.store.stacks[3] = 1
    hold(state, 0, "FFFFHHHHMMMM")
    play(state, "reveal 3", "top village")
    state.apply(state.legal()[1])
    while state.actor() == 0:
        state.apply(state.legal()[0])
    assert state.actor() == OVER
    assert state.winner == 0
    assert state.map.laid == 6


def test_example_27_the_deck_is_shuffled_anew_only_when_needed() -> None:
    """§4.6"""
    state = reference()
    discard_deck(state, "W")
    state.cards.discard[0] = 5
    for kind in range(1, KINDS):
        state.cards.discard[kind] = 0
    play(state, "finish")
    assert state.deck_left == 1
    play(state, "card W")
    assert state.deck_left == 5
    assert sum(state.cards.discard) == 0
    play(state, "card W", "card W")
    assert state.deck_left == 3
    assert hand(state, 0) == "WWW"


def test_example_28_set_up_with_four_seats() -> None:
    """§2.1 §2.2 §2.3 §2.4 §2.5 §2.6"""
    state = fresh(4)
    draw_all(state)
    starter = int(state.starter)
    assert [int(state.cards.held[(starter + n) % 4]) for n in range(4)] == [4, 5, 6, 7]
    assert state.deck_left == 38
    for seat in range(4):
        mains = [b for b in range(BUILDINGS) if state.store.storage[seat] & 2**b and PARTS.mains & 2**b]
        others = [b for b in range(BUILDINGS) if state.store.storage[seat] & 2**b and not PARTS.mains & 2**b]
        assert (len(mains), len(others)) == (1, 3)
        assert [int(state.store.stacks[STACKS * seat + s]) for s in range(STACKS)] == [5, 7, 7, 7]
    assert bin(int(state.pile)).count("1") == 14
    assert state.supply == 15
    assert is_to_decide(state, starter)
