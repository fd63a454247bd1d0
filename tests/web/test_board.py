"""What bots are asked, in PostgreSQL: asked once, taken in a fair order, answered once, whoever dies."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

import agon
from agon.cli import main
from agon.core import codec
from agon.web import board as boards
from agon.web import fellows, workshop
from agon.web.board import Board, as_text, judged_of, question_of, reasoning_of, said
from agon.web.botpool import AskedElsewhere, BotFailed, Look, Place, Question, choose, look, reason
from agon.web.fellows import Beats
from agon.web.queue import NOBODYS, Errand, FairQueue, Urgency, expected_seconds
from agon.web.store import Store
from agon.web.wire import WEB, WORK, Wire
from agon.web.workshop import Workshop
from tests.web.support import ANNA, ELSEWHERE, GAME, hub_at, lots_registered, run


@pytest.fixture(autouse=True)
def _lots() -> Iterator[None]:
    with lots_registered():
        yield


@asynccontextmanager
async def wire_at(folder: Path, name: str, channel: str = WEB) -> AsyncIterator[Wire]:
    store = Store(ELSEWHERE[folder])
    wire = Wire(store.engine.url, name, channel)
    try:
        yield wire
    finally:
        await wire.close()
        store.close()


def a_question(bot: str = "random", seed: int = 7, errand: Errand = NOBODYS, place: Place | None = None) -> Question:
    state = agon.game(GAME).new(2)
    while state.actor() < 0:
        state.apply(state.random_action(Random(1)))
    seen = state.observe(state.actor())
    return Question(bot, GAME, 2, {}, codec.dump(seen), seen.legal(), seed, errand, place)


def test_questions_and_answers_survive_being_text() -> None:
    question = a_question("ismcts:iterations=30")
    again = question_of("choose", as_text(question))
    assert isinstance(again, Question)
    assert choose(again) == choose(question)
    found = reason(question)
    assert reasoning_of(said(found)) == found
    piece = Look(agon.match(GAME, ["random", "random"], seed=3).text(), 4, 4, 0.0)
    assert question_of("look", as_text(piece)) == piece
    assert judged_of(said(look(piece))) == look(piece)


def test_workers_take_questions_in_the_order_of_the_fair_queue(shared: Path) -> None:
    """The same questions, put and taken at random, in one process and in the database."""
    rng = Random(5)
    people = [("anna", "10.0.0.1"), ("bela", "10.0.0.1"), ("cleo", "10.0.0.2"), ("dora", ""), ("", "")]

    async def story() -> int:
        async with wire_at(shared, "asker") as wire, wire_at(shared, "taker", WORK) as other:
            board, queue, shop = Board(wire), FairQueue[int](), Workshop(other, 1)
            asking: list[asyncio.Task[int]] = []
            taken = 0
            for step in range(150):
                if rng.random() < 0.6:
                    person, address = rng.choice(people)
                    bot, urgency = rng.choice(["random", "easy", "hard", "expert"]), rng.choice(list(Urgency))
                    errand = Errand(person, address, partial(Urgency, urgency))
                    queue.put(errand, expected_seconds(bot), step)
                    asking.append(asyncio.create_task(board.choose(a_question(bot, step, errand))))
                    await until(lambda: len(board.queue) == len(asking))
                else:
                    quick = rng.random() < 0.3
                    ticket, found = queue.take(quick), await shop._take(quick)
                    assert (ticket is None) == (found is None)
                    if ticket is not None and found is not None:
                        question = question_of("choose", found[2])
                        assert isinstance(question, Question)
                        assert question.seed == ticket.thing
                        taken += 1
            await dismissed(asking)
            board.close()
            return taken

    assert run(story()) > 40


async def dismissed(tasks: list[asyncio.Task[int]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


async def until(question: Any, seconds: float = 30) -> None:
    end = asyncio.get_running_loop().time() + seconds
    while not question():
        assert asyncio.get_running_loop().time() < end, "it does not come"
        await asyncio.sleep(0.005)


async def a_place(folder: Path) -> Place:
    async with hub_at(folder) as hub:
        live = await hub.create(ANNA, GAME, ["me", "open"], {}, False, False)
        return Place(live.id, 9, 0)


@asynccontextmanager
async def shop_at(folder: Path, name: str = "shop") -> AsyncIterator[Workshop]:
    async with wire_at(folder, name, WORK) as wire:
        shop = Workshop(wire, 1)
        await shop.start()
        try:
            yield shop
        finally:
            await shop.close()


def test_a_question_is_answered_wherever_a_worker_is_free(shared: Path) -> None:
    async def story() -> None:
        charged: list[float] = []
        errand = Errand("anna", "", charge=charged.append)
        async with wire_at(shared, "asker") as wire, shop_at(shared):
            await wire.start()
            board = Board(wire)
            question = a_question("greedy", errand=errand)
            assert await board.choose(question) == choose(question)
            thought = await board.reason(a_question("ismcts:iterations=20"))
            assert thought == reason(a_question("ismcts:iterations=20"))
            with pytest.raises(BotFailed, match="no_such_bot"):
                await board.choose(a_question("no_such_bot"))
            assert len(charged) == 1 and charged[0] > 0
            await until(lambda: not board._tasks)
            assert await wire.ask("select count(*) from questions") == [(0,)]
            board.close()

    run(story())


def test_of_two_processes_one_asks_about_a_position_and_the_other_is_told_so(shared: Path) -> None:
    async def story() -> None:
        place = await a_place(shared)
        async with wire_at(shared, "one") as one, wire_at(shared, "two") as two:
            boards = Board(one), Board(two)
            first = asyncio.create_task(boards[0].choose(a_question(place=place)))
            await until(lambda: boards[0].queue)
            with pytest.raises(AskedElsewhere):
                await boards[1].choose(a_question(place=place))
            freed: list[str] = []
            two.on("free", freed.extend)
            await two.start()
            first.cancel()
            await until(lambda: freed == [place.table])
            second = asyncio.create_task(boards[1].choose(a_question(place=place)))
            await until(lambda: boards[1].queue)
            await dismissed([first, second])
            for board in boards:
                board.close()

    run(story())


def test_an_answer_waits_for_whoever_asks_again_and_is_not_thought_twice(shared: Path) -> None:
    async def story() -> None:
        place = await a_place(shared)
        async with wire_at(shared, "one") as wire:
            await wire.start()
            board = Board(wire)
            async with shop_at(shared):
                action = await board.choose(a_question(place=place))
            assert await board.choose(a_question(place=place)) == action  # the move could not be saved, say
            board.close()

    run(story())


def test_the_question_of_a_worker_that_died_is_taken_by_another_and_only_its_answer_counts(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workshop, "DEAD", 0.3)

    async def story() -> None:
        async with wire_at(shared, "asker") as asker, wire_at(shared, "dead", WORK) as dead:
            await asker.start()
            board = Board(asker)
            asking = asyncio.create_task(board.choose(a_question("greedy")))
            await until(lambda: board.queue)
            taken = await Workshop(dead, 1)._take(False)
            assert taken is not None
            async with shop_at(shared):
                assert await asking == choose(a_question("greedy"))
            await Workshop(dead, 1)._hand_in(taken[0], "999", False, 1.0)  # it comes back, too late
            board.close()

    run(story())


def test_a_question_that_a_worker_took_without_hearing_of_it_is_given_back(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection was cut when the database had said yes, and before the worker had heard it."""
    monkeypatch.setattr(workshop, "BEAT", 0.05)

    async def story() -> None:
        async with wire_at(shared, "asker") as asker, wire_at(shared, "shop", WORK) as other:
            await asker.start()
            board = Board(asker)
            asking = asyncio.create_task(board.choose(a_question("greedy")))
            await until(lambda: board.queue)
            shop = Workshop(other, 1)
            assert await shop._take(False) is not None
            await shop.start()
            assert await asking == choose(a_question("greedy"))
            await shop.close()
            board.close()

    run(story())


