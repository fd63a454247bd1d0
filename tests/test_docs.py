"""README, CONTRIBUTING, examples and the documentation say what is so.

Their Python and their commands run, their names and files exist, and the site is built without a warning and asks
nothing of a network.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from io import StringIO
from pathlib import Path
from textwrap import dedent, indent

import pytest
from playwright.sync_api import sync_playwright

import agon
from agon.cli import main, parser
from agon.core import game as registry
from agon.web.metrics import Metrics
from tests.browser.chrome import launch

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
EXAMPLE = ROOT / "examples" / "add_a_game"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.rglob("*.md"))]

# Commands that other tests run: the server and its operator in tests/web, the bench in tests/bench,
# test_train.py, play/test_study.py.
RUN_ELSEWHERE = (
    "agon puzzles ",
    "agon serve", "agon site", "agon worker", "agon doctor", "agon backup", "agon restore", "agon bench",
    "agon train", "agon ladder", "agon study", "agon tables", "agon ban", "agon unban", "agon mute", "agon unmute",
    "agon reports",
)  # fmt: skip

# The documentation gives commands as one would use them; here they run with less of everything.
LESS = {"--games": "1", "--iterations": "2", "--workers": "1", "--tables": "1", "--rounds": "1"}
QUICKER = {"hard": "easy", "expert": "easy", "ismcts:cpu=0.1": "ismcts:iterations=20", "cpu=0.1": "iterations=20"}


def fences(page: Path) -> Iterator[tuple[str, str]]:
    """The blocks of a page: what stands behind the opening fence, and the text."""
    info: str | None = None
    text: list[str] = []
    for line in page.read_text("utf-8").splitlines(keepends=True):
        if not line.startswith("```"):
            text.append(line)
        elif info is None:
            info, text = line[3:].strip(), []
        else:
            yield info, "".join(text)
            info = None
    assert info is None, f"{page} leaves a block open"


def blocks(page: Path, language: str) -> list[str]:
    return [text for info, text in fences(page) if info == language]


def lines() -> Iterator[tuple[Path, str]]:
    """Every line of the blocks that are commands, without its comment."""
    for page in PAGES:
        for line in "\n".join(blocks(page, "")).splitlines():
            command = re.split(r" {2,}|#", line)[0].strip()
            if command:
                yield page, command


def commands(start: str) -> list[str]:
    return list(dict.fromkeys(command for _, command in lines() if command.startswith(start)))


def shorter(command: str) -> list[str]:
    """A command with less of everything, as a list of arguments."""
    words = shlex.split(command)[1:]
    for i, word in enumerate(words[:-1]):
        if word in LESS:
            words[i + 1] = LESS[word]
        elif word in ("--seats", "--bots"):
            words[i + 1] = ",".join(QUICKER.get(name, name) for name in words[i + 1].split(","))
    if words[0] == "check" and "--seats" not in words and words[1] in agon.game_ids():
        words += ["--seats", str(agon.game(words[1]).seats[0])]
    return words


@pytest.fixture
def terraces(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The game of "add a game", known for the time of a test."""
    monkeypatch.syspath_prepend(str(EXAMPLE))
    registry.register(importlib.import_module("terraces").GAME)
    yield
    del registry._GAMES["terraces"]


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The records that the pages speak of."""
    return {
        "game.agon": agon.match("hellas_2016", ["random", "random"], seed=1).text(),
        "olympos.agon": agon.match("olympos", ["random", "random", "random"], seed=1).text(),
    }


@pytest.fixture
def desk(tmp_path: Path, records: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder as the reader has it: the examples, some records, and nothing typed but "quit"."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    for name, text in records.items():
        (tmp_path / name).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "stdin", StringIO("quit\n"))
    return tmp_path


@pytest.mark.parametrize("command", [c for c in commands("agon ") if not c.startswith(RUN_ELSEWHERE)])
def test_a_command_of_the_docs_runs(
    command: str, desk: Path, terraces: None, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv(
        "PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    )  # cmd:python is this one
    words = shorter(command)
    if "--resume" in words:  # goes on with what the same command without it has begun
        assert main([word for word in words if word != "--resume"]) == 0
    if words[:2] == ["play", "olympos"] and (desk / "olympos.agon").exists():
        (desk / "olympos.agon").unlink()  # the page begins a new game there
    assert main(words) == 0, capsys.readouterr().err
    files = [Path(words[i + 1]) for i, word in enumerate(words) if word in ("--svg", "--png", "--html")]
    assert capsys.readouterr().out.strip() or files
    assert all(file.stat().st_size for file in files)


def test_the_example_game_is_installed_before_a_command_names_it() -> None:
    said = [command for page, command in lines() if page.name == "add_a_game.md"]
    installed = next(n for n, command in enumerate(said) if command.startswith("pip install"))
    assert installed < next(n for n, command in enumerate(said) if "terraces" in command)


def test_the_reference_of_research_lists_what_is_public_and_nothing_else() -> None:
    page = (ROOT / "docs" / "api" / "research.md").read_text("utf-8")
    found = re.findall(r"^::: (\S+)\n    options:\n      members: \[(.*)\]$", page, re.MULTILINE)
    assert len(found) == page.count(":::") >= 8
    for module, members in found:
        offered = importlib.import_module(module)
        for name in members.split(", "):
            assert name in getattr(offered, "__all__", ["VectorEnv"]), (module, name)
            assert getattr(offered, name).__doc__ or name in ("env", "vector_env"), (module, name)


def test_code_in_tables_breaks_between_words_only() -> None:
    css = (ROOT / "docs" / "assets" / "agon.css").read_text("utf-8")
    rule = re.search(r"table:not\(\[class\]\) code\{([^}]*)\}", css)
    assert rule is not None and "word-break:normal" in rule[1]


def test_every_line_of_a_command_block_is_a_known_kind_of_command() -> None:
    """agon (run above), make, pip install, python, and requests to the server; each names what exists."""
    makefile = (ROOT / "Makefile").read_text("utf-8")
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    for page, line in lines():
        words = shlex.split(line)
        if words[0] == "agon":
            parser().parse_args(words[1:])
        elif words[0] == "make":
            assert f"\n{words[1]}:" in makefile, (page, line)
        elif words[:2] == ["pip", "install"]:
            for wanted in words[2:]:
                found = re.fullmatch(r"agon(?:\[([\w,]+)\])?", wanted)
                names = (found[1] or "").split(",") if found else []
                assert (ROOT / wanted).exists() if found is None else all(n in extras for n in names if n), (page, line)
        elif words[0] == "python" and words[1] == "-m":
            assert importlib.util.find_spec(words[2]) is not None, (page, line)
        elif words[0] == "python":
            assert (ROOT / words[1]).exists(), (page, line)
        else:
            assert words[0] in ("POST", "GET"), (page, line)


@pytest.mark.parametrize(
    "code", [b for page in PAGES for b in blocks(page, "python")], ids=lambda code: code.splitlines()[0][:40]
)
def test_python_in_the_docs_runs(code: str, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("script", sorted((ROOT / "examples").glob("*.py")), ids=lambda p: p.name)
def test_examples_run(script: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "error", str(script)],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() or "sys.stdin" in script.read_text("utf-8")  # a bot that is asked nothing says nothing


def test_blocks_of_other_languages_are_examined_somewhere() -> None:
    """Nobody adds a kind of block that no test reads: bare and python blocks run, those with a title are excerpts."""
    for page in PAGES:
        for info, _ in fences(page):
            assert info in ("", "python", "html") or 'title="' in info, (page, info)


def test_excerpts_are_what_the_files_say() -> None:
    found = 0
    for page in PAGES:
        for info, text in fences(page):
            name = re.search(r'title="([^"]+)"', info)
            if name:
                folder = ROOT if name[1].startswith("examples/") else EXAMPLE
                source = (folder / name[1]).read_text("utf-8")
                assert any(indent(dedent(text), " " * depth) in source for depth in (0, 4, 8)), (page, text)
                found += 1
    assert found >= 8


def test_names_in_the_docs_exist() -> None:
    """Every `agon.module.name` in backticks can be looked up."""
    seen = set()
    for page in PAGES:
        seen |= {(page, name) for name in re.findall(r"`(agon(?:\.\w+)+)(?:\(\))?`", page.read_text("utf-8"))}
    for page, name in seen:
        assert resolve(name), (page, name)
    assert sum(page.name == "path_of_a_move.md" for page, _ in seen) >= 25


def resolve(name: str) -> bool:
    """Whether a dotted name is a module, or something in one."""
    parts = name.split(".")
    for split in range(len(parts), 0, -1):
        try:
            found: object = importlib.import_module(".".join(parts[:split]))
        except ModuleNotFoundError as error:
            if error.name and ".".join(parts).startswith(error.name):
                continue
            raise
        for part in parts[split:]:
            if not hasattr(found, part) and part not in getattr(found, "__annotations__", {}):
                return False
            found = getattr(found, part, None)
        return True
    return False


def test_a_name_that_does_not_exist_is_noticed() -> None:
    assert resolve("agon.core.state.State.legal")
    assert not resolve("agon.core.state.State.illegal")
    assert not resolve("agon.nowhere.at_all")


def test_every_metric_and_setting_of_the_server_is_in_its_page() -> None:
    page = (DOCS / "serve.md").read_text("utf-8")
    names = {family.name for family in Metrics().registry.collect() if family.name.startswith("agon_")}
    assert len(names) >= 10
    for name in names:
        assert re.search(rf"`{name}(_total)?`", page), name
    sources = "".join(path.read_text("utf-8") for path in (ROOT / "src" / "agon").rglob("*.py"))
    variables = set(re.findall(r"environ\.get\(\"(AGON_\w+)", sources))
    assert len(variables) >= 5
    for name in variables:
        assert f"`{name}`" in page, name


def test_make_targets_in_the_readme_exist() -> None:
    makefile = (ROOT / "Makefile").read_text("utf-8")
    for target in re.findall(r"^make (\w+)", "\n".join(blocks(ROOT / "README.md", "")), re.MULTILINE):
        assert f"\n{target}:" in makefile


def test_links_and_pictures_lead_somewhere() -> None:
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text("utf-8")):
            assert (page.parent / target).exists(), (page, target)


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_every_game_has_a_page_that_names_its_actions_and_options(game_id: str) -> None:
    page = (DOCS / "games" / f"{game_id}.md").read_text("utf-8")
    game = agon.game(game_id)
    for verb in game.space.verbs:
        assert f"`{verb.name}" in page, verb.name
    for option in game.options:
        assert f"`{option.name}`" in page, option.name
    for key in game.facts(game.new(game.seats[0])):
        assert f"`{key}`" in page, key
    for row in game.features(game.new(game.seats[0]), 0):
        assert f"`{row}`" in page, row


SECTIONS = (
    "The rules", "Play it here", "Actions", "Position as JSON", "Observation", "What is reconstructed",
    "How it was tested", "History of the rules",
)  # fmt: skip


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_every_game_has_the_same_sections(game_id: str) -> None:
    page = (DOCS / "games" / f"{game_id}.md").read_text("utf-8")
    found = re.findall(r"^## (.+)$", page, re.MULTILINE)
    assert set(SECTIONS) <= set(found), set(SECTIONS) - set(found)
    assert f"](../pictures/{game_id}.svg)" in page
    assert f"Version {agon.game(game_id).rules_version}:" in page.split("## History of the rules")[1]
    for rules in ("RULES.md", "RULES.de.md"):
        assert f"](../../src/agon/games/{game_id}/{rules})" in page


def test_the_readme_names_every_game() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    for game_id in agon.game_ids():
        assert f"`{game_id}`" in text


# ---- add a game ----


def test_the_game_of_add_a_game_is_found_where_it_is_installed(tmp_path: Path) -> None:
    """What an installer writes is a folder and its entry points: then agon knows the game, and the laws hold."""
    points = tomllib.loads((EXAMPLE / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]["agon.games"]
    shutil.copytree(EXAMPLE / "terraces", tmp_path / "terraces")
    about = tmp_path / "terraces-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text("Metadata-Version: 2.1\nName: terraces\nVersion: 1.0\n", "utf-8")
    (about / "entry_points.txt").write_text(
        "[agon.games]\n" + "".join(f"{name} = {place}\n" for name, place in points.items()), "utf-8"
    )
    path = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    for arguments, said in (
        (["games"], "Plant olive trees"),
        (["check", "terraces", "--games", "50"], "the twelve laws hold in 50 games"),
        (["match", "terraces", "--bots", "ismcts:iterations=20,easy", "--games", "4"], "4 games"),
    ):
        done = subprocess.run(
            [sys.executable, "-W", "error", "-m", "agon", *arguments],
            env={**os.environ, "PYTHONPATH": path}, capture_output=True, text=True, timeout=120,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        assert said in done.stdout


@pytest.mark.parametrize(
    ("file", "right", "wrong", "law"),
    [
        ("rules.py", "seen.pile[seen.cards[seat]] += 1", "pass", 5),
        ("why.py", "if seat in (row[place], row[place + 2]):", "if False:", 11),
        ("rules.py", "self.pile[action - CARD.first] -= 1", "pass", 7),
    ],
)
def test_the_laws_notice_what_the_page_says_they_notice(
    file: str, right: str, wrong: str, law: int, tmp_path: Path
) -> None:
    shutil.copytree(EXAMPLE / "terraces", tmp_path / "terraces")
    source = (tmp_path / "terraces" / file).read_text("utf-8")
    assert right in source
    (tmp_path / "terraces" / file).write_text(source.replace(right, wrong), "utf-8")
    code = "from terraces import GAME; from agon.play.laws import check_game; check_game(GAME, 20)"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert f"LawBroken: Law {law} " in done.stderr


def test_its_points_and_its_refusals_follow_its_rules(terraces: None) -> None:
    position = agon.Position("terraces", seed=1)
    position.play("plant 1", "plant 2", "plant 3")
    assert position.why_not("plant 3") == "A tree stands on terrace 3 already. (§3)"
    assert position.why_not("plant 1", "de") == "Auf Terrasse 1 steht schon ein Baum. (§3)"
    position.play("plant 4")
    assert position.actor == 0
    assert position.why_not("plant 5") is None
    position.play("plant 5", "plant 6", "plant 7")
    assert position.is_over
    cards = position.game.facts(position.state)["cards"]
    assert isinstance(cards, list)
    own = [(0, 2, 4, 6), (1, 3, 5)]
    expected = [sum(1 + (place % 3 == cards[seat]) for place in own[seat]) for seat in (0, 1)]
    assert [row["total"] for row in position.scores()] == expected


# ---- the site ----


class Resources(HTMLParser):
    """What a browser would fetch for a page by itself."""

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = ("src", "srcset", "poster", "data", "href" if tag == "link" else "xlink:href")
        self.found += [value for name, value in attrs if name in names and value]


def outside(text: str) -> list[str]:
    """The resources of a page that lie on another machine, those of its own styles too."""
    reader = Resources()
    reader.feed(text)
    styled = re.findall(r"""(?:url\(|@import )['"]?((?:https?:)?//[^'")]+)""", text)
    return [address for address in [*reader.found, *styled] if re.match(r"(?:https?:)?//", address)]


def test_a_resource_from_outside_would_be_noticed() -> None:
    assert outside('<script src="https://elsewhere.org/x.js"></script><a href="https://fine.org">') == [
        "https://elsewhere.org/x.js"
    ]
    assert outside('<link rel="stylesheet" href="//fonts.org/f"><style>@import "http://a.b/c";</style>') == [
        "//fonts.org/f",
        "http://a.b/c",
    ]


def test_the_site_is_whole_and_asks_nothing_of_a_network(tmp_path: Path) -> None:
    """As `make docs` builds it, strictly: a dead link or a forgotten page fails. One test, as it is built once."""
    done = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--quiet", "--strict", "--site-dir", str(tmp_path)],
        cwd=ROOT, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, capture_output=True, text=True, timeout=300,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    texts = {path.relative_to(tmp_path).as_posix(): path.read_text("utf-8") for path in tmp_path.rglob("*.html")}
    for wanted in (
        "index",
        "play",
        "serve",
        "notebooks",
        "add_a_game",
        "bots",
        "path_of_a_move",
        "benchmarks",
        "research",
    ):
        assert f"{wanted}.html" in texts
    for game_id in agon.game_ids():
        assert {f"games/{game_id}{part}.html" for part in ("", "_rules", "_regeln")} <= set(texts)
        assert 'data-agon-film="' in texts[f"games/{game_id}.html"]
        assert f'<div data-agon-live data-game="{game_id}"' in texts[f"games/{game_id}.html"]
    assert "<div data-agon-console " in texts["api/agon.html"]
    for page, name in (
        ("agon", "agon.arena"), ("core", "agon.core.state.State.determinize"), ("play", "agon.play.laws.check_game"),
        ("bots", "agon.bots.protocol.Bot.choose"), ("research", "agon.research.dataset.write"),
    ):  # fmt: skip
        assert f'id="{name}"' in texts[f"api/{page}.html"], name
    styles = {str(path): path.read_text("utf-8") for path in tmp_path.rglob("*.css")}
    assert styles
    for name, text in {**texts, **styles}.items():
        assert outside(text) == [], name
    assert asked_by_a_browser(tmp_path) == []


def asked_by_a_browser(site: Path) -> list[str]:
    """What pages ask for beyond their own files when they are read and searched without a server, and their errors."""
    asked: list[str] = []
    with sync_playwright() as playwright:
        browser = launch(playwright)
        page = browser.new_page()
        page.on("request", lambda r: None if r.url.startswith(("file:", "data:", "blob:")) else asked.append(r.url))
        page.on("pageerror", lambda error: asked.append(str(error)))
        for name in ("games/olympos.html", "index.html"):
            page.goto((site / name).as_uri())
            page.wait_for_selector("[data-agon-film][data-ply]")
        page.locator(".md-search__input").first.press_sequentially("determinize")
        page.wait_for_selector(".md-search-result__item")
        browser.close()
    return asked
