"""Tournaments: pairings, standings, and whole ones of people and bots from sign-up to prize."""

from __future__ import annotations

import asyncio
import re
from itertools import combinations
from pathlib import Path
from random import Random

import pytest

from agon.web import cups
from agon.web.cupkeeper import CupKeeper
from agon.web.knockout import first_round, knockout_rounds, next_round, winner
from agon.web.live import Draft
from agon.web.rulings import delete_table
from agon.web.swiss import BYE, Met, chances, robin, robin_rounds, standings, swiss, without
from tests.web.support import run
from tests.web.test_accounts import Device, House, house
from tests.web.test_pairing import FORM


@pytest.mark.parametrize("entrants", [2, 3, 4, 5, 8, 9])
def test_in_a_round_robin_everybody_meets_everybody_once(entrants: int) -> None:
    met = [game for number in range(1, robin_rounds(entrants) + 1) for game in robin(entrants, number)]
    pairs = [frozenset((game.first, game.second)) for game in met if game.second != BYE]
    assert sorted(map(sorted, pairs)) == sorted(map(sorted, map(set, combinations(range(entrants), 2))))
    byes = [game.first for game in met if game.second == BYE]
    assert sorted(byes) == (list(range(entrants)) if entrants % 2 else [])
    firsts = [sum(game.first == n and game.second != BYE for game in met) for n in range(entrants)]
    assert max(firsts) - min(firsts) <= entrants // 2


@pytest.mark.parametrize("entrants", [4, 5, 8, 13, 32])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_in_a_swiss_tournament_equals_meet_and_nobody_twice(entrants: int, seed: int) -> None:
    rng, games = Random(seed), list[Met]()
    for _ in range(3):
        paired = swiss(entrants, games)
        sat = sorted(n for game in paired for n in (game.first, game.second) if n != BYE)
        assert sat == list(range(entrants))
        games += [Met(g.first, g.second, g.points if g.second == BYE else rng.choice([0.0, 0.5, 1.0])) for g in paired]
    pairs = [frozenset((game.first, game.second)) for game in games]
    assert len(set(pairs)) == len(pairs)
    byes = [game.first for game in games if game.second == BYE]
    assert len(set(byes)) == len(byes)


def test_whoever_pauses_is_not_paired_and_wins_nothing() -> None:
    games = [Met(0, 1, 1.0), Met(2, 3, 1.0), Met(4, BYE, 1.0)]
    paired = swiss(5, games, frozenset({0, 4}))
    assert paired[1:] == [Met(0, BYE, 0.0), Met(4, BYE, 0.0), Met(3, BYE, 1.0)]
    assert {paired[0].first, paired[0].second} == {1, 2} and paired[0].points is None
    again = swiss(5, [*games, Met(1, 2, 1.0), *paired[1:]])  # 3 and 4 had a bye; whoever paused had none
    (bye,) = [game for game in again if game.second == BYE]
    assert bye.first not in (3, 4) and bye.points == 1.0
    robbed = [Met(0, 1), Met(2, 3), Met(4, 5), Met(6, 7), Met(8, BYE, 1.0)]
    gone = frozenset({0, 3, 4, 5, 8})
    assert [met.points for met in without(gone, robbed)] == [0.0, 1.0, 0.5, None, 0.0]
    assert without(gone, robbed, 0.0)[2].points == 0.0  # in a knock-out somebody goes on
    assert chances([1500.0, 1500.0, 1500.0], [Met(0, 1, 1.0)], 2, Random(1), 50, frozenset({1, 2})) == [1.0, 0.0, 0.0]


def test_equal_points_are_told_apart_by_buchholz_then_the_direct_game_then_wins() -> None:
    games = [Met(0, 1, 1.0), Met(2, 3, 1.0), Met(0, 2, 0.0), Met(1, 3, 1.0)]
    table = standings(4, games)
    assert [(row.entrant, row.points) for row in table] == [(2, 2.0), (0, 1.0), (1, 1.0), (3, 0.0)]
    assert [row.buchholz for row in table] == [1.0, 3.0, 1.0, 3.0]
    direct = standings(2, [Met(0, 1, 0.0)])
    assert [row.entrant for row in direct] == [1, 0]
    shared = standings(2, [Met(0, 1, 0.5)])
    assert [row.place for row in shared] == [1, 1]


def test_chances_follow_strength_and_add_up() -> None:
    found = chances([1800.0, 1500.0, 1500.0, 1200.0], [Met(0, 1, 1.0), Met(2, 3)], 2, Random(1), 500)
    assert sum(found) == pytest.approx(1.0) and found[0] > 0.5 > found[3]


