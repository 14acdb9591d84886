"""The app's name in Django; it hears of new passwords."""

from django.apps import AppConfig


class Organisations(AppConfig):
    """Organisations and members."""

    name = "console.organisations"
    label = "organisations"

    def ready(self) -> None:
        """Listen."""
        from allauth.account.signals import password_reset

        from console.organisations import adapter

        password_reset.connect(adapter.new_password, dispatch_uid="wrong passwords before a new one")
