"""Copies of a position, number by number: what law 2 changes in one and looks for in the other."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, cast

from agon.core.group import Group, groups_of, numbers_of
from agon.core.state import State

Numbers = dict[str, int | list[int]]

OTHERWISE: Final = 1000  # is added to a number to change it: far from what any field holds when it is made


def numbers(state: State) -> Numbers:
    """Every number and row of numbers of a position and of its groups, whatever `fields()` tells of them."""
    return {where: _plain(getattr(holder, name)) for where, holder, name in _fields(state)}


def change_all(state: State) -> None:
    """Write another number into every field, in groups of its own, as the rules would."""
    for name in groups_of(state):
        setattr(state, name, cast(Group, getattr(state, name)).own())
    for _, holder, name in _fields(state):
        value = getattr(holder, name)
        if isinstance(value, int):
            setattr(holder, name, value + OTHERWISE)
        else:
            for n, number in enumerate(value):
                value[n] = number + OTHERWISE


def parted(before: Numbers, after: Numbers) -> str:
    """The names of the fields in which two differ; "" if they are alike."""
    return ", ".join(name for name in {**before, **after} if before.get(name) != after.get(name))


def _fields(state: State) -> Iterator[tuple[str, object, str]]:
    """The name of each field, with its group's before it, who holds it, and its name there."""
    yield from ((name, state, name) for name in numbers_of(state))
    for group in groups_of(state):
        holder = getattr(state, group)
        yield from ((f"{group}.{name}", holder, name) for name in numbers_of(holder))


def _plain(value: int | list[int]) -> int | list[int]:
    return value if isinstance(value, int) else [int(n) for n in value]
