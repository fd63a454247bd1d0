"""The mark and colour by which somebody is known wherever they have no seat."""

from __future__ import annotations

from hashlib import sha256

from agon.draw.scene import COLOURS, MARKS


def badge(person: str) -> tuple[str, str]:
    """A colour and a mark, the same for ever."""
    drawn = sha256(person.encode()).digest()
    return COLOURS[drawn[0] % len(COLOURS)], MARKS[drawn[1] % len(MARKS)]
