"""What plays without a server must come without a server's luggage."""

from __future__ import annotations

import subprocess
import sys

HEAVY = ("alembic", "fastapi", "prometheus_client", "psycopg", "pydantic", "sqlalchemy", "uvicorn")

PROGRAM = """
import sys

class Locked:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {heavy!r}:
            raise ModuleNotFoundError("locked: " + name, name=name)

sys.meta_path.insert(0, Locked())
import agon.web.analyses, agon.web.hub, agon.web.learning, agon.web.pages
"""


def test_the_pages_and_the_hub_need_no_database_and_no_web_framework() -> None:
    """The browser runs them; each of these would double what it loads. Import them in the modules of a server only."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(heavy=HEAVY)], capture_output=True, text=True, check=False
    )
    assert not done.returncode, done.stderr
