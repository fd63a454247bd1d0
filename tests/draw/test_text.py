"""Boards in letters."""

from __future__ import annotations

import pytest

from agon.draw.text import RESET, Canvas, paint


def test_canvas_trims_blanks_and_empty_lines() -> None:
    canvas = Canvas(10, 4)
    canvas.put(2, 1, "ab")
    assert canvas.plain() == "\n  ab"
    assert canvas.ansi() == "\n  ab"


def test_what_lies_outside_is_cut_off() -> None:
    canvas = Canvas(4, 2)
    canvas.put(-1, 0, "abcdef")
    canvas.put(0, 5, "zz")
    canvas.put(2, 1, "x\ny")
    assert canvas.plain() == "bcde\n  x"


def test_styles_join_and_colour_a_run_once() -> None:
    canvas = Canvas(8, 1)
    canvas.put(0, 0, "red", "red bold")
    canvas.put(3, 0, " sea", "sea")
    assert canvas.ansi() == f"\x1b[38;2;201;74;58;1mred{RESET}\x1b[38;2;46;132;160m sea{RESET}"
    assert canvas.plain() == "red sea"


def test_later_text_covers_earlier() -> None:
    canvas = Canvas(5, 1)
    canvas.put(0, 0, "aaaaa", "gold")
    canvas.put(2, 0, "b")
    gold = paint("aa", "gold")
    assert canvas.ansi() == f"{gold}b{gold}"


def test_centred_text_lies_around_its_column() -> None:
    canvas = Canvas(9, 1)
    canvas.centred(4, 0, "abc")
    assert canvas.plain() == "   abc"


def test_unknown_style_is_refused() -> None:
    with pytest.raises(ValueError, match="no style 'mauve'"):
        Canvas(3, 1).put(0, 0, "a", "mauve")
