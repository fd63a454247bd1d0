"""Records as columns: every decision, what its seat knew, and no more memory than a batch takes."""

from __future__ import annotations

import logging
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import agon
from agon.core.errors import AgonError, BadRecord
from agon.core.record import Record
from agon.core.state import CHANCE
from agon.play.arena import Folder, Plan, local_engine, run_arena
from agon.research import dataset
from agon.research.dataset import Form
from agon.research.rewards import rewards
from tests.research.support import SMALLEST
from tests.tiny import LotsGame

MEGABYTE = 2**20


def match(game_id: str, seats: int, seed: int = 1) -> Record:
    return agon.match(game_id, ["random"] * seats, seed=seed)


@pytest.mark.parametrize(("game_id", "seats"), SMALLEST)
def test_a_row_for_each_decision_with_what_its_seat_knew(game_id: str, seats: int, tmp_path: Path) -> None:
    game, record = agon.game(game_id), match(game_id, seats)
    out = tmp_path / "one.parquet"
    decisions = [(n, ply) for n, ply in enumerate(record.plies, 1) if ply.actor != CHANCE]
    assert dataset.write(record, out, rows=32) == len(decisions)
    states = list(record.replay())
    at = 0
    for batch in dataset.arrays(out, rows=50):
        for i in range(len(batch["ply"])):
            number, ply = decisions[at]
            before = states[number - 1]
            seat = ply.actor
            assert (batch["ply"][i], batch["seat"][i]) == (number, seat)
            assert game.space.text(int(batch["action"][i])) == ply.text
            assert np.flatnonzero(batch["action_mask"][i]).tolist() == before.legal()
            for name, row in game.features(before.observe(seat), seat).items():
                assert batch["observation"][name][i].tolist() == np.array(row, np.float32).tolist(), name
            assert batch["place"][i] == record.result[seat]
            assert batch["reward"][i] == pytest.approx(rewards(record.result)[seat])
            assert batch["points"][i] == game.scores(states[-1])[seat]["total"]
            assert (batch["record"][i], batch["bot"][i]) == ("record 1", "random")
            at += 1
    assert at == len(decisions)


def test_a_flat_file_holds_the_same_and_says_who_decided(tmp_path: Path) -> None:
    record = agon.match("hellas_2016", ["greedy", "random"], seed=4)
    dataset.write(record, tmp_path / "flat.parquet", flat=True)
    dataset.write(record, tmp_path / "named.parquet")
    (flat,), (named,) = (list(dataset.arrays(tmp_path / f"{name}.parquet")) for name in ("flat", "named"))
    assert flat["bot"].tolist() == [record.players[seat] for seat in flat["seat"]]
    assert flat["action_mask"].dtype == np.int8
    for name, column in named["observation"].items():
        assert np.array_equal(flat["observation"][name], column), name
    assert np.array_equal(flat["action_mask"], named["action_mask"])


def test_the_table_describes_itself(tmp_path: Path) -> None:
    out = tmp_path / "t.parquet"
    dataset.write(match("attika", 3), out)
    game = agon.game("attika")
    about = dataset.about(out)
    assert (about["game"], about["seats"], about["actions"]) == ("attika", 3, len(game.space))
    assert about["pack_hash"] == game.pack_hash
    table = pq.read_table(out)
    assert set(table.column("game").to_pylist()) == {"attika"}
    assert set(table.column("seats").to_pylist()) == {3}
    plain = {"record", "game", "seats", "ply", "seat", "bot", "action", "place", "reward", "points", "mask"}
    assert set(table.column_names) == plain | {f"feature.{name}" for name in about["features"]}


def test_a_folder_of_an_arena(tmp_path: Path) -> None:
    arena = tmp_path / "arena"
    run_arena(Folder(arena, Plan("hellas_2016", ("random", "greedy"), 3), resume=False), local_engine(1))
    rows = dataset.write(arena, tmp_path / "arena.parquet")
    names = {name for batch in dataset.arrays(tmp_path / "arena.parquet") for name in batch["record"]}
    assert names == {str(arena / "records" / f"{n:06}.agon") for n in (1, 2, 3)}
    assert rows == sum(p.actor != CHANCE for f in arena.rglob("*.agon") for p in Record.read(f).plies)


