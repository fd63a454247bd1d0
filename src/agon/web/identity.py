"""Who asks: a nickname in a signed cookie (or, for programs, a bearer token), or a session of somebody who kept a name.

No account is needed.
"""

from __future__ import annotations

import hmac
import secrets
import unicodedata
from dataclasses import dataclass, field, replace
from hashlib import sha256
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Final, Protocol

from itsdangerous import BadSignature, URLSafeSerializer, URLSafeTimedSerializer
from starlette.requests import HTTPConnection
from starlette.types import Scope

from agon.core.game import LANGS
from agon.web.errors import Refused

COOKIE: Final = "agon"
LANG_COOKIE: Final = "agon_lang"
NAME_LENGTH: Final = 24
YEAR: Final = 365 * 24 * 3600  # seconds for which a guest's cookie or token counts
RENEWED: Final = 30 * 24 * 3600  # seconds after which a cookie that is used is given anew
SESSION: Final = "s."  # how the token of a session begins


@dataclass(frozen=True)
class Identity:
    """A person, or a program that plays like one; from the signed cookie, or from a session."""

    id: str
    name: str
    address: str = field(default="", compare=False, repr=False)  # where they ask from now; never kept
    session: str = field(default="", compare=False, repr=False)  # the id of the session, where the name is kept

    @property
    def is_kept(self) -> bool:
        """Whether they have kept their name."""
        return bool(self.session)


def address_of(scope: Scope) -> str:
    """Where a request comes from."""
    client = scope.get("client")
    return str(client[0]) if client else ""


def network_of(scope: Scope) -> str:
    """What counts as one address where shares are given out."""
    return network(address_of(scope))


def network(host: str) -> str:
    """An address; of IPv6 the network, as everybody there has addresses by the billion."""
    try:
        address = ip_address(host)
    except ValueError:
        return host
    if isinstance(address, IPv6Address):
        return str(address.ipv4_mapped or ip_network((int(address), 64), strict=False))
    return str(address)


def tidy_name(text: str) -> str:
    """A nickname on one line, without what would break a record's list of players; refused where nothing is left."""
    kept = "".join(" " if unicodedata.category(c)[0] in "ZC" else c for c in text if c not in ",;")
    name = " ".join(kept.split())[:NAME_LENGTH].strip()
    if not name:
        raise Refused("no_name")
    return name


def tidy_text(text: str, length: int) -> str:
    """A line of chat without control characters; as long as allowed."""
    kept = "".join(c if c == "\u200d" or unicodedata.category(c)[0] != "C" else " " for c in text)
    return " ".join(kept.split())[:length].strip()


def fresh_id(size: int) -> str:
    """An id with so many bytes of randomness, which no command line takes for an option."""
    found = "-"
    while found.startswith("-"):
        found = secrets.token_urlsafe(size)
    return found


def fresh(name: str) -> Identity:
    """Somebody new."""
    return Identity(fresh_id(12), tidy_name(name))


class Signer:
    """Writes and reads the signed cookie; the key never leaves this object."""

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._old = URLSafeSerializer(key, salt="agon.identity")  # of days when cookies had no date
        self._serializer = URLSafeTimedSerializer(key, salt="agon.guest")

    def __repr__(self) -> str:
        return "Signer(...)"

    def sign(self, who: Identity) -> str:
        return str(self._serializer.dumps([who.id, who.name]))

    def read(self, token: str) -> Identity | None:
        """The identity of a token; None where it was not signed by us, or too long ago."""
        try:
            value = self._serializer.loads(token, max_age=YEAR)
        except BadSignature:
            value = self._read_old(token)
        match value:
            case [str(identity), str(name)]:
                return Identity(identity, name)
            case _:
                return None

    def is_old(self, token: str) -> bool:
        """Whether a token that was read is to be given anew, so that nobody who comes back is forgotten."""
        try:
            self._serializer.loads(token, max_age=RENEWED)
        except BadSignature:
            return True
        return False

    def _read_old(self, token: str) -> object:
        try:
            return self._old.loads(token)
        except BadSignature:
            return None

    def seal(self, purpose: str, value: list[str]) -> str:
        """Something to be shown again by whoever is given it."""
        return str(URLSafeTimedSerializer(self._key, salt=f"agon.{purpose}").dumps(value))

    def unseal(self, purpose: str, token: str, seconds: int) -> list[str] | None:
        """What was sealed for this purpose; None where it was not, or longer ago."""
        try:
            value = URLSafeTimedSerializer(self._key, salt=f"agon.{purpose}").loads(token, max_age=seconds)
        except BadSignature:
            return None
        return [str(part) for part in value]

    def form_token(self, who: Identity) -> str:
        """What a form carries to show that the page it stands on is ours."""
        return hmac.new(self._key, b"form " + who.id.encode(), sha256).hexdigest()[:32]

    def is_form_token(self, who: Identity, token: str) -> bool:
        return hmac.compare_digest(self.form_token(who).encode(), token.encode())


def visitor(request: HTTPConnection) -> Identity | None:
    """Who asks, if they have shown themselves."""
    found = request.scope["state"].get("identity")
    return found if isinstance(found, Identity) else None


def player(request: HTTPConnection) -> Identity:
    """Who asks; somebody new is given a name and, with the answer, a cookie."""
    found = visitor(request)
    if found is None:
        found = adopt(request, fresh(f"{GUEST[lang_of(request)]} {secrets.randbelow(900) + 100}"))
    return found


GUEST: Final = {"en": "Guest", "de": "Gast"}


def adopt(request: HTTPConnection, who: Identity, token: str = "") -> Identity:
    """Let the answer to this request set the cookie to `who`, or to the token of their session."""
    here = replace(who, address=network_of(request.scope))
    request.scope["state"]["identity"] = here
    request.scope["state"]["identity_is_new"] = True
    request.scope["state"]["token"] = f"{SESSION}{token}" if token else ""
    return here


class Names(Protocol):
    """Whoever knows which names are kept."""

    async def check(self, name: str) -> None: ...

    async def rename(self, who: Identity, name: str) -> None: ...


async def free_name(request: HTTPConnection, text: str) -> str:
    """A name that a guest may have; where there are no accounts, any."""
    name = tidy_name(text)
    names: Names | None = getattr(request.app.state, "names", None)
    if names is not None:
        await names.check(name)
    return name


async def take_name(request: HTTPConnection, who: Identity | None, text: str) -> Identity:
    """Another name for the tables to come; whoever has kept theirs keeps the new one instead."""
    if who is None or not who.is_kept:
        name = await free_name(request, text)
        return adopt(request, fresh(name) if who is None else Identity(who.id, name))
    names: Names = request.app.state.names
    renamed = replace(who, name=tidy_name(text))
    await names.rename(who, renamed.name)
    request.scope["state"]["identity"] = renamed
    return renamed


def lang_of(request: HTTPConnection) -> str:
    """The language to answer in: ?lang=, else the cookie of the switch, else the browser's preference."""
    for wish in (request.query_params.get("lang"), request.cookies.get(LANG_COOKIE)):
        if wish in LANGS:
            return wish
    wishes: list[tuple[float, int, str]] = []
    for place, part in enumerate(request.headers.get("accept-language", "")[:200].split(",")):
        tag, _, weight = part.strip().partition(";q=")
        try:
            wishes.append((-float(weight or 1), place, tag[:2].lower()))
        except ValueError:
            continue
    return next((tag for _, _, tag in sorted(wishes) if tag in LANGS), "en")
