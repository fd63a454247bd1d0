"""What would come of an action: said of every legal one, true, and telling no secret."""

from __future__ import annotations

from random import Random

import pytest

from agon.core.guide import Outlook
from agon.core.state import CHANCE, OVER
from agon.games.olympos import GAME, guide, guide_words
from agon.games.olympos import questions as ask
from agon.games.olympos.names import bonus_name
from agon.games.olympos.parts import CHOICES, DISCOVERIES, KINDS, RESOURCES
from agon.games.olympos.rules import Rules, new
from tests.games.guiding import check_words
from tests.games.olympos.table import (
    ACTIONS,
    BLUE,
    PARTS,
    RED,
    cubes,
    deal,
    hourglasses,
    lay,
    legal,
    marker,
    own,
    play,
    settle,
    table,
    track,
)
from tests.spoken import ill_said, languages_differ


def positions(seed: int, every: int = 1) -> list[Rules]:
    """The positions of a random game in which somebody decides, and the last."""
    rng = Random(seed)
    state = new(PARTS, ACTIONS, 3 + seed % 3, {})
    out: list[Rules] = []
    ply = 0
    while state.actor() != OVER:
        if state.actor() >= 0 and ply % every == 0:
            out.append(state.clone())
        state.apply(state.random_action(rng))
        ply += 1
    return [*out, state]


def decisions(seeds: range, every: int = 1) -> list[Rules]:
    return [state for seed in seeds for state in positions(seed, every) if state.actor() >= 0]


def outlook(state: Rules, text: str, lang: str = "en") -> Outlook:
    action = ACTIONS.parse(text)
    assert action in state.legal(), text
    return GAME.outlook(state.observe(state.actor()), action, lang)


def as_seen(state: Rules) -> Rules:
    """As whoever decides sees it."""
    out = state.observe(state.actor())
    assert isinstance(out, Rules)
    return out


# ---- laws ----


def test_every_legal_action_has_an_outlook_in_both_languages() -> None:
    for state in decisions(range(4), every=2):
        check_words(GAME, state.observe(state.actor()), " ;,")


def test_the_guide_tells_no_secret() -> None:
    """The same in every world that looks the same to whoever asks. §1.4"""
    rng = Random(1)
    for state in decisions(range(3), every=5):
        seat = state.actor()
        worlds = [state, *(state.determinize(seat, rng) for _ in range(2))]
        for action in state.legal()[:30]:
            assert len({GAME.outlook(world, action) for world in worlds}) == 1
            assert len({GAME.begins(world, action) for world in worlds}) == 1
        for viewer in (RED, BLUE, -1):
            seen = [state, *(state.determinize(viewer, rng) for _ in range(2))]
            assert len({tuple(GAME.threats(world, viewer)) for world in seen}) == 1
            assert len({GAME.goal(world, viewer) for world in seen}) == 1


def test_the_time_told_is_the_time_paid() -> None:
    """Whoever answers on with the first of the answers and plays no card comes to lie where it was said. §5.4"""
    checked = 0
    for state in decisions(range(6)):
        if state.step not in (ask.CHOOSE_SETTLER, ask.BEFORE_PAYING, ask.CHOOSE_BONUS):
            continue
        seat = state.actor()
        for action in state.legal():
            told = GAME.outlook(state.observe(seat), action)
            if ACTIONS.verb(action).name == "play":
                continue
            after = state.clone()
            after.apply(action)
            if after.step == ask.BEFORE_PAYING:
                after.apply(ACTIONS.parse("done"))
            line = dict(told.bill)["Time"]
            assert int(line.rsplit(" ", 1)[1]) == after.track.space_of[seat], (line, ACTIONS.text(action))
            checked += 1
    assert checked > 50


def test_what_a_territory_opens_can_be_paid_there_after() -> None:
    """§6.5 §7.2"""
    opened = 0
    for state in decisions(range(4), every=3):
        seat = state.actor()
        for action in state.legal():
            if ACTIONS.verb(action).name not in ("recruit", "send"):
                continue
            told = dict(GAME.outlook(state.observe(seat), action).bill).get("Opens")
            after = state.clone()
            after.apply(action)
            named = told.split(" +")[0].split(", ") if told else []
            payable = {PARTS.names["en"][t] for t in tiles_payable(after, seat)}
            assert set(named) <= payable
            opened += len(named)
    assert opened > 5


