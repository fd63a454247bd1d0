"""What a seat learns by a ply, asked of imagined worlds: where everything looks the same, nothing hidden was shown."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

from agon.core import codec
from agon.core.state import CHANCE, NONE, UNKNOWN, State

WORLDS: Final = 6  # imagined worlds in which plies must look the same to count as having shown nothing
DOUBTS: Final = 64  # worlds a spectator imagines in which a question must have the same one answer to be no secret


def first_shown(before: State, actions: Sequence[int], seat: int) -> int:
    """Which of these plies first showed the seat something hidden; -1: none of them.

    That is a draw it heard of, what is not possible in another world it could imagine before, or looks otherwise there.
    What a seat shows the others of its own is its own loss.
    """
    truth = before.clone()
    worlds = [before.determinize(seat, Random(number)) for number in range(WORLDS)]
    luck = Random(0)
    for number, action in enumerate(actions):
        is_secret = truth.heard(seat, action) == UNKNOWN
        if truth.actor() == CHANCE and not is_secret and len(truth.legal()) > 1:
            return number
        truth.apply(action)
        seen = codec.dump(truth.observe(seat))
        for world in worlds:
            if not is_secret and not world.is_legal(action):
                return number
            world.apply(world.random_action(luck) if is_secret else action)
            if codec.dump(world.observe(seat)) != seen:
                return number
    return -1


def only_answer(state: State) -> int:
    """The one thing that can be answered, where everybody knows that there is but one; else NONE.

    Whoever is not asked tells by it that there was no choice: where that depends on a hand, the question is asked.
    """
    legal = state.legal() if state.actor() >= 0 else []
    if len(legal) != 1:
        return NONE
    for number in range(DOUBTS):
        if state.determinize(-1, Random(number)).legal() != legal:
            return NONE
    return legal[0]
