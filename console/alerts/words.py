"""What alerts ask and found, in sentences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from decimal import Decimal

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from console.alerts.models import Asked, Kind


def asks(asked: Asked) -> str:
    """When the alert is raised."""
    return _ASKS[asked.kind](asked)


def found(kind: Kind, value: Decimal | None, sentences: int) -> str:
    """What was found."""
    return _FOUND[kind](value, sentences)


def _asks_replaced(asked: Asked) -> str:
    told = {"limit": _number(asked.limit), "least": _number(asked.least), "hours": _hours(asked.hours)}
    if asked.tool:
        return _("Over %(limit)s%% of at least %(least)s sentences replaced, about %(tool)s, in %(hours)s") % {
            **told,
            "tool": asked.tool,
        }
    return _("Over %(limit)s%% of at least %(least)s sentences replaced in %(hours)s") % told


def _asks_silent(asked: Asked) -> str:
    return _("No runtime heard from for %(hours)s") % {"hours": _hours(asked.hours)}


def _asks_dropping(asked: Asked) -> str:
    if not asked.limit:
        return _("Any counts dropped in %(hours)s") % {"hours": _hours(asked.hours)}
    return _("Over %(limit)s counts dropped in %(hours)s") % {
        "limit": _number(asked.limit),
        "hours": _hours(asked.hours),
    }


def _found_replaced(value: Decimal | None, sentences: int) -> str:
    read = ngettext("%(n)s sentence", "%(n)s sentences", sentences) % {"n": _number(sentences)}
    if value is None:
        return _("%(sentences)s, too few to judge") % {"sentences": read}
    return _("%(share)s%% of %(sentences)s") % {"share": _number(value), "sentences": read}


def _found_silent(value: Decimal | None, sentences: int) -> str:
    if value is None:
        return _("None was ever heard from")
    return _("Last heard from %(time)s ago") % {"time": _time(value)}


def _found_dropping(value: Decimal | None, sentences: int) -> str:
    n = int(value or 0)
    return ngettext("%(n)s count dropped", "%(n)s counts dropped", n) % {"n": _number(n)}


def _time(hours: Decimal) -> str:
    minutes = max(1, round(hours * 60))
    if minutes < 120:
        return ngettext("%(n)s minute", "%(n)s minutes", minutes) % {"n": minutes}
    return _hours(int(hours))


def _hours(hours: int) -> str:
    if hours >= 48 and hours % 24 == 0:
        return ngettext("%(n)s day", "%(n)s days", hours // 24) % {"n": _number(hours // 24)}
    return ngettext("%(n)s hour", "%(n)s hours", hours) % {"n": _number(hours)}


def _number(value: Decimal | int) -> str:
    """With the separators of the reader's language, and no zeros at the end."""
    shown = value.normalize() if isinstance(value, Decimal) else value
    return number_format(f"{shown:f}" if isinstance(shown, Decimal) else shown, use_l10n=True, force_grouping=True)


_ASKS: Mapping[Kind, Callable[[Asked], str]] = {
    Kind.REPLACED: _asks_replaced,
    Kind.SILENT: _asks_silent,
    Kind.DROPPING: _asks_dropping,
}
_FOUND: Mapping[Kind, Callable[[Decimal | None, int], str]] = {
    Kind.REPLACED: _found_replaced,
    Kind.SILENT: _found_silent,
    Kind.DROPPING: _found_dropping,
}
