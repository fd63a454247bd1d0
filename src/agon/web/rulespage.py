"""The rules of a game as a page: its RULES.md with an anchor at every paragraph, and pictures of a game in play."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from html import escape
from random import Random
from typing import Final

from agon.core.game import Game
from agon.core.rulebook import KIND, SOURCE, in_words
from agon.draw.scene import Scene
from agon.draw.svg import sheet_svg
from agon.games import game as find_game
from agon.play import findings
from agon.play.seen import Seen
from agon.play.table import Table

_PARAGRAPH: Final = re.compile(r"<p><strong>(§[\w.]+)(.*?)</strong>")
_HEADING: Final = re.compile(r"<h2>(§([\w.]+) )?(.*?)</h2>")
_LEGEND: Final = re.compile(r"<p>([^<]*(?:<strong>\[(?:SEED|PUBLIC|RECONSTRUCTED)\]</strong>.*?)+)</p>", re.DOTALL)
_BOLD_SOURCE: Final = re.compile(r"<strong>\[(SEED|PUBLIC|RECONSTRUCTED)\]</strong>")
_TABLE: Final = re.compile(r"<table>.*?</table>", re.DOTALL)
_CITED: Final = re.compile(r"(?<![\w>§])§(Q?\d+(?:\.\d+)*)(?![^<]*</(?:h2|strong)>)")

SEED: Final = 7  # of the game in the pictures
PART: Final = 0.6  # how much of it has been played


@dataclass(frozen=True)
class Heading:
    id: str
    title: str


@dataclass(frozen=True)
class RulesPage:
    body: str  # HTML
    contents: tuple[Heading, ...]
    untranslated: bool


def anchor(paragraph: str) -> str:
    """The id of a paragraph on its page: §6.7 is p6.7."""
    return f"p{paragraph.removeprefix('§')}" if paragraph else ""


def rendered(text: str) -> str:
    """Markdown of ours as HTML; tables may be wider than the page, and are read by keyboard too."""
    from markdown_it import MarkdownIt  # sixty modules that few pages need

    html = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    return _TABLE.sub(lambda found: f'<div class="rules__w" tabindex="0">{found[0]}</div>', html)


@cache
def rules_page(game: Game, lang: str) -> RulesPage:
    """The rules in a language, with the tables of the game's pack; in English where they are not translated."""
    text, untranslated = _rules_text(game, lang)
    html = rendered(text)
    headings: list[Heading] = []
    html = _HEADING.sub(lambda m: _heading(m, headings), html)
    html = _PARAGRAPH.sub(lambda m: f'<p id="{anchor(m[1])}" class="para"><strong>{m[1]}{m[2]}</strong>', html)
    known = set(re.findall(r'id="(p[\w.]+)"', html))
    html = _CITED.sub(lambda m: _citation(m[1], known), html)
    spoken = "en" if untranslated else lang
    html = _LEGEND.sub(lambda m: f'<p class="src-legend">{m[1]}</p>', html)
    html = _BOLD_SOURCE.sub(lambda m: f"<strong>{in_words(m[1], spoken)}</strong>:", html)
    html = SOURCE.sub(lambda m: _source(m[1], spoken), html)
    return RulesPage(html, tuple(headings), untranslated)


def _rules_text(game: Game, lang: str) -> tuple[str, bool]:
    """The rules, and whether they are missing in this language, so that these are the English ones."""
    english = game.rules_text("en")
    try:
        text = game.rules_text(lang)
    except FileNotFoundError:
        return english, True
    return text, lang != "en" and text == english


def _heading(match: re.Match[str], headings: list[Heading]) -> str:
    number, title = match[2], match[3]
    at = f"p{number}" if number else f"h{len(headings) + 1}"
    headings.append(Heading(at, re.sub(r"<[^>]+>", "", title)))
    sign = f'<span class="para__n">§{number}</span> ' if number else ""
    return f'<h2 id="{at}">{sign}{title}</h2>'


def _citation(number: str, known: set[str]) -> str:
    """A paragraph named in the text leads there."""
    at = f"p{number}"
    return f'<a href="#{at}">§{number}</a>' if at in known else f"§{number}"


def _source(said: str, lang: str) -> str:
    """Where a rule comes from, in words; each kind is marked, for a rule may have several."""
    told = KIND.sub(lambda m: f'<b class="src--{m[0].lower()}">{in_words(m[0], lang)}</b>', said)
    return f' <small class="src">[{told}]</small>'


@cache
def switches(game: Game, lang: str) -> tuple[str, ...]:
    """What a table may decide otherwise, as HTML: each leads to the paragraph that tells how it is decided, and why."""
    known = set(re.findall(r'id="(p[\w.]+)"', rules_page(game, lang).body))
    said = [escape(option.about[lang]) for option in game.options]
    return tuple(_CITED.sub(lambda m: _citation(m[1], known), about[:1].upper() + about[1:]) for about in said)


@cache
def shown_by_games(game: Game, lang: str) -> str:
    """What beginning is worth, ways to win and points, as games of bots have shown."""
    return rendered(findings.markdown(game, lang))


@cache
def pictures(game_id: str, lang: str) -> str:
    """Each sheet of a position in the middle of a game, with its title."""
    game = find_game(game_id)
    scene = _middle(game).scene(lang)
    assert isinstance(scene, Scene)
    out = []
    families: set[str] = set()
    for sheet in scene.sheets:
        family = sheet.name.partition("-")[0]
        if family not in families:
            families.add(family)
            out.append(f"{sheet_svg(sheet, f'picture-{sheet.name}-')}<p>{escape(sheet.title)}</p>")
    return "".join(out)


@cache
def _middle(game: Game) -> Seen:
    """A position from the middle of a game played at random, the same every time."""
    table = Table.open(game, game.seats[-1], rng=Random(SEED))
    while not table.is_over():
        table.play(table.state.random_action(table.rng))
    return table.seen(-1, int(table.ply * PART))
