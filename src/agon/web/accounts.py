"""Accounts in the database: names that are kept, devices that are logged in, and the ways back."""

from __future__ import annotations

import json
import secrets
import unicodedata
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection, delete, insert, select, update
from sqlalchemy.exc import IntegrityError

from agon.web.checks import now
from agon.web.errors import Refused
from agon.web.identity import fresh_id
from agon.web.models import AccountRow, LinkRow, PasskeyRow, SessionRow
from agon.web.recovery import digest, digest_of_code, fresh_code

SESSION_DAYS: Final = 90  # a device that is not used for so long is logged out
SEEN_SECONDS: Final = 3600  # how exactly it is known when a device was used
LEAVING_DAYS: Final = 14  # to change one's mind about deleting an account
ME: Final = "me"  # where everybody finds their own page
LINK_SECONDS: Final = 600
LINK_LETTERS: Final = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"  # none that looks like another
LINK_LENGTH: Final = 6


@dataclass(frozen=True)
class Account:
    """Somebody who has kept a name."""

    id: str
    name: str
    created: datetime
    coded: datetime
    mail: str
    wishes: dict[str, Any]
    leaving: datetime | None


@dataclass(frozen=True)
class Device:
    """A device that is logged in, or a passkey on one."""

    id: str
    device: str
    created: datetime
    seen: datetime


@dataclass(frozen=True)
class Link:
    """A second device that asks to be let in."""

    id: str
    account: str
    expires: datetime
    device: str
    confirmed: bool


