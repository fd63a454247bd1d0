"""The worked examples of the rule specification, section 11, one test each, named after them."""

from __future__ import annotations

import pytest

from agon.core.state import CHANCE, NONE, OVER
from agon.games.olympos import effects, scoring
from agon.games.olympos import questions as ask
from agon.games.olympos.parts import CARDS, GODS
from agon.games.olympos.rules import Rules
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
    discount,
    hand,
    hourglasses,
    lay,
    lay_wonder,
    legal,
    marker,
    own,
    play,
    price,
    settle,
    settle_draws,
    spaces,
    stack,
    struck,
    table,
    territory,
    tiles,
    total,
    track,
    turn_of,
)


def can_pay(state: Rules, cell: str) -> bool:
    return effects.can_pay(state, state.active, PARTS.cells.index(cell))


def test_01_hourglass_first() -> None:
    """§3.1 §3.2 §5.1: the hourglass goes, two spaces, on top of Green, and Red plays again."""
    state = table(4)
    track(state, (GREEN, 12), (RED, 10), (BLUE, 20), (SAFFRON, 30))
    hourglasses(state, RED, 1)
    assert state.actor() == RED
    assert price(state, "macedonia") == 3
    play(state, "go macedonia")
    assert state.camps.hourglasses[RED] == 0
    assert spaces(state) == [12, 20, 12, 30]
    assert state.actor() == RED
    play(state, "go thrace", "recruit", "draw star", "done")  # to 15; all others have left 13 behind or will
    settle_draws(state)
    while state.actor() == RED:
        play(state, "done")
    assert state.actor() == GREEN


def test_02_sea_attack() -> None:
    """§6.1 §6.2 §6.6: new settler 2, two seas at 1, Rhodes 1, combat 1."""
    state = table(4)
    own(state, RED, "astronomy", "hoplite")
    settle(state, "lesbos", RED)
    settle(state, "rhodes", BLUE)
    state.camps.stock[RED] = 1
    play(state, "go rhodes", "recruit")
    assert spaces(state)[RED] == 6
    assert stack(state, "rhodes") == [BLUE, RED]
    assert tiles(state, RED) == {"grain": 1, "wood": 1}
    assert tiles(state, BLUE) == {}
    assert state.star_tiles(RED) == 1
    assert state.star_tiles(BLUE) == 0
    assert state.camps.hourglasses[BLUE] == 1


def test_03_mixed_payment() -> None:
    """§7.2: A4 with two grain, one wood and a wood cube; the cube goes, the tiles stay."""
    state = table(4)
    settle(state, "thrace", RED)
    settle(state, "epirus", RED)
    settle(state, "illyria", RED)
    assert not can_pay(state, "A4")
    cubes(state, RED, wood=1)
    assert can_pay(state, "A4")
    play(state, "discover A4", "bonus 1")
    assert cubes_of(state, RED) == {"gold": 1}  # the bonus; the wood cube is paid
    assert tiles(state, RED) == {"grain": 2, "wood": 1}


def test_04_grey_payment() -> None:
    """§7.2 §7.5: E4 with grain x3 and wood x1; Strategy's two swords, a settler, 7 points."""
    state = table(4)
    lay(state, "E4", "strategy")
    settle(state, "thrace", RED)
    settle(state, "epirus", RED)
    settle(state, "illyria", RED)
    cubes(state, RED, grain=1)
    stock = int(state.camps.stock[RED])
    play(state, "discover E4", "bonus 1")
    assert cubes_of(state, RED) == {}
    assert effects.swords(state, RED) == 2
    assert state.camps.stock[RED] == stock + 1
    assert state.board.markers[5 * RED + 4] == 1
    assert spaces(state)[RED] == 7


def test_05_grey_group_must_differ() -> None:
    """§7.2: A5 asks for two of another kind than grain."""
    state = table(4)
    for name in ("thrace", "epirus", "thessaly", "boeotia", "elis"):
        settle(state, name, RED)
    assert not can_pay(state, "A5")
    state = table(4)
    for name in ("thrace", "epirus", "boeotia", "macedonia", "paeonia"):
        settle(state, name, RED)
    assert not can_pay(state, "A5")
    cubes(state, RED, gold=1)
    assert can_pay(state, "A5")
    play(state, "discover A5")
    assert cubes_of(state, RED) == {}


