"""What the account page asks: keep a name, come back, add and remove devices, take one's data along, go."""

from __future__ import annotations

import asyncio
import re
from functools import partial
from smtplib import SMTPException
from typing import Annotated, Any, Final

from fastapi import APIRouter, Path, Request
from pydantic import Field
from starlette.responses import Response

from agon.web import accounts, passkeys, teller
from agon.web.accounts import Account
from agon.web.api import Lang, Maybe, Who, limit
from agon.web.bodies import Asked
from agon.web.devices import device_of
from agon.web.errors import Refused
from agon.web.export import archive
from agon.web.farewells import hand_over
from agon.web.hub import Hub
from agon.web.identity import GUEST, Identity, Signer, adopt, fresh, network_of, player, take_name, tidy_name
from agon.web.post import Post, Subscription, check_endpoint
from agon.web.sessions import Sessions
from agon.web.settings import Settings
from agon.web.store import Store
from agon.web.wishes import checked
from agon.web.words import say

router = APIRouter(prefix="/api/account", include_in_schema=False)

Credential = dict[str, Any]
DeviceId = Annotated[str, Path(max_length=64)]
SEAL: Final = 2000  # characters
_MAIL: Final = re.compile(r"[^@\s,;<>\"]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}|[^@\s,;<>\"]+@localhost")


class NameIn(Asked):
    """The name to be kept; without one, the nickname of now."""

    name: str = Field(default="", max_length=200)


class PasskeyIn(Asked):
    """What the browser answered, and the seal it was given with the question."""

    credential: Credential = Field(max_length=20)
    seal: str = Field(max_length=SEAL)


class RecoverIn(Asked):
    name: str = Field(max_length=200)
    code: str = Field(max_length=400)


class LinkIn(Asked):
    code: str = Field(max_length=40)


class ClaimIn(Asked):
    claim: str = Field(max_length=100)


class ConfirmIn(Asked):
    yes: bool


class PushIn(Asked):
    """What a browser says of where it takes letters."""

    endpoint: str = Field(max_length=1000)
    p256dh: str = Field(max_length=128)
    auth: str = Field(max_length=64)


class MailIn(Asked):
    mail: str = Field(max_length=254)


class WishesIn(Asked):
    wishes: dict[str, Any] = Field(max_length=40)


# ---- what the functions below use ----


def _store(request: Request) -> Store:
    store: Store = request.app.state.store
    return store


def _signer(request: Request) -> Signer:
    signer: Signer = request.app.state.signer
    return signer


def _sessions(request: Request) -> Sessions:
    sessions: Sessions = request.app.state.sessions
    return sessions


def _device(request: Request) -> str:
    return device_of(request.headers.get("user-agent", ""))


def kept(who: Identity) -> Identity:
    """Refuses whoever has not kept their name."""
    if not who.is_kept:
        raise Refused("not_kept")
    return who


async def _enter(request: Request, account: Account, token: str) -> None:
    """This device is logged in; what its guest played belongs to the account now."""
    before = player(request)
    if not before.is_kept:
        hub: Hub = request.app.state.hub
        await hand_over(hub, _store(request), before.id, account.id, account.name)
    adopt(request, Identity(account.id, account.name), token)


async def _begin(request: Request, account: str, name: str) -> tuple[Account, list[str]]:
    """A new account, and this device in it."""
    store = _store(request)

    def make(connection: Any) -> tuple[Account, list[str], str]:
        code = accounts.keep_name(connection, account, name)
        found = accounts.account_of(connection, account)
        assert found is not None
        return found, code, accounts.open_session(connection, account, _device(request))

    found, code, token = await store.write(make)
    await _enter(request, found, token)
    return found, code


# ---- keeping a name ----


@router.post("", status_code=201)
async def keep(request: Request, wish: NameIn) -> dict[str, Any]:
    """Keep a name with a recovery code alone."""
    limit(request, "enter", network_of(request.scope))
    who = player(request)
    if who.is_kept:
        raise Refused("kept_already")
    account, code = await _begin(request, fresh(who.name).id, tidy_name(wish.name or who.name))
    return {"name": account.name, "code": code}


