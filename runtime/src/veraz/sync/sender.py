"""Sending: one process of those that share a spool posts what it holds, and says no more than counts.

Whatever becomes of a post, nothing is lost and nothing counted twice: a parcel is kept until the console says that it
has it, and is sent under the same batch until then.
"""

from __future__ import annotations

import gzip
import json
import math
import os
import random
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import veraz
from veraz.errors import NoAnswer, VerazError
from veraz.sync.keys import read_json
from veraz.sync.notices import Notices
from veraz.sync.parcels import Parcel, Parcels, Sample, Schedule
from veraz.sync.pauses import LONGEST, SHORTEST, after_failure
from veraz.sync.spool import WINDOW, Spool
from veraz.sync.spool_file import Busy
from veraz.sync.transport import Answer, Transport, refusal

METERS_PATH = "/v1/meters"

HEARTBEAT = 900.0
"""Seconds without a post after which an empty one tells the console that this runtime lives."""

LEASE = 60.0
"""Seconds that a process sends for all, from its last look; another takes over when they have passed."""

_TIMEOUT = 10.0  # seconds for one post; far less than a lease
_AT_EXIT = 2.0  # seconds for the last
_SHORTEST, _USUAL = 10.0, 60.0  # seconds between two posts, as the console asks and where it does not
_AFTER_BUSY = 5.0  # seconds
_AFTER_WINDOW = 15.0  # seconds within which an ended window is sent, so that runtimes do not all post at once
_HEADERS = {"Content-Type": "application/json", "Content-Encoding": "gzip", "Accept": "application/json"}

_KEY_REFUSED = (401, 403)
_TOO_LARGE = 413
_NEVER_TAKEN = (400, 415, 422)


@dataclass(frozen=True, slots=True)
class Drained:
    """What became of what waited.

    :ivar sent: how much was counted in what the console took in.
    :ivar posts: the posts it took in.
    :ivar elsewhere: whether another process sends, or has the spool, and is left to it.
    :ivar failed: whether the last post came to nothing; the log says why.
    """

    sent: int = 0
    posts: int = 0
    elsewhere: bool = False
    failed: bool = False


