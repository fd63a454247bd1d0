"""Terraces on its first day: rules and words. Whatever else a game may have is there by default."""

from __future__ import annotations

from agon.core.game import Game
from terraces import actions, rules, words

GAME = Game(
    id="terraces",
    title={"en": "Terraces"},
    author="The Agon developers",
    year=2026,
    seats=(rules.SEATS,),
    about={"en": "Plant olive trees on the soil you love."},
    rules_version=1,
    bound=2 + 2 * actions.TERRACES,
    languages=("en",),
    files={"actions": actions, "rules": rules, "words": words},
)
