"""How bodies are read and written."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Mapping
from io import BytesIO
from typing import IO, Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ParseError, UnsupportedMediaType
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer, JSONRenderer

from console import signing
from console.api.problems import TooLarge
from console.pages.strict_json import NotJson, read_json
from console.tools.definitions import LARGEST_SET

LARGEST = LARGEST_SET  # bytes of any body


class StrictJson(BaseParser):
    """Reads JSON up to a bound; what no database can keep is refused as malformed."""

    media_type = "application/json"

    def parse(
        self, stream: IO[Any], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> Any:
        """Return the value in the body."""
        try:
            return read_json(self.unpacked(_bounded(stream), (parser_context or {}).get("request")))
        except NotJson as error:
            raise ParseError(str(error)) from None

    def unpacked(self, raw: bytes, request: Any) -> bytes:
        """Return the JSON in the body."""
        return raw


class GzippedJson(StrictJson):
    """Reads it packed by gzip too; the bound holds for what is packed and for what comes out."""

    def unpacked(self, raw: bytes, request: Any) -> bytes:
        """Return the JSON in the body."""
        encoding = request.headers.get("Content-Encoding", "identity").lower()
        if encoding == "identity":
            return raw
        if encoding != "gzip":
            raise UnsupportedMediaType(f"Content-Encoding: {encoding}")
        try:
            return _bounded(gzip.GzipFile(fileobj=BytesIO(raw)))
        except (OSError, EOFError, zlib.error):
            raise ParseError(_("It is not packed by gzip, or not whole.")) from None


def _bounded(stream: IO[Any] | gzip.GzipFile) -> bytes:
    raw: bytes = stream.read(LARGEST + 1)
    if len(raw) > LARGEST:
        raise TooLarge
    return raw


class Json(JSONRenderer):
    """Writes JSON, its texts as they are."""

    charset = None


class SignedJson(BaseRenderer):
    """Writes the same bytes as `Json` does, signed: a JWS in its JSON form. The view names their `typ`."""

    media_type = "application/jose+json"
    format = "jose"
    charset = None

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        """Return the signed document."""
        view = (renderer_context or {})["view"]
        return signing.signed(Json().render(data), view.signed_as, by_all=view.signed_by_all)
