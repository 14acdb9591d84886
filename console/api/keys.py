"""The public keys that signed documents are checked with."""

from __future__ import annotations

from rest_framework.request import Request
from rest_framework.response import Response

from console import signing
from console.api import answers
from console.api.base import OpenView
from console.api.bodies import Json, SignedJson
from console.api.documented import ANYONE, documented


class Keys(OpenView):
    """The key set."""

    renderer_classes = (Json, SignedJson)
    signed_as = signing.KEY_SET
    signed_by_all = True

    @documented(
        "keys",
        "The public keys, plain or signed by each of them",
        {(200, "application/json"): answers.KeySet, (200, "application/jose+json"): answers.SignedByAll},
        ANYONE,
        auth=[],
    )
    def get(self, request: Request) -> Response:
        """No key is needed. Who holds any of the keys can check the signed set, and so take the others."""
        return Response(signing.public_keys(), headers={"Cache-Control": "public, max-age=300", "Vary": "Accept"})
