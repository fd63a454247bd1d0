"""`agon serve` as a program: the socket it listens on."""

from __future__ import annotations

import socket

from agon.web.serve import _listen


def test_an_answer_does_not_wait_for_its_head_to_be_acknowledged() -> None:
    with _listen("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
