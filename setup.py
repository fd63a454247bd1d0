"""The optional mypyc build. AGON_COMPILE = 0: never; 1: compile or fail; unset: compile if possible.

The same source runs as plain Python; a missing or failing compiler leaves a working plain install.
What was compiled once is kept in AGON_CACHE (~/.cache/agon unless set; empty: nowhere), named by all that it was made
from, so that the same source is never compiled twice.
"""

import ast
import hashlib
import json
import os
import platform
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from glob import glob
from importlib.metadata import version
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext

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


def read_files(files):
    """These files and those of Agon they import, however far: all that the compiler looks at."""
    found, todo = set(), [Path(name) for name in files]
    while todo:
        path = todo.pop()
        if path in found or not path.exists():
            continue
        found.add(path)
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [f"{node.module}.{alias.name}" for alias in node.names] + [node.module]
            for name in names:
                place = Path("src", *name.split("."))
                todo += [place.with_suffix(".py"), place / "__init__.py"]
    return sorted(found)


def kept_place():
    """The folder in which what this source compiles to is kept, or None where nothing is to be kept."""
    cache = os.environ.get("AGON_CACHE", os.path.expanduser("~/.cache/agon"))
    if not cache:
        return None
    mark = hashlib.sha256()
    tools = [version(name) for name in ("mypy", "librt")]
    settings = [os.environ.get(name, "") for name in ("CC", "CFLAGS", "AGON_OPTIMIZE")]
    for part in (sysconfig.get_config_var("SOABI"), sys.version, platform.platform(), *tools, *settings):
        mark.update(f"{part}\n".encode())
    mark.update(build_tables().encode())
    for path in [Path("setup.py"), *read_files(compiled_files())]:
        mark.update(f"{path.as_posix()}\n".encode() + path.read_bytes() + b"\0")
    return Path(cache, "compiled", mark.hexdigest()[:32])


def build_tables():
    """What pyproject.toml tells the compiler; all else in it may change."""
    tables = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))
    return json.dumps([tables["build-system"], tables["tool"]["mypy"]], sort_keys=True)


def cores():
    """How many this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def many_files(count):
    """Whether the compiler is a GCC that sees many sources as one when it links them.

    Then every module is a C file of its own, and these are translated side by side: less work even for one core, as
    GCC takes far longer over one file of half a million lines. Another compiler is given that one file, so that small
    functions are inlined everywhere.
    """
    if sys.platform == "win32":
        return False
    words = os.environ.get("CC", sysconfig.get_config_var("CC")).split()
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "probe.c")
        source.write_text("#ifdef __clang__\n#error another compiler\n#endif\nint probe(void) { return 1; }\n")
        command = [*words, "-shared", "-fPIC", f"-flto={count}", str(source), "-o", str(source.with_suffix(".so"))]
        try:
            return subprocess.run(command, capture_output=True, check=False).returncode == 0
        except OSError:
            return False


class Kept(build_ext):
    """Takes the compiled modules from the cache where they lie there, and puts them there where they did not."""

    def finalize_options(self):
        super().finalize_options()
        self.parallel = self.parallel or cores()

    def build_extension(self, extension):
        if len(extension.sources) > 1:
            with ThreadPoolExecutor(cores()) as pool:
                made = list(pool.map(partial(self.translate, extension), extension.sources))
            extension.sources, extension.extra_objects = [], [path for paths in made for path in paths]
        super().build_extension(extension)

    def translate(self, extension, source):
        return self.compiler.compile(
            [source],
            output_dir=self.build_temp,
            include_dirs=extension.include_dirs,
            extra_postargs=extension.extra_compile_args,
            depends=extension.depends,
        )

    def run(self):
        place = kept_place()
        if place and place.is_dir():
            for extension in self.extensions:
                goal = Path(self.get_ext_fullpath(extension.name))
                goal.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(place / f"{extension.name}.bin", goal)
            return
        super().run()
        if place:
            keep({name: Path(self.get_ext_fullpath(name)) for name in (one.name for one in self.extensions)}, place)


def keep(built, place):
    """Copies the built modules into the cache, whole or not at all; a cache that cannot be written is no fault."""
    half = place.with_name(f"{place.name}.{os.getpid()}")
    try:
        half.mkdir(parents=True)
        for name, path in built.items():
            shutil.copyfile(path, half / f"{name}.bin")
        half.rename(place)
    except OSError as error:
        shutil.rmtree(half, ignore_errors=True)
        if not place.is_dir():  # somebody else may have been first
            print(f"agon: what was compiled is not kept ({error}).", file=sys.stderr)


def extensions():
    place = kept_place()
    if place and place.is_dir():
        print(f"agon: compiled before, taken from {place}.", file=sys.stderr)
        return [Extension(path.name.removesuffix(".bin"), []) for path in sorted(place.glob("*.bin"))]
    from mypyc.build import mypycify

    # Whatever else is installed stays unread: it would take a minute more, and mean nothing.
    read = [str(path) for path in read_files(compiled_files())]
    together = many_files(count := cores())
    found = mypycify(
        ["--config-file=pyproject.toml", "--follow-imports=skip", *read],
        only_compile_paths=[str(Path(name)) for name in compiled_files()],
        opt_level=os.environ.get("AGON_OPTIMIZE", "3"),
        debug_level="0",
        group_name="agon_compiled",
        multi_file=together,
    )
    if sys.platform != "win32":
        for extension in found:  # small functions are inlined, and sums are those of plain Python
            extension.extra_compile_args += ["-fno-semantic-interposition", "-ffp-contract=off"]
    if together:
        games = found[0]  # all of them in one library; what follows are the doors to it
        games.extra_compile_args += [f"-flto={count}"]
        games.extra_link_args += [word for word in games.extra_compile_args if word.startswith(("-O", "-f"))]
    return found


def build(ext_modules):
    setup(ext_modules=ext_modules, package_dir={"": "src"}, cmdclass={"build_ext": Kept})


# pip asks for metadata before it builds; nothing needs to be compiled to answer.
only_asked = any(question in sys.argv for question in ("egg_info", "dist_info"))
wish = os.environ.get("AGON_COMPILE", "")
if wish not in ("", "0", "1"):
    sys.exit(f"AGON_COMPILE is 0, 1 or unset, not {wish!r}.")
if wish == "0" or only_asked:
    build([])
elif wish == "1":
    build(extensions())
elif not any(shutil.which(cc) for cc in (os.environ.get("CC", "cc").split()[0], "gcc", "clang", "cl")):
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
