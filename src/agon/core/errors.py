"""Errors are sentences that name the thing and the reason."""

from __future__ import annotations


class AgonError(ValueError):
    """Anything a person, a file or a program asked for that cannot be; the message is a sentence."""


class IllegalAction(AgonError):
    """The rules forbid it; says which one."""


class NotYourTurn(AgonError):
    """Somebody else decides now."""


class StalePly(AgonError):
    """The game has gone on since this was asked for."""


class BadRecord(AgonError):
    """A record that cannot be read or replayed; names the line."""


class BadPack(AgonError):
    """A set of components that does not make up a game; names the table."""


class BadDatabase(AgonError):
    """A database, or a copy of one, that is damaged; says where."""
