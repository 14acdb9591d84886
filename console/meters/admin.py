"""Who sends counts, and what they sent, for whoever operates the site."""

from __future__ import annotations

from django.contrib import admin

from console.meters.models import Batch, Installation
from console.pages.admin import ReadOnly


@admin.register(Installation)
class InstallationAdmin(ReadOnly[Installation]):
    """Runtimes by name."""

    list_display = ("name", "organisation", "runtime", "version", "first_seen_at", "last_seen_at", "dropped")
    list_select_related = ("organisation",)
    search_fields = ("name",)


@admin.register(Batch)
class BatchAdmin(ReadOnly[Batch]):
    """Batches by name, while they are kept."""

    list_display = ("name", "organisation", "received_at", "latest")
    list_select_related = ("organisation",)
    search_fields = ("name",)
