"""What a post says of each count, read from JSON: a count, or the code of what is wrong with it."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Any, NamedTuple

from veraz import meters
from veraz.errors import MeterError
from veraz.meters import OTHER, OVERFLOW

MOST = 1_000_000_000  # that one window may count
LONGEST_WINDOW = timedelta(hours=1)
OLDEST = timedelta(days=35)
LATE = timedelta(hours=1)  # after a window's end
AHEAD = timedelta(minutes=5)  # clocks differ by less

EVERY_TOOL = "*"
"""Stands, where a tool would, for all of them together; no tool has such a name."""

EVERY_VERSION = -1
"""Stands, where a version would, for all of them together."""

DROPPED = "samples.dropped"
"""What a runtime counted and could not keep until it was sent; `more` says why."""

CODES = ("malformed", "unknown_meter", "wrong_labels", "wrong_value", "wrong_n", "wrong_window", "too_old")
"""Why a sample is rejected."""

_FIELDS = frozenset(("start", "end", "meter", "labels", "n"))
_OF_ITS_OWN = ("how", "rule", "where")  # labels that stand in the column `more`; no meter has two of them
_KEPT_SERIES = 16_384  # of those read; reading one anew costs more than all else that is done with a sample


class Key(NamedTuple):
    """A series by what it says, as `models.Series` has it in its columns."""

    meter: str
    tool: str = ""
    outcome: str = ""
    cause: str = ""
    language: str = ""
    version: int = 0
    more: str = ""

    @property
    def of_every_tool(self) -> Key | None:
        """The series that counts this one's tool together with all others; None where it has none."""
        return self._replace(tool=EVERY_TOOL) if self.tool else None

    @property
    def of_every_version(self) -> Key | None:
        """The series that counts all versions together, as is needed of tools alone; None where it has none."""
        return self._replace(version=EVERY_VERSION) if self.tool else None


@dataclass(frozen=True, slots=True)
class Said:
    """A series as a runtime named it: under which key it is kept, and under which where there are too many.

    :ivar identity: of all that was said, in 64 bits: two of the few thousand in a window never share one by chance.
    """

    identity: int
    key: Key
    overflow: Key


class Window(NamedTuple):
    """From when to when was counted, and the hour and the month it is kept under, all in UTC."""

    start: datetime
    end: datetime
    hour: datetime
    month: date
    late: bool = False
    future: bool = False
    too_old: bool = False


class Count(NamedTuple):
    """A sample that is taken, or how much was dropped."""

    window: Window
    said: Said
    n: int
    is_dropped: bool = False


@dataclass(frozen=True, slots=True)
class Rejection:
    """A sample that is not taken: its place in the post, and the code of what is wrong with it."""

    index: int
    code: str


@dataclass(frozen=True, slots=True)
class Reading:
    """What the samples of a post say.

    :ivar digest: the same for the same samples, whenever they come.
    """

    counts: list[Count]
    rejected: list[Rejection]
    digest: str


class Rejected(Exception):
    """A sample is not taken, by the code of what is wrong with it."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Reader:
    """Reads samples that came at `now`."""

    def __init__(self, now: datetime) -> None:
        self._now = now
        self._windows: dict[tuple[str, str], Window] = {}

    def read(self, samples: Sequence[Any]) -> Reading:
        """Read each; what is wrong with one is no other's fault."""
        counts, rejected, told = [], [], []
        for index, sample in enumerate(samples):
            try:
                count = self._count(sample)
            except Rejected as error:
                rejected.append(Rejection(index, error.code))
                told.append(error.code)
                continue
            told.append(f"{sample['start']} {sample['end']} {count.said.identity} {count.n}")
            if count.window.too_old:
                rejected.append(Rejection(index, "too_old"))
            else:
                counts.append(count)
        return Reading(counts, rejected, hashlib.sha256("\n".join(told).encode()).hexdigest())

    def _count(self, sample: Any) -> Count:
        if not isinstance(sample, dict) or sample.keys() != _FIELDS:
            raise Rejected("malformed")
        said = said_by(sample["meter"], sample["labels"])
        n = sample["n"]
        if type(n) is not int or not 1 <= n <= MOST:
            raise Rejected("wrong_n")
        return Count(self._window(sample["start"], sample["end"]), said, n)

    def _window(self, start: Any, end: Any) -> Window:
        if not isinstance(start, str) or not isinstance(end, str):
            raise Rejected("wrong_window")
        found = self._windows.get((start, end))
        if found is None:
            found = self._windows[start, end] = self._window_of(_moment(start), _moment(end))
        return found

    def _window_of(self, start: datetime, end: datetime) -> Window:
        """A window from a clock that is ahead is kept under the hour in which it came: nobody looks at tomorrow's."""
        if not timedelta(0) < end - start <= LONGEST_WINDOW:
            raise Rejected("wrong_window")
        future = start > self._now + AHEAD
        hour, month = _kept(self._now if future else start)
        return Window(start, end, hour, month, end < self._now - LATE, future, end < self._now - OLDEST)


