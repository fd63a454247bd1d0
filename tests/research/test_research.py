"""What the adapters have in common: rewards, layouts, missing extras, who imports whom."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path
from random import Random

import numpy as np
import pytest

import agon
import agon.research
from agon.core.errors import AgonError
from agon.core.state import UNKNOWN
from agon.research.layout import LIMIT
from agon.research.rewards import rewards
from agon.research.run import Run
from agon.research.setups import Setup
from tests.research.support import CASES
from tests.tiny import Listener, LotsGame

SOURCES = sorted(Path(agon.research.__file__).parent.glob("*.py"))


@pytest.mark.parametrize(
    ("places", "worth"),
    [
        ([1, 2], [1, -1]),
        ([1, 1], [0, 0]),
        ([2, 1, 3], [0, 1, -1]),
        ([1, 1, 3], [0.5, 0.5, -1]),
        ([1, 2, 2], [1, -0.5, -0.5]),
        ([4, 3, 2, 1], [-1, -1 / 3, 1 / 3, 1]),
        ([1], [0]),
    ],
)
def test_rewards_are_places_in_equal_steps_that_add_up_to_nothing(places: list[int], worth: list[float]) -> None:
    assert rewards(places) == pytest.approx(worth)
    assert sum(rewards(places)) == pytest.approx(0)


@pytest.mark.parametrize(("game_id", "seats"), CASES)
def test_layouts_keep_their_shape_and_numbers_stay_in_bounds(game_id: str, seats: int) -> None:
    layout = agon.research.layout.of(game_id, seats)
    assert all(length > 0 for length in layout.lengths.values())
    record = agon.match(game_id, ["random"] * seats, seed=2)
    for state in list(record.replay())[::7]:
        for seat in range(seats):
            row = layout.row(state, seat)
            assert (layout.low <= row).all()
            assert (row <= layout.high).all()
            flat = [x for part in layout.game.features(state.observe(seat), seat).values() for x in part]
            assert row.tolist() == np.array(flat, np.float32).tolist()
            assert np.flatnonzero(layout.mask(state)).tolist() == state.legal()


def test_a_game_in_plain_python_has_wide_bounds_and_is_refused_if_it_changes_its_features() -> None:
    setup = Setup(LotsGame())
    assert (setup.layout.low[0], setup.layout.high[0]) == (-LIMIT, LIMIT)
    assert setup.layout.row(setup.start(), 1).shape == (1,)
    setup.layout.size += 1
    with pytest.raises(AgonError, match="features, not"):
        setup.layout.row(setup.start(), 0)


def test_a_game_of_somebody_elses_works_too() -> None:
    from agon.research import pettingzoo

    env = pettingzoo.env(LotsGame())
    env.reset(seed=1)
    for agent in env.agent_iter():
        legal = env.action_space(agent).legal
        env.step(legal[0] if legal else None)
    assert sum(env._cumulative_rewards.values()) == pytest.approx(0)


@pytest.mark.parametrize(
    ("module", "library", "extra"),
    [
        ("pettingzoo", "pettingzoo", "research"),
        ("pettingzoo", "numpy", "research"),
        ("gymnasium", "gymnasium", "research"),
        ("gymnasium", "numpy", "research"),
        ("speed", "gymnasium", "research"),
        ("openspiel", "pyspiel", "openspiel"),
        ("dataset", "pyarrow", "data"),
        ("dataset", "numpy", "data"),
    ],
)
def test_a_missing_extra_is_named_in_a_sentence(module: str, library: str, extra: str) -> None:
    code = f"import sys; sys.modules['{library}'] = None; import agon.research.{module}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    says = f"agon.research.{module} needs {library}, which is not installed: pip install 'agon[{extra}]'."
    assert done.stderr.splitlines()[-1].endswith(says)
    assert "During handling" not in done.stderr


def test_pixels_without_their_libraries_are_refused_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    from agon.research import pettingzoo

    env = pettingzoo.env("hellas_2016", render_mode="rgb_array")
    env.reset(seed=1)
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(ImportError, match=r"resvg_py, which is not installed: pip install 'agon\[research\]'"):
        env.render()


def test_a_module_is_loaded_when_it_is_named() -> None:
    code = (
        "import sys, agon.research; assert 'numpy' not in sys.modules; "
        "agon.research.pettingzoo.env('olympos', seats=4).reset(); assert 'pyarrow' not in sys.modules"
    )
    assert subprocess.run([sys.executable, "-W", "error", "-c", code], check=False).returncode == 0
    assert "pettingzoo" in dir(agon.research)
    with pytest.raises(AttributeError, match=r"agon\.research has no chess"):
        agon.research.chess  # noqa: B018


def test_research_knows_no_single_game() -> None:
    """It may import core, bots, play, draw and the registry."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("agon."):
                _, package, *further = (node.module or "").split(".")
                assert package in ("core", "bots", "play", "draw", "games", "research"), (path, node.module)
                assert package != "games" or not further, (path, node.module)


def test_a_bot_that_follows_a_game_hears_of_a_secret_draw_only_that_there_was_one() -> None:
    ears = [Listener(), Listener()]
    run = Run(Setup(LotsGame()), Random(1), list(enumerate(ears)))
    run.play(run.state.legal()[0])
    plies = run.plies[1::2]
    assert ears[0].heard == [plies[0], UNKNOWN, plies[2]]
    assert ears[1].heard == [UNKNOWN, *plies[1:]]
