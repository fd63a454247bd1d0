"""Bots of your own in Python, by the name py:FILE.py or py:FILE.py:ARGUMENT.

The file has a function `bot(argument: str) -> Bot`. It is read once a process, so such a bot plays wherever a name
does: in matches, arenas and their workers. It runs with all the rights of the program; no page and no API accepts its
name.
"""

from __future__ import annotations

import sys
from hashlib import sha256
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Final

from agon.bots.protocol import Bot
from agon.core.errors import AgonError

FACTORY: Final = "bot"


def python_bot(text: str) -> Bot:
    """The bot that a file makes: FILE.py or FILE.py:ARGUMENT."""
    stem, found, argument = f"{text}:".partition(".py:")
    if not stem or not found:
        raise AgonError(f"A bot in Python is named py:FILE.py or py:FILE.py:ARGUMENT, not py:{text}.")
    path = Path(f"{stem}.py")
    factory = getattr(_module(path), FACTORY, None)
    if not callable(factory):
        raise AgonError(f"{path} has no function {FACTORY}(argument) that makes a bot.")
    made = factory(argument.removesuffix(":"))
    if not isinstance(made, Bot):
        raise AgonError(f"{FACTORY}() of {path} made no agon.bots.Bot.")
    return made


def _module(path: Path) -> ModuleType:
    """The file as a module, run once; two files of one name are two modules."""
    whole = path.resolve()
    name = f"agon_bot_{whole.stem}_{sha256(str(whole).encode()).hexdigest()[:8]}"
    if name in sys.modules:
        return sys.modules[name]
    spec = spec_from_file_location(name, whole)
    if spec is None or spec.loader is None or not whole.is_file():
        raise AgonError(f"There is no file {path}.")
    module = module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their module up while it is being read
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        del sys.modules[name]
        raise AgonError(f"{path} cannot be read as Python: {error}.") from error
    return module
