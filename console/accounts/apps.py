"""The app's name in Django; it remembers the language of who signs in."""

from django.apps import AppConfig
from django.contrib.auth.signals import user_logged_in


class Accounts(AppConfig):
    """People who sign in."""

    name = "console.accounts"
    label = "accounts"

    def ready(self) -> None:
        """Listen."""
        from console.accounts import languages

        user_logged_in.connect(languages.signed_in, dispatch_uid="language of who signs in")
