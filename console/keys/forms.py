"""What the keys page asks for."""

from __future__ import annotations

from datetime import datetime, timedelta

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from console.keys.models import Scope
from console.pages.forms import one_line


class KeyForm(forms.Form):
    """A new key."""

    name = forms.CharField(
        label=_("Name"),
        max_length=80,
        help_text=_("Where it is used, so that you know it again."),
        validators=[one_line],
    )
    scopes = forms.MultipleChoiceField(
        label=_("It may"), choices=Scope.choices, widget=forms.CheckboxSelectMultiple, initial=[Scope.PHRASINGS_READ]
    )
    lasts = forms.TypedChoiceField(
        label=_("It lasts"),
        choices=[(30, _("30 days")), (90, _("90 days")), (365, _("a year")), (0, _("until it is revoked"))],
        coerce=int,
        initial=365,
    )

    def scopes_chosen(self) -> list[Scope]:
        """The scopes, once the form is valid."""
        return [Scope(scope) for scope in self.cleaned_data["scopes"]]

    def expires_at(self) -> datetime | None:
        """When it ends, once the form is valid; None for a key that lasts."""
        days = self.cleaned_data["lasts"]
        return timezone.now() + timedelta(days=days) if days else None


class RotationForm(forms.Form):
    """For how long the old key goes on working."""

    overlap = forms.TypedChoiceField(
        label=_("The old key works for"),
        choices=[(0, _("no time")), (1, _("a day")), (7, _("7 days")), (30, _("30 days"))],
        coerce=int,
        initial=7,
    )

    def duration(self) -> timedelta:
        """The overlap, once the form is valid."""
        return timedelta(days=self.cleaned_data["overlap"])
