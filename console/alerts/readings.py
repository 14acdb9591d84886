"""What the counts say to what an alert asks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal

from django.db.models import Max

from console.alerts.models import Asked, Kind
from console.meters.queries import Question, installations, total
from console.meters.reading import DROPPED
from console.organisations.models import Organisation

_HOUR = timedelta(hours=1)
CENT = Decimal("0.01")


@dataclass(frozen=True, slots=True)
class Reading:
    """A share in percent, hours of silence or how many were dropped; None where there is nothing to judge by.

    :ivar sentences: that the share is of.
    """

    value: Decimal | None
    sentences: int = 0


def reading(organisation: Organisation, asked: Asked, now: datetime) -> Reading:
    """What the counts say now."""
    return _READ[asked.kind](organisation, asked, now)


def _replaced(organisation: Organisation, asked: Asked, now: datetime) -> Reading:
    """The share of all sentences that were read which were replaced, about the tool where one is named."""
    labels = {"tool": asked.tool} if asked.tool else {}
    begins, ends = _window(asked, now)
    read = total(organisation, Question("sentences.read", begins, ends))
    if read < max(asked.least, 1):
        return Reading(None, read)
    replaced = total(organisation, Question("sentences.replaced", begins, ends, labels))
    return Reading((Decimal(100 * replaced) / read).quantize(CENT), read)


def _silent(organisation: Organisation, asked: Asked, now: datetime) -> Reading:
    """How long ago any runtime was last heard from."""
    heard = installations(organisation).aggregate(last=Max("last_seen_at"))["last"]
    return Reading(None if heard is None else Decimal((now - heard) / _HOUR).quantize(CENT))


def _dropping(organisation: Organisation, asked: Asked, now: datetime) -> Reading:
    begins, ends = _window(asked, now)
    return Reading(Decimal(total(organisation, Question(DROPPED, begins, ends))))


def _window(asked: Asked, now: datetime) -> tuple[datetime, datetime]:
    """The hours that are looked at: this one, which is not over, and whole ones before it."""
    hour = now.replace(minute=0, second=0, microsecond=0)
    return hour - asked.hours * _HOUR, hour + _HOUR


_READ: Mapping[Kind, Callable[[Organisation, Asked, datetime], Reading]] = {
    Kind.REPLACED: _replaced,
    Kind.SILENT: _silent,
    Kind.DROPPING: _dropping,
}
