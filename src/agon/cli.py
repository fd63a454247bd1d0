"""The command line: agon serve | worker | doctor | backup | restore | games | play | match | arena | train | ladder |
study | analyze | replay | show | check | bench | learn | howto | puzzle | puzzles | pack | site.

Of operators: agon tables | ban | unban | mute | unmute | bans | reports.

Exit status: 0 success; 1 the thing asked for is not so (a broken record or pack, a broken law); 2 wrong usage.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Callable
from datetime import date
from importlib import import_module
from locale import getlocale
from pathlib import Path
from random import Random
from typing import Any, Final, NoReturn

import agon
from agon import learncli, packcli
from agon.bench import growth, speed
from agon.bots import kinds, make_bot, split_names
from agon.core.errors import AgonError, BadDatabase, BadPack, BadRecord
from agon.core.game import Game
from agon.core.record import Record
from agon.core.state import COMPILED
from agon.draw.png import png
from agon.games import game as find_game
from agon.play import measure
from agon.play.analysis import ITERATIONS, analyze, summary
from agon.play.analysis_report import page, plot
from agon.play.arena import Folder, Plan, local_engine, ray_engine, refuse_failures, run_arena
from agon.play.clear import verdict
from agon.play.laws import LawBroken, check_game
from agon.play.match import replaced_in, rotated
from agon.play.report import write_report
from agon.play.results import table
from agon.play.table import StillTable, Table
from agon.play.tally import Tally
from agon.site.command import add_site
from agon.terminal.bars import progress, stopping, tables_progress
from agon.terminal.play import YOU, Session
from agon.terminal.replay import Replay
from agon.terminal.words import say

NOT_SO: Final = 1
WRONG_USAGE: Final = 2
STRICT: Final = "stop at the first game in which a bot failed and another decided in its place"


class Parser(argparse.ArgumentParser):
    """Errors are one sentence on stderr."""

    def error(self, message: str) -> NoReturn:
        sentence = message[:1].upper() + message[1:]
        self.exit(WRONG_USAGE, f"{self.prog}: {sentence.rstrip('.')}. ({self.prog} --help tells more.)\n")


def main(argv: list[str] | None = None) -> int:
    """Run a command; every error is a sentence."""
    args = parser().parse_args((sys.argv[1:] if argv is None else argv) or ["serve", "--open"])
    try:
        run: Callable[[argparse.Namespace], int] = args.run
        return run(args)
    except (BadRecord, BadPack, BadDatabase, LawBroken) as error:
        return _fail(error.message(_lang_of(args)), NOT_SO)
    except AgonError as error:
        return _fail(error.message(_lang_of(args)), WRONG_USAGE)
    except BrokenPipeError:  # the reader of our output has gone, and knows why
        return 0
    except OSError as error:
        return _fail(f"{error.filename or 'A file'}: {error.strerror}.", NOT_SO)
    except KeyboardInterrupt:
        return _fail("Stopped.", NOT_SO)


def command() -> NoReturn:
    """The command `agon`: what is left to say where nobody reads it any more is not complained about."""
    code = main()
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    sys.exit(code)


def _lang_of(args: argparse.Namespace) -> str:
    """The language a command was asked to speak; English where it was not asked."""
    return str(getattr(args, "lang", "en"))


def _fail(error: str, status: int) -> int:
    print(f"agon: {error}", file=sys.stderr)
    return status


def parser() -> Parser:
    top = Parser(prog="agon", description="Four classic board games of ancient Greece.")
    top.add_argument(
        "--version", action="version", version=f"agon {agon.__version__} ({'compiled' if COMPILED else 'plain'})"
    )
    commands = top.add_subparsers(dest="command", required=True, parser_class=Parser, metavar="COMMAND")

    one = commands.add_parser("games", help="the games, seats, languages")
    one.set_defaults(run=games)

    one = commands.add_parser("play", help="play in the terminal")
    _game_arguments(one)
    one.add_argument(
        "--seats", default="", metavar="you,greedy,...", help="who sits where (default: you and greedy bots)"
    )
    one.add_argument("--seed", type=int, help="the same draws every time")
    one.add_argument("--lang", choices=("en", "de"), default=_lang(), help="language (default: the system's)")
    one.add_argument("--record", type=Path, metavar="FILE", help="write the record here; go on with it if it exists")
    one.set_defaults(run=play)

    one = commands.add_parser("match", help="bots only")
    _game_arguments(one)
    one.add_argument("--bots", required=True, metavar="greedy,random,...", help=f"kinds: {', '.join(kinds())}")
    one.add_argument("--games", type=_count, default=1, metavar="N")
    one.add_argument("--seed", type=int, default=0)
    one.add_argument("--record", type=Path, metavar="DIR", help="write every game's record into this folder")
    one.add_argument("--strict", action="store_true", help=STRICT)
    one.set_defaults(run=match)

    one = commands.add_parser("arena", help="many games between bots, in parallel, with a report")
    _game_arguments(one)
    known = f"kinds: {', '.join(kinds())}, cmd:PROGRAM, py:FILE.py"
    one.add_argument("--bots", required=True, metavar="a,b,...", help=known)
    one.add_argument("--games", type=_count, default=100, metavar="N")
    one.add_argument("--seed", type=int, default=0)
    one.add_argument(
        "--workers", type=_count, default=os.cpu_count() or 1, metavar="W", help="processes (default: cores)"
    )
    one.add_argument("--engine", choices=("local", "ray"), default="local")
    one.add_argument("--out", type=Path, metavar="DIR", help="records, CSV and report go here (default: out/GAME-SEED)")
    one.add_argument("--resume", action="store_true", help="go on with what was played in DIR")
    one.add_argument(
        "--until-clear", action="store_true", help="end as soon as the first bot is clearly above or below its share"
    )
    one.add_argument("--strict", action="store_true", help=STRICT)
    one.set_defaults(run=arena)

    one = commands.add_parser("train", help="learn a mind for the search from self-play")
    one.add_argument("game", metavar="GAME")
    one.add_argument("--seats", type=_count, required=True, metavar="N")
    one.add_argument("--games", type=_count, default=20_000, metavar="N", help="quick games a round, for the judge")
    one.add_argument("--searches", type=_count, default=6_000, metavar="N", help="searched games, for the guide")
    one.add_argument("--iterations", type=_count, default=400, metavar="N", help="of such a search")
    one.add_argument("--rounds", type=_count, default=1, metavar="N")
    one.add_argument(
        "--gate", type=_count, default=60, metavar="N", help="games a new mind must win more than its share of"
    )
    one.add_argument("--seed", type=int, default=0)
    one.add_argument(
        "--workers", type=_count, default=os.cpu_count() or 1, metavar="W", help="processes (default: cores)"
    )
    one.add_argument("--out", type=Path, metavar="DIR", help="data, minds and report (default: out/mind-GAME-SEATS)")
    one.add_argument("--start", default="", metavar="FILE", help="a mind of this game to begin with, of any seats")
    one.add_argument(
        "--mixed", action="store_true", help="the judge learns on, from results and from what the searches expected"
    )
    one.add_argument(
        "--practice", type=_count, default=0, metavar="N", help="rounds in which the judge plays with itself"
    )
    one.add_argument("--practice-games", type=_count, default=6_000, metavar="N", help="of each of these rounds")
    one.add_argument(
        "--glance", action="store_true", help="then a guide learns to say the same faster, if not quite as well"
    )
    one.add_argument("--resume", action="store_true", help="go on with what was learnt in DIR")
    one.add_argument("--install", action="store_true", help="put a mind that won into the game's folder")
    one.set_defaults(run=train)

    measure.add(commands, _count, progress)

    one = commands.add_parser("replay", help="step through a record")
    _record_arguments(one)
    one.add_argument("--lang", choices=("en", "de"), default=_lang())
    one.set_defaults(run=replay)

    one = commands.add_parser("show", help="one position of a record, or a game's first, as text, picture or JSON")
    _record_arguments(one, "FILE|GAME")
    one.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="of a game: a switch")
    one.add_argument("--seats", type=_count, metavar="N", help="of a game: for how many (default: the fewest)")
    one.add_argument("--seed", type=int, default=0, help="of a game: what its set-up draws")
    one.add_argument("--lang", choices=("en", "de"), default=_lang())
    one.add_argument("--dark", action="store_true", help="the dark theme")
    how = one.add_mutually_exclusive_group()
    how.add_argument("--svg", type=Path, metavar="OUT.svg")
    how.add_argument("--png", type=Path, metavar="OUT.png")
    how.add_argument("--json", action="store_true")
    one.set_defaults(run=show)

    one = commands.add_parser("serve", help="the server with the lobby, for the browser")
    one.add_argument("--host", default="127.0.0.1", metavar="H")
    one.add_argument("--port", type=int, default=8000, metavar="P")
    _database_argument(one)
    one.add_argument("--workers", type=_count, default=None, metavar="W", help="processes in which bots think")
    one.add_argument("--url", default="", help="the public address (or AGON_URL); default: this machine only")
    one.add_argument(
        "--proxy", default="", metavar="A,...", help="addresses of proxies to be believed (or AGON_PROXIES)"
    )
    one.add_argument(
        "--log",
        choices=("warning", "info"),
        default=os.environ.get("AGON_LOG", "warning"),
        help="info: a line for every request (or AGON_LOG)",
    )
    one.add_argument(
        "--bots-elsewhere", action="store_true", help="bots think in `agon worker` processes alone (PostgreSQL)"
    )
    one.add_argument("--open", action="store_true", help="open the lobby in a browser")
    one.set_defaults(run=serve)

    one = commands.add_parser("worker", help="processes in which bots think for servers that share a database")
    _database_argument(one)
    one.add_argument("--workers", type=_count, default=None, metavar="W", help="processes (default: cores)")
    one.add_argument("--log", choices=("warning", "info"), default=os.environ.get("AGON_LOG", "warning"))
    one.set_defaults(run=worker)

    one = commands.add_parser("doctor", help="whether a server's database is sound: every table rebuilt")
    _database_argument(one)
    one.set_defaults(run=doctor)

    for name, run, about in (
        ("backup", backup, "copy a server's games into a file, while it runs"),
        ("restore", restore, "put such a copy in the place of a database"),
    ):
        one = commands.add_parser(name, help=about)
        one.add_argument("file", type=Path, metavar="FILE")
        _database_argument(one)
        one.add_argument("--force", action="store_true", help="write over what is there")
        one.set_defaults(run=run)

    _operator_commands(commands)

    one = commands.add_parser("analyze", help="what a game was like: best actions, chances, costs, luck")
    one.add_argument("file", type=Path, metavar="FILE")
    one.add_argument("--pack", metavar="FILE.toml", help="the pack the record was played with")
    one.add_argument("--iterations", type=_count, default=ITERATIONS, metavar="N", help="of the search, a decision")
    how = one.add_mutually_exclusive_group()
    how.add_argument("--html", type=Path, metavar="OUT.html")
    how.add_argument("--svg", type=Path, metavar="OUT.svg")
    how.add_argument("--png", type=Path, metavar="OUT.png")
    one.set_defaults(run=analyze_record)

    one = commands.add_parser("bench", help="speed, side by side with what is installed of the peers")
    one.add_argument(
        "game",
        nargs="?",
        metavar="GAME|serve|learn",
        help="one game, the server under load, or many games in one call (default: all games)",
    )
    one.add_argument("--tables", type=_count, default=100, metavar="N", help="serve: tables at once")
    one.add_argument("--rate", type=float, default=33.0, metavar="N", help="serve: moves a second, of all tables")
    one.add_argument("--servers", type=_count, default=1, metavar="N", help="serve: processes that share --database")
    one.add_argument("--workers", type=int, default=0, metavar="N", help="serve: `agon worker` processes beside them")
    one.add_argument("--database", default="", metavar="URL", help="serve: PostgreSQL; default: SQLite, thrown away")
    one.add_argument("--rounds", type=_count, default=speed.ROUNDS)
    one.add_argument("--json", type=Path, metavar="OUT.json")
    one.add_argument(
        "--growth",
        type=Path,
        metavar="OUT.svg",
        help="instead: time a decision by size of the board and seats",
    )
    one.set_defaults(run=bench)

    one = commands.add_parser("check", help="the laws for a game; the validity of a record")
    one.add_argument("subject", metavar="GAME|FILE")
    one.add_argument("--games", type=_count, default=20, metavar="N", help="random games a seat count (default 20)")
    one.add_argument("--seats", type=int, metavar="N", help="only this seat count")
    one.add_argument("--seed", type=int, default=0)
    _pack_arguments(one)
    one.set_defaults(run=check)

    add_site(commands)
    learncli.add(commands, _lang(), _count)
    packcli.add(commands, Parser, _lang(), _check_pack)
    return top


def _operator_commands(commands: Any) -> None:
    """What whoever runs a server does beside it."""
    group = commands.add_parser("tables", help="for operators: list, show or delete tables")
    parts = group.add_subparsers(dest="part", required=True, parser_class=Parser, metavar="list|show|delete")
    one = parts.add_parser("list", help="the tables, the latest first")
    one.add_argument("--all", action="store_true", help="not only the latest")
    one.set_defaults(run=lambda args: _operate("list_tables", _database(args), args.all))
    _database_argument(one)
    one = parts.add_parser("show", help="who sits at a table, and what was said")
    one.add_argument("table", metavar="TABLE", help="its id or link")
    one.set_defaults(run=lambda args: _operate("show_table", _database(args), args.table))
    _database_argument(one)
    one = parts.add_parser("delete", help="remove tables for good")
    one.add_argument("tables", nargs="+", metavar="TABLE", help="their ids or links")
    one.set_defaults(run=lambda args: _operate("delete_tables", _database(args), args.tables))
    _database_argument(one)
    for verb, about in (
        ("ban", "keep somebody off the server"),
        ("unban", "end a ban"),
        ("mute", "keep somebody from chatting"),
        ("unmute", "end a mute"),
    ):
        one = commands.add_parser(verb, help=f"for operators: {about}")
        one.add_argument("person", nargs="?", metavar="PERSON", help="an id (agon tables show TABLE tells it)")
        one.add_argument("--address", metavar="A", help="instead: an address or a network")
        if not verb.startswith("un"):
            one.add_argument("--for", dest="duration", metavar="TIME", help="30m, 12h, 7d, 2w (default: for good)")
        one.set_defaults(run=rule, duration=None)
        _database_argument(one)
    one = commands.add_parser("bans", help="for operators: who is banned or muted")
    one.set_defaults(run=lambda args: _operate("list_bans", _database(args)))
    _database_argument(one)
    one = commands.add_parser("reports", help="for operators: lines of chat that people have reported")
    one.add_argument("--done", type=int, metavar="N", help="report N is dealt with")
    one.set_defaults(run=lambda args: _operate("list_reports", _database(args), args.done))
    _database_argument(one)


def _database_argument(one: argparse.ArgumentParser) -> None:
    one.add_argument("--database", default="", metavar="URL", help="the server's (or AGON_DATABASE; default: yours)")


def _game_arguments(one: argparse.ArgumentParser) -> None:
    one.add_argument("game", metavar="GAME", help=f"one of {', '.join(agon.game_ids())}")
    _pack_arguments(one)


def _pack_arguments(one: argparse.ArgumentParser) -> None:
    one.add_argument("--pack", metavar="FILE.toml", help="an owner's components in place of the default ones")
    one.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="a switch of the game")


def _record_arguments(one: argparse.ArgumentParser, subject: str = "FILE") -> None:
    one.add_argument("file", type=Path, metavar=subject)
    one.add_argument("--ply", type=int, metavar="N", help="after this ply (default: the last)")
    one.add_argument("--seat", type=int, metavar="S", help="as this seat sees it")
    one.add_argument("--pack", metavar="FILE.toml", help="the pack the record was played with")


def _count(text: str) -> int:
    if not text.isascii() or not text.isdigit() or not 1 <= int(text[:9]) <= 10_000_000:
        raise argparse.ArgumentTypeError(f'"{text}" is no number of games')
    return int(text)


def _lang() -> str:
    return "de" if (getlocale()[0] or "").startswith("de") else "en"


def _options(pairs: list[str]) -> dict[str, str]:
    out: dict[str, str] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not equals:
            raise AgonError(f'An option is NAME=VALUE, not "{pair}".')
        out[name] = value
    return out


def _read(path: Path, pack: str | None) -> Record:
    """A record that replays; what is wrong with it is said with the file's name."""
    record = Record.read(path)
    if pack:
        record.with_game(find_game(record.game_id, pack))
    try:
        record.last()
    except BadRecord as error:
        raise BadRecord("in_file", path=str(path), error=error) from error
    return record


