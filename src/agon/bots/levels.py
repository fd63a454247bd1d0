"""Bots by name: kind[:option=value,...], the same in terminal, matches and scripts."""

from __future__ import annotations

from agon.bots.greedy import SAMPLES, GreedyBot
from agon.bots.protocol import Bot
from agon.bots.random import RandomBot
from agon.core.errors import AgonError

# Every kind with its options and their defaults.
KINDS: dict[str, dict[str, int]] = {
    "random": {},
    "greedy": {"samples": SAMPLES},
}


def kinds() -> list[str]:
    """The names a bot can have."""
    return sorted(KINDS)


def split_names(text: str) -> list[str]:
    """The names in a list: "greedy:samples=1,random" is two; a comma before another option parts nothing."""
    out: list[str] = []
    for piece in filter(None, (p.strip() for p in text.split(","))):
        if out and "=" in piece and ":" not in piece:
            out[-1] += f",{piece}"
        else:
            out.append(piece)
    return out


def make_bot(name: str) -> Bot:
    """A bot by its name; a wrong one is refused with a sentence."""
    kind, _, rest = name.strip().partition(":")
    if kind not in KINDS:
        raise AgonError(f'There is no bot "{kind}"; known are {", ".join(kinds())}.')
    options = dict(KINDS[kind])
    for pair in filter(None, (p.strip() for p in rest.split(","))):
        key, _, value = pair.partition("=")
        if key not in options:
            has = ", ".join(options) or "none"
            raise AgonError(f'The bot {kind} has no option "{key}"; it has {has}.')
        if not value.isascii() or not value.isdigit() or not 1 <= int(value) <= 1_000_000:
            raise AgonError(f'{kind}: {key} must be a number from 1 to 1000000, not "{value}".')
        options[key] = int(value)
    if kind == "random":
        return RandomBot()
    return GreedyBot(**options)
