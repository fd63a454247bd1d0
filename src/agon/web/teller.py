"""Tells people what they wished to hear, above all that it is their turn: a browser at once, a mail once a day."""

from __future__ import annotations

import asyncio
import smtplib
from collections.abc import Callable
from datetime import datetime, time, timedelta
from functools import partial
from typing import Any, Final
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from sqlalchemy import Connection, delete, insert, or_, select
from sqlalchemy.exc import SQLAlchemyError

from agon.core.game import find, known
from agon.web import accounts
from agon.web.accounts import Account
from agon.web.checks import now
from agon.web.hub import Hub
from agon.web.identity import Signer
from agon.web.kept import Summary
from agon.web.models import AccountRow, NoticeRow, SubscriptionRow
from agon.web.post import Post, Subscription, push
from agon.web.recovery import digest
from agon.web.rounds import Rounds
from agon.web.store import Store
from agon.web.tidings import KINDS, TOLD, begun, first_told, late
from agon.web.wishes import wish
from agon.web.words import say

LISTED: Final = 60
WISHES: Final = ("push_turn", *KINDS, "mail_turn")
MAIL_DAYS: Final = 1.0  # between two mails
SETTLED: Final = 600  # seconds a turn has waited before a mail tells of it
UNSUBSCRIBE: Final = "unsubscribe"
FEED: Final = "feed"
MAIL: Final = "mail"
YEARS: Final = 20 * 365 * 86_400  # seconds for which links in letters are good


class Teller:
    """Looks once in a while whose turn it is."""

    def __init__(
        self,
        store: Store,
        hub: Hub,
        post: Post,
        signer: Signer,
        site: str,
        seconds: float,
        clock: Callable[[], datetime] = now,
    ) -> None:
        self._store = store
        self._hub = hub
        self._post = post
        self._signer = signer
        self._site = site
        self._contact = f"mailto:agon@{urlsplit(site).hostname or 'localhost'}"
        self._seconds = seconds
        self._clock = clock
        self._key = store.key("vapid")

    def rounds(self) -> Rounds:
        faults = (SQLAlchemyError, OSError, smtplib.SMTPException)
        return Rounds(self.look, self._seconds, faults, "Somebody could not be told of a turn")

    async def look(self) -> None:
        """Tell everybody who wished for it, unless they are at the table or it is their night."""
        for account in await self._store.read(wishing):
            if is_quiet(account.wishes, self._clock()):
                continue
            turns = await turns_of(self._store, account.id)
            if wish(account.wishes, "push_cup"):
                await self._push_rounds(account, turns)
            if wish(account.wishes, "push_late"):
                await self._push_late(account, turns)
            if wish(account.wishes, "push_turn"):
                await self._push(account, turns)
            if wish(account.wishes, "mail_turn") and account.mail and self._post:
                await self._mail(account, turns)

    async def _push(self, account: Account, turns: list[Summary]) -> None:
        told = await self._store.read(partial(notices, person=account.id))
        lang = str(wish(account.wishes, "lang"))
        for turn in turns:
            if told.get(turn.id) == turn.ply or account.id in self._hub.present(turn.id):
                continue
            if not await self._store.write(partial(notice, person=account.id, table_id=turn.id, ply=turn.ply)):
                continue  # another process tells it
            await self._letter(account, say(lang, "turn_title"), _title(turn, lang), turn.id)

    async def _push_late(self, account: Account, turns: list[Summary]) -> None:
        """Once a turn, when its time is nearly out."""
        lang, near = str(wish(account.wishes, "lang")), {turn.id: turn for turn in late(turns, self._clock())}
        for table_id in await self._new(account, "push_late", {turn.id: turn.ply for turn in near.values()}):
            if account.id not in self._hub.present(table_id):
                await self._letter(account, say(lang, "late_title"), _title(near[table_id], lang), table_id)

    async def _push_rounds(self, account: Account, turns: list[Summary]) -> None:
        """Once a round; whoever hears of it is not told of the turn there as well."""
        lang = str(wish(account.wishes, "lang"))
        rounds = {game.cup: game for game in await self._store.read(partial(begun, person=account.id))}
        for cup in await self._new(account, "push_cup", {game.cup: game.round for game in rounds.values()}):
            game = rounds[cup]
            if account.id in self._hub.present(game.table_id):
                continue
            for turn in (turn for turn in turns if turn.id == game.table_id):
                await self._store.write(partial(notice, person=account.id, table_id=turn.id, ply=turn.ply))
            await self._letter(account, say(lang, "round_title", n=game.round), game.title, game.table_id)

    async def _new(self, account: Account, kind: str, now: dict[str, int]) -> list[str]:
        """Of what is so now, that of which this process is to tell."""
        if account.wishes.get(TOLD, {}).get(kind, {}) == now:
            return []
        return await self._store.write(partial(first_told, account=account.id, kind=kind, now=now))

    async def _letter(self, account: Account, title: str, text: str, table_id: str) -> None:
        """To every browser of somebody; those that do not want it any more are forgotten."""
        href = f"{self._site}/tables/{table_id}"
        for to in await self._store.read(partial(subscriptions, account=account.id)):
            if not await asyncio.to_thread(push, to, title, text, href, self._key, self._contact):
                await self._store.write(partial(unsubscribe, endpoint=to.endpoint))

    async def _mail(self, account: Account, turns: list[Summary]) -> None:
        moment = self._clock()
        waiting = [turn for turn in turns if turn.updated < moment - timedelta(seconds=SETTLED)]
        if not waiting or was_mailed(account, moment):
            return
        if not await self._store.write(partial(may_mail, account=account.id, moment=moment)):
            return
        lang = str(wish(account.wishes, "lang"))
        out = f"{self._site}/unsubscribe/{self._signer.seal(UNSUBSCRIBE, [account.id])}"
        lines = [f"{_title(turn, lang)}: {self._site}/tables/{turn.id}" for turn in waiting]
        text = say(lang, "mail_text", name=account.name, turns="\n".join(lines), unsubscribe=out)
        await asyncio.to_thread(self._post.send, account.mail, say(lang, "mail_subject", n=len(waiting)), text, out)