# ---- the commands ----


def games(args: argparse.Namespace) -> int:
    for game_id in agon.game_ids():
        game = find_game(game_id)
        seats = f"{game.seats[0]}-{game.seats[-1]}" if len(game.seats) > 1 else str(game.seats[0])
        print(
            f"{game.id:<12} {game.title['en']} ({game.author}, {game.year}), {seats} seats, {game.minutes} min, "
            f"{' '.join(game.languages)}"
        )
        print(f"{'':<12} {game.about['en']}")
        for option in game.options:
            print(f"{'':<12}   --option {option.name}={'|'.join(option.choices)}: {option.about['en']}")
    return 0


def play(args: argparse.Namespace) -> int:
    game = find_game(args.game, args.pack)
    rng = Random(args.seed)
    table = _resume(args, game, rng) or _new_table(args, game, rng)
    session = Session(table, args.lang, sys.stdout.isatty(), _asker(), print, rng, args.record, pack=args.pack or "")
    session.run()
    return 0


def _new_table(args: argparse.Namespace, game: Game, rng: Random) -> Table:
    names = split_names(args.seats)
    if not names:
        names = [YOU] + ["greedy"] * (max(2, min(3, game.seats[-1])) - 1)
    for name in names:
        if name != YOU:
            make_bot(name)  # refuses an unknown bot before the first draw
    return Table.open(game, len(names), names, rng, date.today().isoformat(), _options(args.option))


