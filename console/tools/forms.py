"""What the tools page asks for."""

from __future__ import annotations

from django import forms
from django.core.files.uploadedfile import UploadedFile
from django.utils.translation import gettext_lazy as _

from console.tools.definitions import LARGEST_SET


class RegistrationForm(forms.Form):
    """A file that lists every tool."""

    file = forms.FileField(
        label=_("File"),
        help_text=_("JSON with a list of tools, as the runtime writes it."),
        widget=forms.FileInput(attrs={"accept": ".json,application/json"}),
    )

    def clean_file(self) -> UploadedFile[bytes]:
        """Refuse a file that is too large to be read."""
        file: UploadedFile[bytes] = self.cleaned_data["file"]
        if file.size and file.size > LARGEST_SET:
            raise forms.ValidationError(_("This file is larger than 4 MiB."))
        return file
