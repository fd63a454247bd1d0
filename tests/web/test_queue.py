"""Whose turn it is to have a bot think: the order of the fair queue, without processes and without a clock."""

from __future__ import annotations

import pytest

from agon.bots.levels import EXPERT_SECONDS, HARD_SECONDS
from agon.web.queue import EVERY, SHORT, Errand, FairQueue, Urgency, expected_seconds

LONG = 5.0


def asks(person: str, address: str = "", urgency: Urgency = Urgency.PRESENT) -> Errand:
    return Errand(person, address, lambda: urgency)


def order(queue: FairQueue[str], quick: bool = False) -> list[str]:
    out = []
    while (ticket := queue.take(quick)) is not None:
        out.append(ticket.thing)
    return out


def test_people_take_turns_however_many_questions_one_has() -> None:
    queue: FairQueue[str] = FairQueue()
    for n in range(4):
        queue.put(asks("greedy"), LONG, f"greedy {n}")
    queue.put(asks("anna"), LONG, "anna")
    queue.put(asks("bela"), LONG, "bela 0")
    queue.put(asks("bela"), LONG, "bela 1")
    assert order(queue) == ["greedy 0", "anna", "bela 0", "greedy 1", "bela 1", "greedy 2", "greedy 3"]


def test_who_was_served_last_waits_for_those_who_come_later() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.put(asks("anna"), LONG, "anna 0")
    assert order(queue) == ["anna 0"]
    queue.put(asks("anna"), LONG, "anna 1")
    queue.put(asks("bela"), LONG, "bela")
    assert order(queue) == ["bela", "anna 1"]


def test_many_identities_of_one_address_share_its_turn() -> None:
    queue: FairQueue[str] = FairQueue()
    for n in range(5):
        queue.put(asks(f"sybil {n}", "10.0.0.1"), LONG, f"sybil {n}")
    queue.put(asks("anna", "10.0.0.2"), LONG, "anna 0")
    queue.put(asks("anna", "10.0.0.2"), LONG, "anna 1")
    assert order(queue) == ["sybil 0", "anna 0", "sybil 1", "anna 1", "sybil 2", "sybil 3", "sybil 4"]


def test_people_behind_one_address_take_turns_too() -> None:
    queue: FairQueue[str] = FairQueue()
    for n in range(3):
        queue.put(asks("anna", "10.0.0.1"), LONG, f"anna {n}")
    queue.put(asks("bela", "10.0.0.1"), LONG, "bela")
    assert order(queue) == ["anna 0", "bela", "anna 1", "anna 2"]


def test_short_questions_come_before_long_ones_but_do_not_starve_them() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.put(asks("anna"), LONG, "long")
    queue.put(asks("cleo"), 1.0, "middling")
    for n in range(6):
        queue.put(asks("bela"), SHORT, f"short {n}")
    found = order(queue)
    assert found[: EVERY - 1] == ["short 0", "short 1", "short 2"]
    assert found[EVERY - 1] == "long"  # whose turn it has been for longest
    assert found[2 * EVERY - 1] == "middling"


def test_whoever_waits_comes_before_whoever_watches() -> None:
    queue: FairQueue[str] = FairQueue()
    for urgency in reversed(Urgency):
        queue.put(asks(urgency.name, urgency=urgency), SHORT if urgency else LONG, urgency.name)
    assert order(queue) == [urgency.name for urgency in Urgency]


def test_a_question_becomes_urgent_when_its_asker_comes_back() -> None:
    now = {"anna": Urgency.AWAY}
    queue: FairQueue[str] = FairQueue()
    queue.put(Errand("anna", "", lambda: now["anna"]), LONG, "anna")
    queue.put(asks("bela"), LONG, "bela")
    queue.put(asks("bela"), LONG, "bela again")
    now["anna"] = Urgency.PRESENT
    assert order(queue)[0] == "anna"


def test_the_quick_process_takes_short_questions_only() -> None:
    queue: FairQueue[str] = FairQueue()
    queue.put(asks("anna"), LONG, "long")
    queue.put(asks("bela"), SHORT, "short")
    assert order(queue, quick=True) == ["short"]
    assert len(queue) == 1
    assert order(queue) == ["long"]


def test_who_has_gone_waits_no_longer() -> None:
    queue: FairQueue[str] = FairQueue()
    gone = queue.put(asks("anna"), LONG, "anna")
    queue.put(asks("bela"), LONG, "bela")
    queue.drop(gone)
    queue.drop(gone)
    assert order(queue) == ["bela"]


@pytest.mark.parametrize(
    ("bot", "seconds"),
    [
        ("hard", HARD_SECONDS),
        ("expert", EXPERT_SECONDS),
        ("ismcts", HARD_SECONDS),
        ("ismcts:time=3", 3.0),
        ("ismcts:cpu=3", 3.0),
        ("ismcts:iterations=400,rollout=2", 0.4),
        ("ismcts:time=0.1,iterations=9000", 9.0),
        ("py:mine.py", HARD_SECONDS),
    ],
)
def test_a_search_is_expected_to_take_its_time(bot: str, seconds: float) -> None:
    assert expected_seconds(bot) == seconds


@pytest.mark.parametrize("bot", ["random", "easy", "medium", "greedy", "greedy:samples=2"])
def test_bots_that_do_not_search_are_short(bot: str) -> None:
    assert expected_seconds(bot) <= SHORT
