"""What an organisation was granted, and the licences issued on it."""

from __future__ import annotations

from datetime import UTC, datetime, time, timedelta
from typing import ClassVar

from django.conf import settings
from django.core.exceptions import ValidationError
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from console.licences.plans import GRANTED, Plan
from console.organisations.models import Organisation

A_YEAR = 365  # days
LONGEST = 3 * A_YEAR
_LAST_SECOND = time(23, 59, 59)
GRACE = timedelta(days=14)  # that runtimes go on for after a licence has ended


class Grant(models.Model):
    """The plan that the operator granted. Within it an organisation's owners issue and renew licences themselves."""

    organisation = models.OneToOneField(Organisation, models.CASCADE, related_name="grant")
    plan = models.CharField(_("plan"), max_length=10, choices=[(plan.value, plan.label) for plan in GRANTED])
    until = models.DateField(_("until"), help_text=_("The last day, in UTC, that any licence is valid on."))
    days = models.PositiveSmallIntegerField(
        _("days a licence lasts"),
        default=A_YEAR,
        validators=[MinValueValidator(1), MaxValueValidator(LONGEST)],
        help_text=_("A licence cannot be called back: the shorter it lasts, the sooner a change of plan holds."),
    )
    changed_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering: ClassVar = ["organisation__name", "pk"]
        verbose_name = _("granted plan")
        verbose_name_plural = _("granted plans")
        constraints: ClassVar = [models.CheckConstraint(condition=models.Q(plan__in=GRANTED), name="plan_is_granted")]

    def __str__(self) -> str:
        return f"{self.organisation}: {self.get_plan_display()}"

    def clean(self) -> None:
        """Refuse an end that has passed, in which nothing could be issued."""
        if self.until and self.until < timezone.now().astimezone(UTC).date():
            raise ValidationError({"until": _("This day has passed. Withdraw the plan instead.")})

    def end_of_one_issued(self, now: datetime) -> datetime:
        """When a licence ends that is issued now: with a day in UTC, so that it is the same all day long."""
        last = min(now.astimezone(UTC).date() + timedelta(days=self.days), self.until)
        return datetime.combine(last, _LAST_SECOND, UTC)


class Licence(models.Model):
    """A licence as it was signed. It is kept: what runtimes hold goes on being valid whatever comes after it."""

    organisation = models.ForeignKey(Organisation, models.CASCADE, related_name="licences")
    number = models.PositiveIntegerField()  # from 1, one more each time
    plan = models.CharField(max_length=10, choices=Plan.choices)
    features = models.JSONField(default=list)
    issued_at = models.DateTimeField(editable=False)
    ends_at = models.DateTimeField(editable=False)
    signed_by = models.CharField(max_length=64, editable=False)  # the key's fingerprint
    text = models.TextField(editable=False)  # a compact JWS; it opens nothing, and says only what stands beside it
    issuer = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, null=True, related_name="+")
    who = models.CharField(max_length=254)  # as they were called then

    class Meta:
        ordering: ClassVar = ["-number"]
        verbose_name = _("issued licence")
        verbose_name_plural = _("issued licences")
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["organisation", "number"], name="a_licence_number_is_given_once"),
            models.CheckConstraint(condition=models.Q(ends_at__gt=models.F("issued_at")), name="a_licence_lasts"),
        ]

    def __str__(self) -> str:
        return f"{self.organisation.slug}-{self.number}"

    @property
    def grace_ends_at(self) -> datetime:
        """Until when runtimes go on with it."""
        return self.ends_at + GRACE
