"""The turn machine, amphorae, what runs out, what is hidden, and what is refused."""

from __future__ import annotations

from random import Random

import pytest

from agon.core.codec import dump, load, same
from agon.core.errors import BadPack
from agon.core.numbers import BIT
from agon.core.state import CHANCE, NONE, OVER, UNKNOWN
from agon.games.attika import GAME
from agon.games.attika.parts import BUILDINGS, KINDS, LETTERS, STACKS, Parts
from agon.games.attika.questions import ANSWER, DECIDE, DRAW_CARD, LAY, PAY, TURN
from agon.games.attika.rules import Rules
from agon.games.attika.unseen import Cover
from tests.games.attika.table import (
    ACTIONS,
    PARTS,
    building_turn,
    cell,
    discard_deck,
    draw_all,
    fresh,
    hand,
    hold,
    is_to_decide,
    may,
    number,
    play,
    random_positions,
    reference,
    revealing,
    stand,
    store,
    words,
)


def verbs(state: Rules) -> set[str]:
    return {text.split()[0] for text in words(state)}


def give_amphorae(state: Rules, seat: int, count: int) -> None:
    state.store.amphorae[seat] += count
    state.supply -= count


def last_of_stack(state: Rules, stack: int) -> None:
    """Leave one building in a stack of seat 0; the others go to storage."""
    while state.store.stacks[stack] > 1:
        for b in range(BUILDINGS):
            if state.store.unseen[0] & BIT[b] and bool(PARTS.mains & BIT[b]) == (stack == 0):
                state.store.unseen[0] &= ~BIT[b]
                state.store.storage[0] |= BIT[b]
                state.store.stacks[stack] -= 1
                break


def why(state: Rules, text: str) -> str:
    refusal = GAME.why_not(state, ACTIONS.parse(text))
    assert refusal is not None, f"{text} is legal"
    return refusal.paragraph


# ---- set-up ----


def test_first_tiles_are_turned_at_random() -> None:
    """§2.1 §Q1: six ways, each alike."""
    state = fresh()
    play(state, "tile T05")
    assert words(state) == [f"turn {n}" for n in range(6)]
    assert state.weights() == [1] * 6
    play(state, "turn 4")
    assert state.map.turns[0] == 4
    assert not may(state, "tile T05")


def test_top_buildings_come_from_the_right_stacks() -> None:
    """§2.4 §2.5: main buildings from the first stack, the others from the three others."""
    state = fresh()
    for face in ("T01", "T02", "T03", "T04"):
        play(state, f"tile {face}", "turn 0")
    assert {number(t.split()[1]) for t in words(state)} == {b for b in range(BUILDINGS) if PARTS.mains & BIT[b]}
    play(state, "top city")
    assert len(words(state)) == 24
    play(state, "top oracle", "top mint", "top road1")
    assert state.store.storage[0] == sum(BIT[number(b)] for b in ("city", "oracle", "mint", "road1"))
    assert len(words(state)) == 6  # now the main buildings of seat 1


def test_play_goes_clockwise_from_the_start_player() -> None:
    """§2.6 §2.7 §Q24"""
    state = fresh(3)
    while not may(state, "start 2"):
        state.apply(state.legal()[0])
    play(state, "start 2")
    draw_all(state)
    assert [int(h) for h in state.cards.held] == [5, 6, 4]
    for seat in (2, 0, 1, 2):
        assert is_to_decide(state, seat)
        play(state, "finish")
        draw_all(state)


def test_a_drawn_card_is_as_likely_as_there_are_of_its_kind() -> None:
    """§4.3"""
    state = reference()
    hold(state, 0, "WWWWWWWWWWWWWWWF")
    play(state, "finish")
    assert words(state) == ["card F", "card H", "card M"]
    assert state.weights() == [14, 15, 15]


# ---- the turn ----


