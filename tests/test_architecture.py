"""Who may import whom, and what the pure files may not touch: read from the sources."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent / "src" / "agon"
FILES = sorted(ROOT.rglob("*.py"))
GAMES = sorted(p.name for p in (ROOT / "games").iterdir() if (p / "__init__.py").exists())
RULE_FILES = (  # each uses those left of it
    "parts", "actions", "questions", "position", "effects", "scoring", "choices", "value", "ending", "terms",
    "features", "rules", "why",
)  # fmt: skip
SPEAKING_FILES = (
    "names",
    "sentences",
    "words",
    "view",
    "view_sight",
    "view_board",
    "view_text",
    "facts",
    "guide",
    "cover",
    "tables",
    "arrange",
)
GAME_FILES = ("__init__", *RULE_FILES, *SPEAKING_FILES)
PLAIN_FILES = (
    "__init__",
    "why",
    "names",
    "sentences",
    "words",
    "view",
    "facts",
    "guide",
    "cover",
    "tables",
    "arrange",
)  # and view_, guide_: not compiled
COMPILED_CORE = ("numbers", "menu", "features", "group", "question", "state", "sheets", "chance", "hexgrid", "space")
COMPILED_BOTS = ("ismcts", "mind", "quick", "tactics")
READERS = ("core/pack.py", "core/record.py")


@cache
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
        ("site", {"core", "bots", "play", "draw", "games", "web", "site"}),
        ("bench", {"core", "bots", "play", "games", "research", "bench"}),
        ("learn", {"core", "bots", "play", "learn"}),
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
                typed = (path.name, top) == ("game.py", "typing_extensions")  # for the type checker alone
                known = top == "agon" or top in sys.stdlib_module_names or top in foreign
                assert known or lazily or typed, (path, module)


def test_nobody_but_its_own_files_imports_a_single_game() -> None:
    for path in FILES:
        relative = path.relative_to(ROOT)
        for module in imports(path):
            for game in GAMES:
                if module.startswith(f"agon.games.{game}"):
                    assert relative.parts[:2] == ("games", game), (path, module)


def own_imports(game: str, name: str) -> set[str]:
    """The files of its folder that a file of a game imports."""
    found = imports(ROOT / "games" / game / f"{name}.py")
    return {own[1] for module in found if (own := re.match(rf"agon\.games\.{game}\.(\w+)$", module))} & names_in(game)


def names_in(game: str) -> set[str]:
    return {path.stem for path in (ROOT / "games" / game).glob("*.py")}


def own_files(game: str) -> list[str]:
    """The files of a game that the others do not have: sheets of the view and parts of the guide apart."""
    return sorted(name for name in names_in(game) - set(GAME_FILES) if not name.startswith(("view_", "guide")))


@pytest.mark.parametrize("game", GAMES)
def test_the_files_of_a_game_use_those_to_their_left(game: str) -> None:
    """So do those of its own, in whose place stands whatever they use."""
    for i, name in enumerate(RULE_FILES):
        path = ROOT / "games" / game / f"{name}.py"
        assert path.exists(), path
        assert agon_packages(path) <= {"core", "games"}, path
        used = own_imports(game, name)
        while further := {more for file in used & set(own_files(game)) for more in own_imports(game, file)} - used:
            used |= further
        for other in used - set(own_files(game)):
            assert other in RULE_FILES[:i], f"{game}: {name}.py uses {other}.py"


GROWTH = {"position": "Position", "scoring": "Scored", "choices": "Asked", "value": "Valued", "ending": "Ending"}
GROWTH |= {"terms": "Told", "features": "Numbered", "rules": "Rules"}


@pytest.mark.parametrize("game", GAMES)
def test_a_position_grows_from_file_to_file(game: str) -> None:
    """Each file's class stands upon the one before it, so that a State is asked without a detour."""
    before = "State"
    for file, name in GROWTH.items():
        tree = ast.parse((ROOT / "games" / game / f"{file}.py").read_text("utf-8"))
        classes = [node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == name]
        assert [ast.unparse(base) for node in classes for base in node.bases] == [before], f"{game}/{file}.py"
        before = name


