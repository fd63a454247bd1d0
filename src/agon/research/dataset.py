"""Records as columns: one row a decision, with features, mask, action and result (pip install 'agon[data]').

    rows = agon.research.dataset.write("out/example", "example.parquet")      # an arena's folder
    for batch in agon.research.dataset.arrays("example.parquet"):             # numpy, batch by batch
        ...

Everything streams: a record is read, replayed and written before the next, in batches of bounded size, so that memory
does not grow with their number. A row holds what the deciding seat knew then (`observe`), never more.
"""

# ruff: noqa: E402  (a missing library is named in a sentence before anything else is imported)

from __future__ import annotations

from agon.research.extras import need

need("agon.research.dataset", "data", "numpy", "pyarrow")

import json
import logging
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
from numpy.typing import NDArray

from agon.core.errors import AgonError, BadRecord
from agon.core.game import Game
from agon.core.record import Record
from agon.core.sheets import Sheets
from agon.core.state import CHANCE, OVER, State
from agon.research.layout import FLOAT, Layout
from agon.research.rewards import rewards

ROWS: Final = 2048  # in a batch
PART: Final = 262_144  # in a file of a folder
FEATURE: Final = "feature."  # before the name of a feature's column
FLAT: Final = "features"  # the column of all of them, as the bytes of float32 numbers
MASK: Final = "mask"
META: Final = b"agon"  # in the schema: game, seats, pack, actions, as JSON
SUFFIX: Final = ".agon"

log = logging.getLogger("agon.research")

Source = str | Path | Record
Sources = Source | Iterable[Source]
Bad = Literal["raise", "skip"]


class Row(NamedTuple):
    """A decision, but for its features and mask."""

    record: str
    ply: int
    seat: int
    bot: str
    action: int
    place: int | None
    reward: float | None
    points: int | None


class Form:
    """The columns of one game's table: they depend on game, pack and number of seats."""

    def __init__(self, game: Game, seats: int, settings: dict[str, str], flat: bool = False) -> None:
        self.game = game
        self.seats = seats
        self.flat = flat
        self.layout = Layout(game, game.new(seats, **settings))
        self.actions = len(game.space)
        self.mask_bytes = (self.actions + 7) // 8
        about = {
            "game": game.id,
            "rules": game.rules_version,
            "pack": game.pack,
            "pack_hash": game.pack_hash,
            "seats": seats,
            "actions": self.actions,
            "features": self.layout.lengths,
            "flat": flat,
        }
        self.schema = pa.schema(self._fields(), {META: json.dumps(about).encode()})

    def _fields(self) -> list[Any]:
        plain = [
            pa.field("record", pa.dictionary(pa.int32(), pa.string())),  # whose decision this was: the record's name
            pa.field("game", pa.dictionary(pa.int8(), pa.string())),
            pa.field("seats", pa.int8()),
            pa.field("ply", pa.int32()),  # its number in the record
            pa.field("seat", pa.int8()),
            pa.field("bot", pa.dictionary(pa.int32(), pa.string())),  # who decided, by the name in the record
            pa.field("action", pa.int32()),
            pa.field("place", pa.int8()),  # the seat's result; null where the record is of an unfinished game
            pa.field("reward", pa.float32()),
            pa.field("points", pa.int32()),
            pa.field(MASK, pa.binary(self.mask_bytes)),  # one bit an action, the lowest bit of each byte first
        ]
        if self.flat:
            return [*plain, pa.field(FLAT, pa.binary(FLOAT * self.layout.size))]
        features = [pa.field(FEATURE + k, pa.list_(pa.float32(), n)) for k, n in self.layout.lengths.items()]
        return plain + features


