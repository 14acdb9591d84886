"""The app's name in Django."""

from django.apps import AppConfig


class Organisations(AppConfig):
    """Organisations and members."""

    name = "console.organisations"
    label = "organisations"
