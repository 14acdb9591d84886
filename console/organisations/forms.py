"""What the settings pages ask for."""

from __future__ import annotations

import zoneinfo
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from console.organisations.models import Organisation, Role, SelectorLanguage
from console.organisations.services import Settings
from console.pages.forms import one_line


class SettingsForm(forms.Form):
    """The organisation's own settings."""

    name = forms.CharField(label=_("Name"), max_length=80, validators=[one_line])
    selector_language = forms.ChoiceField(
        label=_("Language the selector reads"),
        choices=SelectorLanguage.choices,
        help_text=_("The language people write in. It is never guessed; a turn in another one is not read."),
    )
    time_zone = forms.ChoiceField(label=_("Time zone"), help_text=_("Times on these pages are shown in it."))

    def __init__(self, organisation: Organisation, data: QueryDict | None = None) -> None:
        super().__init__(data, initial={name: getattr(organisation, name) for name in Settings.__slots__})
        zones: Any = self.fields["time_zone"]
        zones.choices = [(name, name.replace("_", " ")) for name in sorted(zoneinfo.available_timezones())]

    def settings(self) -> Settings:
        """What was asked for, once the form is valid."""
        return Settings(**self.cleaned_data)


class InvitationForm(forms.Form):
    """Whom to invite, as what."""

    email = forms.EmailField(label=_("E-mail address"))
    role = forms.ChoiceField(label=_("Role"), choices=Role.choices, initial=Role.VIEWER)


class RoleForm(forms.Form):
    """Another role for a member."""

    role = forms.ChoiceField(label=_("Role"), choices=Role.choices)


class OrganisationForm(forms.Form):
    """A new organisation."""

    name = forms.CharField(label=_("Name"), max_length=80, validators=[one_line])
