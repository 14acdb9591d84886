"""The app's name in Django."""

from django.apps import AppConfig


class Tools(AppConfig):
    """Registered tools."""

    name = "console.tools"
    label = "tools"
