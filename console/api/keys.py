"""The public keys that signed documents are checked with."""

from __future__ import annotations

import time

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
        """No key is needed. Who holds any of the keys can check the signed set, and so take the others.

        It says when it was given out, so that an old one played again brings no key back that was taken out.
        """
        given = {**signing.public_keys(), "issued_at": int(time.time())}
        return Response(given, headers={"Cache-Control": "public, max-age=300", "Vary": "Accept"})
