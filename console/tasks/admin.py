"""When periodic work is due, for whoever operates the site."""

from __future__ import annotations

from django.contrib import admin

from console.pages.admin import ReadOnly
from console.tasks.models import Due


@admin.register(Due)
class DueAdmin(ReadOnly[Due]):
    """Periodic work by name."""

    list_display = ("name", "due_at")
