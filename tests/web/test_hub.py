"""The hub: opening tables, sitting, playing, standing in, taking back; saved first, then announced."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from agon.bots import Reasoning
from agon.core.codec import dump, hides
from agon.core.errors import AgonError, StalePly
from agon.web.botpool import BotFailed, Question
from agon.web.errors import Refused, UnknownTable
from agon.web.hub import Hub, Live
from agon.web.identity import Identity
from agon.web.store import Store
from tests.web.support import ANNA, BELA, CLEO, GAME, Clock, PromptBots, hub_at, lots_registered, run, settled


@pytest.fixture(autouse=True)
def _lots(each_database: str) -> Iterator[None]:
    """Every test here runs on both databases, with the tiny game."""
    with lots_registered():
        yield


async def two_people(hub: Hub, game: str = GAME) -> Live:
    live = await hub.create(ANNA, game, ["me", "open"], {}, True, True)
    await hub.join(live.id, BELA, None)
    return live


def whose(live: Live) -> Identity:
    return next(who for who in (ANNA, BELA, CLEO) if live.seat_of(who.id) == live.actor)


def key(error: pytest.ExceptionInfo[Refused]) -> str:
    return error.value.key


async def play_out(hub: Hub, live: Live) -> None:
    while not live.is_over:
        await hub.submit(live.id, whose(live), live.ply, live.table.legal_texts()[0])


def test_a_table_waits_for_the_last_player_and_starts(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path) as hub:
            live = await hub.create(ANNA, GAME, ["me", "open", "random"], {}, True, True)
            assert not live.started
            assert [seat.kind for seat in live.seats] == ["person", "open", "bot"]
            with pytest.raises(Refused) as refused:
                await hub.submit(live.id, ANNA, live.ply, "house A1")
            assert key(refused) == "not_started"
            assert [s.id for s in (await hub.lobby(BELA)).open] == [live.id]
            assert await hub.join(live.id, BELA, None) == 1
            assert live.started
            assert (await hub.lobby(CLEO)).open == []
            assert [s.id for s in (await hub.lobby(CLEO)).running] == [live.id]
            assert [s.id for s in (await hub.lobby(BELA)).mine] == [live.id]

    run(story())


def test_a_table_of_bots_plays_to_the_end_and_is_kept(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path) as hub:
            live = await hub.create(ANNA, GAME, ["random", "random"], {}, False, False)
            await settled(hub)
            assert live.is_over
            text = live.record().text()
            hub._lives.clear()
            again = await hub.get(live.id)
            assert again is not live
            assert again.record().text() == text
            assert again.version == live.version
            assert again.seats == live.seats
            assert [s.id for s in (await hub.lobby(ANNA)).finished] == [live.id]
            assert (await hub.lobby(BELA)) == (await hub.lobby(None))

    run(story())


def test_bots_are_given_observations_only(tmp_path: Path) -> None:
    async def story() -> None:
        bots = PromptBots()
        async with hub_at(tmp_path, bots) as hub:
            await hub.create(ANNA, "lots", ["random", "random"], {}, False, False)
            await settled(hub)
        assert len(bots.asked) == 2
        for seat, question in enumerate(bots.asked):
            lots = question.observation["lots"]
            assert isinstance(lots, list)
            assert lots[seat] >= 0 > lots[1 - seat]

    run(story())


def test_what_is_refused(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path) as hub:
            for arguments, reason in (
                (("chess", ["me", "open"], {}), "unknown_game"),
                ((GAME, ["me"], {}), "bad_seats"),
                ((GAME, ["me", "me"], {}), "one_me"),
                ((GAME, ["me", "deep blue"], {}), "unknown_bot"),
                ((GAME, ["me", "greedy:samples=9"], {}), "bot_options"),
                ((GAME, ["me", "cmd:ls"], {}), "bot_of_files"),
                ((GAME, ["me", "py:mine.py"], {}), "bot_of_files"),
                ((GAME, ["me", "open"], {"tieBreak": "dice"}), "bad_option"),
                ((GAME, ["me", "open"], {"colour": "red"}), "bad_option"),
            ):
                with pytest.raises(Refused) as refused:
                    await hub.create(ANNA, *arguments, False, False)
                assert key(refused) == reason
            with pytest.raises(UnknownTable, match="no such table"):
                await hub.get("nowhere")
            live = await two_people(hub)
            for work, reason in (
                (hub.join(live.id, CLEO, None), "table_full"),
                (hub.join(live.id, CLEO, 0), "seat_taken"),
                (hub.join(live.id, CLEO, 7), "no_seat"),
                (hub.join(live.id, ANNA, 1), "seated_already"),
                (hub.leave(live.id, CLEO), "not_seated"),
                (hub.fill(live.id, CLEO, 0, "random"), "not_seated"),
                (hub.fill(live.id, BELA, 0, "random"), "not_away_long"),
                (hub.hand_back(live.id, ANNA), "nobody_stands_in"),
                (hub.submit(live.id, CLEO, live.ply, "house A1"), "not_seated"),
                (hub.submit(live.id, whose(live), live.ply, "fly home"), "unknown_action"),
                (hub.submit(live.id, whose(live), live.ply, "house A1"), "illegal"),
                (hub.submit(live.id, BELA if whose(live) is ANNA else ANNA, live.ply, "house A1"), "not_your_turn"),
                (hub.take_back(live.id, ANNA), "nothing_to_undo"),
                (hub.rematch(live.id, ANNA), "not_over"),
                (hub.say(live.id, ANNA, " \n\x00 "), "no_text"),
            ):
                before = live.version
                with pytest.raises(Refused) as refused:
                    await work
                assert key(refused) == reason
                assert refused.value.message("de") != refused.value.message("en") or reason == "illegal"
                assert live.version == before

    run(story())


def test_bots_with_options_play_where_the_operator_allows_them_and_think_no_longer(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path, bot_options=0.5) as hub:
            live = await hub.create(ANNA, GAME, ["me", "ismcts:iterations=50"], {}, False, False)
            assert live.seats[1].bot == "ismcts:iterations=50"
            for bot, reason in (
                ("ismcts:iterations=501", "bot_too_slow"),
                ("ismcts:time=0.1,iterations=9000", "bot_too_slow"),
                ("greedy:samples=100000", "bot_too_slow"),
                ("hard:time=1", "bad_bot"),
                ("ismcts:iterations=many", "bad_bot"),
                ("mind:mine.json", "bot_of_files"),
            ):
                with pytest.raises(Refused) as refused:
                    await hub.create(ANNA, GAME, ["me", bot], {}, False, False)
                assert key(refused) == reason
                assert refused.value.message("de") != refused.value.message("en")

    run(story())


def test_a_stale_or_doubled_click_is_refused_with_the_present_ply_and_harms_nothing(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path) as hub:
            live = await two_people(hub)
            who, ply, action = whose(live), live.ply, live.table.legal_texts()[0]
            clicks = [hub.submit(live.id, who, ply, action) for _ in range(5)]
            answers = await asyncio.gather(*clicks, return_exceptions=True)
            assert [a for a in answers if isinstance(a, int)] == [live.ply]
            refused = [a for a in answers if isinstance(a, StalePly)]
            assert len(refused) == 4
            assert all(isinstance(r, Refused) and r.facts["ply"] == live.ply for r in refused)
            assert [p.text for p in live.table.record.plies[ply:]] == [action]

    run(story())


def test_taking_back_goes_by_the_information_rule(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path) as hub:
            live = await two_people(hub, "lots")
            before = live.table.record.text()
            await hub.submit(live.id, ANNA, live.ply, "box B")
            assert live.may_take_back(0)
            assert not live.may_take_back(1)
            with pytest.raises(Refused) as refused:
                await hub.take_back(live.id, BELA)
            assert key(refused) == "nothing_to_undo"
            assert await hub.take_back(live.id, ANNA) == 2
            assert live.table.record.text() == before
            await hub.submit(live.id, ANNA, 2, "box C")
            await hub.submit(live.id, BELA, 3, "box A")
            with pytest.raises(Refused) as refused:
                await hub.take_back(live.id, ANNA)
            assert key(refused) == "decided_since"
            await hub.take_back(live.id, BELA)
            assert not live.is_over
            hub._lives.clear()
            again = await hub.get(live.id)
            assert [p.text for p in again.table.record.plies[2:]] == ["box C"]
            assert again.version == live.version

    run(story())


def test_a_bot_stands_in_for_who_left_and_hands_the_seat_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path) as hub:
            live = await two_people(hub)
            await hub.leave(live.id, BELA)
            seat = live.seats[1]
            assert (seat.kind, seat.owner, seat.name, seat.standing_in) == ("person", "bela", "Béla", True)
            await settled(hub)
            assert live.actor == 0 or live.is_over
            with pytest.raises(Refused) as refused:
                await hub.submit(live.id, BELA, live.ply, "house A1")
            assert key(refused) in ("standing_in", "over")
            await hub.leave(live.id, BELA)  # twice is as once
            await hub.fill(live.id, ANNA, 1, "random")
            assert live.seats[1].bot == "random"
            await hub.hand_back(live.id, BELA)
            assert not live.seats[1].standing_in
            assert live.seats[1].bot == ""

    run(story())


def test_leaving_before_the_start_frees_the_seat(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path) as hub:
            live = await hub.create(ANNA, GAME, ["me", "open", "open"], {}, False, True)
            await hub.join(live.id, BELA, 2)
            await hub.leave(live.id, BELA)
            assert live.seats[2].kind == "open"
            await hub.leave(live.id, ANNA)
            await hub.fill(live.id, ANNA, 0, "random")
            await hub.fill(live.id, ANNA, 0, "greedy")  # the host thinks again
            await hub.join(live.id, BELA, 1)
            await hub.fill(live.id, ANNA, 2, "random")
            assert live.started
            assert [s.name for s in live.seats] == ["greedy", "Béla", "random"]

    run(story())


def test_every_change_is_announced_and_a_late_listener_catches_up(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path) as hub:
            live = await two_people(hub, "lots")
            seen: list[int] = []
            watch = hub.subscribe(live.id)

            async def listen() -> None:
                async for version in watch:
                    seen.append(version)

            listening = asyncio.create_task(listen())
            before = live.version
            await hub.say(live.id, ANNA, "good luck")
            await asyncio.sleep(0)
            await hub.submit(live.id, ANNA, 2, "box A")
            await asyncio.sleep(0.01)
            assert seen == [before + 1, before + 2]
            assert hub.version(live.id) == live.version == before + 2
            with hub.subscribe(live.id, since=before) as late:
                assert await anext(late) == before + 2
            watch.close()
            await listening
            assert not hub._announcer.is_watched(live.id)

    run(story())


def test_a_change_that_cannot_be_saved_is_not_shown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with hub_at(tmp_path) as hub:
            live = await two_people(hub)
            version, text = live.version, live.table.record.text()
            with hub.subscribe(live.id) as watch:
                with monkeypatch.context() as broken:

                    def fail(*_: object) -> None:
                        raise OperationalError("insert", {}, Exception("disk full"))

                    broken.setattr(hub._store, "append_now", fail)
                    with pytest.raises(Refused) as refused:
                        await hub.submit(live.id, whose(live), live.ply, live.table.legal_texts()[0])
                assert key(refused) == "not_saved"
                assert watch._latest == version
            again = await hub.get(live.id)
            assert (again.version, again.table.record.text()) == (version, text)
            assert await hub.submit(again.id, whose(again), again.ply, again.table.legal_texts()[0]) == again.ply

    run(story())


def test_nobody_sees_a_move_while_it_is_being_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with hub_at(tmp_path) as hub:
            live = await two_people(hub)
            ply, version, state = live.ply, live.version, live.table.state
            append = hub._store.append
            shown: list[tuple[int, int, bool]] = []

            async def slowly(*arguments: object) -> None:
                shown.append((live.ply, live.version, live.table.state is state))
                await append(*arguments)  # type: ignore[arg-type]
                shown.append((live.ply, live.version, live.table.state is state))

            monkeypatch.setattr(hub._store, "append", slowly)
            await hub.submit(live.id, whose(live), ply, live.table.legal_texts()[0])
            assert shown == [(ply, version, True)] * 2
            assert live.ply > ply

    run(story())


def test_a_request_broken_off_while_saving_leaves_memory_and_store_agreed(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path) as hub:
            live = await two_people(hub)
            for delay in (0.0, 0.0, 0.0005, 0.001, 0.002):
                click = asyncio.create_task(hub.submit(live.id, whose(live), live.ply, live.table.legal_texts()[0]))
                await asyncio.sleep(delay)
                click.cancel()
                await asyncio.gather(click, return_exceptions=True)
                loaded = await hub._store.load(live.id)
                assert loaded is not None
                assert loaded[1][-1].number == live.version
                assert not live.lock.locked()

    run(story())


class Stubborn(PromptBots):
    """Bots of which one kind always fails."""

    def __init__(self, *failing: str) -> None:
        super().__init__()
        self.failing = failing

    async def choose(self, question: Question) -> int:
        if question.bot in self.failing:
            raise BotFailed(f"{question.bot} has a headache")
        return await super().choose(question)

    async def reason(self, question: Question) -> Reasoning:
        raise BotFailed("no advice today")


def test_where_a_bot_fails_greedy_plays_a_move_and_the_seat_stays_its_own(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        async with hub_at(tmp_path, Stubborn("random")) as hub:
            live = await hub.create(ANNA, "lots", ["random", "greedy"], {}, False, False)
            await settled(hub)
            assert live.is_over
            assert live.seats[0].bot == "random"
            hub._lives.clear()
            assert (await hub.get(live.id)).seats[0].bot == "random"

    run(story())
    assert caplog.text.count("random has a headache") == 1


class Recovering(Stubborn):
    """A bot that fails for a while; notes who was asked, in order."""

    def __init__(self, failing: str, times: int) -> None:
        super().__init__(failing)
        self.times = times
        self.order: list[str] = []

    async def choose(self, question: Question) -> int:
        self.order.append(question.bot)
        if question.bot in self.failing:
            self.times -= 1
            if self.times < 0:
                self.failing = ()
        return await super().choose(question)


@pytest.mark.parametrize(
    ("times", "order"),
    [
        (1, "r g r r r"),  # one failure: asked again for the next move
        (2, "r g r g g r r"),  # two in a row: a move's rest
        (3, "r g r g g r g g g g r r"),  # three: three moves' rest
    ],
)
def test_a_bot_that_failed_plays_again_as_soon_as_it_can(times: int, order: str, tmp_path: Path) -> None:
    async def story() -> None:
        bots = Recovering("random", times)
        async with hub_at(tmp_path, bots, seed=1) as hub:
            live = await hub.create(ANNA, GAME, ["random", "random"], {}, False, False)
            await settled(hub)
            assert live.is_over
            asked = order.split()
            assert [name[0] for name in bots.order[: len(asked)]] == asked
            assert set(bots.order[len(asked) :]) == {"random"}
            assert all(seat.bot == "random" for seat in live.seats)
            assert len(hub._minds._troubles) == 0

    run(story())


def test_a_bot_that_is_broken_for_good_is_asked_ever_more_seldom(tmp_path: Path) -> None:
    async def story() -> None:
        bots = Recovering("random", 10**6)
        async with hub_at(tmp_path, bots, clock=Clock()) as hub:
            live = await hub.create(ANNA, GAME, ["random", "random"], {}, False, False)
            await settled(hub)
            assert live.is_over
            assert bots.order.count("random") < 5 + len(bots.order) / 15

    run(story())


def test_a_game_goes_on_though_every_bot_fails(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path, Stubborn("random", "greedy")) as hub:
            live = await hub.create(ANNA, "lots", ["random", "greedy"], {}, False, False)
            await settled(hub)
            assert live.is_over

    run(story())


def test_hints_are_legal_actions_best_first_where_the_table_allows_them(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path) as hub:
            live = await hub.create(ANNA, "lots", ["me", "random"], {}, False, True)
            seen, why = await hub.hint(live.id, ANNA)
            assert live.table.game.space.text(why.advice[0].action) == "box C"
            assert {a.action for a in why.advice} <= set(seen.legal())
            assert hides(dump(seen.state))  # an observation, not the state
            with pytest.raises(Refused) as refused:
                await hub.hint(live.id, BELA)
            assert key(refused) == "not_seated"
            without = await hub.create(ANNA, "lots", ["me", "random"], {}, False, False)
            with pytest.raises(Refused) as refused:
                await hub.hint(without.id, ANNA)
            assert key(refused) == "no_hints"
        async with hub_at(tmp_path, Stubborn()) as hub:
            with pytest.raises(Refused) as refused:
                await hub.hint(live.id, ANNA)
            assert key(refused) == "bot_failed"

    run(story())


def test_a_hint_is_given_to_nobody_but_the_seat_that_decides(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path) as hub:
            live = await two_people(hub)
            decides = whose(live)
            other = BELA if decides == ANNA else ANNA
            with pytest.raises(Refused) as refused:
                await hub.hint(live.id, other)
            assert key(refused) == "not_your_turn"
            seen, _ = await hub.hint(live.id, decides)
            assert seen.eyes == live.seat_of(decides.id)

    run(story())


def test_chat_is_kept_in_order_and_tidied(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path) as hub:
            live = await two_people(hub)
            await hub.say(live.id, ANNA, "<b>good\nluck</b>\x07")
            await hub.say(live.id, BELA, "x" * 9000)
            hub._lives.clear()
            first, second = (await hub.get(live.id)).chat
            assert (first.name, first.seat, first.text) == ("Anna", 0, "<b>good luck</b>")
            assert len(second.text) == 500

    run(story())


def test_a_rematch_moves_the_seats_on_and_brings_both_to_the_same_table(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path) as hub:
            live = await two_people(hub, "lots")
            await play_out(hub, live)
            again = await hub.rematch(live.id, BELA)
            assert [s.name for s in again.seats] == ["Béla", ""]
            assert not again.public
            assert live.rematch == again.id
            assert (await hub.rematch(live.id, ANNA)) is again
            assert [s.name for s in again.seats] == ["Béla", "Anna"]
            assert again.started
            with pytest.raises(Refused):
                await hub.rematch(live.id, CLEO)
            await hub.leave(live.id, ANNA)  # a finished game needs no stand-in
            assert not live.seats[0].standing_in

    run(story())


def test_a_record_is_imported_to_be_looked_at(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path) as hub:
            played = await hub.create(ANNA, GAME, ["random", "greedy"], {}, False, True)
            await settled(hub)
            text = played.record().text()
            live = await hub.import_record(BELA, text)
            assert live.imported
            assert live.public
            assert live.record().text() == text
            half = "\n".join(text.replace("result", "comment").splitlines()[:20]) + "\n"
            running = await hub.import_record(BELA, half.replace("digest", "note"))
            assert running.ply < live.ply
            assert running.is_open_to_all
            assert not running.is_over
            hub._lives.clear()
            assert (await hub.get(running.id)).ply == running.ply
            assert (await hub.get(live.id)).record().text() == text
            for work in (hub.submit(running.id, BELA, running.ply, "x"), hub.leave(running.id, BELA)):
                with pytest.raises(Refused) as refused:
                    await work
                assert key(refused) == "only_to_look_at"
            for broken in (
                "",
                "x",
                text[:-9],
                text.replace(GAME, "chess"),
                text.replace("house", "mouse"),
                "\x00" * 99,
            ):
                with pytest.raises(Refused) as refused:
                    await hub.import_record(BELA, broken)
                assert key(refused) == "bad_record"
                english, german = (refused.value.message(lang) for lang in ("en", "de"))
                assert german.startswith("Dieser Bericht lässt sich nicht abspielen: ")
                assert english.partition(": ")[2] not in german  # the reason speaks German too

    run(story())


def test_a_record_of_a_game_that_is_not_over_is_no_running_table_of_the_lobby(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path) as hub:
            live = await two_people(hub)
            brought = await hub.import_record(ANNA, live.record().text())
            assert not brought.is_over
            lobby = await hub.lobby(CLEO)
            assert [s.id for s in lobby.running] == [live.id]
            assert lobby.open == []

    run(story())


def test_games_waiting_for_me_come_first(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path) as hub:
            tables = [await two_people(hub, "lots") for _ in range(3)]
            await hub.submit(tables[2].id, ANNA, 2, "box A")
            mine = (await hub.lobby(ANNA)).mine
            assert [s.waits_for("anna") for s in mine] == [True, True, False]
            assert mine[-1].id == tables[2].id
            assert (await hub.lobby(BELA)).mine[0].id == tables[2].id

    run(story())


def test_tables_nobody_needs_leave_memory_and_come_back(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path, tables_in_memory=3) as hub:
            tables = [await two_people(hub, "lots") for _ in range(8)]
            assert len(hub._lives) == 3
            with hub.subscribe(tables[7].id):
                for table in tables:
                    live = await hub.get(table.id)
                    await hub.submit(live.id, ANNA, 2, "box A")
                assert tables[7].id in hub._lives
            assert len(hub._lives) <= 4
            both = await asyncio.gather(hub.get(tables[0].id), hub.get(tables[0].id))
            assert both[0] is both[1]

    run(story())


def test_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path, bot_pause=(30.0, 30.0)) as hub:
            live = await hub.create(ANNA, "lots", ["random", "me"], {}, False, False)
            assert live.actor == 0
        async with hub_at(tmp_path) as hub:
            hub.start()
            for _ in range(5000):
                if hub._lives.get(live.id) is not None and hub._lives[live.id].actor == 1:
                    return
                await asyncio.sleep(0.002)
            raise AssertionError("the bots sleep on")

    run(story())


def test_a_table_of_newer_rules_is_refused_with_a_sentence(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path) as hub:
            live = await two_people(hub)
            hub._lives.clear()
            assert isinstance(hub._store, Store)
            with hub._store.engine.begin() as connection:
                connection.exec_driver_sql("update tables set record = replace(record, 'rules: 1', 'rules: 99')")
            with pytest.raises(AgonError, match="goes on by newer rules"):
                await hub.get(live.id)
            hub.start()
            await asyncio.sleep(0.05)

    run(story())


def test_the_last_change_before_the_server_stops_is_not_begun(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path) as hub:
            live = await two_people(hub)
            hub.end_streams()
            with pytest.raises(Refused) as refused:
                await hub.submit(live.id, whose(live), live.ply, live.table.legal_texts()[0])
            assert key(refused) == "busy"
            with hub.subscribe(live.id) as watch, pytest.raises(StopAsyncIteration):
                await anext(watch)

    run(story())


def test_private_tables_are_in_nobody_elses_lobby(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path) as hub:
            for public in (True, False):
                await hub.create(ANNA, "lots", ["me", "open"], {}, public, True)
                running = await hub.create(ANNA, "lots", ["me", "open"], {}, public, True)
                await hub.join(running.id, BELA, None)
            for who in (CLEO, None):
                seen = await hub.lobby(who)
                assert (len(seen.open), len(seen.running), seen.mine) == (1, 1, [])
                assert all(summary.public for summary in (*seen.open, *seen.running))
            assert len((await hub.lobby(ANNA)).mine) == 4

    run(story())


class Slow(PromptBots):
    """Bots that wait for a sign before each answer, and answer even when they are told to stop."""

    def __init__(self) -> None:
        super().__init__()
        self.thinking = asyncio.Event()
        self.sign = asyncio.Event()

    async def choose(self, question: Question) -> int:
        self.thinking.set()
        while not self.sign.is_set():
            with suppress(asyncio.CancelledError):
                await self.sign.wait()
        return await super().choose(question)


def test_a_bots_answer_to_a_move_that_was_taken_back_is_dropped(tmp_path: Path) -> None:
    async def story() -> None:
        bots = Slow()
        async with hub_at(tmp_path, bots) as hub:
            live = await hub.create(ANNA, "lots", ["me", "random"], {}, False, True)
            await hub.submit(live.id, ANNA, 2, "box A")
            await bots.thinking.wait()
            await hub.take_back(live.id, ANNA)
            await hub.submit(live.id, ANNA, 2, "box B")
            bots.sign.set()
            await settled(hub)
            assert live.is_over
            assert [len(question.legal) for question in bots.asked] == [2, 2]  # asked again, about the new move
            mine, answer = (ply.text for ply in live.table.record.plies[2:])
            assert mine == "box B" != answer
            hub._lives.clear()
            assert (await hub.get(live.id)).record().text() == live.record().text()

    run(story())


def test_a_bot_that_has_its_answer_does_not_play_it_for_somebody_who_is_back(tmp_path: Path) -> None:
    async def story() -> None:
        bots = Slow()
        async with hub_at(tmp_path, bots) as hub:
            live = await two_people(hub)
            gone, ply = whose(live), live.ply
            await hub.leave(live.id, gone)
            await bots.thinking.wait()
            async with live.lock:
                back = asyncio.create_task(hub.hand_back(live.id, gone))
                while not live.lock._waiters:  # it waits for the table, before the bot does
                    await asyncio.sleep(0)
                bots.sign.set()
                while hub._thoughts:
                    await asyncio.sleep(0.001)
            await back
            await settled(hub)
            assert live.ply == ply
            assert whose(live) == gone

    run(story())


def test_a_rematch_of_three_moves_everybody_on_by_one(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path, seed=2) as hub:
            live = await hub.create(ANNA, GAME, ["me", "open", "open"], {}, True, True)
            for who in (BELA, CLEO):
                await hub.join(live.id, who, None)
            await play_out(hub, live)
            again = await hub.rematch(live.id, BELA)
            assert [s.name for s in again.seats] == ["Béla", "", ""]
            await hub.rematch(live.id, ANNA)
            assert [s.name for s in again.seats] == ["Béla", "", "Anna"]
            await hub.rematch(live.id, CLEO)
            assert [s.name for s in again.seats] == ["Béla", "Cleo", "Anna"]
            assert again.started
            left = await hub.create(ANNA, GAME, ["me", "greedy", "random"], {}, True, True)
            while not left.is_over:
                await settled(hub)
                if not left.is_over:
                    await hub.submit(left.id, ANNA, left.ply, left.table.legal_texts()[0])
            assert [s.name for s in (await hub.rematch(left.id, ANNA)).seats] == ["greedy", "random", "Anna"]

    run(story())


def test_a_line_of_chat_is_shown_only_once_it_is_saved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        async with hub_at(tmp_path) as hub:
            live = await two_people(hub)
            append, shown = hub._store.append, []

            async def slowly(*arguments: object) -> None:
                shown.append(list(live.chat))
                await append(*arguments)  # type: ignore[arg-type]
                shown.append(list(live.chat))

            with monkeypatch.context() as slow:
                slow.setattr(hub._store, "append", slowly)
                await hub.say(live.id, ANNA, "saved")
            assert shown == [[], []]
            assert [line.text for line in live.chat] == ["saved"]
            with monkeypatch.context() as broken:

                def fail(*_: object) -> None:
                    raise OperationalError("insert", {}, Exception("disk full"))

                broken.setattr(hub._store, "append_now", fail)
                with pytest.raises(Refused) as refused:
                    await hub.say(live.id, ANNA, "lost")
            assert key(refused) == "not_saved"
            assert [line.text for line in live.chat] == ["saved"]
            assert [line.text for line in (await hub.get(live.id)).chat] == ["saved"]

    run(story())


def test_a_bot_that_decides_while_the_server_stops_is_no_failure(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def story() -> None:
        async with hub_at(tmp_path) as hub:
            live = await hub.create(ANNA, GAME, ["random", "random"], {}, False, False)
            await hub.get(live.id)
            assert live.id in hub._drivers
            hub.end_streams()
            while hub._drivers:
                await asyncio.sleep(0)

    run(story())
    assert caplog.text == ""
