"""Meters: counts over a stretch of time, drawn, told apart and written to a file."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

from django.http import Http404, HttpResponse, HttpResponseBase
from django.utils import timezone
from django.utils.translation import gettext as _

from console.meters import csv, meter_sentences, queries
from console.meters.forms import RANGES, FilterForm
from console.meters.found import find, known
from console.meters.report import Report, report
from console.organisations.access import MemberRequest, members
from console.pages.answers import asked, page
from console.pages.problems import Invalid

_WIDER = timedelta(days=29)  # before the last day that anything is known of


@members("GET")
def meters(request: MemberRequest) -> HttpResponse:
    """The counts that the address asks for; 422 where something in it is wrong."""
    days = known(request.actor.organisation)
    if days is None:
        return page(request, "meters/meters.html", {}, part="meters")
    form = _form(request)
    is_valid = form.is_valid()
    context = {"form": form, "ranges": [(name, words) for name, (_days, words) in RANGES.items()], "known": days}
    if is_valid:
        filters = form.filters()
        context |= _shown(report(filters, find(request.actor.organisation, filters)), days)
    return page(request, "meters/meters.html", context, part="meters", status=200 if is_valid else 422)


@members("GET")
def export(request: MemberRequest) -> HttpResponseBase:
    """What the page of the same address shows, as a file; `?table=` is the label of one of its smaller tables."""
    form = _form(request)
    if not form.is_valid():
        raise Invalid(_("These filters cannot be read."), _("Go back to the meters, where each is explained."))
    filters, table = form.filters(), asked(request, "table")
    if table and table not in filters.count.labels:
        raise Http404
    found = find(request.actor.organisation, filters, bars=not table, parts=bool(table))
    return csv.answer(report(filters, found), table)


def _form(request: MemberRequest) -> FilterForm:
    organisation = request.actor.organisation
    versions = map(str, queries.versions(organisation))
    return FilterForm(request.GET, tools=queries.tool_names(organisation), versions=[*versions, "0"])


def _shown(found: Report, days: tuple[date, date]) -> dict[str, Any]:
    until = min(days[1], timezone.localdate())
    return {
        "filters": found.filters,
        "report": found,
        "title": meter_sentences.title(found.filters),
        "said": meter_sentences.described(found),
        "narrowed": meter_sentences.narrowed(found.filters),
        "notes": list(meter_sentences.notes(found.filters, found.total)),
        "wider": {"since": max(days[0], until - _WIDER).isoformat(), "until": until.isoformat()},
    }