class Batch:
    """Rows being gathered, in memory made once. The compiled part writes one line, which is copied to its row: a row
    alone in memory is quickly written, however many there are."""

    def __init__(self, form: Form, rows: int) -> None:
        self.form = form
        self.rows: list[Row] = []
        layout = form.layout
        self.sheets = Sheets(layout.form, form.actions, 1, True)
        self.features = np.zeros((rows, layout.size), np.float32)
        self.masks = np.zeros((rows, form.mask_bytes), np.uint8)
        self._numbers = np.frombuffer(memoryview(self.sheets.numbers), np.float32)
        self._mask = np.frombuffer(memoryview(self.sheets.masks), np.uint8)

    @property
    def full(self) -> bool:
        return len(self.rows) == len(self.features)

    def add(self, row: Row, state: State) -> None:
        """A decision, before it is played."""
        at = len(self.rows)
        if self.form.layout.is_native:
            self.sheets.note(state, row.seat, 0)
            self.features[at] = self._numbers
        else:
            self.form.layout.write(state, row.seat, self.features, at)
            self.sheets.write_mask(0, state.answers())
        self.masks[at] = self._mask
        self.rows.append(row)

    def take(self, copy: bool = True) -> Any:
        """What was gathered, as a RecordBatch; its memory is used again for the next unless it is a copy."""
        form, n = self.form, len(self.rows)
        names, plies, seats, bots, actions, places, worths, points = zip(*self.rows, strict=True)
        masks, numbers = self.masks[:n], self.features[:n]
        if copy:
            masks, numbers = masks.copy(), numbers.copy()
        columns = [
            _coded(names),
            pa.DictionaryArray.from_arrays(np.zeros(n, np.int8), pa.array([form.game.id])),
            pa.array(np.full(n, form.seats, np.int8)),
            pa.array(np.array(plies, np.int32)),
            pa.array(np.array(seats, np.int8)),
            _coded(bots),
            pa.array(np.array(actions, np.int32)),
            pa.array(places, pa.int8()),
            pa.array(worths, pa.float32()),
            pa.array(points, pa.int32()),
            pa.FixedSizeBinaryArray.from_buffers(pa.binary(form.mask_bytes), n, [None, pa.py_buffer(masks)]),
        ]
        if form.flat:
            kind = form.schema.field(FLAT).type
            columns.append(pa.FixedSizeBinaryArray.from_buffers(kind, n, [None, pa.py_buffer(numbers)]))
        parts = {} if form.flat else form.layout.named(numbers)
        for part in parts.values():
            columns.append(pa.FixedSizeListArray.from_arrays(pa.array(part.reshape(-1)), part.shape[1]))
        self.rows = []
        return pa.RecordBatch.from_arrays(columns, schema=form.schema)


def _coded(words: tuple[str, ...]) -> Any:
    """Words of which most are the same, as numbers of a dictionary."""
    known: dict[str, int] = {}
    numbers = [known.setdefault(word, len(known)) for word in words]
    return pa.DictionaryArray.from_arrays(np.array(numbers, np.int32), pa.array(list(known), pa.string()))


def find_records(sources: Sources) -> Iterator[tuple[str, Path | Record]]:
    """Names with what they name, one after the other: files, folders (an arena's too), or records themselves."""
    if isinstance(sources, (str, Path, Record)):
        sources = [sources]
    for number, source in enumerate(sources, 1):
        if isinstance(source, Record):
            yield f"record {number}", source
            continue
        path = Path(source)
        if not path.exists():
            raise AgonError(f"{path} does not exist.")
        files = sorted(path.rglob(f"*{SUFFIX}")) if path.is_dir() else [path]
        if not files:
            raise AgonError(f"There is no record (*{SUFFIX}) in {path}.")
        for file in files:
            yield str(file), file


def rows_of(name: str, record: Record, last: State, forced: bool = True) -> Iterator[tuple[Row, State]]:
    """The decisions of a record, each with its position, which is played on afterwards.

    `last` is its last position: the whole record was replayed, and so checked, before its first row.
    """
    game, state = record.game, record.start()
    over = last.actor() == OVER
    places = last.places() if over else []
    worth = rewards(places) if over else []
    scores = game.scores(last) if over else []
    bots = [*record.players, *[""] * record.seats]  # a record may name fewer than sit there
    ends: list[tuple[int | None, float | None, int | None]] = [(None, None, None)] * record.seats
    if over:
        ends = [(places[seat], worth[seat], scores[seat]["total"]) for seat in range(record.seats)]
    parse = game.space.parse
    for number, ply in enumerate(record.plies, 1):
        action, seat = parse(ply.text), ply.actor
        if seat != CHANCE and (forced or len(state.legal()) > 1):
            yield Row(name, number, seat, bots[seat], action, *ends[seat]), state
        state.apply(action)


