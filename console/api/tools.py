"""Tools for runtimes: registered whole, and read."""

from __future__ import annotations

from typing import Any, ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from console.api import answers, shapes
from console.api.base import KeyView
from console.api.documented import BODY, KEY, documented
from console.keys.models import Scope
from console.tools import queries, services
from phrasings.queries import live_document


class Tools(KeyView):
    """Every tool there is."""

    scopes: ClassVar[Any] = {"GET": Scope.TOOLS_WRITE, "PUT": Scope.TOOLS_WRITE}

    @documented("tools", "Every tool that was registered", {200: answers.ToolList}, KEY)
    def get(self, request: Request) -> Response:
        """Scope: tools:write."""
        organisation = self.actor.organisation
        tools = queries.tools_of(organisation, queries.Filters())
        return Response(answers.tool_list(queries.registration_of(organisation), list(tools)))

    @documented(
        "register_tools",
        "Register every tool there is",
        {200: answers.RegistrationResult},
        (*KEY, *BODY),
        request=shapes.ToolSet,
    )
    def put(self, request: Request) -> Response:
        """Scope: tools:write. A tool left out is marked absent, its phrasings kept; the same set changes nothing."""
        asked = shapes.valid(shapes.ToolSet, request.data)
        done = services.register(self.actor, asked["tools"], asked.get("digest", ""))
        return Response(answers.registration(done, live_document(self.actor.organisation).tools))
