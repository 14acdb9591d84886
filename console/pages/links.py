"""Addresses of pages for those who are not on one: in e-mail and in events."""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse


def link(name: str, **place: object) -> str:
    """The whole address of the page called `name`."""
    return f"{settings.CONSOLE_ADDRESS}{reverse(name, kwargs=place)}"
