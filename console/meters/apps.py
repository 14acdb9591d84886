"""The app's name in Django."""

from django.apps import AppConfig


class Meters(AppConfig):
    """Counts of runtimes."""

    name = "console.meters"
    label = "meters"