def key_of(name: str) -> str:
    """A name as it is compared: neither capitals nor accents nor signs make another one of it."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    return "".join(c for c in plain if c.isalnum()) or name.casefold()


# ---- accounts ----


def keep_name(connection: Connection, account: str, name: str) -> list[str]:
    """A new account; returns its recovery code, which nobody is ever told again."""
    code, moment = fresh_code(), now()
    row = {
        "id": account,
        "name": name,
        "key": key_of(name),
        "created": moment,
        "code": digest_of_code(account, " ".join(code)),
        "coded": moment,
        "mail": "",
        "wishes": "{}",
        "leaving": None,
    }
    check_free(connection, name)
    try:
        connection.execute(insert(AccountRow), [row])
    except IntegrityError as error:  # somebody was faster
        raise Refused("name_kept", name=name) from error
    return code


def check_free(connection: Connection, name: str, own: str = "") -> None:
    """Refuses a name that somebody else has kept."""
    found = connection.execute(select(AccountRow.id).where(AccountRow.key == key_of(name))).scalar_one_or_none()
    if found not in (None, own) or key_of(name) == ME:
        raise Refused("name_kept", name=name)


def rename(connection: Connection, account: str, name: str) -> None:
    check_free(connection, name, account)
    _change(connection, account, name=name, key=key_of(name))


def account_of(connection: Connection, account: str, held: bool = False) -> Account | None:
    """An account; `held`, no other process changes it before this transaction ends."""
    return _account(connection, AccountRow.id == account, held)


def account_called(connection: Connection, name: str) -> Account | None:
    return _account(connection, AccountRow.key == key_of(name))


def _account(connection: Connection, condition: Any, held: bool = False) -> Account | None:
    columns = (
        AccountRow.id, AccountRow.name, AccountRow.created, AccountRow.coded, AccountRow.mail, AccountRow.wishes,
        AccountRow.leaving,
    )  # fmt: skip
    query = select(*columns).where(condition)
    row = connection.execute(query.with_for_update() if held else query).one_or_none()
    return None if row is None else Account(**{**row._mapping, "wishes": json.loads(row.wishes)})


def _change(connection: Connection, account: str, **values: Any) -> None:
    connection.execute(update(AccountRow).where(AccountRow.id == account).values(**values))


def wish(connection: Connection, account: str, wishes: dict[str, Any]) -> None:
    """What somebody switches on or off."""
    found = account_of(connection, account, held=True)
    if found is not None:
        _change(connection, account, wishes=json.dumps({**found.wishes, **wishes}))


def give_mail(connection: Connection, account: str, mail: str) -> None:
    _change(connection, account, mail=mail)


def renew_code(connection: Connection, account: str) -> list[str]:
    """Another recovery code; the old one is void."""
    code = fresh_code()
    _change(connection, account, code=digest_of_code(account, " ".join(code)), coded=now())
    return code


def recover(connection: Connection, name: str, code: str) -> Account:
    """The account whose name and code somebody knows."""
    found = account_called(connection, name)
    if found is not None:
        kept = connection.execute(select(AccountRow.code).where(AccountRow.id == found.id)).scalar_one()
        if secrets.compare_digest(kept, digest_of_code(found.id, code)):
            return found
    raise Refused("bad_code")


def leave(connection: Connection, account: str, days: float = LEAVING_DAYS) -> None:
    """The account will be deleted; until then one may stay after all."""
    _change(connection, account, leaving=now() + timedelta(days=days))


def stay(connection: Connection, account: str) -> None:
    _change(connection, account, leaving=None)


def due(connection: Connection, moment: datetime) -> list[str]:
    """The accounts whose days are over."""
    return list(connection.execute(select(AccountRow.id).where(AccountRow.leaving <= moment)).scalars())


# ---- sessions ----


def open_session(connection: Connection, account: str, device: str) -> str:
    """A device is logged in; returns the token for its cookie."""
    token, moment = secrets.token_urlsafe(32), now()
    expires = moment + timedelta(days=SESSION_DAYS)
    row = {"id": digest(token), "account": account, "device": device, "created": moment, "seen": moment}
    connection.execute(insert(SessionRow), [{**row, "expires": expires}])
    return token


def session(connection: Connection, session_id: str, moment: datetime) -> tuple[Account, datetime] | None:
    """Whose session this is, and when it was last used; None where it has ended."""
    query = select(SessionRow.account, SessionRow.seen).where(SessionRow.id == session_id, SessionRow.expires > moment)
    row = connection.execute(query).one_or_none()
    found = account_of(connection, row.account) if row is not None else None
    return None if row is None or found is None else (found, row.seen)


def use_session(connection: Connection, session_id: str, moment: datetime) -> None:
    """A device was used: it stays logged in."""
    values = {"seen": moment, "expires": moment + timedelta(days=SESSION_DAYS)}
    connection.execute(update(SessionRow).where(SessionRow.id == session_id).values(values))


def sessions(connection: Connection, account: str) -> list[Device]:
    """Where somebody is logged in; the latest first."""
    query = select(SessionRow.id, SessionRow.device, SessionRow.created, SessionRow.seen)
    query = query.where(SessionRow.account == account, SessionRow.expires > now()).order_by(SessionRow.seen.desc())
    return [Device(*row) for row in connection.execute(query)]


def end_session(connection: Connection, account: str, session_id: str) -> None:
    connection.execute(delete(SessionRow).where(SessionRow.id == session_id, SessionRow.account == account))


# ---- passkeys ----


def add_passkey(connection: Connection, account: str, credential: bytes, public: bytes, uses: int, device: str) -> None:
    moment = now()
    row = {"id": digest(credential.hex()), "account": account, "credential": credential, "public": public, "uses": uses}
    connection.execute(insert(PasskeyRow), [{**row, "device": device, "created": moment, "used": moment}])


def passkey(connection: Connection, credential: bytes) -> tuple[str, bytes, int]:
    """The account, the public key and the count of a passkey."""
    query = select(PasskeyRow.account, PasskeyRow.public, PasskeyRow.uses)
    row = connection.execute(query.where(PasskeyRow.id == digest(credential.hex()))).one_or_none()
    if row is None:
        raise Refused("unknown_passkey")
    return row.account, row.public, row.uses


def use_passkey(connection: Connection, credential: bytes, uses: int) -> None:
    values = {"uses": uses, "used": now()}
    connection.execute(update(PasskeyRow).where(PasskeyRow.id == digest(credential.hex())).values(values))


def passkeys(connection: Connection, account: str) -> list[Device]:
    """The passkeys of somebody; the oldest first."""
    query = select(PasskeyRow.id, PasskeyRow.device, PasskeyRow.created, PasskeyRow.used)
    return [
        Device(*row)
        for row in connection.execute(query.where(PasskeyRow.account == account).order_by(PasskeyRow.created))
    ]


def credentials(connection: Connection, account: str) -> list[bytes]:
    return list(connection.execute(select(PasskeyRow.credential).where(PasskeyRow.account == account)).scalars())


def remove_passkey(connection: Connection, account: str, passkey_id: str) -> None:
    connection.execute(delete(PasskeyRow).where(PasskeyRow.id == passkey_id, PasskeyRow.account == account))


# ---- a second device ----


def offer_link(connection: Connection, account: str) -> str:
    """Six characters for a second device; the offers before are void."""
    connection.execute(delete(LinkRow).where(LinkRow.account == account))
    code = "".join(secrets.choice(LINK_LETTERS) for _ in range(LINK_LENGTH))
    row = {"id": digest(code), "account": account, "expires": now() + timedelta(seconds=LINK_SECONDS)}
    connection.execute(insert(LinkRow), [{**row, "claim": "", "device": "", "confirmed": False}])
    return code


def claim_link(connection: Connection, code: str, device: str) -> str:
    """A second device asks to be let in; returns what it will show once the first has confirmed."""
    wanted = digest("".join(code.upper().split()))
    claim = fresh_id(24)
    query = update(LinkRow).where(LinkRow.id == wanted, LinkRow.claim == "", LinkRow.expires > now())
    if connection.execute(query.values(claim=digest(claim), device=device)).rowcount != 1:
        raise Refused("bad_link")
    return claim


def link_asking(connection: Connection, account: str) -> Link | None:
    """The second device that waits for somebody to confirm."""
    return _link(connection, LinkRow.account == account, LinkRow.claim != "")


def confirm_link(connection: Connection, account: str, yes: bool) -> None:
    query = update(LinkRow).where(LinkRow.account == account, LinkRow.claim != "", LinkRow.expires > now())
    if yes and connection.execute(query.values(confirmed=True)).rowcount != 1:
        raise Refused("bad_link")
    if not yes:
        connection.execute(delete(LinkRow).where(LinkRow.account == account))


def use_link(connection: Connection, claim: str, device: str) -> tuple[Account, str] | None:
    """The account and a new session's token, once the first device has confirmed; None while it has not."""
    found = _link(connection, LinkRow.claim == digest(claim))
    if found is None:
        raise Refused("bad_link")
    if not found.confirmed:
        return None
    connection.execute(delete(LinkRow).where(LinkRow.id == found.id))
    account = account_of(connection, found.account)
    if account is None:
        raise Refused("bad_link")
    return account, open_session(connection, account.id, device)


def _link(connection: Connection, *conditions: Any) -> Link | None:
    query = select(LinkRow.id, LinkRow.account, LinkRow.expires, LinkRow.device, LinkRow.confirmed)
    row = connection.execute(query.where(*conditions, LinkRow.expires > now())).one_or_none()
    return None if row is None else Link(*row)
