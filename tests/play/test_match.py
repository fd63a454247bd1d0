"""Matches between bots."""

from __future__ import annotations

from random import Random

import pytest

import agon
from agon.bots import Advice, Bot, make_bot, split_names
from agon.core import game as registry
from agon.core.errors import AgonError
from agon.core.state import UNKNOWN, State
from agon.play.match import Luck, play_bots, rotated
from agon.play.tally import Tally, wilson
from tests.tiny import Listener, LotsGame


def test_the_same_seed_gives_the_same_game_and_another_seed_another() -> None:
    one, two, other = (agon.match("hellas_2016", ["random", "random"], seed=s) for s in (7, 7, 8))
    assert one.text() == two.text()
    assert one.text() != other.text()


def test_seats_rotate() -> None:
    game = agon.game("hellas_2016")
    seated = [r.players for r in rotated(game, ["greedy:samples=1", "random"], 2, 1, game.settings({}))]
    assert seated == [["greedy:samples=1", "random"], ["random", "greedy:samples=1"]]


def test_every_seating_has_the_same_luck() -> None:
    """The same first tiles and start player, whoever sits where; one stream a deck."""
    game = agon.game("hellas_2016")
    games = list(rotated(game, ["random", "greedy"], 4, 1, game.settings({})))
    set_ups = [[p.text for p in r.plies[:4]] for r in games]
    assert set_ups[0] == set_ups[1]
    assert set_ups[2] == set_ups[3]
    assert set_ups[0] != set_ups[2]


def test_a_bot_sees_an_observation_never_the_state() -> None:
    seen: list[State] = []

    class Spy(Bot):
        name = "spy"

        def choose(self, observation: State, legal: list[int], rng: Random) -> int:
            seen.append(observation)
            return legal[0]

    play_bots(LotsGame(), [Spy(), Spy()], ["spy", "spy"], Luck("1"), Random(1), {})
    from agon.core.codec import dump, hides

    assert len(seen) == 2
    assert all(hides(dump(observation)) for observation in seen)


def test_a_bot_that_chooses_what_is_not_legal_is_named() -> None:
    class Cheat(Bot):
        name = "cheat"

        def choose(self, observation: State, legal: list[int], rng: Random) -> int:
            return 0

        def advise(self, observation: State, legal: list[int], rng: Random) -> list[Advice]:
            return []

    with pytest.raises(AgonError, match="The bot cheat chose lot 1, which is not legal"):
        play_bots(LotsGame(), [Cheat(), Cheat()], ["cheat", "cheat"], Luck("1"), Random(1), {})


def test_wilson_intervals() -> None:
    low, high = wilson(95, 100)
    assert 0.88 < low < 0.95 < high < 0.99
    assert wilson(0, 0) == (0.0, 1.0)


def test_the_tally_counts_wins_and_shares_ties() -> None:
    tally = Tally(["greedy", "random"])
    record = agon.match("hellas_2016", ["greedy", "random"], seed=1)
    record.result = [1, 1]
    tally.add(record)
    assert tally.wins == {"greedy": 0.5, "random": 0.5}
    assert "greedy" in str(tally)


def test_bots_are_made_by_name_and_wrong_names_get_a_sentence() -> None:
    assert make_bot("greedy:samples=5").name == "greedy:samples=5"
    assert split_names("greedy:samples=1,random") == ["greedy:samples=1", "random"]
    for name, sentence in (
        ("nobody", 'There is no bot "nobody"'),
        ("greedy:depth=3", 'no option "depth"'),
        ("greedy:samples=x", "must be a number"),
        ("greedy:samples=0", "must be a number"),
    ):
        with pytest.raises(AgonError, match=sentence):
            make_bot(name)


def test_greedy_takes_the_best_box(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._GAMES, "lots", LotsGame())
    record = agon.match(LotsGame(), ["greedy", "greedy"], seed=2)
    assert [p.text for p in record.plies[2:]] == ["box C", "box B"]


def test_greedy_beats_random() -> None:
    """The full figure, over 200 games, is in docs/games/hellas_2016.md with its command."""
    game = agon.game("hellas_2016")
    tally = Tally(["greedy", "random"])
    for record in rotated(game, ["greedy", "random"], 20, 5, game.settings({})):
        tally.add(record)
    assert tally.wins["greedy"] >= 19


def test_a_bot_hears_of_a_secret_draw_only_that_there_was_one() -> None:
    bots = [Listener(), Listener()]
    record = play_bots(LotsGame(), [*bots], ["a", "b"], Luck("1"), Random(1), {})
    plies = [LotsGame().space.parse(ply.text) for ply in record.plies]
    assert bots[0].heard == [plies[0], UNKNOWN, *plies[2:]]
    assert bots[1].heard == [UNKNOWN, *plies[1:]]
