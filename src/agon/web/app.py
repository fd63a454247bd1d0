"""The application: the guard, the JSON API, the pages."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from random import Random, SystemRandom
from time import monotonic
from typing import TYPE_CHECKING

from fastapi import FastAPI
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from agon.web import accountapi, api, oracle, studyapi, talkapi
from agon.web.address import read_proxies, read_site
from agon.web.analyses import Analyses
from agon.web.botpool import BotPool, Thinker
from agon.web.budget import Budget
from agon.web.clockwork import Clockwork
from agon.web.company import Company, company_of
from agon.web.cupkeeper import CupKeeper
from agon.web.errors import Refused, Stale
from agon.web.farewells import Farewells
from agon.web.hub import Hub
from agon.web.identity import Signer, lang_of
from agon.web.logs import Counting
from agon.web.manners import Manners
from agon.web.metrics import CountedLines, Metrics, TimedBots
from agon.web.moderation import Moderation
from agon.web.naming import Names
from agon.web.office import Office, Pulse, read_token
from agon.web.packchecks import PackChecks
from agon.web.packstore import StoredPacks, kept_in
from agon.web.post import Post
from agon.web.rater import Rater
from agon.web.scholars import Scholars
from agon.web.security import Guard, Limits
from agon.web.sessions import Sessions
from agon.web.settings import Settings
from agon.web.store import Store
from agon.web.teller import Teller
from agon.web.views import Views

if TYPE_CHECKING:
    from agon.web.workshop import Workshop


def create_app(
    settings: Settings,
    bots: Thinker | None = None,
    opened: Store | None = None,
    clock: Callable[[], float] = monotonic,
    luck: Callable[[], Random] = SystemRandom,
) -> FastAPI:
    """A server's application. Tests bring bots, a clock and luck; `opened` is the database, if it is open already."""

    metrics = Metrics()
    budget = Budget(settings.rate, clock)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        store = opened or Store(settings.database, serving=True)
        app.state.store = store
        forget_packs = kept_in(store.engine)
        app.state.packs = StoredPacks(store)
        app.state.pack_checks = PackChecks()
        app.state.signer = Signer(settings.secret or store.key("cookies"))
        app.state.sessions = Sessions(store, clock)
        app.state.names = Names(store, app.state.sessions)
        metrics.time_database(store.engine)
        app.state.pulse = Pulse(store.engine)
        company = company_of(store)
        pool, shop = thinkers(bots, store, company, settings)
        warming = asyncio.create_task(pool.warm_up()) if isinstance(pool, BotPool) else None
        thinker = TimedBots(pool, metrics)
        hub = app.state.hub = Hub(store, thinker, settings, luck, clock, budget, company)
        if company.is_shared:
            from agon.web.ledger import Gossip, Ledger
            from agon.web.packnews import share

            share(app.state.pack_checks, company.wire)
            budget.books = Ledger(company.wire)
            app.state.elsewhere = Gossip(company, budget, app.state.limits, app.state.streams).streams_elsewhere
        await company.join(hub)
        if shop is not None:
            await shop.start()
        analyses = app.state.analyses = Analyses(store, thinker, settings, budget)
        if company.is_shared:
            from agon.web.jobs import Jobs

            analyses.others = Jobs(company.wire)
        views = app.state.views = Views()
        app.state.progress = Scholars(store)
        app.state.manners = Manners(store)
        metrics.watch(hub, pool, app.state.streams, shop)
        lines = CountedLines(metrics)
        logging.getLogger("agon").addHandler(lines)
        await moderation.start(store.engine, settings.moderation_seconds, hub.end_table)
        hub.start()
        post = app.state.post = Post(settings.smtp, settings.mail_from)
        rating = Rater(store, settings.rater_seconds).rounds()
        hub.ended = rating.call
        rounds = [
            rating,
            Clockwork(store, hub, settings.clock_seconds).rounds(),
            Teller(store, hub, post, app.state.signer, read_site(settings.url).origin, settings.tell_seconds).rounds(),
            CupKeeper(store, hub, settings.cup_seconds).rounds(),
            Farewells(store, hub, app.state.sessions, settings.farewell_seconds).rounds(),
        ]
        try:
            yield
        finally:
            for each in rounds:
                await each.close()
            forget_packs()
            await app.state.pack_checks.close()
            views.close()
            logging.getLogger("agon").removeHandler(lines)
            await moderation.close()
            await app.state.pulse.close()
            if warming is not None:
                warming.cancel()
            await analyses.close()
            if shop is not None:
                await shop.close()
            await hub.close()
            store.close()

    app = FastAPI(
        title="Agon",
        summary="Play the games of this server from other clients and by remote bots.",
        description=api.DESCRIPTION,
        version="1",
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        lifespan=lifespan,
    )
    app.state.settings = settings
    app.state.limits = Limits(settings.rate, clock)
    app.state.streams = {}
    app.state.elsewhere = lambda address: 0  # streams of an address at other processes
    app.state.pulse = None
    moderation = app.state.moderation = Moderation()
    app.include_router(api.router)
    app.include_router(oracle.router)
    app.include_router(accountapi.router)
    app.include_router(studyapi.router)
    app.include_router(talkapi.router)
    if settings.pages:
        from agon.web.arenapage import router as arena
        from agon.web.coaching import router as coaching
        from agon.web.cuppages import router as tournaments
        from agon.web.learning import router as learning
        from agon.web.packpages import router as packs
        from agon.web.pages import router
        from agon.web.peoplepages import router as people
        from agon.web.puzzling import router as puzzling

        for route in (*router, *people, *tournaments, *coaching, *learning, *puzzling, *packs, *arena):
            app.add_api_route(route.path, route.handler, methods=[route.method], include_in_schema=False)
    for fault in (RequestValidationError, HTTPException):
        app.add_exception_handler(fault, _hand_on)
    app.add_middleware(
        Guard,
        settings=settings,
        site=read_site(settings.url),
        limits=app.state.limits,
        moderation=moderation,
        signer=lambda: app.state.signer,
        sessions=lambda: app.state.sessions,
        refuse=refusal,
        saw=budget.saw,
    )
    token = read_token(settings.metrics_token)
    app.add_middleware(Office, token=token, metrics=metrics, pulse=lambda: app.state.pulse)
    app.add_middleware(Counting, metrics=metrics)
    app.add_middleware(ProxyHeadersMiddleware, trusted_hosts=list(read_proxies(settings.proxies)))
    return app


