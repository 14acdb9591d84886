"""The app's name in Django."""

from django.apps import AppConfig


class Alerts(AppConfig):
    """Alerts."""

    name = "console.alerts"
    label = "alerts"
