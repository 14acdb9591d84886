"""What webhooks tell of phrasings."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _

from console.pages.links import link
from console.webhooks.events import event
from phrasings.models import Version

PUBLISHED = event("version.published", _("A version of the phrasings went live"))


def published(version: Version) -> dict[str, Any]:
    """What is told of a version: which, not by whom."""
    slug = version.organisation.slug
    return {
        "organisation": slug,
        "version": version.number,
        "note": version.note,
        "changed": version.changed,
        "restores": version.restores,
        "published_at": version.published_at.isoformat(),
        "link": link("phrasings:version", slug=slug, number=version.number),
    }
