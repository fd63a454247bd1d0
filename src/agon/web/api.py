"""The JSON API under /api: what the page's script uses, and other clients and remote bots."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Callable, Sequence
from datetime import datetime, timedelta
from functools import partial
from typing import Annotated, Any, Final

from fastapi import APIRouter, Depends, Header, Path, Query, Request
from fastapi.responses import PlainTextResponse, StreamingResponse
from pydantic import BaseModel, Field

from agon.bots import kinds
from agon.core.game import find, known
from agon.core.state import OVER
from agon.play.seen import Seen
from agon.web import identity
from agon.web.asking import number
from agon.web.bodies import Asked
from agon.web.checks import drafted, now
from agon.web.errors import Refused
from agon.web.events import HEARTBEAT, change, gone
from agon.web.hub import ChatLine, Hub, Live, Summary
from agon.web.identity import Identity, Signer, address_of, free_name, lang_of, network_of, take_name, visitor
from agon.web.moderation import Moderation
from agon.web.onlookers import shown_to
from agon.web.present import given_up, waiting
from agon.web.security import Limits
from agon.web.settings import Settings
from agon.web.whynot import why_not

DESCRIPTION: Final = """\
Say who you are (`POST /api/identity`): a browser is given a cookie; a program asks for `"bearer": true` and sends the
token as `Authorization: Bearer ...`. Take a seat, read the observation with the legal actions, submit `{ply, action}`,
and listen to the table's events. A refusal is `{"error": "a sentence"}`, in the language of `?lang=` or
`Accept-Language`; a move that comes too late is refused with status 409 and the present `ply`.
"""


ANSWERS: Final = 20  # in one submission
HOLIDAY: Final = 30  # days
STREAM_SECONDS: Final = 30  # until somebody who has too many streams open may ask again


class Problem(BaseModel):
    """Why something was refused; with the present ply where a move came too late."""

    error: str
    ply: int | None = None


REFUSALS: Final[dict[int | str, dict[str, Any]]] = {
    status: {"model": Problem} for status in (401, 403, 404, 409, 410, 413, 421, 422, 429, 503)
}

router = APIRouter(prefix="/api", tags=["agon"], responses=REFUSALS)


# ---- what is sent in ----


class IdentityIn(Asked):
    """A nickname; `bearer` asks for a new identity's token in the answer instead of a cookie."""

    name: str = Field(max_length=200)
    bearer: bool = False


class TableIn(Asked):
    """A table to open. Each seat is "me", "open" or a bot's name; whoever sits down at a rated one agrees to it."""

    game: str = Field(max_length=64)
    seats: list[Annotated[str, Field(max_length=64)]] = Field(max_length=8)
    options: dict[str, str] = Field(default_factory=dict, max_length=40)
    public: bool = False
    allow_hints: bool = True
    pace: str = Field(default="", max_length=16)
    rated: bool = False


class RestIn(Asked):
    days: int = Field(ge=-1000, le=1000)


class BotIn(Asked):
    bot: str = Field(max_length=64)


class PlyIn(Asked):
    """An action in the notation, or `actions`: answers to questions in a row, which are played all or none; and the ply
    the asker believes the game is at."""

    ply: int = Field(ge=0, le=1_000_000)
    action: str = Field(default="", max_length=200)
    actions: list[Annotated[str, Field(max_length=200)]] = Field(default_factory=list, max_length=ANSWERS)

    def answers(self) -> list[str]:
        """What is played, first things first."""
        if ("action" in self.model_fields_set) == bool(self.actions):
            raise Refused("answers_missing")
        return self.actions or [self.action]


class ChatIn(Asked):
    """A line, or instead of it one of the quick phrases, which everybody reads in their own language."""

    text: str = Field("", max_length=2000)
    phrase: str = Field("", max_length=40)


class RecordIn(Asked):
    record: str


# ---- what is sent out ----


class IdentityOut(BaseModel):
    id: str
    name: str
    token: str | None = None


