"""At the second visit Python starts from a picture of its memory, which holds no files."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import agon

WAY = """
import asyncio, shutil, sys
from agon.games import game_ids
from agon.site import inside
from agon.site.here import Here

async def way(game, lang):
    here, told = Here(), {"accept-language": lang}
    await here.answer("GET", "/", told)
    opened = await here.answer("POST", "/play", told, f"game={game}&strength=medium".encode())
    table = dict(opened.headers)["location"]
    for path in (table, f"{table}/view"):
        answer = await here.answer("GET", path, told)
        assert answer.status == 200, answer.body.decode()[-400:]
    await here.hub.close()

inside.warm_up()
shutil.rmtree(sys.argv[1])
for game in game_ids():
    for lang in ("en", "de"):
        asyncio.run(way(game, lang))
print("every board was drawn")
"""


def test_the_way_to_a_board_needs_no_files_once_all_is_warm(tmp_path: Path) -> None:
    plain = shutil.ignore_patterns("*.so", "__pycache__")
    shutil.copytree(Path(agon.__file__).parent, tmp_path / "agon", ignore=plain)
    words = [sys.executable, "-c", WAY, str(tmp_path / "agon")]
    ran = subprocess.run(
        words,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert ran.stdout.strip() == "every board was drawn", ran.stderr
