"""A file has one server: the second says who holds it, and a kill -9 frees it. PostgreSQL is shared."""

from __future__ import annotations

import os
import socket
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

from agon.cli import main
from agon.core.errors import AgonError
from agon.web.holding import Taken, hold
from agon.web.store import Entry, Header, Store, Summary
from tests.web.support import Process, run

NOW = datetime(2026, 11, 15, 12, 30, 15, tzinfo=UTC)


def test_a_second_server_says_which_process_holds_the_database_and_a_kill_frees_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    database = f"sqlite:///{tmp_path / 'agon.db'}"
    first = Process(tmp_path)
    assert main(["serve", "--port", "0", "--database", database]) == 2
    assert capsys.readouterr().err == (
        f"agon: Another server holds this database: process {first.process.pid} on {socket.gethostname()}.\n"
    )
    first.kill()
    Store(database, serving=True).close()


def test_servers_share_a_postgresql_database_and_nobody_puts_a_copy_back_meanwhile(postgres_database: str) -> None:
    first, second = Store(postgres_database, serving=True), Store(postgres_database, serving=True)
    create(first, "t1")
    create(second, "t2")
    assert first.process != second.process
    assert first.key("cookies") == second.key("cookies")
    for store in (first, second):
        with pytest.raises(Taken, match=f"process {os.getpid()} on "):
            hold(store.engine)
        store.close()
    hold(store.engine).release()


def test_the_same_file_by_another_name_is_the_same_database(tmp_path: Path) -> None:
    store = Store(f"sqlite:///{tmp_path / 'agon.db'}", serving=True)
    (tmp_path / "other.db").symlink_to(tmp_path / "agon.db")
    with pytest.raises(Taken, match=f"process {os.getpid()} on "):
        Store(f"sqlite:///{tmp_path / 'other.db'}", serving=True)
    Store(f"sqlite:///{tmp_path / 'agon.db'}").close()  # who does not serve may look
    store.close()
    Store(f"sqlite:///{tmp_path / 'other.db'}", serving=True).close()


def test_databases_in_memory_and_of_other_names_are_not_held(tmp_path: Path, postgres_database: str) -> None:
    stores = [Store("sqlite://", serving=True), Store("sqlite://", serving=True)]
    stores += [Store(f"sqlite:///{tmp_path / name}", serving=True) for name in ("a.db", "b.db")]
    stores.append(Store(postgres_database, serving=True))
    for store in stores:
        store.close()


def create(store: Store, table: str) -> None:
    summary = Summary(table, "lots", "anna", True, False, True, False, 1, 2, 1, NOW, NOW, (), ())
    header = Header(table, "anna", True, True, False, NOW, "agon: 1\n")
    run(store.create(header, [Entry(1, "start", NOW)], summary))


def test_a_server_whose_connection_was_cut_takes_the_database_again_or_writes_nothing(postgres_database: str) -> None:
    store = Store(postgres_database, serving=True)
    other = Store(postgres_database)
    cut = (
        "select pg_terminate_backend(pid) from pg_stat_activity "
        "where datname = current_database() and application_name like 'agon: %%'"
    )

    def cut_off() -> None:
        with other.engine.begin() as connection:
            assert connection.exec_driver_sql(cut).all()

    cut_off()
    create(store, "t1")
    with pytest.raises(Taken):
        hold(other.engine)
    cut_off()
    robber = None
    while robber is None:  # the cut connection is gone a moment after it was cut
        try:
            robber = hold(other.engine)
        except Taken:
            continue
    with pytest.raises(Taken, match=f"process {os.getpid()} on"):
        create(store, "t2")
    robber.release()
    create(store, "t3")
    assert [store.load_now(table) is not None for table in ("t1", "t2", "t3")] == [True, False, True]
    other.close()
    store.close()


def test_a_driver_that_is_missing_and_a_server_that_does_not_answer_are_told(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(AgonError, match=r"^The database cannot be opened: .*\.$"):
        Store("postgresql://nobody@127.0.0.1:1/none", serving=True)
    monkeypatch.setitem(sys.modules, "psycopg", None)
    with pytest.raises(AgonError, match=r"pip install 'agon\[postgres\]'"):
        Store("postgres://nobody@127.0.0.1:1/none")
