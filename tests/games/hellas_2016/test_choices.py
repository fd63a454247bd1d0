"""What is offered: the draw without a list agrees with the list, masks with the slow reading; copies stand alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import agon
from agon.core import codec
from agon.core.errors import BadPack
from agon.core.state import BIT, CHANCE, NONE, OVER, WORD
from agon.games.hellas_2016 import GAME, choices, effects
from agon.games.hellas_2016.parts import COAST, INLAND, OWNED, PIECES
from agon.games.hellas_2016.position import FINISHED
from agon.games.hellas_2016.rules import Rules, new
from tests.draws import drawn
from tests.games.hellas_2016.board import set_marble

BARE = {"startHouses": "0", "groupOrder": "start"}


def positions(seats: int, games: int, **options: str) -> Iterator[Rules]:
    """Every position of some random games."""
    for seed in range(games):
        state, rng = new(GAME.parts, GAME.actions, seats, GAME.settings(options)), Random(f"{seats}/{seed}")
        while state.actor() != OVER:
            yield state
            state.apply(state.random_action(rng))


@pytest.mark.parametrize("options", [{}, BARE])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_actions_are_each_of_legal_once(seats: int, options: dict[str, str]) -> None:
    asked: set[int] = set()
    for state in positions(seats, 12, **options):
        legal = state.legal()
        assert list(drawn(state, len(legal)).elements()) == legal
        if state.actor() == CHANCE:
            assert state.weights() == [1] * len(legal)
        asked.add(int(state.step))
    assert options or len(asked) == FINISHED  # every question


@pytest.mark.parametrize("seats", [2, 4])
def test_a_copy_and_its_original_do_not_touch_each_other(seats: int) -> None:
    """Their vectors are shared until one of them writes: in every field, whoever goes on."""
    kept: list[tuple[Rules, codec.Dump]] = []
    rng = Random(3)
    for state in positions(seats, 6):
        before = codec.dump(state)
        copy, second = state.clone(), state.clone()
        for _ in range(6):
            if copy.actor() != OVER:
                copy.apply(copy.random_action(rng))
        assert codec.dump(state) == before
        assert codec.dump(second) == before
        kept.append((second, before))  # the original goes on
    for copy, before in kept:
        assert codec.dump(copy) == before


@pytest.mark.parametrize("seats", [2, 3])
def test_a_piece_can_be_paid_on_the_free_spaces_whose_price_is_there(seats: int) -> None:
    """§3.2: whatever marble a seat has."""
    for state in positions(seats, 1):
        rich = state.clone()
        for marble in range(9):
            set_marble(rich, marble)
            for kind in range(len(PIECES)):
                expected = {
                    cell
                    for cell in range(len(GAME.parts.cells))
                    if rich.free[cell // WORD] & BIT[cell % WORD] != 0
                    and rich.side.kind[cell] in (COAST, INLAND)
                    and 0 <= effects.price(rich, kind, cell) <= marble
                }
                low, high = (int(choices.cells(rich, kind, 0, word)) for word in (0, 1))
                both = low | high << WORD
                assert {cell for cell in range(2 * WORD) if both >> cell & 1} == expected
                assert effects.can_pay(rich, 0, kind) == bool(expected)
                assert choices.count(rich, kind, 0) == len(expected)
                assert [choices.nth_cell(low, high, n) for n in range(len(expected))] == sorted(expected)


@pytest.mark.parametrize("space", range(len(GAME.parts.bar)))
def test_a_space_builds_what_it_is_named_for(space: int) -> None:
    """§6.2 §6.3 §6.4"""
    state = next(positions(3, 1))
    state.space = space
    name = GAME.parts.bar[space].rstrip("0123456789")
    built = {"house": ["house"], "houseSquare": ["house", "square"], "palace": ["palace"]}.get(name, [])
    assert [PIECES[kind] for kind in range(OWNED) if effects.offers(state, kind)] == built
    assert choices.pieces(state, 0) == sum(BIT[PIECES.index(piece)] for piece in built)


def test_the_stack_and_the_free_spaces_as_masks() -> None:
    """§5.2 §6.7"""
    for state in positions(4, 2):
        assert choices.stack(state) == sum(BIT[tile - 1] for tile in state.stack())
        assert choices.free_spaces(state) == sum(BIT[s] for s, seat in enumerate(state.bar) if seat == NONE)


def test_a_pack_with_more_tiles_than_a_mask_holds_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text("[tiles]\nupto = [[63, 1]]")
    with pytest.raises(BadPack, match="from 0 to 62"):
        agon.game("hellas_2016", pack=str(path))
