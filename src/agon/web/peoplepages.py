"""The pages about people: the account of whoever asks, and its QR code for a second device."""

from __future__ import annotations

import json
from functools import partial
from importlib.resources import files
from typing import Any, Final
from urllib.parse import quote

from sqlalchemy import Connection
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from agon.web import accounts, passkeys, teller
from agon.web.accounts import Account, Device
from agon.web.asking import number, read_form
from agon.web.checks import game_of, now
from agon.web.days import day, lately, month
from agon.web.errors import Refused
from agon.web.feed import atom
from agon.web.history import leaders
from agon.web.hub import Hub
from agon.web.identity import NAME_LENGTH, Identity, lang_of, player
from agon.web.pairing import pair, pair_again
from agon.web.post import public_key
from agon.web.profilepage import SPANS, board, chosen, profile_values, tables, title_of
from agon.web.qr import qr_svg
from agon.web.ratings import SETTLED
from agon.web.render import page
from agon.web.routes import Routes
from agon.web.store import Store
from agon.web.wishes import wish
from agon.web.words import say

FIELDS: Final = 10  # in one form
router = Routes()

# What the script of the account page says itself.
ACCOUNT_WORDS: Final = ("copied", "kept_now", "passkey_cancelled", "another_wait", "another_sure", "mail_sent", "saved")
TOLD: Final = teller.WISHES
SHOWN: Final = ("show_ratings", "show_games", "show_online")


def store_of(request: Request) -> Store:
    store = request.app.state.store
    assert isinstance(store, Store)
    return store


@router.get("/account")
async def account(request: Request) -> Response:
    """Keep one's name, come back, and everything about one's account."""
    who, lang = player(request), lang_of(request)
    found = await store_of(request).read(partial(_devices, account=who.id)) if who.is_kept else None
    return page(request, "account.html", **_values(request, who, lang, found))


def _devices(connection: Connection, account: str) -> tuple[Account | None, list[Device], list[Device]]:
    return (
        accounts.account_of(connection, account),
        accounts.passkeys(connection, account),
        accounts.sessions(connection, account),
    )


def _values(
    request: Request, who: Identity, lang: str, found: tuple[Account | None, list[Device], list[Device]] | None
) -> dict[str, Any]:
    mine, keys, sessions = found or (None, [], [])

    def told(device: Device) -> dict[str, Any]:
        used = say(lang, "used_on", day=lately(lang, device.seen, now()))
        return {"id": device.id, "name": device.device, "used": used, "here": device.id == who.session}

    wishes = mine.wishes if mine is not None else {}
    return {
        "page": "account",
        "name": who.name,
        "mine": mine,
        "since": month(lang, mine.created) if mine is not None else "",
        "coded": day(lang, mine.coded) if mine is not None else "",
        "leaving": day(lang, mine.leaving) if mine is not None and mine.leaving is not None else "",
        "passkeys": [told(device) for device in keys],
        "sessions": [told(device) for device in sessions],
        "passkeys_possible": passkeys.are_possible(request),
        "told": [(name, wish(wishes, name)) for name in TOLD],
        "quiet": [wish(wishes, "quiet_from"), wish(wishes, "quiet_to")],
        "mail": mine.mail if mine is not None else "",
        "has_post": bool(request.app.state.post),
        "vapid": public_key(request.app.state.store.key("vapid")) if mine is not None else "",
        "feed": f"/feed/{request.app.state.signer.seal(teller.FEED, [who.id])}",
        "shown": [(name, wish(wishes, name)) for name in SHOWN],
        "link": request.query_params.get("link", "")[:12],
        "js_words": json.dumps({key: say(lang, key) for key in ACCOUNT_WORDS}, ensure_ascii=False),
    }


# ---- being told ----


@router.get("/sw.js")
async def service_worker(request: Request) -> Response:
    """What shows a letter in a browser that has no page open."""
    body = (files("agon.web") / "templates" / "sw.js").read_bytes()
    return Response(body, media_type="text/javascript", headers={"cache-control": "no-cache"})


def _sealed(request: Request, purpose: str, token: str) -> list[str]:
    found: list[str] | None = request.app.state.signer.unseal(purpose, token, teller.YEARS)
    if found is None:
        raise Refused("bad_letter")
    return found


@router.get("/account/mail/{token}")
async def confirm_mail(request: Request, token: str) -> Response:
    """The link in the first mail: from now on the address counts."""
    account, mail = _sealed(request, teller.MAIL, token)
    await store_of(request).write(partial(accounts.give_mail, account=account, mail=mail))
    return RedirectResponse("/account", 303)


