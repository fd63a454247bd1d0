"""Many games of one kind on many processes, each kept as a line of a file as soon as it is over, so that a series can
be stopped and resumed."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict
from multiprocessing import get_context
from pathlib import Path
from typing import Any


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
        for game in _played(missing, workers, one):
            out.write(json.dumps(asdict(game)) + "\n")
            out.flush()
            yield


def _played(numbers: list[int], workers: int, one: Callable[[int], Any]) -> Iterator[Any]:
    if workers <= 1:
        yield from map(one, numbers)
        return
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        for done in as_completed([pool.submit(one, number) for number in numbers]):
            yield done.result()
