"""Sentences with numbers in them: {n:one|many} says `one` where n is 1, else `many`; # in them is the number itself."""

from __future__ import annotations

from string import Formatter
from typing import Final

Facts = dict[str, str | int]  # what a sentence may name
Said = tuple[str, Facts]  # the key of a sentence, and what it may name
Names = dict[str, dict[str, str]]  # a language -> keys -> words or sentences


class _Speech(Formatter):
    def format_field(self, value: object, format_spec: str) -> str:
        if "|" not in format_spec:
            return format(value, format_spec)
        if not isinstance(value, int):
            raise ValueError(f"{format_spec!r} tells one from many, but {value!r} is no number.")
        one, many = format_spec.split("|")
        return (one if value == 1 else many).replace("#", str(value))


PEOPLE: Final = ("{who}", "{name}")  # what sentences call those whose names are their own

_SPEECH: Final = _Speech()


def filled(part: str, facts: Facts) -> str:
    """Part of a sentence with what it names filled in."""
    return _SPEECH.vformat(part, (), facts)


def spoken(sentence: str, facts: Facts) -> str:
    """A sentence with what it names filled in, and a capital letter in front; a person keeps theirs.

    >>> spoken("raise {n:# column|# columns}", {"n": 1})
    'Raise 1 column'
    """
    said = filled(sentence, facts)
    return said if sentence.startswith(PEOPLE) else said[:1].upper() + said[1:]


def counts_of(sentence: str) -> list[str]:
    """The facts whose number decides how a sentence is said."""
    return [
        name for _, name, spec, _ in _SPEECH.parse(sentence) if name is not None and spec is not None and "|" in spec
    ]


def names_of(sentence: str) -> list[str]:
    """All facts a sentence names."""
    return [name for _, name, _, _ in _SPEECH.parse(sentence) if name is not None]
