"""A whole game tree with its information sets as text (Gambit's EFG 2), for solvers that want it so: Gambit, OpenSpiel.

    text = agon.research.efg.tree("hellas_2002", pack="examples/packs/hellas_2002_tiny.toml", opening=["tile T01", ...])
    game = pyspiel.load_efg_game(text)      # in C++, and so a hundred times as fast as a game that asks Python

For tiny games (docs/tiny.md): every way to play is written down. Two positions belong to one information set where the
seat that decides sees the same and has heard the same so far (perfect recall), as in the adapter for OpenSpiel. Draws
with one outcome are left out. An opening makes a game smaller still: each of its actions is played, and nothing else
looked at, where it may first be played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from agon.core import codec
from agon.core.errors import AgonError
from agon.core.game import Game
from agon.core.state import CHANCE, OVER, State
from agon.games import game as find_game
from agon.research.rewards import rewards

LIMIT: Final = 2_000_000  # nodes

Heard = tuple[tuple[int, ...], ...]  # of each seat: all it has heard, in its order


def tree(
    game: Game | str,
    seats: int | None = None,
    *,
    pack: str | None = None,
    opening: Sequence[str] = (),
    limit: int = LIMIT,
    **options: str | int | bool,
) -> str:
    """The tree of a game; one with more nodes than `limit` is refused."""
    found = find_game(game, pack) if isinstance(game, str) else game
    state = found.new(found.seats[0] if seats is None else seats, **options)
    names = " ".join(f'"seat {seat}"' for seat in range(state.seats()))
    lines = [f'EFG 2 R "{found.id}" {{ {names} }}', '""']
    for line in _Writer(found, [found.space.parse(text) for text in opening]).nodes(state):
        lines.append(line)
        if len(lines) > limit:
            raise AgonError(f"The tree of {found.id} has more than {limit:,} nodes; take more away from the pack.")
    return "\n".join(lines) + "\n"


class _Writer:
    """Numbers the information sets and the results as they come."""

    def __init__(self, game: Game, opening: list[int]) -> None:
        self.game = game
        self.opening = opening
        self.sets: list[dict[tuple[str, tuple[int, ...]], int]] = [{} for _ in range(max(game.seats))]
        self.results: dict[tuple[float, ...], int] = {}
        self.draws = 0

    def nodes(self, first: State) -> Iterator[str]:
        """A line a node, each before those behind it."""
        empty: Heard = ((),) * first.seats()
        waiting = [(first, empty, 0)]
        while waiting:
            state, heard, done = waiting.pop()
            legal = state.legal()
            while len(legal) == 1 or (done < len(self.opening) and self.opening[done] in legal):
                # A decision with one answer stays: a seat may know by it what it could not do otherwise.
                if len(legal) == 1 and state.actor() != CHANCE and self.opening[done : done + 1] != legal:
                    break
                action = legal[0] if len(legal) == 1 else self.opening[done]
                done += self.opening[done : done + 1] == [action]
                heard = self._hearing(state, heard, action)
                state.apply(action)
                legal = state.legal()
            who = state.actor()
            if who == OVER:
                yield self._end(state)
                continue
            yield self._draw(state, legal) if who == CHANCE else self._decision(state, heard[who], legal)
            for action in reversed(legal):
                after = state.clone()
                after.apply(action)
                waiting.append((after, self._hearing(state, heard, action), done))

    def _hearing(self, state: State, heard: Heard, action: int) -> Heard:
        """What each seat has heard after an action."""
        return tuple((*so_far, state.heard(seat, action)) for seat, so_far in enumerate(heard))

    def _decision(self, state: State, heard: tuple[int, ...], legal: list[int]) -> str:
        seat = state.actor()
        known = self.sets[seat]
        number = known.setdefault((codec.digest(state.observe(seat)), heard), len(known) + 1)
        words = " ".join(f'"{self.game.space.text(action)}"' for action in legal)
        return f'p "" {seat + 1} {number} "" {{ {words} }} 0'

    def _draw(self, state: State, legal: list[int]) -> str:
        weights = state.weights()
        total = sum(weights)
        self.draws += 1
        chances = " ".join(
            f'"{self.game.space.text(action)}" {weight}/{total}' for action, weight in zip(legal, weights, strict=True)
        )
        return f'c "" {self.draws} "" {{ {chances} }} 0'

    def _end(self, state: State) -> str:
        worth = tuple(rewards(state.places()))
        number = self.results.setdefault(worth, len(self.results) + 1)
        return f't "" {number} "" {{ {" ".join(f"{w:g}" for w in worth)} }}'


__all__ = ["LIMIT", "tree"]
