"""Keys with which runtimes and scripts speak to the console."""

from __future__ import annotations

from datetime import datetime
from typing import ClassVar

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from console.organisations.models import Organisation


class Scope(models.TextChoices):
    """What a key may be used for."""

    PHRASINGS_READ = "phrasings:read", _("Read phrasings")
    PHRASINGS_WRITE = "phrasings:write", _("Write and publish phrasings")
    METERS_WRITE = "meters:write", _("Send counts")
    TOOLS_WRITE = "tools:write", _("Register tools")
    PLAN = "plan", _("Ask for plans")


class ApiKey(models.Model):
    """A key. Its secret is shown once; the prefix names it, the digest recognises it."""

    organisation = models.ForeignKey(Organisation, models.CASCADE, related_name="api_keys")
    name = models.CharField(_("name"), max_length=80)
    prefix = models.CharField(max_length=12, unique=True, editable=False)
    digest = models.CharField(max_length=64, unique=True, editable=False)
    scopes = models.JSONField(_("scopes"), default=list)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True)
    last_used_at = models.DateTimeField(null=True, editable=False)
    revoked_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        ordering: ClassVar = ["-created_at", "-pk"]
        verbose_name = _("API key")

    def __str__(self) -> str:
        return f"{self.name} ({self.prefix}…)"

    def works(self, now: datetime) -> bool:
        """Whether it has neither expired nor been revoked."""
        return self.revoked_at is None and (self.expires_at is None or self.expires_at > now)

    def may(self, scope: Scope) -> bool:
        """Whether the key was made for `scope`."""
        return scope in self.scopes
