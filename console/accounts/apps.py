"""The app's name in Django."""

from django.apps import AppConfig


class Accounts(AppConfig):
    """People who sign in."""

    name = "console.accounts"
    label = "accounts"