def test_reveal_and_build_never_mix() -> None:
    """§4.1 §4.2 §4.5"""
    state = reference()
    store(state, 0, "city")
    assert {"reveal", "build", "finish"} == verbs(state)
    built = state.clone()
    play(built, "build city", f"place {cell((0, 0))}")
    assert "reveal" not in verbs(built)
    assert why(built, "reveal 1") == "§4.5"
    play(state, "reveal 1")
    draw_all(state)
    play(state, "store")
    assert "build" not in verbs(state)
    assert why(state, "build city") == "§4.5"


def test_a_stored_building_is_not_built_in_the_same_turn_even_by_amphora() -> None:
    """§4.1 §Q20"""
    state = reference()
    give_amphorae(state, 0, 1)
    hold(state, 0, "WWFFHHMM")
    for _ in range(2):
        play(state, "reveal 1")
        draw_all(state)
        play(state, "store")
    play(state, "amphora action")
    assert verbs(state) == {"reveal", "finish"}


def test_a_revealed_building_may_be_built_at_once_without_using_a_build() -> None:
    """§4.1"""
    state = reference()
    stand(state, 0, city=(0, 0))
    state.store.unseen[0] |= BIT[number("oracle")] & ~state.store.storage[0]
    if state.store.storage[0] & BIT[number("oracle")]:
        state.store.storage[0] &= ~BIT[number("oracle")]
        state.store.unseen[0] |= BIT[number("oracle")]
        state.store.stacks[1] += 1
    play(state, "reveal 1", "top oracle")
    assert state.step == ANSWER
    assert may(state, "store")
    play(state, f"place {cell((0, 1))}")
    assert state.step == DECIDE
    assert state.left == 1


def test_no_reveal_and_no_build_after_drawing() -> None:
    """§4.3: not even by amphora."""
    state = reference()
    give_amphorae(state, 0, 2)
    play(state, "reveal 1")
    draw_all(state)
    play(state, "store", "finish")
    draw_all(state)
    assert words(state) == ["amphora card", "end"]
    assert why(state, "reveal 1") == "§4.3"
    assert why(state, "amphora action") == "§4.3"
    assert why(state, "finish") == "§4.3"


def test_a_turn_without_any_action_draws_three() -> None:
    """§4.3 §Q12"""
    state = reference()
    play(state, "finish")
    assert draw_all(state) == 3


def test_cards_for_unused_actions_cannot_be_declined() -> None:
    """§Q2"""
    state = reference()
    assert not may(state, "end")
    assert why(state, "end") == "§Q2"


def test_an_amphora_before_the_first_action_gives_only_a_card() -> None:
    """§4.4 §Q13: the three cards of the idle turn come with it."""
    state = reference()
    give_amphorae(state, 0, 1)
    assert why(state, "amphora action") == "§Q13"
    play(state, "amphora card")
    assert draw_all(state) == 4
    assert is_to_decide(state, 1)
    assert state.supply == 15


def test_an_amphora_for_a_card_pays_out_what_is_due_first() -> None:
    """§4.4 §4.5"""
    state = reference()
    give_amphorae(state, 0, 1)
    stand(state, 0, city=(0, 0))
    store(state, 0, "oracle")
    play(state, "build oracle", f"place {cell((0, 1))}", "amphora card")
    assert draw_all(state) == 3  # two for the builds left, one for the amphora


def test_an_amphora_is_refused_when_no_card_is_left_for_it() -> None:
    """§Q26"""
    state = reference()
    give_amphorae(state, 0, 2)
    state.deck_left = 3
    for kind in range(KINDS):
        state.cards.deck[kind] = 3 if kind == 0 else 0
    assert not may(state, "amphora card")
    assert why(state, "amphora card") == "§Q26"
    state.cards.discard[1] = 1
    assert may(state, "amphora card")


def test_an_amphora_may_be_spent_early() -> None:
    """§4.5: while actions are left."""
    state = reference()
    give_amphorae(state, 0, 1)
    building_turn(state, 2)
    play(state, "amphora action")
    assert state.left == 3


