"""Tables: the checked entrance for people, and taking back by the information rule."""

from __future__ import annotations

from random import Random

import pytest

import agon
from agon.core import codec
from agon.core.errors import AgonError, IllegalAction, NotYourTurn, StalePly
from agon.core.record import Record
from agon.play.table import EVERY, Table, nearest
from tests.tiny import Lots, LotsGame


def table(seed: int = 3, seats: int = 2) -> Table:
    return Table.open(agon.game("hellas_2016"), seats, rng=Random(seed))


def test_a_new_table_has_drawn_its_set_up() -> None:
    t = table()
    assert t.ply == 4
    assert [p.actor for p in t.record.plies] == [agon.CHANCE] * 4
    assert t.actor() >= 0


def test_submit_plays_for_the_seat_that_decides() -> None:
    t = table()
    seat, text = t.actor(), t.legal_texts()[0]
    plies = t.submit(seat, t.ply, text.upper())
    assert [(p.actor, p.text) for p in plies] == [(seat, text)]


def test_a_stale_or_doubled_click_is_refused_and_harms_nothing() -> None:
    t = table()
    seat, ply, text = t.actor(), t.ply, t.legal_texts()[0]
    t.submit(seat, ply, text)
    before = t.record.text()
    with pytest.raises(StalePly, match=f"at ply {t.ply}, not {ply}"):
        t.submit(seat, ply, text)
    assert t.record.text() == before


def test_another_seat_is_refused() -> None:
    t = table()
    with pytest.raises(NotYourTurn, match="not seat"):
        t.submit(1 - t.actor(), t.ply, t.legal_texts()[0])


def test_an_illegal_action_is_refused_with_its_rule() -> None:
    t = table()
    with pytest.raises(IllegalAction, match=r"house A1: A1 is not next to a starting quarry\. \(§4\.7\)"):
        t.submit(t.actor(), t.ply, "house a1")


def test_a_garbled_action_is_refused_with_a_sentence() -> None:
    t = table()
    for text in ("", "   ", "hous C4", "house", "house Z99", "house C4 C5", "\x00", "häuser"):
        with pytest.raises(AgonError) as caught:
            t.submit(t.actor(), t.ply, text)
        assert str(caught.value).endswith((".", "?"))


def test_nothing_is_accepted_after_the_end() -> None:
    t = table()
    rng = Random(1)
    while not t.is_over():
        legal = t.legal_texts()
        t.submit(t.actor(), t.ply, legal[int(rng.random() * len(legal))])
    assert t.record.result == t.state.places()
    with pytest.raises(NotYourTurn, match="over"):
        t.submit(0, t.ply, "pass")


def test_a_decision_is_taken_back_while_nothing_was_drawn_or_decided_since() -> None:
    t = table()
    seat, before = t.actor(), t.record.text()
    t.submit(seat, t.ply, t.legal_texts()[0])
    assert t.may_take_back(seat)
    assert [ply.actor for ply in t.take_back(seat)] == [seat]
    assert t.record.text() == before
    assert t.actor() == seat


def test_another_seats_decision_or_a_draw_bars_taking_back() -> None:
    t = table()
    first = t.actor()
    t.submit(first, t.ply, t.legal_texts()[0])
    second = t.actor()
    t.submit(second, t.ply, t.legal_texts()[0])
    with pytest.raises(AgonError, match=f"Seat {second} has decided since"):
        t.take_back(first)
    while "take quarry1" not in t.legal_texts():
        t.submit(t.actor(), t.ply, t.legal_texts()[0])
    seat = t.actor()
    t.submit(seat, t.ply, "take quarry1")
    t.submit(seat, t.ply, "quarry")
    assert t.record.plies[-1].actor == agon.CHANCE
    with pytest.raises(AgonError, match="drawn since"):
        t.take_back(seat)


def test_who_has_decided_nothing_takes_nothing_back() -> None:
    t = table()
    with pytest.raises(AgonError, match="decided nothing"):
        t.take_back(0)


def test_the_end_can_be_taken_back_too() -> None:
    t = Table.open(LotsGame(), 2, rng=Random(1))
    t.submit(0, t.ply, "box C")
    t.submit(1, t.ply, "box B")
    assert t.is_over()
    assert t.record.result
    t.take_back(1)
    assert not t.record.result
    assert t.actor() == 1


class Peeping(Lots):
    """Box A shows its taker the other's lot: what is newly seen cannot be taken back."""

    def observe(self, player: int) -> Lots:
        seen = super().observe(player)
        if player == self.boxes[0]:
            return self.clone()
        return seen


def test_what_showed_something_hidden_is_not_taken_back() -> None:
    game = LotsGame()
    game.state = Peeping
    t = Table.open(game, 2, rng=Random(1))
    t.submit(0, t.ply, "box B")
    t.take_back(0)
    t.submit(0, t.ply, "box A")
    with pytest.raises(AgonError, match="showed something hidden"):
        t.take_back(0)


