"""The icons by which the site is installed."""

from __future__ import annotations

import json
from importlib.resources import files
from io import BytesIO

from PIL import Image

from agon.site.icons import icons
from agon.web.assets import assets

INK = (34, 27, 22, 255)  # of our picture's ground


def made() -> dict[str, bytes]:
    return icons(assets()["favicon.svg"].body.decode())


def test_the_manifest_names_every_icon_with_its_size() -> None:
    manifest = json.loads((files("agon.site") / "static" / "manifest.webmanifest").read_text("utf-8"))
    named = {icon["src"]: icon["sizes"] for icon in manifest["icons"]}
    assert named.pop("icon.svg") == "any"
    assert named == {name: "{}x{}".format(*Image.open(BytesIO(body)).size) for name, body in made().items()}


def test_a_system_may_cut_its_own_shape_out_of_the_maskable_icons() -> None:
    for name, body in made().items():
        image = Image.open(BytesIO(body)).convert("RGBA")
        side = image.width
        edge = [image.getpixel(at) for at in ((0, 0), (side - 1, 0), (0, side - 1), (side - 1, side - 1))]
        if "maskable" not in name:
            assert edge == [(0, 0, 0, 0)] * 4  # round corners
            continue
        assert edge == [INK] * 4
        for x in range(0, side, side // 32):
            for y in range(0, side, side // 32):
                if (x - side / 2) ** 2 + (y - side / 2) ** 2 > (0.4 * side) ** 2:
                    assert image.getpixel((x, y)) == INK
