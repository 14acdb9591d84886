"""The app's name in Django."""

from django.apps import AppConfig


class Keys(AppConfig):
    """API keys."""

    name = "console.keys"
    label = "keys"
