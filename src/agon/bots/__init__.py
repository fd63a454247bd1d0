"""Bots choose from an observation only. `make_bot("greedy")` makes one by its name."""

from __future__ import annotations

from agon.bots.levels import LEVELS, kinds, make_bot, split_names
from agon.bots.protocol import Advice, Bot, Reasoning, Step

__all__ = ["LEVELS", "Advice", "Bot", "Reasoning", "Step", "kinds", "make_bot", "split_names"]