def test_06_four_different_kinds() -> None:
    """§7.2: E5 asks for all four resources."""
    state = table(4)
    for name in ("thrace", "epirus", "illyria", "macedonia", "paeonia"):
        settle(state, name, RED)
    cubes(state, RED, wood=1)
    assert can_pay(state, "E5")
    play(state, "discover E5")
    assert cubes_of(state, RED) == {}
    state = table(4)
    for name in ("thrace", "epirus", "boeotia", "illyria", "bithynia", "euboea"):
        settle(state, name, RED)
    assert tiles(state, RED) == {"grain": 3, "wood": 3}
    assert not can_pay(state, "E5")


def test_07_wonder() -> None:
    """§7.6 §7.7: two star tiles, Architecture, two markers: the Stadium for 5 points."""
    state = table(4)
    lay_wonder(state, "B", "stadium")
    settle(state, "attica", RED)
    settle(state, "thessaly", RED)
    assert "build stadium" not in legal(state)
    own(state, RED, "architecture")
    marker(state, RED, "B1")
    assert "build stadium" not in legal(state)
    marker(state, RED, "B2")
    play(state, "build stadium")
    assert spaces(state)[RED] == 5
    assert scoring.points(state, RED)[scoring.WONDERS] == 10
    assert state.star_tiles(RED) == 2
    assert state.board.markers[5 * RED + 1] == 2


def test_08_opening_to_olympos() -> None:
    """§6.1 §6.5: new settler 2, Macedonia 1, Olympos 1; stone and the Zeus token."""
    state = table(4)
    assert price(state, "olympos") == 4
    play(state, "go olympos")
    assert spaces(state)[RED] == 4
    assert tiles(state, RED) == {"stone": 1}
    assert effects.zeus_symbols(state, RED) == 1


@pytest.mark.parametrize(
    ("discoveries", "cost"),
    [((), 7), (("metallurgy",), 6), (("cavalry",), 5), (("cavalry", "medicine"), 4)],
)
def test_09_tribe(discoveries: tuple[str, ...], cost: int) -> None:
    """§6.8: from the north to Thessaly's tribe."""
    state = table(4)
    own(state, RED, *discoveries)
    assert price(state, "thessaly") == cost
    play(state, "go thessaly")
    assert spaces(state)[RED] == cost
    assert tiles(state, RED) == {"grain": 1}
    assert state.star_tiles(RED) == 1


def test_10_free_sea() -> None:
    """§6.2 §6.4 §10.3: Astronomy and Map-making make the sea free; Atlantis counts 2."""
    state = table(4)
    own(state, RED, "astronomy", "mapmaking")
    settle(state, "westcrete", RED)
    assert price(state, "gadeira") == 1
    play(state, "go gadeira", "send westcrete 1")
    assert spaces(state)[RED] == 1
    assert controller(state, "westcrete") is None
    assert tiles(state, RED) == {"gold": 1}
    assert scoring.points(state, RED)[scoring.TERRITORIES] == 2


def test_11_cavalry_runs() -> None:
    """§6.2: every unbroken run of land costs 1 with Cavalry."""
    state = table(4)
    settle(state, "illyria", RED)
    state.camps.stock[RED] = 0
    assert price(state, "eastcrete") == 9
    own(state, RED, "cavalry")
    assert price(state, "eastcrete") == 6
    play(state, "go eastcrete")
    assert spaces(state)[RED] == 6


def test_12_democracy_in_combat() -> None:
    """§6.6 §Q19"""
    state = table(4)
    own(state, RED, "metallurgy")
    own(state, BLUE, "metallurgy")
    settle(state, "thrace", BLUE)

    def fight(goal: str = "thrace") -> int:
        return int(effects.combat_price(state, RED, territory(goal)))

    assert fight() == 2
    own(state, BLUE, "democracy")
    assert fight() == 3
    own(state, RED, "democracy")
    assert fight() == 2
    state.board.discovered[BLUE] &= ~(1 << 13)
    assert fight() == 1
    state = table(4)
    own(state, RED, "democracy")
    assert int(effects.combat_price(state, RED, territory("attica"))) == 1


def test_13_leaving_a_stack() -> None:
    """§6.4: Blue gets Attica back, with its star, without an hourglass."""
    state = table(4)
    settle(state, "attica", BLUE, RED)
    state.camps.stock[RED] = 0
    play(state, "go boeotia")
    assert spaces(state)[RED] == 1
    assert controller(state, "attica") == BLUE
    assert tiles(state, BLUE) == {"stone": 1}
    assert state.star_tiles(BLUE) == 1
    assert state.camps.hourglasses[BLUE] == 0
    assert tiles(state, RED) == {"grain": 1}


