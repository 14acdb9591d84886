"""A way from the runtime to a console in the same process."""

from __future__ import annotations

from collections.abc import Mapping

from tests.api.conftest import Api
from veraz.sync import Answer


class Within:
    """Reaches the console without a network, with an API key."""

    def __init__(self, secret: str) -> None:
        self.api = Api(secret)
        self.statuses: list[int] = []

    def send(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes | None = None, timeout: float = 10.0
    ) -> Answer:
        answer = self.api.send(method, path.removeprefix("/v1/"), body or b"", **headers)
        self.statuses.append(answer.status_code)
        return Answer(answer.status_code, {name.lower(): value for name, value in answer.items()}, answer.content)
