"""The eighteen cards: each in every window the rules give it and in no other, and what each does."""

from __future__ import annotations

import pytest

from agon.core.state import CHANCE, NONE
from agon.games.hellas_2002 import effects
from agon.games.hellas_2002.effects import put_ships
from agon.games.hellas_2002.parts import (
    CARDS,
    DARK,
    FAIR_WIND,
    LIGHT,
    LONG_CRUISE,
    LOOKOUT,
    OWN_TURN,
    SECOND_WIND,
    TWO_ASSAULTS,
    WINDOWS,
)
from agon.games.hellas_2002.position import LOCKED, SHOWN
from agon.games.hellas_2002.questions import RESPOND, WINDOW
from agon.games.hellas_2002.rules import Rules
from tests.games.hellas_2002.table import (
    PARTS,
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
)

ISLAND = "WWWWWW"
# The windows of the specification, appendix B. Z1 and Z2 have none of their own.
OWN = {
    "A1": ("ATT_PREP", "BATTLE"),
    "A2": ("ATT_PREP", "BATTLE"),
    "A3": ("ATT_PREP",),
    "A4": ("ATT_PREP", "ATT_AFTER_FIRST"),
    "A5": ("ATT_PREP",),
    "A6": OWN_TURN,
    "P1": (),
    "P2": ("VOY_PRE", "VOY_PLACE"),
    "P3": ("ATT_PREP", "BATTLE"),
    "P4": ("VOY_PRE", "VOY_AFTER_FIRST"),
    "P5": OWN_TURN,
    "P6": ("VOY_PRE",),
    "Z1": (),
    "Z2": (),
    "Z3": OWN_TURN,
    "Z4": OWN_TURN,
    "Z5": OWN_TURN,
    "Z6": OWN_TURN,
}
OTHER = {"A1": ("BATTLE",), "P1": ("BATTLE",)}
COPIES = dict(zip(CARDS, (4, 3, 3, 2, 2, 2, 4, 3, 3, 2, 2, 2, 5, 3, 2, 2, 2, 2), strict=True))
# Dummies that make it public knowledge that a card of each god may be held; they are no card to be tested.
FILLERS = {"A": "A5", "P": "P1", "Z": "Z2"}


def table() -> Rules:
    """Light has two cities beside one of Dark's; Dark has one more at the dolphin and one far away."""
    state = sea()
    city(state, (1, 0), ISLAND, "L3+2s")  # T01
    city(state, (2, -1), "LWWWWW", "L2+2s")  # T04
    city(state, (2, 0), "WWWWWL", "D2+1s")  # T05
    city(state, (-1, 0), "WWWLWW", "D1+1s")  # T06
    city(state, (6, 0), ISLAND, "D1")  # T02
    pile(state, "A2 P3 Z1")
    return state


def in_window(window: str, light: str, dark: str = "Z4 A6") -> Rules:
    """The same in one of the windows, Light being active."""
    state = table()
    hold(state, LIGHT, light)
    hold(state, DARK, dark)
    steps = {
        "START": [],
        "REINF": ["reinforce"],
        "VOY_PRE": ["voyage"],
        "VOY_PLACE": ["voyage", "sail", "tile T03"],
        "ATT_PREP": ["attack"],
        "BATTLE": ["attack", "target T05", "send T01", "send T01", "declare"],
        "ATT_AFTER_FIRST": ["attack", "target T05", "send T01", "declare", "pass", "pass"],
        "VOY_AFTER_FIRST": ["voyage", "sail", "tile T03", "fail"],
        "REGROUP": ["reinforce", "done"],
        "LAST": ["attack", "abandon"],
    }[window]
    for step in steps:
        if step not in ("sail", "pass") or may(state, step):
            play(state, step)
    assert WINDOWS[int(state.window)] == window
    return state


def hand_with(card: str) -> str:
    """The card, and one of each god besides, so that every window is asked for."""
    return " ".join([card, *(f for f in FILLERS.values() if f != card)])


def test_the_cards_are_those_of_the_specification() -> None:
    """§1.1 §3.3 §3.4 §3.5"""
    assert dict(zip(CARDS, (int(n) for n in PARTS.copies), strict=True)) == COPIES
    for kind, card in enumerate(CARDS):
        own, other = int(PARTS.own_windows[kind]), int(PARTS.other_windows[kind])
        assert {w for i, w in enumerate(WINDOWS) if own >> i & 1} == set(OWN[card])
        assert {w for i, w in enumerate(WINDOWS) if other >> i & 1} == set(OTHER.get(card, ()))


