"""Which game, for how many seats, by which options: what every adapter begins with."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from agon.core import codec
from agon.core.errors import AgonError
from agon.core.game import Game, find
from agon.core.state import State
from agon.games import game as find_game
from agon.research.layout import Layout

Options = Mapping[str, str | int | bool]


class Setup:
    """A table that could be opened any number of times. Unlike a state, it can be copied and pickled."""

    def __init__(
        self, game: Game | str, seats: int | None = None, options: Options | None = None, pack: str | None = None
    ) -> None:
        """Unknown games, wrong numbers of seats and wrong options are refused with a sentence."""
        if isinstance(game, Game) and pack is not None:
            raise AgonError(f'A pack goes with the id of a game: "{game.id}", pack="{pack}".')
        self.game = find_game(game, pack) if isinstance(game, str) else game
        self.pack = pack
        self.seats = self.game.seats[0] if seats is None else seats
        self.settings = self.game.settings(options or {})
        self._first = self.game.new(self.seats, **self.settings)

    def start(self) -> State:
        """The position before the first ply."""
        return self._first.clone()

    @cached_property
    def layout(self) -> Layout:
        """Where each named row of an observation lies."""
        return Layout(self.game, self._first)

    def thaw(self, values: codec.Dump) -> State:
        """A position of this table from its dump."""
        state = self.start()
        codec.load(state, values)
        return state

    def __copy__(self) -> Setup:
        return self

    def __deepcopy__(self, memo: dict[int, object]) -> Setup:
        return self

    def __reduce__(self) -> tuple[object, ...]:
        game = self.game
        if self.pack is None and find(game.id) is not game:
            raise AgonError(
                f"A game made by hand ({game.id}, pack {game.pack}) cannot be pickled; name its file instead: "
                f'"{game.id}", pack="mine.toml".'
            )
        return _thaw_setup, (game.id, self.seats, self.settings, self.pack, game.pack_hash)

    def __repr__(self) -> str:
        options = "".join(f", {k}={v!r}" for k, v in self.settings.items())
        return f"{self.game.id!r}, seats={self.seats}{options}"


def _thaw_setup(game_id: str, seats: int, settings: dict[str, str], pack: str | None, pack_hash: str) -> Setup:
    """What a pickle calls: the same table, if its components are still the same."""
    setup = Setup(game_id, seats, settings, pack)
    if setup.game.pack_hash != pack_hash:
        raise AgonError(f"It was pickled with the pack {pack_hash} of {game_id}, not with {setup.game.pack_hash}.")
    return setup
