"""Moments as people say them, in English and German."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final

MONTHS: Final = {
    "en": ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
           "December"),
    "de": ("Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
           "Dezember"),
}  # fmt: skip
NEAR: Final = {"en": ("today", "yesterday"), "de": ("heute", "gestern")}


def day(lang: str, moment: datetime) -> str:
    """16 November 2026, or 16. November 2026."""
    dot = "." if lang == "de" else ""
    return f"{moment.day}{dot} {MONTHS[lang][moment.month - 1]} {moment.year}"


def month(lang: str, moment: datetime) -> str:
    return f"{MONTHS[lang][moment.month - 1]} {moment.year}"


def short_month(lang: str, moment: datetime) -> str:
    """Nov, or the year where it begins."""
    return str(moment.year) if moment.month == 1 else MONTHS[lang][moment.month - 1][:3]


def lately(lang: str, moment: datetime, now: datetime) -> str:
    """Today, yesterday, or the day."""
    for n, word in enumerate(NEAR[lang]):
        if (now - timedelta(days=n)).astimezone(UTC).date() == moment.astimezone(UTC).date():
            return word
    return day(lang, moment)
