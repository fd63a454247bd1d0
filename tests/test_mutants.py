"""The bugs that `make mutants` plants: small ones, judged by tests that are there."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from tests.mutants import HERE, NEAR, changed, mutants_of, steps


@pytest.mark.parametrize("area", NEAR)
def test_an_area_and_the_tests_that_judge_it_are_there(area: str) -> None:
    """A path that is gone would end pytest at once, and every bug would count as noticed."""
    assert list((HERE / "src/agon" / area).rglob("*.py"))
    named = [word for step in NEAR[area] for word in step.split() if word.startswith("tests")]
    assert named
    assert [path for path in named if not (HERE / path).exists()] == []


def test_every_part_of_the_sources_is_planted_in() -> None:
    parts = {path.parent.name for path in (HERE / "src/agon").glob("*/__init__.py")}
    assert parts - {area.split("/")[0] for area in NEAR} == {"bench"}  # measures, and is measured by nobody


def test_the_nearest_tests_come_first_and_the_whole_suite_last() -> None:
    asked = steps(HERE, Path("src/agon/core/menu.py"), near=False)
    assert asked[0] == ["tests/core/test_menu.py"]
    assert asked[-1] == ["tests"]
    assert ["tests"] not in steps(HERE, Path("src/agon/core/menu.py"), near=True)


@pytest.mark.parametrize(
    ("source", "spoilt"),
    [
        ("a < b", "(a <= b)"),
        ("a + b", "(a - b)"),
        ("a and b", "(a or b)"),
        ("not a", "(a)"),
        ("True", "False"),
        ("1", "2"),
        ("9", None),
    ],
)
def test_a_bug_is_small(source: str, spoilt: str | None) -> None:
    assert changed(ast.parse(source, mode="eval").body) == spoilt


def test_a_bug_changes_one_place_and_no_annotation(tmp_path: Path) -> None:
    (tmp_path / "file.py").write_text("def twice(n: 'list[1]') -> int:\n    return n + n\n")
    (only,) = mutants_of(tmp_path, Path("file.py"))
    assert only.line == 2
    assert only.source == "def twice(n: 'list[1]') -> int:\n    return (n - n)\n"