def test_without_amphorae_the_turn_ends_by_itself() -> None:
    """§4.7: everybody sees that nothing else is possible."""
    state = reference()
    for _ in range(2):
        play(state, "reveal 1")
        draw_all(state)
        play(state, "store")
    assert is_to_decide(state, 1)


def test_who_could_only_pass_because_of_the_hand_is_asked_all_the_same() -> None:
    """§4.7: silence would tell what the hand is worth."""
    state = reference()
    for stack in range(STACKS):
        state.store.stacks[stack] = 0
    state.store.unseen[0] = 0
    state.store.storage[0] = BIT[number("fortress")]
    assert words(state) == ["finish"]
    assert state.actor() == 0


def test_a_single_card_to_pay_is_asked_for() -> None:
    """§4.7 §5.4"""
    state = reference()
    stand(state, 0, city=(0, 0))
    store(state, 0, "well")
    hold(state, 0, "M")
    play(state, "build well", f"place {cell((4, 1))}")
    assert words(state) == ["pay M"]


def test_nothing_else_between_a_reveal_and_its_consequences() -> None:
    """§4.5"""
    state = reference()
    give_amphorae(state, 0, 3)
    play(state, "reveal 1")
    draw_all(state)
    assert verbs(state) <= {"store", "place"}
    assert why(state, "amphora action") == "§4.5"
    assert why(state, "finish") == "§4.5"


# ---- running out ----


def test_an_empty_stack_cannot_be_chosen() -> None:
    """§4.6"""
    state = reference()
    state.store.stacks[2] = 0
    assert not may(state, "reveal 2")
    assert why(state, "reveal 2") == "§4.6"


def test_a_reveal_turn_without_stacks_turns_into_cards() -> None:
    """§4.6 §4.7"""
    state = reference()
    last_of_stack(state, 1)
    for stack in (0, 2, 3):
        last_of_stack(state, stack)
        state.store.stacks[stack] = 0
    left = [b for b in range(BUILDINGS) if state.store.unseen[0] & BIT[b] and not PARTS.mains & BIT[b]]
    state.store.unseen[0] = BIT[left[0]]
    state.pile = 0
    play(state, "reveal 1")
    draw_all(state)
    play(state, "store")
    assert state.cards.held[0] == 0
    assert draw_all(state) == 1
    assert is_to_decide(state, 1)


def test_without_any_card_a_draw_is_left_out() -> None:
    """§4.6 §Q4"""
    state = reference()
    hold(state, 1, "W" * 15 + "F" * 15 + "H" * 15 + "M" * 14)
    play(state, "finish")
    assert draw_all(state) == 1
    assert is_to_decide(state, 1)
    assert state.cards_left() == 0


def test_the_discards_are_shuffled_only_when_a_draw_needs_them() -> None:
    """§4.6 §Q4"""
    state = reference()
    discard_deck(state, "WFH")
    play(state, "finish", "card W", "card F", "card H")
    assert state.deck_left == 0
    assert sum(state.cards.discard) == 57
    play(state, "finish")
    assert state.deck_left == 57


def test_a_full_group_with_an_empty_supply_and_no_card_brings_nothing() -> None:
    """§7.3"""
    state = reference()
    state.supply = 0
    state.store.amphorae[1] = 15
    stand(state, 0, vineyard=(0, 0))
    store(state, 0, "vintner", "oracle")
    hold(state, 1, "W" * 15 + "F" * 15 + "H" * 15 + "M" * 15)
    play(state, "build vintner", f"place {cell((0, 1))}")
    assert state.step == DECIDE
    assert state.left == 2


# ---- order of effects ----


