"""The page of somebody: seats, luck, openings in words, lessons and puzzles, and whether they are here."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime
from pathlib import Path

from agon.core.game import known
from agon.play.analysis import Analysis, Judged, fingerprint
from agon.web import accounts
from agon.web.history import Game, games_of
from agon.web.laurels import of_games, of_puzzles
from agon.web.live import Live
from agon.web.lobbypage import LATELY
from agon.web.portrait import BySeat, by_seat, learning, luck, openings
from agon.web.profilepage import RECENT
from agon.web.rater import Rater
from agon.web.scholars import Scholars
from tests.web.support import ANNA, BELA, GAME, hub_at, run
from tests.web.test_accounts import house

PUZZLE = "attika-1"


def test_seats_openings_and_luck_are_told_from_the_games_somebody_has_played(tmp_path: Path) -> None:
    async def story() -> None:
        async with hub_at(tmp_path) as hub:
            store, kept = hub._store, list[Live]()
            for mine in (0, 1, 0):
                wishes = ["me", "open"] if mine == 0 else ["open", "me"]
                live = await hub.create(ANNA, GAME, wishes, {}, False, True)
                await hub.join(live.id, BELA, None)
                for _ in range(6):
                    await hub.submit(live.id, (ANNA, BELA)[live.actor ^ mine], live.ply, live.table.legal_texts()[0])
                await hub.resign(live.id, BELA if len(kept) < 2 else ANNA)
                kept.append(live)
            await Rater(store, 3600).look()  # type: ignore[arg-type]
            games = await store.read(lambda c: games_of(c, ANNA.id))  # type: ignore[attr-defined]
            assert len(games) == 3
            seats = await store.read(lambda c: by_seat(c, games, (GAME, 2)))  # type: ignore[attr-defined]
            assert seats == [BySeat(0, 2, 1, 1 / 3), BySeat(1, 1, 1, 2 / 3)]
            told = {
                lang: await store.read(lambda c, lang=lang: openings(c, games, lang))  # type: ignore[attr-defined]
                for lang in ("en", "de")
            }
            assert sum(n for _, n, _ in told["en"]) == 3 and sum(won for _, _, won in told["en"]) == 2
            assert [row[0] for row in told["en"]] != [row[0] for row in told["de"]], "in words, not in the notation"
            assert await store.read(lambda c: luck(c, games)) is None  # type: ignore[attr-defined]
            record = kept[0].record()
            plies = [Judged(n, ply.actor, ply.text, [0.5, 0.5]) for n, ply in enumerate(record.plies, 1)]
            drawn, decided = (next(p for p in plies if (p.actor < 0) is is_drawn) for is_drawn in (True, False))
            drawn.luck, decided.cost, decided.best = [0.2, -0.2], 0.6, [(decided.text, 0.5)]
            found = Analysis(record, plies, 10)
            await store.keep_analysis(kept[0].id, fingerprint(record), json.dumps(found.as_dict()))
            was = await store.read(lambda c: luck(c, games))  # type: ignore[attr-defined]
            assert was is not None and was.games == 1
            assert round(was.mine, 6) == 0.2 and round(was.share, 6) == 0.25

    run(story())


def test_what_a_guest_has_learnt_and_solved_moves_into_the_account_and_stands_on_the_page(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as found:
            lena, state = found.device(), found.app.state
            guest = (await lena.post("/api/identity", {"name": "Lena"}))["id"]
            scholars: Scholars = state.progress
            await scholars.learn(guest, {"attika": {1, 2}})
            await scholars.miss(guest, "attika", 1, 2)
            await scholars.tried(guest, PUZZLE, "attika", 1500.0, True)
            await lena.keep("Lena")
            account = await state.store.read(lambda c: accounts.account_called(c, "Lena"))
            assert await scholars.learnt(account.id) == {"attika": {1, 2}}
            assert await scholars.missed(account.id) == {("attika", 1, 2)}
            assert [one.puzzle for one in await scholars.tries(account.id)] == [PUZZLE]
            standing = await scholars.rating(account.id)
            assert standing is not None and standing.tries == 1
            if account.id != guest:
                assert not await scholars.learnt(guest) and not await scholars.tries(guest)
            seen = await state.store.read(lambda c: learning(c, account.id, "en"))
            assert seen is not None and seen.courses[0][:2] == ("Attika", 2) and (seen.tried, seen.solved) == (1, 1)
            for lang, words in (("en", "2 of "), ("de", "2 von ")):
                assert words in (await found.device().client.get(f"/people/Lena?lang={lang}")).text

    run(story())


def test_others_see_that_somebody_is_here_only_if_they_wish_so(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as found:
            lena, mira = found.device(), found.device()
            await lena.keep("Lena")
            assert "here now" not in (await mira.client.get("/people/Lena?lang=en")).text
            await lena.post("/api/account/wishes", {"wishes": {"show_online": True}})
            assert "here now" in (await mira.client.get("/people/Lena?lang=en")).text
            assert "gerade hier" in (await mira.client.get("/people/Lena?lang=de")).text

    run(story())


def game_of(
    day: int, outcome: str, game: str = GAME, people: tuple[str, str] = ("anna", ""), bot: str = "easy"
) -> Game:
    """A finished game of Anna, at the first of two seats."""
    places = {"won": (1, 2), "drawn": (1, 1), "lost": (2, 1)}[outcome]
    at = datetime(2026, 11, day, 12, tzinfo=UTC)
    bots = ("", "" if people[1] else bot)
    return Game(f"t{day}", game, 2, 0, places[0], places, ("Anna", "?"), people, bots, False, "", at, False, None, None)


def test_achievements_have_the_day_on_which_they_first_came_true() -> None:
    games = [
        game_of(1, "lost"),
        game_of(2, "won"),
        game_of(3, "won", people=("anna", "bela")),
        game_of(4, "drawn", bot="expert"),
        *(game_of(4 + n, "won", game, bot="expert") for n, game in enumerate(sorted(known()), 1)),
        game_of(9, "won"),
        game_of(10, "won", people=("anna", "bela")),
    ]
    found = {laurel.key: laurel.at.day for laurel in of_games(games[::-1])}
    days = {"first_win": 2, "person_beaten": 3, "oracle_beaten": 5, "every_game": 8, "five_wins": 9}
    assert len(known()) == 4 and found == days
    assert of_games([game_of(1, "drawn"), game_of(2, "lost")]) == []


def test_seven_daily_puzzles_in_a_row_are_an_achievement_and_six_are_not() -> None:
    days = {date(2026, 11, day): True for day in range(1, 7)}
    assert of_puzzles(days) == []
    days |= {date(2026, 11, day): True for day in range(7, 10)}
    assert [(laurel.key, laurel.at.day) for laurel in of_puzzles(days)] == [("puzzle_week", 7)]


def test_achievements_and_games_are_on_the_page_unless_they_are_not_shown(tmp_path: Path) -> None:
    async def story() -> None:
        async with house(tmp_path) as found:
            lena, other = found.device(), found.device()
            await lena.keep("Lena")
            table = (await lena.post("/api/tables", {"game": GAME, "seats": ["me", "open"]}, 201))["id"]
            await other.post("/api/identity", {"name": "Mira"})
            await other.post(f"/api/tables/{table}/seats")
            await other.post(f"/api/tables/{table}/resign")
            await Rater(found.app.state.store, 3600).look()
            mine = (await lena.client.get("/people/me?lang=de")).text
            assert "Erster Sieg gegen einen Menschen" in mine and "heute" in mine and 'href="/account#name"' in mine
            theirs = (await other.client.get("/people/Lena?lang=en")).text
            assert "First victory over a person" in theirs and "/account#" not in theirs
            assert "games=all" not in mine
            for _ in range(RECENT):
                table = (await lena.post("/api/tables", {"game": GAME, "seats": ["me", "easy"]}, 201))["id"]
                await lena.post(f"/api/tables/{table}/resign")
            await Rater(found.app.state.store, 3600).look()
            mine, every = [(await lena.client.get(f"/people/me?lang=de{more}")).text for more in ("", "&games=all")]
            assert "Alle 9" in mine and mine.count("rg rg--") == RECENT and every.count("rg rg--") == 9
            first = (await lena.client.get("/")).text
            assert first.count("/replay") == LATELY and "games=all" in first
            await lena.post("/api/account/wishes", {"wishes": {"show_games": False}})
            assert "First victory" not in (await other.client.get("/people/Lena")).text

    run(story())
