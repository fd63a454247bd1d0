"""The recovery code: eight words out of 2048, 88 bits of luck; written down by its owner, kept here as a digest."""

from __future__ import annotations

import secrets
from functools import cache
from hashlib import sha256
from typing import Final

from mnemonic import Mnemonic

WORDS: Final = 8


@cache
def words() -> tuple[str, ...]:
    """The 2048 words: short, and told apart by their first four letters."""
    return tuple(Mnemonic("english").wordlist)


def fresh_code() -> list[str]:
    """A code that nobody has."""
    return [secrets.choice(words()) for _ in range(WORDS)]


def digest(text: str) -> str:
    """What is kept of a secret with so much luck in it that nobody can try them all."""
    return sha256(text.encode()).hexdigest()


def digest_of_code(account: str, typed: str) -> str:
    """The digest of a code as somebody types it: capitals, dashes and further blanks do not matter."""
    return digest(" ".join([account, *typed.lower().replace("-", " ").split()]))
