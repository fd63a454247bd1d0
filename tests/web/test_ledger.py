"""Budgets, limits, people and analyses are the same for all processes that share a database."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from agon.web import fellows
from agon.web.budget import BUDGETS, Budget
from agon.web.errors import Refused
from agon.web.identity import Identity
from agon.web.ledger import Ledger
from agon.web.queue import Urgency
from tests.web.support import ANNA, Clock, client_at, lots_registered, named, run
from tests.web.test_board import until, wire_at


@pytest.fixture(autouse=True)
def _lots() -> Iterator[None]:
    with lots_registered():
        yield


@asynccontextmanager
async def two_clients(folder: Path, **more: Any) -> AsyncIterator[tuple[httpx.AsyncClient, httpx.AsyncClient]]:
    async with client_at(folder, **more) as one, client_at(folder, **more) as other:
        yield one, other


async def all_taken(who: Identity, *budgets: Budget) -> int:
    """How often somebody can take something, asking one after the other."""
    taken = 0
    refused: Refused | None = None
    while refused is None:
        try:
            await budgets[taken % len(budgets)].spend("tables", who)
            taken += 1
        except Refused as error:
            refused = error
    assert refused.key == "many_tables"
    assert refused.facts["seconds"] in range(1, 40)
    return taken


def test_a_budget_is_one_for_all_processes(shared: Path) -> None:
    async def story() -> None:
        async with wire_at(shared, "one") as one, wire_at(shared, "two") as two:
            budgets = Budget(1.0, Clock()), Budget(1.0, Clock())
            for budget, wire in zip(budgets, (one, two), strict=True):
                budget.books = Ledger(wire)
            (_, person), (_, address) = BUDGETS["tables"]
            assert await all_taken(Identity("anna", "Anna", "10.0.0.1"), *budgets) == person
            others = [Identity(f"p{n}", "P", "10.0.0.1") for n in range(4)]
            taken = [await all_taken(who, *budgets) for who in others]
            assert person + sum(taken) in (address, address + 1)  # time passes meanwhile

    run(story())


def test_thinking_is_charged_in_all_processes(shared: Path) -> None:
    async def story() -> None:
        async with wire_at(shared, "one") as one, wire_at(shared, "two") as two:
            budgets = Budget(1.0, Clock()), Budget(1.0, Clock())
            for budget, wire in zip(budgets, (one, two), strict=True):
                budget.books = Ledger(wire)
            await budgets[1].may_think(ANNA)
            errand = budgets[0].errand("anna", "", lambda: Urgency.PRESENT)
            assert errand.charge is not None
            errand.charge(2000.0)
            await asyncio.gather(*budgets[0]._charging)
            with pytest.raises(Refused) as refused:
                await budgets[1].may_think(ANNA)
            assert refused.value.key == "many_thinking"
            assert budgets[1].errand("anna", "", lambda: Urgency.PRESENT).urgency() == Urgency.SPENT

    run(story())


def test_who_asks_one_process_too_much_is_refused_by_the_other_soon(
    shared: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fellows, "BEAT", 0.05)

    async def story() -> None:
        async with two_clients(shared, rate=1.0, clock=Clock()) as (one, other):
            anna = await named(one, "Anna")
            while (await one.post("/api/tables/x/undo", headers=anna)).status_code != 429:
                pass
            async with asyncio.timeout(30):
                while (await other.post("/api/tables/x/undo", headers=anna)).status_code != 429:
                    await asyncio.sleep(0.2)

    run(story())


def test_who_was_seen_by_one_process_is_known_to_the_other(shared: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fellows, "BEAT", 0.05)

    async def story() -> None:
        async with client_at(shared, rate=1.0) as one, client_at(shared, rate=1.0, peer="10.0.0.9") as other:
            anna = await named(one, "Anna")
            await other.get("/api/tables", headers=anna)
            budget = one._transport.app.state.hub.budget  # type: ignore[attr-defined]
            await until(lambda: any(there == "10.0.0.9" for _, there in budget._seen.values()))
            assert budget.count_about() == 1

    run(story())


def test_an_analysis_is_made_once_and_every_process_tells_how_far_it_is(shared: Path) -> None:
    async def story() -> None:
        async with two_clients(shared) as (one, other):
            anna = await named(one, "Anna")
            wish = {"game": "lots", "seats": ["me", "random"]}
            table = (await one.post("/api/tables", json=wish, headers=anna)).json()["id"]
            path = f"/api/tables/{table}"
            while not (seen := (await one.get(f"{path}/observation", headers=anna)).json())["over"]:
                if seen["legal"]:
                    move = {"ply": seen["ply"], "action": seen["legal"][0]["action"]}
                    await one.post(f"{path}/plies", json=move, headers=anna)
            begun = await one.post(f"{path}/analysis", headers=anna)
            again = await other.post(f"{path}/analysis", headers=anna)
            assert begun.status_code == again.status_code == 202
            assert again.json()["stage"] in ("running", "done")
            async with asyncio.timeout(30):
                while (await other.get(f"{path}/analysis", headers=anna)).json()["stage"] != "done":
                    await asyncio.sleep(0.05)

    run(story())
