"""Plants small bugs in a copy of the sources, one at a time, and tells which ones the tests notice.

`make mutants N=40 SEED=1` takes the areas of the tree in turn and changes one comparison, sum, condition, constant or
statement of each. The tests run, the nearest first, until one fails; a bug that passes them all is a survivor.
Somebody has to read it: either it changes nothing that anybody could notice, or a test is missing.

A bug in a file that is compiled is judged as plain Python, any other beside the compiled ones. A survivor costs a run
of the whole suite; `--near` leaves that out.
"""

from __future__ import annotations

import argparse
import ast
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import monotonic
from typing import Final

import agon

HERE: Final = Path(__file__).resolve().parent.parent
INSTALLED: Final = Path(agon.__file__).parent  # by `make test`, compiled
LIMIT: Final = 900.0  # seconds for one call of the tests; what hangs has been noticed
GAMES: Final = ("attika", "hellas_2002", "hellas_2016", "olympos")

# Whose tests are asked, the nearest first, for what the sources of an area hold; all others come last.
NEAR: Final[dict[str, tuple[str, ...]]] = {
    "core": (
        "tests/core tests/test_tiny.py",
        "tests/test_playthroughs.py",
        "tests/play/test_match.py tests/play/test_table.py tests/play/test_laws.py",
        "tests/test_packs.py tests/test_pack_ranges.py tests/test_plain_game.py tests/test_cli.py",
        "tests/games/hellas_2016 tests/games/attika tests/games/test_reasons.py",
        "tests/test_every_game.py",
    ),
    **{
        f"games/{game}": (
            f"tests/games/{game} tests/games/test_reasons.py",
            f"tests/test_playthroughs.py -k {game}",
            f"tests/test_every_game.py -k {game}",
            "tests/test_packs.py tests/test_pack_ranges.py tests/play/test_packs.py",
            "tests/test_rulebook.py tests/test_lessons.py",
            "tests/research tests/draw",
        )
        for game in GAMES
    },
    "bots": ("tests/bots tests/test_tiny.py", "tests/play", "tests/test_train.py tests/web/test_hints.py"),
    "learn": ("tests/test_train.py", "tests/bots"),
    "play": ("tests/play tests/test_tiny.py", "tests/terminal tests/test_cli.py tests/web/test_hub.py", "tests/web"),
    "research": ("tests/research", "tests/test_notebooks.py tests/test_docs.py"),
    "terminal": ("tests/terminal tests/test_cli.py", "tests/test_docs.py"),
    "draw": ("tests/draw", "tests/games -k view", "tests/web/test_pages.py tests/web/test_present.py"),
    "site": ("tests/site", "tests/web/test_pages.py"),
    "web": ("tests/web/test_hub.py tests/web/test_store.py tests/web/test_api.py", "tests/web", "tests/test_cli.py"),
}

