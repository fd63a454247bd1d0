"""Set-up, the course of a turn, the time track, expansion and the end."""

from __future__ import annotations

from random import Random

import pytest

from agon.core.state import CHANCE, OVER, UNKNOWN
from agon.games.olympos import GAME, effects
from agon.games.olympos import questions as ask
from agon.games.olympos.parts import CARDS, RESOURCES
from agon.games.olympos.rules import Rules, new
from tests.games.olympos.table import (
    ACTIONS,
    BLUE,
    GREEN,
    PARTS,
    RED,
    SAFFRON,
    controller,
    cubes,
    cubes_of,
    deal,
    hand,
    hourglasses,
    lay,
    lay_wonder,
    legal,
    own,
    play,
    price,
    settle,
    settle_draws,
    spaces,
    stack,
    table,
    territory,
    tiles,
    track,
    turn_of,
)


def set_up(seats: int, seed: int = 1) -> Rules:
    """Set-up by chance and by a random lowest player."""
    rng = Random(seed)
    state = new(PARTS, ACTIONS, seats, {})
    while state.step < ask.TAKE_TURN:
        state.apply(state.random_action(rng))
    return state


# ---- §4 set-up ----


@pytest.mark.parametrize(("seats", "copies"), [(3, [1, 2, 1, 2, 1]), (4, [2, 2, 2, 2, 1]), (5, [3, 2, 3, 2, 1])])
def test_discoveries_are_dealt_within_their_rows(seats: int, copies: list[int]) -> None:
    """§4.1 §4.2: every discovery on a cell of its row, with so many tiles."""
    state = set_up(seats)
    for cell in range(25):
        assert PARTS.row[state.board.tile_at[cell]] == cell // 5
        assert state.board.copies[cell] == copies[cell // 5]
    assert sorted(state.board.tile_at) == list(range(25))


def test_wonders_are_dealt_one_under_each_column() -> None:
    """§4.3"""
    assert sorted(set_up(4).board.wonder_at) == [0, 1, 2, 3, 4]


def test_the_last_token_on_the_stack_plays_first_and_the_first_blocks() -> None:
    """§4.4 §4.5"""
    state = new(PARTS, ACTIONS, 3, {})
    while state.step == 0:
        state.apply(state.legal()[0])
    play(state, "token 2", "token 0")
    assert list(state.track.queue) == [1, 0, 2]
    assert state.step == ask.BLOCK
    assert state.actor() == 2


@pytest.mark.parametrize(("seats", "each"), [(3, 3), (4, 2), (5, 1)])
def test_so_many_of_each_resource_are_blocked(seats: int, each: int) -> None:
    """§4.5 §4.6: with at most one star each, and tribes on the starred territories that are left."""
    for seed in range(8):
        state = set_up(seats, seed)
        for resource in range(4):
            kin = int(PARTS.of_resource[resource]) & int(state.blocked)
            assert bin(kin).count("1") == each
            assert bin(kin & int(PARTS.starred)).count("1") <= 1
        assert int(state.tribes) == int(PARTS.starred) & ~int(state.blocked)


def test_olympos_may_be_blocked_and_the_token_stays_out() -> None:
    """§4.5 §Q20"""
    state = table(4)
    state.step = ask.BLOCK
    assert "block olympos" in legal(state)
    play(state, "block olympos")
    assert all(effects.zeus_symbols(state, seat) == 0 for seat in range(4))


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_everybody_is_dealt_a_cube(seats: int) -> None:
    """§4.7: all different, but with five one colour twice."""
    for seed in range(10):
        state = set_up(seats, seed)
        dealt = [cubes_of(state, seat) for seat in range(seats)]
        assert all(sum(d.values()) == 1 for d in dealt)
        assert len({next(iter(d)) for d in dealt}) == min(4, seats)


def test_decks_are_full_at_the_start() -> None:
    """§4.8 §8.4: 22 destiny cards, ten gods, four settlers each."""
    state = set_up(4)
    assert state.deck_size == 22
    assert {name: int(state.cards.deck[k]) for k, name in enumerate(CARDS)}["star"] == 3
    assert bin(int(state.gods_left)).count("1") == 10
    assert list(state.camps.stock) == [4, 4, 4, 4]


# ---- §3, §5 the track and the turn ----


def test_furthest_back_plays_and_of_a_stack_the_uppermost() -> None:
    """§3.1 §5.1"""
    state = table(4)
    track(state, (BLUE, 5), (RED, 5), (GREEN, 9), (SAFFRON, 7))
    assert state.actor() == BLUE
    play(state, "go macedonia")
    assert [int(s) for s in state.track.queue] == [RED, SAFFRON, BLUE, GREEN]
    assert state.actor() == RED


def test_a_token_that_does_not_move_stays_where_it_lies() -> None:
    """§3.1 §3.2"""
    state = table(4)
    track(state, (BLUE, 5), (RED, 5), (GREEN, 9), (SAFFRON, 7))
    hourglasses(state, BLUE, 9)
    play(state, "go macedonia")
    assert state.camps.hourglasses[BLUE] == 6
    assert [int(s) for s in state.track.queue] == [BLUE, RED, SAFFRON, GREEN]
    assert state.actor() == BLUE


def test_finished_players_are_left_out() -> None:
    """§5.1 §10.1"""
    state = table(3)
    track(state, (RED, 73), (BLUE, 74), (GREEN, 75))
    play(state, "pass")
    assert state.has_finished(RED)
    assert state.actor() == BLUE


def test_whoever_holds_no_card_pays_at_once() -> None:
    """§5.3 §5.7"""
    state = table(4)
    play(state, "go macedonia")
    assert state.step == ask.TAKE_TURN
    assert state.actor() == BLUE


def test_whoever_holds_a_card_is_asked_even_if_it_cannot_be_played() -> None:
    """§5.3 §5.7: the question betrays nothing."""
    state = table(4)
    deal(state, RED, "star")
    play(state, "go macedonia")
    assert state.actor() == RED
    assert legal(state) == ["done"]


def test_cards_may_be_played_before_the_action() -> None:
    """§5.2 §8.3"""
    state = table(4)
    deal(state, RED, "cubeGold", "cubeGold")
    play(state, "play cubeGold", "play cubeGold")
    assert cubes_of(state, RED) == {"gold": 2}
    assert state.actor() == RED
    assert state.step == ask.TAKE_TURN


def test_two_zeus_spaces_in_one_move_come_one_after_the_other() -> None:
    """§5.5 §Q15 §Q16: a card and a god each."""
    state = table(3)
    track(state, (RED, 12), (BLUE, 12), (GREEN, 12))
    state.erinyes = 1 << RED
    own(state, BLUE, "metallurgy", "hoplite")
    settle(state, "gadeira", BLUE)
    assert price(state, "gadeira") == 2 + 9 + 3 + 2
    state.camps.hourglasses[RED] = 0
    play(state, "go gadeira", "draw star", "done")
    assert legal(state, "god")
    play(state, "god keres")
    settle_draws(state)
    while state.actor() in (RED, BLUE, GREEN) and state.god >= 0:
        play(state, "done")
    play(state, "done") if legal(state) == ["done"] else settle_draws(state)
    assert spaces(state)[RED] == 28
    assert int(state.track.reached[0]) == int(state.track.reached[1]) == 1 << RED


def test_a_double_zeus_gives_one_card() -> None:
    """§3.3 §5.5 §Q15"""
    state = table(3)
    track(state, (RED, 36), (BLUE, 40), (GREEN, 40))
    play(state, "go macedonia", "draw star")
    assert state.cards.hand_size[RED] == 1
    assert legal(state) == ["done"]


def test_without_an_action_one_waits_for_one_point() -> None:
    """§5.6 §Q14: no settler anywhere, nothing to pay with; the Erinyes stay."""
    state = table(3)
    state.camps.stock[RED] = 0
    state.erinyes = 1 << RED
    assert legal(state) == ["wait"]
    play(state, "wait")
    assert spaces(state)[RED] == 1
    assert state.erinyes == 1 << RED


def test_waiting_reaches_zeus_spaces_and_spends_hourglasses_first() -> None:
    """§5.6 §Q14"""
    state = table(3)
    track(state, (RED, 12), (BLUE, 20), (GREEN, 20))
    state.camps.stock[RED] = 0
    play(state, "wait")
    assert state.actor() == CHANCE
    state = table(3)
    state.camps.stock[RED] = 0
    hourglasses(state, RED, 1)
    play(state, "wait")
    assert spaces(state)[RED] == 0
    assert state.camps.hourglasses[RED] == 0


def test_waiting_is_not_offered_beside_an_action() -> None:
    """§5.6 §Q17: an expansion as the only action is compulsory."""
    state = table(3)
    assert "wait" not in legal(state)
    assert "pass" not in legal(state)
    state.camps.stock[RED] = 1
    assert all(t.startswith("go ") for t in legal(state))


def test_no_payment_passes_the_cross() -> None:
    """§3.4 §Q13: at 72 with the Erinyes a discovery would end on 81."""
    state = table(3)
    track(state, (RED, 72), (BLUE, 80), (GREEN, 80))
    lay(state, "A1", "medicine")
    cubes(state, RED, grain=1, wood=1)
    assert "discover A1" in legal(state)
    state.erinyes = 1 << RED
    hours = effects.sure_hourglasses(state, 0)
    assert hours == 2  # its bonus could give them
    state.board.bonus_of[1] = BLUE
    assert "discover A1" not in legal(state)


def test_the_hourglass_bonus_may_be_forced() -> None:
    """§Q35"""
    state = table(3)
    track(state, (RED, 75), (BLUE, 80), (GREEN, 80))
    lay(state, "A1", "medicine")
    cubes(state, RED, grain=1, wood=1)
    play(state, "discover A1")  # 7 AP from 75: only with the two hourglasses
    assert spaces(state)[RED] == 80
    assert state.board.bonus_of[1] == RED
    assert state.has_finished(RED)


def test_hourglass_cards_count_for_the_cross_only_when_played_first() -> None:
    """§Q35"""
    state = table(3)
    track(state, (RED, 78), (BLUE, 80), (GREEN, 80))
    settle(state, "thrace", RED)
    deal(state, RED, "grainHourglass")
    state.camps.stock[RED] = 0
    assert price(state, "epirus") == 3
    assert "go epirus" not in legal(state)
    play(state, "play grainHourglass")
    assert "go epirus" in legal(state)


# ---- §6 expansion ----


def test_a_beaten_settler_may_leave_and_nothing_else_changes() -> None:
    """§6.4 §6.7"""
    state = table(3)
    settle(state, "attica", RED, BLUE)
    play(state, "go boeotia", "send attica 1")
    assert stack(state, "attica") == [BLUE]
    assert tiles(state, RED) == {"grain": 1}
    assert state.camps.hourglasses[BLUE] == 0


def test_another_settler_may_attack_where_one_is_beaten() -> None:
    """§6.7 §Q6"""
    state = table(3)
    settle(state, "attica", RED, BLUE)
    settle(state, "boeotia", RED)
    play(state, "go attica", "send boeotia 1")
    assert stack(state, "attica") == [RED, BLUE, RED]
    assert controller(state, "boeotia") is None


def test_a_controlling_settler_may_not_leave_and_return() -> None:
    """§Q7: nor may another end there."""
    state = table(3)
    settle(state, "attica", BLUE, RED)
    assert "go attica" not in legal(state)


def test_own_disc_under_own_disc_takes_over() -> None:
    """§Q8"""
    state = table(3)
    settle(state, "attica", RED, BLUE, RED)
    turn_of(state, BLUE)
    play(state, "go boeotia", "send attica 2")
    assert stack(state, "attica") == [RED, RED]
    turn_of(state, RED)
    play(state, "go argolis", "send attica 2")
    assert controller(state, "attica") == RED
    assert tiles(state, RED) == {"stone": 1, "gold": 1}


def test_two_own_settlers_in_a_stack_are_two_choices() -> None:
    """§6.1"""
    state = table(3)
    settle(state, "attica", RED, BLUE, RED)
    state.camps.stock[RED] = 0
    play(state, "go boeotia")
    assert legal(state) == ["send attica 1", "send attica 3"]


def test_crosses_and_tribes_may_be_passed() -> None:
    """§6.2 §6.3 §Q9"""
    state = table(3)
    state.blocked = (1 << territory("macedonia")) | (1 << territory("paeonia")) | (1 << territory("thessaly"))
    assert price(state, "olympos") == 4
    assert "go macedonia" not in legal(state)
    state.tribes |= 1 << territory("thessaly")
    settle(state, "epirus", RED)
    assert price(state, "phocis") == 2


def test_control_brings_tile_star_and_token() -> None:
    """§6.5 §6.6 §1.2"""
    state = table(3)
    settle(state, "olympos", BLUE)
    assert effects.zeus_symbols(state, BLUE) == 1
    play(state, "go olympos")
    assert effects.zeus_symbols(state, BLUE) == 0
    assert effects.zeus_symbols(state, RED) == 1
    assert state.camps.hourglasses[BLUE] == 1
    assert controller(state, "olympos") == RED


def test_a_tribe_gives_no_hourglass_and_never_returns() -> None:
    """§6.8"""
    state = table(3)
    play(state, "go thessaly")
    assert sum(state.camps.hourglasses) == 0
    effects.pull(state, territory("thessaly"), 0)
    turn_of(state, BLUE)
    assert price(state, "thessaly") == 5  # 2 + 3, no fight
    play(state, "go thessaly")
    assert state.star_tiles(BLUE) == 1


def test_the_siren_closes_the_sea() -> None:
    """§9.5 §Q10: only ways are concerned."""
    state = table(3)
    settle(state, "rhodes", RED)
    state.camps.stock[RED] = 0
    assert "go caria" in legal(state)
    state.siren = 1 << RED
    assert legal(state) == ["wait"]


# ---- §8 cards, what is hidden ----


def test_only_the_drawer_sees_the_card() -> None:
    """§8.1 §1.4"""
    state = table(3)
    track(state, (RED, 12), (BLUE, 20), (GREEN, 20))
    play(state, "go macedonia")
    action = ACTIONS.parse("draw star")
    assert state.heard(RED, action) == action
    assert state.heard(BLUE, action) == UNKNOWN
    assert state.heard(-1, action) == UNKNOWN
    play(state, "draw star")
    assert hand(state, RED) == ["star"]
    seen = state.observe(BLUE)
    assert seen.cards.hand[CARDS.index("star")] == UNKNOWN
    assert seen.cards.hand_size[RED] == 1
    assert seen.cards.deck[0] == UNKNOWN


def test_prestige_is_known_to_observations() -> None:
    """§1.4"""
    state = table(3)
    effects.give_prestige(state, RED, 7)
    assert state.observe(BLUE).camps.prestige[RED] == 7


def test_a_deck_is_imagined_from_its_last_shuffle() -> None:
    """§8.2 §Q5: what was not among the shuffled discards cannot lie in the new deck."""
    state = table(3)
    deal(state, BLUE, "star", "star", "star")
    for kind in range(10):
        state.cards.discards[kind] = state.cards.deck[kind]
        state.cards.deck[kind] = 0
    state.deck_size = 0
    assert effects.shuffle_if_empty(state)
    rng = Random(3)
    for _ in range(50):
        imagined = state.determinize(RED, rng)
        assert isinstance(imagined, Rules)
        assert imagined.cards.deck[CARDS.index("star")] == 0


def test_what_a_seat_drew_is_not_imagined_in_the_deck() -> None:
    """§1.4 §Q5: Green holds an old star; Red draws the only star of the new deck and knows that none is left there."""
    state = table(3)
    deal(state, GREEN, "star")
    deal(state, BLUE, "star")
    for kind in range(10):
        state.cards.discards[kind] = state.cards.deck[kind]
        state.cards.deck[kind] = 0
    state.deck_size = 0
    track(state, (RED, 12), (BLUE, 20), (GREEN, 20))
    play(state, "go macedonia", "draw star")
    star = CARDS.index("star")
    for viewer, most in ((RED, 0), (BLUE, 1)):
        decks: set[int] = set()
        for seed in range(80):
            imagined = state.determinize(viewer, Random(seed))
            assert isinstance(imagined, Rules)
            decks.add(int(imagined.cards.deck[star]))
        assert max(decks) == most


def test_onlookers_see_a_wonder_that_needs_no_card() -> None:
    """§7.6 §1.4: with stars enough on the table it can be built whatever the hand holds; both readings say so."""
    state = table(3)
    lay_wonder(state, "A", "lionGate")
    for name in ("attica", "thessaly", "arcadia", "argolis"):
        settle(state, name, RED)
    deal(state, RED, "cubeGold")
    for viewer in (RED, BLUE, -1):
        seen = state.observe(viewer)
        for action in range(ACTIONS.build.first, ACTIONS.wait.first + 1):
            assert (action in seen.legal()) == (GAME.why_not(seen, action) is None)
        assert ACTIONS.parse("build lionGate") in seen.legal()


def test_whoever_chooses_between_stars_is_imagined_with_enough_of_them() -> None:
    """§7.6 §1.4: two stars are lacking and Athena gives one, so everybody knows of one star card in Red's hand."""
    state = table(3)
    lay_wonder(state, "A", "lionGate")
    settle(state, "attica", RED)
    settle(state, "thessaly", RED)
    state.athena = 1
    deal(state, RED, "star", "star", "cubeGold")
    play(state, "build lionGate")
    assert legal(state) == ["stars 1", "stars 2"]
    held: set[int] = set()
    for seed in range(80):
        for viewer in (BLUE, -1):
            imagined = state.determinize(viewer, Random(seed))
            assert isinstance(imagined, Rules)
            assert set(legal(imagined)) in ({"stars 1"}, {"stars 1", "stars 2"})
            assert len(hand(imagined, RED)) == 3
            held.add(hand(imagined, RED).count("star"))
    assert held == {1, 2, 3}


def test_the_last_shuffle_is_the_deck_and_what_was_drawn_since() -> None:
    """§8.2: throughout random games in which everybody has the Oracle, so that shuffles come often."""
    shuffles = 0
    for seed in range(6):
        state = set_up(3 + seed % 3, seed)
        for seat in range(state.seats()):
            state.board.discovered[seat] |= 1 << 2
        rng = Random(seed)
        while state.actor() != OVER:
            before = int(state.deck_size)
            state.apply(state.random_action(rng))
            shuffles += state.deck_size > before
            for kind in range(10):
                drawn = sum(int(state.cards.drawn[10 * seat + kind]) for seat in range(state.seats()))
                assert state.cards.shuffled[kind] == state.cards.deck[kind] + drawn
    assert shuffles > 3


def test_without_deck_and_discards_no_card_is_drawn() -> None:
    """§8.2 §Q5"""
    state = table(3)
    for kind, name in enumerate(CARDS):
        deal(state, BLUE, *[name] * int(state.cards.deck[kind]))
    track(state, (RED, 12), (BLUE, 12), (GREEN, 12))
    play(state, "go macedonia")
    assert state.cards.hand_size[RED] == 0
    assert legal(state, "god")


# ---- §10 the end ----


def test_reaching_the_last_zeus_is_enough_for_a_last_turn() -> None:
    """§10.1 §Q30"""
    state = table(3)
    track(state, (RED, 73), (BLUE, 74), (GREEN, 74))
    assert "pass" in legal(state)
    play(state, "go macedonia")
    assert state.has_finished(RED)


def test_on_the_cross_one_can_only_pass() -> None:
    """§3.4 §Q14"""
    state = table(3)
    track(state, (RED, 80), (BLUE, 80), (GREEN, 80))
    assert legal(state) == ["pass"]


def test_erinyes_lapse_when_one_passes() -> None:
    """§Q23"""
    state = table(3)
    track(state, (RED, 74), (BLUE, 74), (GREEN, 74))
    state.erinyes = 1 << RED
    play(state, "pass")
    assert state.erinyes == 0


def test_the_game_ends_when_all_are_finished() -> None:
    """§10.2"""
    state = table(3)
    track(state, (RED, 74), (BLUE, 74), (GREEN, 74))
    play(state, "pass", "pass", "pass")
    assert state.actor() == OVER
    assert state.legal() == []


def test_there_is_no_game_for_two() -> None:
    """§4.1 §Q34"""
    with pytest.raises(ValueError, match="3, 4, 5"):
        GAME.new(2)


def test_names_exist_for_everything() -> None:
    """§1.1"""
    for lang in ("en", "de"):
        assert all(PARTS.names[lang][space] for space in PARTS.spaces if space != "north")
    assert len(PARTS.territories) == 32
    assert len(PARTS.seas) == 16
    assert len(RESOURCES) == 4
