"""Which paragraph each refusal cites: a table for every game, read against RULES.md by hand, beside the code's own."""

from __future__ import annotations

import ast
from fnmatch import fnmatch
from pathlib import Path
from random import Random

import pytest

import agon
from agon.play.laws import paragraphs

TABLE = Path(__file__).parent / "reasons.txt"
GAMES = Path(agon.__file__).parent / "games"


def table(game_id: str) -> dict[str, set[str]]:
    """Reason -> its paragraphs. A star stands for the rest of a key that is put together."""
    out: dict[str, set[str]] = {}
    for line in TABLE.read_text("utf-8").splitlines():
        if line.startswith(f"{game_id} "):
            _, key, *cited = line.split()
            out[key] = set(cited)
    return out


def in_code(game_id: str) -> dict[str, set[str]]:
    """What the sources of a game say: every Reason("§...", "key"), and not_now("§...")."""
    out: dict[str, set[str]] = {}
    for path in (GAMES / game_id).glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Reason":
                paragraph, key = node.args[:2]
                assert isinstance(paragraph, ast.Constant), ast.unparse(node)
                out.setdefault(_pattern(key), set()).add(str(paragraph.value))
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "not_now":
                out.setdefault("not_now", set()).add(ast.literal_eval(node.args[0]))
    return out


def _pattern(key: ast.expr) -> str:
    if isinstance(key, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "*" for part in key.values)
    assert isinstance(key, ast.Constant), ast.unparse(key)
    return str(key.value)


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_every_reason_cites_the_paragraph_of_the_table(game_id: str) -> None:
    assert in_code(game_id) == table(game_id)
    assert set().union(*table(game_id).values()) <= paragraphs(agon.game(game_id))


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_what_is_refused_in_play_is_in_the_table(game_id: str) -> None:
    game, known = agon.game(game_id), table(game_id)
    state, rng = game.new(game.seats[0]), Random(4)
    met: set[str] = set()
    ply = 0
    while state.actor() != agon.OVER and ply < 400:
        if ply % 25 == 0:
            for action in rng.sample(range(len(game.space)), 200):
                reason = game.reason(state, action)
                if reason is not None:
                    met.add(reason.key)
                    cited = [p for key, ps in known.items() if fnmatch(reason.key, key) for p in ps]
                    assert reason.paragraph in cited, reason
        state.apply(state.random_action(rng))
        ply += 1
    assert len(met) >= 4
