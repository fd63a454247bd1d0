"""The store: migrations make what the models say, nothing is written twice, a bad address is told in a sentence."""

from __future__ import annotations

import ast
import asyncio
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect

from agon.core.errors import AgonError
from agon.web.kept import Outrun
from agon.web.migrations import versions
from agon.web.models import Base
from agon.web.seats import Seat
from agon.web.store import Change, Entry, Header, Store, Summary
from tests.web.support import run

NOW = datetime(2026, 11, 15, 12, 30, 15, 250, tzinfo=UTC)


def header(table_id: str = "t1") -> Header:
    return Header(table_id, "anna", True, True, False, NOW, "agon: 1\n")


def summary(version: int, table_id: str = "t1") -> Summary:
    seats = (Seat(), Seat("person", "anna", "Anna"))
    return Summary(table_id, "lots", "anna", True, False, True, False, 1, 2, version, NOW, NOW, seats, ())


def open_store(folder: Path) -> Store:
    return Store(f"sqlite:///{folder / 'deep' / 'er' / 'agon.db'}")


@pytest.fixture
def store(each_database: str) -> Iterator[Store]:
    opened = Store(each_database)
    yield opened
    opened.close()


def test_migrations_make_what_the_models_say_on_every_database(store: Store) -> None:
    with store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), Base.metadata) == []


def test_sqlite_writes_through_to_the_disk_and_a_second_start_changes_nothing(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    with store.engine.connect() as connection:
        assert connection.exec_driver_sql("pragma journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("pragma synchronous").scalar() == 2
    assert "alembic_version" in inspect(store.engine).get_table_names()
    store.close()
    open_store(tmp_path).close()  # a second start changes nothing


def test_a_journal_is_read_as_it_was_written(store: Store) -> None:
    entries = [Entry(1, "ply", NOW, -1, text="lot 2"), Entry(2, "sit", NOW, 1, "anna", "Ännä", "")]
    store.create_now(header(), entries, summary(2))
    said = Entry(3, "say", NOW, 1, "anna", "Ännä", "<b>'; drop table entries; --\n")
    store.append_now([Change([said], summary(3))])
    loaded = store.load_now("t1")
    assert loaded is not None
    assert loaded[0] == header()
    assert [e.number for e in loaded[1]] == [1, 2, 3]
    assert loaded[1][:2] == entries
    assert store.load_now("t2") is None
    (found,) = run(store.of_member("anna", False, 10))
    assert found == summary(3)
    assert run(store.of_member("bela", False, 10)) == []
    assert run(store.bots_to_move(NOW, 10)) == []


def test_an_analysis_takes_the_place_of_an_earlier_one_of_its_own_table_only(store: Store) -> None:
    for table_id in ("t1", "t2"):
        store.create_now(header(table_id), [], summary(0, table_id))
        store.keep_analysis_now(table_id, "abc", f"of {table_id}")
    store.keep_analysis_now("t2", "def", "later")
    assert run(store.analysis("t1", "abc")) == "of t1"
    assert run(store.analysis("t2", "abc")) is None
    assert run(store.analysis("t2", "def")) == "later"


def test_nothing_is_written_twice_and_a_change_is_all_or_nothing(store: Store) -> None:
    store.create_now(header(), [Entry(1, "start", NOW)], summary(1))
    twice = [Entry(2, "ply", NOW, 0, text="box A"), Entry(1, "ply", NOW, 0, text="box B")]
    with pytest.raises(Outrun):
        run(store.append(twice, summary(2)))
    loaded = store.load_now("t1")
    assert loaded is not None
    assert loaded[1] == [Entry(1, "start", NOW)]
    (found,) = run(store.public(True, NOW, 10, 3))
    assert found.version == 1
    with pytest.raises(Outrun):
        run(store.append([Entry(1, "ply", NOW, 0, text="box A")], summary(2, "t9")))


def test_changes_that_wait_are_written_together_and_a_bad_one_fails_alone(store: Store) -> None:
    for n in range(20):
        store.create_now(header(f"t{n}"), [Entry(1, "start", NOW)], summary(1, f"t{n}"))
    batches: list[int] = []
    write = store.append_now

    def count(batch: list[Change]) -> None:
        batches.append(len(batch))
        write(batch)

    store.append_now = count  # type: ignore[method-assign]

    async def story() -> list[object]:
        entry = Entry(2, "ply", NOW, 0, text="box A")
        bad = [store.append([Entry(1, "ply", NOW)], summary(2, "t3")), store.append([entry], summary(2, "t99"))]
        good = [store.append([entry], summary(2, f"t{n}")) for n in range(20)]
        return list(await asyncio.gather(*bad, *good, return_exceptions=True))

    answers = run(story())
    assert [type(a) for a in answers[:2]] == [Outrun] * 2
    assert answers[2:] == [None] * 20
    assert max(batches) > 1
    for n in range(20):
        loaded = store.load_now(f"t{n}")
        assert loaded is not None
        assert len(loaded[1]) == 2


def test_the_key_is_made_once(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    key = store.key("cookies")
    assert len(key) == 32
    store.close()
    store = open_store(tmp_path)
    assert store.key("cookies") == key
    assert store.key("other") != key
    store.close()


@pytest.mark.parametrize(
    "address", ["nonsense", "oracle://here", "sqlite:////proc/agon.db", "sqlite:////proc/x/agon.db", ""]
)
def test_a_database_that_cannot_be_opened_is_told_in_a_sentence(address: str) -> None:
    with pytest.raises(AgonError, match=r"\.$"):
        Store(address)


def test_a_database_of_a_later_version_is_left_alone(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    with store.engine.begin() as connection:
        connection.exec_driver_sql("update alembic_version set version_num = '9999'")
    store.close()
    with pytest.raises(AgonError, match="another version of Agon"):
        open_store(tmp_path)


def test_a_file_that_is_no_database_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "notes.db").write_text("these are my notes\n" * 99)
    with pytest.raises(AgonError, match="cannot be opened"):
        Store(f"sqlite:///{tmp_path / 'notes.db'}")


ADDS = {"create_table", "create_index", "add_column", "execute", "get_bind", "f"}  # what a change of the form may do


@pytest.mark.parametrize("path", sorted(Path(versions.__path__[0]).glob("v*.py")), ids=lambda path: path.stem)
def test_changes_of_the_form_only_add_so_that_older_processes_go_on(path: Path) -> None:
    """A process of the version before writes its rows meanwhile: what is new must not be asked of it."""
    (upgrade,) = [n for n in ast.parse(path.read_text("utf-8")).body if getattr(n, "name", "") == "upgrade"]
    calls = [n for n in ast.walk(upgrade) if isinstance(n, ast.Call) and isinstance(n.func, ast.Attribute)]
    on_tables = [c for c in calls if isinstance(c.func, ast.Attribute) and ast.unparse(c.func.value) in ("op", "batch")]
    assert {c.func.attr for c in on_tables if isinstance(c.func, ast.Attribute)} <= ADDS
    for call in on_tables:
        if "add_column" in ast.unparse(call.func):
            assert "nullable=True" in ast.unparse(call) or "server_default" in ast.unparse(call), ast.unparse(call)
