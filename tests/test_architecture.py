"""Who may import whom, and what the pure files may not touch: read from the sources."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent / "src" / "agon"
FILES = sorted(ROOT.rglob("*.py"))
GAMES = sorted(p.name for p in (ROOT / "games").iterdir() if (p / "__init__.py").exists())
RULE_FILES = (  # each uses those left
    "parts", "actions", "questions", "map", "unseen", "position", "coast", "hands", "sums", "effects", "scoring",
    "choices", "value", "rules", "why",
)  # fmt: skip
OPTIONAL = ("map", "unseen", "coast", "hands", "sums")  # what is no rule, in games that have it
COMPILED_CORE = ("numbers", "menu", "group", "question", "state", "chance", "hexgrid", "space")
COMPILED_BOTS = ("ismcts",)
COMPILED_GAME = (*(name for name in RULE_FILES if name != "why"), "features")
READERS = ("core/pack.py", "core/record.py")


def imports(path: Path) -> set[str]:
    """The agon modules and the other top-level modules a file imports."""
    out: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            out.update(a.name for a in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            out.add(node.module)
            if node.module.startswith("agon"):
                out.update(f"{node.module}.{a.name}" for a in node.names)
    return out


def agon_packages(path: Path) -> set[str]:
    """The packages of agon a file imports: core, draw, games, ..."""
    return {m.split(".")[1] for m in imports(path) if m.startswith("agon.")}


def files_of(package: str) -> list[Path]:
    return [p for p in FILES if p.relative_to(ROOT).parts[0] == package]


@pytest.mark.parametrize(
    ("package", "allowed"),
    [
        ("core", {"core"}),
        ("draw", {"draw"}),
        ("bots", {"core", "bots"}),
        ("play", {"core", "bots", "play", "games"}),
        ("terminal", {"core", "bots", "play", "draw", "terminal"}),
        ("web", {"core", "bots", "play", "draw", "games", "web"}),
        ("bench", {"core", "bots", "play", "games", "bench"}),
        ("research", {"core", "bots", "play", "draw", "games", "research"}),
    ],
)
def test_a_package_imports_only_what_it_may(package: str, allowed: set[str]) -> None:
    for path in files_of(package):
        assert agon_packages(path) <= allowed, path


def test_core_and_draw_need_only_the_standard_library_librt_and_mypy_extensions() -> None:
    foreign = {"librt", "mypy_extensions"}
    import sys

    for package in ("core", "draw"):
        for path in files_of(package):
            for module in imports(path):
                top = module.split(".")[0]
                lazily = path.name == "png.py"  # an optional library, imported inside the function
                assert top == "agon" or top in sys.stdlib_module_names or top in foreign or lazily, (path, module)


def test_nobody_but_its_own_files_imports_a_single_game() -> None:
    for path in FILES:
        relative = path.relative_to(ROOT)
        for module in imports(path):
            for game in GAMES:
                if module.startswith(f"agon.games.{game}"):
                    assert relative.parts[:2] == ("games", game), (path, module)


@pytest.mark.parametrize("game", GAMES)
def test_the_files_of_a_game_use_those_to_their_left(game: str) -> None:
    folder = ROOT / "games" / game
    for i, name in enumerate(RULE_FILES):
        path = folder / f"{name}.py"
        if name in OPTIONAL and not path.exists():
            continue
        assert path.exists(), path
        assert agon_packages(path) <= {"core", "games"}, path
        for module in imports(path):
            own = re.match(rf"agon\.games\.{game}\.(\w+)$", module)
            if own and own[1] in RULE_FILES:
                assert RULE_FILES.index(own[1]) < i, (path, module)
            elif own:
                assert (folder / f"{own[1]}.py").exists() is False or own[1] not in (
                    "view",
                    "words",
                    "features",
                )


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_the_same_files(game: str) -> None:
    folder = ROOT / "games" / game
    needed = [name for name in RULE_FILES if name not in OPTIONAL]
    for name in (*needed, "view", "words", "features", "facts", "__init__"):
        assert (folder / f"{name}.py").exists(), (game, name)
    assert (folder / "RULES.md").exists()
    assert list((folder / "data").glob("*.toml"))
    tests = Path(__file__).parent / "games" / game
    for name in ("test_rules", "test_effects", "test_scoring", "test_examples", "test_view"):
        assert (tests / f"{name}.py").exists(), (game, name)


def test_rule_files_are_pure() -> None:
    """No I/O, no clock, no randomness but the type Random in a signature; only chance.py draws."""
    pure = [p for p in files_of("core") if str(p.relative_to(ROOT)) not in READERS]
    pure += [path for game in GAMES for name in RULE_FILES if (path := ROOT / "games" / game / f"{name}.py").exists()]
    for path in pure:
        modules = {m.split(".")[0] for m in imports(path) if not m.startswith("agon")}
        assert not modules & {"os", "time", "logging", "io", "sys", "socket", "pathlib"}, path
        tree = ast.parse(path.read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in ("open", "print", "input", "eval", "exec"), path
            if isinstance(node, ast.ImportFrom) and node.module == "random":
                assert [a.name for a in node.names] == ["Random"], path


def compiled_files() -> list[Path]:
    core = [ROOT / "core" / f"{name}.py" for name in COMPILED_CORE]
    core += [ROOT / "bots" / f"{name}.py" for name in COMPILED_BOTS]
    games = [ROOT / "games" / game / f"{name}.py" for game in GAMES for name in COMPILED_GAME]
    return core + [path for path in games if path.exists()]


def test_compiled_files_shift_no_native_integers() -> None:
    """mypy 2.4.1 compiles `1 << n` with a native n to 32 bits: bits come from the table BIT."""
    for path in compiled_files():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            is_shift = isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(node.op, ast.LShift)
            assert not is_shift, f"{path}:{getattr(node, 'lineno', 0)}"


def test_setup_compiles_the_files_this_test_knows() -> None:
    setup = (ROOT.parent.parent / "setup.py").read_text("utf-8")
    for name in {*COMPILED_CORE, *COMPILED_BOTS, *COMPILED_GAME}:
        assert f'"{name}"' in setup


def test_no_file_eats_the_project() -> None:
    """Few over 500 lines, none over 800."""
    lengths = {p: len(p.read_text("utf-8").splitlines()) for p in FILES}
    assert max(lengths.values()) <= 800, max(lengths, key=lambda p: lengths[p])
