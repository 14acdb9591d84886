"""Tools as their runtimes registered them."""

from __future__ import annotations

from typing import ClassVar

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from console.organisations.models import Organisation


class Tool(models.Model):
    """A tool. One that is no longer registered stays, marked absent: its phrasings are kept for its return."""

    organisation = models.ForeignKey(Organisation, models.CASCADE, related_name="tools")
    name = models.CharField(_("name"), max_length=128)
    write = models.BooleanField(_("changes something"))
    description = models.TextField(_("description"), blank=True)
    definition = models.TextField()  # JSON as text: phrasings print arguments in the schema's order, which jsonb loses
    present = models.BooleanField(default=True)
    first_seen_at = models.DateTimeField(default=timezone.now)
    last_seen_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering: ClassVar = ["name"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["organisation", "name"], name="a_name_speaks_of_one_tool")
        ]

    def __str__(self) -> str:
        return self.name


class Registration(models.Model):
    """The last time an organisation's tools were registered, whole, and the digest that names the set."""

    organisation = models.OneToOneField(Organisation, models.CASCADE, related_name="registration")
    digest = models.CharField(max_length=128)
    at = models.DateTimeField()
    by = models.CharField(max_length=254)

    def __str__(self) -> str:
        return self.digest