def _resume(args: argparse.Namespace, game: Game, rng: Random) -> Table | None:
    """The game of an existing record goes on."""
    if args.record is None or not args.record.exists():
        return None
    record = _read(args.record, args.pack)
    if record.game_id != game.id:
        raise BadRecord(f"{args.record} is a record of {record.game_id}, not of {game.id}.")
    if len(record.players) != record.seats:
        raise BadRecord(f"{args.record} does not say who sits where.")
    table = Table(record, rng)
    print(say(args.lang, "resumed", file=str(args.record), ply=table.ply))
    return table


def _asker() -> Callable[[list[str]], str]:
    """Completion on a terminal, plain lines in a pipe."""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return lambda words: input()
    from prompt_toolkit import PromptSession
    from prompt_toolkit.completion import WordCompleter

    session: PromptSession[str] = PromptSession()
    commands = ["why", "hint", "undo", "log", "board", "list", "rules", "save", "quit", "help"]

    def ask(words: list[str]) -> str:
        completer = WordCompleter([*words, *commands], ignore_case=True, sentence=True)
        return session.prompt("> ", completer=completer, complete_while_typing=True)

    return ask


def match(args: argparse.Namespace) -> int:
    game = find_game(args.game, args.pack)
    names = split_names(args.bots)
    settings = game.settings(_options(args.option))
    game.new(len(names), **settings)
    if args.record is not None:
        args.record.mkdir(parents=True, exist_ok=True)
    tally = Tally(names)
    with progress(args.games, f"{game.id}: {', '.join(names)}") as advance:
        for i, record in enumerate(rotated(game, names, args.games, args.seed, settings)):
            tally.add(record)
            if args.strict:
                refuse_failures(i + 1, record.players, replaced_in(record))
            if args.record is not None:
                record.write(args.record / f"{game.id}-{args.seed}-{i + 1:05}.agon")
            advance()
    print(f"{game.id}: {args.games} games, seed {args.seed}, seats rotated.")
    print(tally)
    return 0


