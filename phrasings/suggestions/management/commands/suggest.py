"""`manage.py suggest`: bring every organisation's suggestions up to its tools."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from console.organisations.models import Organisation
from phrasings.suggestions.drafting import draft


class Command(BaseCommand):
    """Draft suggestions, as happens whenever tools are registered."""

    help = "Draft suggestions for every organisation, as happens whenever tools are registered."

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it and say what came and went."""
        for organisation in Organisation.objects.all():
            done = draft(organisation)
            counts = f"{done.added} offered, {done.changed} changed, {done.withdrawn} withdrawn"
            self.stdout.write(f"{organisation.slug}: {counts}")
