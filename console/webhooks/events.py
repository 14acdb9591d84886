"""What webhooks tell, as a type that is sent and words that are shown. Each app names its own events with `event`."""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from console.pages.named_codes import Registry


@dataclass(frozen=True, slots=True)
class Event:
    """`type` is sent and stored for ever; `words` say what has happened."""

    type: str
    words: str | Promise


_KNOWN: Registry[Event] = Registry("event")


def event(type_: str, words: str | Promise) -> Event:
    """Name an event; a type is named once."""
    return _KNOWN.add(type_, Event(type_, words))


TEST = Event("webhook.test", _("A test"))
"""Sent when someone asks for it, whatever the endpoint is told of; no endpoint chooses it."""

known = _KNOWN.known


def words_for(type_: str) -> str:
    """The words of a stored type; the type itself where no app names it any more."""
    return str(TEST.words) if type_ == TEST.type else _KNOWN.words_for(type_)