async def _end_mails(request: Request, token: str) -> Response:
    account = _sealed(request, teller.UNSUBSCRIBE, token)[0]
    await store_of(request).write(partial(accounts.wish, account=account, wishes={"mail_turn": False}))
    return page(request, "told.html", sentence=say(lang_of(request), "unsubscribed"))


@router.get("/unsubscribe/{token}")
async def unsubscribe(request: Request, token: str) -> Response:
    """One click in a mail, and there are no more."""
    return await _end_mails(request, token)


@router.post("/unsubscribe/{token}")
async def unsubscribe_once(request: Request, token: str) -> Response:
    """The same for mail programs, which ask by themselves."""
    return await _end_mails(request, token)


@router.get("/feed/{token}")
async def feed(request: Request, token: str) -> Response:
    """My turns as an Atom feed, for whatever reads such; the address is a secret."""
    person, lang = _sealed(request, teller.FEED, token)[0], lang_of(request)
    turns = await teller.turns_of(store_of(request), person)
    site = str(request.base_url).rstrip("/")
    return Response(atom(turns, site, lang), media_type="application/atom+xml")


# ---- pairing ----


@router.post("/pair")
async def find_people(request: Request) -> Response:
    """Play a stranger now: sit down at a table that fits, else wait at one's own."""
    form = await read_form(request, FIELDS)
    game, pace = form.get("game", [""])[0], form.get("pace", [""])[0]
    rated = form.get("rated", [""])[0] == "yes"
    hub: Hub = request.app.state.hub
    live = await pair(hub, store_of(request), player(request), game_of(game), pace, rated)
    return RedirectResponse(f"/tables/{live.id}", 303)


@router.post("/pair/{table_id}")
async def find_others(request: Request, table_id: str) -> Response:
    """Whoever waits alone is led to another table that fits by now, or stays."""
    hub: Hub = request.app.state.hub
    live = await pair_again(hub, store_of(request), player(request), table_id)
    return JSONResponse({"table": live.id})


# ---- everybody ----


@router.get("/people")
async def people(request: Request) -> Response:
    """The leaderboards, and a way to find somebody."""
    who, lang, query = player(request), lang_of(request), request.query_params
    wanted = query.get("name", "")[:24]
    if wanted and await store_of(request).read(partial(accounts.account_called, name=wanted)) is not None:
        return RedirectResponse(f"/people/{quote(wanted, safe='')}", 303)
    table = chosen(query.get("game", ""), number(query.get("seats")), tables()[0])
    found = await store_of(request).read(partial(leaders, game=table[0], seats=table[1]))
    return page(
        request,
        "people.html",
        page="people",
        wanted=wanted,
        settled=SETTLED,
        table=title_of(table, lang),
        tables=[(*at, title_of(at, lang), at == table) for at in tables()],
        leaders=board(found, who.id, lang, request.app.state.hub.budget.is_about),
    )


@router.get("/people/{name}")
async def person(request: Request, name: str) -> Response:
    """The page of somebody who has kept a name, or one's own."""
    who, lang, query, store = player(request), lang_of(request), request.query_params, store_of(request)
    found = await store.read(partial(accounts.account_called, name=name)) if name != accounts.ME else None
    if name == accounts.ME and who.is_kept:
        found = await store.read(partial(accounts.account_of, account=who.id))
    if found is None and name != accounts.ME:
        raise Refused("unknown_person", name=name[:NAME_LENGTH])
    span = query.get("span", "half")
    values = await store.read(
        partial(
            profile_values,
            person=found.id if found is not None else who.id,
            account=found,
            mine=found is None or found.id == who.id,
            lang=lang,
            asked=chosen(query.get("game", ""), number(query.get("seats")), ("", 0)),
            span=span if span in SPANS else "half",
            now=now(),
            online=found is not None and request.app.state.hub.budget.is_about(found.id),
            wants_all=query.get("games") == "all",
        )
    )
    return page(request, "profile.html", name=found.name if found is not None else who.name, **values)


@router.get("/account/qr/{code}")
async def link_code(request: Request, code: str) -> Response:
    """The account page for a second device, as a QR code with the six characters in it."""
    link = str(request.url.replace(path="/account", query=f"link={code[:12]}"))
    return Response(qr_svg(link), media_type="image/svg+xml", headers={"cache-control": "no-store"})
