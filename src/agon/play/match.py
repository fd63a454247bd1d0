"""Bots only: one game, or many with rotated seats."""

from __future__ import annotations

from collections.abc import Iterator
from operator import index
from random import Random
from time import perf_counter
from typing import Final

from agon.bots import Bot, make_bot
from agon.core.errors import AgonError
from agon.core.game import Game, find
from agon.core.record import Record
from agon.core.state import CHANCE, OVER, State

REPLACED: Final = "replaced: its bot failed, greedy decided"  # the comment of such a ply


class Luck:
    """One random stream a deck (a verb of chance), so that one more draw here does not change what is drawn there."""

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self.streams: dict[str, Random] = {}

    def draw(self, game: Game, state: State, legal: list[int]) -> int:
        """One of the outcomes, by weight."""
        deck = game.space.verb(legal[0]).name
        if deck not in self.streams:
            self.streams[deck] = Random(f"{self.seed}/{deck}")
        return state.random_action(self.streams[deck])


class Clock:
    """How many decisions each seat made, how many another made in its place, and how long it thought."""

    def __init__(self, seats: int) -> None:
        self.decisions = [0] * seats
        self.replaced = [0] * seats
        self.seconds = [0.0] * seats


def match(game: Game | str, bots: list[str], seed: int = 0, **options: str | int | bool) -> Record:
    """One game between bots, as a record. The same seed gives the same game."""
    if isinstance(game, str):
        game = find(game)
    return play(game, bots, str(seed), game.settings(options))


def play(
    game: Game, names: list[str], seed: str, settings: dict[str, str], clock: Clock | None = None, seating: int = 0
) -> Record:
    """A simulated game between bots by name. Luck depends on the seed alone, the bots' own dice on the seating too."""
    bots = [make_bot(name) for name in names]
    try:
        return play_bots(game, bots, names, Luck(seed), Random(f"{seed}/bots/{seating}"), settings, clock)
    finally:
        for bot in bots:
            bot.close()


def play_bots(
    game: Game,
    bots: list[Bot],
    names: list[str],
    luck: Luck,
    rng: Random,
    settings: dict[str, str],
    clock: Clock | None = None,
) -> Record:
    """The loop of a simulated game: observation in, action out."""
    state = game.new(len(bots), **settings)
    record = Record.of(game, len(bots), settings, names)
    while True:
        who = state.actor()
        if who == OVER:
            break
        legal = state.legal()
        comment = ""
        if who == CHANCE:
            action = luck.draw(game, state, legal)
        else:
            bot, began = bots[who], perf_counter()
            replaced = bot.replaced
            action = _number(bot.choose(state.observe(who), legal, rng), names[who])
            if clock is not None:
                clock.decisions[who] += 1
                clock.replaced[who] += bot.replaced - replaced
                clock.seconds[who] += perf_counter() - began
            if action not in legal:
                raise AgonError("bot_illegal", bot=names[who], action=_named(game, action))
            if bot.replaced > replaced:
                comment = REPLACED
        record.add(who, game.space.text(action), comment)
        for seat, bot in enumerate(bots):
            bot.notice(state.heard(seat, action))
        state.apply(action)
    record.close(state)
    return record


def _number(answer: object, bot: str) -> int:
    """What a bot answered, if it is the number of an action."""
    try:
        return index(answer)  # type: ignore[arg-type]  # whatever it is
    except TypeError:
        raise AgonError("bot_no_number", bot=bot, answer=repr(answer)[:60]) from None


def _named(game: Game, action: int) -> str:
    """An action in words, or its number if there is none such."""
    return game.space.text(action) if 0 <= action < len(game.space) else str(action)


def replaced_in(record: Record) -> list[int]:
    """How many decisions of each seat another made in its place."""
    out = [0] * record.seats
    for ply in record.plies:
        if ply.comment == REPLACED:
            out[ply.actor] += 1
    return out


def seating(names: list[str], game_number: int) -> list[str]:
    """Who sits where in this game of a series: everybody moves on by one seat from game to game."""
    n = len(names)
    return [names[(seat + game_number) % n] for seat in range(n)]


def rotated(game: Game, names: list[str], games: int, seed: int, settings: dict[str, str]) -> Iterator[Record]:
    """Many games with rotated seats; n games in a row, one of each seating, have the same luck."""
    for i in range(games):
        yield play(game, seating(names, i), f"{seed}/{i // len(names)}", settings, None, i)
