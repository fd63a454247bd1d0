"""The page of somebody: how strong they are at each game, whom they met, what they like; and the leaderboards."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection

from agon.core.game import find, known
from agon.web.accounts import Account
from agon.web.badge import badge
from agon.web.curve import curve, spark
from agon.web.days import lately, month
from agon.web.history import Game, Leader, Table, against, games_of, leaders, ratings_of
from agon.web.laurels import Laurel, laurels
from agon.web.lobbypage import all_games
from agon.web.portrait import ByGame, by_game, by_seat, learning, luck, openings
from agon.web.ratings import MU, SETTLED, Rating, bot_rating, points
from agon.web.wishes import wish
from agon.web.words import join, say, strength

RECENT: Final = 8
ALL: Final = 400  # games, where somebody wants to see them all
MET: Final = 12
SPANS: Final = {"month": 31, "half": 183, "all": 36_500}  # days

Values = dict[str, Any]


def title_of(table: Table, lang: str) -> str:
    """A game with its seats, where there are several numbers of them."""
    game = find(table[0])
    seats = f", {say(lang, 'n_seats', n=table[1])}" if len(game.seats) > 1 else ""
    return f"{game.title[lang]}{seats}"


def tables() -> list[Table]:
    """Every game with every number of seats."""
    return [(game.id, seats) for game in all_games() for seats in game.seats]


def chosen(game: str, seats: int | None, usual: Table) -> Table:
    """The table somebody asks for, if there is such a one."""
    return (game, seats) if game in known() and seats in find(game).seats else usual


def profile_values(
    connection: Connection,
    person: str,
    account: Account | None,
    mine: bool,
    lang: str,
    asked: Table,
    span: str,
    now: datetime,
    online: bool = False,
    wants_all: bool = False,
) -> Values:
    """Everything the page of somebody shows."""
    wishes = account.wishes if account is not None else {}
    shows_ratings, shows_games = (mine or wish(wishes, name) for name in ("show_ratings", "show_games"))
    games = games_of(connection, person)
    shown = ALL if wants_all else RECENT
    ratings = ratings_of(connection, person) if shows_ratings else {}
    usual = next(iter(ratings), (games[0].game, games[0].seats) if games else tables()[0])
    table = asked if asked[0] else usual
    there = [game for game in games if (game.game, game.seats) == table and game.game in known()]
    rating = ratings.get(table)
    strongest = leaders(connection, *table)
    colour, mark = badge(person)
    return {
        "page": "people",
        "colour": colour,
        "mark": mark,
        "since": month(lang, account.created) if account is not None else "",
        "played": len(games),
        "mine": mine,
        "shows_ratings": shows_ratings,
        "shows_games": shows_games,
        "cards": [_card(at, found, games, at == table, lang, now) for at, found in ratings.items() if at[0] in known()],
        "table": title_of(table, lang),
        "game": table[0],
        "seats": table[1],
        "rating": rating,
        "span": span,
        "spans": list(SPANS),
        "curve": _curve(there, table, span, lang, now) if shows_ratings else None,
        "stronger": _stronger(rating, table, lang),
        "leaders": board(strongest, person, lang),
        "against": [_against(one, table, strongest, lang) for one in against(there)[:MET]] if shows_games else [],
        "recent": [_recent(game, lang, now) for game in games[:shown] if game.game in known()] if shows_games else [],
        "more_games": shows_games and len(games) > shown,
        "laurels": [_laurel(one, lang, now) for one in laurels(connection, person, games)] if shows_games else [],
        "by_game": [_by_game(one, lang) for one in by_game(games)] if shows_games else [],
        "openings": openings(connection, there, lang) if shows_games else [],
        "by_seat": by_seat(connection, there, table) if shows_games else [],
        "luck": luck(connection, there) if shows_games else None,
        "learning": learning(connection, person, lang) if shows_games else None,
        "online": online and (mine or wish(wishes, "show_online")),
        "settled": SETTLED,
    }


def _card(table: Table, rating: Rating, games: list[Game], current: bool, lang: str, now: datetime) -> Values:
    there = [g for g in games if (g.game, g.seats) == table and g.rating is not None]
    week = sum(g.gain or 0.0 for g in there if g.at > now - timedelta(days=7))
    return {
        "title": title_of(table, lang),
        "href": f"?game={table[0]}&seats={table[1]}",
        "rating": rating,
        "week": points(MU + week) - points(MU),
        "spark": spark([g.rating for g in reversed(there) if g.rating is not None]),
        "current": current,
    }


def _curve(there: list[Game], table: Table, span: str, lang: str, now: datetime) -> Any:
    since = now - timedelta(days=SPANS[span])
    history = [(g.at, g.rating) for g in reversed(there) if g.rating is not None and g.at > since]
    bots = [(strength(lang, bot), bot_rating(*table, bot)) for bot in ("medium", "hard", "expert")]
    return curve(history, bots, lang)


def _stronger(rating: Rating | None, table: Table, lang: str) -> str:
    """The strongest bot whose interval lies wholly below one's own: overlapping ones are no order."""
    if rating is None:
        return ""
    beaten = [
        (other.points, bot)
        for bot in ("easy", "medium", "hard", "expert")
        for other in (bot_rating(*table, bot),)
        if other.points + other.margin < rating.points - rating.margin
    ]
    return strength(lang, max(beaten)[1]) if beaten else ""


