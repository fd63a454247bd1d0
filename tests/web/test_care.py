"""Damage is noticed and said, copies are whole, and what was copied comes back: on both databases, and across them."""

from __future__ import annotations

import asyncio
import os
import shutil
import sqlite3
import tempfile
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, select

from agon.cli import main
from agon.core.errors import AgonError, BadDatabase
from agon.web import database
from agon.web.care import backup, restore
from agon.web.database import make_engine
from agon.web.doctor import examine
from agon.web.errors import Refused
from agon.web.models import PASSING, Base
from agon.web.store import Store
from tests.web.support import ANNA, BELA, address_of, hub_at, lots_registered, run, settled

NOBODY = 65534


@pytest.fixture(autouse=True)
def _lots() -> Iterator[None]:
    with lots_registered():
        yield


async def play(folder: Path) -> list[str]:
    """A game that is over, one that runs, one that waits; with chat and a take-back."""
    async with hub_at(folder, seed=3) as hub:
        over = await hub.create(ANNA, "lots", ["random", "random"], {}, True, True)
        await settled(hub)
        running = await hub.create(ANNA, "lots", ["me", "open"], {}, True, True)
        await hub.join(running.id, BELA, None)
        await hub.say(running.id, ANNA, "Ännä\u2028grüßt 🏛")
        waiting = await hub.create(BELA, "lots", ["me", "open"], {}, False, True)
        assert isinstance(hub._store, Store)
        hub._store.key("cookies")
        return [over.id, running.id, waiting.id]


def rows(address: str) -> dict[str, list[Any]]:
    """All that lasts in a database."""
    engine = make_engine(address)
    lasting = [table for table in Base.metadata.sorted_tables if table.info != PASSING]
    with engine.connect() as connection:
        found = {t.name: sorted(map(repr, connection.execute(select(t)))) for t in lasting}
    engine.dispose()
    return found


def change(folder: Path, statement: str) -> None:
    engine = make_engine(address_of(folder))
    with engine.begin() as connection:
        connection.exec_driver_sql(statement)
    engine.dispose()


# ---- backup and restore ----


def test_what_was_copied_comes_back_in_either_database(
    tmp_path: Path, each_database: str, postgres_database: str
) -> None:
    run(play(tmp_path))
    before = rows(each_database)
    assert len(before["tables"]) == 3 and len(before["entries"]) > 10 and len(before["keys"]) == 1
    copy = tmp_path / "copies" / "monday.db"
    copy.parent.mkdir()
    assert backup(each_database, copy) == f"Tables in {copy}: 3."
    assert copy.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in copy.parent.iterdir()] == ["monday.db"]
    for target in (f"sqlite:///{tmp_path / 'new' / 'agon.db'}", postgres_database):
        if target != each_database:
            assert restore(copy, target) == f"Tables restored from {copy}: 3."
            assert rows(target) == before
            assert examine(target).wrong == []
    change(tmp_path, "update entries set text = 'nonsense'")
    with pytest.raises(AgonError, match="There are games in this database; --force"):
        restore(copy, each_database)
    restore(copy, each_database, force=True)
    assert rows(each_database) == before


def test_a_copy_made_while_a_server_plays_is_of_one_moment(tmp_path: Path, each_database: str) -> None:
    """Tables are opened without pause while copies are made: each copy is sound, and none is of half a table."""
    begun, stop = threading.Event(), threading.Event()

    async def busy() -> int:
        async with hub_at(tmp_path, seed=3) as hub:
            opened = 0
            begun.set()
            while not stop.is_set():
                live = await hub.create(ANNA, "lots", ["me", "open"], {}, True, True)
                await hub.join(live.id, BELA, None)
                opened += 1
                await asyncio.sleep(0)
            return opened

    counts: list[int] = []
    player = threading.Thread(target=lambda: counts.append(run(busy())))
    player.start()
    try:
        assert begun.wait(60)
        for n in range(4):
            backup(each_database, tmp_path / f"{n}.db")
    finally:
        stop.set()
        player.join(60)
    found = [examine(f"sqlite:///{tmp_path / f'{n}.db'}") for n in range(4)]
    assert [f.wrong for f in found] == [[]] * 4
    assert found[0].tables <= found[3].tables <= counts[0]
    assert counts[0] > 0


def test_a_database_that_is_held_is_not_restored_into_but_copied(tmp_path: Path, each_database: str) -> None:
    run(play(tmp_path))
    copy = tmp_path / "copy.db"
    serving = Store(each_database, serving=True)
    backup(each_database, copy)
    with pytest.raises(AgonError, match=f"holds this database: process {os.getpid()} "):
        restore(copy, each_database, force=True)
    serving.close()
    restore(copy, each_database, force=True)