@pytest.mark.parametrize(("card", "window"), [(card, window) for card in CARDS for window in OWN[card]])
def test_a_card_is_played_in_each_of_its_windows(card: str, window: str) -> None:
    """§3.2 §3.6"""
    state = in_window(window, hand_with(card))
    assert state.actor() == LIGHT
    play(state, f"play {card}")
    settle(state)
    assert card not in hand(state, LIGHT).split()
    assert card in piles(state)


@pytest.mark.parametrize(("card", "window"), [(card, window) for card in CARDS for window in OWN[card]])
def test_a_card_is_kept_by_a_favour_in_each_of_its_windows(card: str, window: str) -> None:
    """§3.5 §6.2"""
    state = in_window(window, hand_with(card))
    play(state, f"playkeep {card}")
    settle(state)
    assert card in hand(state, LIGHT).split()
    assert "Z2" in piles(state)


@pytest.mark.parametrize(("card", "window"), [(card, window) for card in CARDS for window in OWN[card]])
def test_a_card_is_voided_in_each_of_its_windows(card: str, window: str) -> None:
    """§6.2"""
    state = in_window(window, hand_with(card), "Z1 Z1 A6")
    before = [pieces(state, t) for t in ("T01", "T04", "T05", "T06", "T02")]
    play(state, f"play {card}")
    assert state.actor() == DARK
    play(state, f"void {card}")
    settle(state)
    assert [pieces(state, t) for t in ("T01", "T04", "T05", "T06", "T02")] == before
    assert {card, "Z1"} <= set(piles(state).split())


@pytest.mark.parametrize(("card", "window"), [(c, w) for c in CARDS for w in WINDOWS if w not in OWN[c]])
def test_a_card_is_not_played_in_other_windows(card: str, window: str) -> None:
    """§3.1 §3.2"""
    state = in_window(window, hand_with(card))
    assert state.actor() == LIGHT
    assert not may(state, f"play {card}")
    assert not may(state, f"playkeep {card}")


def settle(state: Rules) -> None:
    """Nobody answers; choices are made as they come."""
    while state.frames:
        play(state, "pass")
    while state.step not in (WINDOW, RESPOND) and state.turn == 3:
        play(state, legal(state)[0] if legal(state)[0] != "done" else legal(state)[-1])


@pytest.mark.parametrize("card", ["A1", "P1"])
@pytest.mark.parametrize("verb", ["play", "playkeep"])
def test_the_defender_reacts_in_battle(card: str, verb: str) -> None:
    """§3.2 §6.3 §Q16"""
    state = in_window("BATTLE", "A5 P2 Z3", f"{card} Z2 Z4")
    play(state, "pass")
    assert state.actor() == DARK
    assert cards_offered(state) == {card}
    before = effects.defence_strength(state)
    play(state, f"{verb} {card}")
    settle(state)
    assert effects.defence_strength(state) == before + 1
    assert (card in hand(state, DARK).split()) == (verb == "playkeep")


# ---- Ares ----


def test_one_more_adds_up() -> None:
    """§3.3"""
    state = in_window("BATTLE", "A1 A1 A1")
    play(state, "play A1", "pass", "play A1", "pass")
    assert effects.attack_strength(state) == 4


def test_battle_cards_laid_before_go_with_the_next_attack_and_are_lost_if_it_is_abandoned() -> None:
    """§3.2"""
    state = in_window("ATT_PREP", "A1 A2 P3 Z3", "")
    play(state, "play A1", "play A2", "play P3")
    gone = state.clone()
    play(state, "target T05", "send T01", "declare")
    assert state.owner(PARTS.tiles.index("T05")) == LIGHT, "1 + 1 + 2 ships against 2"
    play(gone, "abandon")
    assert sum(gone.in_force.running) == 0
    assert sum(gone.in_force.plus) == 0


def test_beachhead_is_useless_over_land() -> None:
    """§3.6"""
    state = sea()
    city(state, (1, 0), "LWWWWW", "L3")
    target = city(state, (2, 0), "WWWLWW", "D2")
    city(state, (6, 0), ISLAND, "D1")
    hold(state, LIGHT, "A2 A1")
    play(state, "attack")
    assert may(state, "play A2")
    play(state, f"target {target}", "declare")
    assert cards_offered(state) == {"A1"}