def board(found: list[Leader], me: str, lang: str, is_about: Callable[[str], bool] = lambda _: False) -> list[Values]:
    """A leaderboard: people numbered, bots between them, each with its interval, and who is here now."""
    edges = [p for one in found for p in (one.rating.points - one.rating.margin, one.rating.points + one.rating.margin)]
    low, high = min(edges, default=0), max(edges, default=1)
    out, place = [], 0
    for one in found:
        place += bool(one.person)
        colour, mark = badge(one.person)
        out.append(
            {
                "place": place if one.person else 0,
                "name": one.name if one.person else strength(lang, one.name),
                "bot": not one.person,
                "online": one.shows_online and is_about(one.person),
                "me": bool(one.person) and one.person == me,
                "rating": one.rating,
                "colour": colour,
                "mark": mark,
                "from": 100 * (one.rating.points - one.rating.margin - low) / max(1, high - low),
                "to": 100 * (one.rating.points + one.rating.margin - low) / max(1, high - low),
                "at": 100 * (one.rating.points - low) / max(1, high - low),
            }
        )
    return out


def _against(one: Any, table: Table, strongest: list[Leader], lang: str) -> Values:
    """An opponent; of people the rating is told where the leaderboard tells it."""
    colour, mark = badge(one.person)
    known_by = {leader.person: leader.rating.points for leader in strongest if leader.person}
    return {
        "name": (one.name or say(lang, "somebody")) if one.person else strength(lang, one.bot),
        "bot": not one.person,
        "colour": colour,
        "mark": mark,
        "points": bot_rating(*table, one.bot).points if one.bot else known_by.get(one.person, ""),
        "won": one.won,
        "drawn": one.drawn,
        "lost": one.lost,
        "games": one.games,
    }


def _by_game(one: ByGame, lang: str) -> Values:
    href = f"?game={one.table[0]}&seats={one.table[1]}"
    return {"title": title_of(one.table, lang), "href": href, "won": one.won, "drawn": one.drawn, "lost": one.lost}


def _laurel(one: Laurel, lang: str, now: datetime) -> Values:
    title = say(lang, f"laurel_{one.key}", cup=one.cup)
    return {"icon": one.icon, "title": title, "when": lately(lang, one.at, now)}


def _recent(game: Game, lang: str, now: datetime) -> Values:
    others = [name or say(lang, "somebody") for seat, name in enumerate(game.names) if seat != game.seat]
    return {
        "title": find(game.game).title[lang],
        "text": say(lang, "against_names", names=join(lang, others)),
        "outcome": game.outcome,
        "left": game.left,
        "when": lately(lang, game.at, now),
        "gain": None if game.gain is None else points(MU + game.gain) - points(MU),
        "href": f"/tables/{game.table_id}/replay",
    }
