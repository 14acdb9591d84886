"""Alerts, for whoever operates the site."""

from __future__ import annotations

from django.contrib import admin

from console.alerts.models import Alert
from console.pages.admin import ReadOnly


@admin.register(Alert)
class AlertAdmin(ReadOnly[Alert]):
    """Alerts by name."""

    list_display = ("name", "organisation", "kind", "is_on", "state", "since", "value", "looked_at")
    list_filter = ("kind", "state")
    list_select_related = ("organisation",)
    search_fields = ("name", "organisation__name")
    exclude = ("recipients",)
