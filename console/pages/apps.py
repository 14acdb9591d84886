"""The app's name in Django."""

from django.apps import AppConfig


class Pages(AppConfig):
    """The kit of pages."""

    name = "console.pages"
    label = "pages"
