"""What the pages of webhooks ask for."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from console.pages.forms import one_line
from console.webhooks.addresses import Refused, resolved, target
from console.webhooks.events import known
from console.webhooks.models import Endpoint
from console.webhooks.services import Described


class EndpointForm(forms.Form):
    """What an endpoint is called, where it is and what it is told."""

    name = forms.CharField(
        label=_("Name"),
        max_length=80,
        help_text=_("What receives it, so that you know it again."),
        validators=[one_line],
    )
    url = forms.CharField(
        label=_("Address"),
        max_length=500,
        help_text=_(
            "It begins with https:// and answers a POST. Whoever is no owner sees only the name of the server."
        ),
        widget=forms.TextInput(attrs={"inputmode": "url", "autocomplete": "off"}),
    )
    events = forms.MultipleChoiceField(label=_("It is told when"), widget=forms.CheckboxSelectMultiple)

    def __init__(self, data: QueryDict | None = None, of: Endpoint | None = None) -> None:
        given = {"name": of.name, "url": of.url, "events": of.events} if of else {}
        super().__init__(data, initial=given or {"events": [event.type for event in known()]})
        events: Any = self.fields["events"]
        events.choices = [(event.type, event.words) for event in known()]

    def clean_url(self) -> str:
        """Refuse an address that may not be sent to; it is checked again whenever something is sent."""
        url: str = self.cleaned_data["url"].strip()
        try:
            resolved(target(url))
        except Refused as refused:
            raise forms.ValidationError(str(refused.why)) from refused
        return url

    def described(self) -> Described:
        """What was asked for, once the form is valid."""
        return Described(**self.cleaned_data)


class OverlapForm(forms.Form):
    """For how long the old secret signs too."""

    overlap = forms.TypedChoiceField(
        label=_("The old secret signs too for"),
        choices=[(0, _("no time")), (1, _("a day")), (7, _("7 days"))],
        coerce=int,
        initial=1,
    )

    def duration(self) -> timedelta:
        """The overlap, once the form is valid."""
        return timedelta(days=self.cleaned_data["overlap"])
