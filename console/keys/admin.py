"""API keys, for whoever operates the site."""

from __future__ import annotations

from django.contrib import admin

from console.keys.models import ApiKey
from console.pages.admin import ReadOnly


@admin.register(ApiKey)
class ApiKeyAdmin(ReadOnly[ApiKey]):
    """Keys by their prefix."""

    list_display = ("prefix", "name", "organisation", "created_at", "expires_at", "last_used_at", "revoked_at")
    list_select_related = ("organisation",)
    search_fields = ("prefix", "name")
    exclude = ("digest",)
