"""The search: deterministic, within its budget, legal in every game, stronger than greedy, and it gives reasons."""

from __future__ import annotations

import gc
from random import Random
from time import perf_counter, process_time, sleep, thread_time

import pytest

import agon
from agon.bots import LEVELS, make_bot
from agon.bots.ismcts import FEW, WIDEN, Search, placed, squash, still_to_come
from agon.bots.searcher import SearchBot
from agon.bots.tactics import moment
from agon.core import game as registry
from agon.core.state import CHANCE, OVER, UNKNOWN
from agon.play.match import Luck, play_bots, rotated
from agon.play.tally import Tally
from tests.tiny import SPACE, TAKE, Lots, LotsGame, TrapGame

TABLES = [(game_id, seats) for game_id in agon.game_ids() for seats in agon.game(game_id).seats]


@pytest.mark.parametrize(("game_id", "seats"), TABLES)
def test_a_search_plays_legally_in_every_game(game_id: str, seats: int) -> None:
    position = agon.Position(game_id, seats=seats, seed=5)
    bot = make_bot("ismcts:iterations=30")
    for _ in range(15):
        if position.is_over:
            break
        legal = position.state.legal()
        action = bot.choose(position.state.observe(position.actor), legal, Random(1))
        assert action in legal
        position.play(position.game.space.text(action))


def test_the_same_seed_and_iterations_give_the_same_choice() -> None:
    position = agon.Position("hellas_2016", seats=3, seed=2)
    seen = position.state.observe(position.actor)
    one, two = (make_bot("ismcts:iterations=200").advise(seen, position.state.legal(), Random(9)) for _ in range(2))
    assert one == two


def test_a_whole_game_with_a_tree_kept_between_decisions_is_deterministic() -> None:
    one, two = (agon.match("hellas_2016", ["ismcts:iterations=20", "random"], seed=4).text() for _ in range(2))
    assert one == two


@pytest.mark.parametrize("name", ["ismcts:time=0.3", "ismcts:cpu=0.3", "hard"])
@pytest.mark.parametrize("game_id", agon.game_ids())
def test_a_search_keeps_its_time(name: str, game_id: str) -> None:
    position = agon.Position(game_id, seats=agon.game(game_id).seats[-1], seed=2)
    bot = make_bot(name)
    assert isinstance(bot, SearchBot)
    began = process_time()  # of the processor: a busy machine holds up the clock, but not the count of work
    bot.advise(position.state.observe(position.actor), position.state.legal(), Random(1))
    assert process_time() - began < bot.seconds * 1.1
    assert bot.search is not None
    assert bot.search.iterations > 1


def test_a_clock_that_stands_still_or_steps_back_leaves_time_for_more() -> None:
    assert still_to_come(10, 0.25, 0.75) == 21
    for passed in (0.0, -1e-9):
        assert still_to_come(1, passed, 0.1) > 10_000


@pytest.mark.parametrize(("name", "by_processor"), [("ismcts:cpu=0.2", True), ("ismcts:time=0.2", False)])
def test_a_search_counts_the_clocks_seconds_or_the_processors(name: str, by_processor: bool) -> None:
    position = agon.Position("hellas_2016", seed=2)
    bot = make_bot(name)
    assert isinstance(bot, SearchBot) and (bot.seconds, bot.by_processor) == (0.2, by_processor)
    began, worked = perf_counter(), thread_time()
    bot.advise(position.state.observe(position.actor), position.state.legal(), Random(1))
    assert bot.search is not None and bot.search.by_processor == by_processor and bot.search.iterations > 1
    if by_processor:
        assert thread_time() - worked > 0.1  # however busy the machine is
    else:
        assert perf_counter() - began > 0.1


def test_the_processors_seconds_do_not_pass_while_nothing_is_done() -> None:
    worked, began = moment(True), moment(False)
    sleep(0.2)
    assert moment(True) - worked < 0.1 and moment(False) - began >= 0.19


