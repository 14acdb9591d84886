"""Tags that every template has."""

from __future__ import annotations

from django import template
from django.template.context import Context
from django.urls import reverse

register = template.Library()


@register.simple_tag(takes_context=True)
def here(context: Context, name: str, **kwargs: object) -> str:
    """The address of `name` in this page's organisation: `{% here 'keys:list' %}`."""
    return reverse(name, kwargs={"slug": context["organisation"].slug, **kwargs})


@register.simple_tag(takes_context=True)
def query(context: Context, **changes: object) -> str:
    """This page's query string with changes: `{% query page=2 %}`; an empty value takes its name out."""
    values = context["request"].GET.copy()
    for name, value in changes.items():
        values.pop(name, None)
        if value not in ("", None):
            values[name] = str(value)
    return f"?{values.urlencode()}"