@router.post("/passkey/options")
async def ask_passkey(request: Request, wish: NameIn) -> dict[str, Any]:
    """What the browser is to be asked for a new passkey: for a name to be kept, or for one that is."""
    who = player(request)
    store = _store(request)
    if who.is_kept:
        account, name = who.id, who.name
    else:
        account, name = fresh(who.name).id, tidy_name(wish.name or who.name)
        await store.read(partial(accounts.check_free, name=name))
    known = await store.read(partial(accounts.credentials, account=account))
    options, seal = passkeys.ask_for_new(request, _signer(request), account, name, known)
    return {"options": options, "seal": seal}


@router.post("/passkey", status_code=201)
async def add_passkey(request: Request, wish: PasskeyIn) -> dict[str, Any]:
    """The passkey that the browser has made; whoever was a guest has kept the name by it."""
    limit(request, "enter", network_of(request.scope))
    who = player(request)
    account, name, made = passkeys.take_new(request, _signer(request), wish.credential, wish.seal)
    code: list[str] = []
    if not who.is_kept:
        _, code = await _begin(request, account, name)
    elif who.id != account:
        raise Refused("passkey_failed")
    await _store(request).write(
        partial(
            accounts.add_passkey,
            account=account,
            credential=made.credential_id,
            public=made.credential_public_key,
            uses=made.sign_count,
            device=_device(request),
        )
    )
    return {"name": name, "code": code}


@router.delete("/passkeys/{passkey_id}")
async def remove_passkey(request: Request, who: Who, passkey_id: DeviceId) -> dict[str, Any]:
    """Take a passkey away; the recovery code remains as a way back."""
    await _store(request).write(partial(accounts.remove_passkey, account=kept(who).id, passkey_id=passkey_id))
    return {}


@router.post("/code")
async def new_code(request: Request, who: Who) -> dict[str, Any]:
    """Another recovery code, told this once; the old one is void."""
    return {"code": await _store(request).write(partial(accounts.renew_code, account=kept(who).id))}


@router.post("/name")
async def rename(request: Request, who: Who, wish: NameIn) -> dict[str, Any]:
    """Another name for an account; finished games keep the old one."""
    return {"name": (await take_name(request, kept(who), wish.name)).name}


@router.post("/wishes")
async def wish(request: Request, who: Who, wish: WishesIn) -> dict[str, Any]:
    """Switch something on or off."""
    await _store(request).write(partial(accounts.wish, account=kept(who).id, wishes=checked(wish.wishes)))
    return {}


# ---- being told ----


@router.post("/push")
async def push_here(request: Request, who: Who, wish: PushIn) -> dict[str, Any]:
    """This browser may be told of turns, with no page open."""
    settings: Settings = request.app.state.settings
    to = Subscription(check_endpoint(wish.endpoint, settings.push_local), wish.p256dh, wish.auth)
    await _store(request).write(partial(teller.subscribe, account=kept(who).id, to=to))
    return {}


@router.post("/mail")
async def give_mail(request: Request, who: Who, lang: Lang, wish: MailIn) -> dict[str, Any]:
    """A mail address: a link is sent there, and counts once it is followed. Without one, the old is forgotten."""
    limit(request, "enter", network_of(request.scope))
    post: Post = request.app.state.post
    me = kept(who)
    if not wish.mail:
        await _store(request).write(partial(accounts.give_mail, account=me.id, mail=""))
        return {}
    if not post:
        raise Refused("no_mail")
    if not _MAIL.fullmatch(wish.mail):
        raise Refused("bad_mail")
    seal = _signer(request).seal(teller.MAIL, [me.id, wish.mail])
    link = str(request.url.replace(path=f"/account/mail/{seal}", query=""))
    text = say(lang, "mail_confirm", name=me.name, link=link)
    try:
        await asyncio.to_thread(post.send, wish.mail, say(lang, "mail_confirm_subject"), text)
    except (OSError, SMTPException) as error:
        raise Refused("mail_failed") from error
    return {}


# ---- coming back ----


@router.post("/login/options")
async def ask_login(request: Request) -> dict[str, Any]:
    """What the browser is to be asked for a passkey."""
    options, seal = passkeys.ask_for_old(request, _signer(request))
    return {"options": options, "seal": seal}


