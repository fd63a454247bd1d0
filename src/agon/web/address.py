"""Where a server is found: its public address, the Hosts it answers to, and the proxies that speak for others."""

from __future__ import annotations

import re
import socket
from dataclasses import dataclass
from ipaddress import ip_address, ip_network
from typing import Final
from urllib.parse import urlsplit

from starlette.types import Scope

from agon.core.errors import AgonError
from agon.web.errors import Refused

PORTS: Final = {"http": ":80", "https": ":443"}  # not written in an address
HOST: Final = re.compile(r"(\[[0-9a-f:.]+\]|[^:\[\]]+)(:\d{1,5})?")
HSTS: Final = {"strict-transport-security": "max-age=31536000"}


@dataclass(frozen=True)
class Site:
    """The one address of a server, such as https://agon.example.org; without one it is for its own machine alone.

    A page of another site whose name suddenly leads to this machine (DNS rebinding) gives itself away by its Host.
    """

    scheme: str = ""
    host: str = ""  # with the port, unless it is the usual one

    @property
    def origin(self) -> str:
        return f"{self.scheme}://{self.host}" if self.host else ""

    @property
    def headers(self) -> dict[str, str]:
        """What every answer says besides: once reached by https, always by https."""
        return HSTS if self.scheme == "https" else {}

    def settle(self, scope: Scope) -> None:
        """From here on a request is one to the server's own address; refused where it was to another."""
        given = [value.decode("latin-1").lower() for name, value in scope["headers"] if name == b"host"]
        fits = len(given) == 1 and self._answers_to(given[0])
        host = self.host or (given[0] if fits else "localhost")
        others = [(name, value) for name, value in scope["headers"] if name != b"host"]
        scope["headers"] = [(b"host", host.encode("latin-1")), *others]
        scope["scheme"] = self.scheme or scope["scheme"]
        if not fits:
            raise Refused("other_host", address=self.origin) if self.host else Refused("not_local")

    def _answers_to(self, host: str) -> bool:
        return host.removesuffix(PORTS[self.scheme]) == self.host if self.host else is_loopback_host(host)

    def is_own(self, origin: str, host: str) -> bool:
        """Whether a page of this origin is one of ours; `host` is the request's."""
        own = {self.origin} if self.host else {f"{scheme}://{host}" for scheme in PORTS}
        return origin.lower() in own


def read_site(url: str) -> Site:
    """The site of a public address; a wrong one is refused with a sentence."""
    if not url:
        return Site()
    try:
        parts = urlsplit(url)
        name, port = (parts.hostname or "").encode("idna").decode(), parts.port
    except ValueError as error:
        raise _no_address(url) from error
    extra = parts.path.strip("/") or parts.query or parts.fragment or parts.username or parts.password
    if parts.scheme not in PORTS or not name or extra:
        raise _no_address(url)
    host = (f"[{name}]" if ":" in name else name) + (f":{port}" if port is not None else "")
    return Site(parts.scheme, host.removesuffix(PORTS[parts.scheme]))


def _no_address(url: str) -> AgonError:
    return AgonError(f'A public address is like https://agon.example.org, without a path; not "{url}".')


def read_proxies(names: tuple[str, ...]) -> tuple[str, ...]:
    """Addresses or networks of proxies; anything else is refused with a sentence."""
    for name in names:
        try:
            ip_network(name)
        except ValueError as error:
            raise AgonError(f'A proxy is named by its address or network, such as 127.0.0.1; not "{name}".') from error
    return names


def is_address(host: str) -> bool:
    """Whether a host is a bare address, not a name."""
    try:
        ip_address(host.strip("[]"))
    except ValueError:
        return False
    return True


def is_loopback(address: str) -> bool:
    """Whether this is an address of the machine itself."""
    try:
        return ip_address(address).is_loopback
    except ValueError:
        return False


def is_loopback_host(host: str) -> bool:
    """Whether a Host, with or without a port, names the machine itself."""
    found = HOST.fullmatch(host.lower())
    return found is not None and (found[1] == "localhost" or is_loopback(found[1].strip("[]")))


def check_reach(host: str, port: int, site: Site) -> None:
    """A server that others can reach has to know at which address."""
    if site.host or host == "localhost" or is_loopback(host):
        return
    guess = f"http://{_outward() if host in ('0.0.0.0', '::', '') else host}:{port}"
    raise AgonError(f"Others can reach a server on {host}: name the address they use, such as --url {guess}.")


def _outward() -> str:
    """This machine's address in its network; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for documentation, which nobody has
        except OSError:
            return socket.gethostname()
        return str(probe.getsockname()[0])
