"""The app's name in Django."""

from django.apps import AppConfig


class Audit(AppConfig):
    """Audit lines."""

    name = "console.audit"
    label = "audit"
