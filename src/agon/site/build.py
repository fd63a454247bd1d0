"""`agon site`: writes the folder of static files that plays all games in a browser."""

from __future__ import annotations

import ast
import asyncio
import json
import lzma
import shutil
import subprocess
import tarfile
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from importlib.metadata import version
from importlib.resources import files
from importlib.util import find_spec
from io import BytesIO
from os import environ
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from zlib import compressobj

import agon
from agon.core.errors import AgonError
from agon.core.game import LANGS
from agon.site.here import lobby_page
from agon.site.icons import icons
from agon.web.assets import assets
from agon.web.assets import version as assets_version
from agon.web.render import COMPILED, environment
from agon.web.words import TEXTS

PYODIDE: Final = "314.0.7"  # of the npm package
RUNTIME: Final = ("pyodide.mjs", "pyodide.asm.mjs", "python_stdlib.zip")
MACHINE: Final = "pyodide.asm.wasm"  # sent compressed, on whatever host
LOCK: Final = "pyodide-lock.json"  # what Pyodide could load besides: nothing
# Pure Python that the pages use; what is compiled in them has a plain stand-in of its own.
LIBRARIES: Final = (
    "cachetools", "itsdangerous", "jinja2", "markdown_it", "markupsafe", "mdurl", "starlette",
)  # fmt: skip
UNUSED: Final = (  # of libraries
    "middleware/", "cli/", "port.yaml", "applications.py", "endpoints.py", "ext.py", "meta.py", "nativetypes.py",
    "routing.py", "sandbox.py", "schemas.py", "staticfiles.py", "templating.py", "testclient.py",
)  # fmt: skip
SERVERS: Final = {"alembic", "fastapi", "prometheus_client", "psycopg", "pydantic", "sqlalchemy", "uvicorn", "webauthn"}
SHELL_WORDS: Final = ("copied",)
KINDS: Final = (".py", ".toml", ".md", ".svg", ".html", ".css", ".js", ".json")


class Unbuilt(AgonError):
    """The site could not be written."""


def build(out: Path, pyodide: Path | None = None) -> dict[str, int]:
    """Write the site; the bytes of what is ours and of Pyodide."""
    runtime = pyodide or fetch_pyodide()
    missing = [name for name in (*RUNTIME, MACHINE, LOCK) if not (runtime / name).is_file()]
    if missing:
        raise Unbuilt(f"{runtime} is no folder of Pyodide: {missing[0]} is missing.")
    if out.exists() and any(out.iterdir()) and not (out / "site.json").is_file():
        raise Unbuilt(f"{out} holds other files; name an empty folder.")
    shutil.rmtree(out, ignore_errors=True)
    (out / "pyodide").mkdir(parents=True)
    for name in RUNTIME:
        shutil.copyfile(runtime / name, out / "pyodide" / name)
    (out / "pyodide" / f"{MACHINE}.bin").write_bytes(deflated((runtime / MACHINE).read_bytes()))
    lock = json.loads((runtime / LOCK).read_text("utf-8"))
    (out / "pyodide" / LOCK).write_text(json.dumps({"info": lock["info"], "packages": {}}), "utf-8")
    for name, body in (bundles(runtime) | ours()).items():
        path = out / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)
    _seal(out)
    sizes = {path: path.stat().st_size for path in out.rglob("*") if path.is_file()}
    of_pyodide = sum(size for path, size in sizes.items() if path.parent.name == "pyodide")
    return {"ours": sum(sizes.values()) - of_pyodide, "pyodide": of_pyodide}


def ours() -> dict[str, bytes]:
    """The files of the shell, those of the pages, and the first page made beforehand."""
    out = {file.name: file.read_bytes() for file in (files("agon.site") / "static").iterdir()}
    out["icon.svg"] = assets()["favicon.svg"].body
    try:
        out |= icons(out["icon.svg"].decode())
    except RuntimeError as error:
        raise Unbuilt(str(error)) from error
    for name, packed in assets().items():
        out[f"static/{assets_version()}/{name}"] = packed.body
    with ThreadPoolExecutor(1) as apart:  # from an event loop that may run here already, as in a notebook
        for lang in LANGS:
            out[f"lobby.{lang}.bin"] = deflated(apart.submit(asyncio.run, lobby_page(lang)).result())
    words = {lang: _shell_words(lang) for lang in LANGS}
    out["words.json"] = json.dumps(words, ensure_ascii=False).encode()
    return out


def deflated(body: bytes) -> bytes:
    """Compressed by us: not every static host does it."""
    packer = compressobj(9, wbits=-15)
    return packer.compress(body) + packer.flush()


def _shell_words(lang: str) -> dict[str, str]:
    return {key: text for key, text in TEXTS[lang].items() if key.startswith("here_") or key in SHELL_WORDS}


def _seal(out: Path) -> None:
    """Name the version by all files, and tell the worker that keeps them."""
    names = sorted(path.relative_to(out).as_posix() for path in out.rglob("*") if path.is_file())
    whole = sha256()
    for name in names:
        whole.update(name.encode() + b"\0" + sha256((out / name).read_bytes()).digest())
    site = {"version": whole.hexdigest()[:16], "agon": agon.__version__}
    (out / "site.json").write_text(json.dumps(site))
    kept = ["./", *(name for name in names if name not in ("index.html", "sw.js")), "site.json"]
    keeper = (out / "sw.js").read_text("utf-8")
    (out / "sw.js").write_text(f"const SITE = {json.dumps({**site, 'files': kept})};\n{keeper}", "utf-8")


