"""When a series may end by itself: as soon as it is clear that its first bot wins more, or less, than its share.

Whoever looks after every game whether an interval of 95 % is clear finds so in far more than one series in twenty where
nothing is. Here somebody bets, round by round, that the bot does better or worse than its share, at odds that are fair
if it does neither: that their money grows twentyfold at any time happens then in at most one series in twenty (Ville).
A round is one game of each seating, all with the same luck, and counts as one result.
"""

from __future__ import annotations

from math import prod
from typing import Final

from agon.play.arena import Folder, Played
from agon.play.tally import victory

ERROR: Final = 0.05  # series in which something is called clear that is not, at most
STAKES: Final = 10  # sizes of the stake that are tried at once, on either side


def won(played: Played) -> float:
    """What the first bot of the plan had of the victory."""
    return victory(played.places, played.entries.index(0))


def rounds(folder: Folder) -> list[float]:
    """The first bot's share of wins in each round, as far as none is missing before.

    Games that end soon must not count before those that last: a round counts when all before it are over.
    """
    n, played = len(folder.plan.bots), folder.played
    out: list[float] = []
    while all(n * len(out) + seating in played for seating in range(n)):
        first = n * len(out)
        out.append(sum(won(played[first + seating]) for seating in range(n)) / n)
    return out


def growth(shares: list[float], fair: float) -> float:
    """By what the money of all who bet on these results has grown, each with another stake."""
    most = 0.9 / max(fair, 1 - fair)  # nobody loses everything
    stakes = [sign * most * k / STAKES for sign in (1, -1) for k in range(1, STAKES + 1)]
    return sum(prod(1 + stake * (share - fair) for share in shares) for stake in stakes) / len(stakes)


def verdict(folder: Folder) -> str:
    """ "more" or "less": what is clear of the first bot's share; "" while nothing is."""
    shares, fair = rounds(folder), 1 / len(folder.plan.bots)
    if not shares or growth(shares, fair) < 1 / ERROR:
        return ""
    return "more" if sum(shares) > fair * len(shares) else "less"
