"""What the pages to learn from say themselves, in English and German: rules, how to play, lessons."""

from __future__ import annotations

from typing import Final

LEARN: Final[dict[str, dict[str, str]]] = {
    "en": {
        "show_sources": "Show where each rule comes from",
    },
    "de": {
        "show_sources": "Zeigen, woher jede Regel stammt",
    },
}