def said_by(meter: Any, labels: Any) -> Said:
    """Return the series that a meter and labels name; raises Rejected where the closed list has no such one."""
    if not isinstance(labels, dict):
        raise Rejected("malformed")
    try:
        return _said(meter, tuple(labels.items()))
    except MeterError as error:
        raise Rejected(error.code) from None
    except TypeError:  # an object or a list where a name belongs
        raise Rejected("wrong_value" if isinstance(meter, str) else "unknown_meter") from None


def dropped(reason: str, n: int, first: datetime, now: datetime) -> Count:
    """What was dropped for a reason: of no window, so told apart by when its batch first came."""
    key = Key(DROPPED, more=reason)
    said = Said(_identity(DROPPED, (("reason", reason),)), key, key)
    return Count(Window(first, first, *_kept(now)), said, n, is_dropped=True)


def declared(key: Key, tools: frozenset[str]) -> Key:
    """The key, its tool among those that are declared."""
    return key if not key.tool or key.tool in tools or key.tool == OVERFLOW else key._replace(tool=OTHER)


def overflowing(key: Key) -> Key:
    """The series that takes the key's counts where an organisation has all the series it may: few stand for all."""
    tool = key.tool if key.tool in ("", EVERY_TOOL) else OVERFLOW
    more = OVERFLOW if "rule" in _labels(key.meter) else key.more
    version = EVERY_VERSION if key.version == EVERY_VERSION else 0
    return key._replace(tool=tool, language="", version=version, more=more)


@lru_cache(maxsize=_KEPT_SERIES)
def _said(meter: str, labels: tuple[tuple[str, str], ...]) -> Said:
    series = meters.Series.of(meter, dict(labels))
    return Said(_identity(series.meter, series.labels), _key(series), _key(series.overflowing()))


def _key(series: meters.Series) -> Key:
    labels: Mapping[str, str] = dict(series.labels)
    own = next((labels[name] for name in _OF_ITS_OWN if name in labels), "")
    columns = {name: labels.get(name, "") for name in ("tool", "outcome", "cause", "language")}
    return Key(series.meter, **columns, version=int(labels.get("version", 0)), more=own)


def _kept(moment: datetime) -> tuple[datetime, date]:
    """The hour and the month of a moment."""
    return moment.replace(minute=0, second=0, microsecond=0), moment.date().replace(day=1)


def _labels(meter: str) -> tuple[str, ...]:
    return meters.METERS[meter].labels if meter in meters.METERS else ()


def _identity(meter: str, labels: tuple[tuple[str, str], ...]) -> int:
    whole = "\n".join((meter, *(f"{name}={value}" for name, value in labels)))
    return int.from_bytes(hashlib.blake2b(whole.encode(), digest_size=8).digest(), signed=True)


def _moment(text: str) -> datetime:
    try:
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is None:
            raise Rejected("wrong_window")
        return moment.astimezone(UTC)
    except (ValueError, OverflowError):
        raise Rejected("wrong_window") from None
