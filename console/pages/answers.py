"""How a view answers: the page or a named part of the same template, and where to go after a change."""

from __future__ import annotations

from typing import Any, TypeVar

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.template.loader import render_to_string
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect

from console.pages.problems import is_fragment

M = TypeVar("M", bound=Model)
PAGE_ROWS = 50


def page(request: Any, template: str, context: dict[str, Any], *, part: str = "", status: int = 200) -> HttpResponse:
    """Answer the whole template; to a fragment request, its partial `part` with any messages beside it."""
    if not (part and is_fragment(request)):
        return render(request, template, context, status=status)
    response = render(request, f"{template}#{part}", context, status=status)
    if messages.get_messages(request):
        response.write(render_to_string("components/toasts.html", {"beside": True}, request))
    return response


def go(request: Any, to: str, *, said: Any = "", **address: Any) -> HttpResponse:
    """After a change: say it in the past tense, and go to the address named `to` (a url name, or a path)."""
    if said:
        messages.success(request, said)
    path = to if to.startswith("/") else reverse(to, kwargs=address)
    return HttpResponseClientRedirect(path) if is_fragment(request) else HttpResponseRedirect(path)


def rows(request: HttpRequest, found: QuerySet[M]) -> Page[M]:
    """The page of 50 rows that `?page=` names; the nearest one where it names none."""
    return Paginator(found, PAGE_ROWS).get_page(request.GET.get("page"))


def asked(request: HttpRequest, name: str) -> str:
    """The value of `name` in the address, trimmed to 200 characters that a database can be asked for."""
    return "".join(char for char in request.GET.get(name, "")[:200] if char.isprintable()).strip()