def hands_on(method: ast.FunctionDef) -> bool:
    """Whether all a method does is to call a function of another file with just what it was given."""
    last = method.body[-1]
    call = last.value if isinstance(last, ast.Return | ast.Expr) else None
    if len(method.body) > 2 or not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute):
        return False
    return [ast.unparse(given) for given in call.args] == [taken.arg for taken in method.args.args]


def test_no_method_of_the_rules_only_hands_on() -> None:
    for game in GAMES:
        for node in ast.walk(ast.parse((ROOT / "games" / game / "rules.py").read_text("utf-8"))):
            assert not (isinstance(node, ast.FunctionDef) and hands_on(node)), f"{game}: {node.name}"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_the_same_files(game: str) -> None:
    folder = ROOT / "games" / game
    missing = sorted(set(GAME_FILES) - names_in(game))
    assert not missing, f"{game} has no {', '.join(missing)}"
    assert (folder / "RULES.md").exists()
    assert list((folder / "data").glob("*.toml"))
    tests = Path(__file__).parent / "games" / game
    for name in ("test_rules", "test_effects", "test_scoring", "test_examples", "test_view", "test_words"):
        assert (tests / f"{name}.py").exists(), (game, name)


@pytest.mark.parametrize("game", GAMES)
def test_a_file_that_other_games_do_not_have_says_why(game: str) -> None:
    """In its first line: (A file of its own: ...)"""
    for name in own_files(game):
        first = (ROOT / "games" / game / f"{name}.py").read_text("utf-8").splitlines()[0]
        assert re.search(r"\(A file of its own: .{20,}\)", first), f"{game}/{name}.py: {first}"


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_begin_within_the_first_hundred_lines(game: str) -> None:
    lines = (ROOT / "games" / game / "rules.py").read_text("utf-8").splitlines()
    assert any("§" in line for line in lines[:100]), game


@pytest.mark.parametrize("game", GAMES)
def test_what_may_be_answered_is_said_once(game: str) -> None:
    """A menu, in choices.py; what follows from it is core's."""
    defined = {
        node.name
        for name in RULE_FILES
        for node in ast.walk(ast.parse((ROOT / "games" / game / f"{name}.py").read_text("utf-8")))
        if isinstance(node, ast.FunctionDef)
    }
    assert "menu" in defined, game
    assert not defined & {"legal", "weights", "random_action", "is_legal"}, game


def test_nothing_outside_the_games_names_a_game_in_code() -> None:
    """Docstrings may, as examples."""
    for path in FILES:
        if path.relative_to(ROOT).parts[0] == "games":
            continue
        tree = ast.parse(path.read_text("utf-8"))
        told = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
        for node in ast.walk(tree):
            said = node.value if isinstance(node, ast.Constant) and id(node) not in told else None
            name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else said
            found = [game for game in GAMES if isinstance(name, str) and game in name.lower()]
            assert not found, f"{path}:{getattr(node, 'lineno', 0)} names {found[0]}"


def test_rule_files_are_pure() -> None:
    """No I/O, no clock, no randomness but the type Random in a signature; only chance.py draws."""
    pure = [p for p in files_of("core") if str(p.relative_to(ROOT)) not in READERS]
    pure += [ROOT / "games" / game / f"{name}.py" for game in GAMES for name in (*RULE_FILES, *own_files(game))]
    for path in pure:
        modules = {m.split(".")[0] for m in imports(path) if not m.startswith("agon")}
        assert not modules & {"os", "time", "logging", "io", "sys", "socket", "pathlib"}, path
        tree = ast.parse(path.read_text("utf-8"))
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id not in ("open", "print", "input", "eval", "exec"), path
            if isinstance(node, ast.ImportFrom) and node.module == "random":
                assert [a.name for a in node.names] == ["Random"], path


