"""A stand-in for librt.vecs: a row of numbers is a list."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


class vec(list[int]):
    def __class_getitem__(cls, kind: object) -> Any:
        return cls


def extend(row: vec, more: Iterable[int]) -> vec:
    row += more
    return row
