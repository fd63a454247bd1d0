"""The body of a request in JSON."""

from __future__ import annotations

from typing import Any

from pydantic import BaseModel, model_validator

from agon.web.asking import check_text


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
