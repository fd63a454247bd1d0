"""Every Python from 3.11 that is found here keeps the laws, compiled and plain: python tests/pythons.py [3.12 ...]
(`make test-pythons`). Each has a virtual environment of its own below .venv-pythons.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from glob import glob
from pathlib import Path
from shutil import rmtree

ROOT = Path(__file__).resolve().parent.parent
PLACES = (*os.environ["PATH"].split(os.pathsep), *sorted(glob(os.path.expanduser("~/.pyenv/versions/*/bin"))))
ASKED = "import sys; print('%d.%d' % sys.version_info[:2], sys.implementation.name)"
OLDEST = (3, 11)
NEEDED = ("pytest>=8.2", "hypothesis>=6.100")
LAWS = ("tests/test_every_game.py", "tests/test_playthroughs.py")


def found() -> dict[str, str]:
    """Versions, oldest first, and the first interpreter of each."""
    out: dict[str, str] = {}
    for place in PLACES:
        for path in sorted(glob(os.path.join(place, "python3*"))):
            if re.fullmatch(r"python3(\.\d+)?(\.exe)?", os.path.basename(path)):
                asked = subprocess.run([path, "-c", ASKED], capture_output=True, text=True, check=False)
                if asked.returncode == 0 and asked.stdout.endswith(" cpython\n"):  # a shim may stand for nothing
                    out.setdefault(asked.stdout.split()[0], path)
    return {version: out[version] for version in sorted(out, key=number) if number(version) >= OLDEST}


def number(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def keeps_the_laws(version: str, path: str) -> bool:
    """Install Agon compiled, then run the laws by it and by the sources."""
    there = ROOT / ".venv-pythons" / version
    python = there / ("Scripts" if os.name == "nt" else "bin") / "python"
    clean = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "AGON_COMPILE")}
    laws = [str(python), "-m", "pytest", "-p", "no:cacheprovider", *LAWS]
    steps: list[tuple[str, list[str], dict[str, str]]] = [
        ("a virtual environment", [path, "-m", "venv", "--clear", str(there)], {}),
        ("what the laws need", [str(python), "-m", "pip", "install", "-q", *NEEDED], {}),
        ("compiling", [str(python), "-m", "pip", "install", "-q", "."], {"AGON_COMPILE": "1"}),
        ("the laws, compiled", laws, {"AGON_EXPECT": "compiled"}),
        ("the laws, plain", laws, {"AGON_EXPECT": "plain", "PYTHONPATH": str(ROOT / "src")}),
    ]
    rmtree(ROOT / "build", ignore_errors=True)  # would be packed into the install
    for name, words, more in steps:
        began = time.monotonic()
        if subprocess.run(
            words, cwd=ROOT, env={**clean, "PIP_DISABLE_PIP_VERSION_CHECK": "1", **more}, check=False
        ).returncode:
            print(f"Python {version}: {name}: FAILED.", flush=True)
            return False
        print(f"Python {version}: {name}: {time.monotonic() - began:.0f} s", flush=True)
    return True


def main(wanted: list[str]) -> int:
    here = found()
    missing = [version for version in wanted if version not in here]
    if missing:
        print(f"Not found here: Python {', '.join(missing)}; there are {', '.join(here)}.")
        return 2
    asked = wanted or list(here)
    print(f"Python {', '.join(asked)}:", flush=True)
    failed = [version for version in asked if not keeps_the_laws(version, here[version])]
    print(
        f"FAILED: Python {', '.join(failed)}."
        if failed
        else f"All keep the laws, compiled and plain: {', '.join(asked)}."
    )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
