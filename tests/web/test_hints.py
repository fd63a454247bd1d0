"""Hints with reasons: over the API and on the page, in both languages, from what the seat may know and nothing else."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import httpx
import pytest

import agon
from agon.bots import Advice, Reasoning
from agon.core import codec
from agon.play.seen import Seen
from agon.play.table import Table
from agon.web.hints import Hint, hint_of
from agon.web.hub import Hub
from agon.web.identity import Identity
from agon.web.live import Live
from tests.web.support import ANNA, GAME, client_at, hub_at, lots_registered, named, run
from tests.web.test_leak import imagined


@pytest.fixture(autouse=True)
def _lots() -> Iterator[None]:
    with lots_registered():
        yield


async def seated(client: httpx.AsyncClient, who: dict[str, str], seats: int = 2, game: str = GAME) -> str:
    """A table where `who` has to decide."""
    wish = {"game": game, "seats": ["me", *["random"] * (seats - 1)]}
    table = str((await client.post("/api/tables", json=wish, headers=who)).json()["id"])
    while (await client.get(f"/api/tables/{table}", headers=who)).json()["actor"] != 0:
        await asyncio.sleep(0.005)
    return table


def test_a_hint_tells_actions_expectations_and_a_line(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path) as client:
            anna = await named(client, "Anna")
            table = await seated(client, anna, 3)
            seen = (await client.get(f"/api/tables/{table}/observation", headers=anna)).json()
            labels = {a["action"]: a["label"] for a in seen["legal"]}
            hint = (await client.post(f"/api/tables/{table}/hint?lang=en", headers=anna)).json()
            assert hint["imagined"] > 0
            best = hint["actions"][0]
            for action in hint["actions"]:
                assert labels[action["action"]] == action["label"]
                assert 0 <= action["worth"] <= 1
                assert action["share"] == pytest.approx(action["visits"] / hint["imagined"])
                assert action["visits"] <= best["visits"]
                assert action["result"].startswith("place ")
            assert [e["seat"] for e in hint["expected"]] == [0, 1, 2]
            assert hint["expected"][0]["name"] == "Anna"
            assert hint["expected"][0]["worth"] == best["worth"]
            assert hint["expected"][0]["words"] in ("almost won", "ahead", "even", "behind", "almost lost")
            assert all(line["sentence"] for line in hint["line"])
            german = (await client.post(f"/api/tables/{table}/hint?lang=de", headers=anna)).json()
            assert german["actions"][0]["result"].startswith("Platz ")
            description = (await client.get("/api/openapi.json")).json()["components"]["schemas"]
            assert set(description["HintOut"]["properties"]) == {"imagined", "actions", "expected", "line"}

    run(story())


def test_the_page_is_given_a_piece_to_show_and_to_say(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, pages=True, hinter="ismcts:iterations=200") as client:
            anna = await named(client, "Anna <i>")
            table = await seated(client, anna)
            answer = await client.post(f"/tables/{table}/hint?lang=en", headers=anna)
            piece = answer.json()
            legal = (await client.get(f"/api/tables/{table}/observation", headers=anna)).json()["legal"]
            offered = re.findall(r'data-action="([^"]+)"', piece["html"])
            assert offered and set(offered) <= {a["action"] for a in legal}
            assert "Anna &lt;i&gt;" in piece["html"] and "<i>Anna" not in piece["html"]
            assert "to win" in piece["html"] and "of its tries" in piece["html"]
            assert "m-owl" in piece["html"] and "m-trident" in piece["html"]  # marks, never colour alone
            assert "It may go on like this" in piece["html"]
            first = next(a["label"] for a in legal if a["action"] == offered[0])
            assert piece["said"].startswith(f"The oracle says: {first}, ")
            german = (await client.post(f"/tables/{table}/hint?lang=de", headers=anna)).json()
            assert "gewinnt zu" in german["html"] and german["said"].startswith("Das Orakel sagt: ")
            bela = await named(client, "Béla")
            refused = await client.post(f"/tables/{table}/hint?lang=en", headers=bela)
            assert refused.status_code == 403

    run(story())


def test_a_bot_without_expectations_gives_bare_advice(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, pages=True, hinter="greedy") as client:
            anna = await named(client, "Anna")
            table = await seated(client, anna, game="lots")
            hint = (await client.post(f"/api/tables/{table}/hint", headers=anna)).json()
            assert hint["actions"][0]["action"] == "box C"
            assert (hint["expected"], hint["line"], hint["actions"][0]["result"]) == ([], [], "")
            piece = (await client.post(f"/tables/{table}/hint?lang=en", headers=anna)).json()
            assert piece["said"] == "The oracle says: box C."
            assert "hint__bar" not in piece["html"]

    run(story())


def test_hints_are_limited_like_everything_that_costs(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, rate=1.0) as client:
            anna = await named(client, "Anna")
            table = await seated(client, anna, game="lots")
            answers = [(await client.post(f"/api/tables/{table}/hint", headers=anna)).status_code for _ in range(9)]
            assert answers[0] == 200
            assert 429 in answers

    run(story())


@pytest.mark.parametrize("game_id", ["lots", *agon.game_ids()])
def test_a_hint_is_the_same_whatever_is_hidden(game_id: str, tmp_path: Path) -> None:
    """The same dice in another world that the seat cannot tell from the true one: the same hint, word for word."""
    rng = Random(3)

    async def story() -> int:
        tried = 0
        async with hub_at(tmp_path, seed=2, hinter="ismcts:iterations=40") as hub:
            seats = agon.game(game_id).seats[0] if game_id != "lots" else 2
            live = await hub.create(ANNA, game_id, ["me", *["open"] * (seats - 1)], {}, False, True)
            for n in range(1, seats):
                await hub.join(live.id, Identity(f"other{n}", f"Other {n}"), None)
            hub._rng = lambda: Random(7)  # the same dice for every hint
            for _ in range(24):
                if live.is_over:
                    break
                tried += await same_hint(hub, live, rng)
                move = rng.choice(live.table.legal_texts())
                live.table.submit(live.actor, live.ply, move)
        return tried

    async def told_by(hub: Hub, live: Live) -> list[Hint]:
        return [hint_of(live, *await hub.hint(live.id, ANNA), lang) for lang in ("en", "de")]

    async def same_hint(hub: Hub, live: Live, rng: Random) -> int:
        """Anna sits wherever there is something to decide."""
        truth, seat = live.table, live.actor
        for other in range(len(live.seats)):
            live.seats[other].owner = ANNA.id if other == seat else None
        told = await told_by(hub, live)
        world: Table = imagined(truth, seat, rng)
        if codec.same(world.state, truth.state):
            return 0
        live.table = world
        again = await told_by(hub, live)
        live.table = truth
        assert again == told
        return 1

    tried = run(story())
    assert tried > 0 or game_id == "hellas_2016"  # which hides nothing a player with a memory does not know


def test_only_the_best_are_named(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path, seed=1) as hub:
            live = await hub.create(ANNA, GAME, ["me", "open"], {}, False, True)
            seen = live.table.seen(live.actor)
            advice = tuple(Advice(action, 0.5, 10) for action in seen.legal()[:9])
            values = hint_of(live, seen, Reasoning(advice, (0.5, 0.5), (), 100), "en")
            assert [a.visits for a in values.actions] == [10] * 4
            assert values.actions[0].share == 0.1

    run(story())


def test_a_hint_says_when_it_judges_by_rules_of_thumb(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A pack of another shape: what was learnt does not fit, and the page says so where it gives the hint."""
    shown: list[bool] = []

    def hint(live: Live, seen: Seen, why: Reasoning, lang: str) -> Hint:
        return hint_of(live, seen, replace(why, other_pack=not shown), lang)

    monkeypatch.setattr("agon.web.advice.hint_of", hint)
    words = {"en": "learnt with another pack", "de": "mit anderen Bestandteilen"}

    async def story() -> None:
        async with client_at(tmp_path, pages=True, hinter="ismcts:iterations=20") as client:
            anna = await named(client, "Anna")
            table = await seated(client, anna)
            for lang, says in words.items():
                piece = (await client.post(f"/tables/{table}/hint?lang={lang}", headers=anna)).json()
                assert says in piece["html"] and says in piece["said"]
            shown.append(True)
            piece = (await client.post(f"/tables/{table}/hint?lang=en", headers=anna)).json()
            assert words["en"] not in piece["html"] + piece["said"]

    run(story())
