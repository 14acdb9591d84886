"""What is done with counts: taken in, each once whatever is sent again, and forgotten when they are old."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from console.meters import taking
from console.meters.models import Batch, Hour, Installation, Post
from console.meters.reading import Reader, Reading, Rejection, dropped
from console.organisations.actor import Actor
from console.organisations.models import Organisation

MOST_SAMPLES = 10_000  # in a post
SAMPLES_KEPT = timedelta(days=45)  # longer than the oldest that is taken: none comes again once it is forgotten
MOST_AHEAD = timedelta(days=400)  # that a clock is believed to be, when it is asked how long samples are kept
HOURS_KEPT = timedelta(days=400)
INSTALLATIONS_KEPT = timedelta(days=90)
_FORGOTTEN_AT_ONCE = 50  # batches in a transaction


@dataclass(frozen=True, slots=True)
class Sent:
    """A post. A retry says the same again, and so does a part of it under the same batch.

    :ivar version: of the phrasings that the installation holds; None where it has none, or does not say.
    :ivar samples: JSON values, not yet read.
    :ivar dropped: how much was dropped, by reason.
    """

    batch: str
    installation: str
    runtime: str
    version: int | None = None
    samples: Sequence[Any] = ()
    dropped: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of a post's samples."""

    accepted: int
    duplicates: int
    rejected: tuple[Rejection, ...]


def ingest(by: Actor, sent: Sent) -> Taken:
    """Take a post in, whole or not at all; what was taken before counts nothing, and a repetition is answered alike.

    Posts of one batch wait for each other; others only where they add to the same number.
    """
    now = timezone.now()
    reading = Reader(now).read(sent.samples)
    digest = _digest(reading, sent.dropped)
    with transaction.atomic():
        batch, is_new = Batch.objects.select_for_update().get_or_create(
            organisation=by.organisation, name=sent.batch, defaults={"received_at": now, "latest": now}
        )
        installation = _heard_of(by.organisation, sent, now)
        if not is_new and (before := Post.objects.filter(batch=batch, digest=digest).first()):
            return _as_before(before)
        drops = [dropped(reason, n, batch.received_at, now) for reason, n in sorted(sent.dropped.items())]
        fresh = taking.fresh(batch, [*reading.counts, *drops], is_new=is_new)
        taking.add(batch, fresh)
        accepted = len(fresh) - _add_drops(installation, fresh)
        taken = Taken(accepted, len(reading.counts) - accepted, tuple(reading.rejected))
        batch.latest = min(max([now, *(count.window.start for count, _key in fresh)]), now + MOST_AHEAD)
        _remember(batch, digest, taken)
    return taken


def forget_old(now: datetime) -> None:
    """Forget samples after 45 days, hours after 400, installations after 90; days and months are kept.

    A batch goes with all its samples, 45 days after the last that came or, by a clock that is ahead, is still to come;
    a clock that is ahead by more than 400 days is believed no further.
    """
    while _forget_batches(now - SAMPLES_KEPT):
        pass
    for organisation in Organisation.objects.all():  # one at a time, as the index on hours begins with it
        Hour.objects.filter(organisation=organisation, start__lt=now - HOURS_KEPT).delete()
    Installation.objects.filter(last_seen_at__lt=now - INSTALLATIONS_KEPT).delete()


def _heard_of(organisation: Organisation, sent: Sent, now: datetime) -> Installation:
    heard = {"runtime": sent.runtime, "version": sent.version, "last_seen_at": now}
    [installation] = Installation.objects.bulk_create(
        [Installation(organisation=organisation, name=sent.installation, first_seen_at=now, **heard)],
        update_conflicts=True,
        unique_fields=["organisation", "name"],
        update_fields=list(heard),
    )
    return installation


def _add_drops(installation: Installation, fresh: Sequence[taking.Fresh]) -> int:
    """Add to what an installation dropped, and return how many of the counts are of that."""
    drops = [count.n for count, _key in fresh if count.is_dropped]
    if drops:
        Installation.objects.filter(pk=installation.pk).update(dropped=F("dropped") + sum(drops))
    return len(drops)


def _remember(batch: Batch, digest: str, taken: Taken) -> None:
    """Keep the answer for the same post, and the batch for as long as a sample of it could come again."""
    numbers = {"accepted": taken.accepted, "duplicates": taken.duplicates}
    rejected = [[each.index, each.code] for each in taken.rejected]
    Post.objects.create(batch=batch, digest=digest, **numbers, rejected=rejected)
    batch.save(update_fields=["latest"])


def _as_before(post: Post) -> Taken:
    return Taken(post.accepted, post.duplicates, tuple(Rejection(index, code) for index, code in post.rejected))


def _digest(reading: Reading, dropped: Mapping[str, int]) -> str:
    """Of what is counted: a retry is sent at another time, as another attempt."""
    whole = json.dumps([reading.digest, sorted(dropped.items())])
    return hashlib.sha256(whole.encode()).hexdigest()


def _forget_batches(before: datetime) -> bool:
    """Forget some, unless a post of theirs is just being taken in; tells whether there may be more."""
    with transaction.atomic():
        old = Batch.objects.select_for_update(skip_locked=True).filter(latest__lt=before)
        some = [batch.pk for batch in old.order_by("latest")[:_FORGOTTEN_AT_ONCE]]
        Batch.objects.filter(pk__in=some).delete()
    return bool(some)
