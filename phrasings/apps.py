"""The app's name in Django."""

from django.apps import AppConfig


class Phrasings(AppConfig):
    """Phrasings."""

    name = "phrasings"
    label = "phrasings"
