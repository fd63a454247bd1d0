"""The rules page: for people, with the tables of the pack, and no code or file name of ours in it."""

from __future__ import annotations

import html
import re
from pathlib import Path

import pytest

import agon
from agon.core.rulebook import KIND, SOURCE, without_sources
from agon.web.rulespage import rules_page, shown_by_games, switches
from tests.web.support import client_at, run

BOTH = pytest.mark.parametrize("lang", ["en", "de"])
EVERY = pytest.mark.parametrize("game_id", agon.game_ids())

# What only this project's people understand. Cards of Hellas 2002 and cells of Olympos have short names of the game.
LEAKS = {
    "a tag": re.compile(r"\b(SEED|PUBLIC|RECONSTRUCTED)\b"),
    "a file": re.compile(r"\w+\.(toml|md|py|json)\b|data/"),
    "a key": re.compile(r"\b[a-z]+[A-Z]\w*|\b[a-z]+\d\b|\b[A-Z]+_[A-Z_]+\b|\b\w+=\w+"),
    "a window": re.compile(r"\b(START|REINF|BATTLE|REGROUP|LAST)\b"),
    "a marker": re.compile(r"[{}`]|\[\[|\]\]"),
    "the machine": re.compile(r"\bobservations?\b|Beobachtung|\bswitch\b|\bSchalter\b", re.IGNORECASE),
}

# An owner's figure: what a table of the pack says there, and what the page shows then.
OWN = {
    "attika": ("[deal]\nsource = 'mine'\nhands = [3, 5, 7, 9]\n", "3, 5, 7, 9"),
    "hellas_2016": ("[stones]\nsource = 'mine'\n2 = [6, 5, 4]\n3 = [4, 4, 3]\n4 = [3, 3, 2]\n", "6, 5, 4"),
    "hellas_2002": ("", ""),
    "olympos": (
        "[wonder]\nsource = 'mine'\nlionGate = { en = 'Gate', de = 'Tor', stars = 3, prestige = 17 }\n",
        "<td>17</td>",
    ),
}


def words(body: str) -> str:
    """What one reads on a page."""
    return html.unescape(re.sub(r"<[^>]+>", " ", body))


@BOTH
@EVERY
def test_no_code_or_file_name_of_ours_stands_on_the_rules_page(game_id: str, lang: str) -> None:
    body = rules_page(agon.game(game_id), lang).body
    assert "<code>" not in body
    for what, leak in LEAKS.items():
        assert leak.findall(words(body)) == [], what


@BOTH
@EVERY
def test_every_source_of_a_rule_is_told_in_words(game_id: str, lang: str) -> None:
    game = agon.game(game_id)
    body = rules_page(game, lang).body
    tagged = [KIND.findall(found) for found in SOURCE.findall(game.rules_text(lang))]
    told = re.findall(r'<small class="src">.*?</small>', body, re.DOTALL)
    shown = [re.findall(r'class="src--(\w+)"', found) for found in told]
    legend = 3  # the three are explained at the top, each in bold
    assert [[kind.lower() for kind in kinds] for kinds in tagged[legend:]] == shown
    assert any(len(kinds) > 1 for kinds in shown)
    assert 'class="src-legend"' in body


@BOTH
@EVERY
def test_the_aim_comes_first_and_examples_follow(game_id: str, lang: str) -> None:
    body = rules_page(agon.game(game_id), lang).body
    first = body.split("</h1>")[1].lstrip()
    assert first.startswith({"en": "<p><strong>The aim.", "de": "<p><strong>Das Ziel."}[lang])
    assert body.count("<blockquote>") >= 5


@EVERY
def test_rules_have_the_same_tables_and_examples_in_both_languages(game_id: str) -> None:
    english, german = (rules_page(agon.game(game_id), lang).body for lang in ("en", "de"))
    for what in ("<table>", "<tr>", "<td>", "<blockquote>"):
        assert english.count(what) == german.count(what) > 0, what


@BOTH
@EVERY
def test_a_table_of_an_owners_pack_changes_the_page(game_id: str, lang: str, tmp_path: Path) -> None:
    game = agon.game(game_id)
    own = tmp_path / "mine.toml"
    text, told = OWN[game_id]
    if not text:  # a list of tables is replaced as a whole
        cards = (Path(agon.__file__).parent / "games" / game_id / "data" / "cards.toml").read_text("utf-8")
        text, told = cards.replace("copies = 4", "copies = 1", 1).replace("copies = 3", "copies = 6", 1), "<td>6</td>"
    own.write_text(text, "utf-8")
    before, after = rules_page(game, lang).body, rules_page(game.with_pack(str(own)), lang).body
    assert told not in before
    assert told in after


@BOTH
@EVERY
def test_the_page_tells_what_games_have_shown(game_id: str, lang: str) -> None:
    shown = shown_by_games(agon.game(game_id), lang)
    assert shown.count("<table>") == 3 and "%" in shown
    for what, leak in LEAKS.items():
        assert leak.findall(words(shown)) == [], what


@EVERY
def test_terminals_show_a_rule_without_its_source(game_id: str) -> None:
    for lang in ("en", "de"):
        assert not SOURCE.search(without_sources(agon.game(game_id).rules_text(lang)))


@BOTH
@EVERY
def test_every_option_of_a_table_leads_to_the_paragraph_with_its_reason(game_id: str, lang: str) -> None:
    game = agon.game(game_id)
    body = rules_page(game, lang).body
    shown = switches(game, lang)
    assert len(shown) == len(game.options)
    for about in shown:
        (at,) = re.findall(r'href="#(p[\w.]+)"', about)
        assert f'id="{at}"' in body
        for what, leak in LEAKS.items():
            assert leak.findall(words(about)) == [], what


def test_the_rules_page_tells_what_a_table_may_decide_otherwise(tmp_path: Path) -> None:
    async def go() -> None:
        async with client_at(tmp_path, pages=True) as client:
            english = (await client.get("/rules/attika?lang=en")).text
            assert "What a table may decide otherwise" in english
            assert 'through any own buildings (<a href="#pQ8">§Q8</a>).' in english
            assert "Was ein Tisch anders entscheiden darf" in (await client.get("/rules/attika?lang=de")).text

    run(go())
