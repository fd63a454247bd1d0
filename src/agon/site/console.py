"""The console of the documentation: Python that somebody types, run in their browser."""

from __future__ import annotations

import ast
import traceback
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from typing import Any, Final

import agon

TYPED: Final = "<console>"  # where tracebacks say that it happened
VERSION: Final = agon.__version__
_NAMES: Final[dict[str, Any]] = {"__name__": "__console__", "agon": agon}


def run(source: str) -> dict[str, str]:
    """Run it; what was printed with the value of the last line as `text`, its picture as `svg`, or the `error`."""
    said = StringIO()
    try:
        with redirect_stdout(said), redirect_stderr(said):
            value = _value(source)
            picture = getattr(value, "_repr_svg_", None)
            if value is not None and picture is None:
                print(repr(value))
            drawn = {} if picture is None else {"svg": picture()}
    except BaseException as error:  # whatever it is, it is theirs to read
        at = error.__traceback__
        while at is not None and at.tb_frame.f_code.co_filename != TYPED:
            at = at.tb_next
        return {"text": said.getvalue(), "error": "".join(traceback.format_exception(error.with_traceback(at)))}
    return {"text": said.getvalue(), **drawn}


def _value(source: str) -> Any:
    """What the last line is worth, if it is worth anything."""
    tree = ast.parse(source, TYPED)
    last = tree.body[-1] if tree.body else None
    if not isinstance(last, ast.Expr):
        exec(compile(tree, TYPED, "exec"), _NAMES)
        return None
    del tree.body[-1]
    exec(compile(tree, TYPED, "exec"), _NAMES)
    return eval(compile(ast.Expression(last.value), TYPED, "eval"), _NAMES)