def arena(args: argparse.Namespace) -> int:
    options = find_game(args.game, args.pack).settings(_options(args.option))
    plan = Plan(args.game, tuple(split_names(args.bots)), args.games, args.seed, tuple(options.items()), args.pack)
    plan.check()
    out = args.out or Path("out") / f"{args.game}-{args.seed}"
    engine = ray_engine() if args.engine == "ray" else local_engine(args.workers)
    folder = Folder(out, plan, args.resume)
    with progress(len(folder.missing()), f"{args.game}: {args.bots}") as advance, stopping() as stopped:
        if not (args.until_clear and verdict(folder)):
            run_arena(folder, engine, advance, lambda: stopped() or _is_clear(args, folder), args.strict)
    if not folder.played:
        raise AgonError(f"Nothing was played yet; {out} --resume goes on.")
    print(table(write_report(folder)))
    print(f"{len(folder.played)} games; records, results.csv and report.html are in {out}.")
    if args.until_clear:
        print(_clear(folder))
    if stopped():
        print("Stopped; the same command with --resume goes on.")
    return 0


def _is_clear(args: argparse.Namespace, folder: Folder) -> bool:
    return args.until_clear and bool(verdict(folder))


def _clear(folder: Folder) -> str:
    """Whether it is clear what the first bot is worth here."""
    found, bot = verdict(folder), folder.plan.bots[0]
    if not found:
        return f"It is not clear whether {bot} wins more or less than its share; more --games with --resume go on."
    return f"It is clear: {bot} wins {found} than its share (wrong in at most one series in twenty)."


