"""Modules that are read before they are needed."""

from importlib import import_module
from pkgutil import walk_packages
from types import ModuleType


def import_all(*packages: ModuleType) -> None:
    """Import every module of some packages."""
    for package in packages:
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
