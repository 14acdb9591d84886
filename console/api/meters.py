"""Counts of runtimes, taken in."""

from __future__ import annotations

from collections import Counter
from typing import Any, ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from console.api import answers, shapes
from console.api.base import KeyView
from console.api.bodies import GzippedJson
from console.api.documented import BODY, KEY, documented
from console.api.problems import TooLarge
from console.keys.models import Scope
from console.meters import services


class Meters(KeyView):
    """What was counted."""

    scopes: ClassVar[Any] = {"POST": Scope.METERS_WRITE}
    parser_classes = (GzippedJson,)
    writes_are = "counts"  # a fleet may share a key

    @documented(
        "send_counts",
        "Send what was counted, as often as it takes",
        {202: answers.TakenCounts},
        (*KEY, *BODY),
        request=shapes.Counts,
    )
    def post(self, request: Request) -> Response:
        """Scope: meters:write. What was taken before, under the same batch, counts nothing.

        A sample that is not taken is named by its place, and the rest is. Over 10,000 samples the answer is 413: send
        them in parts, under the same batch. `Content-Encoding: gzip` says that the body is packed.
        """
        asked = shapes.valid(shapes.Counts, request.data)
        if len(asked["samples"]) > services.MOST_SAMPLES:
            raise TooLarge
        sent = services.Sent(
            batch=asked["batch_id"],
            installation=asked["installation"],
            runtime=asked["runtime"],
            version=asked.get("version"),
            samples=asked["samples"],
            dropped=_dropped(asked.get("dropped", [])),
        )
        return Response(answers.taken(sent.batch, services.ingest(self.actor, sent)), status=202)


def _dropped(asked: list[dict[str, Any]]) -> Counter[str]:
    dropped: Counter[str] = Counter()
    for each in asked:
        dropped[each["reason"]] += each["n"]
    return dropped
