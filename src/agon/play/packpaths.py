"""The places of a pack by their paths: `setup.start_marble`, `building[3].cost`, `side.pegasus.map[2,5]`."""

from __future__ import annotations

import re
from typing import Any, Final

from agon.core.errors import AgonError

Step = str | int | tuple[int, int]
Way = tuple[Step, ...]

WIDEST: Final = 240  # column of a drawing
_STEP: Final = re.compile(r"\.?([^.\[\]]+)|\[(\d+)\]|\[(\d+),(\d+)\]")


def way(path: str) -> Way:
    """The steps of a path; refused where it is none."""
    steps: list[Step] = []
    at = 0
    for found in _STEP.finditer(path):
        if found.start() != at:
            break
        name, index, line, column = found.groups()
        steps.append(name if name is not None else int(index) if index is not None else (int(line), int(column)))
        at = found.end()
    if not steps or at != len(path) or path.startswith("."):
        raise AgonError("pack_no_path", path=path[:60])
    return tuple(steps)


def named(steps: Way) -> str:
    """The path of some steps."""
    out = ""
    for step in steps:
        if isinstance(step, str):
            out += f".{step}" if out else step
        else:
            out += f"[{step}]" if isinstance(step, int) else f"[{step[0]},{step[1]}]"
    return out


def look_up(tables: Any, path: str) -> Any:
    """The value at a path, None where there is none."""
    at = tables
    for step in way(path):
        at = inside(at, step)
    return at


def inside(at: Any, step: Step) -> Any:
    """What lies one step further, None where nothing does."""
    if isinstance(step, str):
        return at.get(step) if isinstance(at, dict) else None
    if isinstance(step, int):
        return at[step] if isinstance(at, (list, str)) and step < len(at) else None
    lines = drawn(at) if isinstance(at, str) else []
    line, column = step
    return (lines[line] + " " * (column + 1))[column] if line < len(lines) else None


def drawn(text: str) -> list[str]:
    """The lines of a drawing."""
    return text.strip("\n").splitlines()


def put(tables: Any, path: str, value: Any) -> None:
    """Set the value at a path; None takes it out of its table."""
    *before, last = way(path)
    at = tables
    for n, step in enumerate(before):
        inner = inside(at, step)
        if isinstance(inner, str):  # a letter of a text: the text itself is the value that changes
            put(tables, named(tuple(before[: n + 1])), _with_letter(inner, last, str(value)))
            return
        if inner is None and last == 0 and n == len(before) - 1 and isinstance(at, dict) and isinstance(step, str):
            inner = at[step] = []  # the first of a list that was left out
        if not isinstance(inner, (dict, list)):
            raise AgonError("pack_no_place", path=path[:60])
        at = inner
    if isinstance(at, dict) and isinstance(last, str):
        if value is None:
            at.pop(last, None)
        else:
            at[last] = value
    elif isinstance(at, list) and isinstance(last, int) and last <= len(at):
        if value is None:
            del at[last : last + 1]
        else:
            at[last : last + 1] = [value]
    else:
        raise AgonError("pack_no_place", path=path[:60])


def _with_letter(text: str, at: Step, letter: str) -> str:
    if len(letter) != 1:
        raise AgonError("pack_one_letter", text=letter[:20])
    if isinstance(at, int) and at < len(text):
        return text[:at] + letter + text[at + 1 :]
    lines = drawn(text)
    if not isinstance(at, tuple) or at[0] >= len(lines) or at[1] > WIDEST:
        raise AgonError("pack_no_place", path=str(at))
    line, column = at
    padded = lines[line].ljust(column + 1)
    lines[line] = (padded[:column] + letter + padded[column + 1 :]).rstrip()
    return "\n".join(lines) + "\n"
