"""What a request may be made of: one reading of numbers for all addresses, forms and headers, and of text for all."""

from __future__ import annotations

from typing import Final
from urllib.parse import parse_qs

from starlette.requests import Request

from agon.web.errors import Refused

DIGITS: Final = 9


def number(text: str | None) -> int | None:
    """A whole number out of an address, a form or a header; None where there is none."""
    digits = (text or "").removeprefix("-")
    if text is None or not digits.isascii() or not digits.isdigit() or len(digits) > DIGITS:
        return None
    return int(text)


def check_text(text: str) -> None:
    """Refuses what no database keeps as text: NUL, and a surrogate without its other half."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise Refused("bad_text") from error
    if "\0" in text:
        raise Refused("bad_text")


async def read_form(request: Request, fields: int) -> dict[str, list[str]]:
    """The fields of a form of ours, so many at most."""
    body = (await request.body()).decode("utf-8", "replace")
    try:
        form = parse_qs(body, keep_blank_values=True, max_num_fields=fields)
    except ValueError as error:
        raise Refused("unreadable") from error
    for text in (t for name, values in form.items() for t in (name, *values)):
        check_text(text)
    return form
