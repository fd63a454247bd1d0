"""What holds for the guide of every game: walks through random games, for the tests of each."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from agon.core.game import Game
from agon.core.guide import Outlook
from agon.core.state import OVER, State
from agon.draw.symbols import SYMBOLS

LANGS = ("en", "de")


def decisions(game: Game, seats: int, seed: int, every: int = 1) -> Iterator[State]:
    """The positions of a random game in which a seat decides."""
    state, rng, ply = game.new(seats), Random(seed), 0
    while state.actor() != OVER:
        if state.actor() >= 0:
            ply += 1
            if ply % every == 0:
                yield state.clone()
        state.apply(state.random_action(rng))


def outlooks(game: Game, state: State, lang: str = "en") -> dict[str, Outlook]:
    """What would come of each legal action, from what the seat that decides may know."""
    seen = state.observe(state.actor())
    return {game.space.text(action): game.outlook(seen, action, lang) for action in seen.legal()}


def told(outlook: Outlook) -> list[str]:
    """Every word of an outlook that a player reads."""
    lines = [word for line in outlook.bill for word in line]
    return [outlook.group, outlook.place, outlook.reason, outlook.price, outlook.gain, outlook.warning, *lines]


def secrets_told(game: Game, state: State, rng: Random) -> list[str]:
    """What the guide says otherwise in another world that the seat cannot tell from this one."""
    seat = state.actor()
    seen, world = state.observe(seat), state.determinize(seat, rng)
    out = [
        game.space.text(action)
        for action in seen.legal()
        if not game.outlook(seen, action) == game.outlook(state, action) == game.outlook(world, action)
        or not game.begins(seen, action) == game.begins(state, action) == game.begins(world, action)
    ]
    for viewer in range(state.seats()):
        mine, other = state.observe(viewer), state.determinize(viewer, rng)
        if game.threats(mine, viewer) != game.threats(other, viewer) or game.goal(mine, viewer) != game.goal(
            other, viewer
        ):
            out.append(f"threats or goal of seat {viewer}")
    return out


def steps_that_break(game: Game, state: State) -> list[str]:
    """Actions that begin a step whose next question is somebody else's, or a draw."""
    out = []
    for action in state.legal():
        after = state.clone()
        after.apply(action)
        if game.begins(state, action) and after.actor() != state.actor():
            out.append(game.space.text(action))
    return out


def check_words(game: Game, seen: State, edges: str) -> None:
    """Every legal action has an outlook in both languages, without holes and with none of these at its edges."""
    for action in seen.legal():
        for lang in LANGS:
            said = game.outlook(seen, action, lang)
            assert said.group
            assert said.symbol in SYMBOLS or not said.symbol
            for words in (said.place, said.reason, said.price, said.gain, said.warning, *sum(said.bill, ())):
                assert not set(words) & set("{}|#_"), words
                assert words == words.strip(edges) and "  " not in words, words
