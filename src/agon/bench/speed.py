"""The table: our quantities over the peers', interleaved slices of CPU time, medians of several rounds, with spread."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from statistics import median
from typing import Final

from agon.bench import peers, work
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


QUANTITIES: Final[tuple[tuple[str, Callable[..., work.Work], tuple[peers.Peer, ...]], ...]] = (
    ("decisions/s from Python", work.decisions, peers.DECISIONS),
    ("playouts, plies/s", work.playouts, peers.PLAYOUTS),
    ("clones/s", work.clones, peers.CLONES),
    ("search simulations/s", work.simulations, peers.SIMULATIONS),
    ("plain Python decisions/s", work.plain_decisions, peers.PLAIN),
)


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
        seats = min(max(game.seats), 4) if 4 in game.seats else game.seats[0]
        for quantity, make, rivals in QUANTITIES:
            ours = make(game, seats)
            there = [
                (name, make_peer(min(seats, 4))) for name, package, make_peer in rivals if peers.installed(package)
            ]
            out += _interleaved(quantity, game_id, seats, ours, there, rounds, seconds)
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
    """As text; one line a ratio."""
    lines = [f"Agon runs {'compiled' if compiled() else 'as plain Python'}."]
    lines.append(_row("quantity", "game", "seats", "ours/s", "theirs/s", "ratio", "spread", "peer"))
    for r in ratios:
        ratio, spread = (f"x{r.ratio:.1f}", f"{r.low:.1f} - {r.high:.1f}") if r.peer else ("", "")
        peer = r.peer or "no peer installed"
        ours, theirs = f"{r.ours:,.0f}", f"{r.theirs:,.0f}"
        lines.append(_row(r.quantity, r.game_id, str(r.seats), ours, theirs, ratio, spread, peer))
    return "\n".join(lines)


def _row(quantity: str, game: str, seats: str, ours: str, theirs: str, ratio: str, spread: str, peer: str) -> str:
    return f"{quantity:<24} {game:<12} {seats:>5} {ours:>12} {theirs:>12} {ratio:>8} {spread:>15}  {peer}"


def as_json(ratios: list[Ratio]) -> dict[str, object]:
    return {"compiled": compiled(), "ratios": [asdict(r) for r in ratios]}
