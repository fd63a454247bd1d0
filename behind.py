"""Compiles Agon while it is played already, and lays the compiled modules beside the plain ones: python behind.py VENV.

Whatever starts later (bots' processes, the next server) uses them. Where compiling fails, all stays as it is.
"""

import os
import subprocess
import sys
import time
from pathlib import Path
from zipfile import ZipFile

SUFFIXES = (".so", ".pyd")


def compiled(venv):
    """A wheel with the compiled modules; taken from the cache where the same source was compiled before."""
    place = venv / "wheel"
    words = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check", "--no-deps"]
    subprocess.run([*words, "--wheel-dir", str(place), "."], check=True, env={**os.environ, "AGON_COMPILE": "1"})
    return max(place.glob("agon-*.whl"), key=lambda path: path.stat().st_mtime)


def lay(wheel, packages):
    """All modules are written first, and only then take their names: nobody should find half of them."""
    with ZipFile(wheel) as packed:
        names = [name for name in packed.namelist() if name.endswith(SUFFIXES)]
        for name in names:
            goal = packages / name
            goal.parent.mkdir(parents=True, exist_ok=True)
            goal.with_name(f"{goal.name}.half").write_bytes(packed.read(name))
    for name in names:
        goal = packages / name
        goal.with_name(f"{goal.name}.half").replace(goal)
    return len(names)


def main(venv):
    import agon

    began = time.monotonic()
    count = lay(compiled(venv), Path(agon.__file__).parent.parent)
    (venv / "compiled").touch()
    print(f"Compiled in {time.monotonic() - began:.0f} s; {count} modules are used by whatever starts from now on.")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
