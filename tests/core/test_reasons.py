"""Why something cannot be: by key, in both languages, and as a part of one another."""

from __future__ import annotations

import ast
import pickle
from pathlib import Path

import pytest

import agon
from agon.core import errors
from agon.core.errors import AgonError, BadRecord, StalePly
from agon.core.reasons import REASONS, Fact, Phrase, worded
from agon.core.record import Record
from agon.core.speech import counts_of, names_of

ROOT = Path(agon.__file__).parent
KINDS = {name for name in vars(errors) if isinstance(vars(errors)[name], type) and name != "Self"}
# Told to whoever writes positions, lessons or puzzles or studies bots; the faults of packs name their place, too.
AUTHORS = (
    "core/layout.py", "play/lessons.py", "play/pictures.py", "play/puzzles.py", "play/study.py", "core/pack.py",
)  # fmt: skip


def raised() -> list[tuple[str, str, set[str]]]:
    """Every error and phrase that core, games and play make: file, what is told, names of the facts."""
    out = []
    for package in ("core", "games", "play", "terminal", "learn"):
        for path in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if (
                    isinstance(node, ast.Call)
                    and isinstance(node.func, ast.Name)
                    and node.func.id in KINDS | {"Phrase"}
                ):
                    told = node.args[0].value if node.args and isinstance(node.args[0], ast.Constant) else ""
                    out.append((str(path.relative_to(ROOT)), str(told), {k.arg or "" for k in node.keywords}))
    return out


def faults() -> list[tuple[str, str, set[str]]]:
    """File, key and facts of every fault of a pack told by key: `fault(place, key, ...)`, `_list(place, key)`."""
    out: list[tuple[str, str, set[str]]] = []
    for path in [*(ROOT / "games").rglob("parts.py"), ROOT / "core" / "pack.py"]:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if (
                isinstance(node, ast.Call)
                and isinstance(node.func, ast.Attribute)
                and node.func.attr in ("fault", "_list")
            ):
                told = node.args[1]
                if isinstance(told, ast.Constant):
                    out.append((str(path.relative_to(ROOT)), str(told.value), {k.arg or "" for k in node.keywords}))
    return out


@pytest.mark.parametrize("key", REASONS)
def test_every_reason_is_said_in_both_languages_with_all_it_names(key: str) -> None:
    english, german = REASONS[key]
    assert set(names_of(english)) == set(names_of(german))
    for count in (0, 1, 2, 5):
        facts: dict[str, Fact] = dict.fromkeys(names_of(english), "Xyz")
        facts |= dict.fromkeys([*counts_of(english), *counts_of(german)], count)
        for lang in ("en", "de"):
            said = worded(key, facts, lang)
            assert said and "{" not in said
            assert all(str(fact) in said for fact in facts.values())


def test_core_games_and_play_refuse_by_key_and_give_the_facts_of_its_sentence() -> None:
    told = [entry for entry in raised() if entry[0] not in AUTHORS]
    assert len(told) > 50
    for file, key, facts in told:
        assert key in REASONS, (file, key)
        assert facts == set(names_of(REASONS[key][0])), (file, key)


def test_packs_are_refused_by_key_in_both_languages() -> None:
    assert len(faults()) > 60
    for file, key, facts in faults():
        assert key in REASONS, (file, key)
        assert facts == set(names_of(REASONS[key][0])), (file, key)


def test_every_reason_is_given_by_somebody() -> None:
    elsewhere = {"in_file", "too_many_plies", "not_now", "of_answer"}  # the command line, the server, refusals
    elsewhere |= {"needs_learn", "pack_exists", "no_puzzles", "glance_practice"}  # the command line
    elsewhere |= {"mind_format", "broken_mind"}  # the files of minds
    assert set(REASONS) <= {key for _, key, _ in [*raised(), *faults()]} | elsewhere


def test_a_reason_inside_a_reason_is_said_in_the_same_language() -> None:
    record = Record.parse(agon.match("hellas_2016", ["random", "random"], seed=1).text())
    record.result, record.digest = [], ""
    record.plies[4:] = [type(record.plies[0])(0, "house A1")]
    with pytest.raises(BadRecord) as refused:
        record.last()
    assert str(refused.value).startswith("ply 5 (house A1) is ")
    assert refused.value.message("de").startswith("Halbzug 5 (house A1) ist ")
    turn = BadRecord("another_acts", ply=1, text="tile 2", who=Phrase("by_chance"), actor=Phrase("by_seat", seat=1))
    said = BadRecord("in_file", path="x.agon", error=turn).message("de")
    assert said == "x.agon: Halbzug 1 (tile 2): Hier zieht der Zufall, am Zug ist aber Platz 1."


def test_an_error_without_a_key_is_the_same_in_every_language_and_all_travel_as_sentences() -> None:
    plain = AgonError("The bot has ended.")
    assert plain.message("de") == str(plain) == "The bot has ended."
    stale = pickle.loads(pickle.dumps(StalePly("stale", ply=2, asked=1)))
    assert isinstance(stale, StalePly)
    assert str(stale) == "The game is at ply 2, not 1; look again before you move."
