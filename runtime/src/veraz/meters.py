"""Meters: what is counted, in a closed list, and the labels a count may carry.

A count leaves the machine it was made on, so a series can hold no text: a meter has a name of this list, and each of
its labels a name of a list or of a narrow form. Whatever else stands there is refused.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from veraz.errors import MeterError
from veraz.outcomes import Outcome
from veraz.text.fold import fold
from veraz.text.late import late

TURNS = "turns"
HOW = ("read", "asked", "model", "template")
"""How a turn went: its plan was read, the person was asked to say it again, it went to the model; and, beside one of
these, its reply was told by phrasings instead of written by a model."""

CAUSES = ("disagrees", "no_call", "value")
"""Why a sentence was replaced, as :class:`veraz.replies.verdict.Cause` names it."""

WHERE = ("in", "out")
"""Where a guard stood."""

OTHER = "_other"
"""The tool of a count of a tool that nobody declared."""

OVERFLOW = "_overflow"
"""The tool or rule of what was counted once a window held all the series it may."""

CONTEXT = ("language", "version")
"""Labels that every meter may carry: the language of the replies, and the phrasings version they were held with."""


class Meter(NamedTuple):
    """One meter of the closed list.

    :ivar labels: the labels it always carries, beside those of :data:`CONTEXT`.
    :ivar means: what one more of it says.
    """

    name: str
    labels: tuple[str, ...]
    means: str


METERS: Mapping[str, Meter] = {
    name: Meter(name, tuple(labels.split()), means)
    for name, labels, means in (
        (TURNS, "how", "a person's turn"),
        ("replies.checked", "", "a model's reply was held to what was done"),
        ("sentences.read", "", "a sentence of a reply was read"),
        ("sentences.replaced", "tool outcome cause", "a sentence was replaced by the tool's phrasing"),
        ("sentences.added", "tool outcome", "a write that the reply left out was told after it"),
        ("sentences.undecided", "rule", "a sentence was kept though a rule spoke against it, by less than its margin"),
        ("judge.asked", "", "a judge was asked about a sentence"),
        ("judge.answered", "", "a judge's answer about a sentence was held to what was done"),
        ("judge.failed", "", "a judge answered late, oddly or not at all; the rules' verdict on a sentence stood"),
        ("rules.applied", "rule", "a reply rule was applied"),
        ("guards.refused", "where", "a guard refused a text"),
        ("arguments.assumed", "tool", "an argument was filled by its tool's rule"),
        ("phrasings.defaulted", "tool outcome", "a phrasing printed a value its call lacks, and the default stood in"),
    )
}
"""The closed list, in the order it is shown."""

_LISTED: Mapping[str, Container[str]] = {
    "how": HOW,
    "outcome": frozenset(outcome.value for outcome in Outcome),
    "cause": CAUSES,
    "where": WHERE,
}
_NOT_COUNTED = late(r"[^A-Za-z0-9_.-]")  # in a tool's name, which may hold more
_FORMS = {
    "tool": late(r"[A-Za-z0-9_.-]{1,128}\Z"),
    "rule": late(r"_?[a-z][a-z_]{0,39}\Z"),
    "language": late(r"[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}\Z"),
    "version": late(r"[0-9]{1,18}\Z"),
}
_KEPT_SERIES = 4096  # of the verdicts' keys, as series; reading one costs more than the rest of counting it
_KEY = late(r"([a-z.]+)(?:\{(.*)\})?\Z")


class Series(NamedTuple):
    """What is counted together: a meter, and its labels sorted by name. Make one with :meth:`of`."""

    meter: str
    labels: tuple[tuple[str, str], ...] = ()

    @classmethod
    def of(cls, meter: str, labels: Mapping[str, str]) -> Series:
        """Return the series of ``labels``.

        :raises MeterError: for a meter that is not listed, a label it lacks or does not take, or a value with text.
        """
        known = METERS.get(meter) if isinstance(meter, str) else None
        if known is None:
            raise MeterError("unknown_meter", f"{meter!r:.60} is not a meter; use one of: {', '.join(METERS)}")
        wrong = sorted(set(known.labels) - set(labels)) or sorted(map(str, set(labels) - {*known.labels, *CONTEXT}))
        if wrong:
            takes = ", ".join((*known.labels, *CONTEXT))
            raise MeterError(
                "wrong_labels", f"{meter}: label {wrong[0]!r:.60} is missing or unknown; it takes: {takes}"
            )
        for name, value in labels.items():
            if not _may_stand(name, value):
                raise MeterError("wrong_value", f"{meter}: {value!r:.60} is no {name}")
        return cls(meter, tuple(sorted(labels.items())))

    def overflowing(self) -> Series:
        """Return the series that takes this one's count where a window is full: few of them stand for all."""
        kept = ((name, OVERFLOW if name in ("tool", "rule") else value) for name, value in self.labels)
        return Series(self.meter, tuple((name, value) for name, value in kept if name != "version"))


@lru_cache(maxsize=4096)
def tool_label(name: str) -> str:
    """Return a tool's name as counts have it: ``github_create_issue`` for ``github/create_issue``."""
    return _NOT_COUNTED.sub("_", fold(name)) if _NOT_COUNTED.search(name) else name


def counted(counts: Mapping[str, int], *, language: str | None = None, version: int | None = None) -> dict[Series, int]:
    """Return a verdict's counts («sentences.added{tool=…,outcome=…}», «turns.read») by series.

    :param language: of the replies; it and ``version`` stand in the labels of every series.
    :raises MeterError: for a key that names no meter of the list, or would hold text.
    """
    return {_read(key, language, version): n for key, n in counts.items()}


@lru_cache(maxsize=_KEPT_SERIES)
def _read(key: str, language: str | None, version: int | None) -> Series:
    match = _KEY.match(key)
    if match is None:
        raise MeterError("unknown_meter", f"{key!r:.60} is not a meter's key")
    meter, inside = match.groups()
    labels = dict(_pairs(inside or ""))
    if meter.startswith(f"{TURNS}."):
        meter, labels["how"] = TURNS, meter.removeprefix(f"{TURNS}.")
    context = {"language": language, "version": None if version is None else str(version)}
    return Series.of(meter, {**labels, **{name: value for name, value in context.items() if value is not None}})


def _pairs(inside: str) -> Iterator[tuple[str, str]]:
    for pair in inside.split(",") if inside else ():
        name, _, value = pair.partition("=")
        yield name, value


def _may_stand(name: str, value: object) -> bool:
    """Tell whether ``value`` is a name that the label takes."""
    if not isinstance(value, str):
        return False
    return value in _LISTED[name] if name in _LISTED else bool(_FORMS[name].match(value))
