"""The table: our quantities over the peers', interleaved slices of CPU time, medians of several rounds, with spread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from statistics import median
from typing import Final

from agon.bench import environments, peers, work
from agon.core import state as core_state
from agon.games import game as find_game

ROUNDS: Final = 5
SLICE: Final = 0.4  # seconds of CPU a slice


@dataclass
class Ratio:
    """Ours over theirs in one run."""

    quantity: str
    game_id: str
    seats: int
    peer: str
    ours: float  # units a second, median
    theirs: float
    ratio: float  # median of the rounds' ratios
    low: float
    high: float


@dataclass(frozen=True)
class Quantity:
    """A service, and who else offers the same: engines are measured against engines, environments against environments
    that give an observation and what is legal, too."""

    name: str
    make: Callable[..., work.Work]
    rivals: tuple[peers.Peer, ...]
    needs: str = ""  # packages
    smallest: bool = False  # with the fewest seats; else with four, if so many can play


QUANTITIES: Final = (
    Quantity("engine, decisions", work.decisions, peers.DECISIONS),
    Quantity("engine, playouts' plies", work.playouts, peers.PLAYOUTS),
    Quantity("engine, clones", work.clones, peers.CLONES),
    Quantity("search, simulations", work.simulations, peers.SIMULATIONS),
    Quantity("its mind, iterations", work.thoughts, ()),
    Quantity("plain Python, decisions", work.plain_decisions, peers.PLAIN),
    Quantity("AEC environment, steps", environments.aec, peers.AEC, "numpy gymnasium pettingzoo", True),
    Quantity("one environment, steps", environments.single, peers.SINGLE, "numpy gymnasium", True),
    Quantity("64 games at once, steps", environments.vector, peers.VECTOR, "numpy gymnasium", True),
    Quantity("OpenSpiel with tensor", environments.spiel, peers.TENSORS, "numpy pyspiel open_spiel", True),
)
RIVALS: Final = {quantity.name: quantity.rivals for quantity in QUANTITIES}


def compiled() -> bool:
    """Whether the games run compiled."""
    return not core_state.__file__.endswith(".py")


def measure(
    game_ids: list[str], rounds: int = ROUNDS, seconds: float = SLICE, progress: Callable[[], None] = lambda: None
) -> list[Ratio]:
    """Every quantity of every game against every peer that is installed."""
    out: list[Ratio] = []
    for game_id in game_ids:
        game = find_game(game_id)
        for quantity in QUANTITIES:
            if peers.installed(quantity.needs):
                seats = game.seats[0] if quantity.smallest or 4 not in game.seats else 4
                ours = quantity.make(game, seats)
                there = [(name, make(seats)) for name, package, make in quantity.rivals if peers.installed(package)]
                out += _interleaved(quantity.name, game_id, seats, ours, there, rounds, seconds)
            progress()
    return out


def _interleaved(
    quantity: str,
    game_id: str,
    seats: int,
    ours: work.Work,
    there: list[tuple[str, work.Work]],
    rounds: int,
    seconds: float,
) -> list[Ratio]:
    """Slices of ours and theirs in turn, so that a noisy moment hits both."""
    mine: list[float] = []
    theirs: dict[str, list[float]] = {name: [] for name, _ in there}
    for _ in range(rounds):
        mine.append(ours(seconds))
        for name, peer in there:
            theirs[name].append(peer(seconds))
    out: list[Ratio] = []
    if not there:
        out.append(Ratio(quantity, game_id, seats, "", median(mine), 0.0, 0.0, 0.0, 0.0))
    for name, rates in theirs.items():
        ratios = sorted(a / b for a, b in zip(mine, rates, strict=True))
        out.append(
            Ratio(quantity, game_id, seats, name, median(mine), median(rates), median(ratios), ratios[0], ratios[-1])
        )
    return out


def table(ratios: list[Ratio]) -> str:
    """As text; a part for each game, one line a ratio."""
    lines = [f"Agon runs {'compiled' if compiled() else 'as plain Python'}. How many a second:"]
    for game_id in dict.fromkeys(r.game_id for r in ratios):
        lines += ["", _row(game_id, "seats", "peer", "ours", "theirs", "ratio", "spread")]
        for r in ratios:
            if r.game_id == game_id:
                ratio, spread = (f"x{r.ratio:.1f}", f"{r.low:.1f} - {r.high:.1f}") if r.peer else ("", "")
                ours, theirs = f"{r.ours:,.0f}", f"{r.theirs:,.0f}" if r.peer else ""
                peer = r.peer or ("no peer installed" if RIVALS[r.quantity] else "")
                lines.append(_row(r.quantity, str(r.seats), peer, ours, theirs, ratio, spread))
    return "\n".join(lines)


def _row(quantity: str, seats: str, peer: str, ours: str, theirs: str, ratio: str, spread: str) -> str:
    return f"{quantity:<23} {seats:>5} {peer:<25} {ours:>10} {theirs:>9} {ratio:>7} {spread:>14}".rstrip()


def as_json(ratios: list[Ratio]) -> dict[str, object]:
    return {"compiled": compiled(), "ratios": [asdict(r) for r in ratios]}
