"""Dump and load a state by its field names: test positions, equality, digests."""

from __future__ import annotations

import hashlib
import json
from typing import cast

from librt.vecs import vec
from mypy_extensions import i64

from agon.core.errors import AgonError
from agon.core.state import UNKNOWN, State

Dump = dict[str, int | list[int]]


def dump(state: State) -> Dump:
    """Every field as a number or a row of numbers."""
    out: Dump = {}
    for name in state.fields():
        value: object = getattr(state, name)
        out[name] = value if isinstance(value, int) else [int(n) for n in cast("vec[i64]", value)]
    return out


def load(state: State, values: Dump) -> None:
    """Set the fields named; the others stay as they are."""
    known = set(state.fields())
    for name, value in values.items():
        if name not in known:
            raise AgonError(f'A position of {state.game_id()} has no field "{name}".')
        setattr(state, name, value if isinstance(value, int) else vec[i64](value))


def digest(state: State) -> str:
    """The same for equal positions, on every machine, compiled or not."""
    text = json.dumps([state.game_id(), state.seats(), sorted(dump(state).items())], separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def hides(dumped: Dump) -> bool:
    """Whether anything in this dump is UNKNOWN."""
    return any(v == UNKNOWN or (isinstance(v, list) and UNKNOWN in v) for v in dumped.values())


def same(a: State, b: State) -> bool:
    """Equal in every field."""
    return a.game_id() == b.game_id() and a.seats() == b.seats() and dump(a) == dump(b)