@pytest.mark.parametrize("collecting", [True, False])
def test_garbage_is_collected_after_a_search_as_before(collecting: bool) -> None:
    position = agon.Position("hellas_2016", seats=2, seed=2)
    (gc.enable if collecting else gc.disable)()
    try:
        make_bot("ismcts:iterations=20").advise(position.state.observe(0), position.state.legal(), Random(1))
        assert gc.isenabled() == collecting
    finally:
        gc.enable()


def test_in_a_hurry_a_search_stops_when_its_choice_can_no_longer_change() -> None:
    position = agon.Position("hellas_2016", seats=2, seed=2)
    seen, legal = position.state.observe(position.actor), position.state.legal()
    patient, hasty = SearchBot(iterations=3000), SearchBot(iterations=3000)
    best = patient.advise(seen, legal, Random(1))[0].action
    assert hasty.choose(seen, legal, Random(1)) == best
    assert patient.search is not None
    assert hasty.search is not None
    assert hasty.search.iterations <= patient.search.iterations == 3000


def test_advice_tells_visits_expectations_and_the_principal_line() -> None:
    position = agon.Position("hellas_2016", seats=3, seed=2)
    bot = make_bot("ismcts:iterations=300")
    assert isinstance(bot, SearchBot)
    advice = bot.advise(position.state.observe(position.actor), position.state.legal(), Random(1))
    assert sum(a.visits for a in advice) >= 299
    assert [a.visits for a in advice] == sorted((a.visits for a in advice), reverse=True)
    assert all(0.0 <= a.worth <= 1.0 for a in advice)
    assert len(bot.expected()) == 3
    assert abs(sum(bot.expected()) - 1.5) < 0.01
    assert bot.line(3)[0] == advice[0].action


def test_without_value_rollouts_go_to_the_end() -> None:
    position = agon.Position("hellas_2016", seats=2, seed=2)
    bot = make_bot("ismcts:iterations=40,value=0")
    assert (
        bot.choose(position.state.observe(position.actor), position.state.legal(), Random(1)) in position.state.legal()
    )


def test_search_finds_the_best_box(monkeypatch: pytest.MonkeyPatch) -> None:
    game = LotsGame()
    monkeypatch.setitem(registry._GAMES, "lots", game)
    bots = [make_bot("ismcts:iterations=400"), make_bot("ismcts:iterations=400")]
    record = play_bots(game, bots, ["a", "b"], Luck("3"), Random(3), {})
    assert record.plies[2].text == "box C"


def test_a_tree_is_dropped_when_plies_were_missed() -> None:
    position = agon.Position("hellas_2016", seats=2, seed=2)
    bot = make_bot("ismcts:iterations=50")
    assert isinstance(bot, SearchBot)
    bot.choose(position.state.observe(position.actor), position.state.legal(), Random(1))
    first = bot.search
    position.play(position.legal[-1])
    bot.choose(position.state.observe(position.actor), position.state.legal(), Random(1))
    assert bot.search is not first


def test_search_beats_greedy() -> None:
    game = agon.game("hellas_2016")
    tally = Tally(["ismcts:iterations=400", "greedy"])
    for record in rotated(game, tally.names, 6, 3, game.settings({})):
        tally.add(record)
    assert tally.wins["ismcts:iterations=400"] >= 4


def test_rewards_are_shares_of_the_others_beaten() -> None:
    assert placed([1, 2, 3]) == [1.0, 0.5, 0.0]
    assert placed([1, 1]) == [0.5, 0.5]
    assert squash(0.0) == 0.5
    assert squash(100.0) == 1.0
    assert squash(-100.0) == 0.0


def test_levels_have_names() -> None:
    assert LEVELS == ("easy", "medium", "hard", "expert")
    assert [make_bot(level).name for level in LEVELS] == list(LEVELS)
    easy = make_bot("easy")
    position = agon.Position("hellas_2016", seats=2, seed=2)
    chosen = {easy.choose(position.state.observe(0), position.state.legal(), Random(s)) for s in range(8)}
    assert len(chosen) > 1


