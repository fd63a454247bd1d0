"""The server that is not there: answers what the pages ask in the browser itself, by the same functions as a server."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random, SystemRandom
from types import SimpleNamespace
from typing import Any, Final
from urllib.parse import unquote

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from agon.core.errors import AgonError
from agon.core.game import LANGS
from agon.site import scripts
from agon.site.keeper import NAME, BrowserKeeper
from agon.site.packs import BrowserPacks
from agon.site.progress import BrowserProgress
from agon.site.screen import YOU, Screen
from agon.site.thinker import BrowserThinker
from agon.web import learning, packpages, pages, puzzling
from agon.web.analyses import Analyses
from agon.web.budget import Budget
from agon.web.errors import Refused, Stale
from agon.web.events import change
from agon.web.hub import Hub
from agon.web.identity import GUEST, Identity, lang_of
from agon.web.packchecks import PackChecks
from agon.web.render import error_page
from agon.web.routes import Routes
from agon.web.settings import Settings
from agon.web.views import Views

SETTINGS: Final = Settings(
    workers=1,
    rate=0,  # one's own browser is asked as often as one likes
    bot_pause=(0.1, 0.2),  # Python thinks slowly here; who wants to follow chooses a calmer pace
    analysis_iterations=60,  # plain Python thinks slower than a compiled server
    grace_live=1e9,  # whoever sits at the screen is never away
)
NOBODY: Final = Identity("nobody", "?")  # looks while the curtain is down
_TABLE: Final = re.compile(r"/(?:api/)?tables/([^/]+)")

router = Routes()


@dataclass(frozen=True)
class Answer:
    """An answer as JavaScript is given it. `curtain` is the name of whoever has to look next, alone."""

    status: int
    media: str  # what the body is
    body: bytes
    headers: list[tuple[str, str]]
    cookies: list[str]
    curtain: str = ""


class Here:
    """All tables of one browser."""

    def __init__(
        self,
        keeper: BrowserKeeper | None = None,
        bots: BrowserThinker | None = None,
        luck: Callable[[], Random] = SystemRandom,
        settings: Settings = SETTINGS,
    ) -> None:
        self.keeper = BrowserKeeper() if keeper is None else keeper
        thinker = bots or BrowserThinker()
        budget = Budget(settings.rate)
        self.hub = Hub(self.keeper, thinker, settings, luck, budget=budget)
        self.screen = Screen(self.hub)
        self.packs = BrowserPacks(self.keeper)
        self._app = SimpleNamespace(
            state=SimpleNamespace(
                here=True,
                hub=self.hub,
                screen=self.screen,
                analyses=Analyses(self.keeper, thinker, settings, budget),
                views=Views(),
                packs=self.packs,
                pack_checks=PackChecks(thinker.check, games=1),
                progress=BrowserProgress(self.keeper),
                settings=settings,
            )
        )
        self._routes = [
            *router,
            *scripts.router,
            *pages.router,
            *learning.router,
            *puzzling.router,
            *packpages.router,
        ]  # the first that fits answers

    async def answer(self, method: str, address: str, headers: dict[str, str], body: bytes = b"") -> Answer:
        """What a server would answer."""
        request = self._request(method, address, headers, body)
        try:
            curtain = await self._look(request)
            response = await self._handle(request)
        except AgonError as error:
            refused = error if isinstance(error, Refused) else Refused("bad_option", reason=error)
            return _answer(_refusal(request, refused))
        if request.scope["state"].get("identity_is_new"):
            await self.keeper.note(NAME, request.scope["state"]["identity"].name)
        return _answer(response, curtain)

    def _request(self, method: str, address: str, headers: dict[str, str], body: bytes) -> Request:
        path, _, query = address.partition("?")
        messages = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> dict[str, Any]:
            if not messages:
                await asyncio.Event().wait()  # whoever asks is still here
            return messages.pop()

        scope: dict[str, Any] = {
            "type": "http",
            "method": method,
            "scheme": "http",
            "server": ("localhost", 80),
            "client": None,
            "root_path": "",
            "path": unquote(path),
            "query_string": query.encode(),
            "headers": [(name.lower().encode(), value.encode("latin-1", "replace")) for name, value in headers.items()],
            "app": self._app,
            "state": {},
        }
        return Request(scope, receive)

    async def _look(self, request: Request) -> str:
        """Find out who asks; the name of whoever should look next, where that is somebody else."""
        state = request.scope["state"]
        you = Identity(YOU, self.keeper.notes.get(NAME) or GUEST[lang_of(request)])
        state["identity"] = you
        found = _TABLE.match(request.scope["path"])
        if found is None:
            return ""
        live = await self.hub.get(found[1])
        who = self.screen.looking(live, you)
        if who is None:
            state["identity"] = NOBODY
            return live.seats[live.actor].name if live.actor >= 0 else ""
        state["identity"] = who
        return ""

    async def _handle(self, request: Request) -> Response:
        for route in self._routes:
            if route.method == request.method and (named := route.match(request.scope["path"])) is not None:
                response: Response = await route.handler(request, **named)
                return response
        raise Refused("not_found")

    async def listen(self, table_id: str, tell: Callable[[str], Awaitable[None] | None]) -> None:
        """Tell how a table stands and then every change of it, as a server's stream does, until cancelled."""
        await self.hub.get(table_id)
        with self.hub.subscribe(table_id, None, -1) as watch:
            async for _ in watch:
                live = await self.hub.get(table_id)
                sign = change(live.version, live.ply, live.actor, live.is_over)
                tell(sign.partition("data: ")[2].strip())


def _refusal(request: Request, refused: Refused) -> Response:
    sentence = refused.message(lang_of(request))
    if request.headers.get("accept") != "application/json":
        return error_page(request, refused.status, sentence)
    body: dict[str, object] = {"error": sentence}
    if isinstance(refused, Stale):
        body["ply"] = refused.facts["ply"]
    return JSONResponse(body, refused.status)


def _answer(response: Response, curtain: str = "") -> Answer:
    headers = [(name.decode(), value.decode("latin-1")) for name, value in response.raw_headers]
    return Answer(
        response.status_code,
        response.headers.get("content-type", ""),
        bytes(response.body),
        [pair for pair in headers if pair[0] in ("location", "content-disposition")],
        [value for name, value in headers if name == "set-cookie"],
        curtain,
    )


# ---- what only the browser is asked ----


@router.post("/tables")
async def open_table(request: Request) -> Response:
    """A table for those at this screen: nobody is waited for."""
    response: RedirectResponse = await pages.open_table(request)
    live = await request.app.state.hub.get(response.headers["location"].rpartition("/")[2])
    await request.app.state.screen.seat_all(live, lang_of(request))
    return response


@router.post("/tables/{table_id}/look")
async def look(request: Request, table_id: str) -> Response:
    """The curtain rises for whoever has to decide."""
    request.app.state.screen.lift(await request.app.state.hub.get(table_id))
    return JSONResponse({})


async def lobby_page(lang: str) -> bytes:
    """The first page as a newcomer finds it, made beforehand."""
    assert lang in LANGS
    return (await Here().answer("GET", f"/?lang={lang}", {})).body
