"""Where two play, either may give up: the game is over, kept and rated, and shown with its verdict."""

from __future__ import annotations

from pathlib import Path

import pytest

from agon.games import game_ids
from agon.web.errors import Refused
from agon.web.live import rebuild
from agon.web.present import view
from agon.web.ratings import keep_result
from tests.web.support import ANNA, BELA, CLEO, GAME, hub_at, run, settled


@pytest.mark.parametrize("game", [game for game in game_ids() if game != "olympos"])
def test_whoever_resigns_has_lost_and_everybody_is_told(tmp_path: Path, game: str) -> None:
    async def story() -> None:
        async with hub_at(tmp_path) as hub:
            live = await hub.create(ANNA, game, ["me", "open"], {}, False, True, "live", True)
            await hub.join(live.id, BELA, None)
            mover = (ANNA, BELA)[live.actor]
            await hub.submit(live.id, mover, live.ply, live.table.legal_texts()[0])
            shown, before = live.copy(), live.table.record.text()
            await hub.resign(live.id, BELA)
            assert live.is_over and live.result == (1, 2) and live.due is None and not shown.is_over
            assert live.table.record.text() == before, "the record tells what was played, and no more"
            for lang, told in (
                ("en", "Béla has resigned."),
                ("de", "Béla hat aufgegeben."),
            ):
                seen = view(live, ANNA, lang)
                assert seen.result is not None and "Anna" in seen.result.title and seen.prompt.text == told
                assert [row.seat for row in seen.result.rows] == [0, 1]
                assert seen.chat[-1].text == told and not seen.asked and not seen.undo and not seen.resign
                assert view(live, ANNA, lang, ply=1, open_all=True).prompt.text != told
            for work in (hub.submit(live.id, mover, live.ply, "pass"), hub.resign(live.id, ANNA)):
                with pytest.raises(Refused):
                    await work
            stored = await hub._store.load(live.id)
            assert stored is not None
            again = rebuild(*stored)
            assert again.result == (1, 2) and again.summary() == live.summary()
            await hub._store.write(lambda c: keep_result(c, live.id))  # type: ignore[attr-defined]
            rematch = await hub.rematch(live.id, BELA)
            assert [seat.name for seat in rematch.seats] == ["Béla", ""]

    run(story())


def test_only_those_at_a_running_game_for_two_may_resign(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path) as hub:
            three = await hub.create(ANNA, GAME, ["me", "random", "random"], {}, False, True)
            await settled(hub)
            waiting = await hub.create(ANNA, GAME, ["me", "open"], {}, False, True)
            for table, who, key in (
                (three, ANNA, "no_resigning"),
                (waiting, ANNA, "not_started"),
                (waiting, CLEO, "not_seated"),
            ):
                with pytest.raises(Refused) as refused:
                    await hub.resign(table.id, who)
                assert refused.value.key == key
            assert not view(three, ANNA, "en").resign and not view(waiting, ANNA, "en").resign

    run(story())


def test_a_bot_that_thinks_when_its_opponent_resigns_stops(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path) as hub:
            live = await hub.create(ANNA, GAME, ["me", "random"], {}, False, True)
            await settled(hub)
            assert view(live, ANNA, "en").resign
            await hub.submit(live.id, ANNA, live.ply, live.table.legal_texts()[0])
            await hub.resign(live.id, ANNA)
            ply = live.ply
            await settled(hub)
            assert live.is_over and live.ply == ply and live.bot_to_move() == ""

    run(story())