def test_amphora_before_tile() -> None:
    """§4.8 §Q3: the revealed building completes a group and empties its stack."""
    state = reference()
    stand(state, 0, vineyard=(0, 0))
    last_of_stack(state, 3)
    for b in range(BUILDINGS):
        if state.store.unseen[0] & BIT[b] and not PARTS.mains & BIT[b]:
            state.store.unseen[0] &= ~BIT[b]
            state.store.storage[0] |= BIT[b]
    state.store.storage[0] &= ~BIT[number("vintner")]
    state.store.unseen[0] |= BIT[number("vintner")]
    state.store.stacks[1] = state.store.stacks[2] = 0
    play(state, "reveal 3", "top vintner", f"place {cell((0, 1))}")
    assert state.store.amphorae[0] == 1
    assert state.actor() == CHANCE
    assert words(state)[0].startswith("tile")
    draw_all(state)
    assert state.step == LAY
    state.apply(state.legal()[0])
    assert state.step == TURN
    assert words(state) == [f"turn {n}" for n in range(6)]
    play(state, "turn 3")
    assert state.map.laid == 5
    assert state.step == DECIDE


def test_the_card_in_place_of_an_amphora_does_not_end_the_actions() -> None:
    """§7.3 §Q9: and the tile still follows."""
    state = reference()
    state.supply = 0
    state.store.amphorae[1] = 15
    stand(state, 0, vineyard=(0, 0))
    store(state, 0, "vintner", "oracle")
    play(state, "build vintner", f"place {cell((0, 1))}")
    assert state.step == DRAW_CARD
    draw_all(state)
    assert state.drawing == 0
    assert state.left == 2


# ---- where one builds ----


def test_nothing_is_built_on_shrines_gaps_or_buildings() -> None:
    """§5.1"""
    state = reference()
    stand(state, 1, well=(0, 0))
    store(state, 0, "city")
    hold(state, 0, "WWFFHHMM")
    play(state, "build city")
    assert not may(state, f"place {cell((0, 0))}")
    for h in ((0, 0), (1, -2), (9, 9)):
        assert why(state, f"place {cell(h)}") == "§5.1"
    assert may(state, f"place {cell((5, 1))}")


# ---- what is hidden ----


def test_hands_and_deck_are_hidden_and_nothing_else() -> None:
    """§2.8 §Q25"""
    state = random_positions(1, 3, 4, every=50)[1]
    seen = dump(state.observe(1))
    truth = dump(state)
    for name, value in truth.items():
        if name in ("hands", "kept"):
            row, true = seen[name], value
            assert isinstance(row, list)
            assert isinstance(true, list)
            assert row[KINDS : 2 * KINDS] == true[KINDS : 2 * KINDS]
            assert row[:KINDS] == row[2 * KINDS :] == [UNKNOWN] * KINDS
        elif name == "deck":
            assert seen[name] == [UNKNOWN] * KINDS
        else:
            assert seen[name] == value, name


def test_a_drawn_card_is_heard_by_its_drawer_alone() -> None:
    """§Q25"""
    state = reference(3)
    play(state, "finish")
    card = ACTIONS.parse("card H")
    assert state.heard(0, card) == card
    assert state.heard(1, card) == UNKNOWN
    assert state.heard(-1, card) == UNKNOWN
    assert GAME.log(state.observe(1), UNKNOWN, ["A", "B", "C"], "en") == "A draws a card."


def test_what_is_imagined_fits_what_was_paid() -> None:
    """§2.8 §Q25: hands are dealt from what each can hold; every card paid since the shuffle is accounted for."""
    for state in random_positions(3, 3, 50, every=11):
        for viewer in (-1, 0, 2):
            world = state.determinize(viewer, Random(1))
            assert isinstance(world, Rules)
            for seat in range(3):
                row = [int(n) for n in world.cards.hands[KINDS * seat : KINDS * seat + KINDS]]
                assert min(row) >= 0
                assert sum(row) == state.cards.held[seat]
            assert min(int(n) for n in world.cards.deck) >= 0
            for kind in range(KINDS):
                fresh_cards = [
                    int(
                        world.cards.hands[KINDS * s + kind]
                        + world.cards.spent[KINDS * s + kind]
                        - world.shuffle.kept[KINDS * s + kind]
                    )
                    for s in range(3)
                ]
                assert sum(fresh_cards) + world.cards.deck[kind] == world.shuffle.shuffled[kind]
                kept = sum(int(world.shuffle.kept[KINDS * s + kind]) for s in range(3))
                assert kept + world.shuffle.shuffled[kind] == PARTS.cards[kind]


