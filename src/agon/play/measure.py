"""The commands that measure: agon ladder, agon study."""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Callable
from contextlib import AbstractContextManager
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from typing import Any

from agon.games import game as find_game
from agon.play import findings, ladder, study, study_report
from agon.play.series import go_on, lines

Count = Callable[[str], int]
Progress = Callable[[int, str], AbstractContextManager[Callable[[], None]]]


def add(commands: argparse._SubParsersAction[Any], count: Count, progress: Progress) -> None:
    """Make both known to the command line."""
    one = commands.add_parser("ladder", help="how strong each level is at a table, by OpenSkill")
    _series(one, count)
    one.add_argument(
        "--iterations", type=count, default=60, metavar="N", help="of hard a decision; expert has five times as many"
    )
    one.add_argument("--ratings", type=Path, metavar="FILE", help="write the ratings into this file of many tables")
    one.set_defaults(run=partial(climb, progress=progress))

    one = commands.add_parser("study", help="a search against itself: are its chances right, what is a seat worth")
    _series(one, count)
    one.add_argument("--bot", default="hard", metavar="BOT", help="a search (default: hard)")
    one.add_argument(
        "--kept", type=count, default=study.KEPT, metavar="N", help="decisions of each game that are looked at"
    )
    one.add_argument(
        "--ask",
        type=count,
        nargs="+",
        default=[],
        metavar="N",
        help="ask searches of so many iterations what they expect of these decisions",
    )
    one.add_argument(
        "--calm", action="store_true", help="learn how sure chances are to be told, and write it into the game's mind"
    )
    one.add_argument(
        "--page", action="store_true", help="write what seats are worth, ways to win and points into the game's folder"
    )
    one.add_argument("--json", type=Path, metavar="FILE", help="write what was found here")
    one.add_argument("--svg", type=Path, metavar="FILE", help="plot expected against happened")
    one.set_defaults(run=partial(look, progress=progress))


def _series(one: argparse.ArgumentParser, count: Count) -> None:
    one.add_argument("game", metavar="GAME")
    one.add_argument("--seats", type=count, required=True, metavar="N")
    one.add_argument("--games", type=count, default=100, metavar="N")
    one.add_argument("--seed", type=int, default=0)
    one.add_argument(
        "--workers", type=count, default=os.cpu_count() or 1, metavar="W", help="processes (default: cores)"
    )
    one.add_argument("--out", type=Path, metavar="DIR", help="games are kept here, and not played again")


def _played(args: argparse.Namespace, progress: Progress, one: Callable[[int], Any], what: str) -> Path:
    """The file of a series, once all its games are in it; a game or a number of seats that there is not is refused."""
    find_game(args.game).new(args.seats)
    out: Path = (args.out or Path("out") / f"{args.command}-{args.game}-{args.seats}") / "games.jsonl"
    with progress(args.games, f"{args.game}: {what}") as advance:
        for _ in go_on(out, args.games, args.workers, one):
            advance()
    return out


def climb(args: argparse.Namespace, progress: Progress) -> int:
    one = partial(ladder.climb, args.game, args.seats, args.seed, args.iterations)
    out = _played(args, progress, one, f"{args.seats} seats")
    climbs = [ladder.Climb(**line) for line in lines(out)]
    found = ladder.rated(args.game, args.seats, args.iterations, climbs)
    for rating in found:
        low, high = rating.interval()
        print(f"{rating.bot:<16} {rating.mu:6.1f} ({low:5.1f} - {high:5.1f}) {rating.games:>5} games {rating.played}")
    steps = ladder.strides(climbs)
    for step in steps:
        line = f"{step.level} over {step.below}: {step.share:.1%} ({step.low:.1%} - {step.high:.1%}) of {step.games}"
        print(line + ("" if step.is_clear() else ", not clear"))
    if args.ratings is not None:
        command = f"agon ladder {args.game} --seats {args.seats} --games {args.games} --iterations {args.iterations}"
        ladder.merged(args.ratings, found, steps, f"{command} --seed {args.seed}")
    return 0


def look(args: argparse.Namespace, progress: Progress) -> int:
    one = partial(study.studied, args.game, args.seats, args.bot, args.seed, args.kept, tuple(args.ask))
    games = [study.read(line) for line in lines(_played(args, progress, one, args.bot))]
    numbers = study.installed_calm(args.game, args.seats)
    if args.calm:
        numbers = study.calmed(study.longest(games))
        study.install_calm(args.game, args.seats, numbers, study.floor_of(games))
        games = study.crossed(games)
    else:
        games = study.with_calm(games, numbers)
    command = f"agon study {args.game} --seats {args.seats} --bot {args.bot} --games {args.games} --seed {args.seed}"
    if args.ask:
        command += f" --kept {args.kept} --ask {' '.join(map(str, args.ask))}"
    if args.calm:
        command += " --calm"
    told = {**study_report.summary(games, args.bot, command), "calm": numbers}
    print(study_report.text(told))
    if args.page:
        fresh = findings.of_study(args.seats, told, datetime.now(UTC).date().isoformat())
        findings.install(find_game(args.game), fresh)
    if args.json is not None:
        args.json.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    if args.svg is not None:
        study_report.plot(told, f"{find_game(args.game).title['en']}, {args.seats} seats", args.svg)
    return 0
