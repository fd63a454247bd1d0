"""RULES.md, code and tests tie together: every § is cited in the code and in a test, and every § cited exists."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import agon

ROOT = Path(__file__).parent.parent
PARAGRAPH = re.compile(r"§(Q?\d+(?:\.\d+)*)")
DEFINED = re.compile(r"^(?:#+ |\*\*)§(Q?\d+(?:\.\d+)*)\b", re.MULTILINE)
TAGS = ("[SEED]", "[PUBLIC]", "[RECONSTRUCTED]")


def cited(folder: Path) -> set[str]:
    return {m for path in folder.rglob("*.py") for m in PARAGRAPH.findall(path.read_text("utf-8"))}


def defined(game_id: str) -> list[str]:
    return DEFINED.findall(agon.game(game_id).rules_text())


def sections(paragraphs: set[str]) -> set[str]:
    """Headings need no citation of their own: "6" of "6.7"."""
    return {p for p in paragraphs if "." not in p and not p.startswith("Q")}


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_every_paragraph_is_cited_in_code_and_in_a_test(game_id: str) -> None:
    paragraphs = set(defined(game_id))
    paragraphs -= sections(paragraphs)
    assert len(paragraphs) > 20
    code = cited(ROOT / "src" / "agon" / "games" / game_id)
    tests = cited(ROOT / "tests" / "games" / game_id)
    assert sorted(paragraphs - code) == [], "not cited in the code"
    assert sorted(paragraphs - tests) == [], "not cited in a test"


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_every_paragraph_cited_exists_once(game_id: str) -> None:
    paragraphs = defined(game_id)
    assert sorted(p for p in set(paragraphs) if paragraphs.count(p) > 1) == []
    code = cited(ROOT / "src" / "agon" / "games" / game_id)
    tests = cited(ROOT / "tests" / "games" / game_id)
    assert sorted((code | tests) - set(paragraphs)) == []


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_verbs_cite_a_paragraph_that_exists(game_id: str) -> None:
    for verb in agon.game(game_id).space.verbs:
        assert verb.paragraph.removeprefix("§") in defined(game_id), verb.name


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_the_rules_say_where_each_comes_from(game_id: str) -> None:
    text = agon.game(game_id).rules_text()
    for tag in ("SEED", "RECONSTRUCTED"):
        assert tag in text
    assert "reconstructed" in text.lower()


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_every_table_of_the_pack_names_its_source(game_id: str) -> None:
    import tomllib

    for path in sorted((ROOT / "src" / "agon" / "games" / game_id / "data").glob("*.toml")):
        data = tomllib.loads(path.read_text("utf-8"))
        for name, table in data.items():
            rows = table if isinstance(table, list) else [table]
            nested = [r for row in rows if isinstance(row, dict) for r in row.values() if isinstance(r, dict)]
            own = any(isinstance(row, dict) and "source" in row for row in rows)
            assert own or (nested and all("source" in r for r in nested)), f"{path.name}: {name}"
