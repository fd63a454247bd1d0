"""Seats are called by their players where a table says so."""

from __future__ import annotations

import agon
from agon.core.game import called, seat_name, seat_names


def test_seats_are_called_by_their_colours_or_by_their_players() -> None:
    assert (seat_name(1, "en"), seat_name(1, "de")) == ("Blue", "Blau")
    with called(["Daphne", "Kleio"]):
        assert seat_names("de") == ["Daphne", "Kleio"]
        with called(["Philon", "Ikaros"]):
            assert seat_name(1, "en") == "Ikaros"
        assert seat_name(1, "en") == "Kleio"
    assert seat_name(1, "en") == "Blue"


def test_a_prompt_calls_players_by_their_names() -> None:
    game = agon.game("hellas_2016")
    position = agon.Position("hellas_2016", seats=2, seed=1)
    other = 1 - position.actor
    with called(["Daphne", "Kleio"]):
        said = game.prompt(position.state.observe(other), other, "en").title
    assert ["Daphne", "Kleio"][position.actor] in said
