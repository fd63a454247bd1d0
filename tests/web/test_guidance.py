"""What helps to decide: grades, groups, drafts, goal, threats and deeds, with a tiny guide and with the real ones."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import pytest

import agon
from agon.core.game import Game
from agon.core.guide import Goal, Outlook, Threat
from agon.core.state import State
from agon.draw.grades import Worth, graded, hit_box
from agon.play.table import Table
from agon.web.guidance import grouped, key_of
from agon.web.live import Live
from agon.web.present import changed_by, view
from agon.web.seats import Seat, called_at
from agon.web.shown import Choice
from tests.tiny import LotsGame
from tests.web.support import ANNA, client_at, named, run


class Guided(LotsGame):
    """Boxes are worth their letter; box A is vain, and box B begins a step."""

    def outlook(self, state: State, action: int, lang: str = "en") -> Outlook:
        box = action - 3
        return Outlook(
            group="Boxes" if box else "Vain",
            place="ABC"[box],
            badge=f"+{box}",
            benefit=float(box),
            price="free",
            warning="" if box else "Nothing is in it.",
        )

    def begins(self, state: State, action: int) -> bool:
        return action == 4

    def goal(self, state: State, viewer: int, lang: str = "en") -> Goal | None:
        return Goal("Most points", ("1", "2"), "§3")

    def threats(self, state: State, viewer: int, lang: str = "en") -> list[Threat]:
        return [Threat(1, "{1} is ahead of {0}.", ("lot-1",))]


def seated(game: Game, seats: int = 2, seed: int = 3, bots: bool = True) -> Live:
    """A started table: Anna at the first seat, bots at the others."""
    table = Table.open(game, seats, rng=Random(seed))
    rest = [Seat("bot", None, "random", "random") for _ in range(seats - 1)]
    live = Live("t", table, [Seat("person", ANNA.id, "Anna"), *rest], ANNA.id, False, {}, True, datetime.now(UTC))
    live.started = True
    table.names = called_at("t", live.seats)
    return live


def at_annas_turn(live: Live, rng: Random, plies: int = 60) -> None:
    """Play on at random until Anna decides."""
    table = live.table
    while table.ply < plies or table.actor() != 0:
        table.play(table.state.random_action(rng))
        live.version += 1


def test_places_are_graded_by_thirds_of_the_benefit_or_else_of_cheapness() -> None:
    assert graded([Worth(n, 1) for n in (0, 1, 2, 4, 5)]) == [1, 1, 2, 3, 3]
    assert graded([Worth(1, cost) for cost in (1, 2, 3)]) == [3, 2, 1]
    assert graded([Worth(1, 1), Worth(1, 1)]) == [2, 2]
    assert graded([Worth(-9, 0, vain=True), Worth(1, 1), Worth(3, 1)]) == [1, 1, 3]


def test_the_place_of_a_number_is_found_in_every_form_of_shape() -> None:
    assert hit_box('<rect class="hit" x="2" y="4" width="10" height="20"/>') == (2, 4, 10, 20)
    assert hit_box('<circle class="hit" r="5"/>') == (-5, -5, 10, 10)
    assert hit_box('<polygon class="hit" points="0,-4 6,0 0,4 -6,0"/>') == (-6, -4, 12, 8)
    assert hit_box('<rect class="rim" width="10"/>') is None


def test_choices_are_grouped_best_first_and_what_is_vain_comes_last() -> None:
    rows = [Choice(t, t, True, Outlook(group=g, benefit=b, warning=w)) for t, g, b, w in (
        ("a", "Vain", 9, "no"), ("b", "Boxes", 1, ""), ("c", "Boxes", 2, ""))]  # fmt: skip
    found = grouped(rows)
    assert [(g.name, [c.text for c in g.choices]) for g in found] == [("Boxes", ["c", "b"]), ("Vain", ["a"])]


def test_a_view_tells_goal_threats_groups_and_warnings_by_peoples_names() -> None:
    live = seated(Guided())
    v = view(live, ANNA, "en")
    other = called_at("t", live.seats)[1]
    assert v.goal is not None
    assert (v.goal.text, v.goal.standing, v.goal.paragraph) == ("Most points", f"you 1 · {other} 2", "§3")
    assert [(t.text, t.own) for t in v.threats] == [(f"{other} is ahead of Anna.", False)]
    assert [g.name for g in v.groups] == ["Boxes", "Vain"]
    assert v.groups[1].choices[0].outlook.warning == "Nothing is in it."


def test_a_draft_asks_on_in_the_same_step_and_then_to_confirm() -> None:
    live = seated(Guided())
    v = view(live, ANNA, "en", draft=("box C",))
    assert v.draft is not None and v.asked and not v.actions
    assert (v.draft.answers, v.draft.more) == (("box C",), False)
    assert live.ply == 2


@pytest.mark.parametrize("game", ["hellas_2016", "attika", "hellas_2002", "olympos"])
def test_every_game_shows_its_grades_and_drafts_and_deeds(game: str) -> None:
    seats = {"olympos": 3}.get(game, 2)
    live = seated(agon.game(game), seats)
    at_annas_turn(live, Random(5))
    v = view(live, ANNA, "de")
    assert v.goal is not None
    assert v.groups and sum(len(g.choices) for g in v.groups) == len(v.actions)
    board = "".join(sheet.svg for sheet in v.sheets)
    assert (" h1" in board or " h2" in board or " h3" in board) == any(not c.button for c in v.actions)
    for choice in v.actions[:3]:
        after = view(live, ANNA, "de", draft=(choice.text,))
        assert after.draft is not None and after.draft.answers[0] == choice.text
    assert all(deed.seat != 0 and deed.first < deed.ply for deed in v.since_turn)


def test_a_line_of_the_log_lights_what_its_ply_changed() -> None:
    live = seated(agon.game("hellas_2002"))
    table, rng = live.table, Random(4)
    while not any(p.text.startswith("greek") for p in table.record.plies):
        table.play(table.state.random_action(rng))
    ply = next(n for n, p in enumerate(table.record.plies, 1) if p.text.startswith("greek"))
    city = table.record.plies[ply - 1].text.split()[1]
    assert f"board-greeks-{city}" in changed_by(live, 0, ply - 1, ply, "en")
    assert changed_by(live, 0, 5, 5, "en") == []


def test_the_api_tells_outlook_goal_threats_and_drafts(tmp_path: Path) -> None:
    async def ask() -> None:
        async with client_at(tmp_path) as client:
            anna = await named(client, "Anna")
            body = {"game": "hellas_2016", "seats": ["me", "random"]}
            path = f"/api/tables/{(await client.post('/api/tables', json=body, headers=anna)).json()['id']}/observation"
            seen: dict[str, Any] = {}
            while not seen.get("legal"):
                seen = (await client.get(path, headers=anna)).json()
            first = seen["legal"][0]
            assert {"price", "gain", "warning", "bill"} <= set(first["outlook"])
            assert seen["goal"]["text"] and isinstance(seen["threats"], list)
            brief = (await client.get(path, params={"outlook": "false"}, headers=anna)).json()
            assert brief["legal"][0]["outlook"] is None
            after = (await client.get(path, params={"draft": first["action"]}, headers=anna)).json()
            assert after["facts"] != seen["facts"]
            wrong = await client.get(path, params={"draft": "fly home"}, headers=anna)
            assert wrong.status_code == 422 and '"fly" is no action' in wrong.json()["error"]

    run(ask())


@pytest.mark.parametrize("game", ["attika", "olympos"])
def test_what_belongs_together_is_told_as_one_deed(game: str) -> None:
    """A reveal with what became of the building; a discovery with its payment, bonus and way along the track."""
    live, rng = seated(agon.game(game), 3), Random(5)
    table, told = live.table, 0
    while table.ply < 250 and not live.is_over:
        table.play(table.state.random_action(rng))
        live.version += 1
        if table.actor() != 0:
            continue
        for deed in view(live, ANNA, "en").since_turn:
            plies = table.record.plies[deed.first : deed.ply]
            verbs = [ply.text.split()[0] for ply in plies if ply.actor >= 0]
            assert {ply.actor for ply in plies if ply.actor >= 0} == {deed.seat}
            assert verbs[-1] != "reveal" and verbs[0] not in ("pay", "bonus"), deed
            told += len(verbs) > 1
    assert told > 3


def test_rows_that_say_the_same_are_one_row() -> None:
    one, other = Outlook(group="all", price="2"), Outlook(group="all", price="3")
    rows = [Choice("a", "Quarry", False, one), Choice("b", "Quarry", False, one), Choice("c", "Quarry", False, other)]
    (found,) = grouped(rows)
    assert [(row.text, row.alike) for row in found.choices] == [("a", 2), ("b", 0), ("c", 1)]


def test_prices_of_a_grade_say_once_what_they_are_counted_in() -> None:
    choices = [Choice(str(n), "", False, Outlook(cost=n, price=f"{n} cards" if n else "free")) for n in (0, 2, 3, 5, 6)]
    assert [key.text.partition(": ")[2] for key in key_of(choices, ("dear", "middling", "cheap"), "en")] == [
        "5 to 6 cards", "3 cards", "free to 2 cards",
    ]  # fmt: skip


def test_a_draft_says_its_price_once() -> None:
    draft = view(seated(Guided()), ANNA, "en", draft=("box C",)).draft
    assert draft is not None and f"{draft.title} {draft.text}".count("free") == 1
