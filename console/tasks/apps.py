"""The app's name in Django; it finds the apps' tasks and starts the thread with the first request."""

from django.apps import AppConfig
from django.core.checks import register
from django.core.signals import request_started
from django.utils.module_loading import autodiscover_modules


class Tasks(AppConfig):
    """Tasks."""

    name = "console.tasks"
    label = "tasks"

    def ready(self) -> None:
        """Find the tasks of every app."""
        from console.tasks import checks, periodic_thread

        autodiscover_modules("tasks")
        register(checks.check_settings)
        request_started.connect(periodic_thread.start, dispatch_uid="periodic tasks")
