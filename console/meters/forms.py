"""What the meters page asks for: every filter, from the address."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import date, timedelta
from functools import partial
from typing import Any, ClassVar

from django import forms
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from console.meters.filters import Filters
from console.meters.spans import LONGEST, LONGEST_IN_HOURS, Per, Span
from console.meters.words import COUNTS, LABELS, REPLACED, value_name
from console.organisations.models import SelectorLanguage
from console.tools.words import OUTCOME_NAMES
from veraz.meters import CAUSES

Choices = list[tuple[str, str | Promise]]

RANGES: Mapping[str, tuple[int, str | Promise]] = {
    "today": (1, _("Today")),
    "7d": (7, _("7 days")),
    "30d": (30, _("30 days")),
    "90d": (90, _("90 days")),
    "365d": (365, _("A year")),
}
"""Days up to the end of today, by the name in the address."""

USUAL = "7d"
_IN_HOURS = 2  # days; a longer span is drawn in days where nothing else is asked for
_EARLIEST, _LATEST = date(2000, 1, 1), date(2100, 1, 1)
_ANY: tuple[str, str | Promise] = ("", _("Any"))


def _named(label: str, values: Iterable[str]) -> Choices:
    """Any, then each value by what it is called in the language of whoever asks now."""
    return [_ANY, *((value, value_name(label, value)) for value in values)]


def _with(known: Iterable[str], value: str | None) -> list[str]:
    """What there is to choose from, and what was chosen, so that it is not lost."""
    return list(dict.fromkeys([*known, *([value] if value else [])]))


class _Day(forms.DateField):
    """A day as a browser sends it."""

    widget = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})
    input_formats = ("%Y-%m-%d",)

    def to_python(self, value: Any) -> date | None:
        """Read it; what is refused is named, since a browser shows no date that is none."""
        try:
            day = super().to_python(value)
        except forms.ValidationError:
            raise forms.ValidationError(_("“%(value)s” is not a date."), params={"value": f"{value:.40}"}) from None
        if day and not _EARLIEST <= day <= _LATEST:
            raise forms.ValidationError(_("Dates are from the years 2000 to 2100."))
        return day


class _OneOf(forms.ChoiceField):
    """One of a closed list, or any."""

    default_error_messages: ClassVar = {"invalid_choice": _("“%(value)s” is not one of the choices.")}


class _Select(forms.Select):
    """As Django's own, without a template for each of hundreds of options."""

    template_name = "meters/select.html"


class FilterForm(forms.Form):
    """The filters. What is left out has a usual value, so that every address without a wrong one shows something."""

    meter = _OneOf(
        label=_("Count"),
        choices=[(key, count.name) for key, count in COUNTS.items()],
        widget=forms.Select(attrs={"data-search": True}),
    )
    range = _OneOf(label=_("Range"), choices=[(name, words) for name, (_days, words) in RANGES.items()])
    since = _Day(label=pgettext_lazy("range", "From"), required=False)
    until = _Day(label=pgettext_lazy("range", "To"), required=False)
    tool = forms.CharField(label=_("Tool"), max_length=128, required=False)
    cause = _OneOf(label=_("Cause"), required=False, choices=partial(_named, "cause", CAUSES))
    outcome = _OneOf(label=_("Outcome"), required=False, choices=partial(_named, "outcome", OUTCOME_NAMES))
    language = _OneOf(label=_("Language"), required=False, choices=partial(_named, "language", SelectorLanguage.values))
    version = forms.RegexField(
        "^[0-9]{1,18}$",
        label=_("Version"),
        required=False,
        error_messages={"invalid": _("A version is a number, such as 17.")},
    )
    per = _OneOf(
        label=_("Bars"),
        required=False,
        choices=[("", _("as fits")), (Per.HOUR, _("an hour each")), (Per.DAY, _("a day each"))],
    )
    by = _OneOf(label=_("Told apart by"), required=False, choices=[("", _("nothing")), *LABELS.items()])

    def __init__(self, asked: Mapping[str, str], *, tools: Iterable[str] = (), versions: Iterable[str] = ()) -> None:
        """Read what the address asks for; tools and versions are those there is to choose from."""
        super().__init__({"meter": REPLACED, "range": USUAL} | {name: value for name, value in asked.items() if value})
        for name, known in (("tool", tools), ("version", versions)):
            self.fields[name].widget = _Select(choices=_named(name, _with(known, self.data.get(name))))

    def clean(self) -> dict[str, Any]:
        """Refuse a span that ends before it begins, or would have more bars than can be told apart."""
        cleaned = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        span = self._span()
        if span.days < 1:
            self.add_error("until", _("This is before the day in “From”."))
        elif span.days > LONGEST:
            self.add_error(
                "since",
                _("A range has at most %(most)s days; this one has %(days)s.") % {"most": LONGEST, "days": span.days},
            )
        elif span.per is Per.HOUR and span.days > LONGEST_IN_HOURS:
            self.add_error("per", _("Bars of an hour reach over at most %(most)s days.") % {"most": LONGEST_IN_HOURS})
        return cleaned

    def filters(self) -> Filters:
        """What was asked for, once the form is valid."""
        found = self.cleaned_data
        asked = {label: found[label] for label in LABELS if found.get(label)}
        preset = "" if found["since"] or found["until"] else found["range"]
        return Filters(found["meter"], self._span(), preset, asked, found["by"])

    def _span(self) -> Span:
        """From and to the days that were named; where one is missing, as long as the usual range."""
        found = self.cleaned_data
        days = RANGES[USUAL if found["since"] or found["until"] else found["range"]][0]
        last = found["until"] or timezone.localdate()
        first = found["since"] or last - timedelta(days=days - 1)
        usual = Per.HOUR if (last - first).days < _IN_HOURS else Per.DAY
        return Span(first, last, Per(found["per"]) if found["per"] else usual)
