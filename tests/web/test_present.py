"""What a visitor is shown: made from the seat's observation and nothing else."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, datetime
from random import Random

import pytest

import agon
from agon.core import speech
from agon.core.game import find
from agon.core.state import State
from agon.play.table import Table
from agon.web.identity import Identity
from agon.web.live import ChatLine, Live
from agon.web.present import names_of, view
from agon.web.render import families
from agon.web.seats import Seat
from agon.web.story import story
from agon.web.words import BOT_NAMES, JOINS, TEXTS, join, levels, say, strength
from tests.tiny import Lots
from tests.web.support import GAME, lots_registered

WHO = [Identity(f"id{n}", f"Player {n}") for n in range(5)]


@pytest.fixture(autouse=True)
def _lots() -> Iterator[None]:
    with lots_registered():
        yield


def live_table(game_id: str, seats: int, plies: int = 0, seed: int = 1, started: bool = True, **options: str) -> Live:
    """A table with a person on every seat, some plies into a game at random."""
    rng = Random(seed)
    table = Table.open(find(game_id), seats, rng=rng, options=options)
    for _ in range(plies):
        if not table.is_over():
            table.play(table.state.random_action(rng))
    sitting = [Seat("person", WHO[n].id, WHO[n].name) for n in range(seats)]
    return Live(
        id=f"table{seed}",
        table=table,
        seats=sitting,
        host=WHO[0].id,
        public=False,
        options={},
        allow_hints=True,
        created=datetime.now(UTC),
        started=started,
    )


def finished(game_id: str, seats: int) -> Live:
    return live_table(game_id, seats, 10_000)


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_everybody_is_shown_a_page_of_values_at_every_ply(game_id: str) -> None:
    live = live_table(game_id, agon.game(game_id).seats[0], 40)
    for who in (*WHO[:2], None):
        for lang in ("en", "de"):
            for ply in (None, 0, 17, live.ply):
                v = view(live, who, lang, ply)
                assert json.dumps(asdict(v))  # plain values, all of them
                assert len(v.log) == live.ply


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_exactly_the_seat_that_decides_is_offered_the_legal_actions(game_id: str) -> None:
    live = live_table(game_id, agon.game(game_id).seats[0], 30)
    for seat, who in enumerate(WHO[: len(live.seats)]):
        v = view(live, who, "en")
        texts = [a.text for a in v.actions]
        assert texts == (live.table.legal_texts() if seat == live.actor else [])
        glowing = sum(sheet.legal for sheet in v.sheets)
        assert bool(glowing or any(a.button for a in v.actions)) == (seat == live.actor)


def test_the_past_offers_nothing() -> None:
    live = live_table(GAME, 2, 30)
    who = WHO[live.actor]
    v = view(live, who, "en", ply=live.ply - 1)
    assert not v.actions and not v.asked and not v.is_now
    assert "data-action" not in "".join(sheet.svg for sheet in v.sheets)


def test_a_secret_changes_nothing_for_those_who_may_not_know_it() -> None:
    """The wire of a seat is the same whatever the others' lots are."""
    wires = set()
    for lot in range(3):
        live = live_table("lots", 2)
        state = live.table.state
        assert isinstance(state, Lots)
        live.table.record.plies[1:2] = [type(live.table.record.plies[1])(-1, f"lot {lot + 1}")]
        live.table.state = live.table.record.last()
        live.id = f"secret{lot}"
        wire = json.dumps(asdict(view(live, WHO[0], "en"))).replace(live.id, "")
        wires.add(wire + json.dumps(asdict(view(live, None, "de"))).replace(live.id, ""))
    assert len(wires) == 1


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_what_is_shown_is_the_same_for_the_truth_and_every_world_the_seat_imagines(game_id: str) -> None:
    live = live_table(game_id, agon.game(game_id).seats[0], 35)
    for seat in (0, 1):
        truth = shown(live, WHO[seat])
        real: State = live.table.state
        for seed in range(3):
            live.table.state = real.determinize(seat, Random(seed))
            assert shown(live, WHO[seat]) == truth
        live.table.state = real


def shown(live: Live, who: Identity) -> str:
    """What is made from the present position; the log is of the record, which stays."""
    v = asdict(view(live, who, "en"))
    return json.dumps({key: v[key] for key in ("prompt", "sheets", "panels", "actions", "caption")})


def test_other_eyes_and_open_cards_are_for_finished_games_only() -> None:
    running = live_table(GAME, 2, 30)
    v = view(running, WHO[0], "en", seat=1, open_all=True)
    assert v.eyes == 0 and not v.open_all
    over = finished(GAME, 2)
    v = view(over, None, "en", seat=1)
    assert v.eyes == 1
    assert view(over, None, "en", ply=20, open_all=True).open_all
    hidden = [f.amount for p in view(over, None, "en", ply=20, seat=-1).panels for f in p.facts]
    opened = [f.amount for p in view(over, None, "en", ply=20, open_all=True).panels for f in p.facts]
    assert "?" in hidden and "?" not in opened


def test_what_a_display_option_opens_is_shown_to_all_at_the_table() -> None:
    for shown in ("off", "on"):
        live = live_table("hellas_2016", 2, 30, openMarble=shown)
        for who in (WHO[0], None):
            amounts = [f.amount for p in view(live, who, "en").panels for f in p.facts]
            assert ("?" in amounts) == (shown == "off")


