"""A game with rules and words only: the laws, the terminal and the pages do with what is there by default."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from random import Random

import pytest

from agon.cli import main
from agon.core import codec
from agon.core import game as registry
from agon.core.errors import AgonError
from agon.core.game import Game
from agon.core.guide import Outlook
from agon.core.state import CHANCE
from agon.play.laws import check_game
from agon.play.table import Table
from tests.web.support import client_at, run

EXAMPLE = Path(__file__).parent.parent / "examples" / "add_a_game"
FORM = {"content-type": "application/x-www-form-urlencoded", "origin": "http://agon.test"}


@pytest.fixture
def plain(monkeypatch: pytest.MonkeyPatch) -> Iterator[Game]:
    """Terraces as it was on its first day, known for the time of a test."""
    monkeypatch.syspath_prepend(str(EXAMPLE))
    game: Game = importlib.import_module("terraces.short").GAME
    registry.register(game)
    yield game
    del registry._GAMES["terraces"]


def test_a_game_without_a_guide_promises_nothing(plain: Game) -> None:
    state = plain.new(2)
    while state.actor() == CHANCE:
        state.apply(state.legal()[0])
    action = state.legal()[0]
    assert plain.outlook(state, action) == Outlook()
    assert plain.goal(state, 0) is None
    assert plain.threats(state, 0) == []
    assert plain.decisive(state) == ()
    assert plain.account(state) is None and plain.part(state, state.legal()[0]) == ""
    assert not plain.begins(state, action)


def test_the_laws_hold_for_a_game_that_nobody_has_registered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(EXAMPLE))
    report = check_game(importlib.import_module("terraces.short").GAME, 30)
    assert report.games[2] == 30
    assert report.scenes > 0
    assert report.questions > 0
    assert report.secrets > 0


def test_it_is_checked_matched_and_listed_by_the_command_line(plain: Game, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "terraces", "--games", "5"]) == 0
    assert main(["match", "terraces", "--bots", "greedy,easy", "--games", "2"]) == 0
    assert main(["games"]) == 0
    said = capsys.readouterr().out
    assert "the twelve laws hold in 5 games" in said
    assert "Plant olive trees" in said


def test_it_is_played_to_its_end_in_the_terminal(
    plain: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", StringIO("why plant 1\n" + "1\n" * 20))
    path = tmp_path / "mine.agon"
    args = ["play", "terraces", "--seats", "you,random", "--seed", "3", "--lang", "de", "--record", str(path)]
    assert main(args) == 0
    said = capsys.readouterr().out
    assert "trees: . . . . . . ." in said
    assert "Plant a tree." in said and ".." not in said.replace("...", "")
    assert "over" in said or "Ende" in said
    assert main(["check", str(path)]) == 0


def test_what_it_lacks_has_a_default(plain: Game) -> None:
    table = Table.open(plain, 2, rng=Random(1))
    state = table.state
    assert state.actor() != CHANCE
    planted = plain.space.parse("plant 3")
    refused = plain.why_not(state, plain.space.parse("pass"))
    assert plain.why_not(state, planted) is None
    assert refused is not None
    assert refused.message("en") == "This cannot be played now. (§4)"
    assert plain.scores(state) == [{"total": 0}, {"total": 0}]
    assert plain.facts(state) == {"game": "terraces", "seats": 2, "actor": 0, **codec.dump(state)}
    assert plain.features(state, 0) == {}
    assert plain.title["de"] == "Terraces"
    assert plain.label(state, planted, "de") == plain.label(state, planted, "en")


def test_a_file_that_must_be_there_is_named() -> None:
    from tests import tiny

    game = Game(
        id="mute",
        title={"en": "Mute"},
        author="tests",
        year=2026,
        seats=(2,),
        about={"en": "Has no words."},
        rules_version=1,
        bound=4,
        files={"actions": tiny},
    )
    with pytest.raises(AgonError, match=r"mute has no new in rules\.py\."):
        game.new(2)
    with pytest.raises(AgonError, match=r"mute has no label in words\.py\."):
        game.label(tiny.Lots(), 0)


def test_its_board_is_lines_of_text_that_hide_what_the_seat_may_not_see(plain: Game) -> None:
    state = Table.open(plain, 2, rng=Random(1)).state
    scene = plain.scene(state.observe(0), 0)
    assert len(scene.offered()) == 7
    assert plain.sketch(state.observe(1), 1).splitlines()[1].startswith("cards: ? ")
    assert "trees: . . ." in scene.svg()


def test_its_pages_are_drawn_and_played_on(plain: Game, tmp_path: Path) -> None:
    async def story() -> None:
        async with client_at(tmp_path, pages=True) as client:
            lobby = await client.get("/", headers={"accept-language": "de"})
            assert lobby.status_code == 200
            assert plain.about["en"] in lobby.text
            assert (await client.get("/rules/terraces")).status_code == 200
            opened = await client.post("/play", data={"game": "terraces", "strength": "random"}, headers=FORM)
            assert opened.status_code == 303, opened.text
            page = await client.get(opened.headers["location"])
            assert page.status_code == 200
            assert "trees: " in page.text
            assert 'data-action="plant ' in page.text

    run(story())


def test_learning_needs_features_and_says_so(plain: Game) -> None:
    pytest.importorskip("numpy")
    from agon.research.setups import Setup

    with pytest.raises(AgonError, match=r"terraces has no features: learning needs a features\.py"):
        _ = Setup(plain).layout
