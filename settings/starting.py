"""A process that serves refuses to start half set; a command that needs no secret runs without."""

from __future__ import annotations

from django.core.checks import run_checks
from django.core.exceptions import ImproperlyConfigured

SECRETS = "secrets"
"""The tag of checks that whoever does people's work must pass."""

PAGES = "pages"
"""The tag of those that whoever answers people must pass too."""


def refuse_half_set(*tags: str) -> None:
    """Raise ImproperlyConfigured with all that the checks with these tags find wrong."""
    found = run_checks(tags=tags, include_deployment_checks=True)
    if wrong := [str(each) for each in found if each.is_serious()]:
        raise ImproperlyConfigured("\n".join(["The console does not start:", *wrong]))
