"""The notebooks run from beginning to end, and what they show is in the exported page."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

import agon

FOLDER = Path(__file__).parent.parent / "examples" / "notebooks"


def export(notebook: Path, folder: Path) -> str:
    """Run a notebook and export it, as a reader would; its path is that of the page."""
    command = [
        sys.executable,
        "-m",
        "nbconvert",
        "--to",
        "html",
        "--execute",
        str(notebook),
        "--output-dir",
        str(folder),
    ]
    # nbconvert's own page asks a network for these; ours are not among them.
    own = [f"--HTMLExporter.{name}=" for name in ("require_js_url", "mathjax_url", "jquery_url")]
    done = subprocess.run([*command, *own], capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return (folder / f"{notebook.stem}.html").read_text("utf-8")


def test_there_is_a_notebook_for_every_game() -> None:
    assert [path.stem for path in sorted(FOLDER.glob("*.ipynb"))] == agon.game_ids()


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_a_notebook_is_kept_without_outputs(game_id: str) -> None:
    for cell in json.loads((FOLDER / f"{game_id}.ipynb").read_text("utf-8"))["cells"]:
        assert not cell.get("outputs") and cell.get("execution_count") is None


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_a_notebook_runs_and_shows_position_record_and_results(game_id: str, tmp_path: Path) -> None:
    page = export(FOLDER / f"{game_id}.ipynb", tmp_path)
    assert "data:image/svg+xml;base64," in page and "(§" in page
    assert page.count("data-agon-film=") > 1  # the host, and the script's own mention
    assert re.search(r"<th class=\"?n\"?>95 %</th>", page) and "data:image/png;base64," in page
    assert not re.findall(r'<(?:script|link|img|iframe)[^>]+(?:src|href)="https?:', page)
    assert len(page) < 2_000_000
