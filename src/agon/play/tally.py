"""Who won how often, with what certainty."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Final

from agon.core.record import Record
from agon.play.match import replaced_in

INTERVAL: Final = 1.96  # standard deviations to each side, for 95 %


def wilson(wins: float, games: int, z: float = INTERVAL) -> tuple[float, float]:
    """The interval in which the true share lies with 95 % certainty."""
    if games == 0:
        return (0.0, 1.0)
    share = wins / games
    centre = share + z * z / (2 * games)
    spread = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    scale = 1 + z * z / games
    return (max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale))


def victory(places: Sequence[int], seat: int) -> float:
    """What a seat has of the victory; a shared one counts in parts."""
    return 1.0 / places.count(1) if places[seat] == 1 else 0.0


@dataclass
class Tally:
    """Results of games between bots by name."""

    names: list[str]
    games: dict[str, int] = field(default_factory=dict)
    wins: dict[str, float] = field(default_factory=dict)
    places: dict[str, int] = field(default_factory=dict)
    replaced: dict[str, int] = field(default_factory=dict)  # decisions another made

    def add(self, record: Record) -> None:
        for seat, (name, place) in enumerate(zip(record.players, record.result, strict=True)):
            self.games[name] = self.games.get(name, 0) + 1
            self.places[name] = self.places.get(name, 0) + place
            self.wins[name] = self.wins.get(name, 0.0) + victory(record.result, seat)
        for name, count in zip(record.players, replaced_in(record), strict=True):
            self.replaced[name] = self.replaced.get(name, 0) + count

    def __str__(self) -> str:
        lines = [f"{'bot':<24} {'seats':>7} {'wins':>9} {'share':>7}  {'95 %':<15} {'mean place':>10}"]
        for name in dict.fromkeys(self.names):
            games = self.games.get(name, 0)
            wins = self.wins.get(name, 0.0)
            low, high = wilson(wins, games)
            share = wins / games if games else 0.0
            place = self.places.get(name, 0) / games if games else 0.0
            interval = f"{low:.1%} - {high:.1%}"
            lines.append(f"{name:<24} {games:>7} {wins:>9.1f} {share:>7.1%}  {interval:<15} {place:>10.2f}")
        for name in dict.fromkeys(self.names):
            if self.replaced.get(name):
                lines.append(
                    f"{name} failed: another made {self.replaced[name]} of its decisions, so its wins say little."
                )
        return "\n".join(lines)