def train(args: argparse.Namespace) -> int:
    try:
        learning = import_module("agon.learn.train")
    except ModuleNotFoundError as missing:
        raise AgonError("needs_learn") from missing
    if args.glance and not args.practice:
        raise AgonError("glance_practice")
    plan = learning.Plan(
        args.game,
        args.seats,
        games=args.games,
        searches=args.searches,
        iterations=args.iterations,
        rounds=args.rounds,
        seed=args.seed,
        gate_games=args.gate,
        start=args.start,
        mixed=args.mixed,
        practice=args.practice,
        practice_games=args.practice_games,
        **{"guide": 0} if args.practice and not args.glance else {},
    )
    out = args.out or Path("out") / f"mind-{args.game}-{args.seats}"
    with progress(args.rounds * learning.steps(plan), f"{args.game}, {args.seats} seats") as advance:
        won = learning.train(plan, out, args.workers, args.resume, advance)
    print(learning.report(out), f"Drawn as {learning.plot(out)}.", sep="\n")
    if won is None:
        print(f"No mind won its gate; all that was tried is in {out}.")
        return NOT_SO
    if args.install:
        print(f"Installed as {learning.install(won)}.")
    return 0


def replay(args: argparse.Namespace) -> int:
    record = _read(args.file, args.pack)
    shown = Replay(record, args.lang, sys.stdout.isatty(), _seat(args, record))
    if args.ply is not None:
        shown.go(_ply(args, record))
    if sys.stdin.isatty() and sys.stdout.isatty():
        if args.ply is None:
            shown.go(0)
        shown.run(lambda: input("> "), print)
    elif args.ply is not None:
        print(shown.show())
    else:
        print("\n".join(shown.lines()))
    return 0


