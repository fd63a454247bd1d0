"""What can be set about a server."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from pathlib import Path

from agon.core.errors import AgonError


@dataclass(frozen=True)
class Settings:
    """A server's settings; the defaults suit a server for friends."""

    database: str = "sqlite:///agon.db"  # an SQLAlchemy address
    workers: int = field(default_factory=lambda: os.cpu_count() or 1)  # processes for long thoughts; one more for short
    bots_elsewhere: bool = False  # bots think in `agon worker` processes alone; with PostgreSQL
    secret: bytes | None = field(default=None, repr=False)  # signs cookies; by default made once, kept in the store
    bot_pause: tuple[float, float] = (0.4, 0.7)  # seconds between a bot's moves, so that people can follow
    bot_seconds: float = 60.0  # a bot that thinks longer is replaced
    bot_options: float = 0.0  # seconds a bot named with options may think a decision; 0: none is taken
    hinter: str = "hard"  # the bot that is asked for hints
    analysis_iterations: int = 400  # of the search, for each decision of a game that is analysed
    analysis_seconds: float = 0.2  # for so long at once an analysis may keep bots from deciding
    analyses_waiting: int = 20  # games that may wait to be analysed; one is at a time
    tables_in_memory: int = 500  # the longest unused are forgotten, and rebuilt when asked for
    resume_days: int = 30  # tables with a bot to move are woken at the start if changed in so many days
    body_limit: int = 64_000  # bytes of a request
    record_limit: int = 1_000_000  # bytes of an imported record
    rate: float = 1.0  # all rate limits times this; 0: none
    streams_per_address: int = 100  # event streams open at once
    connections_per_address: int = 200  # connections open at once
    connections: int = 0  # open at once in all; 0: as many as the system's limit of open files leaves
    header_seconds: float = 10.0  # within which the head of a request must have come
    body_seconds: float = 20.0  # and its body
    heartbeat: float = 15.0  # seconds between signs of life on an event stream
    grace_live: float = 120.0  # seconds somebody may be away from a live table before a bot may play for them
    grace_days: float = 86_400.0  # the same at a table that is played over days
    live_until: float = 900.0  # seconds after which a table that all its people have left is no longer live
    url: str = ""  # the public address, such as "https://agon.example.org"; without one, for this machine alone
    proxies: tuple[str, ...] = ()  # addresses and networks of proxies whose word on who asks is taken
    metrics_token: str = field(default="", repr=False)  # opens /health and /metrics from elsewhere than this machine
    moderation_seconds: float = 1.0  # so often the operator's rulings are looked at
    clock_seconds: float = 1.0  # so often it is looked whose time is out
    cup_seconds: float = 3.0  # so often it is looked whether a tournament can go on
    smtp: str = field(default="", repr=False)  # a mail server, smtp://user:password@host:587; "": no mail
    mail_from: str = ""  # whose mails they are, such as "Agon <agon@example.org>"
    push_local: bool = False  # letters to browsers may go to this machine; for tests
    tell_seconds: float = 20.0  # so often it is looked who is to be told of a turn
    rater_seconds: float = 60.0  # so often it is looked for results that are not kept yet, besides when a game ends
    farewell_seconds: float = 600.0  # so often it is looked whose account is to be deleted
    origins: tuple[str, ...] = ()  # further origins whose pages may post here, such as "https://play.example.org"
    pages: bool = True  # the pages for people; without them, the server is its API


def default_database() -> str:
    """Where a person's games are kept unless told otherwise."""
    base = os.environ.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return os.environ.get("AGON_DATABASE") or f"sqlite:///{Path(base) / 'agon' / 'agon.db'}"


def from_environment() -> Settings:
    """The settings of a server that is told nothing else."""
    return Settings(
        database=default_database(),
        url=os.environ.get("AGON_URL", ""),
        proxies=names_in(os.environ.get("AGON_PROXIES", "")),
        metrics_token=os.environ.get("AGON_METRICS_TOKEN", ""),
        smtp=os.environ.get("AGON_SMTP", ""),
        mail_from=os.environ.get("AGON_MAIL_FROM", ""),
        bots_elsewhere=os.environ.get("AGON_BOTS_ELSEWHERE", "") == "yes",
        bot_options=seconds_in("AGON_BOT_OPTIONS"),
    )


def seconds_in(variable: str) -> float:
    """A variable of the environment as seconds, 0 where it is not set."""
    text = os.environ.get(variable, "") or "0"
    if not re.fullmatch(r"[0-9]{1,3}(\.[0-9]{1,3})?", text):
        raise AgonError(f'{variable} is a number of seconds below 1000, not "{text[:40]}".')
    return float(text)


def names_in(text: str) -> tuple[str, ...]:
    """Names between commas."""
    return tuple(name.strip() for name in text.split(",") if name.strip())
