"""The games in the forms researchers know; each module needs an extra, named by a sentence where it is missing.

pettingzoo, gymnasium    pip install 'agon[research]'
openspiel                pip install 'agon[openspiel]'
layout, factored         pip install 'agon[research]'
dataset                  pip install 'agon[data]'
efg                      needs nothing

`import agon.research` is enough: a module is loaded when it is first named.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType
from typing import Final

MODULES: Final = ("dataset", "efg", "factored", "gymnasium", "layout", "openspiel", "pettingzoo", "speed")

__all__ = ["dataset", "efg", "factored", "gymnasium", "layout", "openspiel", "pettingzoo", "speed"]


def __getattr__(name: str) -> ModuleType:
    if name not in MODULES:
        raise AttributeError(f"agon.research has no {name}; it has {', '.join(MODULES)}.")
    return import_module(f"agon.research.{name}")


def __dir__() -> list[str]:
    return sorted({*globals(), *MODULES})
