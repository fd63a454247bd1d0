"""README, CONTRIBUTING and examples say what is so: their Python runs, their commands exist, their files are there."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

import agon
from agon.cli import parser

ROOT = Path(__file__).parent.parent
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(page: Path, language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", page.read_text("utf-8"), re.DOTALL)


@pytest.mark.parametrize(
    "code", [b for page in PAGES for b in blocks(page, "python")], ids=lambda code: code.splitlines()[0][:40]
)
def test_python_in_the_docs_runs(code: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("script", sorted((ROOT / "examples").glob("*.py")), ids=lambda p: p.name)
def test_examples_run(script: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", str(script)],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() or "sys.stdin" in script.read_text("utf-8")  # a bot that is asked nothing says nothing


def test_commands_in_the_docs_are_accepted() -> None:
    """Every `agon ...` line parses, though long ones are not run here."""
    seen = 0
    for page in PAGES:
        for line in re.findall(r"^agon (.+?)(?: {2,}.*)?$", "\n".join(blocks(page, "")), re.MULTILINE):
            parser().parse_args(shlex.split(line.split("#")[0]))
            seen += 1
    assert seen >= 1


def test_make_targets_in_the_readme_exist() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in re.findall(r"^make (\w+)", "\n".join(blocks(ROOT / "README.md", "")), re.MULTILINE):
        assert f"\n{target}:" in makefile


def test_links_and_pictures_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), (page, target)


@pytest.mark.parametrize("game_id", agon.games())
def test_every_game_has_a_page_that_names_its_actions_and_options(game_id: str) -> None:
    page = (ROOT / "docs" / "games" / f"{game_id}.md").read_text("utf-8")
    game = agon.game(game_id)
    for verb in game.space.verbs:
        assert f"`{verb.name}" in page, verb.name
    for option in game.options:
        assert f"`{option.name}`" in page, option.name
    for key in game.facts(game.new(game.seats[0])):
        assert f"`{key}`" in page, key
    for row in game.features(game.new(game.seats[0]), 0):
        assert f"`{row}`" in page, row


def test_the_readme_names_every_game() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    for game_id in agon.games():
        assert f"`{game_id}`" in text
