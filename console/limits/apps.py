"""The app's name in Django."""

from django.apps import AppConfig


class Limits(AppConfig):
    """Limits."""

    name = "console.limits"
    label = "limits"
