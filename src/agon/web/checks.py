"""Questions about a request, each refused with a sentence; and what the hub makes of it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from random import Random
from typing import Final

from agon.bots import kinds, make_bot
from agon.bots.levels import MIND, PROGRAM, PYTHON
from agon.core import codec
from agon.core.errors import AgonError, BadRecord
from agon.core.game import Game, find_with, known
from agon.core.record import Ply, Record
from agon.play.seen import Seen
from agon.play.table import StillTable, Table
from agon.web.botpool import Place, Question
from agon.web.clocks import PACES
from agon.web.errors import Refused, refused
from agon.web.identity import Identity, tidy_name
from agon.web.live import Draft, Live, ply_drafts
from agon.web.queue import expected_seconds
from agon.web.seats import Seat

ME: Final = "me"
OPEN: Final = "open"


def now() -> datetime:
    return datetime.now(UTC)


def game_of(game_id: str, pack_hash: str = "") -> Game:
    """A game, with its default pack or the one of this hash that the server keeps."""
    if game_id not in known():
        raise Refused("unknown_game", game=game_id[:40])
    game = find_with(game_id, pack_hash)
    if pack_hash and not game.has_components(pack_hash):
        raise Refused("no_pack_here")
    return game


def check_bot(name: str, most: float) -> None:
    """A bot by its bare name, or with options where the operator allows them: these could ask for a day of thinking."""
    kind, options, _ = name.partition(":")
    if kind in (PROGRAM, PYTHON, MIND):
        raise Refused("bot_of_files", bot=name[:40])
    if kind not in kinds():
        raise Refused("unknown_bot", bot=name[:40], known=", ".join(kinds()))
    if not options:
        return
    if not most:
        raise Refused("bot_options", bot=name[:40], kind=kind)
    try:
        make_bot(name)
    except AgonError as error:
        raise Refused("bad_bot", reason=error) from error
    if expected_seconds(name) > most:
        raise Refused("bot_too_slow", bot=name[:40], most=f"{most:g}")


def check_pace(pace: str) -> None:
    if pace not in PACES:
        raise Refused("unknown_pace", pace=pace[:40])


def check_seats(game: Game, seats: list[str], most: float) -> None:
    """Whether so many can play, and whether the bots among them may think so long (`most` seconds a decision)."""
    if len(seats) not in game.seats:
        fit = ", ".join(str(n) for n in game.seats)
        raise Refused("bad_seats", game=game.title["en"], fit=fit, seats=len(seats))
    if seats.count(ME) > 1:
        raise Refused("one_me")
    for wish in seats:
        if wish not in (ME, OPEN):
            check_bot(wish, most)


def seating(seat: int, wish: str, host: Identity) -> Draft:
    if wish == ME:
        return Draft("sit", seat=seat, who=host.id, name=tidy_name(host.name))
    return Draft("bot", seat=seat, text=wish)


def seat_at(live: Live, seat: int) -> Seat:
    if not 0 <= seat < len(live.seats):
        raise Refused("no_seat", seat=seat)
    return live.seats[seat]


def free_seat(live: Live, seat: int | None) -> int:
    if seat is None:
        free = [i for i, s in enumerate(live.seats) if s.kind == "open"]
        if not free:
            raise Refused("table_full")
        return free[0]
    if seat_at(live, seat).kind != "open":
        raise Refused("seat_taken")
    return seat


def playing_seat(live: Live, who: Identity) -> int:
    """The asker's seat."""
    if live.imported:
        raise Refused("only_to_look_at")
    seat = live.seat_of(who.id)
    if seat < 0:
        raise Refused("not_seated")
    return seat


def check_free_to_play(live: Live, seat: int) -> None:
    """Whether the game is on, and the owner of this seat plays it."""
    if not live.started:
        raise Refused("not_started")
    if live.seats[seat].standing_in:
        raise Refused("standing_in")


def check_turn(live: Live, seat: int) -> None:
    """Whether this seat decides now."""
    try:
        live.table.check_turn(seat, live.ply)
    except AgonError as error:
        raise refused(error) from error


def played(table: Table, seat: int, ply: int, answers: Sequence[str]) -> list[Ply]:
    """What a person's answers add to the record; what the table refuses is told as the server tells it."""
    try:
        return table.submit(seat, ply, *answers)
    except AgonError as error:
        raise refused(error) from error


def drafted(live: Live, seat: int, answers: Sequence[str]) -> Seen:
    """What a seat would see after answers of its own that are not played."""
    if seat < 0:
        raise Refused("not_seated")
    check_free_to_play(live, seat)
    check_turn(live, seat)
    try:
        return live.table.drafted(seat, answers)
    except AgonError as error:
        raise refused(error) from error


def check_take_back(live: Live, seat: int) -> None:
    """Whether the table lets the seat's last decision be taken back."""
    if live.rated:
        raise Refused("rated_stands")
    refusal = live.refuse_take_back(seat)
    if refusal is not None:
        raise refused(refusal) from refusal


def check_resign(live: Live, seat: int) -> None:
    """Whether this seat may give the game up."""
    if not live.started:
        raise Refused("not_started")
    if live.is_over:
        raise Refused("over")
    if not live.may_resign(seat):
        raise Refused("no_resigning")


def first_kind(wishes: tuple[str, ...]) -> str:
    """The first of these bots that there is."""
    there = kinds()
    return next(name for name in wishes if name in there)


def question(live: Live, bot: str, rng: Random) -> Question:
    """The present decision as a bot is asked it: an observation, never the state."""
    table = live.table
    observation = table.observe(table.actor())
    return Question(
        bot=bot,
        game=table.game.id,
        seats=table.record.seats,
        options=live.options,
        observation=codec.dump(observation),
        legal=observation.legal(),
        seed=rng.getrandbits(32),
        place=Place(live.id, live.turned, table.actor()),
        pack=table.game.own_pack or "",
        rules=table.record.rules,
    )


def brought(text: str) -> tuple[Table, list[Draft]]:
    """A record to be looked at, replayed, and the entries of its table: its plies, and its players in their seats."""
    try:
        record = Record.parse(text)
        if len(record.plies) > record.game.bound:
            raise BadRecord("too_many_plies", most=record.game.bound, game=record.game_id)
        table = StillTable(record)
    except AgonError as error:
        raise Refused("bad_record", reason=error) from error
    if table.is_over() and not record.result:
        record.close(table.state)
    record.plies = [Ply(ply.actor, ply.text) for ply in record.plies]
    seats = [Draft("sit", seat=n, name=_player_name(record.players, n)) for n in range(record.seats)]
    return table, [*ply_drafts(record.plies), *seats]


def _player_name(players: list[str], seat: int) -> str:
    """A player's name out of a record somebody brought."""
    try:
        return tidy_name(players[seat] if seat < len(players) else "?")
    except Refused:
        return "?"