def tiles_payable(state: Rules, seat: int) -> list[str]:
    """The discoveries a seat has the resources for, whatever the time. §7.2"""
    trial = state.clone()
    trial.active, trial.step, trial.last_turn = seat, ask.TAKE_TURN, 0
    trial.track = trial.track.own()
    trial.track.space_of[seat] = 0
    cells = [ACTIONS.arguments(a)[0] for a in trial.legal() if ACTIONS.verb(a).name == "discover"]
    return [DISCOVERIES[int(state.board.tile_at[c])] for c in cells]


def test_a_bonus_said_to_be_forced_is_the_one_that_is_taken() -> None:
    """§7.5 §Q35"""
    forced = 0
    for state in decisions(range(12)):
        for action in state.legal():
            if ACTIONS.verb(action).name != "discover":
                continue
            seat, cell = state.actor(), ACTIONS.arguments(action)[0]
            told = GAME.outlook(state.observe(seat), action)
            after = state.clone()
            after.apply(action)
            while after.step in (ask.CHOOSE_PAYMENT, ask.CHOOSE_TILE, ask.TAKE_CUBES, ask.DRAW_CARD):
                after.apply(after.legal()[0])
            asked = after.step == ask.CHOOSE_BONUS and after.actor() == seat
            if told.warning:
                assert not asked
                (place,) = [p for p in range(CHOICES) if after.board.bonus_of[CHOICES * cell + p] == seat]
                assert bonus_name(PARTS, int(PARTS.bonus[CHOICES * cell + place]), "en") in told.warning
                forced += 1
    assert forced > 2


# ---- examples ----


def test_a_territory_says_time_gain_and_what_it_opens() -> None:
    """§6.5 §7.2"""
    state = table()
    settle(state, "thrace", RED)
    hourglasses(state, RED, 1)
    cubes(state, RED, wood=1)
    lay(state, "A1", "medicine")
    told = outlook(state, "go macedonia")
    assert told.badge == "1" and told.price == "1 AP"
    assert ("Time", "1 hourglass, 0 → 0") in told.bill
    assert "the settler from Thrace gives it up" in told.reason
    assert told.gain.startswith("+1 gold")


def test_a_discovery_says_what_is_shown_and_paid_and_its_bonus() -> None:
    """§7.2 §7.5"""
    state = table()
    settle(state, "thrace", RED)
    cubes(state, RED, wood=1)
    lay(state, "A1", "medicine")
    told = outlook(state, "discover A1")
    bill = dict(told.bill)
    assert bill["Shown"] == "1 grain" and bill["Paid"] == "1 wood" and bill["Bonus"] == "1 settler or 2 hourglasses"
    assert told.price == "7 AP, 1 wood" and told.gain == "+2 prestige"
    assert told.reason == "A new settler costs 1 AP instead of 2"
    assert outlook(state, "discover A1", "de").price == "7 AP, 1 Holz"


def test_the_cross_forces_a_bonus_and_that_is_asked_about() -> None:
    """§7.5 §Q35"""
    state = table()
    settle(state, "thrace", RED)
    cubes(state, RED, wood=1)
    lay(state, "A1", "medicine")
    track(state, (RED, 74), (BLUE, 75), (2, 76), (3, 77))
    assert "leaves no choice" in outlook(state, "discover A1").warning
    assert "2 Sanduhren" in outlook(state, "discover A1", "de").warning


def test_a_wonder_says_which_stars_are_used_up() -> None:
    """§7.6"""
    state = table()
    own(state, RED, "architecture", "engineering")
    settle(state, "thessaly", RED)
    deal(state, RED, "star", "star", "star")
    for text in legal(state, "build"):
        told = outlook(state, text)
        assert "star card" in told.reason and told.gain.endswith("prestige")
    assert legal(state, "build")


def test_a_zeus_symbol_says_whom_the_god_would_reach() -> None:
    """§9.3"""
    found = 0
    for state in decisions(range(6)):
        if state.step == ask.REACT:
            told = [GAME.outlook(state.observe(state.actor()), action) for action in state.legal()]
            assert all("reaches" in one.gain for one in told)
            found += 1
    assert found