@router.post("/login")
async def login(request: Request, wish: PasskeyIn) -> dict[str, Any]:
    """Log in by a passkey."""
    limit(request, "enter", network_of(request.scope))
    store, credential = _store(request), passkeys.credential_id(wish.credential)
    account, public, uses = await store.read(partial(accounts.passkey, credential=credential))
    uses = passkeys.check_old(request, _signer(request), wish.credential, wish.seal, public, uses)

    def enter(connection: Any) -> tuple[Account | None, str]:
        accounts.use_passkey(connection, credential, uses)
        return accounts.account_of(connection, account), accounts.open_session(connection, account, _device(request))

    found, token = await store.write(enter)
    assert found is not None  # a passkey cannot be without its account
    await _enter(request, found, token)
    return {"name": found.name}


@router.post("/recover")
async def recover(request: Request, wish: RecoverIn) -> dict[str, Any]:
    """Log in by name and recovery code."""
    limit(request, "enter", network_of(request.scope))

    def enter(connection: Any) -> tuple[Account, str]:
        found = accounts.recover(connection, wish.name, wish.code)
        return found, accounts.open_session(connection, found.id, _device(request))

    found, token = await _store(request).write(enter)
    await _enter(request, found, token)
    return {"name": found.name}


@router.post("/logout")
async def logout(request: Request, who: Who, lang: Lang) -> dict[str, Any]:
    """This device forgets who one is, and becomes a guest."""
    await _store(request).write(partial(accounts.end_session, account=kept(who).id, session_id=who.session))
    _sessions(request).forget()
    adopt(request, fresh(GUEST[lang]))
    return {}


@router.delete("/sessions/{session_id}")
async def end_session(request: Request, who: Who, session_id: DeviceId) -> dict[str, Any]:
    """Log another device out."""
    await _store(request).write(partial(accounts.end_session, account=kept(who).id, session_id=session_id))
    _sessions(request).forget()
    return {}


# ---- a second device ----


@router.post("/link")
async def offer_link(request: Request, who: Who) -> dict[str, Any]:
    """Six characters for a second device, for ten minutes."""
    return {"code": await _store(request).write(partial(accounts.offer_link, account=kept(who).id))}


@router.get("/link")
async def link_asking(request: Request, who: Who) -> dict[str, Any]:
    """Which device asks to be let in."""
    found = await _store(request).read(partial(accounts.link_asking, account=kept(who).id))
    return {"device": found.device if found is not None and not found.confirmed else ""}


@router.post("/link/confirm")
async def confirm_link(request: Request, who: Who, wish: ConfirmIn) -> dict[str, Any]:
    """Let it in, or not."""
    await _store(request).write(partial(accounts.confirm_link, account=kept(who).id, yes=wish.yes))
    return {}


@router.post("/link/claim")
async def claim_link(request: Request, wish: LinkIn) -> dict[str, Any]:
    """The second device shows the characters; it waits until the first has confirmed."""
    limit(request, "enter", network_of(request.scope))
    return {"claim": await _store(request).write(partial(accounts.claim_link, code=wish.code, device=_device(request)))}


@router.post("/link/enter")
async def enter_by_link(request: Request, wish: ClaimIn) -> dict[str, Any]:
    """The second device is in once the first has confirmed."""
    found = await _store(request).write(partial(accounts.use_link, claim=wish.claim, device=_device(request)))
    if found is None:
        return {"name": ""}
    await _enter(request, *found)
    return {"name": found[0].name}


# ---- one's data, and going ----


@router.get("/export")
async def export(request: Request, who: Maybe) -> Response:
    """Everything this server has about somebody, in one archive; for guests too."""
    me = who or player(request)
    body = await _store(request).read(partial(archive, person=me.id, name=me.name))
    headers = {"content-disposition": 'attachment; filename="agon.zip"'}
    return Response(body, media_type="application/zip", headers=headers)


@router.post("/leave")
async def leave(request: Request, who: Who) -> dict[str, Any]:
    """Delete the account, in fourteen days."""
    await _store(request).write(partial(accounts.leave, account=kept(who).id))
    return {}


@router.post("/stay")
async def stay(request: Request, who: Who) -> dict[str, Any]:
    """Stay after all."""
    await _store(request).write(partial(accounts.stay, account=kept(who).id))
    return {}
