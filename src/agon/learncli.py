"""agon learn | howto | puzzle | puzzles: lessons and puzzles from the command line."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import agon
from agon.core.errors import AgonError
from agon.games import game as find_game
from agon.play.coach import start_of
from agon.play.lessons import lesson, lessons
from agon.play.mining import LARGE, MARGIN, Effort, Mined, best_of, mine_again, mine_folder
from agon.play.puzzles import find_puzzle, of_the_day
from agon.play.puzzles import puzzles as game_puzzles
from agon.play.puzzles import read as read_puzzles
from agon.play.puzzles import write as write_puzzles
from agon.terminal.bars import tables_progress
from agon.terminal.learn import howto
from agon.terminal.learn import learn as go_through
from agon.terminal.puzzle import solve


def add(commands: Any, lang: str, count: Callable[[str], int]) -> None:
    """The commands; `count` reads a number of at least one."""
    one = commands.add_parser("learn", help="lessons in the terminal")
    one.add_argument("game", metavar="GAME", help=f"one of {', '.join(agon.game_ids())}")
    one.add_argument("--lesson", type=int, default=1, metavar="N", help="begin with this one")
    one.add_argument("--lang", choices=("en", "de"), default=lang, help="language (default: the system's)")
    one.set_defaults(run=learn)

    one = commands.add_parser("howto", help="how to play a game, in short")
    one.add_argument("game", metavar="GAME", help=f"one of {', '.join(agon.game_ids())}")
    one.add_argument("--lang", choices=("en", "de"), default=lang, help="language (default: the system's)")
    one.set_defaults(run=show_howto)

    one = commands.add_parser("puzzle", help="a puzzle in the terminal: that of the day, or the next of a game")
    one.add_argument("game", nargs="?", metavar="GAME", help=f"one of {', '.join(agon.game_ids())}")
    one.add_argument("--id", default="", metavar="ID", help="this one")
    one.add_argument("--number", type=count, default=1, metavar="N", help="the Nth of the game, the easiest first")
    one.add_argument("--lang", choices=("en", "de"), default=lang, help="language (default: the system's)")
    one.set_defaults(run=puzzle)

    one = commands.add_parser("puzzles", help="find puzzles in records of strong play")
    one.add_argument("game", metavar="GAME", help=f"one of {', '.join(agon.game_ids())}")
    where = one.add_mutually_exclusive_group(required=True)
    where.add_argument("--records", type=Path, metavar="FOLDER", help="where the records lie (*.agon)")
    where.add_argument("--again", type=Path, metavar="FILE", help="or: look again at the puzzles of a file")
    one.add_argument("--out", type=Path, required=True, metavar="FILE", help="the puzzles go here, as JSON")
    one.add_argument("--seats", type=count, default=None, metavar="N", help="only records with so many seats")
    one.add_argument(
        "--iterations", type=count, default=LARGE, metavar="N", help="of each of the two searches that must agree"
    )
    one.add_argument(
        "--margin", type=float, default=MARGIN, metavar="M", help=f"in chance to win, over the rest (default {MARGIN})"
    )
    one.add_argument(
        "--best", type=count, default=None, metavar="N", help="only so many: the proven, then the largest margins"
    )
    one.add_argument(
        "--workers", type=count, default=os.cpu_count() or 1, metavar="W", help="processes (default: cores)"
    )
    one.set_defaults(run=puzzles)


def learn(args: argparse.Namespace) -> int:
    found = find_game(args.game)
    is_coach = start_of(found) is not None and args.lesson == len(lessons(found)) + 1  # the last lesson
    number = args.lesson if is_coach or not lessons(found) else lesson(found, args.lesson).number
    go_through(found, number, args.lang, input, print)
    return 0


def show_howto(args: argparse.Namespace) -> int:
    print(howto(find_game(args.game), args.lang))
    return 0


def puzzle(args: argparse.Namespace) -> int:
    all_games = [find_game(args.game)] if args.game else [find_game(game_id) for game_id in agon.game_ids()]
    if args.id:
        found = find_puzzle(all_games, args.id)
    elif args.game:
        rows = game_puzzles(all_games[0])
        if not rows:
            raise AgonError("no_puzzles", game=args.game)
        found = rows[(args.number - 1) % len(rows)]
    else:
        found = of_the_day(all_games, date.today())
    solve(find_game(found.game), found, args.lang, input, print)
    return 0


def puzzles(args: argparse.Namespace) -> int:
    game = find_game(args.game)
    effort = Effort(large=args.iterations, margin=args.margin)
    with tables_progress(f"{game.id}: puzzles") as begin:
        if args.again:
            former, known = read_puzzles(args.again.read_text("utf-8"))
            ours = [puzzle for puzzle in known if puzzle.game == game.id]
            mined = Mined(mine_again(ours, effort, args.workers, begin), str(former.get("records", "")))
        else:
            mined = mine_folder(game, args.records, effort, args.seats, args.workers, begin)
    found = best_of(mined.puzzles, args.best) if args.best else mined.puzzles
    wishes = {"seats": args.seats, "iterations": args.iterations, "margin": args.margin, "best": args.best}
    where = f"--again {args.again}" if args.again else f"--records {args.records}"
    told = [f"--{name} {value}" for name, value in wishes.items() if value is not None]
    source = {
        "command": " ".join([f"agon puzzles {game.id} {where} --out {args.out}", *told]),
        "made": date.today().isoformat(),
        "version": agon.__version__,
        "records": mined.records,
        "searched": f"{args.iterations} iterations from each of two seeds",
        "margin": round(min((p.margin for p in found if not p.is_exact), default=args.margin), 2),
        "exact": sum(p.is_exact for p in found),
    }
    args.out.write_text(write_puzzles(found, source), "utf-8")
    many = "1 puzzle" if len(found) == 1 else f"{len(found)} puzzles"
    print(f"{many}, {source['exact']} of them proven: {args.out}.")
    return 0
