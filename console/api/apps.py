"""The app's name in Django."""

from django.apps import AppConfig


class Api(AppConfig):
    """The HTTP interface."""

    name = "console.api"
    label = "api"
