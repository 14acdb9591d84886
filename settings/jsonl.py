"""JSON lines for `dumpdata`, a row each, with whole moments: Django's own cuts them to the millisecond."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.core.serializers.jsonl import Deserializer as Deserializer
from django.core.serializers.jsonl import Serializer as Lines


class _Whole(DjangoJSONEncoder):
    def default(self, value: Any) -> Any:
        return value.isoformat() if isinstance(value, datetime) else super().default(value)


class Serializer(Lines):
    """Writes a row on a line."""

    def start_serialization(self) -> None:
        """Begin."""
        super().start_serialization()
        self.json_kwargs["cls"] = _Whole
