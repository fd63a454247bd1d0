"""The pool: bots in processes of their own, given an observation by its fields; dying and hanging ones are survived."""

from __future__ import annotations

import asyncio
import os
import signal
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import httpx
import pytest

import agon
from agon.core import codec
from agon.core.chance import below
from agon.core.state import CHANCE, OVER
from agon.web import botpool
from agon.web.botpool import BotFailed, BotPool, Question
from tests.web.support import Process, run


def asked(game_id: str = "hellas_2016", bot: str = "random") -> Question:
    game = agon.game(game_id)
    position = agon.Position(game_id, seats=game.seats[0], seed=3)
    observation = position.state.observe(position.actor)
    options = game.settings({})
    return Question(bot, game_id, game.seats[0], options, codec.dump(observation), observation.legal(), 7)


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_an_observation_survives_the_way_to_the_bot(game_id: str) -> None:
    """Field by field: what the bot sees has the same legal actions and looks the same, all through a game."""
    game, rng = agon.game(game_id), Random(5)
    seats = game.seats[-1]
    state = game.new(seats)
    step = 0
    while state.actor() != OVER and step < 400:
        if state.actor() != CHANCE and step % 7 == 0:
            seen = state.observe(state.actor())
            question = Question("random", game_id, seats, game.settings({}), codec.dump(seen), seen.legal(), 1)
            revived = question.state()
            assert codec.same(revived, seen)
            assert revived.legal() == question.legal
            assert revived.actor() == seen.actor()
            assert game.value(revived, seen.actor()) == game.value(seen, seen.actor())
        legal = state.legal()
        state.apply(state.random_action(rng) if state.actor() == CHANCE else legal[below(len(legal), rng)])
        step += 1


def hang(question: Question) -> int:
    time.sleep(60)
    return 0


def die(question: Question) -> int:
    os._exit(3)


def misplay(question: Question) -> int:
    return -1


def stumble(question: Question) -> int:
    raise RuntimeError("no idea")


def test_bots_think_in_the_pool_and_a_bad_one_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        pool = BotPool(1, 20)
        question = asked()
        try:
            assert await pool.choose(question) in question.legal
            greedy = asked(bot="greedy")
            why = await pool.reason(greedy)
            assert sorted(a.action for a in why.advice) == greedy.legal
            for work, reason in ((misplay, "not legal"), (stumble, "no idea"), (die, "died 3 times")):
                monkeypatch.setattr(botpool, "choose", work)
                with pytest.raises(BotFailed, match=reason):
                    await pool.choose(question)
            pool._seconds = 0.3
            monkeypatch.setattr(botpool, "choose", hang)
            with pytest.raises(BotFailed, match="longer than"):
                await pool.choose(question)
            monkeypatch.undo()
            pool._seconds = 20
            assert await pool.choose(question) in question.legal  # a new process has taken its place
        finally:
            pool.close()

    run(story())


def test_a_process_that_dies_takes_nobody_with_it() -> None:
    """Two long thoughts at once: the process of one is killed, the other does not notice; both are answered."""

    async def story() -> None:
        pool = BotPool(2, 60)
        try:
            question = replace(asked(), bot="ismcts:iterations=3000")
            both = [asyncio.create_task(pool.choose(question)) for _ in range(2)]
            while pool.busy < 2 or not all(w.pid for w in pool._workers[:2]):
                await asyncio.sleep(0.01)
            first, second = (w.pid for w in pool._workers[:2])
            assert first is not None
            os.kill(first, signal.SIGKILL)
            assert all(action in question.legal for action in await asyncio.gather(*both))
            assert pool._workers[1].pid == second
            assert pool._workers[0].pid not in (None, first)
            assert pool.figures.answered == 2 and pool.figures.failed == 0
        finally:
            pool.close()

    run(story(), 120)


def test_starting_a_process_is_not_thinking(monkeypatch: pytest.MonkeyPatch) -> None:
    """A start takes longer than a bot may think here, and the bot answers all the same."""

    async def story() -> None:
        pool = BotPool(1, 5)
        try:
            await pool.choose(asked())
            quick = next(w for w in pool._workers if w.quick)
            start = quick._start_now

            def slow_start() -> None:
                time.sleep(1.5)
                start()

            monkeypatch.setattr(quick, "_start_now", slow_start)
            quick.end()
            pool._seconds = 1.2
            assert await pool.choose(asked()) in asked().legal
        finally:
            pool.close()

    run(story())