def test_a_question_whose_workers_die_again_and_again_is_given_up(shared: Path) -> None:
    async def story() -> None:
        async with wire_at(shared, "asker") as asker:
            await asker.start()
            board = Board(asker)
            asking = asyncio.create_task(board.choose(a_question("greedy")))
            await until(lambda: board.queue)
            await asker.ask("update questions set tries = 3")
            async with shop_at(shared):
                with pytest.raises(BotFailed, match="each has died"):
                    await asking
            board.close()

    run(story())


def test_a_thought_that_nobody_waits_for_is_broken_off(shared: Path) -> None:
    async def story() -> None:
        async with wire_at(shared, "asker") as asker, shop_at(shared) as shop:
            await asker.start()
            board = Board(asker)
            asking = asyncio.create_task(board.choose(a_question("ismcts:time=50")))
            await until(lambda: shop.busy)
            asking.cancel()
            await until(lambda: not shop.busy)
            assert await board.choose(a_question("greedy")) in a_question().legal
            board.close()

    run(story())


def test_an_answer_is_found_even_if_nobody_heard_of_it(shared: Path) -> None:
    async def story() -> None:
        async with wire_at(shared, "asker") as asker, shop_at(shared):
            board = Board(asker)  # which does not listen
            assert await board.choose(a_question("greedy")) == choose(a_question("greedy"))
            board.close()

    run(story())


