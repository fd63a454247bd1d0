"""The Dockerfile: linted, two stages, nobody's rights, a healthcheck; and its steps done here, without Docker."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from agon.cli import parser

ROOT = Path(__file__).parent.parent
PLACE = "/opt/agon"
STATE = "/var/lib/agon"


@dataclass
class Stage:
    """FROM and what follows: each instruction with its words."""

    image: str
    steps: list[tuple[str, str]] = field(default_factory=list)

    def of(self, kind: str) -> list[str]:
        return [words for name, words in self.steps if name == kind]


@pytest.fixture
def stages() -> list[Stage]:
    text = (ROOT / "Dockerfile").read_text("utf-8")
    text = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE).replace("\\\n", " ")
    found: list[Stage] = []
    for line in filter(None, text.splitlines()):
        name, words = line.split(maxsplit=1)
        if name == "FROM":
            found.append(Stage(words))
        else:
            found[-1].steps.append((name, " ".join(words.split())))
    return found


def test_hadolint_has_nothing_to_say() -> None:
    lint = shutil.which("hadolint", path=f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}")
    if lint is None:
        pytest.skip("hadolint is not installed")
    done = subprocess.run([lint, "--no-color", str(ROOT / "Dockerfile")], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")


def test_the_compiler_stays_in_the_first_stage(stages: list[Stage]) -> None:
    build, final = stages
    assert build.image.split() == [final.image, "AS", "build"]
    assert not any("gcc" in words or "pip" in words for words in final.of("RUN"))
    assert final.of("COPY") == [f"--from=build {PLACE} {PLACE}"]


def test_it_runs_as_nobody_in_particular_and_says_whether_it_is_well(stages: list[Stage]) -> None:
    final = stages[-1]
    (user,) = final.of("USER")
    assert int(user) > 0
    assert f"--uid {user} --home-dir {STATE}" in final.of("RUN")[0]
    assert final.of("VOLUME") == [STATE]
    entry, command = (json.loads(final.of(kind)[0]) for kind in ("ENTRYPOINT", "CMD"))
    assert entry == ["agon"]
    args = parser().parse_args(command)
    assert (args.host, str(args.port)) == ("0.0.0.0", final.of("EXPOSE")[0])
    assert f"localhost:{args.port}/health/ready" in final.of("HEALTHCHECK")[0]


def copied(stage: Stage) -> list[str]:
    return [name for words in stage.of("COPY") for name in words.split()[:-1] if not name.startswith("--")]


def test_all_that_is_copied_is_let_through(stages: list[Stage]) -> None:
    lines = [line for line in (ROOT / ".dockerignore").read_text("utf-8").splitlines() if not line.startswith("#")]
    assert lines[0] == "*"
    assert [line[1:] for line in lines if line.startswith("!")] == copied(stages[0])
    assert all((ROOT / name).exists() for name in copied(stages[0]))


def variables(stage: Stage) -> dict[str, str]:
    """What ENV sets."""
    return dict(one.split("=", 1) for words in stage.of("ENV") for one in shlex.split(words))


def lay_out(stage: Stage, there: Path) -> None:
    """COPY, less what .dockerignore leaves out."""
    there.mkdir()
    ignored = [line.removeprefix("**/") for line in (ROOT / ".dockerignore").read_text().splitlines() if "**" in line]
    for name in copied(stage):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, there / name, ignore=shutil.ignore_patterns(*ignored))
        else:
            shutil.copy(ROOT / name, there / name)
    assert not list(there.rglob("*.so"))


@pytest.mark.soak
def test_its_steps_make_a_server_that_is_well(stages: list[Stage], tmp_path: Path) -> None:
    """Every step but apt-get and useradd, which would change this machine; then the server and its healthcheck."""
    build, final = stages
    source, place, state = tmp_path / "agon", tmp_path / "opt", tmp_path / "state"
    state.mkdir()
    lay_out(build, source)
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = str(free.getsockname()[1])

    def here(words: str) -> str:
        return words.replace(PLACE, str(place)).replace(STATE, str(state)).replace("8000", port)

    clean = {name: value for name, value in os.environ.items() if not name.startswith(("AGON_", "PYTHON"))}
    python = f"{Path(sys.base_prefix) / 'bin'}{os.pathsep}{clean['PATH']}"
    env = {**clean, **variables(build), "PATH": python}
    del env["AGON_CACHE"]  # what this machine has compiled before need not be compiled again for a test
    apt, install = build.of("RUN")
    assert apt.startswith("apt-get")
    subprocess.run(["sh", "-ec", here(install)], cwd=source, env=env, check=True, timeout=1200)

    env = {**clean, **{name: here(value).replace("$PATH", clean["PATH"]) for name, value in variables(final).items()}}
    entry, command = (json.loads(here(final.of(kind)[0])) for kind in ("ENTRYPOINT", "CMD"))
    agon = [str(place / "bin" / entry[0]), *entry[1:]]
    said = subprocess.run([*agon, "--version"], env=env, capture_output=True, text=True, check=True)
    assert "(compiled)" in said.stdout
    program, *words = json.loads(here(final.of("HEALTHCHECK")[0]).partition("CMD ")[2])
    check = [str(place / "bin" / program), *words]
    with subprocess.Popen([*agon, *command], cwd=state, env=env) as server:
        try:
            until = time.monotonic() + 120
            while subprocess.run(check, env=env, capture_output=True, check=False).returncode:
                assert server.poll() is None and time.monotonic() < until
                time.sleep(0.5)
            assert (state / "agon.db").is_file()
        finally:
            server.terminate()