class OptionOut(BaseModel):
    name: str
    choices: list[str]
    about: str


class GameOut(BaseModel):
    id: str
    title: str
    author: str
    year: int
    seats: list[int]
    minutes: int
    weight: float
    about: str
    options: list[OptionOut]
    bots: list[str]


class SeatOut(BaseModel):
    kind: str
    name: str
    bot: str
    standing_in: bool
    mine: bool


class TableOut(BaseModel):
    """A table as anybody may know it. `seat` is the asker's, -1 for a spectator."""

    id: str
    game: str
    seat: int
    seats: list[SeatOut]
    ply: int
    version: int
    actor: int
    started: bool
    over: bool
    imported: bool
    public: bool
    hosting: bool
    updated: datetime
    result: list[int]
    pace: str
    rated: bool
    due: datetime | None


class ChatOut(BaseModel):
    """A line of chat. Another `kind` than "say" tells of `seat`: a bot (`text`) plays for its owner, who has "left", or
    "stand": because `name` wished so while they were away; or the owner is "back". The text of a "phrase" is its name;
    a negative seat is a spectator, whom players do not hear while they play.
    """

    number: int

    at: datetime
    kind: str
    name: str
    seat: int
    text: str


class AwayOut(BaseModel):
    """Somebody away from a running game: for how many seconds, and in how many a bot may play for them (0: now)."""

    seat: int
    seconds: int
    rest: int


class TableMore(TableOut):
    """One table, with what only those who look at it need.

    `clocks` are the seconds that each seat had left when it was last asked; of the one that is asked now, `due` tells.
    """

    options: dict[str, str]
    allow_hints: bool
    may_take_back: bool
    rematch: str | None
    present: list[int]
    away: list[AwayOut]
    clocks: list[float]
    chat: list[ChatOut]


class LobbyOut(BaseModel):
    open: list[TableOut]
    mine: list[TableOut]
    finished: list[TableOut]
    running: list[TableOut]


class PromptOut(BaseModel):
    title: str
    text: str
    paragraph: str


class OutlookOut(BaseModel):
    """What would come of an action, as far as the seat may know; see the guide of the game."""

    group: str
    place: str
    reason: str
    price: str
    gain: str
    bill: list[tuple[str, str]]
    cost: float
    benefit: float
    payable: bool
    warning: str


class ActionOut(BaseModel):
    """A legal action. `begins`: the next question belongs to the same step. No `outlook` where it was not asked for."""

    action: str
    label: str
    begins: bool
    outlook: OutlookOut | None


class GoalOut(BaseModel):
    """How one wins, and how far each seat is."""

    text: str
    standing: list[str]
    paragraph: str


class ThreatOut(BaseModel):
    """Somebody is about to win or to take something; seat -1: nobody."""

    seat: int
    text: str
    places: list[str]


class ObservationOut(BaseModel):
    """What the asker's seat may know; `legal` is empty unless it has to decide and no bot plays for it.

    Until `started`, nothing is dealt, and every seat knows what a spectator knows.
    """

    table: str
    game: str
    version: int
    ply: int
    seat: int
    actor: int
    started: bool
    over: bool
    prompt: PromptOut
    legal: list[ActionOut]
    goal: GoalOut | None
    threats: list[ThreatOut]
    facts: dict[str, Any]


class SeatTaken(BaseModel):
    seat: int


class PlyOut(BaseModel):
    ply: int


class WhyOut(BaseModel):
    """Whether an action is legal for the asker now, and if not, which rule forbids it."""

    legal: bool
    message: str
    paragraph: str
    remedy: str  # an action that could be played first, so that this one becomes legal
    remedy_label: str


# ---- what the functions below are given ----
# All are coroutines: FastAPI would hand plain functions to a thread, which costs more than they do.


async def the_hub(request: Request) -> Hub:
    hub: Hub = request.app.state.hub
    return hub


