"""No test of the runtime opens a socket: the library works with the network unplugged."""

from __future__ import annotations

import logging
import socket
from typing import Any, NoReturn

import pytest


@pytest.fixture(autouse=True)
def _no_sockets(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*args: Any, **kwargs: Any) -> NoReturn:
        raise AssertionError("a test of the runtime opened a socket")

    monkeypatch.setattr(socket, "socket", refuse)


@pytest.fixture(autouse=True)
def _warnings_are_heard(caplog: pytest.LogCaptureFixture) -> None:
    """Hear the library's warnings whatever else runs beside it sets up for the log."""
    caplog.set_level(logging.WARNING)
