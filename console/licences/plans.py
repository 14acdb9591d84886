"""Plans, and what each allows a runtime beyond the check, which runs on all of them."""

from __future__ import annotations

from collections.abc import Mapping

from django.db import models
from django.utils.translation import gettext_lazy as _

from veraz.agent import licence


class Plan(models.TextChoices):
    """What an organisation is on, from the lowest up."""

    FREE = "free", _("Free")
    TEAM = "team", _("Team")
    ENTERPRISE = "enterprise", _("Enterprise")


class Feature(models.TextChoices):
    """What a licence may allow, by the names that runtimes ask for."""

    PERSONAL_DATA = licence.PERSONAL_DATA, _("A model may read the personal data that tools return")


FEATURES: Mapping[str, tuple[Feature, ...]] = {
    Plan.FREE: (),
    Plan.TEAM: (),
    Plan.ENTERPRISE: (Feature.PERSONAL_DATA,),
}

GRANTED = (Plan.TEAM, Plan.ENTERPRISE)
"""The plans that take a licence; who holds none is on the free one."""
