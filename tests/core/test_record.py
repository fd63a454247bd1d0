"""Records: what is written reads back; what is broken is refused with a sentence that names the place."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import agon
from agon.core.errors import AgonError, BadRecord
from agon.core.record import Record


@pytest.fixture(scope="module")
def text() -> str:
    return agon.match("hellas_2016", ["random", "random"], seed=5).text()


def test_a_record_reads_back_to_the_letter(text: str) -> None:
    assert Record.parse(text).text() == text


def test_replaying_yields_every_position(text: str) -> None:
    record = Record.parse(text)
    states = list(record.replay())
    assert len(states) == len(record.plies) + 1
    assert states[0].actor() == agon.CHANCE
    assert states[-1].actor() == agon.OVER
    assert states[-1].places() == record.result


def test_comments_survive(text: str) -> None:
    record = Record.parse(text.replace("1 * tile", "1 * tile", 1))
    record.plies[0] = type(record.plies[0])(record.plies[0].actor, record.plies[0].text, "lucky")
    assert Record.parse(record.text()).plies[0].comment == "lucky"


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (lambda t: "", "empty"),
        (lambda t: "\n\n", "empty"),
        (lambda t: t.replace("agon: 1", "agon: 9"), "format 9"),
        (lambda t: t.replace("game: hellas_2016", "game: ludo"), 'no game "ludo"'),
        (lambda t: t.replace("rules: 1", "rules: 99"), "rules version 99"),
        (lambda t: t.replace("rules: 1", "rules: 0"), "rules version 0"),
        (lambda t: t.replace("result: 1 2", "result: 2 1"), "the result in the header is not how"),
        (lambda t: t.replace("result: 1 2", "result: 1 1"), "the result in the header is not how"),
        (lambda t: t.replace("rules: 1", "rules: x"), "must be a number"),
        (lambda t: t.replace("seats: 2", "seats: 7"), "not 7"),
        (lambda t: t.replace("tieBreak=shared", "tieBreak=dice"), "tieBreak is one of"),
        (lambda t: t.replace("tieBreak=shared", "tieBreak"), "has no value"),
        (lambda t: "\n".join(t.splitlines()[:40]) + "\n", "breaks off after ply 29"),
        (lambda t: "\n".join(t.splitlines()[:5]) + "\n", 'no "options:" line'),
        (lambda t: t[: t.index("\n20 ") + 6], "breaks off in line"),
        (lambda t: t.replace("\n5 ", "\n6 ", 1), "should be ply 5"),
        (lambda t: t.replace("1 * tile", "1 0 tile", 1), "chance is to act"),
        (lambda t: t.replace("1 * tile", "1 9 tile", 1), "seat from 0 to 1"),
        (lambda t: t.replace("1 * tile", "1 * dance", 1), "ply 1"),
        (lambda t: t + "999 0 pass\n", "should be ply"),
        (lambda t: t.replace("digest: ", "digest: 0"), "digest"),
        (lambda t: "hello world\n", "no header line"),
        (lambda t: t.replace("seats: 2", "seats: 2\nseats: 3"), 'line 6 gives "seats:" a second time'),
        (lambda t: t.replace("date:", "game : hellas_2016\ndate:"), 'line 8 gives "game:" a second time'),
        (
            lambda t: t.replace("tieBreak=shared", "tieBreak=shared tieBreak=active"),
            '"tieBreak" is given a second time',
        ),
        (lambda t: t.replace("players: ", "players: \0"), "line 7 holds U\\+0000"),
        (lambda t: t.replace("date:", "date: \ud800"), "line 8 holds U\\+D800"),
        (lambda t: t.replace("1 * tile", "1 * \udfff tile", 1), "line 12 holds U\\+DFFF"),
    ],
)
def test_a_broken_record_is_refused_with_a_sentence(text: str, change: object, sentence: str) -> None:
    assert callable(change)
    with pytest.raises(BadRecord, match=sentence):
        list(Record.parse(change(text)).replay())


def test_an_illegal_ply_is_named_with_its_rule(text: str) -> None:
    record = Record.parse(text)
    first = next(i for i, p in enumerate(record.plies) if p.text.startswith("house"))
    record.plies[first] = type(record.plies[first])(record.plies[first].actor, "house D1")
    with pytest.raises(BadRecord, match=rf"ply {first + 1} \(house D1\) is illegal: .*\(§"):
        record.last()


def test_a_record_of_another_pack_is_refused(text: str) -> None:
    record = Record.parse(text)
    record.pack_hash = "0" * 16
    with pytest.raises(BadRecord, match="played with the pack"):
        record.last()


def test_files_that_are_no_records(tmp_path: Path) -> None:
    binary = tmp_path / "binary.agon"
    binary.write_bytes(bytes(range(256)))
    with pytest.raises(BadRecord, match="not a text file"):
        Record.read(binary)
    with pytest.raises(BadRecord, match="cannot be read"):
        Record.read(tmp_path / "missing.agon")
    with pytest.raises(BadRecord, match="cannot be read"):
        Record.read(tmp_path)
    huge = tmp_path / "huge.agon"
    huge.write_text("x" * 8_000_001)
    with pytest.raises(BadRecord, match="larger than"):
        Record.read(huge)
    with pytest.raises(AgonError, match="cannot be written"):
        agon.match("hellas_2016", ["random", "random"]).write(tmp_path / "no" / "folder.agon")


@settings(deadline=None)  # a busy machine is no fault
@given(st.text(max_size=300))
def test_no_text_makes_a_traceback(garbage: str) -> None:
    with suppress(BadRecord):
        list(Record.parse(garbage).replay())


@settings(deadline=None)  # a busy machine is no fault
@given(st.data())
def test_no_damaged_line_makes_a_traceback(data: st.DataObject) -> None:
    lines = agon.match("hellas_2016", ["random", "random"], seed=5).text().splitlines()
    at = data.draw(st.integers(0, len(lines) - 1))
    lines[at] = data.draw(st.text(max_size=40))
    with suppress(BadRecord):
        list(Record.parse("\n".join([*lines, ""])).replay())