# ---- the Python that is sent ----


def bundles(runtime: Path) -> dict[str, bytes]:
    """Our Python, and that of the libraries, each in one archive: the same bytes for the same sources.

    Where there is Node, they are compiled by the Python that will run them: the browser has less to do.
    """
    with TemporaryDirectory() as folder:
        paths = {"bundle.bin": Path(folder, "ours"), "pyodide/libraries.bin": Path(folder, "libraries")}
        for path, found in zip(paths.values(), (_python(), _libraries()), strict=True):
            with tarfile.open(path, "w") as archive:
                for name, body in sorted(found.items(), key=lambda item: (Path(item[0]).suffix, item[0])):
                    member = tarfile.TarInfo(name)
                    member.size = len(body)
                    archive.addfile(member, BytesIO(body))
        node = shutil.which("node")
        if node is not None:
            words = [node, str(files("agon.site") / "compile.mjs"), str(runtime), *map(str, paths.values())]
            done = subprocess.run(words, capture_output=True, text=True, check=False)
            if done.returncode:
                raise Unbuilt(f"The Python of the site could not be compiled: {done.stderr.strip()[-300:]}")
        return {name: lzma.compress(path.read_bytes(), preset=9 | lzma.PRESET_EXTREME) for name, path in paths.items()}


def _python() -> dict[str, bytes]:
    root = Path(str(files("agon")))
    used = {path.relative_to(root).as_posix() for path in reached(root)}
    whole = _folder(root, "", ("site/static/", "site/standins/", "web/migrations/"))
    out = {f"agon/{name}": body for name, body in whole.items() if not name.endswith(".py") or name in used}
    out |= {f"agon/web/{COMPILED.name}/{name}": body for name, body in _templates().items()}
    out[f"agon-{agon.__version__}.dist-info/METADATA"] = (
        f"Metadata-Version: 2.1\nName: agon\nVersion: {version('agon')}\n".encode()
    )
    return out


def _templates() -> dict[str, bytes]:
    """The templates as Python."""
    with TemporaryDirectory() as folder:
        environment().compile_templates(folder, zip=None, ignore_errors=False)
        return {path.name: path.read_bytes() for path in Path(folder).iterdir()}


def _libraries() -> dict[str, bytes]:
    out = _folder(Path(str(files("agon.site") / "standins")), "", ("__init__.py",))
    for library in LIBRARIES:
        out |= _library(library)
    return out


def reached(root: Path) -> set[Path]:
    """The files of Agon that the worker imports, now or later, without those that need a server's libraries."""
    todo = [root / "site" / "inside.py", root / "site" / "console.py", *(root / "games").rglob("*.py")]
    found: set[Path] = set()
    while todo:
        path = todo.pop()
        if path in found or not path.is_file():
            continue
        tree = ast.parse(path.read_text("utf-8"))
        if any(_imported(node) & SERVERS for node in tree.body):
            continue
        found.add(path)
        todo += [root / folder / "__init__.py" for folder in path.relative_to(root).parents]
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.partition(".")[0] == "agon":
                for name in (node.module, *(f"{node.module}.{alias.name}" for alias in node.names)):
                    place = root.joinpath(*name.split(".")[1:])
                    todo += [place.with_suffix(".py"), place / "__init__.py"]
    return found


def _imported(node: ast.stmt) -> set[str]:
    """The libraries that a statement imports."""
    if isinstance(node, ast.Import):
        return {alias.name.partition(".")[0] for alias in node.names}
    return {str(node.module).partition(".")[0]} if isinstance(node, ast.ImportFrom) else set()


def _library(name: str) -> dict[str, bytes]:
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise Unbuilt(f"The site needs {name}, which is not installed: pip install agon.")
    origin = Path(spec.origin)
    if spec.submodule_search_locations is None:
        return {origin.name: origin.read_bytes()}
    return _folder(origin.parent, name, UNUSED)


def _folder(folder: Path, root: str, left_out: tuple[str, ...]) -> dict[str, bytes]:
    out = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.suffix in KINDS and path.is_file() and not name.startswith(left_out):
            out[f"{root}/{name}" if root else name] = path.read_bytes()
    return out


# ---- Pyodide ----


def fetch_pyodide() -> Path:
    """The folder of Pyodide: the npm package, fetched once and kept."""
    kept = Path(environ.get("AGON_CACHE") or Path.home() / ".cache" / "agon") / f"pyodide-{PYODIDE}"
    if kept.is_dir():
        return kept
    if shutil.which("npm") is None:
        raise Unbuilt(
            f"The site needs Pyodide {PYODIDE} (the npm package pyodide), and npm was not found to fetch it. "
            "Install npm, or name the unpacked package by --pyodide."
        )
    half = kept.with_name(f"{kept.name}.half")
    shutil.rmtree(half, ignore_errors=True)
    half.mkdir(parents=True)
    done = subprocess.run(
        ["npm", "pack", "--silent", f"pyodide@{PYODIDE}"], cwd=half, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise Unbuilt(f"npm could not fetch Pyodide {PYODIDE}: {done.stderr.strip().splitlines()[-1:]}")
    with tarfile.open(next(half.glob("*.tgz"))) as packed:
        packed.extractall(half, filter="data")
    (half / "package").rename(kept)
    shutil.rmtree(half)
    return kept
