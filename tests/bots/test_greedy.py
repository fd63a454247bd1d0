"""One step of look-ahead: what is drawn after an action is weighed, not added up."""

from __future__ import annotations

from random import Random

import pytest

from agon.bots.greedy import GreedyBot
from agon.core.state import CHANCE, NONE, OVER
from tests.tiny import TAKE, Lots


class Scratch(Lots):
    """One seat takes one box; behind box A a lot is drawn that is worth nothing."""

    def actor(self) -> int:
        if self.moves == 0:
            return 0
        return CHANCE if self.moves == 1 and self.boxes[0] != NONE else OVER

    def legal(self) -> list[int]:
        return [0, 1, 2] if self.actor() == CHANCE else super().legal()

    def apply(self, action: int) -> None:
        if self.actor() != CHANCE:
            self.boxes[action - TAKE.first] = 0
        self.moves += 1

    def score(self, seat: int) -> int:
        return sum(box + 1 for box in range(3) if self.boxes[box] == seat)


@pytest.mark.parametrize("samples", [1, 4])
def test_an_action_with_a_draw_behind_it_is_worth_the_mean_of_what_may_come(samples: int) -> None:
    state = Scratch()
    advice = GreedyBot(samples).advise(state, state.legal(), Random(1))
    assert [(one.action - TAKE.first, one.worth) for one in advice] == [(2, 3.0), (1, 2.0), (0, 1.0)]