def _ply(args: argparse.Namespace, record: Record) -> int:
    last = len(record.plies)
    if args.ply is None:
        return last
    if not 0 <= args.ply <= last:
        raise AgonError(f"{args.file} has plies 0 to {last}, not {args.ply}.")
    return int(args.ply)


def _seat(args: argparse.Namespace, record: Record) -> int:
    if args.seat is None:
        return -1
    if not 0 <= args.seat < record.seats:
        raise AgonError(f"{args.file} has seats 0 to {record.seats - 1}, not {args.seat}.")
    return int(args.seat)


def _shown(args: argparse.Namespace) -> Record:
    """The record that was named, or of a game a table at its first decision."""
    name = str(args.file)
    if name not in agon.game_ids() or args.file.exists():
        return _read(args.file, args.pack)
    game = find_game(name, args.pack)
    seats = args.seats or game.seats[0]
    return Table.open(game, seats, [YOU] * seats, Random(args.seed), "", _options(args.option)).record


def show(args: argparse.Namespace) -> int:
    record = _shown(args)
    ply, seat = _ply(args, record), _seat(args, record)
    still = StillTable(record)
    seen = still.opened(ply, still.at(ply).actor()) if args.seat is None else still.seen(seat, ply)
    theme = "dark" if args.dark else "light"
    if args.json:
        print(json.dumps(seen.facts(), ensure_ascii=False, indent=1))
    elif args.svg is not None:
        args.svg.write_text(seen.scene(args.lang).svg(theme), "utf-8")
    elif args.png is not None:
        try:
            args.png.write_bytes(png(seen.scene(args.lang).svg(theme), 1600))
        except RuntimeError as error:
            raise AgonError(str(error)) from error
    else:
        print(seen.sketch(args.lang, sys.stdout.isatty()))
    return 0


def serve(args: argparse.Namespace) -> int:
    return int(
        _web("serve").main(
            args.host,
            args.port,
            args.database,
            args.workers or 0,
            args.open,
            url=args.url,
            proxies=args.proxy,
            log=args.log,
            bots_elsewhere=args.bots_elsewhere,
        )
    )