def test_with_two_seats_the_other_hand_is_known_once_the_deck_has_been_shuffled() -> None:
    """§Q25: all cards less one's own and the new deck; only draws since then are unknown."""
    state = reference()
    hold(state, 1, "WWH")
    hold(state, 0, "F")
    discard_deck(state, "")
    play(state, "finish")  # shuffles
    play(state, "card M", "card M", "card M")
    for seed in range(20):
        world = state.determinize(0, Random(seed))
        assert isinstance(world, Rules)
        assert hand(world, 1) == "WWH"
    seen = {hand(w, 0) for seed in range(40) if isinstance(w := state.determinize(1, Random(seed)), Rules)}
    assert len(seen) > 3
    assert all("F" in cards for cards in seen)


def test_cover_finds_numbers_within_all_bounds() -> None:
    """§2.8: against every table tried one by one, for small ones."""
    rng = Random(2)
    found = 0
    for _ in range(300):
        true_old = [[rng.randrange(3) for _ in range(KINDS)] for _ in range(2)]
        true_new = [[rng.randrange(3) for _ in range(KINDS)] for _ in range(2)]
        old = [sum(col) for col in zip(*true_old, strict=True)]
        new = [sum(col) + rng.randrange(2) for col in zip(*true_new, strict=True)]
        cover = Cover(PARTS.cards, PARTS.cards)
        cover.old, cover.new = old, new
        for row in range(2):
            most = [a + b for a, b in zip(true_old[row], true_new[row], strict=True)]
            cover.add([rng.randint(0, m) for m in most], sum(true_old[row]), sum(true_new[row]))
        cover.solve(rng)
        for row in range(2):
            assert cover.old_left(row) >= 0
            assert cover.new_left(row) >= 0
            for kind in range(KINDS):
                assert 0 <= cover.taken(row, kind) <= cover.spent[row][kind]
        for kind in range(KINDS):
            taken = sum(cover.taken(row, kind) for row in range(2))
            assert taken <= old[kind]
            assert sum(cover.spent[row][kind] for row in range(2)) - taken <= new[kind]
        found += 1
    assert found == 300


def test_a_dumped_position_loads_again() -> None:
    """§1.1: every field is named."""
    state = random_positions(1, 4, 8, every=200)[-1]
    other = fresh(4)
    load(other, dump(state))
    assert same(state, other)
    assert other.legal() == state.legal()
    action = state.legal()[-1]
    state.apply(action)
    other.apply(action)
    assert same(state, other)


# ---- refusals ----


@pytest.mark.parametrize(
    ("text", "paragraph"),
    [
        ("build fortress", "§5.4"),
        ("amphora card", "§4.4"),
        ("end", "§Q2"),
        ("store", "§4.5"),
        ("lay E0S0", "§4.5"),
        ("card W", "§4.5"),
        ("tile T01", "§4.5"),
    ],
)
def test_refusals_name_their_paragraph(text: str, paragraph: str) -> None:
    """§4.5"""
    state = reference()
    store(state, 0, "fortress")
    assert why(state, text) == paragraph


def test_refusals_are_sentences_in_both_languages() -> None:
    """§5.4"""
    state = reference()
    store(state, 0, "fortress")
    refusal = GAME.why_not(state, ACTIONS.parse("build fortress"))
    assert refusal is not None
    assert refusal.message("en") == (
        "Fortress costs hill, mountain where it is cheapest, on E0S0. With your hand that takes 4 cards; you have 0. "
        "(§5.4)"
    )
    assert refusal.message("de") == (
        "Festung kostet auf dem günstigsten Feld, E0S0: Hügel, Berg. Mit deiner Hand wären das 4 Karten; du hast 0. "
        "(§5.4)"
    )