async def anybody(request: Request) -> Identity | None:
    """Who asks, if they have said."""
    return visitor(request)


async def somebody(request: Request) -> Identity:
    """Who asks; refused where they have not said."""
    who = visitor(request)
    if who is None:
        raise Refused("who_are_you")
    return who


async def language(request: Request) -> str:
    return lang_of(request)


Lobby = Annotated[Hub, Depends(the_hub)]
Who = Annotated[Identity, Depends(somebody)]
Maybe = Annotated[Identity | None, Depends(anybody)]
Lang = Annotated[str, Depends(language)]
TableId = Annotated[str, Path(max_length=64)]
SeatNumber = Annotated[int, Path(ge=0, le=99)]


def limit(request: Request, kind: str, asker: str) -> None:
    limits: Limits = request.app.state.limits
    limits.check(kind, asker)


# ---- identity, games, tables ----


@router.post("/identity")
async def name_yourself(request: Request, wish: IdentityIn) -> IdentityOut:
    """Choose a nickname, or change it. A program asks for a bearer token, which is a new identity each time."""
    limit(request, "identity", network_of(request.scope))
    if wish.bearer:
        signer: Signer = request.app.state.signer
        who = identity.fresh(await free_name(request, wish.name))
        return IdentityOut(id=who.id, name=who.name, token=signer.sign(who))
    who = await take_name(request, visitor(request), wish.name)
    return IdentityOut(id=who.id, name=who.name)


@router.get("/games")
async def games(lang: Lang) -> list[GameOut]:
    """The games of this server, with their options and the bots there are."""
    return [_game_out(game_id, lang) for game_id in known()]


def _game_out(game_id: str, lang: str) -> GameOut:
    game = find(game_id)
    return GameOut(
        id=game.id,
        title=game.title[lang],
        author=game.author,
        year=game.year,
        seats=list(game.seats),
        minutes=game.minutes,
        weight=game.weight,
        about=game.about[lang],
        options=[OptionOut(name=o.name, choices=list(o.choices), about=o.about[lang]) for o in game.options],
        bots=kinds(),
    )


@router.get("/tables")
async def tables(hub: Lobby, who: Maybe) -> LobbyOut:
    """The lobby: open tables, mine (those waiting for me first), my finished ones, running public ones."""
    lobby = await hub.lobby(who)
    me = who.id if who is not None else ""
    lists = {name: [_row(s, me) for s in getattr(lobby, name)] for name in ("open", "mine", "finished", "running")}
    return LobbyOut(**lists)


@router.post("/tables", status_code=201)
async def open_table(hub: Lobby, who: Who, wish: TableIn) -> TableMore:
    """Open a table. It starts at once when no seat is open."""
    live = await hub.create(
        who, wish.game, wish.seats, wish.options, wish.public, wish.allow_hints, wish.pace, wish.rated
    )
    return _table(hub, live, who)


@router.get("/tables/{table_id}")
async def table(hub: Lobby, who: Maybe, table_id: TableId) -> TableMore:
    """A table: who sits where, how far it is, who decides."""
    return _table(hub, shown_to(await hub.get(table_id), who), who)


def _row(summary: Summary, me: str) -> TableOut:
    return TableOut(
        id=summary.id,
        game=summary.game,
        seat=summary.seat_of(me),
        seats=[_seat(seat, me) for seat in summary.seats],
        ply=summary.ply,
        version=summary.version,
        actor=summary.actor,
        started=summary.started,
        over=summary.over,
        imported=summary.imported,
        public=summary.public,
        hosting=summary.host == me,
        updated=summary.updated,
        result=list(summary.result),
        pace=summary.pace,
        rated=summary.rated,
        due=summary.due,
    )


def _seat(seat: Any, me: str) -> SeatOut:
    mine = bool(me) and seat.owner == me
    return SeatOut(kind=seat.kind, name=seat.name, bot=seat.bot, standing_in=seat.standing_in, mine=mine)