def test_mixed_records_go_into_a_folder_a_file_each_kind(tmp_path: Path) -> None:
    records = [match("hellas_2016", 2), match("hellas_2016", 3), match("attika", 2), match("hellas_2016", 2, 2)]
    rows = dataset.write(records, tmp_path / "out")
    files = sorted(p.name for p in (tmp_path / "out").iterdir())
    assert files == ["attika-2-0001.parquet", "hellas_2016-2-0001.parquet", "hellas_2016-3-0001.parquet"]
    assert sum(pq.read_metadata(tmp_path / "out" / f).num_rows for f in files) == rows
    with pytest.raises(AgonError, match="write into a folder"):
        dataset.write(records, tmp_path / "one.parquet")
    assert not list(tmp_path.glob("one*"))  # nothing half written
    with pytest.raises(AgonError, match="another kind"):
        list(dataset.batches(records))


def test_a_folder_gets_a_new_file_after_so_many_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset, "PART", 96)
    records = [match("hellas_2016", 2, n) for n in (1, 2)]
    rows = dataset.write(records, tmp_path / "out", rows=32)
    sizes = [pq.read_metadata(path).num_rows for path in sorted((tmp_path / "out").iterdir())]
    assert sizes[:-1] == [96] * (len(sizes) - 1) and 0 < sizes[-1] <= 96 and sum(sizes) == rows
    dataset.write(records, tmp_path / "one.parquet")
    folder, one = (list(dataset.arrays(tmp_path / name)) for name in ("out", "one.parquet"))
    for column in ("ply", "action", "seat", "reward"):
        assert np.array_equal(np.concatenate([b[column] for b in folder]), np.concatenate([b[column] for b in one]))


def test_nothing_is_left_where_a_later_record_is_broken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(dataset, "PART", 32)
    broken = match("hellas_2016", 2)
    broken.result = [9, 9]
    with pytest.raises(BadRecord, match="record 2: the result"):
        dataset.write([match("hellas_2016", 2), broken], tmp_path / "out", rows=16)
    assert not list((tmp_path / "out").iterdir())
    with pytest.raises(AgonError, match="no Parquet file"):
        list(dataset.arrays(tmp_path / "out"))


def test_forced_decisions_can_be_left_out(tmp_path: Path) -> None:
    record = match("hellas_2002", 2)
    few = dataset.write(record, tmp_path / "few.parquet", forced=False)
    assert 0 < few < dataset.write(record, tmp_path / "all.parquet")
    assert all((b["action_mask"].sum(axis=1) > 1).all() for b in dataset.arrays(tmp_path / "few.parquet"))


def test_an_unfinished_game_has_no_result(tmp_path: Path) -> None:
    position = agon.Position("hellas_2016", seats=2, seed=1)
    for _ in range(4):
        position.play(position.legal[0])
    dataset.write(position.record, tmp_path / "t.parquet")
    table = pq.read_table(tmp_path / "t.parquet")
    assert table.num_rows == 4
    assert table.column("place").null_count == table.column("reward").null_count == 4
    (batch,) = dataset.arrays(tmp_path / "t.parquet")
    assert batch["place"].tolist() == [0] * 4 and np.isnan(batch["reward"]).all()


def test_batches_for_other_formats() -> None:
    batches = list(dataset.batches([match("hellas_2016", 2, n) for n in (1, 2)], rows=64))
    assert all(isinstance(batch, pa.RecordBatch) for batch in batches)
    assert [batch.num_rows for batch in batches[:-1]] == [64] * (len(batches) - 1)
    assert 0 < batches[-1].num_rows <= 64
    pa.Table.from_batches(batches).validate(full=True)


# ---- what may not be ----


