"""The audit log, for whoever operates the site."""

from __future__ import annotations

from django.contrib import admin

from console.audit.models import AuditLine
from console.pages.admin import ReadOnly


@admin.register(AuditLine)
class AuditLineAdmin(ReadOnly[AuditLine]):
    """Lines of every organisation."""

    list_display = ("at", "organisation", "who", "action", "item_name")
    list_filter = ("action", "organisation")
    list_select_related = ("organisation",)
    search_fields = ("who", "item_name")
    date_hierarchy = "at"
