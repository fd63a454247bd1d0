"""Letters to people who wished for them: by Web Push to a browser, by SMTP to a mail address."""

from __future__ import annotations

import base64
import json
import smtplib
from dataclasses import dataclass
from email.message import EmailMessage
from email.policy import SMTP
from typing import Final
from urllib.parse import unquote, urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from pywebpush import WebPushException, webpush
from requests import RequestException

from agon.web.address import is_address
from agon.web.errors import Refused

PATIENCE: Final = 10.0  # seconds for a server that takes letters
GONE: Final = (404, 410)  # a browser that does not want them any more
DAY: Final = 86_400
LONGEST: Final = 900  # letters of a line: links in mails are long, and must not be broken


@dataclass(frozen=True)
class Subscription:
    """Where a browser takes letters, and the keys that hide them from everybody between."""

    endpoint: str
    p256dh: str
    auth: str


def _plain(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def public_key(key: bytes) -> str:
    """What browsers are told of the key by which this server signs its letters (VAPID)."""
    private = ec.derive_private_key(int.from_bytes(key, "big"), ec.SECP256R1())
    return _plain(private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint))


def check_endpoint(endpoint: str, local: bool) -> str:
    """Where letters may be sent: to the services of browsers, never into the server's own network."""
    parts = urlsplit(endpoint)
    host = parts.hostname or ""
    is_fit = parts.scheme == "https" and "." in host and not is_address(host)
    if not is_fit and not (local and parts.scheme == "http"):
        raise Refused("bad_endpoint")
    return endpoint


def push(to: Subscription, title: str, text: str, href: str, key: bytes, contact: str) -> bool:
    """Tell a browser something; False where it does not want to be told any more."""
    try:
        webpush(
            {"endpoint": to.endpoint, "keys": {"p256dh": to.p256dh, "auth": to.auth}},
            json.dumps({"title": title, "text": text, "href": href}),
            vapid_private_key=_plain(key),
            vapid_claims={"sub": contact},
            ttl=DAY,
            timeout=PATIENCE,
        )
    except WebPushException as error:
        return getattr(error.response, "status_code", 0) not in GONE
    except (RequestException, ValueError):  # away for a while, or keys that are none
        return True
    return True


class Post:
    """A mail server, named as smtp://user:password@host:587 or smtps://host; no name: no mail."""

    def __init__(self, address: str, sender: str) -> None:
        self._parts = urlsplit(address)
        self._sender = sender

    def __bool__(self) -> bool:
        return bool(self._parts.hostname and self._sender)

    def send(self, to: str, subject: str, text: str, unsubscribe: str = "") -> None:
        """Send a mail; one click on `unsubscribe` ends them."""
        mail = EmailMessage(SMTP.clone(max_line_length=LONGEST))
        mail["From"], mail["To"], mail["Subject"] = self._sender, to, subject
        if unsubscribe:
            mail["List-Unsubscribe"] = f"<{unsubscribe}>"
            mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
        mail.set_content(text)
        parts = self._parts
        kind = smtplib.SMTP_SSL if parts.scheme == "smtps" else smtplib.SMTP
        with kind(parts.hostname or "", parts.port or 0, timeout=PATIENCE) as server:
            if parts.scheme == "smtp" and server.has_extn("starttls"):
                server.starttls()
            if parts.username:
                server.login(unquote(parts.username), unquote(parts.password or ""))
            server.send_message(mail)
