"""What the page of an alert asks for: the fields of its kind."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from console.alerts.models import Alert, Asked, Kind
from console.alerts.services import Described
from console.meters.queries import tool_names
from console.organisations.actor import Actor
from console.pages.forms import one_line

_WINDOWS = [
    (1, _("1 hour")),
    (3, _("3 hours")),
    (6, _("6 hours")),
    (12, _("12 hours")),
    (24, _("24 hours")),
    (72, _("3 days")),
    (168, _("7 days")),
]


class AlertForm(forms.Form):
    """What every alert has; its kind adds when it is raised."""

    kind: Kind

    name = forms.CharField(label=_("Name"), max_length=80, validators=[one_line])
    recipients = forms.TypedMultipleChoiceField(
        label=_("Write an e-mail to"),
        coerce=int,
        required=False,
        help_text=_("When it is raised and when it is cleared. Webhooks are told too."),
        widget=forms.CheckboxSelectMultiple,
    )
    is_on = forms.BooleanField(label=_("Look at it every minute"), required=False, initial=True)

    field_order = ("name", "limit", "least", "hours", "tool", "recipients", "is_on")

    def __init__(self, by: Actor, data: QueryDict | None = None, of: Alert | None = None) -> None:
        super().__init__(data, initial=_initial(of) if of else {"name": self.kind.label, "recipients": _own(by)})
        fields: Mapping[str, Any] = self.fields
        members = by.organisation.memberships.order_by("user__email")
        fields["recipients"].choices = list(members.values_list("pk", "user__email"))
        if "tool" in fields:
            names = tool_names(by.organisation)
            kept = [of.tool] if of and of.tool and of.tool not in names else []
            fields["tool"].choices = [("", _("Every tool")), *((name, name) for name in [*names, *kept])]

    def asked(self) -> Asked:
        """What the alert would ask, once the form is valid."""
        given = self.cleaned_data
        return Asked(
            self.kind, given.get("tool", ""), given.get("limit", Decimal(0)), given["hours"], given.get("least", 0)
        )

    def described(self) -> Described:
        """The alert, once the form is valid."""
        given = self.cleaned_data
        return Described(given["name"], self.asked(), frozenset(given["recipients"]), given["is_on"])


class ReplacedForm(AlertForm):
    """A share of sentences."""

    kind = Kind.REPLACED

    limit = forms.DecimalField(
        label=_("Raise it above this share of sentences replaced (percent)"),
        min_value=0,
        max_value=100,
        decimal_places=2,
        initial=5,
        help_text=_("Of all sentences that were read. It is cleared at four fifths of this share."),
    )
    least = forms.IntegerField(
        label=_("Judge from this number of sentences"),
        min_value=1,
        max_value=1_000_000,
        initial=100,
        help_text=_("With fewer it stays as it is."),
    )
    hours = forms.TypedChoiceField(label=_("In the last"), choices=_WINDOWS, coerce=int, initial=6)
    tool = forms.ChoiceField(label=_("Replaced about"), required=False)


class SilentForm(AlertForm):
    """Silence."""

    kind = Kind.SILENT

    hours = forms.IntegerField(
        label=_("Raise it after this time of silence (hours)"),
        min_value=1,
        max_value=720,
        initial=2,
        help_text=_("Of all runtimes together. One that has nothing to tell says so every quarter of an hour."),
    )


class DroppingForm(AlertForm):
    """Counts that were lost."""

    kind = Kind.DROPPING

    limit = forms.DecimalField(
        label=_("Raise it above this number of counts dropped"),
        min_value=0,
        max_value=1_000_000_000,
        decimal_places=0,
        initial=0,
        help_text=_("A runtime drops the oldest when it could not send them for weeks, or its disk is full."),
    )
    hours = forms.TypedChoiceField(label=_("In the last"), choices=_WINDOWS, coerce=int, initial=24)


FORMS: Mapping[Kind, type[AlertForm]] = {form.kind: form for form in (ReplacedForm, SilentForm, DroppingForm)}


def _initial(of: Alert) -> dict[str, Any]:
    asked = {name: getattr(of, name) for name in ("name", "hours", "least", "tool", "is_on")}
    limit = f"{of.limit.normalize():f}"  # without zeros at its end, nor as 1E+1
    return {**asked, "limit": limit, "recipients": list(of.recipients.values_list("pk", flat=True))}


def _own(by: Actor) -> list[int]:
    """Whoever makes the alert is written to unless they say otherwise."""
    return list(by.organisation.memberships.filter(user=by.user).values_list("pk", flat=True))
