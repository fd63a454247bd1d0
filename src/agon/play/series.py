"""Many games of one kind on many processes, each kept as a line of a file as soon as it is over, so that a series can
be stopped and resumed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict
from multiprocessing import get_context
from pathlib import Path
from typing import Any, TypeVar

W = TypeVar("W")
D = TypeVar("D")


def lines(file: Path) -> list[dict[str, Any]]:
    """What was kept: whole lines only, one cut off is played again."""
    text = file.read_text("utf-8") if file.exists() else ""
    return [json.loads(line) for line in text.splitlines(keepends=True) if line.endswith("\n")]


def go_on(file: Path, games: int, workers: int, one: Callable[[int], Any]) -> Iterator[None]:
    """Play the games that are missing in a file; `one` plays a game by its number and returns a dataclass."""
    known = lines(file)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(json.dumps(line) + "\n" for line in known), "utf-8")
    missing = sorted(set(range(games)) - {line["number"] for line in known})
    with file.open("a", encoding="utf-8") as out:
        for game in as_done(missing, workers, one):
            out.write(json.dumps(asdict(game)) + "\n")
            out.flush()
            yield


def as_done(works: Sequence[W], workers: int, one: Callable[[W], D]) -> Iterator[D]:
    """What `one` makes of each, on so many processes, as it is done."""
    if workers <= 1:
        yield from map(one, works)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for done in as_completed([pool.submit(one, work) for work in works]):
            yield done.result()