def test_far_strike_sends_from_one_distant_city_along_with_neighbours() -> None:
    """§3.3 §Q13"""
    state = sea()
    near = city(state, (1, 0), "LWWWWW", "L2")
    target = city(state, (2, 0), "WWWLWW", "D2")
    far = city(state, (5, 0), ISLAND, "L2")
    farther = city(state, (5, -3), ISLAND, "L2")
    city(state, (-6, 0), ISLAND, "D1")
    hold(state, LIGHT, "A3 A2")
    play(state, "attack")
    assert not may(state, f"send {far}")
    play(state, "play A3", f"target {target}", f"send {far}")
    assert not may(state, f"send {farther}")
    play(state, f"send {near}")
    assert effects.is_by_water(state)
    play(state, "play A2")
    assert pieces(state, target) == "L2"


def test_far_strike_needs_a_distant_target() -> None:
    """§3.6"""
    state = sea()
    city(state, (1, 0), ISLAND, "L3")
    city(state, (2, 0), ISLAND, "D2")
    hold(state, LIGHT, "A3")
    play(state, "attack")
    assert not may(state, "play A3")


def test_two_assaults_after_the_first_battle() -> None:
    """§5.4 §Q23"""
    state = in_window("ATT_AFTER_FIRST", "A4 Z3")
    assert cards_offered(state) == {"A4"}
    play(state, "play A4", "pass")
    assert WINDOWS[int(state.window)] == "ATT_PREP"
    assert not may(state, "target T05")
    assert may(state, "target T06")


def test_a_voided_second_attack_leaves_the_window_open() -> None:
    """§3.2 §Q36"""
    state = in_window("ATT_AFTER_FIRST", "A4 A4 Z3", "Z1 Z4 A6")
    play(state, "play A4", "void A4", "pass")
    assert WINDOWS[int(state.window)] == "ATT_AFTER_FIRST"
    play(state, "play A4", "pass")
    assert WINDOWS[int(state.window)] == "ATT_PREP"


def test_two_assaults_needs_two_cities() -> None:
    """§3.6"""
    state = sea()
    city(state, (1, 0), ISLAND, "L3")
    city(state, (2, 0), ISLAND, "D2")
    hold(state, LIGHT, "A4")
    play(state, "attack")
    assert not may(state, "play A4")


def test_oars_to_spears_trades_ships_of_one_city() -> None:
    """§3.3"""
    state = in_window("ATT_PREP", "A5 A6", "")
    play(state, "play A5")
    assert pieces(state, "T04") == "L3+1s", "three Greeks are in T01, so only T04 can trade"
    assert state.window == WINDOWS.index("ATT_PREP"), "three Greeks: it is over"


def test_oars_to_spears_with_an_empty_supply_takes_greeks_from_elsewhere() -> None:
    """§3.1"""
    state = sea()
    giver = city(state, (1, 0), ISLAND, "L3+1s")
    taker = city(state, (1, -1), ISLAND, "L1+2s")
    other = city(state, (0, -1), ISLAND, "L2")
    city(state, (6, 0), "LWWWWW", "D1")
    state.pieces.greek_supply[LIGHT] = 0
    hold(state, LIGHT, "A5 A6")
    play(state, "attack", "play A5")
    assert pieces(state, taker) == "L1+1s", "only one city can trade; its ship has gone already"
    assert legal(state) == [f"fetch {giver}", f"fetch {other}"]
    play(state, f"fetch {giver}")
    assert (pieces(state, giver), pieces(state, taker)) == ("L2+1s", "L2+1s")
    assert legal(state)[0] == "done"


def test_levy_places_one_or_two_greeks() -> None:
    """§3.3 §3.6"""
    state = in_window("START", "A6 A5", "")
    play(state, "play A6")
    assert pieces(state, "T04") == "L3+2s", "the only place for a Greek"
    assert cards_offered(state) == set()
    wide = in_window("START", "A6 A5", "")
    city(wide, (0, -1), "WWLWWW", "L1")
    play(wide, "play A6")
    assert not may(wide, "done"), "one at least"
    play(wide, "greek T07")
    assert may(wide, "done")
    play(wide, "greek T07")
    assert pieces(wide, "T07") == "L3"
    assert WINDOWS[int(wide.window)] == "START"
    assert wide.step == WINDOW