def test_who_waits_longer_may_become_more_urgent(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boards, "LOOK_SECONDS", 0.01)

    async def story() -> None:
        urgency = Urgency.AWAY
        async with wire_at(shared, "asker") as wire:
            board = Board(wire)
            asking = asyncio.create_task(board.choose(a_question(errand=Errand("anna", "", lambda: urgency))))
            await until(lambda: board.queue)
            assert await wire.ask("select urgency from questions") == [(1,)]
            urgency = Urgency.PRESENT
            while await wire.ask("select urgency from questions") != [(0,)]:
                await asyncio.sleep(0.01)
            await dismissed([asking])
            board.close()

    run(story())


def test_a_worker_leaves_questions_by_other_rules_to_others(shared: Path) -> None:
    async def story() -> None:
        async with wire_at(shared, "asker") as wire, wire_at(shared, "shop", WORK) as other:
            board = Board(wire)
            asking = asyncio.create_task(board.choose(a_question()))
            await until(lambda: board.queue)
            shop = Workshop(other, 1)
            shop._forms = [f"{GAME} 2"]
            assert await shop._take(False) is None
            shop._forms = [f"{GAME} 1"]
            assert await shop._take(False) is not None
            await dismissed([asking])
            board.close()

    run(story())


def test_the_questions_of_a_process_that_died_are_taken_down(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fellows, "DEAD", 0.2)

    async def story() -> None:
        place = await a_place(shared)
        async with wire_at(shared, "dead") as dead, wire_at(shared, "alive") as alive:
            await Beats(dead, "web").beat()
            board = Board(dead)
            asking = asyncio.create_task(board.choose(a_question(place=place)))
            await until(lambda: board.queue)
            beats = Beats(alive, "web")
            async with asyncio.timeout(30):
                while await alive.ask("select count(*) from questions") != [(0,)]:
                    await beats.beat()
                    await asyncio.sleep(0.05)
            assert await alive.ask("select id from processes") == [("alive",)]
            await dismissed([asking])
            board.close()

    run(story())


def test_a_game_with_bots_is_played_by_two_servers_and_a_worker(shared: Path) -> None:
    """Anna moves through either server; every ply of the bot is thought once and played once."""

    async def story() -> None:
        async with hub_at(shared, boarded=True) as one, hub_at(shared, boarded=True, seed=2) as other, shop_at(shared):
            live = await one.create(ANNA, "lots", ["me", "random"], {}, False, False)
            hubs = [one, other]
            while not (mine := await hubs[0].get(live.id)).is_over:
                if mine.actor == 0:
                    await hubs[0].submit(live.id, ANNA, mine.ply, mine.table.legal_texts()[0])
                hubs.reverse()
                await asyncio.sleep(0.01)
            assert (await one.get(live.id)).record().text() == (await other.get(live.id)).record().text()

    run(story())


def test_a_worker_wants_a_shared_database(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["worker", "--database", f"sqlite:///{tmp_path / 'agon.db'}"]) == 2
    assert "postgresql://" in capsys.readouterr().err
    assert main(["serve", "--bots-elsewhere", "--database", f"sqlite:///{tmp_path / 'agon.db'}"]) == 2
    assert "postgresql://" in capsys.readouterr().err
