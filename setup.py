"""The optional mypyc build. AGON_COMPILE = 0: never; 1: compile or fail; unset: compile if possible.

The same source runs as plain Python; a missing or failing compiler leaves a working plain install.
"""

import os
import sys
from glob import glob
from shutil import which

from setuptools import setup

# Of a game's folder, these speak, draw or export (and whatever is called view_... or guide_...); all else is compiled.
PLAIN_FILES = ("__init__", "why", "names", "sentences", "words", "view", "facts", "guide", "cover", "tables", "arrange")
CORE_FILES = ("numbers", "menu", "features", "group", "question", "state", "sheets", "chance", "hexgrid", "space")
BOT_FILES = ("ismcts", "mind", "quick", "tactics")


def compiled_files():
    """Core, the search and the games' rule files, compiled as one group."""
    files = [f"src/agon/core/{name}.py" for name in CORE_FILES]
    files += [f"src/agon/bots/{name}.py" for name in BOT_FILES]
    for path in glob("src/agon/games/*/*.py"):
        name = os.path.basename(path).removesuffix(".py")
        if name not in PLAIN_FILES and not name.startswith(("view_", "guide_")):
            files.append(path)
    return sorted(files)


def extensions():
    from mypyc.build import mypycify

    found = mypycify(
        ["--config-file=pyproject.toml", *compiled_files()],
        opt_level="3",
        debug_level="0",
        group_name="agon_compiled",
    )
    if sys.platform != "win32":
        for extension in found:  # small functions are inlined, and sums are those of plain Python
            extension.extra_compile_args += ["-fno-semantic-interposition", "-ffp-contract=off"]
    return found


def build(ext_modules):
    setup(ext_modules=ext_modules, package_dir={"": "src"})


# pip asks for metadata before it builds; nothing needs to be compiled to answer.
only_asked = any(question in sys.argv for question in ("egg_info", "dist_info"))
wish = os.environ.get("AGON_COMPILE", "")
if wish not in ("", "0", "1"):
    sys.exit(f"AGON_COMPILE is 0, 1 or unset, not {wish!r}.")
if wish == "0" or only_asked:
    build([])
elif wish == "1":
    build(extensions())
elif not any(which(cc) for cc in (os.environ.get("CC", "cc").split()[0], "gcc", "clang", "cl")):
    print("agon: no C compiler found; installing as plain Python (slower, the same games).", file=sys.stderr)
    build([])
else:
    try:
        build(extensions())
    except (Exception, SystemExit) as error:  # whatever a compiler does, a plain install must come out
        print(
            f"agon: compiling failed ({error}); installing as plain Python (slower, the same games).", file=sys.stderr
        )
        build([])
