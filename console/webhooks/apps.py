"""The app's name in Django."""

from django.apps import AppConfig


class Webhooks(AppConfig):
    """Webhooks."""

    name = "console.webhooks"
    label = "webhooks"