class Sender:
    """A job that sends what ``spool`` holds, where no other process does.

    :param version: returns the version of the phrasings held now.
    """

    def __init__(self, spool: Spool, transport: Transport, version: Callable[[], int | None] = lambda: None) -> None:
        self._spool = spool
        self._parcels = Parcels(spool, veraz.__version__)
        self._transport = transport
        self._version = version
        self._name = uuid4().hex
        self._notices = Notices()
        self._losses = Notices()
        self._stopped = False

    def run(self) -> float:
        """Send one parcel, where one is due, and return the seconds until the next look; never again if not allowed."""
        self._spool.flush()
        try:
            schedule = self._parcels.lease(self._holder, LEASE)
            if schedule is None:
                return random.uniform(LEASE / 4, LEASE / 2)
            if _is_due(schedule, self._spool.clock()):
                schedule = self._send(schedule, _TIMEOUT)
            self._spool.tidy()
        except Busy:
            return _AFTER_BUSY
        return math.inf if self._stopped else self._pause(schedule)

    def finish(self, deadline_seconds: float) -> None:
        """Send once more, this minute's too, unless another process does, or the console is to be left alone."""
        self._spool.flush()
        try:
            schedule = None if self._stopped else self._parcels.lease(self._holder, LEASE)
            if schedule is None:
                return
            if not schedule.failures or _is_due(schedule, self._spool.clock()):
                self._send(schedule, min(deadline_seconds, _AT_EXIT), ends=True)
            self._parcels.release(self._holder)
        except Busy:
            return  # what is not sent is on the disk

    def drain(self) -> Drained:
        """Send all that waits, this minute's too, in this thread, for a person who asks for it.

        What the schedule says is passed over: whoever asks knows that the console is back. A post that comes to
        nothing is the last, and is told to the schedule as any is.
        """
        self._spool.flush()
        drained = Drained()
        try:
            for parcel, schedule in self._all_that_waits():
                self._post(parcel, schedule, _TIMEOUT)
                drained = self._with(drained, parcel)
                if drained.failed:
                    break
            self._parcels.release(self._holder)
            self._spool.tidy()
        except Busy:
            return replace(drained, elsewhere=True)
        return drained

    def _all_that_waits(self) -> Iterator[tuple[Parcel, Schedule]]:
        """Yield each parcel; this minute's once, since agents go on counting into it, and what it was split into.

        :raises Busy: where another process sends.
        """
        for all_windows in (False, True, False):
            while (found := self._leased(all_windows=all_windows)) is not None:
                yield found
                if all_windows:
                    break

    def _leased(self, *, all_windows: bool) -> tuple[Parcel, Schedule] | None:
        schedule = self._parcels.lease(self._holder, LEASE)
        if schedule is None:
            raise Busy
        parcel = self._parcels.next(self._version(), all_windows=all_windows)
        return None if parcel is None else (parcel, schedule)

    def _with(self, drained: Drained, parcel: Parcel) -> Drained:
        """Return what was drained with a parcel that was posted: the spool tells what became of it."""
        left = self._parcels.left(parcel)
        if left is None:
            return replace(drained, sent=drained.sent + sum(each.n for each in parcel.samples), posts=drained.posts + 1)
        return drained if left < len(parcel.samples) else replace(drained, failed=True)  # one that was split goes on

    @property
    def _holder(self) -> str:
        """This process's name; one forked from it has another."""
        return f"{self._name}-{os.getpid()}"

    def _send(self, schedule: Schedule, timeout: float, *, ends: bool = False) -> Schedule:
        """Send what is next, and return the schedule as the answer leaves it."""
        parcel = self._parcels.next(self._version(), all_windows=ends) or self._heartbeat(schedule, ends=ends)
        return schedule if parcel is None else self._post(parcel, schedule, timeout)

    def _post(self, parcel: Parcel, schedule: Schedule, timeout: float) -> Schedule:
        body = _body(parcel, self._parcels.installation, self._spool.clock())
        try:
            answer = self._transport.send("POST", METERS_PATH, _HEADERS, body, timeout)
        except NoAnswer as error:
            return self._failed(schedule, {}, "no answer", error)
        return self._judged(parcel, answer, schedule)

    def _heartbeat(self, schedule: Schedule, *, ends: bool) -> Parcel | None:
        now = self._spool.clock()
        if ends or now - HEARTBEAT < schedule.contact <= now:
            return None
        return self._parcels.empty(self._version())

    def _judged(self, parcel: Parcel, answer: Answer, schedule: Schedule) -> Schedule:
        now = self._spool.clock()
        if answer.status in _KEY_REFUSED:
            return self._stop(answer.status, schedule)
        if answer.status == _TOO_LARGE and len(parcel.samples) > 1:
            self._parcels.split(parcel)
            return self._kept(Schedule(now + SHORTEST, 0, schedule.contact))
        if answer.status in (*_NEVER_TAKEN, _TOO_LARGE):
            return self._refused(parcel, answer.status, Schedule(now + _USUAL, 0, now))
        told = _told(answer, parcel.batch)
        if told is None:
            return self._failed(schedule, answer.headers, f"status {answer.status}", _no_receipt(answer))
        return self._delivered(parcel, told, Schedule(now + _next_seconds(told), 0, now))

    def _delivered(self, parcel: Parcel, told: Mapping[str, Any], schedule: Schedule) -> Schedule:
        lost = self._parcels.delivered(parcel, _rejected(told, len(parcel.samples)), schedule)
        if lost:
            self._losses.trouble("rejected", f"the console rejected samples that counted {lost}: they are dropped")
        self._notices.over("counts are sent to the console again")
        return schedule

    def _refused(self, parcel: Parcel, status: int, schedule: Schedule) -> Schedule:
        lost = self._parcels.refused(parcel, status, schedule)
        self._losses.trouble(
            "refused", f"the console refused a post with {status}: what it counted ({lost}) is put aside"
        )
        return schedule

    def _failed(self, schedule: Schedule, headers: Mapping[str, str], kind: str, why: VerazError) -> Schedule:
        self._notices.trouble(kind, f"counts were not sent: {why}; they are kept and sent later")
        now, failures = self._spool.clock(), schedule.failures + 1
        return self._kept(Schedule(now + after_failure(failures, headers, now), failures, schedule.contact))

    def _stop(self, status: int, schedule: Schedule) -> Schedule:
        """Send nothing more from this process; what is held is kept for one with a key that may."""
        self._stopped = True
        self._notices.trouble("key", f"the console refused the key with {status}: counts are kept and no longer sent")
        self._parcels.release(self._holder)
        return schedule

    def _kept(self, schedule: Schedule) -> Schedule:
        self._parcels.postpone(schedule)
        return schedule

    def _pause(self, schedule: Schedule) -> float:
        """Return the seconds until the next look, which keeps the lease too."""
        now = self._spool.clock()
        due = schedule.not_before - now if not _is_due(schedule, now) else 0.0
        window = WINDOW - now % WINDOW + random.uniform(0, _AFTER_WINDOW)
        return min(max(due, window if schedule.failures == 0 else SHORTEST), LEASE / 2)


