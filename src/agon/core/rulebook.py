"""The text of a game's rules: tables filled in from the pack, and where a rule comes from, in words or left out."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

Table = Sequence[Sequence[str]]  # the first row is the head

# A line "{table prices}" stands for a table of the pack. Whose components differ reads other tables.
TABLE: Final = re.compile(r"^\{table (\w+)\}$", re.MULTILINE)

# Behind a rule stands in brackets where it comes from: "[SEED for the counts, RECONSTRUCTED for the map]".
SOURCE: Final = re.compile(r"\s*\[((?:SEED|PUBLIC|RECONSTRUCTED)\b[^\]]*)\]")
KIND: Final = re.compile(r"SEED|PUBLIC|RECONSTRUCTED")
KINDS: Final[Mapping[str, Mapping[str, str]]] = {
    "en": {"SEED": "rulebook", "PUBLIC": "public sources", "RECONSTRUCTED": "our reconstruction"},
    "de": {"SEED": "Regelheft", "PUBLIC": "öffentliche Quellen", "RECONSTRUCTED": "unsere Rekonstruktion"},
}


def fill(text: str, table: Callable[[str], Table]) -> str:
    """The text with every marker replaced by its table."""
    return TABLE.sub(lambda found: as_markdown(table(found[1])), text)


def as_markdown(rows: Table) -> str:
    """A table as Markdown writes it."""
    head, *body = rows
    return "\n".join(_line(cells) for cells in (head, ["---"] * len(head), *body))


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def without_sources(text: str) -> str:
    """The rules without saying where they come from."""
    return SOURCE.sub("", text)


def in_words(kind: str, lang: str) -> str:
    """What a mark stands for."""
    return KINDS.get(lang, KINDS["en"])[kind]
