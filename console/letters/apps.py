"""The app's name in Django."""

from django.apps import AppConfig


class Letters(AppConfig):
    """Letters."""

    name = "console.letters"
    label = "letters"
