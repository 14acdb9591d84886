"""Runtimes that the console has heard of, and whether the phrasings they hold are the live ones."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.utils.translation import gettext as _

from console.meters.models import Installation
from console.organisations.models import Organisation
from phrasings.queries import live_since

SILENT_AFTER = timedelta(hours=1)  # a runtime with nothing to tell says so every quarter of an hour


@dataclass(frozen=True, slots=True)
class Live:
    """The live version and since when it is; 0 and None before the first."""

    number: int
    since: datetime | None


@dataclass(frozen=True, slots=True)
class Runtime:
    """A runtime as the overview lists it; `state` is a class of the style sheet, `holds` what is read."""

    name: str
    release: str
    last_seen_at: datetime
    silent: bool
    state: str
    holds: str
    dropped: int


def runtimes(organisation: Organisation, found: Iterable[Installation], now: datetime) -> list[Runtime]:
    """Installations of an organisation in words."""
    live = Live(*live_since(organisation))
    return [runtime(each, live, now) for each in found]


def runtime(found: Installation, live: Live, now: datetime) -> Runtime:
    """An installation in words."""
    state, holds = _holds(found, live)
    silent = now - found.last_seen_at > SILENT_AFTER
    return Runtime(found.name, found.runtime, found.last_seen_at, silent, state, holds, found.dropped)


def _holds(found: Installation, live: Live) -> tuple[str, str]:
    if not found.version:
        return "off", _("none, as far as it said")
    held = {"held": found.version, "live": live.number}
    if found.version == live.number:
        return "ok", _("v%(held)s, live") % held
    if found.version > live.number:
        return "warn", _("v%(held)s, never published here") % held
    if live.since and found.last_seen_at < live.since + timedelta(seconds=settings.POLL_SECONDS):
        return "off", _("v%(held)s when last seen") % held
    return "warn", _("v%(held)s, behind v%(live)s") % held
