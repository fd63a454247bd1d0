"""Every sentence of a game, said with 0, 1, 2 and 5 of whatever it counts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from types import ModuleType

from agon.core.speech import Facts, counts_of, names_of, spoken

COUNTS = (0, 1, 2, 5)
LANGS = {"en", "de"}


def tables(*modules: ModuleType) -> Iterator[tuple[str, dict[str, dict[str, str]]]]:
    """The tables of sentences in these files, by their names: language -> key -> sentence."""
    for module in modules:
        for name, table in vars(module).items():
            if isinstance(table, dict) and table.keys() == LANGS:
                yield name, {lang: _keyed(texts) for lang, texts in table.items()}


def _keyed(texts: object) -> dict[str, str]:
    if not isinstance(texts, dict):
        texts = {"": texts}
    return {str(key): text for key, text in texts.items() if isinstance(text, str)}


def languages_differ(*modules: ModuleType) -> list[str]:
    """The sentences that one language lacks, or in which it names something else; pairs that one alone says alike."""
    out: list[str] = []
    for name, table in tables(*modules):
        for key in table["en"].keys() | table["de"].keys():
            english, german = table["en"].get(key), table["de"].get(key)
            if english is None or german is None or set(names_of(english)) != set(names_of(german)):
                out.append(f"{name} {key}")
        for one, other in combinations(sorted(table["en"].keys() & table["de"].keys()), 2):
            if len({table[lang][one] == table[lang][other] for lang in LANGS}) > 1:
                out.append(f"{name} {one} {other}")
    return out


def ill_said(*modules: ModuleType, numbers: set[str], steady: set[str]) -> list[str]:
    """Sentences that cannot be said, or in which a word behind a bare number would have to change with it.

    `numbers` are the facts that are numbers, besides those by which a sentence tells one from many; `steady` are the
    words that do not change with a number.
    """
    out: list[str] = []
    for name, table in tables(*modules):
        for lang, texts in table.items():
            for key, text in texts.items():
                counted = (numbers & set(names_of(text))) | set(counts_of(text))
                said = [_said(text, n, counted) for n in COUNTS]
                out += [f"{name} {lang} {key}: {s}" for s in said if set("{}|#") & set(s)]
                bare = re.findall(r"\{(\w+)\} (\w+)", text)
                out += [f"{name} {lang} {key}: 1 {word}" for n, word in bare if n in counted and word not in steady]
    return out


def _said(text: str, n: int, counted: set[str]) -> str:
    """A sentence with n of all it counts; what else it names is named by the fact's own name."""
    facts: Facts = {name: name for name in names_of(text)}
    facts |= dict.fromkeys(counted, n)
    return spoken(text, facts)