@pytest.mark.parametrize(("discoveries", "cost"), [((), 4), (("cavalry",), 3)])
def test_14_flight_and_return(discoveries: tuple[str, ...], cost: int) -> None:
    """§6.7: out to Boeotia and back to Attica."""
    state = table(4)
    settle(state, "attica", BLUE, RED)
    turn_of(state, BLUE)
    own(state, BLUE, *discoveries)
    state.camps.stock[BLUE] = 0
    assert price(state, "attica") == cost
    play(state, "go attica")
    assert spaces(state)[BLUE] == cost
    assert stack(state, "attica") == [RED, BLUE]
    assert tiles(state, BLUE) == {"stone": 1}
    assert state.star_tiles(BLUE) == 1
    assert state.camps.hourglasses[RED] == 1


def test_15_illegal_moves() -> None:
    """§6.1 §6.3 §7.1 §9.5"""
    state = table(4)
    settle(state, "attica", RED, BLUE)
    settle(state, "boeotia", RED)
    # (a) a new settler may not start beside a beaten one: Argolis is 2 from Boeotia, 1 from Attica
    assert int(effects.recruit_price(state, RED, territory("argolis"))) == 2 + 2
    # (b) at sea, in the north, on a cross
    state.blocked |= 1 << territory("thrace")
    goals = legal(state, "go")
    assert "go thrace" not in goals
    assert not {f"go {s}" for s in (*PARTS.seas, "north")} & set(goals)
    # (c) in a territory one controls
    assert "go boeotia" not in goals
    # (d) by sea under the Siren
    assert "go naxos" in goals
    state.siren = 1 << RED
    assert "go naxos" not in legal(state)
    # (e) a discovery one owns
    cubes(state, RED, grain=1, wood=1)
    lay(state, "A1", "medicine")
    assert "discover A1" in legal(state)
    state.board.discovered[RED] |= 1
    assert "discover A1" not in legal(state)


def symbols(state: Rules, *counts: int) -> None:
    """Zeus symbols of each seat, as if played for this card."""
    for seat, count in enumerate(counts):
        state.track.symbols[seat] = count


def test_16_helpful_god_ties() -> None:
    """§9.3"""
    state = table(4)
    symbols(state, 2, 2, 1, 0)
    assert struck(state, "zeus") == [RED, BLUE]
    own(state, BLUE, "democracy")
    assert struck(state, "zeus") == [BLUE]
    state = table(4)
    assert struck(state, "zeus") == []
    own(state, GREEN, "democracy")
    assert struck(state, "zeus") == [GREEN]
    state.god = GODS.index("zeus")
    state.zeus = 0
    state.old_space = 0
    state.strike()
    assert state.camps.prestige[GREEN] == 3


def test_17_harmful_god_ties() -> None:
    """§9.3"""
    state = table(4)
    symbols(state, 2, 1, 0, 0)
    assert struck(state, "keres") == [GREEN, SAFFRON]
    own(state, GREEN, "democracy")
    assert struck(state, "keres") == [SAFFRON]
    state = table(4)
    symbols(state, 2, 1, 1, 0)
    own(state, SAFFRON, "democracy")
    assert struck(state, "keres") == [SAFFRON]
    before = total(state, SAFFRON)
    state.keres = 1 << SAFFRON
    assert total(state, SAFFRON) == before - 2


def test_18_reaction() -> None:
    """§9.2: two symbols from the hand, for this card only."""
    state = table(3)
    own(state, RED, "religion")
    own(state, BLUE, "polytheism")
    deal(state, GREEN, "zeusSymbol", "zeusSymbol", "star")
    track(state, (RED, 12), (BLUE, 12), (GREEN, 12))
    play(state, "go macedonia", "draw cubeGold", "done", "god zeus")
    assert state.actor() == RED  # asked because a card is in hand
    play(state, "done")
    assert state.actor() == GREEN
    play(state, "play zeusSymbol", "play zeusSymbol", "done")
    assert list(state.camps.prestige) == [0, 0, 3]
    assert state.cards.discards[CARDS.index("zeusSymbol")] == 2
    assert effects.zeus_symbols(state, GREEN) == 0
    assert hand(state, GREEN) == ["star"]