def test_a_broken_record_is_refused_or_left_out(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    good = match("hellas_2016", 2)
    folder = tmp_path / "records"
    folder.mkdir()
    good.write(folder / "a.agon")
    good.result = good.result[::-1]
    good.write(folder / "b.agon")
    (folder / "c.agon").write_bytes(b"\xff\xfe")
    with pytest.raises(BadRecord, match=r"b\.agon: the result"):
        dataset.write(folder, tmp_path / "t.parquet")
    assert not list(tmp_path.glob("t.parquet*"))
    with caplog.at_level(logging.WARNING, "agon.research"):
        rows = dataset.write(folder, tmp_path / "t.parquet", bad="skip")
    assert rows == sum(p.actor != CHANCE for p in good.plies)
    assert "b.agon" in caplog.text and "c.agon" in caplog.text


def test_what_cannot_be_is_refused_with_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(AgonError, match="does not exist"):
        dataset.write(tmp_path / "nowhere", tmp_path / "t.parquet")
    with pytest.raises(AgonError, match="no record"):
        dataset.write(tmp_path, tmp_path / "t.parquet")
    with pytest.raises(AgonError, match="at least one row"):
        dataset.write(match("hellas_2016", 2), tmp_path / "t.parquet", rows=0)
    with pytest.raises(AgonError, match="raise or skip"):
        dataset.write(match("hellas_2016", 2), tmp_path / "t.parquet", bad="mend")  # type: ignore[arg-type]
    (tmp_path / "text.parquet").write_text("no")
    with pytest.raises(AgonError, match="cannot be read as Parquet"):
        dataset.about(tmp_path / "text.parquet")
    pq.write_table(pa.table({"a": [1]}), tmp_path / "foreign.parquet")
    with pytest.raises(AgonError, match="was not written by"):
        list(dataset.arrays(tmp_path / "foreign.parquet"))


# ---- memory ----


def repeated(record: Record, times: int) -> Iterator[Record]:
    for _ in range(times):
        yield record


def peak(record: Record, times: int, rows: int, out: Path) -> float:
    """Megabytes that writing so many records took at most, in Python, numpy and Arrow together."""
    pool = pa.system_memory_pool()
    before = pa.default_memory_pool()
    pa.set_memory_pool(pool)
    start = pool.bytes_allocated()
    tracemalloc.start()
    most = 0
    try:
        for batch in dataset.batches(repeated(record, times), rows=rows):
            most = max(most, pool.bytes_allocated() - start)
            del batch
        dataset.write(repeated(record, times), out, rows=rows)
        return (tracemalloc.get_traced_memory()[1] + most) / MEGABYTE
    finally:
        tracemalloc.stop()
        pa.set_memory_pool(before)


def test_memory_is_bounded_by_the_batch_not_by_the_number_of_records(tmp_path: Path) -> None:
    record = agon.match(LotsGame(), ["random", "random"])
    out = tmp_path / "out"
    peak(record, 40, 32, out)  # what is loaded once is loaded
    few, many = peak(record, 40, 32, out), peak(record, 300, 32, out)
    assert many < few + 0.1, (few, many)
    assert peak(record, 900, 3600, out) > many + 0.1  # larger batches do take more


@pytest.mark.soak
def test_a_million_plies_take_no_more_memory_than_a_hundred_thousand(tmp_path: Path) -> None:
    """The whole process is measured, after a tenth of the way and at the end."""
    from resource import RUSAGE_SELF, getrusage

    games = [match("hellas_2016", 2, seed) for seed in range(40)]
    plies, tenth = 0, 0

    def stream() -> Iterator[Record]:
        nonlocal plies, tenth
        while plies < 1_000_000:
            for record in games:
                plies += len(record.plies)
                yield record
            if tenth == 0 and plies >= 100_000:
                tenth = getrusage(RUSAGE_SELF).ru_maxrss

    rows = dataset.write(stream(), tmp_path / "million")
    end = getrusage(RUSAGE_SELF).ru_maxrss
    assert sum(pq.read_metadata(path).num_rows for path in (tmp_path / "million").iterdir()) == rows > 500_000
    batch = dataset.ROWS * Form(agon.game("hellas_2016"), 2, {}).layout.size * 4 / 1024
    assert end < tenth + 4 * batch, (tenth, end)  # kilobytes; allocators keep what a few batches took
