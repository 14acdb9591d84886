"""What the pages of suggestions ask for."""

from __future__ import annotations

from django import forms
from django.utils.translation import gettext_lazy as _

from phrasings.suggestions.models import LONGEST_REASON


class RejectionForm(forms.Form):
    """Why a suggestion is not wanted."""

    reason = forms.CharField(
        label=_("Reason"),
        max_length=LONGEST_REASON,
        help_text=_("Remembered: it is not suggested again until what the tool returns changes."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
