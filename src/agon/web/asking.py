"""What a request may be made of: one reading of numbers for all addresses, forms and headers, and of text for all."""

from __future__ import annotations

from typing import Any, Final

from pydantic import BaseModel, model_validator

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


class Asked(BaseModel):
    """A body in JSON. Every text in it is checked, keys and unknown fields too; so no model can forget one."""

    @model_validator(mode="before")
    @classmethod
    def check_texts(cls, value: Any) -> Any:
        waiting = [value]
        while waiting:
            match waiting.pop():
                case str(text):
                    check_text(text)
                case dict(pairs):
                    waiting += [*pairs.keys(), *pairs.values()]
                case list(items):
                    waiting += items
        return value
