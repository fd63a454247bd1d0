"""Games to watch: the strongest first, and rated ones a turn behind."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from sqlalchemy import insert

from agon.web.checks import now
from agon.web.history import strengths
from agon.web.lobbypage import watch_cards
from agon.web.models import RatingRow
from agon.web.onlookers import shown_to
from agon.web.present import small_board, view
from tests.web.support import ANNA, BELA, CLEO, GAME, hub_at, run


def test_spectators_of_a_rated_game_are_one_turn_behind_until_it_is_over(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path) as hub:
            tables = [
                await hub.create(ANNA, GAME, ["me", "open"], {}, True, True, rated=rated) for rated in (True, False)
            ]
            for live in tables:
                await hub.join(live.id, BELA, None)
            live, friendly = tables
            ends = [live.ply]  # the ply at which each turn ended
            for _ in range(12):
                actor = live.actor
                await hub.submit(live.id, (ANNA, BELA)[actor], live.ply, live.table.legal_texts()[0])
                if live.actor != actor:
                    ends.append(live.ply)
                for looker in (CLEO, None):
                    seen = shown_to(live, looker)
                    assert seen.ply == ends[-2 if live.ply == ends[-1] and len(ends) > 1 else -1] < live.ply
                    shown = view(seen, looker, "en")
                    assert shown.behind and shown.plies == seen.ply == len(shown.log)
                    assert small_board(seen, "en") == small_board(replace(live, table=seen.table), "en")
                for player in (ANNA, BELA):
                    assert shown_to(live, player) is live and not view(live, player, "en").behind
            assert len(ends) > 3
            assert shown_to(friendly, CLEO) is friendly
            await hub.resign(live.id, BELA)
            assert shown_to(live, CLEO) is live

    run(story())


def test_games_to_watch_are_featured_by_rating_and_people_come_before_bots(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path) as hub:
            rows = [
                {"person": who.id, "game": GAME, "seats": 2, "mu": mu, "sigma": 1.0, "games": 30, "updated": now()}
                for who, mu in ((ANNA, 30.0), (BELA, 28.0))
            ]
            await hub._store.write(lambda c: c.execute(insert(RatingRow), rows).close())  # type: ignore[attr-defined]
            weak = await hub.create(CLEO, GAME, ["me", "easy"], {}, True, True)
            strong = await hub.create(ANNA, GAME, ["me", "open"], {}, True, True)
            await hub.join(strong.id, BELA, None)
            bots = await hub.create(CLEO, GAME, ["expert", "expert"], {}, True, True)
            running = [live.summary() for live in (bots, weak, strong)]
            found = await hub._store.read(lambda c: strengths(c, running))  # type: ignore[attr-defined]
            assert found[strong.id] == 1660
            cards = watch_cards(running, {bots.id: 9, weak.id: 5, strong.id: 0}, found, "en")
            assert [card["href"] for card in cards] == [f"/tables/{live.id}" for live in (strong, weak, bots)]
            assert cards[0]["points"] == 1660
            waits = (await hub.create(ANNA, GAME, ["me", "open", "easy"], {}, True, True)).summary()
            told = await hub._store.read(lambda c: strengths(c, [waits]))  # type: ignore[attr-defined]
            assert told[waits.id] == 1500, "whom one will meet: a newcomer at a table for three, whatever the bot is"

    run(story())
