"""Games outlive their rules: finished by the rules they were begun by, or brought to newer ones; never dead."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from agon.core import game as registry
from agon.core.game import register
from agon.core.record import Ply, Record
from agon.web.board import forms
from agon.web.errors import Refused
from agon.web.hub import Hub
from tests.tiny import Lots, LotsGame
from tests.web.support import ANNA, BELA, client_at, hub_at, named, run, settled


class SlowLots(Lots):
    """Version 2: the first box may not be taken."""

    def legal(self) -> list[int]:
        found = super().legal()
        return found[1:] if self.actor() >= 0 and len(found) > 1 else found


class NewLots(LotsGame):
    rules_version = 2
    state = SlowLots


@contextmanager
def playing(game: LotsGame) -> Iterator[None]:
    """This is the game that a server has."""
    before = registry._GAMES.get("lots")
    register(game)
    try:
        yield
    finally:
        if before is None:
            del registry._GAMES["lots"]
        else:
            registry._GAMES["lots"] = before


def texts(hub: Hub, table: str) -> list[str]:
    return [ply.text for ply in hub._lives[table].table.record.plies]


async def begun(folder: Path, choose: Callable[[list[str]], str]) -> tuple[str, list[str]]:
    """A game by the first version, in which Anna has taken a box; and its plies."""
    with playing(LotsGame()):
        async with hub_at(folder) as hub:
            live = await hub.create(ANNA, "lots", ["me", "open"], {}, False, False)
            await hub.join(live.id, BELA, None)
            assert live.actor == 0
            await hub.submit(live.id, ANNA, live.ply, choose(live.table.legal_texts()))
            return live.id, texts(hub, live.id)
    raise AssertionError("unreachable")


def test_a_game_is_finished_by_the_rules_it_was_begun_by_where_they_are_kept(tmp_path: Path) -> None:
    async def story() -> None:
        table, plies = await begun(tmp_path, lambda legal: legal[0])
        new = NewLots()
        new.earlier = (LotsGame(),)
        with playing(new):
            assert {"lots 1", "lots 2"} <= set(forms())
            async with hub_at(tmp_path) as hub:
                live = await hub.get(table)
                assert live.table.game.rules_version == 1
                assert texts(hub, table) == plies
                await hub.submit(table, BELA, live.ply, live.table.legal_texts()[0])
                assert live.is_over
                other = await hub.create(ANNA, "lots", ["me", "open"], {}, False, False)
                assert other.table.game.rules_version == 2

    run(story())


def test_where_the_old_rules_are_not_kept_a_game_goes_on_by_the_new_ones_and_everybody_is_told(tmp_path: Path) -> None:
    async def story() -> None:
        table, plies = await begun(tmp_path, lambda legal: legal[-1])
        with playing(NewLots()):
            for _ in range(2):  # once by converting it, once as it was written
                async with hub_at(tmp_path) as hub:
                    live = await hub.get(table)
                    assert live.table.game.rules_version == live.table.record.rules == 2
                    assert texts(hub, table) == plies
                    assert [line.kind for line in live.chat] == ["rules"]
            async with hub_at(tmp_path) as hub:
                live = await hub.get(table)
                await hub.submit(table, BELA, live.ply, live.table.legal_texts()[0])
                assert live.is_over

    run(story())


def test_moves_that_the_new_rules_do_not_allow_are_taken_back(tmp_path: Path) -> None:
    async def story() -> None:
        table, plies = await begun(tmp_path, lambda legal: legal[0])
        with playing(NewLots()):
            async with hub_at(tmp_path) as hub:
                live = await hub.get(table)
                assert texts(hub, table) == plies[:-1]
                assert [(line.kind, line.text) for line in live.chat] == [("rules_lost", "1")]
                assert live.actor == 0
                await hub.submit(table, ANNA, live.ply, live.table.legal_texts()[0])

    run(story())


def test_a_written_rule_says_what_becomes_of_old_moves(tmp_path: Path) -> None:
    """Whoever took the first box has taken the second."""

    def upgrade(record: Record) -> None:
        record.plies = [Ply(p.actor, p.text.replace("A", "B")) if p.actor >= 0 else p for p in record.plies]

    async def story() -> None:
        table, plies = await begun(tmp_path, lambda legal: legal[0])
        new = NewLots()
        new.upgrades = {1: upgrade}
        with playing(new):
            async with hub_at(tmp_path) as hub:
                live = await hub.get(table)
                assert texts(hub, table) == [*plies[:-1], plies[-1].replace("A", "B")]
                assert [line.kind for line in live.chat] == ["rules"]

    run(story())


def test_a_finished_game_by_old_rules_can_be_looked_at_and_its_record_is_whole(tmp_path: Path) -> None:
    async def story() -> None:
        with playing(LotsGame()):
            async with hub_at(tmp_path) as hub:
                live = await hub.create(ANNA, "lots", ["me", "random"], {}, False, False)
                await hub.submit(live.id, ANNA, live.ply, live.table.legal_texts()[0])
                await settled(hub)
                assert live.is_over
                text, version = live.record().text(), live.version
        with playing(NewLots()):
            async with hub_at(tmp_path) as hub:
                again = await hub.get(live.id)
                assert again.version == version  # nothing was written
                assert [p.text for p in again.record().plies] == [p.text for p in Record.parse(text).plies]
                assert again.record().rules == 1
                with pytest.raises(Refused) as refused:
                    await hub.submit(live.id, ANNA, again.ply, "take A")
                assert refused.value.key == "only_to_look_at"

    run(story())


def test_a_process_with_the_old_rules_says_that_the_game_has_gone_on(tmp_path: Path) -> None:
    async def story() -> None:
        table, _ = await begun(tmp_path, lambda legal: legal[-1])
        with playing(NewLots()):
            async with hub_at(tmp_path) as hub:
                await hub.get(table)
        with playing(LotsGame()):
            async with hub_at(tmp_path) as hub:
                with pytest.raises(Refused) as refused:
                    await hub.get(table)
                assert (refused.value.key, refused.value.status) == ("newer_rules", 503)

    run(story())


def test_a_table_that_waits_for_players_is_dealt_by_the_new_rules(tmp_path: Path) -> None:
    async def story() -> None:
        with playing(LotsGame()):
            async with hub_at(tmp_path) as hub:
                table = (await hub.create(ANNA, "lots", ["me", "open"], {}, False, False)).id
        with playing(NewLots()):
            async with hub_at(tmp_path) as hub:
                await hub.join(table, BELA, None)
                live = await hub.get(table)
                assert live.started and live.table.record.rules == 2

    run(story())


def test_no_table_is_answered_with_410_but_one_that_was_deleted(tmp_path: Path) -> None:
    """Its game is not installed: that is a matter of the operator, and passes."""

    async def story() -> None:
        with playing(LotsGame()):
            async with client_at(tmp_path) as client:
                wish: dict[str, Any] = {"game": "lots", "seats": ["me", "open"]}
                anna = await named(client, "Anna")
                table = (await client.post("/api/tables", json=wish, headers=anna)).json()["id"]
        async with client_at(tmp_path) as client:
            answer = await client.get(f"/api/tables/{table}")
            assert answer.status_code == 503
            assert "installs what it needs" in answer.json()["error"]

    run(story())