@pytest.mark.parametrize("entrants", [2, 3, 5, 8, 11, 64])
def test_in_a_knock_out_losers_are_out_and_the_strongest_meet_last(entrants: int) -> None:
    order = list(range(entrants - 1, -1, -1))  # the last is the strongest
    games, last = list[Met](), first_round(order)
    byes = [met.first for met in last if met.second == BYE]
    assert sorted(byes) == sorted(order[: len(byes)])  # whoever rests is stronger than whoever plays
    for _ in range(knockout_rounds(entrants) - 1):
        last = [met if met.second == BYE else Met(met.first, met.second, float(met.first > met.second)) for met in last]
        games += last
        met_again = next_round(last, games)
        assert {n for met in met_again for n in (met.first, met.second)} == {winner(met) for met in last}
        last = met_again
    assert len(last) == 1 and {last[0].first, last[0].second} == set(order[:2])


def test_a_drawn_game_of_a_knock_out_counts_for_whoever_sat_second() -> None:
    assert [winner(Met(4, 7, points)) for points in (1.0, 0.5, 0.0)] == [4, 7, 7]


def test_the_clocks_of_a_round_are_on_the_page_and_run_for_whoever_decides(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as found:
            people = [found.device() for _ in range(2)]
            for n, device in enumerate(people):
                await device.post("/api/identity", {"name": f"Player {n}"})
            fields = {"title": "Isthmia, spring", "game": "lots", "kind": "robin", "pace": "live"}
            path = (await people[0].client.post("/tournaments", data=fields, headers=FORM)).headers["location"]
            await people[1].client.post(f"{path}/join")
            await people[0].client.post(f"{path}/begin")
            await CupKeeper(found.app.state.store, found.app.state.hub, 3600).look()
            page = (await found.device().client.get(f"{path}?lang=en")).text
            assert "<h1>Isthmia, spring</h1>" in page
            clocks = page[page.index('id="round"') : page.index('id="chances"')]
            assert clocks.count('class="clk') == 2 and clocks.count("data-until") == 1
            cells = page[page.index('id="standings"') : page.index('id="round"')]
            assert cells.count("data-until") == 2  # the same game in two rows
            assert re.search(r'<span class="num">(30:00|29:\d\d)</span>', cells)
            form = (await people[0].client.get("/tournaments?kind=knockout")).text
            assert '<option value="knockout" selected>' in form
            table = found.app.state.hub._lives.popitem()[0]
            await found.app.state.store.write(lambda c: delete_table(c, table))  # as an operator may
            assert (await found.device().client.get(path)).status_code == 200
            await CupKeeper(found.app.state.store, found.app.state.hub, 3600).look()
            (board,) = await found.app.state.store.read(lambda c: cups.boards_of(c, path.rpartition("/")[2]))
            assert board.table_id not in (None, table)  # played anew

    run(story())


async def page_of(device: Device) -> str:
    return str((await device.client.get("/people/me?lang=en")).text)


async def play_on(found: House, keeper: CupKeeper, people: list[Device], cup: str) -> None:
    """Everybody plays whatever waits for them until the tournament is over."""
    for _ in range(3000):
        await keeper.look()
        if (await found.app.state.store.read(lambda c: cups.cup_of(c, cup))).over:
            return
        for device in people:
            await play_what_waits(device)
        await asyncio.sleep(0)
    raise AssertionError("the tournament does not end")


async def play_what_waits(device: Device) -> None:
    for table in (await device.ask("GET", "/api/tables"))["mine"]:
        view = await device.ask("GET", f"/api/tables/{table['id']}/observation")
        if view["legal"]:
            body = {"ply": view["ply"], "action": view["legal"][0]["action"]}
            await device.post(f"/api/tables/{table['id']}/plies", body)


@pytest.mark.parametrize(("kind", "names", "bots"), [("swiss", 2, 2), ("robin", 1, 2), ("knockout", 1, 2)])
def test_a_tournament_of_people_and_bots_from_sign_up_to_prize(
    tmp_path: Path, kind: str, names: int, bots: int, each_database: str
) -> None:
    async def story() -> None:
        async with house(tmp_path) as found:
            people = [found.device() for _ in range(names)]
            for n, device in enumerate(people):
                await device.post("/api/identity", {"name": f"Player {n}"})
            host = people[0].client
            fields = {"title": "Panathenaea", "game": "lots", "kind": kind, "rounds": "2", "rated": "yes"}
            answer = await host.post("/tournaments", data={**fields, "bot": ["random"] * bots}, headers=FORM)
            assert answer.status_code == 303, answer.text
            path, cup = answer.headers["location"], answer.headers["location"].rpartition("/")[2]
            for device in people[1:]:
                assert (await device.client.post(f"{path}/begin")).status_code == 403
                assert (await device.client.post(f"{path}/join")).status_code == 303
            assert (await host.post(f"{path}/begin")).status_code == 303
            assert (await found.device().client.post(f"{path}/join")).status_code == 409
            keeper = CupKeeper(found.app.state.store, found.app.state.hub, 3600)
            await keeper.look()
            page = (await host.get(path)).text
            assert "Round 1 of" in page and "drawn endings" in page and ("To my game" in page or kind == "knockout")
            await play_on(found, keeper, people, cup)
            page = (await host.get(f"{path}?lang=de")).text
            won = page
            assert "gewinnt das Turnier" in page and ("Buchholz" in page) == (kind != "knockout")
            page = (await host.get(f"{path}?view=rounds&lang=de")).text
            assert "Runde für Runde" in page and ("Finale" in page) == (kind == "knockout")
            listed = (await host.get("/tournaments?lang=en")).text
            assert "Panathenaea" in listed and "over" in listed
            boards = await found.app.state.store.read(lambda c: cups.boards_of(c, cup))
            assert all(board.points is not None for board in boards)
            prizes = ["Tournament won: Panathenaea" in await page_of(device) for device in people]
            assert prizes == [f"Player {n} gewinnt" in won for n in range(names)]

    run(story(), 120)


def test_somebody_pauses_between_rounds_and_whoever_is_missing_does(tmp_path: Path, each_database: str) -> None:
    async def story() -> None:
        async with house(tmp_path) as found:
            people = [found.device() for _ in range(3)]
            for n, device in enumerate(people):
                await device.post("/api/identity", {"name": f"Player {n}"})
            fields = {"title": "Nemea", "game": "lots", "kind": "swiss", "rounds": "3"}
            answer = await people[0].client.post("/tournaments", data={**fields, "bot": ["random"]}, headers=FORM)
            path, cup = answer.headers["location"], answer.headers["location"].rpartition("/")[2]
            assert (await people[0].client.post(f"{path}/pause")).status_code == 409
            for device in people[1:]:
                await device.client.post(f"{path}/join")
            await people[0].client.post(f"{path}/begin")
            assert (await found.device().client.post(f"{path}/pause")).status_code == 403
            store, hub = found.app.state.store, found.app.state.hub
            keeper = CupKeeper(store, hub, 3600)
            await keeper.look()
            page = (await people[1].client.get(f"{path}?lang=de")).text
            assert "Danach aussetzen" in page and "<small>setzt aus" not in page
            assert (await people[1].client.post(f"{path}/pause")).status_code == 303
            page = (await people[1].client.get(f"{path}?lang=de")).text
            assert "Nächste Runde mitspielen" in page and "<small>setzt aus" in page

            here = list(people)

            async def round_of(number: int) -> None:
                for _ in range(3000):
                    await keeper.look()
                    if (await store.read(lambda c: cups.cup_of(c, cup))).round == number:
                        return
                    for device in here:
                        await play_what_waits(device)
                raise AssertionError("the round does not come")

            await round_of(2)
            boards = [b for b in await store.read(lambda c: cups.boards_of(c, cup)) if b.round == 2]
            entrants = await store.read(lambda c: cups.entrants_of(c, cup))
            paused = next(one.number for one in entrants if one.name == "Player 1")
            assert [(b.first, b.points) for b in boards if b.second == BYE and not b.points] == [(paused, 0.0)]
            assert (await people[1].client.post(f"{path}/return")).status_code == 303
            table = next(b.table_id for b in boards if b.table_id)
            live = await hub.get(table)
            seat = next(n for n, sitting in enumerate(live.seats) if sitting.owner)
            missing = live.seats[seat].owner
            here.remove(people[int(live.seats[seat].name.removeprefix("Player "))])
            async with live.lock:
                await hub._commit(live, [Draft("stand", seat=seat, who=missing, text="random")])
            await round_of(3)
            entrants = await store.read(lambda c: cups.entrants_of(c, cup))
            assert [one.person for one in entrants if one.paused] == [missing]
            await play_on(found, keeper, here, cup)

    run(story(), 120)


def test_wrong_wishes_about_tournaments_are_sentences(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as found:
            client = found.device().client
            good = {"title": "Cup", "game": "lots", "kind": "swiss"}
            for wrong, status in (({"game": "chess"}, 422), ({"title": " "}, 422), ({"bot": "deep blue"}, 422)):
                answer = await client.post("/tournaments", data={**good, **wrong}, headers=FORM)
                assert answer.status_code == status and "That did not work" in answer.text
            answer = await client.post("/tournaments", data={**good, "game": "olympos"}, headers=FORM)
            assert "games for two" in answer.text
            assert (await client.get("/tournaments/nowhere")).status_code == 404
            path = (await client.post("/tournaments", data=good, headers=FORM)).headers["location"]
            assert (await client.post(f"{path}/begin")).status_code == 409
            assert (await client.post(f"{path}/leave")).status_code == 303

    run(story())
