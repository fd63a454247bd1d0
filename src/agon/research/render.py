"""A position as text, picture or pixels."""

from __future__ import annotations

from importlib import import_module
from io import BytesIO
from typing import Final

import numpy as np
from numpy.typing import NDArray

from agon.core.errors import AgonError
from agon.core.state import OVER
from agon.draw.png import png
from agon.research.extras import need
from agon.research.run import Run

MODES: Final = ("human", "ansi", "svg", "rgb_array")
WIDTH = 640  # of an image, in pixels
SPECTATOR: Final = -1

Pixels = NDArray[np.uint8]


def check_mode(mode: str | None) -> None:
    if mode is not None and mode not in MODES:
        raise AgonError(f'render_mode is one of {", ".join(MODES)}, not "{mode}".')


def render(run: Run, mode: str | None, viewer: int | None = None) -> str | Pixels | None:
    """What the seat that decides sees (or another); once the game is over, what a spectator sees.

    "ansi" is text, "svg" a picture that needs nothing else, "rgb_array" its pixels (height, width, 3); "human" prints
    the text.
    """
    if mode is None:
        raise AgonError(f"render() needs a mode: give render_mode=, one of {', '.join(MODES)}.")
    seat = viewer if viewer is not None else SPECTATOR if run.actor == OVER else run.actor
    game, seen = run.setup.game, run.state.observe(seat)
    if mode in ("svg", "rgb_array"):
        svg = game.scene(seen, seat).svg()
        return svg if mode == "svg" else pixels(svg, WIDTH)
    text = game.sketch(seen, seat)
    if mode == "ansi":
        return text
    print(text)
    return None


def pixels(svg: str, width: int) -> Pixels:
    """A picture as an array (height, width, 3)."""
    need('render_mode="rgb_array"', "research", "PIL.Image", "resvg_py")
    image = import_module("PIL.Image")
    return np.array(image.open(BytesIO(png(svg, width))).convert("RGB"))
