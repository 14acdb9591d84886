"""`manage.py messages`: bring the catalogue of translations up to the sources, and compile it."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from console.web import catalogue


class Command(BaseCommand):
    """Update and compile the catalogue."""

    help = "Bring the catalogue of translations up to the sources, and compile it."

    requires_system_checks = ()  # nothing is served

    def add_arguments(self, parser: CommandParser) -> None:
        """`--compile` leaves the catalogue as it is."""
        parser.add_argument("--compile", action="store_true", help="only compile")

    def handle(self, *args: Any, **options: Any) -> None:
        """Do it and say what came and went."""
        root = catalogue.root()
        if not options["compile"]:
            came, went = catalogue.update(root)
            self.stdout.write(f"{came} texts came, {went} went; translate in {catalogue.CATALOGUE}")
        catalogue.compile_catalogue(root)