class Sink:
    """Where the records of one kind go: a file, or in a folder a file after the other.

    Parquet keeps a line of its table of contents in memory for every batch and column until a file is closed (about 16
    bytes a row): in a folder a file is closed after PART rows, so that not even that grows.
    """

    def __init__(self, form: Form, rows: int, compression: str, out: Path) -> None:
        self.batch = Batch(form, rows)
        self.form = form
        self.compression = compression
        self.out = out
        self.single = is_file(out)
        self.files: list[Path] = []  # those begun; they get their names when all is well
        self.written = 0
        self._writer: Any = None
        self._in_file = 0

    def add(self, row: Row, state: State) -> None:
        self.batch.add(row, state)
        if self.batch.full:
            self._flush()

    def _flush(self) -> None:
        """Write what was gathered."""
        if self._writer is None:
            self._begin()
        self._in_file += len(self.batch.rows)
        self.written += len(self.batch.rows)
        self._writer.write_batch(self.batch.take(copy=False))
        if self._in_file >= PART and not self.single:
            self._close()

    def _begin(self) -> None:
        form, path = self.form, self.out
        if not self.single:
            pack = "" if form.game.pack == "default" else f"-{form.game.pack_hash}"
            path = self.out / f"{form.game.id}-{form.seats}{pack}-{len(self.files) + 1:04}.parquet"
        path.parent.mkdir(parents=True, exist_ok=True)
        self.files.append(path)
        # Statistics and dictionaries of features would say little, take time and be kept in memory, too.
        wide = (FEATURE, FLAT, MASK)
        plain = [name for name in form.schema.names if not name.startswith(wide)]
        self._writer = pq.ParquetWriter(
            _unfinished(path), form.schema, compression=self.compression, write_statistics=plain, use_dictionary=plain
        )
        self._in_file = 0

    def _close(self) -> None:
        if self._writer is not None:
            self._writer.close()
            self._writer = None

    def finish(self) -> None:
        """The rest, and the files under their names."""
        if self.batch.rows or not self.files:
            self._flush()
        self._close()
        for path in self.files:
            _unfinished(path).replace(path)

    def give_up(self) -> None:
        """Leave nothing half written."""
        self._close()
        for path in self.files:
            _unfinished(path).unlink(missing_ok=True)


def is_file(out: Path) -> bool:
    """Whether one file is meant, not a folder of files."""
    return out.suffix == ".parquet"


def _unfinished(path: Path) -> Path:
    return path.with_name(path.name + ".part")


class Tables:
    """All that is being written: one kind of records, or into a folder every kind."""

    def __init__(self, out: Path, rows: int, compression: str, flat: bool) -> None:
        self.out = out
        self.rows = rows
        self.compression = compression
        self.flat = flat
        self.sinks: dict[tuple[str, int, str], Sink] = {}

    def sink(self, name: str, record: Record) -> Sink:
        """Where this record's rows go."""
        game = record.game
        key = (game.id, record.seats, game.pack_hash)
        if key not in self.sinks:
            if self.sinks and is_file(self.out):
                other, seats, _ = next(iter(self.sinks))
                raise AgonError(
                    f"{name} is a record of {game.id} for {record.seats} seats, but {self.out} holds {other} for "
                    f"{seats}; write into a folder to get a file for each kind."
                )
            form = Form(game, record.seats, record.options, self.flat)
            self.sinks[key] = Sink(form, self.rows, self.compression, self.out)
        return self.sinks[key]


def write(
    sources: Sources,
    out: str | Path,
    *,
    rows: int = ROWS,
    forced: bool = True,
    bad: Bad = "raise",
    game: Game | None = None,
    compression: str = "zstd",
    flat: bool = False,
) -> int:
    """Records to Parquet; returns the number of rows.

    out          a file (.parquet) for records of one kind, or a folder, which gets files for each game and seat count,
                 a new one after PART rows
    rows         in a batch, the most that is held in memory
    forced       whether decisions with one legal action are kept
    bad          "raise": a broken record is refused with a sentence; "skip": it is left out, and the log says so
    game         the game with an owner's pack that the records were played with
    flat         features in one column, as the bytes of a row of float32, which was 1.3 to 1.5 times as fast; else a
                 column each
    """
    if rows < 1:
        raise AgonError(f"A batch has at least one row, not {rows}.")
    tables = Tables(Path(out), rows, compression, flat)
    try:
        for name, record, last in _replayed(sources, bad, game):
            sink = tables.sink(name, record)
            for row, state in rows_of(name, record, last, forced):
                sink.add(row, state)
        for sink in tables.sinks.values():
            sink.finish()
    except BaseException:
        for sink in tables.sinks.values():
            sink.give_up()
        raise
    return sum(sink.written for sink in tables.sinks.values())


