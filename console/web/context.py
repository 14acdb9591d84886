"""What the frame of every page shows: the organisation, the navigation, what the reader chose."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import Any

from django.http import HttpRequest
from django.urls import NoReverseMatch, reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from console.organisations.sign_up import may_sign_up
from console.web.preferences import preferences


@dataclass(frozen=True, slots=True)
class Entry:
    """A word of the navigation, the page it leads to, and the part of the address it stands for."""

    word: str | Promise
    name: str
    section: str


@dataclass(frozen=True, slots=True)
class Link:
    """An entry in one organisation, on one page."""

    word: str | Promise
    address: str
    current: bool


NAVIGATION = (
    Entry(_("Overview"), "overview", ""),
    Entry(_("Phrasings"), "phrasings:matrix", "phrasings"),
    Entry(_("Suggestions"), "suggestions:list", "suggestions"),
    Entry(_("Tools"), "tools:list", "tools"),
    Entry(_("Meters"), "meters:meters", "meters"),
    Entry(_("Activity"), "activity", "activity"),
    Entry(_("Settings"), "organisations:settings", "settings"),
)


def frame(request: HttpRequest) -> dict[str, Any]:
    """The frame's context; pages outside an organisation have no navigation."""
    actor = getattr(request, "actor", None)
    if actor is None:
        return {"chosen": preferences(request), "may_sign_up": partial(may_sign_up, request)}
    slug = actor.organisation.slug
    return {
        "chosen": preferences(request),
        "actor": actor,
        "organisation": actor.organisation,
        "navigation": _navigation(slug, request.path),
    }


def _navigation(slug: str, path: str) -> list[Link]:
    section = path.removeprefix(f"/o/{slug}/").partition("/")[0]
    return [
        Link(entry.word, reverse(entry.name, kwargs={"slug": slug}), entry.section == section)
        for entry in NAVIGATION
        if _exists(entry.name, slug)
    ]


def _exists(name: str, slug: str) -> bool:
    try:
        reverse(name, kwargs={"slug": slug})
    except NoReverseMatch:
        return False
    return True