def test_19_double_zeus() -> None:
    """§9.1: at 37 the first and the last of four turn up a card; everybody draws one."""
    state = table(4)
    track(state, (RED, 36), (BLUE, 36), (GREEN, 36), (SAFFRON, 36))
    gods = ["hecate", "ares"]
    for seat in (RED, BLUE, GREEN, SAFFRON):
        assert state.actor() == seat
        play(state, "go macedonia")
        if state.step != ask.TAKE_TURN and state.actor() == seat:
            play(state, "recruit")
        assert state.actor() == CHANCE
        play(state, "draw cubeGold" if seat < GREEN else "draw cubeWood", "done")
        if seat in (RED, SAFFRON):
            assert legal(state, "god")
            play(state, f"god {gods.pop(0)}")
            while legal(state) == ["done"]:
                play(state, "done")
        assert state.cards.hand_size[seat] == 1
    assert [int(g) for g in state.track.god_at[4:6]] == [GODS.index("hecate"), GODS.index("ares")]


def test_20_reductions() -> None:
    """§7.3: 3 for gold and grain, 5 for A5 whatever the grey group is, 7 for E4."""
    state = table(4)
    discount(state, RED, "grain", "gold")

    def points(cell: str) -> int:
        return int(effects.discovery_price(state, RED, PARTS.cells.index(cell)))

    assert (points("D1"), points("A5"), points("E4")) == (3, 5, 7)


def test_21_hourglasses_of_the_same_action() -> None:
    """§Q11: Cavalry's two and the bonus' two pay for Cavalry itself."""
    state = table(4)
    lay(state, "A1", "cavalry")
    cubes(state, RED, grain=1, wood=1)
    play(state, "discover A1", "bonus 2")
    assert state.camps.hourglasses[RED] == 0
    assert spaces(state)[RED] == 3


def test_22_expiry() -> None:
    """§9.1: Ares and the Siren end before the next card is resolved."""
    state = table(4)
    state.ares = 1 << RED
    state.siren = 1 << BLUE
    track(state, (RED, 12), (BLUE, 12), (GREEN, 12), (SAFFRON, 12))
    assert effects.strength(state, RED) == 4
    play(state, "go macedonia", "draw star", "done")
    assert state.actor() == CHANCE
    assert legal(state, "god")
    assert (state.ares, state.siren) == (0, 0)


def test_23_erinyes() -> None:
    """§9.5: 4 points become 6; one hourglass, five spaces."""
    state = table(4)
    state.erinyes = 1 << RED
    hourglasses(state, RED, 1)
    play(state, "go olympos")
    assert spaces(state)[RED] == 5
    assert state.camps.hourglasses[RED] == 0
    assert state.erinyes == 0


def test_24_near_the_end() -> None:
    """§10.1 §3.4"""
    state = table(4)
    track(state, (RED, 72), (BLUE, 80), (GREEN, 80), (SAFFRON, 80))
    cubes(state, RED, grain=1, wood=1)
    play(state, "discover A1", "bonus 1", "draw star")
    assert spaces(state)[RED] == 79
    while legal(state) == ["done"]:
        play(state, "done")
    assert state.actor() == RED
    assert int(scoring.track_points(state, RED)) == 1
    assert all(price(state, t.split()[1]) <= 1 for t in legal(state, "go"))
    assert "pass" in legal(state)
    state = table(4)
    track(state, (RED, 73), (BLUE, 80), (GREEN, 80), (SAFFRON, 80))
    own(state, RED, "architecture")
    hourglasses(state, RED, 2)
    lay_wonder(state, "A", "lionGate")
    for cell in ("A1", "A2", "A3"):
        marker(state, RED, cell)
    play(state, "build lionGate")
    assert spaces(state)[RED] == 76
    assert int(scoring.track_points(state, RED)) == 3
    assert state.has_finished(RED)


def test_25_blocking_check() -> None:
    """§4.5 §4.6: four seats, two of each resource, at most one starred."""
    state = table(4)
    state.tribes = 0
    state.step = ask.BLOCK
    assert state.actor() == SAFFRON
    play(state, "block attica")
    assert "block caria" not in legal(state)
    play(state, "block paeonia")
    assert not [t for t in legal(state, "block") if t.split()[1] in ("laconia", "naxos", "olympos")]
    play(state, "block thessaly", "block thrace", "block arcadia", "block illyria", "block argolis", "block messenia")
    assert bin(state.tribes).count("1") == 4
    assert state.actor() == CHANCE


