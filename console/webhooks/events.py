"""What webhooks tell, as a type that is sent and words that are shown. Each app names its own events with `event`."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _


@dataclass(frozen=True, slots=True)
class Event:
    """`type` is sent and stored for ever; `words` say what has happened."""

    type: str
    words: str | Promise


_KNOWN: dict[str, Event] = {}


def event(type_: str, words: str | Promise) -> Event:
    """Name an event; a type is named once."""
    if type_ in _KNOWN:
        raise ValueError(f"The event {type_} is named twice.")
    _KNOWN[type_] = Event(type_, words)
    return _KNOWN[type_]


TEST = Event("webhook.test", _("A test"))
"""Sent when someone asks for it, whatever the endpoint is told of; no endpoint chooses it."""


def known() -> list[Event]:
    """Every event of the installed apps that an endpoint may choose, by type."""
    return [_KNOWN[type_] for type_ in sorted(_KNOWN)]


def words_for(type_: str) -> str:
    """The words of a stored type; the type itself where no app names it any more."""
    return str({**_KNOWN, TEST.type: TEST}[type_].words) if type_ in _KNOWN or type_ == TEST.type else type_
