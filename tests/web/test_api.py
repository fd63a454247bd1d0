"""The JSON API: whole games over it, refusals as sentences, events that resume."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

import agon
from agon.core.record import Record
from agon.web.api import _stream, observed
from agon.web.live import Live
from tests.web.support import ANNA, GAME, Clock, client_at, hub_at, lots_registered, named, run, served, settled

EXAMPLE = Path(__file__).parents[2] / "examples" / "remote_bot.py"


@pytest.fixture(autouse=True)
def _lots() -> Iterator[None]:
    with lots_registered():
        yield


async def open_table(client: httpx.AsyncClient, headers: dict[str, str], **more: Any) -> str:
    body = {"game": "lots", "seats": ["me", "open"], **more}
    answer = await client.post("/api/tables", json=body, headers=headers)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def test_two_programs_play_a_game_over_the_api(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path) as client:
            anna, bela = await named(client, "Anna"), await named(client, "Béla")
            path = f"/api/tables/{await open_table(client, anna, game=GAME)}"
            assert (await client.post(f"{path}/seats/1", headers=bela)).json() == {"seat": 1}
            assert (await client.get(f"{path}/record")).status_code == 403
            while True:
                views = [(await client.get(f"{path}/observation", headers=h)).json() for h in (anna, bela)]
                if views[0]["over"]:
                    break
                seat = views[0]["actor"]
                assert [bool(v["legal"]) for v in views] == [seat == 0, seat == 1]
                action = views[seat]["legal"][0]["action"]
                move = {"ply": views[0]["ply"], "action": action}
                wrong = await client.post(f"{path}/plies", json=move, headers=(bela, anna)[seat])
                assert wrong.status_code == 409
                done = await client.post(f"{path}/plies", json=move, headers=(anna, bela)[seat])
                assert done.status_code == 200, done.text
                again = await client.post(f"{path}/plies", json=move, headers=(anna, bela)[seat])
                assert again.status_code == 409
                assert again.json()["ply"] == done.json()["ply"] > move["ply"]
            table = (await client.get(path, headers=anna)).json()
            record = Record.parse((await client.get(f"{path}/record")).text)
            assert record.players == ["Anna", "Béla"]
            assert record.result == table["result"] == record.last().places()
            mine = (await client.get("/api/tables", headers=bela)).json()
            assert [t["id"] for t in mine["finished"]] == [table["id"]]

    run(story())


def test_the_games_are_listed_in_both_languages(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path) as client:
            english = (await client.get("/api/games")).json()
            german = (await client.get("/api/games", headers={"accept-language": "fr;q=0.3, de-AT;q=0.9"})).json()
            assert [g["id"] for g in english] == agon.game_ids()
            one = next(g for g in german if g["id"] == GAME)
            assert one["about"] == agon.game(GAME).about["de"]
            assert "greedy" in one["bots"]

    run(story())


def test_refusals_are_sentences_in_the_askers_language(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path) as client:
            answer = await client.get("/api/tables/nowhere")
            assert (answer.status_code, answer.json()) == (404, {"error": "There is no such table."})
            answer = await client.get("/api/tables/nowhere?lang=de")
            assert answer.json() == {"error": "Diesen Tisch gibt es nicht."}
            assert (await client.post("/api/tables", json={})).status_code == 401
            anna = await named(client, "Anna")
            for body, status in (({}, 422), ({"game": "chess", "seats": ["me"]}, 422), ([], 422)):
                answer = await client.post("/api/tables", json=body, headers=anna)
                assert answer.status_code == status
                assert answer.json()["error"].endswith(".")
            answer = await client.post(
                "/api/tables", content=b"{", headers={**anna, "content-type": "application/json"}
            )
            assert answer.status_code == 422
            assert (await client.delete("/api/games")).status_code == 405
            assert (await client.get("/api/nothing")).json() == {"error": "There is nothing at this address."}
            table = await open_table(client, anna)
            answer = await client.delete(f"/api/tables/{table}/seats/1", headers=anna)
            assert (answer.status_code, answer.json()["error"]) == (403, "This is not your seat.")

    run(story())


def test_why_tells_the_rule_by_what_the_seat_may_know(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path) as client:
            anna, bela = await named(client, "Anna"), await named(client, "Béla")
            table = await open_table(client, anna)
            await client.post(f"/api/tables/{table}/seats", headers=bela)
            path = f"/api/tables/{table}"

            async def why(headers: dict[str, str], action: str) -> Any:
                return (await client.get("/api/why", params={"table": table, "action": action}, headers=headers)).json()

            assert (await why(anna, "box A"))["legal"]
            await client.post(f"{path}/plies", json={"ply": 2, "action": "box A"}, headers=anna)
            refusal = await why(bela, "box A")
            told = {"legal": False, "message": "That box is taken. (§2)", "paragraph": "§2"}
            assert refusal == told | {"remedy": "", "remedy_label": ""}
            assert (await why(anna, "box B"))["message"] == "It is not your turn."
            assert (await why({}, "box B"))["message"] == "You have no seat at this table."
            assert (await why(anna, "box Z"))["error"] == 'This cannot be played: "box Z": box knows no Z.'
            answer = await client.post(f"{path}/plies", json={"ply": 3, "action": "box A"}, headers=bela)
            assert answer.status_code == 422
            assert answer.json()["error"] == "box A: That box is taken. (§2)"

    run(story())


def test_nothing_is_listed_to_somebody_for_whom_a_bot_plays(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path) as hub:
            live = await hub.create(ANNA, GAME, ["me", "greedy"], {}, False, True)
            await settled(hub)
            assert live.actor == 0 and observed(live, 0, "en").legal
            live.seats[0].stand_in("greedy")
            assert observed(live, 0, "en").legal == []
            live.seats[0].hand_back()
            assert observed(live, 0, "en").legal

    run(story())


def test_undo_hint_chat_bots_and_rematch(tmp_path: Path) -> None:
    clock = Clock()

    async def story() -> None:
        async with client_at(tmp_path, clock=clock) as client:
            anna, bela = await named(client, "Anna"), await named(client, "Béla")
            path = f"/api/tables/{await open_table(client, anna)}"
            assert (await client.post(f"{path}/chat", json={"text": "<i>hi"}, headers=anna)).json()["text"] == "<i>hi"
            await client.post(f"{path}/seats", headers=bela)
            assert (await client.post(f"{path}/hint", headers=anna)).json()["actions"][0]["action"] == "box C"
            await client.post(f"{path}/plies", json={"ply": 2, "action": "box B"}, headers=anna)
            assert (await client.get(path, headers=anna)).json()["may_take_back"]
            assert (await client.post(f"{path}/undo", headers=anna)).json() == {"ply": 2}
            left = (await client.delete(f"{path}/seats/1", headers=bela)).json()
            assert left["seats"][1]["standing_in"]
            assert (await client.post(f"{path}/hand-back", headers=bela)).json()["seats"][1]["standing_in"] is False
            soon = await client.put(f"{path}/seats/1/bot?lang=de", json={"bot": "random"}, headers=anna)
            assert soon.status_code == 409
            assert soon.json()["error"] == "Béla ist noch nicht lange genug weg; ein Bot darf in 86400 s spielen."
            clock.forward(86_399)
            away = (await client.get(path)).json()["away"]
            assert away == [{"seat": s, "seconds": 86_399, "rest": 1} for s in (0, 1)]
            clock.forward(1)
            filled = await client.put(f"{path}/seats/1/bot", json={"bot": "random"}, headers=anna)
            told = [(line["kind"], line["name"], line["seat"]) for line in filled.json()["chat"]]
            assert told == [("say", "Anna", 0), ("left", "", 1), ("back", "", 1), ("stand", "Anna", 1)]
            assert filled.json()["seats"][1] == {
                "kind": "person",
                "name": "Béla",
                "bot": "random",
                "standing_in": True,
                "mine": False,
            }
            await client.post(f"{path}/plies", json={"ply": 2, "action": "box B"}, headers=anna)
            while not (await client.get(path)).json()["over"]:
                await asyncio.sleep(0.005)
            again = (await client.post(f"{path}/rematch", headers=anna)).json()
            assert again["seats"][1]["mine"]
            assert (await client.get(path, headers=bela)).json()["rematch"] == again["id"]
            assert (await client.get(path)).json()["rematch"] is None  # the way to a private table is not told
            record = (await client.get(f"{path}/record")).text
            brought = await client.post("/api/records", json={"record": record}, headers=bela)
            assert brought.status_code == 201
            assert brought.json()["imported"]
            assert brought.json()["over"]

    run(story())


def test_answers_in_a_row_are_played_all_or_none(tmp_path: Path) -> None:
    async def play() -> None:
        async with client_at(tmp_path) as client:
            anna = await named(client, "Anna")
            opened = await client.post("/api/tables", json={"game": GAME, "seats": ["me", "random"]}, headers=anna)
            path = f"/api/tables/{opened.json()['id']}"
            seen: dict[str, Any] = {}
            for _ in range(400):
                seen = (await client.get(f"{path}/observation", headers=anna)).json()
                if any(legal["action"] == "take house2" for legal in seen["legal"]):
                    break
                if seen["legal"]:
                    move = {"ply": seen["ply"], "action": seen["legal"][0]["action"]}
                    assert (await client.post(f"{path}/plies", json=move, headers=anna)).status_code == 200
                await asyncio.sleep(0.001)
            two = {"ply": seen["ply"], "actions": ["take house2", "take house2"]}
            answer = await client.post(f"{path}/plies", json=two, headers=anna)
            assert answer.status_code == 422 and answer.json()["error"].startswith("Answer 2: take house2: ")
            assert (await client.get(path, headers=anna)).json()["ply"] == seen["ply"]
            for body in ({"ply": seen["ply"]}, {"ply": seen["ply"], "action": "x", "actions": ["y"]}):
                answer = await client.post(f"{path}/plies", json=body, headers=anna)
                assert (answer.status_code, answer.json()["error"][:9]) == (422, "Name what")

    run(play())


def test_against_a_bot_a_decision_is_taken_back_after_its_answer(tmp_path: Path) -> None:
    async def play() -> None:
        async with hub_at(tmp_path, seed=3) as hub:
            live = await hub.create(ANNA, GAME, ["me", "random"], {}, False, True)
            await settled(hub)
            first, before = live.ply, ""
            while all(ply.actor != 1 for ply in live.table.record.plies[first:]):
                first, before = live.ply, live.table.record.text()
                await hub.submit(live.id, ANNA, first, live.table.legal_texts()[0])
                await settled(hub)
            assert await hub.take_back(live.id, ANNA) == first
            assert live.table.record.text() == before
            async with hub_at(tmp_path) as other:
                assert (await other.get(live.id)).table.record.text() == before

    run(play())


def test_a_browser_is_given_a_cookie_and_may_change_its_name(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path) as client:
            here = {"origin": "http://agon.test"}
            first = await client.post("/api/identity", json={"name": "Anna"}, headers=here)
            assert first.json()["token"] is None
            second = await client.post("/api/identity", json={"name": "Annabel"}, headers=here)
            assert second.json()["id"] == first.json()["id"]
            table = await client.post("/api/tables", json={"game": "lots", "seats": ["me", "open"]}, headers=here)
            assert table.json()["seats"][0]["name"] == "Annabel"
            for name in ("", "   ", ",;", "\u202e"):
                assert (await client.post("/api/identity", json={"name": name}, headers=here)).status_code == 422

    run(story())


class Listener:
    """Reads server-sent events as they come."""

    def __init__(self, address: str, table: str, last: int | None = None) -> None:
        headers = {} if last is None else {"last-event-id": str(last)}
        self.client = httpx.Client(timeout=10)
        self.context = self.client.stream("GET", f"{address}/api/tables/{table}/events", headers=headers)
        self.response = self.context.__enter__()
        self.lines = self.response.iter_lines()

    def next(self) -> dict[str, Any]:
        event: dict[str, Any] = {}
        for line in self.lines:
            if line.startswith("id: "):
                event["id"] = int(line[4:])
            elif line.startswith("data: "):
                event |= json.loads(line[6:])
            elif not line and event:
                return event
        raise AssertionError("the stream has ended")

    def close(self) -> None:
        self.context.__exit__(None, None, None)
        self.client.close()


def test_events_come_with_every_change_and_resume_by_their_id(tmp_path: Path) -> None:
    with (
        served(tmp_path, heartbeat=0.2, streams_per_address=2, clock=Clock()) as (address, app),
        httpx.Client(base_url=address) as web,
    ):
        tokens = [web.post("/api/identity", json={"name": n, "bearer": True}).json()["token"] for n in ("Anna", "Béla")]
        anna, bela = ({"authorization": f"Bearer {token}"} for token in tokens)
        table = web.post("/api/tables", json={"game": "lots", "seats": ["me", "open"]}, headers=anna).json()
        path = f"/api/tables/{table['id']}"
        listener = Listener(address, table["id"])
        assert listener.response.headers["content-type"].startswith("text/event-stream")
        assert listener.next()["version"] == table["version"]
        web.post(f"{path}/seats", headers=bela)
        seen = listener.next()
        assert seen["id"] == seen["version"] > table["version"]
        web.post(f"{path}/plies", json={"ply": 2, "action": "box A"}, headers=anna)
        assert listener.next() | {"id": 0, "version": 0} == {
            "id": 0,
            "version": 0,
            "ply": 3,
            "actor": 1,
            "over": False,
            "away": [[0, 0, 86_400], [1, 0, 86_400]],
        }
        late = Listener(address, table["id"], last=seen["id"])
        assert late.next()["ply"] == 3
        refused = web.get(f"{path}/events")
        assert (refused.status_code, refused.headers["retry-after"]) == (503, "30")
        late.close()
        web.post(f"{path}/plies", json={"ply": 3, "action": "box B"}, headers=bela)
        over = listener.next()
        assert over["over"]
        up_to_date = Listener(address, table["id"], last=over["id"])
        assert next(up_to_date.lines) == ": still here"  # nothing to tell but that we live
        listener.close()
        up_to_date.close()
        for _ in range(200):
            if not app.state.streams and not app.state.hub._announcer._watches:
                break
            time.sleep(0.01)
        assert app.state.streams == {}
        assert app.state.hub._announcer._watches == {}


def test_a_stream_tells_a_version_once_though_the_table_goes_on_before_it_speaks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with hub_at(tmp_path) as hub:
            live = await hub.create(ANNA, "lots", ["me", "open"], {}, True, True)
            before, streams = live.version, dict[str, int]()
            stream = _stream(hub, live.id, None, before, streams, "here", 60.0, "en", lambda: None)
            get, asked = hub.get, 0

            async def get_late(table_id: str, is_new: bool = True) -> Live:
                nonlocal asked
                if not is_new:
                    asked += 1
                    if asked == 2:  # told of one line, somebody says another before the stream looks
                        await hub.say(live.id, ANNA, "two")
                return await get(table_id, is_new)

            monkeypatch.setattr(hub, "get", get_late)
            first = asyncio.ensure_future(anext(stream))
            while not streams:
                await asyncio.sleep(0)
            await hub.say(live.id, ANNA, "one")
            assert f"id: {before + 2}\n" in await first
            second = asyncio.ensure_future(anext(stream))
            await hub.say(live.id, ANNA, "three")
            assert f"id: {before + 3}\n" in await second
            await stream.aclose()

    run(story())


def test_a_remote_bot_of_thirty_lines_plays_a_whole_game(tmp_path: Path) -> None:
    assert len(EXAMPLE.read_text("utf-8").splitlines()) <= 30
    with served(tmp_path) as (address, app):
        done = subprocess.run(
            [sys.executable, "-W", "error", str(EXAMPLE), address], capture_output=True, text=True, timeout=60
        )
        assert done.returncode == 0, done.stderr
        assert done.stdout.startswith("Seat 0 has played to the end")
        (live,) = app.state.hub._lives.values()
        assert live.is_over


def test_two_remote_bots_meet_at_a_table(tmp_path: Path) -> None:
    with served(tmp_path) as (address, app), httpx.Client(base_url=address) as web:
        token = web.post("/api/identity", json={"name": "Host", "bearer": True}).json()["token"]
        wish = {"game": GAME, "seats": ["open", "open", "random"]}
        table = web.post("/api/tables", json=wish, headers={"authorization": f"Bearer {token}"}).json()["id"]
        bots = [subprocess.Popen([sys.executable, str(EXAMPLE), address, table]) for _ in range(2)]
        assert [bot.wait(60) for bot in bots] == [0, 0]
        assert app.state.hub._lives[table].is_over


def test_the_api_is_described(tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path) as client:
            description = (await client.get("/api/openapi.json")).json()
            assert len(description["paths"]) >= 16
            assert all(path.startswith("/api/") for path in description["paths"])
            for path in description["paths"].values():
                for operation in path.values():
                    assert operation.get("description"), operation["operationId"]
            assert (await client.get("/docs")).status_code == 404  # it would fetch scripts from elsewhere

    run(story())