def test_levy_takes_from_other_cities_when_the_supply_is_empty() -> None:
    """§3.1"""
    state = table()
    city(state, (0, -1), "WWLWWW", "L1")
    hold(state, LIGHT, "A6")
    state.pieces.greek_supply[LIGHT] = 1
    play(state, "play A6", "greek T07", "greek T07")
    assert legal(state) == ["fetch T01", "fetch T04"]
    play(state, "fetch T01")
    assert (pieces(state, "T01"), pieces(state, "T07")) == ("L2+2s", "L3")


# ---- Poseidon ----


def test_sea_wall_needs_a_ship_in_the_city_and_counts_those_there() -> None:
    """§3.4 §Q14"""
    state = in_window("BATTLE", "A5", "P1 P1")
    play(state, "pass", "play P1")
    assert effects.defence_strength(state) == 3
    assert (state.actor(), state.passes) == (LIGHT, 1), "a second one would add nothing, and Dark has no Ares card"


def test_fair_wind_lets_equal_ships_be_enough() -> None:
    """§3.4"""
    state = in_window("VOY_PLACE", "P2")
    put_ships(state, PARTS.tiles.index("T01"), 1)
    spot = ((1, 1), ISLAND)
    assert spot not in landings(state), "one ship each"
    assert spot in landings(with_wind(state))


def with_wind(state: Rules) -> Rules:
    windy = state.clone()
    windy.in_force.running[FAIR_WIND] = 1
    return windy


def test_ramming_counts_ships_where_greeks_set_out_and_keeps_them() -> None:
    """§3.4 §Q15"""
    state = in_window("BATTLE", "P3 Z3", "")
    assert effects.attack_strength(state) == 2
    play(state, "play P3")
    assert pieces(state, "T05") == "L2", "2 + 2 against 2 over water"
    assert pieces(state, "T01") == "L1+2s"


def test_ramming_needs_a_ship_at_a_source() -> None:
    """§3.6"""
    state = table()
    put_ships(state, PARTS.tiles.index("T01"), 0)
    hold(state, LIGHT, "P3 A1")
    play(state, "attack", "target T05", "send T01", "declare")
    assert cards_offered(state) == {"A1"}


def test_long_cruise_gives_a_second_voyage() -> None:
    """§3.4 §5.3"""
    state = in_window("VOY_PRE", "P4 Z3", "")
    play(state, "play P4", "sail", "tile T03", "fail")
    assert WINDOWS[int(state.window)] == "VOY_PRE"
    assert not may(state, "play P4")
    play(state, "sail", "tile T07", "fail")
    assert WINDOWS[int(state.window)] == "LAST"
    assert list(state.tiles.queue[:2]) == [PARTS.tiles.index("T03"), PARTS.tiles.index("T07")]


def test_each_voyage_of_a_long_cruise_has_its_own_wind() -> None:
    """§5.3"""
    state = in_window("VOY_PRE", "P4 P2 P6", "")
    play(state, "play P4", "play P2", "play P6", "tile T03", "tile T07", "tile T08", "fail")
    assert state.in_force.running[FAIR_WIND] == 0
    assert state.in_force.running[LOOKOUT] == 0
    assert state.in_force.running[LONG_CRUISE] == 1


def test_shipyard_places_ships_and_fetches_missing_ones() -> None:
    """§3.4 §3.1"""
    state = table()
    hold(state, LIGHT, "P5")
    state.pieces.ship_supply[LIGHT] = 1
    play(state, "play P5", "ship T01", "ship T04")
    assert (pieces(state, "T01"), pieces(state, "T04")) == ("L3+2s", "L2+3s"), "the second ship came from T01"


def test_lookout_shows_three_tiles_and_lays_one() -> None:
    """§3.4"""
    state = in_window("VOY_PRE", "P6 Z3", "")
    play(state, "play P6", "sail")
    assert state.actor() == CHANCE
    play(state, "tile T03", "tile T22", "tile T07")
    assert {text for text in legal(state) if text.startswith("pick")} >= {"pick T03", "pick T07"}
    assert not may(state, "pick T08")
    play(state, "pick T07")
    play(state, next(text for text in legal(state) if text.startswith("lay")))
    while not state.queued:
        play(state, legal(state)[0])
    assert [PARTS.tiles[int(t)] for t in state.tiles.queue[:2]] == ["T03", "T22"]