@pytest.mark.parametrize("name", ["ismcts:iterations=200", "ismcts:iterations=200,value=0"])
def test_a_search_sees_that_the_opponent_refutes_what_looks_best(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every seat plays for itself: a reward credited to the wrong seat would make the trap look good."""
    game = TrapGame()
    monkeypatch.setitem(registry._GAMES, "trap", game)
    state = game.new(2)
    bot = make_bot(name)
    assert isinstance(bot, SearchBot)
    chosen = bot.advise(state.observe(0), state.legal(), Random(1))[0]
    assert game.space.text(chosen.action) == "box B"
    assert chosen.worth == 0.5
    state.apply(game.space.parse("box A"))
    answer = bot.advise(state.observe(1), state.legal(), Random(1))[0]
    assert (game.space.text(answer.action), answer.worth) == ("box B", 1.0)
    assert bot.expected()[1] > bot.expected()[0]


def test_a_tree_that_does_not_know_a_ply_is_not_kept() -> None:
    position = agon.Position("hellas_2016", seats=2, seed=2)
    bot = SearchBot(iterations=50)
    me, legal = position.actor, position.state.legal()
    first = bot.advise(position.state.observe(me), legal, Random(1))
    bot.notice(len(position.game.space) - 1)  # a ply nobody thought of
    bot.notice(first[0].action)  # and one that the tree knew, but not there
    advice = bot.advise(position.state.observe(me), legal, Random(1))
    assert sum(a.visits for a in advice) <= 50, "of this search alone"
    bot.notice(advice[0].action)
    position.play(position.game.space.text(advice[0].action))
    later = bot.advise(position.state.observe(position.actor), position.state.legal(), Random(1))
    assert sum(a.visits for a in later) > 50, "the tree is kept where the ply is known"


class Later(Lots):
    """Seat 0 takes a box, then a lot is drawn that only seat 1 sees, then seat 1 takes a box."""

    def actor(self) -> int:
        return [0, CHANCE, 1, OVER][int(self.moves)]

    def apply(self, action: int) -> None:
        if self.actor() == CHANCE:
            self.lots[1] = action - SPACE.named("lot").first
        else:
            self.boxes[action - TAKE.first] = self.actor()
        self.moves += 1

    def heard(self, player: int, action: int) -> int:
        return UNKNOWN if self.actor() == CHANCE and player != 1 else action


@pytest.mark.parametrize("judges", [False, True])
def test_what_the_searching_seat_would_not_hear_is_one_branch_of_its_tree(judges: bool) -> None:
    search = Search(judges, 1.0, 0)
    search.run(Later(), Random(1), 60, 0.0)
    boxes = search.root.children
    assert set(boxes) == {TAKE.action(box) for box in range(3)}
    assert {drawn for box in boxes.values() for drawn in box.children} == {UNKNOWN}


def test_without_value_a_search_looks_at_few_of_many_actions_first() -> None:
    rng = Random(1)
    state = agon.game("attika").new(2)
    while state.actor() < 0 or len(state.legal()) < 40:
        state.apply(state.random_action(rng))
    search = Search(False, 1.0, 0)
    search.run(state.observe(state.actor()), rng, 36, 0.0)
    assert FEW < len(search.root.children) <= 1 + WIDEN * 6  # of the square root of 36


class Whole(Lots):
    """Nobody plays on while a lot is unknown."""

    def apply(self, action: int) -> None:
        assert UNKNOWN not in list(self.lots)
        super().apply(action)


def test_a_closer_look_imagines_what_is_hidden_each_time() -> None:
    state = Whole()
    for lot in (0, 1):
        state.apply(lot)
    seen = state.observe(0)
    assert UNKNOWN in list(seen.lots)
    bot = SearchBot(iterations=20)
    bot.search = Search(False, 1.0, 0)
    bot.search.run(seen, Random(1), 20, 0.0)
    bot.look_at(seen, TAKE.action(0), 40, Random(2))
    assert bot.search.root.children[TAKE.action(0)].visits == 40
