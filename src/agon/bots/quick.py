"""Quick games for learning: one step of look-ahead among a few actions, some plies at random."""

from __future__ import annotations

from random import Random

from librt.vecs import vec

from agon.bots.ismcts import Search
from agon.core.chance import below, settle, tried
from agon.core.state import OVER, State


def quick_choice(state: State, search: Search, width: int, rng: Random) -> int:
    """What promises most, among so many of the actions."""
    legal = state.legal()
    if len(legal) == 1:
        return legal[0]
    who = state.actor()
    best = legal[0]
    most = -1e9
    tries = min(width, len(legal))
    for i in range(tries):
        j = i + below(len(legal) - i, rng)
        action = legal[j]
        legal[j] = legal[i]
        worth = search.promise(tried(state, action, rng), who)
        if worth > most:
            most = worth
            best = action
    return best


def quick_game(state: State, search: Search, width: int, noise: float, keep: int, rng: Random) -> list[State]:
    """Play to the end, in place; returns so many of the positions with a decision, each as likely."""
    kept: list[State] = []
    seen = 0
    settle(state, rng)
    while state.actor() != OVER:
        seen += 1
        if len(kept) < keep:
            kept.append(state.clone())
        else:
            place = below(seen, rng)
            if place < keep:
                kept[place] = state.clone()
        if rng.random() < noise:
            state.apply(state.random_action(rng))
        else:
            state.apply(quick_choice(state, search, width, rng))
        settle(state, rng)
    return kept


class Course:
    """How a quick game went: its positions with a decision, and what each seat was then judged to expect."""

    def __init__(self) -> None:
        self.positions: list[State] = []
        self.hopes: list[list[float]] = []
        self.strayed: list[bool] = []  # what was played next was any action at all


def course(state: State, search: Search, width: int, noise: float, rng: Random) -> Course:
    """Play to the end, in place."""
    out = Course()
    settle(state, rng)
    while state.actor() != OVER:
        strays = rng.random() < noise
        quiet = state.quiet()
        if quiet.actor() != OVER:
            out.positions.append(quiet.clone())
            out.hopes.append(search.judged(quiet))
            out.strayed.append(strays)
        state.apply(state.random_action(rng) if strays else quick_choice(state, search, width, rng))
        settle(state, rng)
    return out


def terms_of(state: State) -> list[float]:
    """The terms of all seats and of the table, in one row; of a quiet position."""
    shape = state.shape()
    seats = state.seats()
    out = vec[float]([0.0] * (seats * shape[0] + shape[1]))
    for seat in range(seats):
        state.seat_terms(seat, out, seat * shape[0])
    state.table_terms(out, seats * shape[0])
    return list(out)