def test_why_not_agrees_with_legal_on_every_space_of_the_map() -> None:
    """§5.1 §5.4: all places and payments of random games, beyond the sample the laws take."""
    for state in random_positions(2, 4, 30, every=17):
        if state.step not in (ANSWER, PAY):
            continue
        legal = set(state.legal())
        asked = [ACTIONS.place.first + int(c) for c in state.map.cells if c != NONE]
        asked += [ACTIONS.pay.first + kind for kind in range(4)]
        for action in asked:
            assert (GAME.why_not(state, int(action)) is None) == (action in legal)


# ---- packs ----


def test_an_owners_pack_replaces_tables(tmp_path: object) -> None:
    """§1.1"""
    from pathlib import Path

    folder = Path(str(tmp_path))
    good = folder / "mine.toml"
    good.write_text('[cards]\nsource = "mine"\nW = 20\nF = 20\nH = 10\nM = 10\n', "utf-8")
    parts = Parts(str(good))
    assert list(parts.cards) == [20, 20, 10, 10]
    assert parts.pack == "mine"
    assert parts.pack_hash != PARTS.pack_hash
    for text, said in (
        ('[amphorae]\nsource = "x"\nsupply = -1\n', "amphorae.supply"),
        ('[stacks]\nsource = "x"\nheights = [6, 8, 8, 9]\n', "stacks.heights"),
        ('[faces]\nsource = "x"\nT1 = "WFX...."\n', "faces.T1"),
        ('[deal]\nsource = "x"\nhands = [4, 5, 6, 0]\n', "deal.hands"),
        ('[cards]\nsource = "x"\nW = 1\nF = 1\nH = 1\nM = 1\n', "cards"),
        (_with_cost("WWWWFFFF"), "more than 15 cards"),
        ("\n".join(_with_cost("W").split("\n\n")[:3]), "4 to 30 tables, not 3"),
        ("\n".join(_with_cost("W").split("\n\n")[:5]), "hold 0 main and 5 other"),
        ('[layout.2]\nsource = "x"\ncentres = [[0, 0], [1, 0]]\nshrines = []\n', "overlap"),
    ):
        bad = folder / "bad.toml"
        bad.write_text(text, "utf-8")
        with pytest.raises(BadPack, match=said):
            Parts(str(bad))


def _with_cost(cost: str) -> str:
    """All buildings as they are, but the first of them at another price."""
    rows = [
        f'[[building]]\nsource = "x"\nid = "{name}"\nen = "{name}"\nde = "{name}"\ngroup = "{PARTS.groups[0]}"\n'
        f'main = 0\ncost = "{cost if n == 0 else "W"}"\nbeside = []\n'
        for n, name in enumerate(PARTS.buildings)
    ]
    return "\n".join(rows)


def test_random_games_end_by_both_kinds_of_victory() -> None:
    """§9.1 §9.2"""
    how = set()
    for seed in range(12):
        rng = Random(seed)
        state = fresh(2)
        plies = 0
        while state.actor() != OVER:
            state.apply(state.random_action(rng))
            plies += 1
        assert plies < GAME.bound
        how.add(state.stands(state.winner) == BUILDINGS)
    assert how == {True, False}
    assert LETTERS == "WFHM"


def test_revealing_is_a_mode_of_its_own() -> None:
    """§4.5"""
    state = reference()
    revealing(state, 1)
    assert verbs(state) == {"reveal", "finish"}


def test_nothing_is_asked_about_amphorae_once_no_card_is_left() -> None:
    """§4.4 §4.5 §4.6: the last card has been drawn, so an amphora buys nothing, and the turn ends unasked."""
    for cards, asked in (("W", False), ("WW", True)):
        state = reference()
        discard_deck(state, "W" * len(cards))
        for kind in range(KINDS):
            state.cards.discard[kind] = 0
        state.store.amphorae[0] = 1
        building_turn(state, 1)
        play(state, "finish", "card W")
        assert is_to_decide(state, 1) is not asked
        assert (state.active == 0) is asked
