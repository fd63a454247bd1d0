"""`agon serve` as a program: the socket it listens on."""

from __future__ import annotations

import socket

import pytest

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