COMPARED: Final[dict[type[ast.cmpop], type[ast.cmpop]]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
RECKONED: Final[dict[type[ast.operator], type[ast.operator]]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.FloorDiv: ast.Mult,
    ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}
SMALL: Final = range(4)  # constants that become one larger


@dataclass(frozen=True)
class Mutant:
    """One change of one file."""

    path: Path  # below the project
    line: int
    before: str
    after: str
    source: str  # the whole file, changed

    def __str__(self) -> str:
        return f"{self.path}:{self.line}  {_short(self.before)}  ->  {_short(self.after)}"


def _short(text: str) -> str:
    one_line = " ".join(text.split())
    return one_line if len(one_line) <= 90 else one_line[:87] + "..."


def mutants_of(root: Path, path: Path) -> Iterator[Mutant]:
    """Every change that can be made to a file."""
    source = (root / path).read_text("utf-8")
    tree = ast.parse(source)
    left_alone = set(_left_alone(tree))
    for node in ast.walk(tree):
        after = None if node in left_alone else changed(node)
        if after is not None and isinstance(node, ast.expr | ast.stmt):
            before = ast.get_source_segment(source, node) or ""
            yield Mutant(path, node.lineno, before, after, _replaced(source, node, after))


def _left_alone(tree: ast.AST) -> Iterator[ast.AST]:
    """What nobody runs (annotations) or what the parser of Python 3.11 puts in the wrong place (f-strings)."""
    for node in ast.walk(tree):
        parts: list[ast.AST | None] = []
        if isinstance(node, ast.AnnAssign | ast.arg):
            parts = [node.annotation]
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            parts = [node.returns]
        elif isinstance(node, ast.JoinedStr):
            parts = [node]
        for part in parts:
            if part is not None:
                yield from ast.walk(part)


def changed(node: ast.AST) -> str | None:
    """The text of a node with a small bug in it; None where none is known."""
    match node:
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in COMPARED:
            return _said(ast.Compare(left, [COMPARED[type(op)]()], [right]))
        case ast.BinOp(left=left, op=op, right=right) if type(op) in RECKONED and not isinstance(left, ast.Constant):
            return _said(ast.BinOp(left, RECKONED[type(op)](), right))
        case ast.BoolOp(op=op, values=values):
            return _said(ast.BoolOp(ast.Or() if isinstance(op, ast.And) else ast.And(), values))
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            return _said(operand)
        case ast.Constant(value=bool(value)):
            return str(not value)
        case ast.Constant(value=int(value)) if value in SMALL:
            return str(value + 1)
        case ast.AugAssign(target=target, op=op, value=value) if type(op) in RECKONED:
            return ast.unparse(ast.AugAssign(target, RECKONED[type(op)](), value))
        case ast.Expr(value=ast.Call()) | ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            return "pass"
    return None


def _said(node: ast.expr) -> str:
    return f"({ast.unparse(node)})"


def _replaced(source: str, node: ast.expr | ast.stmt, text: str) -> str:
    """The source with another text where this node stands; columns are counted in bytes."""
    lines = source.encode().splitlines(keepends=True)
    end_line, end_column = node.end_lineno or node.lineno, node.end_col_offset or 0
    first = sum(map(len, lines[: node.lineno - 1])) + node.col_offset
    last = sum(map(len, lines[: end_line - 1])) + end_column
    whole = b"".join(lines)
    return (whole[:first] + text.encode() + whole[last:]).decode()


def chosen(root: Path, count: int, seed: int, areas: list[str]) -> list[Mutant]:
    """So many changes, from each area in turn; the same for the same seed and sources."""
    rng = Random(seed)
    found: list[list[Mutant]] = []
    for area in areas:
        files = sorted(path.relative_to(root) for path in (root / "src/agon" / area).rglob("*.py"))
        all_there = [mutant for path in files if "migrations" not in path.parts for mutant in mutants_of(root, path)]
        rng.shuffle(all_there)
        found.append(all_there)
    return [found[i % len(found)][i // len(found)] for i in range(count)]


def steps(root: Path, path: Path, near: bool) -> list[list[str]]:
    """The arguments of the calls of pytest that judge a file, the nearest tests first."""
    area = next(area for area in NEAR if path.is_relative_to(Path("src/agon") / area))
    own = Path("tests", *path.parts[2:-1], f"test_{path.name}")
    first = [[str(own)]] if (root / own).exists() else []
    return [*first, *(step.split() for step in NEAR[area]), *([] if near else [["tests"]])]


def judge(root: Path, mutant: Mutant, near: bool) -> str:
    """The first test that notices; "" for a survivor."""
    original = (root / mutant.path).read_text("utf-8")
    sources = root / ("src" if is_compiled(mutant.path) else "compiled")
    try:
        write(root, mutant.path, mutant.source)
        for step in steps(root, mutant.path, near):
            noticed = run_tests(root, sources, step)
            if noticed:
                return noticed
        return ""
    finally:
        write(root, mutant.path, original)


def write(root: Path, path: Path, source: str) -> None:
    """Into the sources, and into those that stand beside the compiled files."""
    for folder in ("src", "compiled"):
        (root / folder / path.relative_to("src")).write_text(source, "utf-8")


def is_compiled(path: Path) -> bool:
    """Whether the installed package has this file compiled."""
    beside = list((INSTALLED / path.relative_to("src/agon")).parent.glob(f"{path.stem}.*"))
    return any(found.suffix in (".so", ".pyd") for found in beside)


def run_tests(root: Path, sources: Path, arguments: list[str]) -> str:
    """What failed first, or ""."""
    environment = {**os.environ, "PYTHONPATH": str(sources), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-x", "--tb=no", "-p", "no:cacheprovider", *arguments]
    try:
        ended = subprocess.run(command, cwd=root, env=environment, capture_output=True, text=True, timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return f"{' '.join(arguments)} does not end"
    if ended.returncode in (0, 5):  # passed, or nothing there to run
        return ""
    failed = [line for line in ended.stdout.splitlines() if line.startswith(("FAILED", "ERROR"))]
    return failed[0].split(" - ")[0].partition(" ")[2] if failed else f"{' '.join(arguments)} cannot run"


def copied(to: Path) -> Path:
    """The project as it stands here, to be spoilt."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=HERE,
        check=True,
        capture_output=True,
        text=True,
    )
    for name in listed.stdout.splitlines():
        if (HERE / name).is_file():
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(HERE / name, to / name)
    shutil.copytree(INSTALLED, to / "compiled/agon")
    shutil.copytree(to / "src/agon", to / "compiled/agon", dirs_exist_ok=True)
    return to


def main() -> None:
    """Plant, judge, and say the share that was noticed."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("-n", "--count", type=int, default=40, help="how many bugs")
    parser.add_argument("--seed", type=int, default=1, help="which ones")
    parser.add_argument("--area", action="append", choices=list(NEAR), help="only in this part of the sources")
    parser.add_argument("--near", action="store_true", help="ask the nearest tests only, not the whole suite")
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        root = copied(Path(folder))
        survivors = []
        for mutant in chosen(root, asked.count, asked.seed, asked.area or list(NEAR)):
            began = monotonic()
            noticed = judge(root, mutant, asked.near)
            if not noticed:
                survivors.append(mutant)
            print(f"{noticed or 'SURVIVED'}  [{monotonic() - began:.0f} s]\n    {mutant}", flush=True)
    print(f"{asked.count - len(survivors)} of {asked.count} noticed; survivors to be read:")
    for mutant in survivors:
        print(f"    {mutant}")


if __name__ == "__main__":
    main()
