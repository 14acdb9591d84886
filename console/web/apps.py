"""The app's name in Django."""

from django.apps import AppConfig


class Web(AppConfig):
    """The site."""

    name = "console.web"
    label = "web"
