"""setup.py: what was compiled once is found again by all that it was made from, and by nothing else."""

from __future__ import annotations

import ast
import os
import shutil
from ctypes import CDLL
from pathlib import Path
from typing import Any

import pytest
from setuptools import Distribution, Extension

ROOT = Path(__file__).parent.parent


@pytest.fixture
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the sources to stand in, with a cache of its own."""
    there = tmp_path / "agon"
    python_only = shutil.ignore_patterns("*.so", "__pycache__", "static", "minds", "lessons", "*.md")
    shutil.copytree(ROOT / "src", there / "src", ignore=python_only)
    for name in ("setup.py", "pyproject.toml"):
        shutil.copy(ROOT / name, there / name)
    monkeypatch.chdir(there)
    monkeypatch.setenv("AGON_CACHE", str(tmp_path / "cache"))
    return there


def functions() -> dict[str, Any]:
    """All of setup.py but the building."""
    tree = ast.parse(Path("setup.py").read_text("utf-8"))
    kinds = (ast.Import, ast.ImportFrom, ast.Assign, ast.FunctionDef, ast.ClassDef)
    found: dict[str, Any] = {}
    exec(compile(ast.Module([node for node in tree.body if isinstance(node, kinds)], []), "setup.py", "exec"), found)
    return found


def add_a_line(path: Path) -> None:
    path.write_text(path.read_text("utf-8") + "\n# another line\n", "utf-8")


@pytest.mark.parametrize(
    ("name", "matters"),
    [
        ("src/agon/games/attika/rules.py", True),
        ("src/agon/core/pack.py", True),  # not compiled, but its types are looked at
        ("setup.py", True),
        ("pyproject.toml", False),  # a comment
        ("src/agon/web/hub.py", False),
        ("src/agon/games/attika/view.py", False),
    ],
)
def test_the_place_in_the_cache_follows_what_the_compiler_reads(source: Path, name: str, matters: bool) -> None:
    before = functions()["kept_place"]()
    add_a_line(source / name)
    assert (functions()["kept_place"]() != before) is matters


@pytest.mark.parametrize(
    ("old", "new", "matters"),
    [
        ("strict = true", "strict = false", True),
        ('"setuptools>=77"', '"setuptools>=78"', True),
        ('version = "0', 'version = "9', False),
        ("line-length = 120", "line-length = 100", False),
    ],
)
def test_of_pyproject_only_what_the_compiler_is_told_matters(source: Path, old: str, new: str, matters: bool) -> None:
    before = functions()["kept_place"]()
    project = source / "pyproject.toml"
    assert old in project.read_text("utf-8")
    project.write_text(project.read_text("utf-8").replace(old, new), "utf-8")
    assert (functions()["kept_place"]() != before) is matters


def test_the_compiler_reads_what_the_place_is_named_by_and_nothing_else(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else it would look at every package that happens to be installed: a minute more."""
    asked: dict[str, Any] = {}

    def mypycify(words: list[str], **options: Any) -> list[Extension]:
        asked.update(options, words=words)
        return [Extension("agon_compiled__mypyc", ["one.c", "two.c"])]

    monkeypatch.setattr("mypyc.build.mypycify", mypycify)
    setup = functions()
    setup["extensions"]()
    options = [word for word in asked["words"] if word.startswith("--")]
    assert "--follow-imports=skip" in options
    assert asked["words"] == options + [str(path) for path in setup["read_files"](setup["compiled_files"]())]
    assert asked["only_compile_paths"] == setup["compiled_files"]()


@pytest.mark.skipif(shutil.which(os.environ.get("CC", "cc").split()[0]) is None, reason="there is no C compiler")
def test_the_sources_of_a_library_are_translated_side_by_side_and_become_one(source: Path) -> None:
    (source / "one.c").write_text("int two(void);\nint one(void) { return two() - 1; }\n")
    (source / "two.c").write_text("int two(void) { return 2; }\n")
    built = Extension("numbers", ["one.c", "two.c"])
    command = functions()["Kept"](Distribution({"ext_modules": [built], "package_dir": {"": "src"}}))
    command.build_lib, command.build_temp = str(source / "lib"), str(source / "temp")
    command.ensure_finalized()
    assert command.parallel >= 1
    command.run()
    (found,) = (source / "lib").glob("numbers*.so")
    assert CDLL(str(found)).one() == 1


def test_a_compiler_that_is_no_gcc_or_is_not_there_is_given_one_file(
    source: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for compiler in ("false", "/nowhere/cc"):
        monkeypatch.setenv("CC", compiler)
        assert functions()["many_files"](2) is False


def test_other_compilers_and_options_have_places_of_their_own(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    places = {functions()["kept_place"]()}
    for name, value in (("CC", "clang"), ("CFLAGS", "-g"), ("AGON_OPTIMIZE", "0")):
        with monkeypatch.context() as patch:
            patch.setenv(name, value)
            places.add(functions()["kept_place"]())
    assert len(places) == 4


def test_nothing_is_kept_where_the_cache_is_switched_off(source: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("AGON_CACHE", "")
    assert functions()["kept_place"]() is None


def test_what_was_built_is_taken_from_the_cache_the_next_time(source: Path) -> None:
    setup = functions()
    built = source / "state.so"
    built.write_bytes(b"machine code")
    setup["keep"]({"agon.core.state": built}, setup["kept_place"]())
    extensions = setup["extensions"]()  # without asking mypyc, which would take minutes
    assert [one.name for one in extensions] == ["agon.core.state"]
    distribution = Distribution({"ext_modules": extensions, "package_dir": {"": "src"}})
    command = setup["Kept"](distribution)
    command.build_lib = str(source / "lib")
    command.ensure_finalized()
    command.run()
    (taken,) = (source / "lib").rglob("state*.so")
    assert taken.read_bytes() == b"machine code"


def test_a_cache_that_cannot_be_written_is_said_and_no_fault(source: Path, capsys: pytest.CaptureFixture[str]) -> None:
    setup = functions()
    place = setup["kept_place"]()
    place.parent.parent.mkdir()
    place.parent.write_text("a file where a folder should be")
    setup["keep"]({}, place)
    assert "is not kept" in capsys.readouterr().err
    assert not place.exists()


def test_a_half_written_entry_is_never_found(source: Path) -> None:
    setup = functions()
    place = setup["kept_place"]()
    setup["keep"]({"agon.core.state": source / "missing.so"}, place)
    assert not place.exists()
    assert os.listdir(place.parent) == []