def worker(args: argparse.Namespace) -> int:
    return int(_web("workshop").main(_database(args), args.workers or 0, args.log))


def doctor(args: argparse.Namespace) -> int:
    with tables_progress("doctor") as begin:
        found = _web("doctor").examine(_database(args), begin)
    for sentence in [*found.notes, *found.wrong]:
        print(sentence)
    print(f"Tables: {found.tables}, entries: {found.entries}, wrong: {len(found.wrong) or 'nothing'}.")
    return NOT_SO if found.wrong else 0


def backup(args: argparse.Namespace) -> int:
    print(_web("care").backup(_database(args), args.file, args.force))
    return 0


def restore(args: argparse.Namespace) -> int:
    print(_web("care").restore(args.file, _database(args), args.force))
    return 0


def _database(args: argparse.Namespace) -> str:
    return args.database or str(_web("settings").default_database())


def rule(args: argparse.Namespace) -> int:
    return _operate("rule", _database(args), args.command, args.person, args.address, args.duration)


def _operate(what: str, *given: object) -> int:
    """A command of an operator, on the database of a server."""
    getattr(_web("operate"), what)(*given)
    return 0


def _web(module: str) -> Any:
    """A module of the server, which needs more than the rest."""
    try:
        return import_module(f"agon.web.{module}")
    except ModuleNotFoundError as error:
        raise AgonError(f"The server needs {error.name}: pip install agon.") from error


def analyze_record(args: argparse.Namespace) -> int:
    record = _read(args.file, args.pack)
    with progress(len(record.plies), f"{args.file}") as advance:
        found = analyze(record, args.iterations, progress=advance)
    print(summary(found))
    if args.html is not None:
        args.html.write_text(page(found), "utf-8")
    elif args.svg is not None:
        args.svg.write_bytes(plot(found, "svg"))
    elif args.png is not None:
        args.png.write_bytes(plot(found, "png"))
    return 0


def bench(args: argparse.Namespace) -> int:
    if args.game == "serve":
        if args.rate <= 0:
            raise AgonError("--rate is a number of moves a second, more than 0.")
        given = {"rate": args.rate, "database": args.database, "servers": args.servers, "workers": args.workers}
        return int(_web("bench").main(args.tables, **given))
    if args.game == "learn":
        return _learning()
    chosen = [find_game(args.game).id] if args.game else agon.game_ids()
    if args.growth is not None:
        costs = growth.measure(chosen)
        print(growth.text(costs))
        args.growth.write_bytes(growth.plot(costs))
        return 0
    with progress(len(chosen) * len(speed.QUANTITIES), "bench") as advance:
        ratios = speed.measure(chosen, args.rounds, progress=advance)
    print(speed.table(ratios))
    if args.json is not None:
        args.json.write_text(json.dumps(speed.as_json(ratios), indent=1) + "\n", "utf-8")
    return 0


def _learning() -> int:
    try:
        from agon.research.speed import main as measure
    except ImportError as error:  # its message names the extra that brings what is missing
        raise AgonError(str(error)) from error
    return measure([])


def check(args: argparse.Namespace) -> int:
    if args.subject in agon.game_ids():
        return _check_game(args)
    path = Path(args.subject)
    if not path.exists() and not path.suffix:
        raise AgonError(f'"{args.subject}" is neither a game nor a file; the games are {", ".join(agon.game_ids())}.')
    record = _read(path, args.pack)
    state = record.last()
    how = f"over, places {' '.join(map(str, state.places()))}" if state.actor() == agon.OVER else "not over yet"
    print(f"{path}: a good record of {record.game_id}, {len(record.plies)} plies, {how}.")
    return 0


def _check_pack(game_id: str, pack: str, games: int) -> int:
    """The laws on random games with an owner's pack."""
    return main(["check", game_id, "--pack", pack, "--games", str(games)])


def _check_game(args: argparse.Namespace) -> int:
    game = find_game(args.subject, args.pack)
    seats = game.seats if args.seats is None else (args.seats,)
    if args.seats is not None:
        game.new(args.seats)
    with progress(args.games * len(seats), f"{game.id}: the laws") as advance:
        report = check_game(game, args.games, seats, args.seed, advance, _options(args.option))
    print(report)
    return 0


if __name__ == "__main__":
    command()
