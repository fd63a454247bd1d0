"""The pages of tournaments: all of them, one with its cross table, and what one does there."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any, Final

from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from agon.bots import kinds
from agon.core.game import find
from agon.web import cups
from agon.web.asking import number, read_form
from agon.web.badge import badge
from agon.web.checks import check_bot, check_pace, game_of
from agon.web.cuprounds import VIEWS, round_name, to_come, view_of, with_clocks
from agon.web.cups import LONGEST, MOST, SEATS, Board, Cup, Entrant
from agon.web.errors import Refused
from agon.web.identity import lang_of, player, tidy_text
from agon.web.lobbypage import all_games
from agon.web.peoplepages import store_of
from agon.web.ratings import bot_rating, rating_of
from agon.web.render import page
from agon.web.routes import Routes
from agon.web.store import read_summary
from agon.web.swiss import BYE, Met, chances, standings
from agon.web.words import levels, say, strength

router = Routes()

TITLE: Final = 40  # letters of what a tournament is called
FIELDS: Final = 60  # in one form
SHOWN: Final = 0.005  # a chance that is told
ENDINGS: Final = 1000  # that are drawn to tell who may win
KINDS: Final = ("swiss", "robin", "knockout")
PACES: Final = ("live", "quick", "day", "days3", "week", "")

Values = dict[str, Any]


@router.get("/tournaments")
async def tournaments(request: Request) -> Response:
    """All tournaments, and a form for one's own."""
    player(request)
    lang = lang_of(request)
    found = await store_of(request).read(_listed)
    return page(
        request,
        "tournaments.html",
        page="tournaments",
        cups=[_row(cup, entrants, lang) for cup, entrants in found],
        games=[(game.id, game.title[lang]) for game in all_games() if SEATS in game.seats],
        kinds=KINDS,
        kind=request.query_params.get("kind", KINDS[0]),
        paces=PACES,
        bots=[(bot, strength(lang, bot)) for bot in levels(kinds())],
    )


def _listed(connection: Connection) -> list[tuple[Cup, int]]:
    return [(cup, len(cups.entrants_of(connection, cup.id))) for cup in cups.cups(connection)]


def _row(cup: Cup, entrants: int, lang: str) -> Values:
    return {"cup": cup, "game": find(cup.game).title[lang], "entrants": entrants, "state": state_of(cup, lang)}


def state_of(cup: Cup, lang: str) -> str:
    """Open, in a round, or over."""
    if cup.over:
        return say(lang, "cup_over")
    return say(lang, "cup_round_of", n=cup.round, all=cup.rounds) if cup.round else say(lang, "cup_open")


