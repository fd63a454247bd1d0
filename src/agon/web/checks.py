"""Questions about a request, each refused with a sentence; and what the hub makes of it."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random
from typing import Final

from agon.bots import kinds
from agon.core import codec
from agon.core.errors import AgonError, BadRecord
from agon.core.game import LANGS, Game, find, known
from agon.core.record import Ply, Record
from agon.play.table import Table
from agon.web.botpool import Question
from agon.web.errors import Illegal, Refused, Stale
from agon.web.identity import Identity, tidy_name
from agon.web.live import Draft, Live, StillTable
from agon.web.seats import Seat

ME: Final = "me"
OPEN: Final = "open"
TAKE_BACK: Final = {  # what Table.refuse_take_back says -> how it is told
    "nothing": "nothing_to_undo",
    "drawn": "drawn_since",
    "decided": "decided_since",
    "showed": "showed_something",
}


def now() -> datetime:
    return datetime.now(UTC)


def game_of(game_id: str) -> Game:
    if game_id not in known():
        raise Refused("unknown_game", game=game_id[:40])
    return find(game_id)


def check_bot(name: str) -> None:
    """A bot by its bare name: options could ask for a day of thinking."""
    if name not in kinds():
        raise Refused("unknown_bot", bot=name[:40], known=", ".join(kinds()))


def check_seats(game: Game, seats: list[str]) -> None:
    if len(seats) not in game.seats:
        fit = ", ".join(str(n) for n in game.seats)
        raise Refused("bad_seats", game=game.title["en"], fit=fit, seats=len(seats))
    if seats.count(ME) > 1:
        raise Refused("one_me")
    for wish in seats:
        if wish not in (ME, OPEN):
            check_bot(wish)


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


def deciding_seat(live: Live, who: Identity, ply: int) -> int:
    """The asker's seat, which has to decide at this ply."""
    seat = playing_seat(live, who)
    if not live.started:
        raise Refused("not_started")
    if ply != live.ply:
        raise Stale(live.ply, ply)
    if live.is_over:
        raise Refused("over")
    if live.seats[seat].standing_in:
        raise Refused("standing_in")
    if seat != live.actor:
        raise Refused("not_your_turn")
    return seat


def legal_action(live: Live, seat: int, text: str) -> int:
    """The action of a text. Judged by what the seat may know, so that a refusal tells nothing else."""
    game = live.table.game
    try:
        action = game.space.parse(text)
    except AgonError as error:
        raise Refused("unknown_action", action=text[:60]) from error
    observation = live.table.observe(seat)
    if action not in observation.legal():
        refusal = game.why_not(observation, action)
        if refusal is None:
            raise Refused("unknown_action", action=text[:60])
        raise Illegal(game.space.text(action), {lang: refusal.message(lang) for lang in LANGS})
    return action


def check_take_back(live: Live, seat: int) -> None:
    """Whether the table lets the seat's last decision be taken back."""
    refusal = live.refuse_take_back(seat)
    if refusal is not None:
        raise Refused(TAKE_BACK[refusal])


def first_kind(wishes: tuple[str, ...]) -> str:
    """The first of these bots that there is."""
    there = kinds()
    return next(name for name in wishes if name in there)


def question(live: Live, bot: str, rng: Random) -> Question:
    """The present decision as a bot is asked it: an observation, never the state."""
    table = live.table
    seat = table.actor()
    observation = table.observe(seat)
    return Question(
        bot=bot,
        game=table.game.id,
        seats=table.record.seats,
        options=live.options,
        observation=codec.dump(observation),
        legal=observation.legal(),
        seed=rng.getrandbits(32),
    )


def still_table(text: str) -> Table:
    """A record somebody brought, replayed."""
    try:
        record = Record.parse(text)
        if len(record.plies) > record.game.bound:
            raise BadRecord(f"it has more than {record.game.bound} plies, which no game of {record.game_id} has.")
        table = StillTable(record)
    except AgonError as error:
        raise Refused("bad_record", reason=str(error)) from error
    if table.is_over() and not record.result:
        record.close(table.state)
    record.plies = [Ply(ply.actor, ply.text) for ply in record.plies]
    return table


def player_name(players: list[str], seat: int) -> str:
    """A player's name out of a record somebody brought."""
    try:
        return tidy_name(players[seat] if seat < len(players) else "?")
    except Refused:
        return "?"
