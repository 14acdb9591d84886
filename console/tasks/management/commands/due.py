"""`manage.py due`: do the periodic work that is due, once, and what it sets off. For cron, with TASKS=command."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from console.tasks.periodic import run_due
from console.tasks.queue import at_once
from settings.starting import SECRETS, refuse_half_set


class Command(BaseCommand):
    """Do what is due."""

    help = "Do the periodic work that is due, once."

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it, and name what was done, a line each."""
        refuse_half_set(SECRETS)
        with at_once():
            for name in run_due():
                self.stdout.write(name)
