"""`agon site`, as the command line knows it."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

from agon.core.errors import AgonError


def add_site(commands: Any) -> None:
    one = commands.add_parser("site", help="write the games as static files that play in a browser, without a server")
    one.add_argument("out", type=Path, metavar="OUT", help="a folder that is empty, or holds such a site")
    one.add_argument("--pyodide", type=Path, metavar="DIR", help="the unpacked npm package pyodide (default: fetched)")
    one.set_defaults(run=write_site)


def write_site(args: Namespace) -> int:
    """Write the static site."""
    try:
        from agon.site.build import build
    except ModuleNotFoundError as error:
        raise AgonError(f"The site needs {error.name}: pip install agon.") from error
    sizes = build(args.out, args.pyodide)
    ours, whole = (f"{n / 1e6:.1f} MB" for n in (sizes["ours"], sum(sizes.values())))
    print(f"The site is in {args.out} ({whole}, {ours} of it ours). Any static host will do, for example:")
    print(f"  python -m http.server --directory {args.out}")
    return 0
