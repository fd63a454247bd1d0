"""Bots by name: kind[:option=value,...], the same in terminal, page, matches and scripts."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Final

from agon.bots.greedy import SAMPLES, GreedyBot
from agon.bots.protocol import Bot
from agon.bots.python import python_bot
from agon.bots.random import RandomBot
from agon.bots.remote import SECONDS, ProgramBot
from agon.bots.searcher import SearchBot
from agon.core.errors import AgonError
from agon.core.state import State

NOISE: Final = 0.35  # how often `easy` plays any action at all

AS_MIND: Final = -1  # tactics, where nothing is said of them: `mind=off` is the search as it was before both
# Every kind with its options and their defaults.
KINDS: Final[dict[str, dict[str, float]]] = {
    "random": {},
    "greedy": {"samples": SAMPLES, "tactics": 1},
    "ismcts": {"iterations": 0, "time": 0, "cpu": 0, "rollout": 0, "value": 1, "tactics": AS_MIND, "mind": 1},
    "easy": {},
    "medium": {},
    "hard": {},
    "expert": {},
}
PROGRAM: Final = "cmd"  # cmd:PROGRAM, a bot in any language
PYTHON: Final = "py"  # py:FILE.py:ARGUMENT, a bot of one's own in Python
TIMED: Final = re.compile(r"time=([^:]*):")  # before a program: how many seconds it has for a decision
UNQUOTED: Final = re.compile(r"""(?:'[^']*'|"[^"]*"|[^,])+""")  # a piece between commas
MIND: Final = "mind"  # mind:FILE:OPTIONS, the search with a mind of one's own
LEVELS: Final = ("easy", "medium", "hard", "expert")
SWITCHES: Final = {"off": "0", "on": "1"}
HARD_SECONDS: Final = 1.0
EXPERT_SECONDS: Final = 5.0


class EasyBot(GreedyBot):
    """Greedy, but absent-minded: beatable by a newcomer."""

    def __init__(self) -> None:
        super().__init__(tactics=False)

    def choose(self, observation: State, legal: list[int], rng: Random) -> int:
        if rng.random() < NOISE:
            return RandomBot().choose(observation, legal, rng)
        return super().choose(observation, legal, rng)


def kinds() -> list[str]:
    """The names a bot can have."""
    return sorted(KINDS)


def split_names(text: str) -> list[str]:
    """The names in a list: "greedy:samples=1,random" is two; a comma before another option or in quotes parts nothing:
    "cmd:program 'a,b',random" is two as well."""
    out: list[str] = []
    for piece in filter(None, (p.strip() for p in UNQUOTED.findall(text))):
        if out and "=" in piece and ":" not in piece:
            out[-1] += f",{piece}"
        else:
            out.append(piece)
    return out


def make_bot(name: str) -> Bot:
    """A bot by its name; a wrong one is refused with a sentence."""
    kind, _, rest = name.strip().partition(":")
    if kind == PROGRAM:
        return _program(rest)
    if kind == PYTHON:
        own = python_bot(rest)
        own.name = name.strip()
        return own
    if kind == MIND:
        file, _, given = rest.partition(":")
        if not Path(file).is_file():
            raise AgonError(f'There is no file "{file}" of a mind.')
        bot = _make("ismcts", _options("ismcts", given), file)
        bot.name = name.strip()
        return bot
    if kind not in KINDS:
        raise AgonError(
            f'There is no bot "{kind}"; known are {", ".join(kinds())}, cmd:PROGRAM, py:FILE.py, mind:FILE.'
        )
    bot = _make(kind, _options(kind, rest))
    bot.name = name.strip()
    return bot


def _options(kind: str, rest: str) -> dict[str, float]:
    """The options of a kind, with what a name says of them."""
    options = dict(KINDS[kind])
    for pair in filter(None, (p.strip() for p in rest.split(","))):
        key, _, value = pair.partition("=")
        if key not in options:
            has = ", ".join(options) or "none"
            raise AgonError(f'The bot {kind} has no option "{key}"; it has {has}.')
        options[key] = _number(kind, key, SWITCHES.get(value, value))
    return options


def _program(text: str) -> Bot:
    """PROGRAM, or time=SECONDS:PROGRAM."""
    timed = TIMED.match(text)
    bot = ProgramBot(text[timed.end() :] if timed else text, _number(PROGRAM, "time", timed[1]) if timed else SECONDS)
    bot.name = f"{PROGRAM}:{text}"
    return bot


def _number(kind: str, key: str, value: str) -> float:
    fits = value.isascii() and value.replace(".", "", 1).isdigit() and len(value) <= 9
    least = 0.0 if key in ("rollout", "value", "tactics", "mind") else 0.001
    if not fits or not least <= float(value) <= 1_000_000 or (key not in ("time", "cpu") and "." in value):
        raise AgonError(f'{kind}: {key} must be a number, not "{value[:20]}".')
    return float(value)


def _make(kind: str, options: dict[str, float], own_mind: str = "") -> Bot:
    if kind == "random":
        return RandomBot()
    if kind == "greedy":
        return GreedyBot(int(options["samples"]), bool(options["tactics"]))
    if kind == "easy":
        return EasyBot()
    if kind == "medium":
        return GreedyBot()
    if kind in ("hard", "expert"):
        return SearchBot(time=HARD_SECONDS if kind == "hard" else EXPERT_SECONDS)
    seconds = options["cpu"] or options["time"]
    iterations = int(options["iterations"])
    if not seconds and not iterations:
        seconds = HARD_SECONDS
    mind = own_mind or ("on" if options["mind"] else "off")
    tactics = mind != "off" if options["tactics"] == AS_MIND else bool(options["tactics"])
    rollout, value = int(options["rollout"]), bool(options["value"])
    return SearchBot(iterations, seconds, rollout, value, tactics, mind, options["cpu"] > 0)
