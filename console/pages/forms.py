"""Forms are drawn by our own templates: a label, a hint, the control, then its error."""

from __future__ import annotations

from django.forms.renderers import TemplatesSetting


class Renderer(TemplatesSetting):
    """Draws forms and fields from `templates/components`."""

    form_template_name = "components/form.html"
    field_template_name = "components/field.html"