def _title(turn: Summary, lang: str) -> str:
    return find(turn.game).title[lang] if turn.game in known() else turn.game


async def turns_of(store: Store, person: str) -> list[Summary]:
    """The games that wait for somebody, the least time first."""
    found = await store.of_member(person, False, LISTED)
    asked = [turn for turn in found if turn.waits_for(person)]
    return sorted(asked, key=lambda turn: (turn.due is None, turn.due or turn.updated))


def is_quiet(wishes: dict[str, Any], moment: datetime) -> bool:
    """Whether it is somebody's night, by their own clock."""
    first, last = str(wish(wishes, "quiet_from")), str(wish(wishes, "quiet_to"))
    if not first or not last or first == last:
        return False
    try:
        zone = ZoneInfo(str(wish(wishes, "zone")))
    except (ZoneInfoNotFoundError, ValueError):
        zone = ZoneInfo("UTC")
    here, start, end = moment.astimezone(zone).time(), time.fromisoformat(first), time.fromisoformat(last)
    return start <= here < end if start < end else here >= start or here < end


# ---- in the database ----


def wishing(connection: Connection) -> list[Account]:
    """The accounts that wish to be told something."""
    switched = or_(*(AccountRow.wishes.like(f"%{name}%") for name in WISHES))
    query = select(AccountRow.id).where(switched, AccountRow.leaving.is_(None))
    found = [accounts.account_of(connection, account) for account in connection.execute(query).scalars()]
    return [a for a in found if a is not None and any(wish(a.wishes, name) for name in WISHES)]


def notices(connection: Connection, person: str) -> dict[str, int]:
    query = select(NoticeRow.table_id, NoticeRow.ply).where(NoticeRow.person == person)
    return {row.table_id: row.ply for row in connection.execute(query)}


def notice(connection: Connection, person: str, table_id: str, ply: int) -> bool:
    """Whether it is this process that tells somebody of a turn."""
    accounts.account_of(connection, person, held=True)
    told = select(NoticeRow.ply).where(NoticeRow.person == person, NoticeRow.table_id == table_id)
    if connection.execute(told).scalar_one_or_none() == ply:
        return False
    connection.execute(delete(NoticeRow).where(NoticeRow.person == person, NoticeRow.table_id == table_id))
    connection.execute(insert(NoticeRow), [{"person": person, "table_id": table_id, "ply": ply}])
    return True


def was_mailed(account: Account, moment: datetime) -> bool:
    """Whether somebody has had their mail of the day."""
    last = account.wishes.get("mailed")
    return last is not None and moment - datetime.fromisoformat(last) < timedelta(days=MAIL_DAYS)


def may_mail(connection: Connection, account: str, moment: datetime) -> bool:
    """Whether it is this process that sends somebody the mail of the day."""
    found = accounts.account_of(connection, account, held=True)
    if found is None or was_mailed(found, moment):
        return False
    accounts.wish(connection, account, {"mailed": moment.isoformat()})
    return True


def subscribe(connection: Connection, account: str, to: Subscription) -> None:
    unsubscribe(connection, to.endpoint)
    row = {"id": digest(to.endpoint), "account": account, "endpoint": to.endpoint, "p256dh": to.p256dh, "auth": to.auth}
    connection.execute(insert(SubscriptionRow), [row])


def unsubscribe(connection: Connection, endpoint: str) -> None:
    connection.execute(delete(SubscriptionRow).where(SubscriptionRow.id == digest(endpoint)))


def subscriptions(connection: Connection, account: str) -> list[Subscription]:
    query = select(SubscriptionRow.endpoint, SubscriptionRow.p256dh, SubscriptionRow.auth)
    return [Subscription(*row) for row in connection.execute(query.where(SubscriptionRow.account == account))]