def test_a_copy_that_is_damaged_or_none_changes_nothing(tmp_path: Path, each_database: str) -> None:
    run(play(tmp_path))
    before = rows(each_database)
    copy = tmp_path / "copy.db"
    backup(each_database, copy)
    with pytest.raises(AgonError, match="is there already; --force"):
        backup(each_database, copy)
    backup(each_database, copy, force=True)
    whole = copy.read_bytes()
    broken = {
        "damaged": whole[:8192] + os.urandom(4096) + whole[12288:],
        "short": whole[: len(whole) // 2],
        "other": b"these are my notes\n" * 99,
        "empty": b"",
    }
    for name, content in broken.items():
        (tmp_path / name).write_bytes(content)
        with pytest.raises(BadDatabase, match=rf"{name} is .*damaged.*\.$"):
            restore(tmp_path / name, each_database, force=True)
    with pytest.raises(BadDatabase, match="There is no file"):
        restore(tmp_path / "missing", each_database)
    with pytest.raises(AgonError, match="in memory"):
        restore(copy, "sqlite://")
    assert rows(each_database) == before


def test_no_log_of_the_old_database_is_played_into_the_new_one(tmp_path: Path) -> None:
    """A killed server leaves a write-ahead log; a database too damaged to be read is replaced all the same."""
    address = address_of(tmp_path)
    run(play(tmp_path))
    before = rows(address)
    backup(address, tmp_path / "copy.db")
    killed = sqlite3.connect(tmp_path / "agon.db")
    killed.execute("update entries set text = 'nonsense'")
    killed.commit()
    shutil.copy(tmp_path / "agon.db-wal", tmp_path / "left")
    killed.close()
    for damage in (b"", b"no database at all" * 500):
        shutil.copy(tmp_path / "left", tmp_path / "agon.db-wal")
        if damage:
            (tmp_path / "agon.db").write_bytes(damage)
        restore(tmp_path / "copy.db", address, force=True)
        assert rows(address) == before


# ---- damage ----


def reason_of(folder: Path, table: str) -> Refused:
    async def story() -> Refused:
        async with hub_at(folder) as hub:
            with pytest.raises(Refused) as refused:
                await hub.get(table)
            return refused.value

    return run(story())


def first_ply(folder: Path, table: str) -> int:
    """The number of the first ply in a journal."""
    store = Store(address_of(folder))
    loaded = store.load_now(table)
    store.close()
    assert loaded is not None
    return next(entry.number for entry in loaded[1] if entry.kind == "ply")


@pytest.mark.parametrize(
    "damage",
    [
        "delete from entries where number = {ply}",
        "update entries set number = number + 1000 where number = {ply}",
        "update entries set text = 'fox A' where number = {ply}",
        "update entries set text = '' where number = {ply}",
        "update entries set seat = 7 where number = {ply}",
        "update entries set kind = 'flown' where number = {ply}",
        "update entries set kind = 'undo' where number = {ply}",
        "update entries set kind = 'bot', seat = 9 where number = {ply}",
    ],
)
def test_a_damaged_journal_says_so_and_where(tmp_path: Path, each_database: str, damage: str) -> None:
    over, *_ = run(play(tmp_path))
    ply = first_ply(tmp_path, over)
    change(tmp_path, f"{damage.format(ply=ply)} and table_id = '{over}'")
    refused = reason_of(tmp_path, over)
    assert (refused.key, refused.status, refused.facts) == ("damaged_journal", 503, {"entry": ply})
    assert refused.message("en").startswith(f"The journal of this table is damaged at entry {ply};")
    found = examine(each_database)
    assert found.tables == 3
    assert found.wrong == [f"Table {over}: {refused}"]


def test_a_damaged_header_says_so(tmp_path: Path, each_database: str) -> None:
    over, *_ = run(play(tmp_path))
    change(tmp_path, f"update tables set record = 'agon: 1' where id = '{over}'")
    assert reason_of(tmp_path, over).facts == {"entry": 0}


def test_a_moment_that_is_none_is_damage_too(tmp_path: Path) -> None:
    over, *_ = run(play(tmp_path))
    change(tmp_path, f"update entries set at = 'yesterday' where number = 2 and table_id = '{over}'")
    assert reason_of(tmp_path, over).facts == {"entry": 2}
    assert len(examine(address_of(tmp_path)).wrong) == 1


def test_other_rules_are_no_damage(tmp_path: Path, each_database: str) -> None:
    over, *_ = run(play(tmp_path))
    change(tmp_path, f"update tables set record = replace(record, 'rules: 1', 'rules: 7') where id = '{over}'")
    assert reason_of(tmp_path, over).key == "newer_rules"
    found = examine(each_database)
    assert found.wrong == []
    assert "newer rules" in found.notes[0]


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("update summaries set ply = 99 where id = '{}'", "the lobby says ply 99, the journal"),
        ("delete from entries where kind = 'say'", "the lobby says version"),
        ("delete from summaries where id = '{}'", "is missing in the lobby"),
        ("delete from members where table_id = '{}'", "is missing among the games of somebody who sits there"),
    ],
)
def test_the_doctor_compares_what_follows_from_the_journal(
    tmp_path: Path, each_database: str, statement: str, sentence: str
) -> None:
    _, running, _ = run(play(tmp_path))
    change(tmp_path, statement.format(running))
    (wrong,) = examine(each_database).wrong
    assert sentence in wrong


