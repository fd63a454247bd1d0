"""Pictures as PNG, through resvg (the wheel `resvg-py`), which needs no system libraries."""

from __future__ import annotations

from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path


def png(svg: str, width: int = 1200) -> bytes:
    """A self-contained SVG (`svg.picture`) as a PNG so many pixels wide.

    Text is set in the fonts of the system; where it has none, in those that matplotlib brings, if that is installed.
    """
    try:
        resvg = import_module("resvg_py")
    except ImportError:
        raise RuntimeError("PNG pictures need the package resvg-py: pip install 'agon[png]'.") from None
    return bytes(resvg.svg_to_bytes(svg_string=svg, width=width, font_dirs=_fonts() or None))


@lru_cache(maxsize=1)
def _fonts() -> list[str]:
    """Folders of fonts that come with Python packages."""
    spec = find_spec("matplotlib")
    places = list(spec.submodule_search_locations or []) if spec else []
    return [str(folder) for place in places if (folder := Path(place) / "mpl-data" / "fonts" / "ttf").is_dir()]
