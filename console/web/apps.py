"""The app's name in Django, and its checks."""

from django.apps import AppConfig
from django.core.checks import register

from settings.starting import PAGES, SECRETS


class Web(AppConfig):
    """The site."""

    name = "console.web"
    label = "web"

    def ready(self) -> None:
        """Have Django's check look at what serving takes."""
        from console.web import checks

        register(checks.check_secrets, SECRETS, deploy=True)
        register(checks.check_static_files, PAGES, deploy=True)