def _table(hub: Hub, live: Live, who: Identity | None) -> TableMore:
    me = who.id if who is not None else ""
    here = hub.present(live.id)
    seat = live.seat_of(me)
    return TableMore(
        **_row(live.summary(), me).model_dump(),
        options=live.options,
        allow_hints=live.allow_hints,
        may_take_back=live.may_take_back(seat),
        rematch=live.rematch if seat >= 0 else None,
        present=[i for i, s in enumerate(live.seats) if s.owner in here],
        away=[AwayOut(seat=a.seat, seconds=a.seconds, rest=a.rest) for a in hub.away(live)],
        clocks=[round(seconds, 1) for seconds in live.clock.left] if live.clock.pace.is_live else [],
        chat=[_line(line) for line in live.heard(seat)],
    )


# ---- sitting ----


@router.post("/tables/{table_id}/seats")
async def take_any_seat(hub: Lobby, who: Who, table_id: TableId) -> SeatTaken:
    """Take the first free seat."""
    return SeatTaken(seat=await hub.join(table_id, who, None))


@router.post("/tables/{table_id}/seats/{seat}")
async def take_seat(hub: Lobby, who: Who, table_id: TableId, seat: SeatNumber) -> SeatTaken:
    """Take this seat."""
    return SeatTaken(seat=await hub.join(table_id, who, seat))


@router.delete("/tables/{table_id}/seats/{seat}")
async def leave_seat(hub: Lobby, who: Who, table_id: TableId, seat: SeatNumber) -> TableMore:
    """Leave: before the start the seat becomes free, in a running game a bot stands in, after it nothing changes."""
    live = await hub.get(table_id)
    if live.seat_of(who.id) not in (seat, -1):
        raise Refused("not_your_seat")
    await hub.leave(table_id, who)
    return _table(hub, live, who)


@router.put("/tables/{table_id}/seats/{seat}/bot")
async def fill_seat(hub: Lobby, who: Who, table_id: TableId, seat: SeatNumber, wish: BotIn) -> TableMore:
    """The host puts a bot on an open seat; once the game runs, whoever plays lets one stand in for somebody away.

    That is refused until they have been away for long enough: the table's `away` says when.
    """
    await hub.fill(table_id, who, seat, wish.bot)
    return _table(hub, await hub.get(table_id), who)


@router.post("/tables/{table_id}/hand-back")
async def hand_back(hub: Lobby, who: Who, table_id: TableId) -> TableMore:
    """Take your seat back from the bot that stood in."""
    await hub.hand_back(table_id, who)
    return _table(hub, await hub.get(table_id), who)


@router.post("/tables/{table_id}/resign")
async def resign(hub: Lobby, who: Who, table_id: TableId) -> TableMore:
    """Give up a game for two: it is over, and the other has won."""
    await hub.resign(table_id, who)
    return _table(hub, await hub.get(table_id), who)


@router.post("/tables/{table_id}/rest")
async def rest(hub: Lobby, who: Who, table_id: TableId, wish: RestIn) -> TableMore:
    """A holiday of so many days, at a table with days for each decision; its time does not run out before."""
    if not 1 <= wish.days <= HOLIDAY:
        raise Refused("holiday_long")
    await hub.rest(table_id, who, now() + timedelta(days=wish.days))
    return _table(hub, await hub.get(table_id), who)


# ---- playing ----


@router.get("/tables/{table_id}/observation")
async def observation(
    hub: Lobby,
    who: Maybe,
    table_id: TableId,
    lang: Lang,
    draft: Annotated[list[Annotated[str, Field(max_length=200)]] | None, Query(max_length=ANSWERS)] = None,
    outlook: Annotated[bool, Query()] = True,
) -> ObservationOut:
    """What your seat may know, what is asked, and the legal actions if you have to decide and no bot plays for you.

    `draft` are answers of yours that are not played: you are told what you would know after them, as long as they show
    nothing hidden. `outlook=false` spares the server what would come of each action.
    """
    live = shown_to(await hub.get(table_id), who)
    return observed(live, live.seat_of(who.id) if who is not None else -1, lang, draft or (), outlook)