def test_a_table_goes_on_from_a_record() -> None:
    t = table()
    t.submit(t.actor(), t.ply, t.legal_texts()[0])
    again = Table(Record.parse(t.record.text()), Random(9))
    assert again.record.text() == t.record.text()
    assert again.legal_texts() == t.legal_texts()


def test_the_nearest_actions_are_offered() -> None:
    assert nearest("hause c4", ["house C4", "pass", "palace C4"], 1) == ["house C4"]


def test_a_position_for_scripts_plays_and_shows_itself() -> None:
    position = agon.Position("hellas_2016", seats=3, seed=7)
    assert position.legal
    position.play(position.legal[0])
    assert "quarries" in str(position)
    assert position._repr_svg_().startswith("<svg")
    assert position.why_not("palace A1", "de") is not None
    assert position.why_not(position.legal[0]) is None
    assert position.places == []
    assert len(position.scores()) == 3


def far(seed: int = 5) -> Table:
    """A table well into a game."""
    t = table(seed, 4)
    while t.ply < 2 * EVERY + 5:
        t.play(t.state.random_action(t.rng))
    return t


def test_every_earlier_position_is_found_again_and_few_are_kept() -> None:
    t = far()
    truth = [codec.dump(state) for state in t.record.replay()]
    for ply in (*range(t.ply, -1, -7), 0, EVERY, EVERY + 1, t.ply - 1):
        assert codec.dump(t.at(ply)) == truth[ply]
    assert len(t._kept) == 2
    t.at(EVERY).apply(t.at(EVERY).legal()[0])  # whoever asks may do with it what they like
    assert codec.dump(t.at(EVERY)) == truth[EVERY]


def test_positions_beyond_a_take_back_are_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("agon.play.table.EVERY", 2)
    t = table()
    for choice in (0, 1, 2):
        t.submit(t.actor(), t.ply, t.legal_texts()[choice])
    for seat in (p.actor for p in t.record.plies[:-3:-1]):
        t.at(t.ply - 1)
        t.take_back(seat)
        assert codec.same(t.state, t.record.last())
    assert t.ply == 5 and len(t._kept) == 2
    for choice in (3, 4):
        t.submit(t.actor(), t.ply, t.legal_texts()[choice])
    assert [codec.dump(t.at(ply)) for ply in range(8)] == [codec.dump(state) for state in t.record.replay()]


def test_a_table_shows_everything_only_when_nothing_is_secret() -> None:
    t = Table.open(LotsGame(), 2, rng=Random(1))
    assert codec.hides(codec.dump(t.seen(0).state))
    for ask in (t.opened, lambda: list(t.heard(0, opened=True))):
        with pytest.raises(AgonError, match="Not everything may be shown"):
            ask()
    t.submit(0, t.ply, "box C")
    t.submit(1, t.ply, "box B")
    assert not codec.hides(codec.dump(t.opened(2).state))
    assert [h.places for h in t.heard(0)] != [h.places for h in t.heard(0, opened=True)]


def test_what_a_display_option_opens_is_drawn_for_every_seat() -> None:
    for shown in ("off", "on"):
        t = Table.open(agon.game("hellas_2016"), 2, rng=Random(3), options={"openMarble": shown})
        assert t.seen(0).opened == (shown == "on")


def test_refusals_are_said_in_the_readers_language() -> None:
    t = table()
    with pytest.raises(IllegalAction) as illegal:
        t.submit(t.actor(), t.ply, "house a1")
    assert illegal.value.message("de") == "house A1: A1 liegt an keinem der Start-Steinbrüche. (§4.7)"
    with pytest.raises(AgonError) as unknown:
        t.submit(t.actor(), t.ply, "hous C4")
    assert unknown.value.message("de") == "„hous“ ist keine Aktion; meinst du „house“?"
    with pytest.raises(AgonError) as nothing:
        t.take_back(1)
    assert nothing.value.message("de") == "Platz 1 hat nichts entschieden, was sich zurücknehmen ließe."


def quick_bots(t: Table, people: tuple[int, ...], rng: Random) -> None:
    """The others play until a person is asked."""
    while not t.is_over() and t.actor() not in people:
        t.play(t.state.random_action(rng))


def test_answers_in_a_row_are_played_as_one_submission() -> None:
    t = Table.open(agon.game("hellas_2016"), 2, rng=Random(3))
    while "take house2" not in t.legal_texts():
        t.play(t.state.legal()[0])
    seat, before = t.actor(), t.ply
    alone = Table(Record.parse(t.record.text()), Random(1))
    alone.submit(seat, before, "take house2")
    place = alone.legal_texts()[0]
    plies = t.submit(seat, before, "take house2", place)
    assert [(p.actor, p.text) for p in plies[:2]] == [(seat, "take house2"), (seat, place)]


def test_of_answers_in_a_row_all_are_played_or_none_and_the_refusal_names_which() -> None:
    t = Table.open(agon.game("hellas_2016"), 2, rng=Random(3))
    while "take house2" not in t.legal_texts():
        t.play(t.state.legal()[0])
    before = t.record.text()
    with pytest.raises(IllegalAction, match=r"^Answer 2: take house2: .+ \(§"):
        t.submit(t.actor(), t.ply, "take house2", "take house2")
    with pytest.raises(AgonError, match=r'^Answer 1: "hous'):
        t.submit(t.actor(), t.ply, "hous", "take house2")
    assert t.record.text() == before