@router.post("/tournaments")
async def open_tournament(request: Request) -> Response:
    """A tournament of one's own, which begins when one says so."""
    form, who, lang = await read_form(request, FIELDS), player(request), lang_of(request)

    def one(name: str) -> str:
        return form.get(name, [""])[0]

    game, kind, pace = game_of(one("game")), one("kind"), one("pace")
    if SEATS not in game.seats:
        raise Refused("cup_game", game=game.title[lang])
    check_pace(pace)
    bots = [bot for bot in form.get("bot", []) if bot][: MOST // 2]
    for bot in bots:
        check_bot(bot, 0)  # by their bare names
    rounds = max(1, min(number(one("rounds")) or 5, LONGEST))
    rated = one("rated") == "yes"
    title = tidy_text(one("title"), TITLE)
    if not title:
        raise Refused("no_name")
    cup = cups.new_cup(who, title, game.id, kind if kind in KINDS else KINDS[0], pace, rated, rounds)
    await store_of(request).write(partial(cups.open_cup, cup=cup, bots=bots))
    await store_of(request).write(partial(cups.join, cup_id=cup.id, who=who))
    return RedirectResponse(f"/tournaments/{cup.id}", 303)


@router.get("/tournaments/{cup_id}")
async def tournament(request: Request, cup_id: str) -> Response:
    """One tournament: standings and cross table, the round that is played, who may win."""
    who, lang = player(request), lang_of(request)
    values = await store_of(request).read(partial(_values, cup_id=cup_id, me=who.id, lang=lang))
    await with_clocks(request.app.state.hub, values["boards"], lang)
    clocks = {board["table"]: board["asked"] for board in values["boards"]}
    view = view_of(values["cup"], request.query_params.get("view", ""))
    return page(request, "tournament.html", page="tournaments", view=view, views=VIEWS, clocks=clocks, **values)


@router.post("/tournaments/{cup_id}/join")
async def join(request: Request, cup_id: str) -> Response:
    await store_of(request).write(partial(cups.join, cup_id=cup_id, who=player(request)))
    return RedirectResponse(f"/tournaments/{cup_id}", 303)


@router.post("/tournaments/{cup_id}/leave")
async def leave(request: Request, cup_id: str) -> Response:
    await store_of(request).write(partial(cups.withdraw, cup_id=cup_id, who=player(request)))
    return RedirectResponse(f"/tournaments/{cup_id}", 303)


@router.post("/tournaments/{cup_id}/pause")
async def pause(request: Request, cup_id: str) -> Response:
    await store_of(request).write(partial(cups.pause, cup_id=cup_id, who=player(request), paused=True))
    return RedirectResponse(f"/tournaments/{cup_id}", 303)


@router.post("/tournaments/{cup_id}/return")
async def come_back(request: Request, cup_id: str) -> Response:
    await store_of(request).write(partial(cups.pause, cup_id=cup_id, who=player(request), paused=False))
    return RedirectResponse(f"/tournaments/{cup_id}", 303)


@router.post("/tournaments/{cup_id}/begin")
async def begin(request: Request, cup_id: str) -> Response:
    await store_of(request).write(partial(cups.begin, cup_id=cup_id, who=player(request)))
    return RedirectResponse(f"/tournaments/{cup_id}", 303)


# ---- what the page shows ----


def _values(connection: Connection, cup_id: str, me: str, lang: str) -> Values:
    cup, entrants = cups.cup_of(connection, cup_id), cups.entrants_of(connection, cup_id)
    boards = cups.boards_of(connection, cup_id) if cup.round else []
    games = [board.met for board in boards]
    people = [_entrant(connection, cup, entrant, me, lang) for entrant in entrants]
    table = standings(len(entrants), games) if cup.round else []
    order = [row.entrant for row in table]
    cells = {(b.first, b.second): b for b in boards} | {(b.second, b.first): b for b in boards}
    every = [(b.round, _board(connection, b, people, me, lang)) for b in boards]
    now = [board for number, board in every if number == cup.round]
    return {
        "cup": cup,
        "game": find(cup.game).title[lang],
        "state": state_of(cup, lang),
        "people": people,
        "rows": [
            {
                "place": row.place,
                "who": people[row.entrant],
                "points": half(row.points),
                "buchholz": half(row.buchholz),
                "cells": [_cell(cells.get((row.entrant, other)), row.entrant, row.entrant == other) for other in order],
            }
            for row in table
        ],
        "boards": now,
        "rounds": [
            {
                "name": round_name(cup, n, lang),
                "boards": [board for number, board in every if number == n],
                "open": to_come(cup, n),
            }
            for n in range(1, (cup.rounds if cup.kind == "knockout" else cup.round) + 1)
        ],
        "round_name": round_name(cup, cup.round, lang),
        "begun": sum(1 for board in now if board["table"] or board["score"]),
        "mine": next((b["table"] for b in now if b["mine"] and not b["score"]), ""),
        "chances": _chances(people, games, cup) if cup.round and not cup.over else [],
        "endings": ENDINGS,
        "kinds": KINDS,
        "is_host": cup.host == me,
        "is_in": any(person["me"] for person in people),
        "is_paused": any(person["me"] and person["paused"] for person in people),
        "winner": people[order[0]]["name"] if cup.over and order else "",
    }


def half(points: float) -> str:
    """4½ for 4.5."""
    whole, rest = int(points), points % 1
    return f"{whole or ''}½" if rest else str(whole)


def _entrant(connection: Connection, cup: Cup, entrant: Entrant, me: str, lang: str) -> Values:
    rating = (
        bot_rating(cup.game, SEATS, entrant.bot)
        if entrant.bot
        else rating_of(connection, entrant.person, cup.game, SEATS)
    )
    colour, mark = badge(entrant.person)
    name = strength(lang, entrant.bot) if entrant.bot else entrant.name or say(lang, "somebody")
    is_me = bool(entrant.person) and entrant.person == me
    return {
        "name": name, "bot": bool(entrant.bot), "me": is_me, "points": rating.points, "colour": colour, "mark": mark,
        "paused": entrant.paused and not cup.over,
    }  # fmt: skip


def _cell(board: Board | None, me: int, own: bool) -> Values:
    if board is None:
        return {"text": "" if own else "·", "cls": "own" if own else "", "href": "", "table": ""}
    href = f"/tables/{board.table_id}" if board.table_id else ""
    if board.points is None:
        return {"text": "live", "cls": "live", "href": href, "table": board.table_id}
    mine = board.points if board.first == me else 1 - board.points
    cls = {1.0: "won", 0.0: "lost"}.get(mine, "drawn")
    return {"text": half(mine), "cls": cls, "href": f"{href}/replay" if href else "", "table": ""}


def _board(connection: Connection, board: Board, people: list[Values], me: str, lang: str) -> Values:
    pair = [people[n] for n in (board.first, board.second) if n != BYE]
    summary = read_summary(connection, board.table_id) if board.table_id else None
    score = ""
    if board.points is not None:
        score = f"{half(board.points)} : {half(1 - board.points)}" if len(pair) > 1 else half(board.points)
    return {
        "pair": pair,
        "table": board.table_id or "",
        "score": score,
        "ply": summary.ply if summary is not None else 0,
        "through": [board.points != 0, board.second != BYE and board.points == 0] if score else [False, False],
        "alone": say(lang, "bye" if board.points else "cup_pauses"),
        "clocks": [],
        "asked": None,
        "mine": any(person["me"] for person in pair),
    }


def _chances(people: list[Values], games: list[Met], cup: Cup) -> list[Values]:
    paused = frozenset(n for n, person in enumerate(people) if person["paused"])
    left = cup.rounds - cup.round
    found = chances([p["points"] for p in people], games, left, Random(len(games)), ENDINGS, paused)
    rows: list[Values] = [
        {"who": person, "share": share} for person, share in zip(people, found, strict=True) if share >= 0.005
    ]
    return sorted(rows, key=lambda row: -row["share"])[:6]
