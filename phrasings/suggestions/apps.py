"""The app's name in Django, and when suggestions are drafted."""

from typing import Any

from django.apps import AppConfig
from django.db.models.signals import post_save


class Suggestions(AppConfig):
    """Suggestions."""

    name = "phrasings.suggestions"
    label = "suggestions"

    def ready(self) -> None:
        """Draft whenever an organisation's tools are registered: each registration ends by saving its own row."""
        from console.tools.models import Registration

        post_save.connect(_draft, sender=Registration, dispatch_uid="suggestions")


def _draft(instance: Any, *, raw: bool, **kwargs: Any) -> None:
    if raw:  # a backup is loaded, which holds the suggestions too
        return
    from phrasings.suggestions.drafting import draft

    draft(instance.organisation)
