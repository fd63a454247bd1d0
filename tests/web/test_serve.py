"""`agon serve` as a program: the socket it listens on."""

from __future__ import annotations

import socket
import subprocess
import sys
from pathlib import Path

import pytest

import agon
from agon.core.errors import AgonError
from agon.web.serve import _listen


def test_an_answer_does_not_wait_for_its_head_to_be_acknowledged() -> None:
    with _listen("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_port_that_is_taken_is_told_in_plain_words() -> None:
    with _listen("127.0.0.1", 0) as listening:
        port = listening.getsockname()[1]
        with pytest.raises(AgonError) as refused:
            _listen("127.0.0.1", port)
    assert str(refused.value) == f"The server cannot listen on 127.0.0.1:{port}: Address already in use."


COLLECTED = """
import gc
from agon.web.serve import collect_seldom
full = []
gc.callbacks.append(lambda phase, facts: full.append(phase) if facts["generation"] == 2 else None)
collect_seldom()
full.clear()
tables = [[number] for number in range(500_000)]
print(len(full), gc.get_freeze_count() > 50_000)
"""


def test_a_server_does_not_stand_still_to_look_through_all_its_tables_for_garbage() -> None:
    done = subprocess.run([sys.executable, "-c", COLLECTED], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["0", "True"]


def test_a_server_has_read_all_that_may_be_compiled_behind_it() -> None:
    """Compiled modules laid beside the plain ones while it runs are for later processes only."""
    asked = "import sys, agon.web.serve as serve; serve.read_everything(); print(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", asked], capture_output=True, text=True, check=True)
    root = Path(agon.__file__).parent
    compiled = [root / package for package in ("core", "bots", "games")]
    files = [path for folder in compiled for path in folder.rglob("*.py") if path.stem != "__init__"]
    assert len(files) > 150
    names = {".".join(path.relative_to(root.parent).with_suffix("").parts) for path in files}
    assert names <= set(done.stdout.split())
