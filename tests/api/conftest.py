"""A key and a client that sends it."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.http import HttpResponse
from django.test import Client

from console.organisations.models import Organisation
from tests import factories


class Api:
    """Asks the interface with a key, or with none."""

    def __init__(self, secret: str = "") -> None:
        self.client = Client(raise_request_exception=False)
        self.headers = {"Authorization": f"Bearer {secret}"} if secret else {}

    def get(self, path: str, **headers: str) -> HttpResponse:
        return self.send("GET", path, **headers)

    def post(self, path: str, body: Any, **headers: str) -> HttpResponse:
        return self.send("POST", path, body, **headers)

    def put(self, path: str, body: Any, **headers: str) -> HttpResponse:
        return self.send("PUT", path, body, **headers)

    def send(self, method: str, path: str, body: Any = b"", kind: str = "application/json", **headers: str) -> Any:
        raw = body if isinstance(body, bytes) else json.dumps(body).encode()
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.generic(method, f"/v1/{path}", raw, kind, headers={**self.headers, **named})


@pytest.fixture
def api(organisation: Organisation) -> Api:
    """With a key that may do everything."""
    return Api(factories.api_key(organisation).secret)


@pytest.fixture
def nobody() -> Api:
    return Api()