def test_no_answer_follows_a_draw_nor_what_shows_something() -> None:
    game = LotsGame()
    game.state = Peeping
    t = Table.open(game, 2, rng=Random(1))
    with pytest.raises(IllegalAction, match="Answer 1: box A would show something hidden"):
        t.submit(0, t.ply, "box A", "box B")
    with pytest.raises(NotYourTurn, match="Answer 2: After what comes before it"):
        t.submit(0, t.ply, "box B", "box C")
    assert t.ply == 2


def test_a_draft_shows_what_the_seat_would_see_and_changes_nothing() -> None:
    t = table()
    seat, before = t.actor(), t.record.text()
    place = t.legal_texts()[0]
    seen = t.drafted(seat, [place])
    assert t.record.text() == before
    t.submit(seat, t.ply, place)
    assert codec.dump(seen.state) == codec.dump(t.observe(seat))


def test_a_draft_shows_nothing_hidden() -> None:
    game = LotsGame()
    game.state = Peeping
    t = Table.open(game, 2, rng=Random(1))
    assert t.drafted(0, ["box B"]).actor() == 1
    with pytest.raises(IllegalAction, match="would show something hidden"):
        t.drafted(0, ["box A"])


def test_against_bots_a_decision_is_taken_back_with_what_they_answered() -> None:
    t = table()
    seat, before = t.actor(), t.record.text()
    t.submit(seat, t.ply, t.legal_texts()[0])
    answered = t.ply
    quick_bots(t, (seat,), Random(2))
    assert t.ply > answered
    with pytest.raises(AgonError, match="has decided since"):
        t.take_back(seat)
    assert t.take_back(seat, [1 - seat])[0].actor == seat
    assert t.record.text() == before
    assert codec.same(t.state, t.record.last())


def test_against_bots_nothing_is_taken_back_past_what_was_drawn_for_all_to_see() -> None:
    t = table()
    while "take quarry1" not in t.legal_texts():
        t.submit(t.actor(), t.ply, t.legal_texts()[0])
    seat = t.actor()
    t.submit(seat, t.ply, "take quarry1")
    t.submit(seat, t.ply, "quarry")
    with pytest.raises(AgonError, match="drawn since"):
        t.take_back(seat, [1 - seat])


def test_a_bots_secret_draw_bars_nothing_and_a_card_it_shows_does() -> None:
    """Over whole games of Attika: what a bot draws unseen is no news, what it shows of its hand is."""
    t = Table.open(agon.game("attika"), 2, rng=Random(2))
    rng, allowed, barred = Random(5), 0, 0
    while not t.is_over() and t.ply < 260:
        if t.actor() == 0:
            since = [p.actor for p in t.record.plies[-6:]]
            if 1 in since:
                refusal = t.refuse_take_back(0, [1])
                allowed += refusal is None
                barred += refusal is not None
        t.play(t.state.random_action(rng))
    assert allowed and barred


class Last(Lots):
    """Seat 1 must take box C, as everybody sees."""

    def legal(self) -> list[int]:
        return [action for action in super().legal() if self.actor() != 1 or action == 5]


def test_what_has_one_answer_that_everybody_knows_is_answered_and_is_no_decision() -> None:
    game = LotsGame()
    game.state = Last
    t = Table.open(game, 2, rng=Random(1))
    t.submit(0, t.ply, "box A")
    assert [p.text for p in t.answer_for([0, 1])] == ["box C"]
    assert t.is_over()
    with pytest.raises(AgonError, match="decided nothing"):
        t.take_back(1)
    assert [p.text for p in t.take_back(0)] == ["box A", "box C"]


class Holding(Lots):
    """Seat 1 may take a box only if its lot, which nobody else knows, is not the smallest."""

    def legal(self) -> list[int]:
        found = super().legal()
        return found[:1] if self.actor() == 1 and self.lots[1] == 0 else found


def test_a_question_that_protects_a_secret_is_asked() -> None:
    game = LotsGame()
    game.state = Holding
    seed = next(s for s in range(99) if Table.open(game, 2, rng=Random(s)).state.lots[1] == 0)  # type: ignore[attr-defined]
    t = Table.open(game, 2, rng=Random(seed))
    t.submit(0, t.ply, "box A")
    assert t.legal_texts() == ["box B"]
    assert t.answer_for([0, 1]) == []


def test_everything_said_calls_the_seats_by_their_players() -> None:
    t = Table.open(agon.game("hellas_2016"), 2, rng=Random(3))
    t.names = ("Anna", "Kleio")
    t.submit(t.actor(), t.ply, t.legal_texts()[0])
    other = 1 - t.actor()
    assert t.names[t.actor()] in t.seen(other).prompt("en").text + t.seen(other).prompt("en").title