def test_26_hades() -> None:
    """§9.5 §6.4: the star tile lies in Attica until somebody takes it without a fight."""
    state = table(4)
    settle(state, "attica", BLUE)
    stock = int(state.camps.stock[BLUE])
    own(state, RED, "religion")
    own(state, GREEN, "polytheism")
    own(state, SAFFRON, "polytheism")
    track(state, (RED, 12), (BLUE, 12), (GREEN, 12), (SAFFRON, 12))
    play(state, "go macedonia", "draw cubeGold", "play cubeGold", "god hades")
    assert state.camps.stock[BLUE] == stock + 1
    assert stack(state, "attica") == []
    assert tiles(state, BLUE) == {}
    settle(state, "boeotia", BLUE)
    turn_of(state, BLUE)
    assert price(state, "attica") == 1
    play(state, "go attica", "send boeotia 1")
    assert state.star_tiles(BLUE) == 1


def test_27_card_before_payment() -> None:
    """§5.3 §Q31: the territory just won counts for a card played before paying."""
    state = table(4)
    settle(state, "boeotia", RED)
    deal(state, RED, "grainHourglass")
    own(state, RED, "medicine")
    assert int(effects.recruit_price(state, RED, territory("epirus"))) == 3
    hourglasses(state, RED, 0)
    state.board.discovered[RED] = 0
    play(state, "go epirus", "recruit")
    assert state.price == 4
    play(state, "play grainHourglass")
    assert spaces(state)[RED] == 2
    assert state.camps.hourglasses[RED] == 0


def test_28_full_scoring() -> None:
    """§10.3"""
    state = table(4)
    state.track.space_of[RED] = 76
    effects.give_prestige(state, RED, 7)
    for name in ("thrace", "macedonia", "illyria", "epirus", "gadeira"):
        settle(state, name, RED)
    own(state, RED, "cavalry", "metallurgy", "hoplite", "poetry", "science", "absolutism")
    state.board.wonder_of[list(state.board.wonder_at).index(PARTS.wonders.index("stadium"))] = RED
    state.keres = 1 << RED
    deal(state, RED, "star", "fullSet")
    row = scoring.scores(state)[RED]
    assert row == {
        "track": 3,
        "prestige": 7,
        "territories": 6,
        "discoveries": 12,
        "effects": 3 + 6 + 4,
        "wonders": 10,
        "cards": 2,
        "keres": -2,
        "total": 51,
    }


def test_29_oracle() -> None:
    """§8.1 §8.2 §Q5: two cards, then the nine discards as a new deck, a third; two are discarded face up."""
    state = table(4)
    own(state, RED, "oracle")
    deck, discards = {"star": 1, "cubeGold": 1}, {"zeusSymbol": 3, "cubeWood": 2, "cubeStone": 2, "fullSet": 2}
    for kind, name in enumerate(CARDS):
        state.cards.discards[kind] = discards.get(name, 0)
        state.cards.deck[kind] = deck.get(name, 0)
        state.cards.hand[10 * BLUE + kind] = (
            PARTS.card_count[kind] - state.cards.deck[kind] - state.cards.discards[kind]
        )
    state.deck_size = 2
    state.cards.hand_size[BLUE] = 11
    track(state, (RED, 12), (BLUE, 14), (GREEN, 14), (SAFFRON, 14))
    play(state, "go macedonia", "draw star", "draw cubeGold")
    assert state.deck_size == 9
    assert sum(state.cards.discards) == 0
    play(state, "draw fullSet")
    assert set(legal(state)) == {"discard star", "discard cubeGold", "discard fullSet"}
    play(state, "discard star", "discard fullSet")
    assert hand(state, RED) == ["cubeGold"]
    assert state.cards.discards[CARDS.index("star")] == 1
    assert state.cards.discards[CARDS.index("fullSet")] == 1


def test_30_tie_break() -> None:
    """§10.4: equal points; more discoveries and wonders win."""
    state = table(3)
    for seat in (RED, BLUE, GREEN):
        state.track.space_of[seat] = 80
        state.board.discovered[seat] = 0b111111
    state.board.wonder_of[0] = RED
    effects.give_prestige(state, BLUE, int(PARTS.wonder_prestige[state.board.wonder_at[0]]))
    state.board.discovered[GREEN] = 0
    state.done = 7
    state.begin_turn()
    assert state.actor() == OVER
    assert total(state, RED) == total(state, BLUE)
    assert state.places() == [1, 2, 3]
    assert state.active == NONE
    assert ACTIONS.levels == PARTS.levels
