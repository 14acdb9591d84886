"""What templates write numbers with."""

from __future__ import annotations

from django import template
from django.template.context import Context
from django.utils.formats import get_format, number_format
from django.utils.translation import gettext as _

from console.meters.times_told import Told, told

register = template.Library()
_MILLION = 1_000_000


@register.filter
def number(n: int | None) -> str:
    """A count, its thousands apart; a dash where nothing was heard. (Django's own way is slow for a page of them.)"""
    return "–" if n is None else f"{n:,}".replace(",", get_format("THOUSAND_SEPARATOR"))


@register.filter
def short(n: int) -> str:
    """A count for an axis, where there is little room."""
    if n < _MILLION:
        return number(n)
    millions = number_format(round(n / _MILLION, 2), 2, force_grouping=True).rstrip("0").rstrip(".,")
    return _("%(n)s M") % {"n": millions}


@register.filter
def share(n: int | None, whole: int | None) -> str:
    """How much of `whole` that is, in per cent; a dash where there is nothing to be a share of."""
    if not whole or n is None:
        return "–"
    tenths = (2000 * n + whole) // (2 * whole)  # of a per cent, half of one rounded up
    if n and not tenths:
        return _("under %(percent)s") % {"percent": _percent(1)}
    return _percent(tenths)


def _percent(tenths: int) -> str:
    return f"{number(tenths // 10)}{get_format('DECIMAL_SEPARATOR')}{tenths % 10}%"


@register.simple_tag(takes_context=True)
def told_of(context: Context, tool: str, outcome: str) -> Told:
    """How often a phrasing was told, by version: for the page that is about the phrasing."""
    return told(context["organisation"], tool, outcome)


@register.simple_tag
def told_since(counts: Told, language: str, version: int, until: int | None) -> str:
    """How often it was told as one version had it, until another changed it."""
    return number(counts.between(language, version, until))