def thinkers(
    bots: Thinker | None, store: Store, company: Company, settings: Settings
) -> tuple[Thinker, Workshop | None]:
    """Who lets bots think for this server, and the processes of its own in which they do so for all that share it."""
    if bots is not None:
        return bots, None
    if not company.is_shared:
        return BotPool(settings.workers, settings.bot_seconds), None
    from agon.web.board import Board
    from agon.web.wire import WORK, Wire
    from agon.web.workshop import Workshop

    board = Board(company.wire)
    if settings.bots_elsewhere:
        return board, None
    return board, Workshop(Wire(store.engine.url, f"{store.process}w", WORK), settings.workers, settings.bot_seconds)


def refusal(request: Request, refused: Refused) -> Response:
    """The answer to what cannot be: JSON for programs, a page for people."""
    sentence = refused.message(lang_of(request))
    asks_for_json = request.headers.get("accept") == "application/json"
    is_page = not request.scope["path"].startswith("/api") and not asks_for_json
    if is_page and request.scope["app"].state.settings.pages:
        from agon.web.pages import error_page

        return error_page(request, refused.status, sentence)
    body: dict[str, object] = {"error": sentence}
    if isinstance(refused, Stale):
        body["ply"] = refused.facts["ply"]
    return JSONResponse(body, refused.status)


async def _hand_on(request: Request, error: Exception) -> Response:
    """The guard answers every fault; nobody before it does."""
    raise error
