"""Suggested phrasings: those that wait, and a word on each."""

from __future__ import annotations

from typing import Any, ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from console.api import answers, shapes
from console.api.base import KeyView
from console.api.documented import BODY, KEY, documented
from console.keys.models import Scope
from phrasings.suggestions import services
from phrasings.suggestions.queries import Filters, suggestions

_JUDGED: Any = {200: answers.Suggestion}, (*KEY, *BODY, "not_found", "conflict")


class Suggestions(KeyView):
    """The list."""

    scopes: ClassVar[Any] = {"GET": Scope.PHRASINGS_READ}

    @documented(
        "suggestions",
        "Suggestions by number, those that wait unless another state is asked for",
        {200: answers.SuggestionList},
        (*KEY, "invalid"),
        parameters=[shapes.SuggestionListing],
    )
    def get(self, request: Request) -> Response:
        """Scope: phrasings:read."""
        asked = shapes.valid(shapes.SuggestionListing, request.query_params)
        found = suggestions(self.actor.organisation, Filters(language=asked.get("language", ""), state=asked["state"]))
        page = list(found.filter(pk__gt=asked["after"]).order_by("pk")[: asked["limit"] + 1])
        shown = page[: asked["limit"]]
        following = shown[-1].pk if len(page) > len(shown) else None
        return Response({"suggestions": list(map(answers.suggestion, shown)), "next": following})


class Accept(KeyView):
    """A yes."""

    scopes: ClassVar[Any] = {"POST": Scope.PHRASINGS_WRITE}

    @documented("accept_suggestion", "Make a draft of a suggestion", *_JUDGED, request=shapes.Acceptance)
    def post(self, request: Request, pk: int) -> Response:
        """Scope: phrasings:write. Nothing is live before someone publishes the drafts."""
        asked = shapes.valid(shapes.Acceptance, request.data)
        return Response(answers.suggestion(services.accept(self.actor, pk, asked.get("text"))))


class Reject(KeyView):
    """A no."""

    scopes: ClassVar[Any] = {"POST": Scope.PHRASINGS_WRITE}

    @documented("reject_suggestion", "Reject a suggestion, with a reason", *_JUDGED, request=shapes.Rejection)
    def post(self, request: Request, pk: int) -> Response:
        """Scope: phrasings:write. It is not suggested again while its tool's schema stands."""
        asked = shapes.valid(shapes.Rejection, request.data)
        return Response(answers.suggestion(services.reject(self.actor, pk, asked["reason"])))
