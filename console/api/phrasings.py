"""Phrasings for runtimes and scripts: the live version, all of them, and a new one."""

from __future__ import annotations

from typing import Any, ClassVar

from django.conf import settings
from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, PolymorphicProxySerializer
from rest_framework.request import Request
from rest_framework.response import Response

from console import signing
from console.api import answers, shapes
from console.api.base import KeyView
from console.api.bodies import Json, SignedJson
from console.api.conditional import not_modified, tagged, unchanged
from console.api.documented import BODY, KEY, documented, header
from console.api.problems import ApiProblem
from console.keys.models import Scope
from phrasings import queries, services
from phrasings.models import Version

READ = {"GET": Scope.PHRASINGS_READ}
_FOR_EVER = "private, max-age=31536000, immutable"
_CACHING = (header("ETag", "Names what the caller then holds.", 200, 304), header("Cache-Control", "", 200, 304))
_IF_NONE_MATCH = OpenApiParameter("If-None-Match", str, OpenApiParameter.HEADER, description="The ETag that is held.")


class Live(KeyView):
    """The live version."""

    scopes = READ
    renderer_classes = (Json, SignedJson)
    signed_as = signing.PHRASINGS

    @documented(
        "live_version",
        "The live version, plain or signed",
        {
            (200, "application/json"): answers.LiveVersion,
            (200, "application/jose+json"): answers.Signed,
            304: None,
        },
        KEY,
        *_CACHING,
        parameters=[_IF_NONE_MATCH],
    )
    def get(self, request: Request) -> HttpResponse:
        """Scope: phrasings:read. A signed answer's payload is the bytes of the plain one."""
        organisation = self.actor.organisation
        language = organisation.selector_language
        if unchanged(request, etag := self._etag(queries.live_number(organisation), language)):
            return not_modified(etag)
        document = queries.live_document(organisation)
        etag = self._etag(document.version, document.selector_language)
        return tagged(Response(answers.live_version(document)), etag)

    def _etag(self, number: int, language: str) -> str:
        """Name everything that an answer depends on: the number, the settings and, where it is signed, the key."""
        signed = self.request.accepted_renderer.media_type == SignedJson.media_type
        signer = f"-{signing.signing_key_id()[:8]}" if signed else ""
        return f'"{number}-{language}-{settings.POLL_SECONDS}{signer}"'


class Versions(KeyView):
    """All versions."""

    scopes: ClassVar[Any] = {**READ, "POST": Scope.PHRASINGS_WRITE}

    @documented(
        "versions", "Versions, newest first", {200: answers.VersionList}, (*KEY, "invalid"), parameters=[shapes.Listing]
    )
    def get(self, request: Request) -> Response:
        """Scope: phrasings:read."""
        asked = shapes.valid(shapes.Listing, request.query_params)
        found = queries.versions(self.actor.organisation)
        if "before" in asked:
            found = found.filter(number__lt=asked["before"])
        page = [queries.row(version) for version in found[: asked["limit"] + 1]]
        shown = page[: asked["limit"]]
        following = shown[-1].number if len(page) > len(shown) else None
        return Response({"versions": list(map(answers.version_line, shown)), "next": following})

    @documented(
        "publish",
        "Publish a whole set, or put an old version back",
        {201: answers.VersionDocument},
        (*KEY, *BODY, "not_found", "stale", "nothing_changed"),
        header("Location", "The new version.", 201),
        request=PolymorphicProxySerializer(
            component_name="NewVersion",
            serializers=[shapes.Publication, shapes.Restoration],
            resource_type_field_name=None,
        ),
    )
    def post(self, request: Request) -> Response:
        """Scope: phrasings:write. The answer is 409 where `base_version` is not the live one: nothing is lost."""
        try:
            version = self._make(request.data)
        except services.StaleVersion as stale:
            raise ApiProblem("stale", stale.explanation.happened, current=stale.current) from None
        except services.NothingChanged as same:
            raise ApiProblem("nothing_changed", same.explanation.happened) from None
        address = reverse("api:version", kwargs={"number": version.number})
        return Response(_document(self, version), status=201, headers={"Location": address})

    def _make(self, data: Any) -> Version:
        if isinstance(data, dict) and "restores" in data:
            asked = shapes.valid(shapes.Restoration, data)
            note = asked.get("note") or _("Restores v%(number)s") % {"number": asked["restores"]}
            return services.restore(self.actor, asked["restores"], asked["base_version"], note)
        asked = shapes.valid(shapes.Publication, data)
        return services.publish_set(self.actor, asked["base_version"], asked["note"], asked["tools"])


class OneVersion(KeyView):
    """One version."""

    scopes = READ

    @documented(
        "version",
        "One version, which never changes",
        {200: answers.VersionDocument, 304: None},
        (*KEY, "not_found"),
        *_CACHING,
        parameters=[_IF_NONE_MATCH],
    )
    def get(self, request: Request, number: int) -> HttpResponse:
        """Scope: phrasings:read."""
        version = queries.version(self.actor.organisation, number)
        etag = f'"{number}"'
        held = unchanged(request, etag)
        response = not_modified(etag) if held else tagged(Response(_document(self, version)), etag)
        response["Cache-Control"] = _FOR_EVER
        return response


class VersionDifference(KeyView):
    """What a version changed."""

    scopes = READ

    @documented(
        "difference",
        "What differs from another version",
        {200: answers.Difference},
        (*KEY, "not_found", "invalid"),
        parameters=[shapes.Comparison],
    )
    def get(self, request: Request, number: int) -> Response:
        """Scope: phrasings:read."""
        if number == 0:
            raise Http404
        other = shapes.valid(shapes.Comparison, request.query_params).get("with", number - 1)
        return Response(answers.difference(queries.compare(self.actor.organisation, other, number)))


def _document(view: KeyView, version: Version) -> dict[str, Any]:
    return answers.version_document(queries.document(view.actor.organisation, version))
