"""One and many, in sentences."""

from __future__ import annotations

import pytest

from agon.core.speech import counts_of, filled, names_of, spoken


@pytest.mark.parametrize(
    ("n", "said"),
    [
        (0, "Raise 0 columns on A1."),
        (1, "Raise 1 column on A1."),
        (2, "Raise 2 columns on A1."),
        (5, "Raise 5 columns on A1."),
    ],
)
def test_a_number_decides_between_one_and_many(n: int, said: str) -> None:
    assert spoken("raise {n:# column|# columns} on {cell}.", {"n": n, "cell": "A1"}) == said


def test_a_word_may_change_with_a_number_that_stands_elsewhere() -> None:
    assert spoken("{left:es fehlt|es fehlen} noch {left}", {"left": 1}) == "Es fehlt noch 1"
    assert spoken("{left:es fehlt|es fehlen} noch {left}", {"left": 3}) == "Es fehlen noch 3"


def test_plain_facts_and_formats_stay_as_they_are() -> None:
    assert spoken("{seat} takes {n:02d}", {"seat": "red", "n": 7}) == "Red takes 07"


def test_a_person_and_part_of_a_sentence_keep_their_first_letter() -> None:
    assert spoken("{who} takes a card.", {"who": "anna"}) == "anna takes a card."
    assert spoken("{name} decides", {"name": "anna"}) == "anna decides"
    assert filled("{n:# card|# cards} of {who}", {"n": 1, "who": "anna"}) == "1 card of anna"


def test_only_numbers_are_counted() -> None:
    with pytest.raises(ValueError, match="is no number"):
        spoken("{n:one|many}", {"n": "1"})


def test_the_facts_of_a_sentence_are_known() -> None:
    assert counts_of("{who} has {n:# card|# cards} of {m}") == ["n"]
    assert names_of("{who} has {n:# card|# cards} of {m}") == ["who", "n", "m"]
