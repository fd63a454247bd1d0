"""The one place that makes a sentence of every fault: of the asker's, of the database's, and of our own."""

from __future__ import annotations

import logging
from typing import Any, Final

from fastapi.exceptions import RequestValidationError
from sqlalchemy.exc import DatabaseError, SQLAlchemyError
from starlette.exceptions import HTTPException

from agon.core.errors import AgonError
from agon.web.database import reason
from agon.web.errors import Refused
from agon.web.holding import Taken

log = logging.getLogger("agon.web")

SHOWN: Final = 60  # characters of the name of a field, which the asker may have made up
HTTP: Final = {404: "not_found", 405: "method"}

# What pydantic finds wrong with a field: (English, German)
WRONG: Final = {
    "missing": ("is missing", "fehlt"),
    "string_too_long": ("has more than {max_length} characters", "hat mehr als {max_length} Zeichen"),
    "too_long": ("has more than {max_length} entries", "hat mehr als {max_length} Einträge"),
    "greater_than_equal": ("is less than {ge}", "ist kleiner als {ge}"),
    "less_than_equal": ("is more than {le}", "ist größer als {le}"),
    "string_type": ("is no text", "ist kein Text"),
    "int": ("is no whole number", "ist keine ganze Zahl"),
    "bool": ("is neither true nor false", "ist weder wahr noch falsch"),
    "list": ("is no list", "ist keine Liste"),
    "dict": ("is no object", "ist kein Objekt"),
    "model": ("is no object", "ist kein Objekt"),
    "json": ("is no JSON", "ist kein JSON"),
}
UNFIT: Final = ("does not fit", "passt nicht")
BODY: Final = ("the body", "der Inhalt")


class Invalid(Refused):
    """A field that is not as it must be; says which and how, without repeating what was sent."""

    def __init__(self, where: str, kind: str, facts: dict[str, Any]) -> None:
        wrong = WRONG.get(kind) or WRONG.get(kind.partition("_")[0]) or UNFIT
        self._reasons = [f"{where or body} {text.format(**facts)}." for body, text in zip(BODY, wrong, strict=True)]
        super().__init__("bad_request", reason=self._reasons[0])

    def message(self, lang: str = "en") -> str:
        self.facts["reason"] = self._reasons[lang == "de"]
        return super().message(lang)


def as_refusal(error: Exception) -> Refused:
    """What is said about a fault; what is not the asker's doing goes to the log too."""
    match error:
        case Refused():
            return error
        case RequestValidationError():
            return _invalid(error)
        case HTTPException():
            return Refused(HTTP.get(error.status_code, "unreadable"))
        case AgonError() if not isinstance(error, Taken):
            return Refused("bad_request", reason=error)
        case SQLAlchemyError() | Taken():
            log.error("The database failed: %s", reason(error) if isinstance(error, DatabaseError) else error)
            return Refused("database_away")
        case _:
            log.error("A request failed.", exc_info=error)
            return Refused("broken")


def _invalid(error: RequestValidationError) -> Refused:
    first = error.errors()[0]
    cause = first.get("ctx", {}).get("error")
    if isinstance(cause, Refused):
        return cause
    where = ".".join(str(part) for part in first["loc"] if part != "body")[:SHOWN]
    return Invalid(where, first["type"], first.get("ctx", {}))
