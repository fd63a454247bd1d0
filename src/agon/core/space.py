"""Dense integers <-> the one notation.

An action is an index; people, records and URLs see words: a verb and its arguments ("house C4"). A verb ranges over
every place a person might point at, legal or never legal, so that "why can't I?" always has an action to ask about.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from difflib import get_close_matches
from math import prod

from mypy_extensions import i64

from agon.core.errors import AgonError


class Verb:
    """A word and the lists its arguments are taken from. `paragraph` is where RULES.md speaks of it."""

    def __init__(self, name: str, *domains: list[str], paragraph: str = "") -> None:
        self.name = name
        self.domains = [list(d) for d in domains]
        self.paragraph = paragraph
        self.size = prod(len(d) for d in self.domains)
        self.first: i64 = 0  # the number of its first action; set by the ActionSpace
        self._index = [{word.lower(): i for i, word in enumerate(d)} for d in self.domains]

    def arguments(self, offset: int) -> list[int]:
        """The place in each domain, the last argument running fastest."""
        out: list[int] = []
        for domain in reversed(self.domains):
            out.append(offset % len(domain))
            offset //= len(domain)
        return out[::-1]

    def action(self, *arguments: int) -> int:
        """The action of this verb with these places in its domains."""
        offset = 0
        for domain, argument in zip(self.domains, arguments, strict=True):
            offset = offset * len(domain) + argument
        return int(self.first) + offset

    def words(self, offset: int) -> list[str]:
        return [d[i] for d, i in zip(self.domains, self.arguments(offset), strict=True)]

    def offset_of(self, words: list[str]) -> int | None:
        offset = 0
        for domain, index, word in zip(self.domains, self._index, words, strict=True):
            place = index.get(word.lower())
            if place is None:
                return None
            offset = offset * len(domain) + place
        return offset


class ActionSpace:
    """All verbs of a game in a row: every action has a number and one spelling."""

    def __init__(self, verbs: Sequence[Verb] = ()) -> None:
        self.verbs: list[Verb] = []
        self._by_name: dict[str, list[Verb]] = {}
        self._firsts: list[int] = []
        self._size = 0
        self._spelled: dict[str, int] = {}  # actions by their own spelling, once somebody has read it
        for verb in verbs:
            self._number(verb)

    def add(self, name: str, *domains: list[str], paragraph: str = "") -> Verb:
        """A further verb; its actions are numbered on."""
        verb = Verb(name, *domains, paragraph=paragraph)
        self._number(verb)
        return verb

    def _number(self, verb: Verb) -> None:
        verb.first = self._size
        self._firsts.append(self._size)
        self._size += verb.size
        self.verbs.append(verb)
        self._by_name.setdefault(verb.name, []).append(verb)

    def __len__(self) -> int:
        return self._size

    def verb(self, action: int) -> Verb:
        """The verb this action belongs to."""
        if not 0 <= action < self._size:
            raise AgonError("no_such_action", action=action, last=self._size - 1)
        return self.verbs[bisect_right(self._firsts, action) - 1]

    def named(self, name: str) -> Verb:
        """The verb of this name."""
        if name not in self._by_name:
            raise AgonError("no_such_verb", name=name)
        return self._by_name[name][0]

    def arguments(self, action: int) -> list[int]:
        """The places of this action's arguments in their domains."""
        verb = self.verb(action)
        return verb.arguments(action - int(verb.first))

    def text(self, action: int) -> str:
        """The one spelling of an action."""
        verb = self.verb(action)
        return " ".join([verb.name, *verb.words(action - int(verb.first))])

    def parse(self, text: str) -> int:
        """The action of a text; letter case and blanks do not matter."""
        known = self._spelled.get(text)
        if known is not None:
            return known
        words = text.split()
        if not words:
            raise AgonError("empty_action")
        name = words[0].lower()
        verbs = self._by_name.get(name)
        if verbs is None:
            near = get_close_matches(name, list(self._by_name), 1)
            if near:
                raise AgonError("no_action_near", word=words[0], near=near[0])
            raise AgonError("no_action_known", word=words[0], known=", ".join(sorted(self._by_name)))
        for verb in verbs:
            if len(verb.domains) != len(words) - 1:
                continue
            offset = verb.offset_of(words[1:])
            if offset is not None:
                action = int(verb.first) + offset
                if self.text(action) == text:
                    self._spelled[text] = action
                return action
        verb = verbs[0]
        if len(words) - 1 != len(verb.domains):
            raise AgonError("words_behind", text=text, verb=verb.name, n=len(verb.domains), given=len(words) - 1)
        for domain, word in zip(verb.domains, words[1:], strict=True):
            if word.lower() not in {w.lower() for w in domain}:
                near = get_close_matches(word.upper(), domain, 1, 0.5) or get_close_matches(word, domain, 1)
                if near:
                    raise AgonError("no_place_near", text=text, verb=verb.name, word=word, near=near[0])
                raise AgonError("no_place", text=text, verb=verb.name, word=word)
        raise AgonError("no_action", text=text)