def _is_due(schedule: Schedule, now: float) -> bool:
    """Tell whether the console may be asked now; a moment too far off was set before a clock was set back."""
    return not now < schedule.not_before <= now + LONGEST


def _body(parcel: Parcel, installation: str, now: float) -> bytes:
    told = {
        "schema": 1,
        "batch_id": parcel.batch,
        "installation": installation,
        "runtime": parcel.runtime,
        "version": parcel.version,
        "attempt": parcel.attempt,
        "sent_at": _moment(now),
        "samples": [_sample(sample) for sample in parcel.samples],
        "dropped": [{"reason": reason, "n": n} for reason, n in parcel.dropped.items()],
    }
    return gzip.compress(json.dumps(told, separators=(",", ":")).encode(), compresslevel=6)


def _sample(sample: Sample) -> dict[str, Any]:
    return {
        "start": _moment(sample.start),
        "end": _moment(sample.start + WINDOW),
        "meter": sample.series.meter,
        "labels": dict(sample.series.labels),
        "n": sample.n,
    }


def _moment(seconds: float) -> str:
    return datetime.fromtimestamp(int(seconds), UTC).isoformat().replace("+00:00", "Z")


def _told(answer: Answer, batch: str) -> Mapping[str, Any] | None:
    """Return what a console that took ``batch`` in says of it, or ``None``: any machine between may answer 200."""
    if not 200 <= answer.status < 300:
        return None
    told = read_json(answer.body)
    return told if isinstance(told, dict) and told.get("batch_id") == batch else None


def _no_receipt(answer: Answer) -> VerazError:
    if 200 <= answer.status < 300:
        return NoAnswer(f"what answered {answer.status} did not say that it has them")
    return refusal(answer)


def _next_seconds(told: Mapping[str, Any]) -> float:
    asked = told.get("next_seconds")
    if isinstance(asked, bool) or not isinstance(asked, int | float) or asked != asked:  # the last is NaN
        return _USUAL
    return float(min(max(asked, _SHORTEST), LONGEST))


def _rejected(told: Mapping[str, Any], samples: int) -> list[int]:
    """Return the places of the samples that were rejected."""
    listed = told.get("rejected")
    entries = [each.get("index") for each in listed if isinstance(each, dict)] if isinstance(listed, list) else []
    return [index for index in entries if type(index) is int and 0 <= index < samples]
