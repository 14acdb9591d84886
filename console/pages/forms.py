"""Forms are drawn by our own templates: a label, a hint, the control, then its error. What a name may hold."""

from __future__ import annotations

from django.core.validators import RegexValidator
from django.forms.renderers import TemplatesSetting
from django.utils.translation import gettext_lazy as _

one_line = RegexValidator(
    "[\x00-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069]",
    _("This has a character that does not print. Type it again without pasting."),
    "unprintable",
    inverse_match=True,
)
"""For names: nothing that breaks a line, turns it round or does not print."""


class Renderer(TemplatesSetting):
    """Draws forms and fields from `templates/components`."""

    form_template_name = "components/form.html"
    field_template_name = "components/field.html"
