"""How the console is reached: one request, one answer, within bounds of time and size."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol

from veraz.errors import NoAnswer

__all__ = ["Answer", "NoAnswer", "Transport"]


@dataclass(frozen=True, slots=True)
class Answer:
    """What the console answered, whatever its status.

    :ivar headers: by name in lower case.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes


class Transport(Protocol):
    """Sends requests to one console, with its key."""

    def send(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes | None = None, timeout: float = 10.0
    ) -> Answer:
        """Return the answer to one request.

        :param path: below the console's address: ``/v1/meters``.
        :param timeout: seconds for the whole of it.
        :raises NoAnswer: where none came in time, or one too large.
        """
        ...
