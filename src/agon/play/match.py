"""Bots only: one game, or many with rotated seats."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from agon.bots import Bot, make_bot
from agon.core.chance import pick
from agon.core.errors import AgonError
from agon.core.game import Game, find
from agon.core.record import Record
from agon.core.state import CHANCE, OVER


def match(game: Game | str, bots: list[str], seed: int = 0, **options: str | int | bool) -> Record:
    """One game between bots, as a record. The same seed gives the same game."""
    if isinstance(game, str):
        game = find(game)
    players = [make_bot(name) for name in bots]
    return play(game, players, bots, Random(seed), game.settings(options))


def play(game: Game, bots: list[Bot], names: list[str], rng: Random, settings: dict[str, str]) -> Record:
    """The loop of a simulated game: observation in, action out."""
    state = game.new(len(bots), **settings)
    record = Record.of(game, len(bots), settings, names)
    while True:
        who = state.actor()
        if who == OVER:
            break
        legal = state.legal()
        if who == CHANCE:
            action = legal[pick(state.weights(), rng)]
        else:
            action = bots[who].choose(state.observe(who), legal, rng)
            if action not in legal:
                raise AgonError(f"The bot {names[who]} chose {game.space.text(action)}, which is not legal.")
        record.add(who, game.space.text(action))
        for seat, bot in enumerate(bots):
            bot.notice(state.heard(seat, action))
        state.apply(action)
    record.close(state)
    return record


def rotated(game: Game, names: list[str], games: int, seed: int, settings: dict[str, str]) -> Iterator[Record]:
    """Many games, the bots moving on by one seat from game to game."""
    n = len(names)
    for i in range(games):
        seated = [names[(seat + i) % n] for seat in range(n)]
        bots = [make_bot(name) for name in seated]
        # One stream for every n games: each bot meets the same luck from every seat, as far as play allows.
        yield play(game, bots, seated, Random(f"{seed}/{i // n}"), settings)
