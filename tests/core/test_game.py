"""What a game says of itself."""

import pytest

import agon


@pytest.mark.parametrize("game_id", agon.game_ids())
@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_choices_of_an_option_are_called_by_words(game_id: str, lang: str) -> None:
    for option in agon.game(game_id).options:
        called = [option.called(choice, lang) for choice in option.choices]
        assert len(set(called)) == len(called)
        assert not set(called) & set(option.choices), (option.name, called)