def observed(live: Live, seat: int, lang: str, draft: Sequence[str] = (), outlook: bool = True) -> ObservationOut:
    """Made from the seat's observation and nothing else."""
    seen = live.seen(seat)
    if draft:
        seen = drafted(live, seat, draft)
    decides = live.is_running and seat >= 0 and seat == seen.actor() and not live.seats[seat].is_played_by_bot
    prompt = seen.prompt(lang) if live.is_dealt else waiting(live, lang)
    if live.table.resigned >= 0:
        prompt = given_up(live, lang)
    return ObservationOut(
        table=live.id,
        game=seen.game.id,
        version=live.version,
        ply=live.ply,
        seat=seat,
        actor=OVER if live.is_over else seen.actor(),
        started=live.is_dealt,
        over=live.is_over,
        prompt=PromptOut(title=prompt.title, text=prompt.text, paragraph=prompt.paragraph),
        legal=[_action(seen, action, lang, outlook) for action in seen.legal()] if decides else [],
        goal=_goal(seen, lang) if live.is_dealt else None,
        threats=_threats(seen, lang) if live.is_dealt else [],
        facts=seen.facts(),
    )


def _action(seen: Seen, action: int, lang: str, outlook: bool) -> ActionOut:
    told = seen.outlook(action, lang) if outlook else None
    return ActionOut(
        action=seen.game.space.text(action),
        label=seen.label(action, lang),
        begins=seen.begins(action),
        outlook=None if told is None else OutlookOut.model_validate(told, from_attributes=True),
    )


def _goal(seen: Seen, lang: str) -> GoalOut | None:
    goal = seen.goal(lang)
    return None if goal is None else GoalOut.model_validate(goal, from_attributes=True)


def _threats(seen: Seen, lang: str) -> list[ThreatOut]:
    return [ThreatOut.model_validate(threat, from_attributes=True) for threat in seen.threats(lang)]


@router.post("/tables/{table_id}/plies")
async def submit(hub: Lobby, who: Who, table_id: TableId, wish: PlyIn) -> PlyOut:
    """Play an action, or answers in a row (`actions`), all or none; it is saved when this answers.

    Another answer can follow only where nothing was drawn or shown in between; a refusal names the answer it is about.
    """
    return PlyOut(ply=await hub.submit(table_id, who, wish.ply, *wish.answers()))


@router.post("/tables/{table_id}/undo")
async def undo(hub: Lobby, who: Who, table_id: TableId) -> PlyOut:
    """Take back your last decision, with what bots answered to it, unless something hidden was shown since.

    At a table with other people: unless something was drawn, decided or shown since.
    """
    return PlyOut(ply=await hub.take_back(table_id, who))


@router.get("/why")
async def why(
    hub: Lobby,
    who: Maybe,
    lang: Lang,
    table: Annotated[str, Query(max_length=64)],
    action: Annotated[str, Query(max_length=200)],
) -> WhyOut:
    """Which rule forbids an action for your seat now; judged by what your seat may know."""
    live = shown_to(await hub.get(table), who)
    return WhyOut.model_validate(why_not(live, who, action, lang), from_attributes=True)


@router.post("/tables/{table_id}/chat", status_code=201)
async def chat(request: Request, hub: Lobby, who: Who, table_id: TableId, wish: ChatIn) -> ChatOut:
    """Say something to those at the table; whoever does not sit there talks with the other spectators."""
    limit(request, "chat", who.id)
    moderation: Moderation = request.app.state.moderation
    moderation.check_mute(who, address_of(request.scope))
    await hub.say(table_id, who, wish.text, wish.phrase)
    live = await hub.get(table_id)
    return _line(next(line for line in reversed(live.chat) if line.who == who.id))


