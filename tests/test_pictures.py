"""The pictures of README: there, small, light and dark, and made by `make pictures`."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image

import agon

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "pictures" / "readme"
README = (ROOT / "README.md").read_text("utf-8")
NAMED = [Path(name) for name in re.findall(r'(?:src|srcset)="(docs/pictures/readme/[^"]+)"', README)]
LIGHT = [path for path in NAMED if path.stem.endswith("-light")]


def test_readme_names_all_pictures_that_are_made_and_no_others() -> None:
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(path.name for path in NAMED)
    assert {f"{name}-light.webp" for name in (*agon.game_ids(), "lobby")} == {path.name for path in LIGHT}


@pytest.mark.parametrize("path", LIGHT, ids=lambda path: path.stem)
def test_a_picture_is_light_or_dark_as_the_reader_likes_it(path: Path) -> None:
    dark = path.with_name(path.name.replace("-light", "-dark"))
    media = '<source media="(prefers-color-scheme: dark)" '
    assert f'<picture>{media}srcset="{dark.as_posix()}"><img src="{path.as_posix()}"' in README
    assert brightness(dark) < brightness(path)


def brightness(path: Path) -> int:
    with Image.open(ROOT / path) as image:
        return sum(image.convert("L").resize((16, 10)).tobytes())


def test_pictures_are_small_enough_for_a_repository_and_tell_what_they_show() -> None:
    for path in NAMED:
        most = 1_000_000 if path.stem == "film" else 150_000
        assert (ROOT / path).stat().st_size < most, path
    assert README.count("<img ") == len(re.findall(r'<img [^>]*alt="[^"]{10,}"', README)) == len(LIGHT) + 1


def test_the_film_moves() -> None:
    with Image.open(FOLDER / "film.webp") as film:
        assert getattr(film, "n_frames", 1) > 50


def test_they_are_made_by_a_target_and_anew_for_every_release() -> None:
    assert "tests/pictures.py docs/pictures/readme" in (ROOT / "Makefile").read_text("utf-8")
    assert '"tests/pictures.py", "docs/pictures/readme"' in (ROOT / "release.py").read_text("utf-8")
