"""Every sentence a game can say, with every count: for the tests of its words."""

from __future__ import annotations

import re
from collections.abc import Mapping

from agon.core.speech import Facts, counts_of, names_of, spoken

COUNTS = (0, 1, 2, 5)
Sentences = Mapping[str, Mapping[str, str]]  # a language -> a key -> what is said


def every_count(table: Sentences) -> list[str]:
    """All sentences of a table in both languages, with each of the counts in them at 0, 1, 2 and 5."""
    assert set(table) == {"en", "de"}
    assert set(table["en"]) == set(table["de"])
    out: list[str] = []
    for key in table["en"]:
        for lang in ("en", "de"):
            sentence = table[lang][key]
            assert set(counts_of(table["en"][key])) | set(counts_of(table["de"][key])) <= set(names_of(sentence)), key
            facts: Facts = dict.fromkeys(names_of(sentence), "X")
            said = [spoken(sentence, facts | dict.fromkeys(counts_of(sentence), n)) for n in COUNTS]
            left = "{}|#" if counts_of(sentence) else "{}|"
            assert not any(mark in text for text in said for mark in left), said
            assert (said[1] != said[3]) == bool(counts_of(sentence)), said
            out += said
    return out


def uncounted(table: Sentences, numbers: set[str]) -> list[str]:
    """The sentences in which a word follows a number that does not decide how it is said: "{n} cards"."""
    found = re.compile(r"\{(" + "|".join(sorted(numbers)) + r")\} \w")
    return [sentence for row in table.values() for sentence in row.values() if found.search(sentence)]