def test_a_result_ranks_the_players_with_their_points_by_category() -> None:
    live = finished(GAME, 3)
    result = view(live, WHO[0], "de").result
    assert result is not None
    assert [row.place for row in result.rows] == sorted(live.table.state.places())
    assert result.categories[0] == "größte Stadt"
    for row in result.rows:
        assert str(sum(row.points)) == row.total
    assert view(live, WHO[0], "en", ply=5).result is None


def test_what_changed_since_my_last_decision_is_marked() -> None:
    live = live_table(GAME, 2, 25)
    plies = live.table.record.plies
    seat = 1 - next(p.actor for p in reversed(plies) if p.actor >= 0)
    changed = "".join(sheet.svg for sheet in view(live, WHO[seat], "en").sheets)
    assert " changed" in changed
    last = next(p.actor for p in reversed(plies) if p.actor >= 0)
    assert " changed" not in "".join(sheet.svg for sheet in view(live, WHO[last], "en").sheets)
    assert " changed" not in "".join(sheet.svg for sheet in view(live, None, "en").sheets)


def test_the_way_to_a_rematch_is_shown_to_those_who_played() -> None:
    live = finished(GAME, 2)
    live.rematch = "again"
    assert [view(live, who, "en").rematch for who in (WHO[0], WHO[1], WHO[2], None)] == ["again", "again", None, None]


def test_a_table_that_waits_offers_nothing_and_says_for_how_many() -> None:
    live = live_table(GAME, 3, started=False)
    live.seats[2].free()
    v = view(live, WHO[0], "en")
    assert v.missing == 1 and not v.asked and not v.undo
    assert v.prompt.text == "The game is dealt when all are seated: 1 to go."
    assert v.is_host and v.panels[0].host


def test_where_a_bot_stands_in_its_owner_is_not_asked() -> None:
    live = live_table(GAME, 2, 20)
    seat = live.actor
    live.seats[seat].stand_in("random")
    v = view(live, WHO[seat], "en")
    assert v.standing_in and not v.asked and not v.actions


def test_the_log_is_told_on_and_told_again_after_a_take_back() -> None:
    live = live_table(GAME, 2, 12)
    names = ["A", "B"]
    record = live.table.record
    before = list(story("x", live.table, names, "en", 0, False))
    record.plies.append(record.plies.pop())
    assert story("x", live.table, names, "en", 0, False) == before
    taken = record.plies.pop()
    assert story("x", live.table, names, "en", 0, False) == before[:-1]
    record.plies.append(taken)
    assert story("x", live.table, names, "en", 0, False) == before


def test_a_move_played_in_place_of_one_taken_back_is_the_one_the_log_tells() -> None:
    live = live_table(GAME, 2)
    table, seat = live.table, live.table.actor()
    first, second = table.legal_texts()[:2]
    table.submit(seat, table.ply, first)
    before = list(story("y", table, ["A", "B"], "en", seat, False))
    table.take_back(seat)
    table.submit(seat, table.ply, second)
    after = story("y", table, ["A", "B"], "en", seat, False)
    assert len(after) == len(before)
    assert [line.places for line in (before[-1], after[-1])] == [(first.split()[1],), (second.split()[1],)]


def test_a_draw_the_seat_did_not_see_names_no_place() -> None:
    live = live_table("lots", 2)
    lines = view(live, WHO[0], "en").log
    assert lines[0].places and not lines[1].places


def test_bots_have_names_and_free_seats_their_colour() -> None:
    seats = [Seat("bot", None, "greedy", "greedy"), Seat(), Seat("person", "x", "Anna")]
    names = names_of("abc", seats, "de")
    assert names[0] in BOT_NAMES and names[1:] == ["Blau", "Anna"]


def test_chat_and_seats_are_told_to_all() -> None:
    live = live_table(GAME, 2)
    live.chat.append(ChatLine(datetime.now(UTC), "Anna", 0, "hello"))
    assert view(live, None, "en").chat[0].text == "hello"


def test_boards_of_one_family_share_a_place() -> None:
    live = live_table("attika", 3, 60) if "attika" in agon.game_ids() else live_table(GAME, 3, 20)
    found = families(view(live, WHO[0], "en"))
    assert len({(f.name, f.place) for f in found}) == len(found)
    for family in found:
        assert sum(1 for s in family.sheets if s.shown) == 1
        assert 0 < family.share <= 1


def test_both_languages_say_everything() -> None:
    assert set(TEXTS["en"]) == set(TEXTS["de"])
    for key, text in TEXTS["en"].items():
        assert set(speech.names_of(text)) == set(speech.names_of(TEXTS["de"][key])), key
    assert say("de", "waiting_for", n=2) == "wartet auf 2"
    assert set(JOINS) == {"en", "de"}
    assert join("en", ["A", "B", "C"]) == "A, B and C"
    assert join("de", ["A"]) == "A"


def test_bots_are_offered_by_their_levels_or_else_by_their_kinds() -> None:
    assert levels(["random", "greedy"]) == ["random", "greedy"]
    assert levels(["random", "expert", "easy"]) == ["easy", "expert"]
    assert strength("de", "greedy:samples=2") == "Solide"


@pytest.mark.parametrize("game_id", agon.game_ids())
def test_every_category_of_points_has_a_german_word(game_id: str) -> None:
    game = agon.game(game_id)
    for key in game.scores(game.new(game.seats[0]))[0]:
        assert game.category(key, "de") != key, key