def test_a_sensible_set_of_territories_to_block_is_suggested() -> None:
    """As many of each resource as the rules ask for, without stars where that is possible. §4.5"""
    for seats in (3, 4, 5):
        state = new(PARTS, ACTIONS, seats, {})
        while state.actor() == CHANCE:
            state.apply(state.legal()[0])
        assert state.step == ask.BLOCK
        answers = guide.suggest(as_seen(state))
        for action in answers:
            assert action in state.legal()
            state.apply(action)
        assert state.step != ask.BLOCK
        kinds = [int(PARTS.resource[ACTIONS.arguments(a)[0]]) for a in answers]
        assert [kinds.count(r) for r in range(KINDS)] == [PARTS.blocked[seats]] * len(RESOURCES)
        assert not int(state.blocked) & int(PARTS.starred)


def test_a_question_in_which_nothing_can_be_played_answers_itself() -> None:
    """§5.3"""
    state = table()
    deal(state, RED, "star")
    settle(state, "thrace", RED)
    play(state, "go macedonia")
    if state.step == ask.CHOOSE_SETTLER:
        play(state, "recruit")
    assert state.step == ask.BEFORE_PAYING
    assert guide.idle(as_seen(state)) == ACTIONS.parse("done")
    deal(state, RED, "cubeGold")
    assert guide.idle(as_seen(state)) is None


def test_no_god_is_answered_unasked() -> None:
    """The wait must not tell whether a Zeus symbol is in the hand. §9.2"""
    assert all(guide.idle(state) is None for state in decisions(range(3)) if state.step == ask.REACT)


# ---- steps, goal, threats ----


def test_a_goal_and_its_settler_are_one_step_and_so_are_a_discovery_and_its_bonus() -> None:
    """§6.1 §7.1"""
    state = table()
    settle(state, "thrace", RED)
    cubes(state, RED, wood=1)
    lay(state, "A1", "medicine")
    seen = state.observe(RED)
    assert GAME.begins(seen, ACTIONS.parse("go macedonia"))
    assert GAME.begins(seen, ACTIONS.parse("discover A1"))
    play(state, "discover A1")
    assert state.step == ask.CHOOSE_BONUS
    assert not GAME.begins(state.observe(RED), ACTIONS.parse("bonus 1"))


def test_the_goal_shows_ones_own_points_and_what_is_open_of_the_others() -> None:
    """§1.4 §10.4"""
    state = table()
    state.camps.prestige[RED] = 4
    state.camps.prestige[BLUE] = 4
    told = GAME.goal(state, RED)
    assert told is not None and told.standing[:2] == ("9", "5+")


def test_one_star_from_a_wonder_is_a_threat() -> None:
    """§7.6"""
    state = table()
    own(state, BLUE, "architecture", "engineering")
    for cell in ("A1", "A2"):
        marker(state, BLUE, cell)
    lack = int(PARTS.wonder_stars[state.board.wonder_at[0]]) - 4
    (told, *_) = GAME.threats(state, RED)
    assert told.seat == BLUE and told.places == ("wonder-A",)
    key = "can build" if lack <= 0 else "lacks one star"
    assert key in told.text.format("Daphne", "Kleio") and "Kleio" in told.text.format("Daphne", "Kleio")


@pytest.mark.parametrize("seed", range(2))
def test_the_territories_of_who_won_decide(seed: int) -> None:
    """§10.4"""
    state = positions(seed)[-1]
    shapes = {shape.id for shape in GAME.scene(state, RED).sheets[0].shapes}
    assert GAME.decisive(state) and set(GAME.decisive(state)) <= shapes


def test_every_sentence_of_the_guide_is_said_with_every_count() -> None:
    steady = {"AP", "prestige", "Prestige", "of", "von", "on", "alle", "from", "durch"}
    assert ill_said(guide_words, numbers={"n", "have", "need"}, steady=steady) == []
    assert languages_differ(guide_words) == []


def test_the_card_of_the_hand_that_would_make_a_discovery_payable_is_the_remedy() -> None:
    """§7.2 §8.4"""
    state = table()
    settle(state, "thrace", RED)
    lay(state, "A1", "medicine")
    wanted = ACTIONS.parse("discover A1")
    assert GAME.remedy(as_seen(state), wanted) is None
    deal(state, RED, "cubeGold", "cubeWood")
    remedy = GAME.remedy(as_seen(state), wanted)
    assert remedy == ACTIONS.parse("play cubeWood")
    state.apply(remedy)
    assert wanted in state.legal()
