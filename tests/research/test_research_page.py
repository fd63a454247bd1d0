"""docs/research.md says what is so; its snippets are run by tests/test_docs.py."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import agon
from agon.research import dataset, gymnasium, openspiel, pettingzoo, shapes
from agon.research.dataset import Form

PAGE = Path(__file__).parents[2] / "docs" / "research.md"


def test_the_shapes_are_those_of_the_code() -> None:
    """If not: python -m agon.research.shapes --write docs/research.md"""
    page = PAGE.read_text("utf-8")
    assert shapes.renewed(page) == page


def test_the_shapes_command(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert shapes.main([]) == 0
    assert capsys.readouterr().out.strip() in PAGE.read_text("utf-8")
    page = tmp_path / "page.md"
    page.write_text(f"before\n{shapes.BEGIN}old{shapes.END}\nafter\n")
    shapes.main(["--write", str(page)])
    assert page.read_text().startswith("before\n") and page.read_text().endswith("\nafter\n")
    assert shapes.tables() in page.read_text()


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_the_page_of_a_game_has_the_rows_of_its_layout(game_id: str) -> None:
    """python -m agon.research.shapes --games docs/games"""
    page = (PAGE.parent / "games" / f"{game_id}.md").read_text("utf-8")
    assert shapes.meanings(agon.game(game_id)) in page


def test_the_rows_are_put_into_the_pages_of_a_folder(tmp_path: Path) -> None:
    for game_id in agon.game_ids():
        (tmp_path / f"{game_id}.md").write_text(f"before\n{shapes.BEGIN_ROWS}old{shapes.END_ROWS}\nafter\n")
    assert shapes.main(["--games", str(tmp_path)]) == 0
    page = (tmp_path / "attika.md").read_text("utf-8")
    assert "old" not in page and shapes.meanings(agon.game("attika")) in page and page.endswith("after\n")


def test_every_column_and_argument_is_named() -> None:
    page = PAGE.read_text("utf-8")
    for name in Form(agon.game("attika"), 2, {}).schema.names:
        assert name.startswith(dataset.FEATURE) or f"`{name}`" in page, name
    for name in ("max_decisions", "max_cycles", "illegal", "flat", "render_mode", "workers", "autoreset_mode", "copy"):
        assert name in page
    for module in (dataset, gymnasium, openspiel, pettingzoo):
        assert f"`{module.__name__}`" in page
    for game in openspiel.register():
        assert game in page


def test_lines_are_short_enough_to_read_in_a_diff() -> None:
    for line in PAGE.read_text("utf-8").splitlines():
        assert len(line) <= 130 or line.startswith("|"), line


def test_it_has_a_snippet_for_each_adapter() -> None:
    code = "\n".join(re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL))
    for name in ("pettingzoo", "gymnasium", "VectorEnv", "openspiel", "dataset"):
        assert name in code
