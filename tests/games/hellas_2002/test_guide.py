"""What would come of an action: said of every legal one, true, and telling no secret."""

from __future__ import annotations

from random import Random

import pytest

from agon.core.guide import Outlook
from agon.core.state import OVER
from agon.games.hellas_2002 import GAME, guide_words, names
from agon.games.hellas_2002.parts import DARK, LIGHT
from agon.games.hellas_2002.questions import BATTLE, WINDOW
from agon.games.hellas_2002.rules import Rules
from agon.games.hellas_2002.scoring import cities_of
from tests.games.guiding import check_words
from tests.games.hellas_2002.table import ACTIONS, OUTWARD, RING, city, hold, legal, play, random_positions, sea
from tests.spoken import ill_said, languages_differ

ISLAND = "WWWWWW"


def outlook(state: Rules, text: str, lang: str = "en") -> Outlook:
    action = ACTIONS.parse(text)
    assert action in state.legal(), text
    return GAME.outlook(state.observe(state.actor()), action, lang)


def decisions(seeds: range, every: int = 1) -> list[Rules]:
    """The positions of random games in which somebody decides."""
    return [state for seed in seeds for state in random_positions(seed, every) if state.actor() >= 0]


def coast_of_two() -> tuple[Rules, str, str]:
    """Light with two Greeks beside Dark's single one, over water."""
    state = sea()
    mine = city(state, (1, 0), OUTWARD[0], "L2+1s")
    theirs = city(state, (1, -1), OUTWARD[1], "D1+1s")
    return state, mine, theirs


# ---- laws ----


def test_every_legal_action_has_an_outlook_in_both_languages() -> None:
    for state in decisions(range(4), every=3):
        check_words(GAME, state.observe(state.actor()), " ;")


def test_the_guide_tells_no_secret() -> None:
    """The same in every world that looks the same to whoever asks. §3.7 §6.4"""
    rng = Random(1)
    for state in decisions(range(3), every=7):
        seat = state.actor()
        worlds = [state.determinize(seat, rng) for _ in range(2)]
        for action in state.legal()[:40]:
            said = {GAME.outlook(world, action, "en") for world in [state, *worlds]}
            assert len(said) == 1
            assert len({GAME.begins(world, action) for world in [state, *worlds]}) == 1
        for viewer in (LIGHT, DARK, -1):
            seen = [state.observe(viewer), *(state.determinize(viewer, rng) for _ in range(2))]
            assert len({tuple(GAME.threats(world, viewer)) for world in seen}) == 1
            assert len({GAME.goal(world, viewer) for world in seen}) == 1


@pytest.mark.parametrize("verb", ["attack", "voyage", "target", "declare"])
def test_what_is_said_to_come_to_nothing_wins_nothing(verb: str) -> None:
    """However one goes on and whatever the other side answers. §5.3 §5.4"""
    rng = Random(2)
    warned = 0
    for state in decisions(range(12)):
        for action in state.legal():
            if ACTIONS.verb(action).name != verb or not GAME.outlook(state.observe(state.actor()), action).warning:
                continue
            warned += 1
            for _ in range(3):
                assert not wins_a_city(state, action, rng)
    assert warned > 3


def wins_a_city(state: Rules, action: int, rng: Random) -> bool:
    """Play on at random till the attack is over, or the turn; an exchange leaves as many cities as before."""
    seat, turn = state.actor(), int(state.turn)
    attack = ACTIONS.verb(action).name in ("target", "declare")
    after = state.clone()
    after.apply(action)
    while after.actor() != OVER and after.turn == turn and (after.target >= 0 or not attack):
        after.apply(after.random_action(rng))
    return bool(cities_of(after, seat) > cities_of(state, seat))


def test_what_is_said_to_fall_falls_when_both_pass() -> None:
    """§5.4"""
    said = 0
    for state in decisions(range(10)):
        if state.window != BATTLE or state.step != WINDOW:
            continue
        told = GAME.outlook(state.observe(state.actor()), ACTIONS.parse("pass"), "en")
        target, owner = int(state.target), int(state.owner(state.target))
        after = state.clone()
        while after.target == target and after.window == BATTLE and after.step == WINDOW:
            after.apply(ACTIONS.parse("pass"))
        assert (int(after.owner(target)) != owner) == told.gain.endswith("falls"), told
        said += 1
    assert said > 20


# ---- examples ----


def test_an_attack_that_reaches_nobody_is_warned_of() -> None:
    """It used to forfeit the turn without a word. §5.4"""
    state = sea()
    city(state, (1, 0), OUTWARD[0], "L1")
    city(state, (1, -1), OUTWARD[1], "D1")
    assert "no city" in outlook(state, "attack").warning
    assert "keine Stadt" in outlook(state, "attack", "de").warning
    hold(state, LIGHT, "A6")
    told = outlook(state, "attack")
    assert not told.warning and "Levy" in told.reason


def test_an_attack_says_how_many_cities_are_in_reach() -> None:
    """§5.4"""
    state, _, theirs = coast_of_two()
    city(state, (0, -1), OUTWARD[2], "D2")
    assert outlook(state, "attack").reason == "2 cities in reach, 0 could fall"
    assert outlook(state, "attack").warning
    play(state, "attack")
    told = outlook(state, f"target {theirs}")
    assert told.reason == "at most 1 : 1, over water (one more needed)"
    assert told.badge == "1 : 1" and "must fail" in told.warning


def test_a_card_in_hand_may_save_an_attack() -> None:
    """§3.3"""
    state, _, theirs = coast_of_two()
    hold(state, LIGHT, "A1")
    play(state, "attack")
    told = outlook(state, f"target {theirs}")
    assert not told.warning and told.reason.endswith("only with cards from your hand")


