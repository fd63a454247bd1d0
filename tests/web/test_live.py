"""A table in memory: what is kept of its chat, what a saved change takes along, and who may take what back."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from random import Random

from agon.core.errors import AgonError
from agon.play.table import StillTable
from agon.web.checks import game_of
from agon.web.live import CHAT_KEPT, Draft, Live, ahead, ply_drafts
from agon.web.seats import Seat
from tests.web.support import GAME

NOON = datetime(2026, 11, 16, 12, tzinfo=UTC)


def table_of_two() -> Live:
    """A table where nobody sits yet."""
    table = StillTable.open(game_of(GAME), 2, ["?", "?"], Random(1))
    return Live("t", table, [Seat(), Seat()], "anna", True, dict(table.record.options), True, NOON)


def begun() -> Live:
    """Anna and Béla have sat down, and everything is dealt."""
    live = table_of_two()
    live.follow([Draft("sit", seat=0, who="anna", name="Anna"), Draft("sit", seat=1, who="bela", name="Béla")], NOON)
    return live


def test_of_a_long_chat_the_latest_lines_are_in_memory() -> None:
    live = begun()
    live.follow([Draft("say", seat=0, who="anna", name="Anna", text=str(n)) for n in range(CHAT_KEPT + 5)], NOON)
    assert [line.text for line in live.chat] == [str(n) for n in range(5, CHAT_KEPT + 5)]


def test_a_change_that_was_saved_is_taken_over_whole() -> None:
    live = table_of_two()
    for minute, draft in enumerate(
        (
            Draft("sit", seat=1, who="bela", name="Béla"),
            Draft("say", seat=1, who="bela", name="Béla", text="hello"),
            Draft("sit", seat=0, who="anna", name="Anna"),
            Draft("stand", seat=1, text="greedy"),
            Draft("back", seat=1),
            Draft("rematch", text="u"),
        )
    ):
        before, after = live.copy(), live.copy()
        after.follow([draft], NOON + timedelta(minutes=minute))
        assert live == before, draft
        live.take_over(after)
        assert live == after, draft
        assert live.summary() == after.summary()
    assert live.updated == NOON + timedelta(minutes=5)


def test_what_one_seat_may_take_back_is_not_remembered_for_another() -> None:
    live = begun()
    seat = live.actor
    table = ahead(live.table)
    plies = table.submit(seat, table.ply, table.legal_texts()[0])
    live.table = table
    live.follow(ply_drafts(plies), NOON)
    assert live.refuse_take_back(seat) is None
    assert isinstance(live.refuse_take_back(1 - seat), AgonError)
    assert live.may_take_back(seat)
    assert not live.may_take_back(1 - seat)


def test_a_table_waits_for_its_owner_only_while_no_bot_stands_in() -> None:
    live = begun()
    seat = live.actor
    owner = live.seats[seat].owner or ""
    assert live.summary().waits_for(owner)
    assert not live.summary().waits_for_a_bot
    live.follow([Draft("stand", seat=seat, text="greedy")], NOON)
    assert not live.summary().waits_for(owner)
    assert live.summary().waits_for_a_bot
    live.follow([Draft("back", seat=seat)], NOON)
    assert live.summary().waits_for(owner)