def first_of(question: Question) -> int:
    return question.legal[0]


def test_a_question_whose_asker_has_gone_holds_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        pool = BotPool(1, 600)
        try:
            monkeypatch.setattr(botpool, "choose", hang)
            long = asked(bot="expert")
            thinking = asyncio.create_task(pool.choose(long))
            waiting = asyncio.create_task(pool.choose(long))
            while pool.busy < 1 or pool._workers[0].pid is None:
                await asyncio.sleep(0.01)
            assert len(pool.queue) == 1
            for task in (waiting, thinking):
                task.cancel()
            await asyncio.gather(thinking, waiting, return_exceptions=True)
            assert len(pool.queue) == 0
            monkeypatch.setattr(botpool, "choose", first_of)
            assert await pool.choose(long) == long.legal[0]
            assert pool.figures.dropped == 2
        finally:
            pool.close()

    run(story())


def test_a_turn_is_not_lost_when_it_comes_in_the_moment_its_asker_goes() -> None:
    async def story() -> None:
        pool = BotPool(1, 20)
        try:
            question = asked()
            await pool.choose(question)
            unlucky = asyncio.create_task(pool.choose(question))
            await asyncio.sleep(0)  # it has been given a process, and does not know it yet
            unlucky.cancel()
            await asyncio.gather(unlucky, return_exceptions=True)
            assert await asyncio.wait_for(pool.choose(question), 20) in question.legal
            assert pool.busy == 0
        finally:
            pool.close()

    run(story())


def test_a_short_question_does_not_wait_behind_long_thoughts(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        pool = BotPool(1, 600)
        try:
            monkeypatch.setattr(botpool, "choose", hang_if_expert)
            experts = [asyncio.create_task(pool.choose(asked(bot="expert"))) for _ in range(5)]
            while not pool.busy:
                await asyncio.sleep(0.01)
            assert await pool.choose(asked(bot="easy")) == asked().legal[0]
            assert not any(task.done() for task in experts)
            for task in experts:
                task.cancel()
            await asyncio.gather(*experts, return_exceptions=True)
        finally:
            pool.close()

    run(story())


def hang_if_expert(question: Question) -> int:
    return hang(question) if question.bot == "expert" else first_of(question)


def test_the_loop_goes_on_while_bots_think() -> None:
    async def story() -> None:
        pool = BotPool(1, 30)
        try:
            thinking = [asyncio.create_task(pool.choose(asked(bot="greedy"))) for _ in range(4)]
            worst, then = 0.0, time.perf_counter()
            while not all(task.done() for task in thinking):
                await asyncio.sleep(0.002)
                worst, then = max(worst, time.perf_counter() - then), time.perf_counter()
            assert all(task.result() >= 0 for task in thinking)
            assert worst < 0.5  # starting the processes included; the machine may be busy
        finally:
            pool.close()

    run(story())


def test_no_process_outlives_a_killed_server(tmp_path: Path) -> None:
    server = Process(tmp_path)
    with httpx.Client(base_url=server.address) as web:
        token = web.post("/api/identity", json={"name": "Anna", "bearer": True}).json()["token"]
        headers = {"authorization": f"Bearer {token}"}
        wish = {"game": "hellas_2016", "seats": ["random", "random"]}
        table = web.post("/api/tables", json=wish, headers=headers).json()["id"]
        web.get(f"/api/tables/{table}")  # bots alone play for somebody who looks
        assert _until(lambda: bool(_children(server.process.pid)))
        children = _children(server.process.pid)
    server.kill()
    assert children
    assert _until(lambda: not any(_alive(pid) for pid in children))


def _until(question: Callable[[], bool]) -> bool:
    for _ in range(500):
        if question():
            return True
        time.sleep(0.02)
    return False


def _children(pid: int) -> list[int]:
    out = []
    for entry in Path("/proc").iterdir():
        try:
            if entry.name.isdigit() and int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1]) == pid:
                out.append(int(entry.name))
        except (OSError, IndexError):
            continue
    return out


def _alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False
