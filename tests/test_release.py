"""release.py: what a release writes down, and what it refuses."""

from __future__ import annotations

import hashlib
import importlib.util
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parent.parent
DAY = "2026-11-16"


@pytest.fixture(scope="module")
def release() -> Any:
    spec = importlib.util.spec_from_file_location("release", ROOT / "release.py")
    assert spec is not None and spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(found)
    return found


def text(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def test_the_version_stands_where_it_is_read(release: Any) -> None:
    project, citation = release.renamed(text("pyproject.toml"), text("CITATION.cff"), "7.8.9", DAY)
    assert 'name = "agon"\nversion = "7.8.9"\n' in project
    assert f"version: 7.8.9\ndate-released: {DAY}\n" in citation
    again = release.renamed(project, citation, "7.9.0", "2027-01-01")
    assert again[1].count("date-released") == 1 and "version: 7.9.0" in again[1]
    with pytest.raises(release.Refused, match="older"):
        release.renamed(project, citation, "7.8.8", DAY)


@pytest.mark.parametrize("version", ["1.2", "v1.2.3", "1.2.3rc1", ""])
def test_a_version_is_three_numbers(release: Any, version: str) -> None:
    with pytest.raises(release.Refused, match="three numbers"):
        release.number(version)


def test_the_newest_part_of_the_changelog_gets_its_day(release: Any) -> None:
    changelog = release.closed(text("CHANGELOG.md"), "7.8.9", DAY)
    assert f"\n## 7.8.9 ({DAY})\n" in changelog
    assert "(unreleased)" not in changelog
    with pytest.raises(release.Refused, match="nothing has changed"):
        release.closed(changelog, "7.9.0", DAY)


def test_checksums_are_those_that_sha256sum_reads(release: Any, tmp_path: Path) -> None:
    for name in ("b.whl", "a.tar.gz", "SHA256SUMS"):
        (tmp_path / name).write_text(name)
    told = [line.split("  ") for line in release.checksums(tmp_path).splitlines()]
    assert told == [[hashlib.sha256(name.encode()).hexdigest(), name] for name in ("a.tar.gz", "b.whl")]


def test_what_is_not_committed_is_not_released(tmp_path: Path) -> None:
    there = tmp_path / "clone"
    there.mkdir()
    for words in (
        ("init", "-q"),
        ("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "x"),
    ):
        subprocess.run(["git", *words], cwd=there, check=True)
    (there / "release.py").write_text(text("release.py"), "utf-8")
    done = subprocess.run(
        [sys.executable, "release.py", "1.0.0"], cwd=there, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (1, "release: There are changes that are not committed.\n")


@pytest.mark.soak
def test_a_whole_release_in_a_clone() -> None:
    """All of it but the upload; port 8000 must be free."""
    subprocess.run([sys.executable, ROOT / "release.py", "99.0.0", "--try"], check=True, timeout=3000)
