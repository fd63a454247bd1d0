"""What is not installed is named in a sentence, with the command that installs it."""

from __future__ import annotations

from importlib import import_module


class MissingExtra(ImportError):
    """A library that an adapter needs is not installed; the message says how to install it."""


def need(what: str, extra: str, *libraries: str) -> None:
    """Import the libraries that `what` needs, or say in a sentence which extra brings them."""
    for library in libraries:
        try:
            import_module(library)
        except ImportError as error:
            top = library.split(".")[0]
            if error.name is not None and error.name.split(".")[0] != top:
                raise  # the library is there, but something that it needs itself is not
            message = f"{what} needs {top}, which is not installed: pip install 'agon[{extra}]'."
            raise MissingExtra(message, name=top) from None
