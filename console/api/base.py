"""What every view of the interface shares: keys, scopes, rates, bodies, and problem documents for all that fails."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar, cast

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated
from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from console.api.bodies import Json, StrictJson
from console.api.problems import ApiProblem, handle
from console.keys.models import ApiKey, Scope
from console.keys.queries import actor
from console.keys.services import recognise
from console.limits.counting import Limit, take
from console.limits.places import place
from console.organisations.actor import Actor


class Bearer(BaseAuthentication):
    """Recognises the key in `Authorization: Bearer …`."""

    def authenticate(self, request: Request) -> tuple[None, ApiKey] | None:
        """Return the key; None where no header was sent."""
        header = request.headers.get("Authorization")
        if header is None:
            return None
        scheme, _space, secret = header.partition(" ")
        key = recognise(secret.strip()) if scheme.lower() == "bearer" else None
        if key is None:
            raise AuthenticationFailed(_("It is not known, has expired or was revoked."))
        return None, key

    def authenticate_header(self, request: Request) -> str:
        """What a request without a key that works is challenged with."""
        return 'Bearer realm="veraz"'


class BearerScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """The key in the OpenAPI document."""

    target_class = Bearer
    name = "key"

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        """Return the scheme."""
        return {"type": "http", "scheme": "bearer", "description": "An API key, made under Settings."}


def _key(request: Request) -> ApiKey | None:
    return cast(ApiKey | None, request.auth)


class HasScope(BasePermission):
    """Lets a key pass that was made for the scope which the view names for the method."""

    def has_permission(self, request: Request, view: Any) -> bool:
        """Tell whether the key may; a method that the view does not take is no question of scopes."""
        if (key := _key(request)) is None:
            raise NotAuthenticated
        scope = view.scopes.get("GET" if request.method == "HEAD" else request.method)
        if scope and not key.may(scope):
            challenge = f'Bearer realm="veraz", error="insufficient_scope", scope="{scope}"'
            raise ApiProblem(
                "scope_missing", _("It needs the scope %(scope)s.") % {"scope": scope}, {"WWW-Authenticate": challenge}
            )
        return True


class Rates(SimpleRateThrottle):
    """Holds a key to a rate of reads and one of writes, and who has none to a rate by address."""

    def __init__(self) -> None:
        """The rate is known only once a request is."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Tell whether the request comes within its rate."""
        with_key = "reads" if request.method in SAFE_METHODS else cast("OpenView", view).writes_are
        self.scope = with_key if request.auth else "anyone"
        limit = Limit(*cast(tuple[int, int], self.parse_rate(self.get_rate())))
        self._seconds = take(self.get_cache_key(request, view), limit)
        return self._seconds == 0

    def wait(self) -> float:
        """Return the seconds until a request comes within its rate again."""
        return self._seconds

    def get_cache_key(self, request: Request, view: APIView) -> str:
        """Return whose rate it is."""
        key = _key(request)
        who = key.prefix if key else place(self.get_ident(request))
        return f"{self.scope} {who}"


class OpenView(APIView):
    """A view that needs no key."""

    authentication_classes: Sequence[type[BaseAuthentication]] = ()
    permission_classes: Sequence[type[BasePermission]] = ()
    throttle_classes = (Rates,)
    parser_classes = (StrictJson,)
    renderer_classes: Sequence[type[BaseRenderer]] = (Json,)
    http_method_names = ["get", "head", "post", "put"]  # noqa: RUF012 - as Django types it
    signed_as = ""
    signed_by_all = False
    writes_are = "writes"  # by the name of their rate

    def get_exception_handler(self) -> Callable[..., HttpResponse | None]:
        """Answer with problem documents."""
        return handle


class KeyView(OpenView):
    """A view for keys; `scopes` names, by method, the one that is needed."""

    authentication_classes = (Bearer,)
    permission_classes = (HasScope,)
    scopes: ClassVar[Mapping[str, Scope]] = {}

    @property
    def actor(self) -> Actor:
        """The key as an actor in its organisation."""
        return actor(cast(ApiKey, self.request.auth))

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Check the request; who has no key that works is held to a rate too."""
        try:
            super().initial(request, *args, **kwargs)
        except (NotAuthenticated, AuthenticationFailed):
            self.check_throttles(request)
            raise
