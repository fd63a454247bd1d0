"""The examples of examples/research run to their end with a little of everything, where their libraries are."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "examples" / "research"
# What each needs, and arguments that make it short.
EXAMPLES = {
    "alphazero.py": ("torch pyspiel", "--rounds 1 --selfplay 2 --simulations 6 --learning 2 --games 2"),
    "cfr.py": ("pyspiel", "--iterations 2"),
    "datasets.py": ("pyarrow", "--games 1 --out ."),
    "maskable_ppo.py": ("sb3_contrib", "--steps 128 --rollout 32 --envs 2 --games 1"),
    "ppo.py": ("torch gymnasium", "--steps 256 --rollout 32 --envs 4 --games 1"),
    "torchrl_ppo.py": ("torchrl", "--steps 128 --rollout 64 --games 1"),
}


def test_every_example_is_known_here() -> None:
    assert {path.name for path in FOLDER.glob("*.py")} == set(EXAMPLES)


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_runs_to_its_end(name: str, tmp_path: Path) -> None:
    needed, arguments = EXAMPLES[name]
    missing = [package for package in needed.split() if find_spec(package) is None]
    if missing:
        pytest.skip(f"{', '.join(missing)} is not installed")
    done = subprocess.run(
        [sys.executable, str(FOLDER / name), *arguments.split()],
        cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT / "src"), "OMP_NUM_THREADS": "1"},
        capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    assert any(word in done.stdout for word in ("%", "exploitability", "decisions"))
    if name == "datasets.py":
        _compare(tmp_path)


def _compare(folder: Path) -> None:
    """The datasets that lie in the repository are of the kind that the command makes now: rows, rules and components.

    The decisions of bots may differ as bots get better; those of one version are the same.
    """
    from agon.research import dataset

    kept = sorted((ROOT / "examples" / "datasets").glob("*.parquet"))
    assert len(kept) == 4
    for path in kept:
        assert dataset.about(path) == dataset.about(folder / path.name)
        rows = next(dataset.arrays(path))
        assert set(rows["bot"]) >= {"medium", "easy"} and len(rows["action"]) > 500
        assert (rows["action_mask"][range(len(rows["action"])), rows["action"]] == 1).all()


def test_pytorch_is_not_pinned_to_one_version() -> None:
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    assert not [wanted for extra in extras.values() for wanted in extra if wanted.startswith("torch==")]
