"""What the pages of phrasings ask for."""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from phrasings.models import LONGEST_NOTE
from phrasings.transfer import LARGEST
from phrasings.words import LANGUAGE_NAMES


class NoteForm(forms.Form):
    """What a new version is published with: what was reviewed, and the note."""

    base_version = forms.IntegerField(min_value=0, max_value=10**9, widget=forms.HiddenInput)
    reviewed = forms.CharField(required=False, max_length=16, widget=forms.HiddenInput)
    note = forms.CharField(
        label=_("Note"),
        max_length=LONGEST_NOTE,
        help_text=_("What changes and why, for whoever looks at the versions later."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )


class WarnedNoteForm(NoteForm):
    """The same, where warnings have to be looked at first."""

    looked = forms.BooleanField(label=_("I looked at the warnings and publish all the same"))


class CompareForm(forms.Form):
    """Two versions; 0 is the empty set before the first."""

    old = forms.IntegerField(label=_("From version"), min_value=0, max_value=10**9)
    new = forms.IntegerField(label=_("To version"), min_value=0, max_value=10**9)


class ImportForm(forms.Form):
    """A phrasings file, sent or pasted."""

    file = forms.FileField(label=_("File"), required=False)
    text = forms.CharField(
        label=_("Or its text"),
        required=False,
        strip=False,
        widget=forms.Textarea(attrs={"rows": 12, "class": "code", "spellcheck": "false"}),
        help_text=_("YAML: tool, outcome, text; or tool, language, outcome, text."),
    )
    language = forms.ChoiceField(
        label=_("Language of texts that name none"), choices=list(LANGUAGE_NAMES.items()), required=False
    )

    def clean_file(self) -> str:
        """The file's text; one that is too large is refused unread."""
        file: UploadedFile[Any] | None = self.cleaned_data["file"]
        if file is None:
            return ""
        if (file.size or 0) > LARGEST:
            raise forms.ValidationError(_("The file is larger than 1 MB."))
        try:
            text: str = file.read().decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise forms.ValidationError(_("The file is no text in UTF-8.")) from error
        return text

    def clean_text(self) -> str:
        """The pasted text, which is held to the same size."""
        text: str = self.cleaned_data["text"]
        if len(text) > LARGEST:
            raise forms.ValidationError(_("The text is larger than 1 MB."))
        return text

    def clean(self) -> dict[str, Any]:
        """One of the two has to be there; the file comes first."""
        given = super().clean() or {}
        if not self.errors and not (given.get("file") or given.get("text")):
            raise forms.ValidationError(_("Choose a file, or paste its text."))
        return given

    def given(self) -> str:
        """The text to import, once the form is valid."""
        return str(self.cleaned_data["file"] or self.cleaned_data["text"])
