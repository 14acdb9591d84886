"""An organisation, its members and the invitations it sent."""

from __future__ import annotations

import zoneinfo
from typing import ClassVar

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Role(models.TextChoices):
    """What a member may do; each role may do all that the ones before it may."""

    VIEWER = "viewer", _("Viewer")
    EDITOR = "editor", _("Editor")
    PUBLISHER = "publisher", _("Publisher")
    OWNER = "owner", _("Owner")

    def may_act_as(self, other: Role) -> bool:
        """Whether this role may do what `other` may."""
        order = list(Role)
        return order.index(self) >= order.index(other)


class SelectorLanguage(models.TextChoices):
    """Languages the selector reads, by the codes of the protocol; each is called by its own name."""

    ENGLISH = "en", "English"
    PORTUGUESE = "pt-BR", "Português (Brasil)"


def check_time_zone(name: str) -> None:
    """Refuse a name that the time zone data does not have."""
    if name not in zoneinfo.available_timezones():
        raise ValidationError(_("“%(name)s” is not a time zone. An example: America/Sao_Paulo."), params={"name": name})


class Organisation(models.Model):
    """Everything else in the console belongs to one of these."""

    name = models.CharField(_("name"), max_length=80)
    slug = models.SlugField(_("address"), max_length=50, unique=True)
    selector_language = models.CharField(
        _("Language the selector reads"),
        max_length=5,
        choices=SelectorLanguage.choices,
        default=SelectorLanguage.ENGLISH,
    )
    time_zone = models.CharField(_("time zone"), max_length=64, default="UTC", validators=[check_time_zone])
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering: ClassVar = ["name", "pk"]
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(selector_language__in=SelectorLanguage.values), name="selector_language_is_read"
            )
        ]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """A person's role in an organisation."""

    organisation = models.ForeignKey(Organisation, models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=9, choices=Role.choices)
    joined_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["organisation", "user"], name="a_person_joins_once"),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="member_role_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.user} ({self.role})"


class Invitation(models.Model):
    """An offer of membership by e-mail; only the digest of its token is kept."""

    organisation = models.ForeignKey(Organisation, models.CASCADE, related_name="invitations")
    email = models.EmailField(_("e-mail address"))
    role = models.CharField(_("role"), max_length=9, choices=Role.choices, default=Role.VIEWER)
    token_digest = models.CharField(max_length=64, unique=True, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField()

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["organisation", "email"], name="one_invitation_an_address"),
            models.CheckConstraint(condition=models.Q(role__in=Role.values), name="invited_role_is_known"),
        ]

    def __str__(self) -> str:
        return f"{self.email} ({self.role})"
