"""The files with which Agon is set up: they parse, and every command, option and setting in them exists."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
from configparser import ConfigParser
from pathlib import Path
from typing import Any

import pytest
import yaml

from agon.cli import parser
from agon.web.database import url_of
from agon.web.settings import from_environment

DEPLOY = Path(__file__).parents[2] / "deploy"
UNITS = sorted((DEPLOY / "systemd").glob("*.service"))


def environment(text: str) -> dict[str, str]:
    """Lines of NAME=value."""
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    return dict(line.split("=", 1) for line in lines)


def filled(value: str) -> str:
    """Compose's ${NAME:-default}."""
    return re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", value)


def check_settings(given: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Every variable changes a setting, and the database is one that processes can share."""
    for name, value in given.items():
        before = from_environment()
        monkeypatch.setenv(name, filled(value))
        assert from_environment() != before, name
    settings = from_environment()
    assert url_of(settings.database).get_backend_name() == "postgresql"
    assert settings.url and settings.proxies


@pytest.fixture
def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
    return found


def test_compose_starts_servers_workers_postgresql_and_a_proxy(compose: dict[str, Any]) -> None:
    services = compose["services"]
    assert set(services) == {"web", "worker", "postgres", "proxy"}
    for name in ("web", "worker"):
        assert services[name]["entrypoint"] == ["agon"]
        assert services[name]["scale"] == 2
        assert services[name]["depends_on"]["postgres"]["condition"] == "service_healthy"
        parser().parse_args(services[name]["command"])  # ends the program where it does not understand
    assert services["web"]["command"][0] == "serve" and services["worker"]["command"][0] == "worker"
    used = {volume.split(":")[0] for service in services.values() for volume in service.get("volumes", ())}
    assert {name for name in used if not name.startswith(".")} == set(compose["volumes"])
    for name in used:
        assert not name.startswith(".") or (DEPLOY / name).is_file()


def test_the_settings_of_compose_are_those_of_a_server(
    compose: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("web", "worker"):
        given = compose["services"][name]["environment"]
        assert given["AGON_PROXIES"] == compose["networks"]["agon"]["ipam"]["config"][0]["subnet"]
    check_settings(given, monkeypatch)
    database = url_of(filled(given["AGON_DATABASE"]))
    postgres = compose["services"]["postgres"]["environment"]
    assert (database.username, database.database) == (postgres["POSTGRES_USER"], postgres["POSTGRES_DB"])
    assert database.password == filled(postgres["POSTGRES_PASSWORD"])
    assert database.host == "postgres"


def test_the_proxy_knows_the_servers_and_buffers_no_events(compose: dict[str, Any]) -> None:
    text = (DEPLOY / "Caddyfile").read_text("utf-8")
    port = compose["services"]["web"]["command"][-1]
    assert f"dynamic a web {port}" in text
    assert "flush_interval -1" in text
    assert all(path in text for path in ("/metrics", "/health"))
    assert set(re.findall(r"\{\$(\w+)\}", text)) <= set(compose["services"]["proxy"]["environment"])


@pytest.mark.parametrize("path", UNITS, ids=lambda path: path.name)
def test_a_unit_starts_a_command_that_exists(path: Path) -> None:
    unit = ConfigParser(interpolation=None)
    unit.optionxform = str  # type: ignore[assignment, method-assign]
    unit.read_string(path.read_text("utf-8"))
    assert set(unit) >= {"Unit", "Service", "Install"}
    service = unit["Service"]
    program, *given = shlex.split(service["ExecStart"].replace("%i", "8000"))
    assert Path(program).name == "agon"
    parser().parse_args(given)
    assert service["Restart"] == "always" and service["User"] == "agon"
    assert Path(service["EnvironmentFile"]).name == "agon.env"


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="needs systemd-analyze")
def test_systemd_understands_the_units(tmp_path: Path) -> None:
    program = tmp_path / "agon"
    program.write_text("#!/bin/sh\n")
    program.chmod(0o755)
    for path in UNITS:
        unit = path.read_text("utf-8").replace("/opt/agon/bin/agon", str(program))
        (tmp_path / path.name.replace("@", "@8000")).write_text(unit, "utf-8")
    units = [str(unit) for unit in sorted(tmp_path.glob("*.service"))]
    done = subprocess.run(["systemd-analyze", "verify", "--man=no", *units], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_there_are_units_for_servers_and_for_workers() -> None:
    assert [path.name for path in UNITS] == ["agon-web@.service", "agon-worker.service"]


def test_the_settings_of_the_units_are_those_of_a_server(monkeypatch: pytest.MonkeyPatch) -> None:
    check_settings(environment((DEPLOY / "systemd" / "agon.env").read_text("utf-8")), monkeypatch)
