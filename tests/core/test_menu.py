"""Menus: one filling, and the list, the weights and the draw follow from it."""

from __future__ import annotations

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.menu import SHARED, Menu
from agon.core.numbers import BIT, NONE, WORD
from agon.core.state import UNKNOWN


def drawn(menu: Menu) -> list[int]:
    """The action behind every component."""
    return [int(menu.at(n)) for n in range(int(menu.count()))]


def test_rows_of_a_mask_are_listed_counted_and_drawn_alike() -> None:
    menu = Menu()
    menu.offer(10, BIT[0] | BIT[3])
    menu.offer(100, 0)
    menu.offer_one(200)
    assert menu.listed() == [10, 13, 200] == drawn(menu)
    assert menu.weights() == [1, 1, 1]
    assert (menu.answers(), menu.count()) == (3, 3)
    assert menu.only() == NONE


def test_luck_chooses_each_component_alike_in_one_row_and_in_many() -> None:
    menu = Menu()
    menu.offer(10, BIT[0] | BIT[3] | BIT[61])
    assert [menu.drawn(luck) for luck in (0.0, 0.33, 0.34, 0.66, 0.67, 0.999)] == [10, 10, 13, 13, 71, 71]
    menu.offer_one(200)
    assert [menu.drawn(luck) for luck in (0.0, 0.25, 0.5, 0.75)] == [10, 13, 71, 200] == drawn(menu)
    menu.clear()
    menu.draw(20, vec[i64]([0, 1, 3]), 0, 3)
    assert [menu.drawn(luck) for luck in (0.0, 0.24, 0.25, 0.99)] == [21, 21, 22, 22]


def test_places_stand_for_bits_and_the_list_is_sorted_where_they_do_not_ascend() -> None:
    menu = Menu()
    menu.offer_places(50, BIT[0] | BIT[1] | BIT[2], vec[i64]([9, 9, 7, 3, 5]), 2)
    menu.sorts = True
    assert drawn(menu) == [57, 53, 55]
    assert menu.listed() == [53, 55, 57]


def test_a_draw_is_as_likely_as_there_are_many() -> None:
    menu = Menu()
    menu.draw(20, vec[i64]([5, 0, 2, 3, 1]), 1, 4)
    assert menu.listed() == [22, 23]
    assert menu.weights() == [2, 3]
    assert drawn(menu) == [22, 22, 23, 23, 23]
    assert (menu.answers(), menu.count()) == (2, 5)


def test_what_cannot_be_counted_is_drawn_alike() -> None:
    menu = Menu()
    menu.draw(20, vec[i64]([UNKNOWN] * 3), 0, 3)
    assert menu.listed() == drawn(menu) == [20, 21, 22]
    assert menu.weights() == [1, 1, 1]


def test_single_outcomes_have_a_weight_each() -> None:
    menu = Menu()
    menu.weigh(4, 2)
    menu.weigh(5, 0)
    menu.weigh(9, 1)
    assert menu.listed() == [4, 9]
    assert menu.weights() == [2, 1]
    assert drawn(menu) == [4, 4, 9]


def test_the_only_answer_is_told_also_of_a_draw() -> None:
    menu = Menu()
    menu.draw(20, vec[i64]([0, 7]), 0, 2)
    assert menu.only() == 21
    menu.clear()
    assert (menu.answers(), menu.count(), menu.only()) == (0, 0, NONE)
    assert menu.listed() == []


def test_a_menu_grows_and_knows_actions_beyond_the_shared_numbers() -> None:
    menu = Menu()
    actions = [n * 3 for n in range(200)] + [SHARED - 1, SHARED, SHARED + 500]
    for action in actions:
        menu.offer_one(action)
    assert menu.listed() == drawn(menu) == actions


def test_a_menu_lists_more_actions_than_there_are_shared_numbers() -> None:
    menu, words = Menu(), 400
    for word in range(words):
        menu.offer(WORD * word, BIT[WORD] - 1)
    assert menu.listed() == list(range(WORD * words)) and WORD * words > SHARED + 2 * WORD
