"""Versions, for whoever operates the site."""

from __future__ import annotations

from django.contrib import admin

from console.pages.admin import ReadOnly
from phrasings.models import Version


@admin.register(Version)
class VersionAdmin(ReadOnly[Version]):
    """Versions of every organisation; what each says is for its own people to read."""

    list_display = ("organisation", "number", "note", "who", "published_at", "changed", "restores")
    list_filter = ("organisation",)
    list_select_related = ("organisation",)
    fields = list_display
    search_fields = ("note", "who")
