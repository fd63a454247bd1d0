"""Minds as files: JSON with the weights as base64 of 32-bit numbers, and where they come from."""

from __future__ import annotations

import json
from array import array
from base64 import b64decode, b64encode
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from sys import byteorder
from typing import Any, Final

from agon.bots.mind import Mind, Net, inputs_of
from agon.core.errors import AgonError
from agon.core.game import find
from agon.core.state import State

FORMAT: Final = 1
NO_MIND: Final = "no_mind"  # nobody has learnt this game with so many seats
OTHER_SHAPE: Final = "other_shape"  # a mind is there, but it has learnt another pack


@dataclass
class Weights:
    """The numbers of one net."""

    hidden: int
    numbers: list[float]

    def told(self) -> dict[str, Any]:
        return {"hidden": self.hidden, "weights": _packed(self.numbers)}


@dataclass
class MindFile:
    """What a file of a mind holds; `source` tells commit, data, date and strength."""

    game: str
    seats: int
    shape: list[int]
    judge: Weights
    guide: Weights | None = None
    source: dict[str, Any] = field(default_factory=dict)
    calm: list[list[float]] = field(default_factory=list)  # how sure its chances are told: agon.bots.calm
    sharp: float = 0.0  # where there is no guide: how much steeper than its own logits the judge guides; 0: not at all
    floor: float = 0.0  # nobody can expect less of these games

    def text(self) -> str:
        told: dict[str, Any] = {"agon mind": FORMAT, "game": self.game, "seats": self.seats, "shape": self.shape}
        told["source"] = self.source
        told["hash"] = self.hash()
        told["calm"] = self.calm
        told["judge"] = self.judge.told()
        told["guide"] = None if self.guide is None else self.guide.told()
        if self.sharp:
            told["sharp"] = self.sharp
        if self.floor:
            told["floor"] = self.floor
        return json.dumps(told, indent=1) + "\n"

    def hash(self) -> str:
        """Of the weights alone."""
        told = [self.judge.told(), None if self.guide is None else self.guide.told()]
        return sha256(json.dumps(told).encode()).hexdigest()[:16]

    def mind(self) -> Mind:
        """Ready to judge."""
        guide = self.net(self.guide) if self.guide else None
        return Mind(self.seats, self.shape, self.net(self.judge), guide, self.sharp)

    def fits(self, state: State) -> bool:
        """Whether it knows such positions."""
        return (self.game, self.seats, self.shape) == (state.game_id(), state.seats(), state.shape())

    def net(self, weights: Weights) -> Net:
        return Net(inputs_of(self.shape), weights.hidden, weights.numbers)


def read_mind(text: str) -> MindFile:
    """The file of a mind; a broken one is refused with a sentence."""
    try:
        told = json.loads(text)
        if told["agon mind"] != FORMAT:
            raise AgonError("mind_format", format=str(told["agon mind"]))
        guide = _weights(told["guide"]) if told["guide"] else None
        shape = [int(n) for n in told["shape"]]
        judge = _weights(told["judge"])
        calm = [[float(x) for x in (clock, scale, bend)] for clock, scale, bend in told.get("calm", [])]
        sharp, floor = float(told.get("sharp", 0.0)), float(told.get("floor", 0.0))
        out = MindFile(told["game"], int(told["seats"]), shape, judge, guide, told["source"], calm, sharp, floor)
        fits = out.hash() == told["hash"]
        out.mind()
    except (ValueError, KeyError, TypeError, AssertionError) as error:
        raise AgonError("broken_mind", why=str(error)) from error
    if not fits:
        raise AgonError("broken_mind", why="hash")
    return out


def mind_for(state: State, own: str = "") -> tuple[Mind | None, str]:
    """The mind that knows this position: installed with its game, or in a file of one's own; else why there is none."""
    text = _text(state, own)
    if not text:
        return None, NO_MIND
    found, judge, guide = _read(text)
    if not found.fits(state):
        return None, OTHER_SHAPE
    return Mind(found.seats, found.shape, judge, guide, found.sharp), ""


def fitting(state: State, own: str = "on") -> MindFile | None:
    """The file of that mind. Own: "on" the installed one, "off" none, or a file."""
    text = "" if own == "off" else _text(state, "" if own == "on" else own)
    found = _read(text)[0] if text else None
    return found if found is not None and found.fits(state) else None


def _text(state: State, own: str) -> str:
    return Path(own).read_text("utf-8") if own else find(state.game_id()).mind_text(state.seats())


@cache
def _read(text: str) -> tuple[MindFile, Net, Net | None]:
    """A file and its nets, which nobody changes: making them anew takes as long as a short search."""
    found = read_mind(text)
    return found, found.net(found.judge), found.net(found.guide) if found.guide else None


def _weights(told: dict[str, Any]) -> Weights:
    return Weights(int(told["hidden"]), _unpacked(told["weights"]))


def _packed(numbers: list[float]) -> str:
    row = array("f", numbers)
    if byteorder == "big":
        row.byteswap()
    return b64encode(row.tobytes()).decode()


def _unpacked(text: str) -> list[float]:
    row = array("f")
    row.frombytes(b64decode(text))
    if byteorder == "big":
        row.byteswap()
    return list(row)