DRAWS = ("random", "choice", "choices", "randrange", "randint", "shuffle", "sample")
MAY_DRAW = {
    "core/chance.py",
    "core/state.py",  # random_action
    "bots/greedy.py",  # ties
    "bots/levels.py",  # a bot's own mistakes
    "bots/quick.py",  # plies at random, for learning
    "bots/ismcts.py",  # which of the unseen is looked at
    "play/analysis.py",  # dice for a rollout
}


def test_only_chance_and_random_action_draw_in_a_game() -> None:
    """Bots have dice of their own; what happens in a game is drawn in two places."""
    drawing = set()
    for package in ("core", "games", "bots", "play", "terminal"):
        for path in files_of(package):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in DRAWS:
                    source = ast.unparse(node.func.value)
                    if source.endswith(("rng", "dice")):
                        drawing.add(str(path.relative_to(ROOT)))
    assert drawing == MAY_DRAW


SHOWING = {"scene", "sketch", "prompt", "label", "log", "facts", "why_not"}
PAGES = (
    "present",
    "shown",
    "story",
    "api",
    "oracle",
    "hints",
    "analysispage",
    "pages",
    "render",
    "rulespage",
    "covers",
)


def test_pages_are_made_of_what_is_seen_and_never_of_a_state() -> None:
    """`Seen` is made by a Table alone; web modules ask it, not the game; page modules know no State and no record."""
    web = set(files_of("web"))
    for path in FILES:
        calls = [n for n in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(n, ast.Call)]
        for call in calls:
            if isinstance(call.func, ast.Name) and call.func.id in ("Seen", "Heard"):
                assert path == ROOT / "play" / "table.py", (path, call.lineno)
            if path in web and isinstance(call.func, ast.Attribute) and call.func.attr in SHOWING:
                asked = ast.unparse(call.func.value)
                assert not asked.endswith(("game", "find_game()")) and asked != "log", (path, call.lineno)
    for name in PAGES:
        path = ROOT / "web" / f"{name}.py"
        assert "agon.core.state.State" not in imports(path), path
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Attribute) and node.attr in ("state", "observe", "at", "replay", "start", "last"):
                owner = ast.unparse(node.value)
                assert not owner.endswith(("table", "live", "record", "record()")) or name == "rulespage", (path, owner)


def compiled_files() -> list[Path]:
    core = [ROOT / "core" / f"{name}.py" for name in COMPILED_CORE]
    core += [ROOT / "bots" / f"{name}.py" for name in COMPILED_BOTS]
    games = [path for game in GAMES for path in sorted((ROOT / "games" / game).glob("*.py"))]
    return core + [
        path for path in games if path.stem not in PLAIN_FILES and not path.stem.startswith(("view_", "guide_"))
    ]


def test_compiled_files_shift_no_native_integers() -> None:
    """mypy 2.4.1 compiles `1 << n` with a native n to 32 bits: bits come from the table BIT."""
    for path in compiled_files():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            is_shift = isinstance(node, (ast.BinOp, ast.AugAssign)) and isinstance(node.op, ast.LShift)
            assert not is_shift, f"{path}:{getattr(node, 'lineno', 0)}"


def test_setup_compiles_the_files_this_test_knows(monkeypatch: pytest.MonkeyPatch) -> None:
    root = ROOT.parent.parent
    tree = ast.parse((root / "setup.py").read_text("utf-8"))
    kinds = (ast.Import, ast.ImportFrom, ast.Assign, ast.FunctionDef)
    asked: list[ast.stmt] = [node for node in tree.body if isinstance(node, kinds)]
    setup: dict[str, Any] = {}
    exec(compile(ast.Module(asked, []), "setup.py", "exec"), setup)  # all of it but the building
    monkeypatch.chdir(root)
    assert sorted(root / name for name in setup["compiled_files"]()) == sorted(compiled_files())


def test_no_file_eats_the_project() -> None:
    """Few over 500 lines, none over 800."""
    lengths = {p: len(p.read_text("utf-8").splitlines()) for p in FILES}
    assert max(lengths.values()) <= 800, max(lengths, key=lambda p: lengths[p])