def scratch(path: Path) -> None:
    """Damage a page in the middle of a database file."""
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    raw = bytearray(path.read_bytes())
    raw[8192:12288] = b"\xa5" * 4096
    path.write_bytes(raw)


def test_a_damaged_file_is_noticed_at_the_start_and_by_the_doctor(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    address = address_of(tmp_path)
    run(play(tmp_path))
    assert main(["doctor", "--database", address]) == 0
    assert capsys.readouterr().out.splitlines()[-1].endswith("wrong: nothing.")
    scratch(tmp_path / "agon.db")
    with pytest.raises(BadDatabase, match=r"agon.db is damaged \(.*\); `agon doctor` tells more"):
        Store(address, serving=True)
    assert main(["serve", "--port", "0", "--database", address]) == 1
    assert main(["doctor", "--database", address]) == 1
    captured = capsys.readouterr()
    assert captured.err.startswith("agon: The database ")
    assert "The file is damaged" in captured.out or "cannot be read" in captured.out


def test_a_large_database_is_looked_at_for_a_moment_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    run(play(tmp_path))
    scratch(tmp_path / "agon.db")
    monkeypatch.setattr(database, "LOOK_SECONDS", -1.0)
    monkeypatch.setattr(database, "STEPS", 1)
    engine: Engine = make_engine(address_of(tmp_path))
    database.look(engine)  # no time at all: nothing is found
    engine.dispose()


def test_a_row_that_belongs_to_nothing_is_found(tmp_path: Path) -> None:
    run(play(tmp_path))
    with closing(sqlite3.connect(tmp_path / "agon.db")) as connection:
        connection.execute("insert into members values ('anna', 'nowhere')")
        connection.commit()
    (wrong,) = examine(address_of(tmp_path)).wrong
    assert '"members" belongs to nothing in "tables"' in wrong


def test_the_commands_tell_what_they_did(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    address = address_of(tmp_path)
    run(play(tmp_path))
    copy = str(tmp_path / "copy.db")
    assert main(["backup", copy, "--database", address]) == 0
    assert main(["restore", copy, "--database", address]) == 2
    assert main(["restore", copy, "--database", address, "--force"]) == 0
    assert main(["doctor", "--database", f"sqlite:///{tmp_path / 'none.db'}"]) == 2
    assert main(["restore", str(tmp_path / "none.db"), "--database", address]) == 1
    said = capsys.readouterr()
    assert said.out == f"Tables in {copy}: 3.\nTables restored from {copy}: 3.\n"
    assert len(said.err.splitlines()) == 3
    assert not (tmp_path / "none.db").exists()
    os.chmod(tmp_path / "agon.db", 0o644)
    assert "Others on this machine may read" in examine(address).notes[0]


# ---- the file ----


def test_nobody_else_may_read_the_files_of_a_database(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        store = Store(address_of(tmp_path), serving=True)
        store.key("cookies")
        found = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
        store.close()
    finally:
        os.umask(before)
    assert found == dict.fromkeys(("agon.db", "agon.db-wal", "agon.db-shm", "agon.db.lock"), 384)


@contextmanager
def as_somebody_without_rights() -> Iterator[None]:
    """Root may write everywhere, so it becomes nobody for a while."""
    is_root = os.geteuid() == 0
    if is_root:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        if is_root:
            os.seteuid(0)


@pytest.mark.parametrize("what", ["folder", "file", "no file"])
def test_what_cannot_be_written_is_told_at_the_start(what: str) -> None:
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        if what != "no file":
            Store(address_of(folder)).close()
            os.chmod(folder / "agon.db", 0o666 if what == "folder" else 0o444)
        os.chmod(folder, 0o777 if what == "file" else 0o555)
        with as_somebody_without_rights(), pytest.raises(AgonError, match=r"cannot be written.*\.$"):
            Store(address_of(folder), serving=True)
        os.chmod(folder, 0o777)
