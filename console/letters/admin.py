"""Letters, for whoever operates the site: whether they went, not what they say."""

from __future__ import annotations

from django.contrib import admin

from console.letters.models import Letter
from console.pages.admin import ReadOnly


@admin.register(Letter)
class LetterAdmin(ReadOnly[Letter]):
    """Letters by address."""

    list_display = ("to", "subject", "written_at", "sent_at", "attempts", "next_attempt_at")
    search_fields = ("to",)
    exclude = ("text",)
