"""The OpenAPI document, a page that shows it, and the answer to addresses that are none."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from django.http import Http404
from drf_spectacular.renderers import OpenApiJsonRenderer, OpenApiJsonRenderer2, OpenApiYamlRenderer
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView, SpectacularSwaggerSplitView
from rest_framework.authentication import BaseAuthentication
from rest_framework.permissions import BasePermission
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from console.api.base import OpenView
from console.api.documented import ANYONE, documented

_KINDS: list[type[BaseRenderer]] = [OpenApiYamlRenderer, OpenApiJsonRenderer, OpenApiJsonRenderer2]


class OpenApi(OpenView, SpectacularAPIView):
    """The OpenAPI document."""

    renderer_classes = _KINDS

    @documented("schema", "This document", {(200, kind.media_type): dict for kind in _KINDS}, ANYONE, auth=[])
    def get(self, request: Request, *args: Any, **kwargs: Any) -> Any:
        """No key is needed."""
        return super().get(request, *args, **kwargs)  # type: ignore[no-untyped-call]


class Docs(SpectacularSwaggerSplitView):
    """The document as a page; its script is a file of its own, as the site's policy asks."""

    url_name = "api:schema"
    template_name = "api/docs.html"
    authentication_classes: Sequence[type[BaseAuthentication]] = ()
    permission_classes: Sequence[type[BasePermission]] = ()


@extend_schema(exclude=True)
class Missing(OpenView):
    """Any other address."""

    def http_method_not_allowed(self, request: Any, *args: Any, **kwargs: Any) -> NoReturn:
        """Answer every method alike."""
        raise Http404
