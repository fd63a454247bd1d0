"""What `make docs` adds to the pages: the rules of every game, the examples' sources, games to watch and to play.

Links of the pages lead into the repository, so that they work there too; here they are turned to the pages made of it.
"""

from __future__ import annotations

import posixpath
import re
from functools import cache
from html import escape
from pathlib import Path
from typing import Any, Final

from mkdocs.structure.files import File, Files, InclusionLevel

import agon

ROOT: Final = Path(__file__).parent.parent
GAMES: Final = sorted(path.parent.name for path in (ROOT / "src" / "agon" / "games").glob("*/RULES.md"))
LINK: Final = re.compile(r"(\]\()([^)\s#]+)((?:#[^)\s]*)?\))")
FILM: Final = re.compile(r"<!-- film (\w+) (\S+) (\d+) -->")  # game, bots, seed
BOARD: Final = re.compile(r"<!-- board (\w+) -->")  # game; filled by assets/live.js when asked
CONSOLE: Final = re.compile(r"<!-- console -->")
TYPED: Final = 'import agon\n\nposition = agon.Position("hellas_2016", seats=3, seed=7)\nposition'


def _made() -> dict[str, tuple[str, str]]:
    """Files of the repository that become pages: where they lie -> the page, and its text."""
    out: dict[str, tuple[str, str]] = {}
    for game in GAMES:
        for lang, source, name in (("en", "RULES.md", "rules"), ("de", "RULES.de.md", "regeln")):
            path = f"src/agon/games/{game}/{source}"
            out[path] = (f"games/{game}_{name}.md", agon.game(game).rules_text(lang))
    path = "examples/add_a_game/terraces/RULES.md"
    out[path] = (path, (ROOT / path).read_text("utf-8"))
    for example in sorted((ROOT / "examples").rglob("*.py")):
        path = example.relative_to(ROOT).as_posix()
        text = f"# {example.name}\n\n`{path}`\n\n```py\n{example.read_text('utf-8')}```\n"
        out[path] = (f"{path.removesuffix('.py')}.md", text)
    for name, language in (("nginx.conf", "nginx"), ("Caddyfile", "text")):
        path = f"examples/serve/{name}"
        text = f"# {name}\n\n```{language}\n{(ROOT / path).read_text('utf-8')}```\n"
        out[path] = (f"{path}.md", text)
    for notebook in sorted((ROOT / "examples" / "notebooks").glob("*.ipynb")):
        out[notebook.relative_to(ROOT).as_posix()] = (f"notebooks/{notebook.name}", notebook.read_text("utf-8"))
    return out


MADE: Final = _made()


def on_files(files: Files, config: Any) -> Files:
    for page, text in MADE.values():
        files.append(File.generated(config, page, content=text, inclusion=InclusionLevel.NOT_IN_NAV))
    return files


def on_page_markdown(markdown: str, page: Any, config: Any, files: Files) -> str:
    here = posixpath.dirname(page.file.src_uri)

    def turn(found: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join("docs", here, found[2]))
        if target not in MADE:
            return found[0]
        return f"{found[1]}{posixpath.relpath(MADE[target][0], here or '.')}{found[3]}"

    return LINK.sub(turn, markdown)


def on_post_page(output: str, page: Any, config: Any) -> str:
    output = BOARD.sub(lambda found: _board(found[1]), output)
    output = CONSOLE.sub(lambda _: f'<div data-agon-console data-code="{escape(TYPED)}"></div>', output)
    return FILM.sub(lambda found: _film(*found.groups()), output)


def _board(game: str) -> str:
    return f'<div data-agon-live data-game="{game}" data-title="{escape(agon.game(game).title["en"])}"></div>'


@cache
def _film(game: str, bots: str, seed: str) -> str:
    return agon.match(game, bots.split(","), seed=int(seed)).html()
