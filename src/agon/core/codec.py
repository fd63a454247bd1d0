"""Dump and load a state by the names of its fields: test positions, equality, digests."""

from __future__ import annotations

import hashlib
import json
from typing import cast

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.errors import AgonError
from agon.core.group import Group, groups_of
from agon.core.state import UNKNOWN, State

Dump = dict[str, int | list[int]]


def dump(state: State) -> Dump:
    """Every field as a number or a row of numbers, those of groups too."""
    out = _dumped(state, state.fields())
    for name in groups_of(state):
        group = cast(Group, getattr(state, name))
        out |= _dumped(group, group.fields())
    return out


def _dumped(thing: object, names: list[str]) -> Dump:
    out: Dump = {}
    for name in names:
        value: object = getattr(thing, name)
        out[name] = value if isinstance(value, int) else [int(n) for n in cast("vec[i64]", value)]
    return out


def load(state: State, values: Dump) -> None:
    """Set the fields named; the others stay as they are. Groups that other positions hold are left to them."""
    holders: dict[str, object] = dict.fromkeys(state.fields(), state)
    for name in groups_of(state):
        group = cast(Group, getattr(state, name))
        if group.lent and not values.keys().isdisjoint(group.fields()):
            group = group.copy()
            setattr(state, name, group)
        holders |= dict.fromkeys(group.fields(), group)
    for name, value in values.items():
        if name not in holders:
            raise AgonError("no_field", game=state.game_id(), name=name)
        holder = holders[name]
        if isinstance(value, int) or isinstance(getattr(holder, name), list):
            setattr(holder, name, value)
        else:
            setattr(holder, name, vec[i64](value))


def digest(state: State) -> str:
    """The same for equal positions, on every machine, compiled or not."""
    told = state.told(dump(state))
    text = json.dumps([state.game_id(), state.seats(), sorted(told.items())], separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def hides(dumped: Dump) -> bool:
    """Whether anything in this dump is UNKNOWN."""
    return any(v == UNKNOWN or (isinstance(v, list) and UNKNOWN in v) for v in dumped.values())


def same(a: State, b: State) -> bool:
    """Equal in every field."""
    return a.game_id() == b.game_id() and a.seats() == b.seats() and dump(a) == dump(b)
