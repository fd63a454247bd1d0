"""Every sentence of a game said with every count: nothing is missing, and one is told from many."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from agon.core.speech import Facts, counts_of, names_of, spoken

Table = Mapping[str, Mapping[str, str]]  # a language -> key -> sentence
Sentences = Table

COUNTS = (0, 1, 2, 5)
SOMETHING = "Kos"  # stands for whatever a sentence names that is no number
NOUN = re.compile(r"\{\w+:(?:[^|{}]*?# ([^\W\d]+))[^|{}]*\|[^|{}]*?# ([^\W\d]+)[^|{}]*\}")


def sayings(tables: Iterable[Table], numbers: set[str]) -> Iterator[tuple[str, str, int, str]]:
    """Language, key, count and text of every sentence, all numbers in it being that count."""
    for table in tables:
        for lang, sentences in table.items():
            for key, sentence in sentences.items():
                for n in COUNTS:
                    facts: Facts = {name: n if name in numbers else SOMETHING for name in names_of(sentence)}
                    yield lang, key, n, spoken(sentence, facts)


def check_sentences(tables: Iterable[Table], numbers: set[str]) -> None:
    """All can be said, in both languages the same ones; a number goes with the right form of every noun it counts."""
    tables = list(tables)
    ones: dict[str, set[str]] = {}
    manys: dict[str, set[str]] = {}
    for table in tables:
        assert table["en"].keys() == table["de"].keys()
        for lang, sentences in table.items():
            for sentence in sentences.values():
                assert set(counts_of(sentence)) <= numbers, sentence
                for one, many in NOUN.findall(sentence):
                    ones.setdefault(lang, set()).add(one)
                    manys.setdefault(lang, set()).add(many)
    for lang, key, n, text in sayings(tables, numbers):
        wrong = (manys if n == 1 else ones).get(lang, set()) - (ones if n == 1 else manys).get(lang, set())
        counted = re.findall(rf"\b{n} ([^\W\d]+)", text)
        assert not wrong.intersection(counted), f"{lang} {key}: {text}"
        assert "{" not in text and "|" not in text and "#" not in text, f"{lang} {key}: {text}"


def every_count(table: Table) -> list[str]:
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


def uncounted(table: Table, numbers: set[str]) -> list[str]:
    """The sentences in which a word follows a number that does not decide how it is said: "{n} cards"."""
    found = re.compile(r"\{(" + "|".join(sorted(numbers)) + r")\} \w")
    return [sentence for row in table.values() for sentence in row.values() if found.search(sentence)]
