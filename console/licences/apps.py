"""The app's name in Django."""

from django.apps import AppConfig


class Licences(AppConfig):
    """Licences."""

    name = "console.licences"
    label = "licences"