def test_lookout_fails_with_all_three_under_the_stack() -> None:
    """§3.4 §5.3"""
    state = in_window("VOY_PRE", "P6 Z3", "")
    play(state, "play P6", "sail", "tile T03", "tile T22", "tile T07", "fail")
    assert [PARTS.tiles[int(t)] for t in state.tiles.queue[:3]] == ["T03", "T22", "T07"]


# ---- Zeus ----


def test_a_thunderbolt_may_be_kept_too() -> None:
    """§6.2 §Q33"""
    state = in_window("START", "Z3 Z1 P2", "Z1 Z2 A6")
    play(state, "play Z3", "voidkeep Z3")
    assert state.actor() == LIGHT
    assert {"void Z1", "void Z2"} <= set(legal(state))
    play(state, "pass")
    assert state.in_force.running[SECOND_WIND] == 0
    assert hand(state, DARK) == "A6 Z1"
    assert piles(state).count("Z3") == 1


def test_two_thunderbolts_hit_both_cards_of_a_pair() -> None:
    """§6.2 §Q17"""
    state = in_window("START", "Z3 Z2 P2", "Z1 Z1 A6")
    play(state, "playkeep Z3", "void Z3")
    assert state.actor() == DARK
    assert set(legal(state)) == {"pass", "void Z2"}, "once a card"
    play(state, "void Z2")
    assert state.in_force.running[SECOND_WIND] == 0
    assert hand(state, LIGHT) == "P2"


def test_an_answer_to_an_answer_saves_the_card() -> None:
    """§6.2 §Q18"""
    state = in_window("START", "Z3 Z1 P2", "Z1 Z4 A6")
    play(state, "play Z3", "void Z3", "void Z1")
    assert state.actor() == DARK
    play(state, "pass")
    assert state.in_force.running[SECOND_WIND] == 1, "not asked again about a card that was aimed at"
    assert sorted(piles(state).split()) == sorted(["A2", "P3", "Z1", "Z1", "Z1", "Z3"])


def test_second_wind_is_for_one_more_turn_only() -> None:
    """§3.5 §3.6"""
    state = in_window("START", "Z3 Z3", "")
    play(state, "play Z3")
    assert not may(state, "play Z3")
    play(state, "reinforce", "done", "end")
    assert state.is_extra == 1
    assert not may(state, "play Z3")
    play(state, "reinforce", "done", "end")
    assert state.active == DARK


def test_exchange_moves_pieces_and_owners() -> None:
    """§3.5 §Q20"""
    state = in_window("START", "Z4 A5", "")
    play(state, "play Z4", "swap T04")
    assert not may(state, "swap T01")
    play(state, "swap T06")
    assert (pieces(state, "T04"), pieces(state, "T06")) == ("D1+1s", "L2+2s")


def test_an_exchanged_city_is_not_new() -> None:
    """§5.5"""
    state = table()
    hold(state, LIGHT, "Z4")
    play(state, "voyage", "sail", "tile T03")
    at = next(at for at, _ in landings(state))
    play(state, lay(state, at, ISLAND))
    while state.window != WINDOWS.index("REGROUP"):
        play(state, legal(state)[0])
    assert any(text.startswith("movegreek") for text in legal(state))
    play(state, "play Z4", "swap T03", "swap T06")
    assert state.new_cities == 0
    assert not any(text.startswith("move") for text in legal(state))


def test_a_city_won_and_given_away_still_leads_to_the_regrouping() -> None:
    """§5.5"""
    held = in_window("ATT_PREP", "A4 Z4 A1 P5", "")
    play(held, "play A4", "play A1", "target T05", "send T01", "send T01", "declare")
    while WINDOWS[int(held.window)] != "ATT_PREP":
        play(held, legal(held)[0])
    play(held, "play Z4", "swap T05", "swap T06", "abandon")
    assert WINDOWS[int(held.window)] == "REGROUP"
    assert legal(held) == ["end", "play P5"]


