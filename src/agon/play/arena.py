"""The arena: many games between bots, in parallel, kept as they are played, with results one can trust.

A directory holds everything: `arena.json` (what is played), `games.jsonl` (one line a finished game), `records/`, and
at the end `results.csv`, `report.html` and plots. Whatever was played is kept when it is stopped, and `resume` goes on.
The games of an arena depend on its seed alone, never on workers, engine or order.
"""

from __future__ import annotations

import json
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from contextlib import contextmanager
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Final

from agon.bots import make_bot
from agon.core.errors import AgonError
from agon.games import game as find_game
from agon.play.match import Clock, play, seating

RAY_BATCH: Final = 4  # games in one task of a Ray cluster


@dataclass(frozen=True)
class Plan:
    """What an arena plays."""

    game_id: str
    bots: tuple[str, ...]
    games: int
    seed: int = 0
    options: tuple[tuple[str, str], ...] = ()
    pack: str | None = None

    def check(self) -> None:
        """Refuse what cannot be played, with a sentence."""
        game = find_game(self.game_id, self.pack)
        game.new(len(self.bots), **dict(self.options))
        for name in self.bots:
            make_bot(name).close()


@dataclass
class Played:
    """One finished game."""

    number: int
    seats: list[str]  # the bots by seat
    entries: list[int]  # and their places in the plan's list of bots
    places: list[int]
    scores: list[dict[str, int]]
    plies: int
    decisions: list[int]
    seconds: list[float]
    replaced: list[int] = field(default_factory=list)  # decisions another made, by seat; none in old files
    record: str = field(repr=False, default="")


def play_one(plan: Plan, number: int) -> Played:
    """One game of the plan; the same wherever and whenever it is played."""
    game = find_game(plan.game_id, plan.pack)
    n = len(plan.bots)
    names = seating(list(plan.bots), number)
    clock = Clock(n)
    settings = game.settings(dict(plan.options))
    record = play(game, names, f"{plan.seed}/{number // n}", settings, clock, number)
    last = record.last()
    return Played(
        number=number,
        seats=names,
        entries=[(seat + number) % n for seat in range(n)],
        places=record.result,
        scores=game.scores(last),
        plies=len(record.plies),
        decisions=clock.decisions,
        seconds=clock.seconds,
        replaced=clock.replaced,
        record=record.text(),
    )


def play_many(plan: Plan, numbers: list[int]) -> list[Played]:
    """A batch of games, for a worker."""
    return [play_one(plan, number) for number in numbers]


class Folder:
    """The directory of an arena: what is planned and what was played."""

    def __init__(self, path: Path, plan: Plan, resume: bool) -> None:
        self.path = path
        self.plan = plan
        self.played: dict[int, Played] = {}
        (path / "records").mkdir(parents=True, exist_ok=True)
        known = path / "arena.json"
        wanted = json.loads(json.dumps(asdict(plan)))
        if known.exists():
            self._resume(json.loads(known.read_text("utf-8")), wanted, resume)
        known.write_text(json.dumps(wanted, indent=1) + "\n", "utf-8")

    def _resume(self, found: dict[str, object], wanted: dict[str, object], resume: bool) -> None:
        if not resume:
            raise AgonError("arena_there", path=str(self.path))
        if {**found, "games": 0} != {**wanted, "games": 0}:
            raise AgonError("arena_other", path=str(self.path))
        for played in self._lines():
            self.played[played.number] = played

    def _lines(self) -> Iterator[Played]:
        """Complete lines only: a line cut off when the arena was killed is played again."""
        games = self.path / "games.jsonl"
        text = games.read_text("utf-8") if games.exists() else ""
        whole = [line for line in text.splitlines(keepends=True) if line.endswith("\n")]
        games.write_text("".join(whole), "utf-8")
        for line in whole:
            yield Played(**json.loads(line))

    def missing(self) -> list[int]:
        return [n for n in range(self.plan.games) if n not in self.played]

    def keep(self, played: Played) -> None:
        """The record first, then the line that says it is there."""
        (self.path / "records" / f"{played.number + 1:06}.agon").write_text(played.record, "utf-8")
        line = {k: v for k, v in asdict(played).items() if k != "record"}
        with (self.path / "games.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(line) + "\n")
        self.played[played.number] = played

    def games(self) -> list[Played]:
        return [self.played[n] for n in sorted(self.played)]


Engine = Callable[[Plan, list[int]], Iterator[Played]]


def local_engine(workers: int) -> Engine:
    """Games in processes of this machine; with one worker, in this process."""

    def run(plan: Plan, numbers: list[int]) -> Iterator[Played]:
        if workers == 1:
            for number in numbers:
                yield play_one(plan, number)
            return
        with _pool(workers) as pool:
            waiting: set[Future[Played]] = set()
            rest = iter(numbers)
            for number in rest:
                waiting.add(pool.submit(play_one, plan, number))
                if len(waiting) >= 3 * workers:
                    done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
                    for future in done:
                        yield future.result()
            for future in waiting:
                yield future.result()

    return run


def ray_engine(address: str | None = None) -> Engine:
    """Games on a Ray cluster, in batches; without an address, on an instance of this machine.

    A worker that dies loses nothing: Ray runs its batch again, and a game is the same wherever it is played.
    """
    try:
        import ray
    except ImportError as error:
        raise AgonError("needs_ray") from error

    def run(plan: Plan, numbers: list[int]) -> Iterator[Played]:
        if not ray.is_initialized():
            ray.init(address=address, include_dashboard=False, log_to_driver=False, configure_logging=False)
        task = ray.remote(max_retries=-1)(play_many)
        batches = [numbers[i : i + RAY_BATCH] for i in range(0, len(numbers), RAY_BATCH)]
        waiting = [task.remote(plan, batch) for batch in batches]
        while waiting:
            done, waiting = ray.wait(waiting)
            yield from ray.get(done[0])

    return run


def refuse_failures(game: int, bots: list[str], replaced: list[int]) -> None:
    """A sentence for the first bot in whose place another decided."""
    for name, count in zip(bots, replaced, strict=True):
        if count:
            raise AgonError("bot_failed", bot=name, game=game, count=count)


def _deaf() -> None:
    """Ctrl-C is meant for the arena; its workers finish their games."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


@contextmanager
def _pool(workers: int) -> Iterator[ProcessPoolExecutor]:
    """A pool that does not wait for games nobody wants any more."""
    pool = ProcessPoolExecutor(workers, initializer=_deaf)
    try:
        yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


def run_arena(
    folder: Folder,
    engine: Engine,
    progress: Callable[[], None] = lambda: None,
    stopped: Callable[[], bool] = lambda: False,
    strict: bool = False,
) -> None:
    """Play what is missing; every game is kept as soon as it is over. `stopped` is asked after each.

    strict: the first game in which a bot failed ends it all.
    """
    for played in engine(folder.plan, folder.missing()):
        folder.keep(played)
        progress()
        if strict:
            refuse_failures(played.number + 1, played.seats, played.replaced)
        if stopped():
            return
