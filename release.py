"""A release by one command: python release.py VERSION [--try] (`make release VERSION=1.2.3`; TRY=1: in a clone).

Version and changelog, pictures, source and wheel, the wheel tried in an empty environment, the site, checksums; then a
commit and a tag. Nothing leaves this machine: the last lines say what does.
"""

import argparse
import hashlib
import os
import re
import subprocess
import sys
import tempfile
import venv
import zipfile
from datetime import date
from pathlib import Path

ROOT = Path(__file__).resolve().parent
UNRELEASED = re.compile(r"^## (\S+) \(unreleased\)$", re.MULTILINE)


class Refused(Exception):
    """There is nothing to release, or not so."""


def number(version):
    if not re.fullmatch(r"\d+\.\d+\.\d+", version):
        raise Refused(f"A version is three numbers, like 1.2.3, not {version!r}.")
    return tuple(int(part) for part in version.split("."))


def renamed(project, citation, version, day):
    """pyproject.toml and CITATION.cff with the new version."""
    old = re.search(r'^version = "(.+)"$', project, re.MULTILINE)[1]
    if number(version) < number(old):
        raise Refused(f"{version} is older than {old}.")
    project = project.replace(f'version = "{old}"', f'version = "{version}"', 1)
    citation = re.sub(r"^date-released: .*\n", "", citation, flags=re.MULTILINE)
    return project, re.sub(r"^version: .*$", f"version: {version}\ndate-released: {day}", citation, flags=re.MULTILINE)


def closed(changelog, version, day):
    """The changelog, whose newest part belongs to this version from now on."""
    if not UNRELEASED.search(changelog):
        raise Refused('CHANGELOG.md has no part "(unreleased)": nothing has changed for anybody.')
    return UNRELEASED.sub(f"## {version} ({day})", changelog, count=1)


def checksums(folder):
    """As `sha256sum --check` reads them."""
    files = sorted(path for path in folder.iterdir() if path.name != "SHA256SUMS")
    return "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files)


def run(*words, **more):
    print("+", *words, flush=True)
    subprocess.run([str(word) for word in words], cwd=ROOT, check=True, **more)


def asked(*words):
    return subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def name(version, day):
    """Version and changelog."""
    project, citation, changelog = (ROOT / file for file in ("pyproject.toml", "CITATION.cff", "CHANGELOG.md"))
    texts = renamed(project.read_text("utf-8"), citation.read_text("utf-8"), version, day)
    texts += (closed(changelog.read_text("utf-8"), version, day),)
    for path, text in zip((project, citation, changelog), texts, strict=True):
        path.write_text(text, "utf-8")


def picture():
    run(sys.executable, "tests/pictures.py", "docs/pictures/readme", env={**os.environ, "PYTHONPATH": str(ROOT)})


def pack(dist, version):
    """Source, the wheel of this platform made from it and tried where nothing else is, and the site made by that."""
    run(sys.executable, "-m", "build", "--outdir", dist, env={**os.environ, "AGON_COMPILE": "1"})
    (wheel,) = dist.glob(f"agon-{version}-*.whl")
    with tempfile.TemporaryDirectory() as folder:
        venv.create(folder, with_pip=True)
        python = Path(folder, "Scripts" if os.name == "nt" else "bin", "python")
        run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", wheel)
        said = asked(str(python.with_name("agon")), "--version")
        if said != f"agon {version} (compiled)":
            raise Refused(f"The wheel says {said!r}.")
        run(sys.executable, "tests/first_start.py", python.with_name("agon"))
        site = Path(folder, "site")
        run(python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "resvg_py>=0.5")
        run(python.with_name("agon"), "site", site)
        with zipfile.ZipFile(dist / f"agon-site-{version}.zip", "w", zipfile.ZIP_DEFLATED) as packed:
            for path in sorted(site.rglob("*")):
                packed.write(path, path.relative_to(site))


def release(version):
    if asked("git", "status", "--porcelain"):
        raise Refused("There are changes that are not committed.")
    if asked("git", "tag", "--list", f"v{version}"):
        raise Refused(f"{version} has been released already.")
    dist = ROOT / "dist"
    if dist.exists() and any(dist.iterdir()):
        raise Refused("dist holds files of another release: make clean.")
    dist.mkdir(exist_ok=True)
    name(version, date.today().isoformat())
    picture()
    pack(dist, version)
    (dist / "SHA256SUMS").write_text(checksums(dist), "utf-8")
    run("git", "commit", "--quiet", "--all", "--message", f"Release {version}")
    run("git", "tag", "--annotate", f"v{version}", "--message", f"Agon {version}")
    for path in sorted(dist.iterdir()):
        print(f"{path.stat().st_size / 1e6:8.2f} MB  {path.name}")
    print(f"""Agon {version} is in dist, committed and tagged. What is left, and leaves this machine:
  git push origin HEAD v{version}      # GitHub then builds the wheels of the other systems (wheels.yml)
  python -m twine upload dist/*.whl dist/*.tar.gz
  unpack agon-site-{version}.zip on any static host""")


def tried(version):
    """The whole of it in a clone, of which nothing stays."""
    with tempfile.TemporaryDirectory() as folder:
        run("git", "clone", "--quiet", ROOT, folder)
        run(sys.executable, Path(folder, "release.py"), version)
    print(f"That was a try: nothing of {version} is kept.")


def main():
    words = argparse.ArgumentParser(description="Make a release, except for the upload.")
    words.add_argument("version")
    words.add_argument("--try", dest="only_try", action="store_true", help="in a clone, of which nothing stays")
    args = words.parse_args()
    try:
        number(args.version)
        (tried if args.only_try else release)(args.version)
    except Refused as error:
        sys.exit(f"release: {error}")
    except subprocess.CalledProcessError as error:
        sys.exit(f"release: {error.cmd[0]} ended with {error.returncode}.")


if __name__ == "__main__":
    main()
