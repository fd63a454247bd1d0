"""The console of the documentation: what somebody types, and what they are answered."""

from __future__ import annotations

import agon
from agon.site.console import run


def test_what_is_printed_and_what_the_last_line_is_worth_is_said() -> None:
    assert run("print('chaire')\n1 + 1") == {"text": "chaire\n2\n"}
    assert run("x = 3") == {"text": ""}
    assert run("x") == {"text": "3\n"}  # names stay
    assert run("") == {"text": ""}


def test_a_position_is_a_picture() -> None:
    answer = run('import agon\nagon.Position("hellas_2016", seats=3, seed=7)')
    assert answer == {"text": "", "svg": agon.Position("hellas_2016", seats=3, seed=7).svg()}


def test_a_mistake_is_told_by_its_line_alone() -> None:
    answer = run("print(1)\n1 / 0")
    assert answer["text"] == "1\n"
    assert "ZeroDivisionError" in answer["error"] and "console.py" not in answer["error"]
    assert "SyntaxError" in run("for")["error"]
    assert "SystemExit" in run("raise SystemExit")["error"]