def _line(line: ChatLine) -> ChatOut:
    return ChatOut(number=line.number, at=line.at, kind=line.kind, name=line.name, seat=line.seat, text=line.text)


@router.post("/tables/{table_id}/rematch")
async def rematch(hub: Lobby, who: Who, table_id: TableId) -> TableMore:
    """The table where the players of a finished game meet again."""
    return _table(hub, await hub.rematch(table_id, who), who)


# ---- records ----


@router.get("/tables/{table_id}/record", response_class=PlainTextResponse)
async def record(hub: Lobby, table_id: TableId) -> PlainTextResponse:
    """The record of a finished game, as text."""
    live = await hub.get(table_id)
    if not live.is_open_to_all:
        raise Refused("still_secret")
    name = f"{live.table.game.id}-{live.created:%Y-%m-%d}.agon"
    return PlainTextResponse(live.record().text(), headers={"content-disposition": f'attachment; filename="{name}"'})


@router.post("/records", status_code=201)
async def import_record(hub: Lobby, who: Who, wish: RecordIn) -> TableMore:
    """Bring a record; it becomes a public table to look at."""
    return _table(hub, await hub.import_record(who, wish.record), who)


# ---- events ----


@router.get("/tables/{table_id}/events", response_class=StreamingResponse)
async def events(
    request: Request,
    hub: Lobby,
    who: Maybe,
    table_id: TableId,
    lang: Lang,
    since: Annotated[int | None, Query(ge=0)] = None,
    last_event_id: Annotated[str | None, Header()] = None,
) -> StreamingResponse:
    """Server-sent events, one whenever the table has changed or somebody has come or gone.

    The id is the table's version. `away` lists seats whose owners are away, as [seat, seconds so far, seconds until a
    bot may play for them].
    """
    last = number(last_event_id)
    if last is not None:
        since = last
    live = await hub.get(table_id)
    address = network_of(request.scope)
    streams: dict[str, int] = request.app.state.streams
    settings: Settings = request.app.state.settings
    if streams.get(address, 0) + request.app.state.elsewhere(address) >= settings.streams_per_address:
        raise Refused("too_many_streams", seconds=STREAM_SECONDS)
    seen = -1 if since is None or since > live.version else since
    moderation: Moderation = request.app.state.moderation
    check = partial(moderation.check_stream, table_id, who, address_of(request.scope))
    body = _stream(hub, table_id, who, seen, streams, address, settings.heartbeat, lang, check)
    return StreamingResponse(body, media_type="text/event-stream", headers={"x-accel-buffering": "no"})


async def _stream(
    hub: Hub,
    table_id: str,
    who: Identity | None,
    seen: int,
    streams: dict[str, int],
    address: str,
    heartbeat: float,
    lang: str,
    check: Callable[[], None],
) -> AsyncGenerator[str, None]:
    """Events until the reader leaves, or until `check` refuses more; the last event says why."""
    streams[address] = streams.get(address, 0) + 1
    try:
        with hub.subscribe(table_id, who, seen) as watch:
            if hub.away(await hub.get(table_id, is_new=False)):
                watch.nudge()
            while True:
                sign = HEARTBEAT
                try:
                    await asyncio.wait_for(anext(watch), heartbeat)
                    live = await hub.get(table_id, is_new=False)
                    away = [(a.seat, a.seconds, a.rest) for a in hub.away(live)]
                    shown = shown_to(live, who)
                    watch.showed(shown.version)  # it may have gone on since the watch spoke
                    sign = change(shown.version, shown.ply, shown.actor, shown.is_over, away)
                except TimeoutError:
                    if who is not None:  # whoever listens is here, though they ask for nothing
                        hub.budget.saw(who)
                except StopAsyncIteration:
                    check()
                    return
                check()
                yield sign
    except Refused as refusal:
        yield gone(refusal.message(lang))
    finally:
        streams[address] -= 1
        if streams[address] == 0:
            del streams[address]