def test_tribute_takes_a_card_that_is_locked_and_known_to_both() -> None:
    """§3.5 §3.7 §5.6"""
    state = in_window("START", "Z5 A5", "P2 A1")
    play(state, "play Z5")
    assert state.actor() == CHANCE
    assert state.weights() == [1, 1]
    assert state.heard(-1, state.legal()[0]) != state.legal()[0], "a spectator does not see it"
    play(state, "take P2")
    assert (hand(state, LIGHT), hand(state, DARK)) == ("A5 P2", "A1")
    assert not may(state, "play P2")
    play(state, "voyage")
    assert not may(state, "play P2")
    seen = state.observe(DARK)
    assert isinstance(seen, Rules)
    assert "P2" in known(seen, LIGHT)
    assert "P2" not in known(spectator(state), LIGHT)


def known(state: Rules, seat: int) -> str:
    """The cards of a hand that are to be seen in an observation."""
    out = []
    for kind, name in enumerate(CARDS):
        out += [name] * sum(max(0, int(state.cards.hand[18 * (9 * seat + n) + kind])) for n in range(9))
    return " ".join(out)


def spectator(state: Rules) -> Rules:
    seen = state.observe(-1)
    assert isinstance(seen, Rules)
    return seen


def test_tribute_beyond_the_limits_is_discarded() -> None:
    """§3.5 §3.1"""
    state = in_window("START", "Z5 P1 P2 P3", "P4")
    play(state, "play Z5", "take P4")
    assert hand(state, LIGHT) == "P1 P2 P3"
    assert "P4" in piles(state)


def test_a_kept_tribute_counts_for_the_limits() -> None:
    """§3.5 §Q29"""
    state = in_window("START", "Z5 Z2 Z3 A5", "Z4 A6")
    play(state, "playkeep Z5", "pass", "take Z4")
    assert hand(state, LIGHT) == "A5 Z3 Z4 Z5", "Favour has gone, Tribute is back"
    full = in_window("START", "Z5 Z3 Z6 P1", "Z4 P4")
    play(full, "play Z5", "pass", "take Z4")
    assert hand(full, LIGHT) == "P1 Z3 Z4 Z6"


def test_tribute_takes_nothing_if_the_last_card_went_in_the_chain() -> None:
    """§3.5"""
    state = in_window("START", "Z5 Z1 A5", "Z1")
    play(state, "play Z5", "void Z5", "void Z1")
    assert state.actor() == LIGHT
    assert hand(state, LIGHT) == "A5"


def test_tribute_needs_a_card_in_the_other_hand() -> None:
    """§3.6"""
    assert not may(in_window("START", "Z5", ""), "play Z5")


def test_recall_takes_any_card_but_itself() -> None:
    """§3.5 §5.6"""
    state = in_window("START", "Z6 Z2", "Z4")
    play(state, "playkeep Z6", "pass")
    assert legal(state) == ["recall A2", "recall P3", "recall Z1"], "not the Favour laid with it"
    play(state, "recall Z1")
    assert hand(state, LIGHT) == "Z1 Z6"
    assert state.free_cards(LIGHT, CARDS.index("Z1")) == 0
    assert "Z1" in known(spectator(state), LIGHT), "everybody saw it"


def test_recall_may_take_another_copy_of_itself() -> None:
    """§6.2"""
    state = in_window("START", "Z6", "")
    pile(state, "Z6")
    play(state, "play Z6")
    assert "recall Z6" in legal(state)


def test_recall_needs_room_for_a_card_of_a_pile() -> None:
    """§3.6"""
    state = sea()
    city(state, (1, 0), ISLAND, "L1")
    city(state, (6, 0), ISLAND, "D1")
    pile(state, "A1")
    hold(state, LIGHT, "A2 A2 A3 Z6")
    assert not may(state, "play Z6")
    pile(state, "P1")
    assert may(state, "play Z6")
    play(state, "play Z6")
    assert hand(state, LIGHT) == "A2 A2 A3 P1", "the only card there is room for"


def test_gains_before_a_second_wind_stay_locked_in_the_extra_turn() -> None:
    """§5.6"""
    before = in_window("START", "Z6 Z3", "")
    play(before, "play Z6", "recall P3", "play Z3", "reinforce", "done", "end")
    assert before.is_extra == 1
    assert before.free_cards(LIGHT, CARDS.index("P3")) == 0
    after = in_window("START", "Z6 Z3", "")
    play(after, "play Z3", "play Z6", "recall P3", "reinforce", "done", "end")
    assert after.free_cards(LIGHT, CARDS.index("P3")) == 1


