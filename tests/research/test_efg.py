"""Whole trees of tiny games: the same games as the adapter for OpenSpiel plays, and solved by CFR+."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from agon.core.errors import AgonError
from agon.research import efg

ROOT = Path(__file__).parent.parent.parent
PACK = ROOT / "examples" / "packs" / "hellas_2002_hidden.toml"
OPENING = ("tile T01", "lay B2 0", "tile T02", "lay B3 0")


@pytest.fixture(scope="module")
def text() -> str:
    return efg.tree("hellas_2002", pack=str(PACK), opening=OPENING)


def test_every_way_to_play_is_a_node_and_ends_with_a_result(text: str) -> None:
    lines = text.splitlines()
    assert lines[0] == 'EFG 2 R "hellas_2002" { "seat 0" "seat 1" }'
    drawn = sum(len(re.findall(r"\d+/\d+", line)) for line in lines[2:] if line.startswith("c"))
    ends = sum(line.startswith("t") for line in lines)
    assert len(lines) - 2 == 11_035 and ends > 5_000
    assert 1 + drawn + _answers(lines) == len(lines) - 2


def _answers(lines: list[str]) -> int:
    """How many actions the decisions offer."""
    out = 0
    for line in lines:
        if line.startswith("p "):
            out += len(re.findall(r'"[^"]+"', line.partition("{")[2]))
    return out


def test_a_set_of_positions_offers_the_same_everywhere(text: str) -> None:
    offered: dict[tuple[str, str], str] = {}
    for line in text.splitlines():
        found = re.match(r'p "" (\d) (\d+) "" \{(.*)\}', line)
        if found:
            assert offered.setdefault((found[1], found[2]), found[3]) == found[3]
    assert {seat for seat, _ in offered} == {"1", "2"}


def test_a_tree_that_is_too_large_is_refused_with_a_sentence() -> None:
    with pytest.raises(AgonError, match="more than 1,000 nodes"):
        efg.tree("hellas_2016", 2, limit=1000)


def test_openspiel_finds_the_same_game_in_the_tree_and_by_asking_us(tmp_path: Path) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    import agon.research.openspiel  # noqa: F401

    short = tmp_path / "short.toml"
    short.write_text(PACK.read_text("utf-8").replace("turns = 3", "turns = 1").replace("actions = 2", "actions = 1"))
    ours = pyspiel.load_game("agon_hellas_2002", {"pack": str(short)})
    theirs = pyspiel.load_efg_game(efg.tree("hellas_2002", pack=str(short)))
    assert ours.num_players() == theirs.num_players() == 2
    assert _counted(ours.new_initial_state()) == _counted(theirs.new_initial_state())


def _counted(state: object) -> dict[tuple[float, ...], int]:
    """How many ways lead to each result."""
    out: dict[tuple[float, ...], int] = {}
    waiting = [state]
    while waiting:
        at: object = waiting.pop()
        if at.is_terminal():  # type: ignore[attr-defined]
            key = tuple(at.returns())  # type: ignore[attr-defined]
            out[key] = out.get(key, 0) + 1
        else:
            waiting += [at.child(action) for action in at.legal_actions()]  # type: ignore[attr-defined]
    return out


def test_cfr_plus_gets_close_to_perfect_play(text: str) -> None:
    pyspiel = pytest.importorskip("pyspiel")
    game = pyspiel.load_efg_game(text)
    solver = pyspiel.CFRPlusSolver(game)
    found = []
    for _ in range(8):
        solver.evaluate_and_update_policy()
        found.append(pyspiel.exploitability(game, solver.average_policy()))
    assert found[0] > 0.3 and found[-1] < 0.03
    assert found == sorted(found, reverse=True)


def test_a_tensor_of_everything_heard_is_refused_with_a_sentence() -> None:
    pyspiel = pytest.importorskip("pyspiel")
    import agon.research.openspiel  # noqa: F401

    state = pyspiel.load_game("agon_hellas_2016").new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    with pytest.raises(AgonError, match="information_state_string"):
        state.information_state_tensor(0)
