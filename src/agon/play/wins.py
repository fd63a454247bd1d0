"""Positions in which a seat can win within its turn, mined from games of bots, and who finds the win.

They are mined with a look at more positions than any bot has, so that what a bot cannot see is among them; a position
counts only if the win can also be thrown away.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from agon.bots.levels import make_bot
from agon.bots.tactics import Proof, is_won, winning_line
from agon.core.chance import below
from agon.core.codec import dump, hides
from agon.core.game import find
from agon.core.state import CHANCE, OVER, State

LOOK: Final = 40_000  # positions
DICE: Final = 1_000_000  # different ones a bot may have
PLAYERS: Final = "greedy:tactics=off"  # whose games are mined: it leaves wins on the table
OFTEN: Final = 4  # of ten decisions in which a turn might end the game, so many are looked at


@dataclass(frozen=True)
class Mined:
    """A position with a win on the table, by the plies that led to it; none if the game had no such, or none was found;
    and which bots began a way that wins."""

    number: int
    plies: list[int]
    found: dict[str, bool]


def mined(game_id: str, seats: int, bots: list[str], seed: int, number: int) -> Mined:
    """Play a game until a win is on the table, and let each bot decide there."""
    game = find(game_id)
    rng = Random(f"{seed}/wins/{number}")
    player = make_bot(PLAYERS)
    state = game.new(seats, **game.settings({}))
    plies: list[int] = []
    while (who := state.actor()) != OVER:
        if who == CHANCE:
            action = state.random_action(rng)
        else:
            legal = state.legal()
            if len(legal) > 1 and state.may_end(who) and below(10, rng) < OFTEN and is_a_test(state, legal, rng):
                return Mined(number, plies, {bot: finds(state, bot, rng) for bot in bots})
            action = player.choose(state.observe(who), legal, rng) if len(legal) > 1 else legal[0]
        plies.append(action)
        state.apply(action)
    return Mined(number, [], {})


def is_a_test(state: State, legal: list[int], rng: Random) -> bool:
    """A win is there, and some action throws it away."""
    if not wins(state, state.actor()):
        return False
    first = below(len(legal), rng)
    return any(not keeps(state, action) for action in legal[first:] + legal[:first])


def wins(state: State, seat: int) -> bool:
    """The seat has won, or can do so within its turn, or does so whatever the others answer where nothing is hidden."""
    who = state.actor()
    if who == OVER:
        return is_won(state.places(), seat)
    is_open = not hides(dump(state.observe(seat)))
    if who == seat:
        return bool(winning_line(state, is_open, LOOK))
    return who != CHANCE and is_open and state.may_end(seat) and Proof(seat, True, LOOK).holds(state, LOOK)


def keeps(state: State, action: int) -> bool:
    """After an action the win is still there."""
    after = state.clone()
    after.apply(action)
    return wins(after, state.actor())


def finds(state: State, name: str, rng: Random) -> bool:
    """Whether a bot begins a way that wins."""
    who = state.actor()
    bot = make_bot(name)
    action = bot.choose(state.observe(who), state.legal(), Random(below(DICE, rng)))
    bot.close()
    return keeps(state, action)