def test_a_late_second_wind_locks_the_whole_reinforcement() -> None:
    """§5.6 §Q21"""
    state = in_window("REINF", "Z3", "")
    play(state, "draw ares", "card A1", "play Z3", "draw poseidon", "card P1", "done", "end")
    assert state.is_extra == 1
    assert state.free_cards(LIGHT, CARDS.index("A1")) == 0
    assert state.free_cards(LIGHT, CARDS.index("P1")) == 0


def test_locked_cards_are_not_offered() -> None:
    """§5.6"""
    state = table()
    hold(state, LIGHT, "A6", lock=LOCKED)
    assert not may(state, "play A6")
    hold(state, LIGHT, "A6")
    assert may(state, "play A6")


def test_of_equal_cards_the_known_one_goes_first() -> None:
    """§3.7"""
    state = in_window("ATT_PREP", "A1", "")
    hold(state, LIGHT, "A1", view=SHOWN)
    assert known(spectator(state), LIGHT) == "A1"
    play(state, "play A1")
    assert known(spectator(state), LIGHT) == ""


def test_a_card_kept_by_favour_is_known_to_all() -> None:
    """§3.7 §5.6"""
    state = in_window("ATT_PREP", "A1 Z2", "")
    play(state, "playkeep A1")
    assert known(spectator(state), LIGHT) == "A1"
    assert may(state, "play A1"), "and not locked"


def test_after_an_unseen_tribute_a_spectator_is_sure_of_one_card_less() -> None:
    """§3.7"""
    state = in_window("START", "Z5", "A2")
    hold(state, DARK, "A1 A1", view=SHOWN)
    play(state, "play Z5", "take A2")
    assert known(spectator(state), DARK) == "A1", "one of the two may be gone"
    taker = state.observe(LIGHT)
    assert isinstance(taker, Rules)
    assert known(taker, DARK) == "A1 A1"


def test_a_tribute_from_cards_all_alike_and_known_is_no_secret() -> None:
    """§3.7"""
    state = in_window("START", "Z5", "")
    hold(state, DARK, "A1 A1", view=SHOWN)
    play(state, "play Z5", "take A1")
    assert known(spectator(state), DARK) == "A1"
    assert known(spectator(state), LIGHT) == "A1"


def test_effects_in_force_end_with_the_turn() -> None:
    """§5.1"""
    state = in_window("ATT_PREP", "A4 A5", "")
    play(state, "play A4")
    assert state.in_force.running[TWO_ASSAULTS] == 1
    play(state, "abandon")
    if state.active == LIGHT:
        play(state, "end")
    assert sum(state.in_force.running) == 0
    assert state.target == NONE


def test_a_late_second_wind_is_forgotten_once_its_turns_are_over() -> None:
    """§5.6: the cards of a later reinforcement, with a second wind laid before it, are free in the extra turn."""
    state = in_window("REINF", "Z3", "Z3")
    play(state, "play Z3")
    while state.active == LIGHT:
        play(state, next(text for text in ("done", "end", "pass", "reinforce") if may(state, text)))
    play(state, "play Z3", "reinforce", "draw ares", "card A1", "done", "end")
    assert (state.active, state.is_extra) == (DARK, 1)
    assert may(state, "attack")
    assert state.free_cards(DARK, CARDS.index("A1")) == 1


def test_an_exchange_takes_along_where_pieces_came_from() -> None:
    """§5.5 §Q37: a ship that was exchanged still may not go straight back."""
    state = table()
    port = city(state, (0, 5), ISLAND, "L2")
    hold(state, LIGHT, "Z4")
    play(state, "reinforce", "done", f"moveship T04 {port}")
    assert not may(state, f"moveship {port} T04")
    play(state, "play Z4", f"swap {port}", "swap T06")
    assert (pieces(state, "T06"), pieces(state, port)) == ("L2+1s", "D1+1s")
    assert not may(state, "moveship T06 T04")
    assert may(state, "moveship T06 T01")


def test_a_recall_counts_without_itself_when_three_zeus_cards_are_held() -> None:
    """§3.5 §3.6"""
    state = sea()
    city(state, (1, 0), ISLAND, "L1")
    city(state, (6, 0), ISLAND, "D1")
    pile(state, "Z5")
    hold(state, LIGHT, "Z1 Z3 Z6")
    assert may(state, "play Z6")
    play(state, "play Z6")
    assert hand(state, LIGHT) == "Z1 Z3 Z5"