def test_a_card_says_what_it_makes_of_the_battle() -> None:
    """§3.3 §6.2"""
    state, _, theirs = coast_of_two()
    hold(state, LIGHT, "A1 A2 Z1")
    hold(state, DARK, "P1 Z1")
    play(state, "attack", f"target {theirs}")
    name = names.city(theirs, "en")
    assert outlook(state, "play A1").gain == f"1 : 1 becomes 2 : 1: {name} falls"
    assert outlook(state, "play A2").gain == f"1 : 1 stays: {name} falls"
    assert outlook(state, "pass").gain == f"1 : 1: {name} holds"
    play(state, "play A1")
    assert outlook(state, "pass").gain == f"1 : 1 becomes 2 : 1: {name} falls"
    assert outlook(state, "void A1").gain == f"1 : 1 stays: {name} holds"
    play(state, "void A1")
    assert outlook(state, "void Z1").gain == f"1 : 1 becomes 2 : 1: {name} falls"
    assert outlook(state, "void Z1", "de").gain == f"1 : 1 wird 2 : 1: {name} fällt"


def test_ending_a_reinforcement_early_is_asked_about() -> None:
    """§5.2"""
    state, mine, _ = coast_of_two()
    play(state, "reinforce", f"greek {mine}")
    assert outlook(state, "done").warning == "2 single actions would be lost."


def test_a_greek_where_a_city_could_be_taken_is_worth_more() -> None:
    """§5.2"""
    state = sea()
    safe = city(state, (-1, 0), OUTWARD[3], "L1")
    bare = city(state, (2, -1), "WWWLLW", "L1")
    city(state, (2, -2), "WWWWWL", "D3")
    play(state, "reinforce")
    assert outlook(state, f"greek {bare}").benefit > outlook(state, f"greek {safe}").benefit
    assert outlook(state, f"greek {bare}").bill[0][1] == "1 → 2"


def test_a_voyage_without_a_leading_ship_is_warned_of() -> None:
    """§5.3"""
    state = sea()
    city(state, (1, 0), OUTWARD[0], "L2")
    city(state, (1, -1), OUTWARD[1], "D1+1s")
    assert outlook(state, "voyage").warning
    hold(state, LIGHT, "P5")
    assert not outlook(state, "voyage").warning


def test_a_tile_says_beside_whom_it_would_lie_and_what_it_costs() -> None:
    """§5.3"""
    laid = [s for s in decisions(range(3)) if s.turn > 0 and any(t.startswith("lay") for t in legal(s))]
    assert laid
    for state in laid:
        n = int(cities_of(state, state.active)) + 1
        for text in [text for text in legal(state) if text.startswith("lay")]:
            told = outlook(state, text)
            assert told.price == "1 ship" and "beside" in told.place and told.gain.startswith(f"city {n} of 10")


# ---- steps, goal, threats ----


def test_greeks_sent_one_by_one_are_one_step() -> None:
    """§5.4"""
    state, mine, theirs = coast_of_two()
    city(state, (0, -1), ISLAND, "L3")
    play(state, "attack")
    seen = state.observe(LIGHT)
    assert GAME.begins(seen, ACTIONS.parse(f"target {theirs}"))
    play(state, f"target {theirs}")
    assert GAME.begins(state.observe(LIGHT), ACTIONS.parse(f"send {mine}"))
    play(state, f"send {mine}")
    assert not GAME.begins(state.observe(LIGHT), ACTIONS.parse("declare"))


def test_only_what_the_same_seat_answers_next_belongs_to_a_step() -> None:
    for state in decisions(range(2), every=5):
        for action in state.legal()[:20]:
            if GAME.begins(state.observe(state.actor()), action):
                after = state.clone()
                after.apply(action)
                assert after.actor() == state.actor()


def test_the_goal_is_ten_cities() -> None:
    """§7.1"""
    state, *_ = coast_of_two()
    told = GAME.goal(state, LIGHT)
    assert told is not None and "10 cities" in told.text and told.standing == ("1", "1")


def test_one_more_city_wins_is_a_threat_with_the_places_it_could_be(monkeypatch: pytest.MonkeyPatch) -> None:
    """§7.1"""
    state = sea()
    theirs = city(state, RING[1], OUTWARD[1], "L1")
    for at in (0, 2, 3):
        city(state, RING[at], OUTWARD[at], "D3" if at == 0 else "D1")
    monkeypatch.setattr(state.parts, "goal", 4)
    (told,) = [threat for threat in GAME.threats(state, LIGHT) if threat.seat == DARK and "one more" in threat.text]
    assert told.text.format("Daphne", "Kleio") == "Kleio needs one more city to win."
    assert told.places == (f"city-{theirs}",)
    assert any(threat.text == "One more city and you win." for threat in GAME.threats(state, DARK))


def test_the_ten_cities_decide() -> None:
    """§7.1"""
    for seed in range(4):
        state = random_positions(seed)[-1]
        shapes = {shape.id for shape in GAME.scene(state, LIGHT).sheets[0].shapes}
        assert set(GAME.decisive(state)) <= shapes
        assert len(GAME.decisive(state)) >= 10 or state.winner < 0 or not state.pieces.cities[1 - state.winner]


def test_every_sentence_of_the_guide_is_said_with_every_count() -> None:
    assert ill_said(guide_words, numbers={"n", "m", "greeks", "ships"}, steady=STEADY) == []
    assert languages_differ(guide_words) == []


STEADY = {"of", "von", "cities", "Städte", "in", "im", "ships", "Greeks", "Stärke", "strength"}
