"""How often somebody may ask."""

from __future__ import annotations

from typing import Final

from cachetools import LRUCache

REMEMBERED: Final = 20_000  # askers a rate limit keeps in mind


class Limiter:
    """A bucket for each asker, filled at a steady rate; a request takes one token out."""

    def __init__(self, rate: float, burst: int) -> None:
        self.rate = rate
        self.burst = float(burst)
        self._buckets: LRUCache[str, tuple[float, float]] = LRUCache(REMEMBERED)  # tokens, when

    def wait(self, asker: str, now: float) -> float:
        """0 where the request may pass, else the seconds until one may."""
        seconds = self.missing(asker, now)
        if not seconds:
            self.spend(asker, now)
        return seconds

    def missing(self, asker: str, now: float) -> float:
        """The seconds until there is a token; 0 where there is one."""
        return max(0.0, (1 - self._tokens(asker, now)) / self.rate)

    def spend(self, asker: str, now: float, amount: float = 1.0) -> None:
        """Take tokens out, even such as are not there yet."""
        tokens = self._tokens(asker, now)
        self._buckets[asker] = (tokens - amount, now)

    def set(self, asker: str, now: float, tokens: float) -> None:
        """Somebody else has counted."""
        self._buckets[asker] = (tokens, now)

    def _tokens(self, asker: str, now: float) -> float:
        tokens, then = self._buckets.get(asker, (self.burst, now))
        return min(self.burst, tokens + (now - then) * self.rate)
