"""A table's journal as it was written, checked: which plies stand, and at which entry it is damaged."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, get_args

from agon.core.errors import BadRecord
from agon.core.game import known
from agon.core.record import Ply, Record
from agon.web.errors import Refused
from agon.web.kept import Entry, EntryKind, Header

KINDS: Final = get_args(EntryKind)
DEALT: Final = "dealt"  # the text of a "start" whose set-up follows it; older ones stand behind theirs
AT_A_SEAT: Final = ("sit", "free", "bot", "stand", "back", "late", "rest", "resign")


def damaged(entry: int) -> Refused:
    """Entry 0 is the header."""
    return Refused("damaged_journal", entry=entry)


class OtherRules(Refused):
    """The game was begun by rules, or with a pack, that this server no longer has."""

    def __init__(self, record: Record) -> None:
        super().__init__("older_rules")
        self.record = record


def read_header(header: Header, entries: Iterable[Entry] = ()) -> Record:
    """The record without its plies, by the rules it has come to; refused where this server has others."""
    text = next((entry.text for entry in reversed(list(entries)) if entry.kind == "rules"), header.record)
    try:
        record = Record.parse(text)
    except BadRecord as error:
        raise damaged(0) from error
    try:
        record.start()
    except BadRecord as error:
        if error.key not in ("other_version", "other_pack") and not _has_changed(record):
            raise Refused("no_game", reason=error) from error
        if record.rules > record.game.rules_version:
            raise Refused("newer_rules") from error
        raise OtherRules(record) from error
    return record


def _has_changed(record: Record) -> bool:
    """Whether the rules are of another version than the game has here."""
    return record.game_id in known() and record.rules != record.game.rules_version


def check_entries(entries: list[Entry], seats: int) -> None:
    """Every number from 1 on, every kind known, every seat at the table."""
    for number, entry in enumerate(entries, 1):
        is_text = isinstance(entry.text, str) and isinstance(entry.name, str)
        if entry.number != number or entry.kind not in KINDS or not isinstance(entry.seat, int) or not is_text:
            raise damaged(number)
        if entry.kind in AT_A_SEAT and not 0 <= entry.seat < seats:
            raise damaged(number)


def standing(entries: Iterable[Entry]) -> list[tuple[int, Ply]]:
    """The plies that stand after all take-backs, each with the number of its entry.

    A set-up drawn before the last seat was taken, as older servers did, may have been seen: it counts only if the game
    has begun with it.
    """
    plies: list[tuple[int, Ply]] = []
    started = False
    for entry in entries:
        if entry.kind == "ply":
            plies.append((entry.number, Ply(entry.seat, entry.text)))
        elif entry.kind == "undo":
            if not plies:
                raise damaged(entry.number)
            plies.pop()
        elif entry.kind == "rules":
            plies.clear()
        elif entry.kind == "start":
            started = True
            if entry.text == DEALT:
                plies.clear()
    return plies if started else []


def first_impossible(record: Record, plies: list[tuple[int, Ply]]) -> int:
    """The entry of the first ply that cannot be played; the last entry where each one can."""
    state = record.start()
    for number, ply in plies:
        try:
            record.step(state, ply, number)
        except BadRecord:
            return number
    return plies[-1][0] if plies else 0
