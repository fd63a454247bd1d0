"""How Agon is handed out: wheels for every system, and one command to the lobby."""

from __future__ import annotations

import tomllib
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parent.parent


@pytest.fixture
def project() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))


def test_wheels_are_built_for_every_python_and_system(project: dict[str, Any]) -> None:
    wheels = project["tool"]["cibuildwheel"]
    for python in ("cp311", "cp312", "cp313", "cp314"):
        for system in ("manylinux_x86_64", "musllinux_aarch64", "macosx_arm64", "win_amd64"):
            built = f"{python}-{system}"
            assert any(fnmatch(built, pattern) for pattern in wheels["build"].split()), built
            assert not any(fnmatch(built, pattern) for pattern in wheels["skip"].split()), built
    assert wheels["environment"]["AGON_COMPILE"] == "1"  # compiled, or none
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "wheels.yml").read_text("utf-8"))
    systems = {name.partition("-")[0] for name in workflow["jobs"]["wheels"]["strategy"]["matrix"]["os"]}
    assert systems == {"ubuntu", "macos", "windows"}


def test_what_a_wheel_is_tried_by_exists(project: dict[str, Any]) -> None:
    wheels = project["tool"]["cibuildwheel"]
    assert all((ROOT / name).exists() for name in wheels["test-sources"])
    files = [word.partition("::")[0] for line in wheels["test-command"] for word in line.split() if "/" in word]
    assert files and all((ROOT / name).is_file() for name in files)


def test_the_lobby_is_part_of_the_default_install(project: dict[str, Any]) -> None:
    """So that `pipx run agon` and `uvx agon` open it."""
    needed = {name.partition(">")[0] for name in project["project"]["dependencies"]}
    assert {"fastapi", "sqlalchemy", "uvicorn"} <= needed
    assert project["project"]["scripts"] == {"agon": "agon.cli:command"}
