"""Who may see a page. A view names its methods and the least role; it gets `request.actor` and never the slug.

Not signed in: the sign-in page. Not a member, or no such organisation: 404. A lesser role: 403. Another method: 405.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.urls import reverse
from django.utils import timezone
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from console.accounts.models import User
from console.organisations import queries
from console.organisations.actor import Actor
from console.organisations.models import Role
from console.pages.problems import MethodNotAllowed, is_fragment


class PageRequest(HttpRequest):
    """A request that middleware has passed."""

    htmx: HtmxDetails


class SignedInRequest(PageRequest):
    """A request from someone signed in."""

    user: User


class MemberRequest(SignedInRequest):
    """A request from a member of the organisation in the address."""

    actor: Actor


View = Callable[..., HttpResponseBase]


def anyone(*methods: str) -> Callable[[View], View]:
    """Let anyone see the view, by these methods."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: PageRequest, **kwargs: Any) -> HttpResponseBase:
            _check_method(request, methods)
            return view(request, **kwargs)

        return guarded

    return decorate


def signed_in(*methods: str) -> Callable[[View], View]:
    """Let anyone signed in see the view, by these methods."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: PageRequest, **kwargs: Any) -> HttpResponseBase:
            return view(request, **kwargs) if request.user.is_authenticated else to_sign_in(request)

        return anyone(*methods)(guarded)

    return decorate


def members(*methods: str, role: Role = Role.VIEWER) -> Callable[[View], View]:
    """Let members of the organisation in the address see the view, by these methods, from `role` up."""

    def decorate(view: View) -> View:
        @wraps(view)
        def guarded(request: MemberRequest, slug: str, **kwargs: Any) -> HttpResponseBase:
            request.actor = _actor(request.user, slug)
            request.actor.require(role)
            with timezone.override(ZoneInfo(request.actor.organisation.time_zone)):
                return view(request, **kwargs)

        return signed_in(*methods)(guarded)

    return decorate


def to_sign_in(request: PageRequest) -> HttpResponse:
    """Send someone to the sign-in page and back; a fragment is no place for it, so the whole window goes."""
    if is_fragment(request):
        page = request.htmx.current_url_abs_path or reverse("home")
        return HttpResponseClientRedirect(redirect_to_login(page).url)
    return redirect_to_login(request.get_full_path() if request.method == "GET" else reverse("home"))


def _check_method(request: HttpRequest, methods: tuple[str, ...]) -> None:
    if request.method not in (*methods, *(["HEAD"] if "GET" in methods else [])):
        raise MethodNotAllowed(methods)


def _actor(user: User, slug: str) -> Actor:
    actor = queries.actor_in(user, slug)
    if actor is None:
        raise Http404
    return actor