def batches(
    sources: Sources, *, rows: int = ROWS, forced: bool = True, bad: Bad = "raise", game: Game | None = None
) -> Iterator[Any]:
    """The same as pyarrow.RecordBatch objects, for records of one kind: to feed another format or a learner."""
    batch: Batch | None = None
    kind: tuple[str, int] | None = None
    for name, record, last in _replayed(sources, bad, game):
        own = (record.game_id, record.seats)
        if batch is None:
            kind, batch = own, Batch(Form(record.game, record.seats, record.options), rows)
        elif own != kind:
            raise AgonError(f"{name} is a record of {own[0]} for {own[1]} seats, the first one was of another kind.")
        for row, state in rows_of(name, record, last, forced):
            batch.add(row, state)
            if batch.full:
                yield batch.take()
    if batch is not None and batch.rows:
        yield batch.take()


def _replayed(sources: Sources, bad: Bad, game: Game | None) -> Iterator[tuple[str, Record, State]]:
    """Each record with its last position, checked ply by ply."""
    if bad not in ("raise", "skip"):
        raise AgonError(f'bad is raise or skip, not "{bad}".')
    for name, source in find_records(sources):
        try:
            record = source if isinstance(source, Record) else Record.read(source)
            if game is not None:
                record.with_game(game)
            last = record.last()
        except BadRecord as error:
            sentence = str(error) if name in str(error) else f"{name}: {error}"
            if bad == "raise":
                raise BadRecord(sentence) from error
            log.warning("Left out: %s", sentence)
            continue
        yield name, record, last


# ---- reading ----


def about(path: str | Path) -> dict[str, Any]:
    """What a file of ours holds: game, rules, pack, seats, number of actions, and the features with their lengths."""
    try:
        meta = (pq.read_schema(path).metadata or {}).get(META)
    except (OSError, pa.ArrowInvalid) as error:
        raise AgonError(f"{path} cannot be read as Parquet: {error}") from None
    if meta is None:
        raise AgonError(f"{path} was not written by agon.research.dataset.")
    found: dict[str, Any] = json.loads(meta)
    return found


def arrays(path: str | Path, rows: int = ROWS) -> Iterator[dict[str, Any]]:
    """A file, or all files of a folder, as numpy arrays, batch by batch.

    {"observation": {name: (rows, length)}, "action_mask": (rows, actions) of int8, "action", "seat", "bot", "ply",
    "place", "reward", "points", "record"}; unknown places and points are 0, unknown rewards NaN.
    """
    files = sorted(Path(path).glob("*.parquet")) if Path(path).is_dir() else [path]
    if not files:
        raise AgonError(f"There is no Parquet file in {path}.")
    for one in files:
        known = about(one)
        with pq.ParquetFile(one) as file:
            for batch in file.iter_batches(rows):
                yield _numpy(batch, known)


def _numpy(batch: Any, known: dict[str, Any]) -> dict[str, Any]:
    n = batch.num_rows
    masks = np.frombuffer(b"".join(batch.column(MASK).to_pylist()), np.uint8).reshape(n, -1)
    out: dict[str, Any] = {
        "observation": _observations(batch, known),
        "action_mask": unpack(masks, known["actions"]),
        "record": np.array(batch.column("record").to_pylist(), object),
        "bot": np.array(batch.column("bot").to_pylist(), object),
    }
    for name, unknown in (("seat", 0), ("ply", 0), ("action", 0), ("place", 0), ("reward", np.nan), ("points", 0)):
        out[name] = batch.column(name).fill_null(unknown).to_numpy()
    return out


def _observations(batch: Any, known: dict[str, Any]) -> dict[str, Any]:
    """The named rows, whichever way they were written."""
    n, lengths = batch.num_rows, known["features"]
    if not known.get("flat"):
        columns = {name: batch.column(FEATURE + name).flatten().to_numpy() for name in lengths}
        return {name: columns[name].reshape(n, length) for name, length in lengths.items()}
    rows = np.frombuffer(b"".join(batch.column(FLAT).to_pylist()), np.float32).reshape(n, -1)
    ends = np.cumsum([0, *lengths.values()])
    return {name: rows[:, ends[k] : ends[k + 1]] for k, name in enumerate(lengths)}


def unpack(masks: NDArray[np.uint8], actions: int) -> NDArray[np.int8]:
    """Packed masks (rows, bytes) as 1 and 0 (rows, actions)."""
    return np.unpackbits(masks, axis=1, count=actions, bitorder="little").view(np.int8)


__all__ = ["about", "arrays", "batches", "write"]
