"""Attempts at one thing: a call that did what another of its tool had failed at or was refused.

It is of the same subject, or of the right one where the other named it wrongly. Calls are found by what identifies
their subjects, so that not each is held to every other.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any

from veraz.outcomes import Call, Outcome
from veraz.records.reasons import code_of
from veraz.replies.evidence.arguments import text_of
from veraz.text.fold import fold
from veraz.tools import ARGUMENT_SCHEMA, name_in_words

NOT_MADE = (Outcome.FAILED, Outcome.REFUSED)
"""The outcomes of an attempt that a later one may make good."""

_MISTAKEN = ("not_found", "order_not_found", "customer_not_found", "product_not_found", "booking_not_found")
_NUMBERED = frozenset("id ids number no code key ref reference numero codigo pedido order account conta".split())
_LONGEST_NAME = 4  # words of a text that names something
_ALIKE = 0.75  # of 1: how like a mistyped number is to the right one; from 0.65 to 0.85 the corpus is told the same
_NEAR = 32  # calls that were done, before and after one that named its subject wrongly, that may name the right one

_Placed = tuple[int, Call]
_Subject = Mapping[str, str]


def made_good(calls: Sequence[Call]) -> frozenset[int]:
    """Return the calls of one tool, by identity, that were not made and that one after them made good."""
    wrong, done = _placed(calls, *NOT_MADE), _placed(calls, Outcome.DONE)
    last = _last_like(done) if wrong else None
    alike = [call for at, call in wrong if last and last(_identifying(call.arguments)) > at]
    named_wrongly = [call for (at, call), (place, _later) in _corrected(wrong, done) if place > at]
    return frozenset(map(id, (*alike, *named_wrongly)))


def making_good(calls: Sequence[Call]) -> frozenset[int]:
    """Return the calls of one tool, by identity, that made another good, one after them as well."""
    wrong, done = _placed(calls, *NOT_MADE), _placed(calls, Outcome.DONE)
    last = _last_like(wrong) if done else None
    alike = [call for _, call in done if last and last(_identifying(call.arguments)) >= 0]
    return frozenset(map(id, (*alike, *(call for _wrong, (_, call) in _corrected(wrong, done)))))


def _placed(calls: Sequence[Call], *outcomes: Outcome) -> list[_Placed]:
    return [(place, call) for place, call in enumerate(calls) if call.outcome in outcomes]


def _last_like(calls: Iterable[_Placed]) -> Callable[[_Subject], int]:
    """Return what tells the place of the last of ``calls`` of the same subject as one is, or -1.

    The subjects are the same where what identifies them is, as far as both calls were told of it.
    """
    by_names: dict[frozenset[str], list[tuple[int, _Subject]]] = {}
    for place, call in calls:
        subject = _identifying(call.arguments)
        by_names.setdefault(frozenset(subject), []).append((place, subject))

    @cache
    def places(names: frozenset[str], shared: tuple[str, ...]) -> Mapping[Any, int]:
        found: dict[Any, int] = {}
        for place, subject in by_names[names]:
            keys = [tuple(subject[name] for name in shared)] if shared else subject.values()
            found.update(dict.fromkeys(keys, place))
        return found

    def last_of(names: frozenset[str], own: _Subject) -> int:
        if not own or not names:
            return by_names[names][-1][0]
        shared = tuple(sorted(names & own.keys()))
        keys = [tuple(own[name] for name in shared)] if shared else own.values()
        return max(places(names, shared).get(key, -1) for key in keys)

    return lambda own: max((last_of(names, own) for names in by_names), default=-1)


def _corrected(wrong: Sequence[_Placed], done: Sequence[_Placed]) -> Iterator[tuple[_Placed, _Placed]]:
    """Yield each call that named its subject wrongly with each one near it that names one written alike."""
    for at, call in wrong:
        code = code_of(call.reason or "")
        if done and (code in _MISTAKEN or code == ARGUMENT_SCHEMA):
            middle = bisect(done, at, key=lambda placed: placed[0])
            near = done[max(0, middle - _NEAR) : middle + _NEAR]
            yield from (((at, call), other) for other in near if _is_corrected(call, other[1], code))


def _is_corrected(call: Call, later: Call, code: str) -> bool:
    own, other = _identifying(call.arguments), _identifying(later.arguments)
    if own.keys() != other.keys():
        return False
    wrong = [name for name in own if own[name] != other[name]]
    rest = {name: value for name, value in call.arguments.items() if name not in wrong}
    if code not in _MISTAKEN and any(later.arguments.get(name) != value for name, value in rest.items()):
        return False
    return all(_are_alike(own[name], other[name]) for name in wrong)


def _are_alike(text: str, other: str) -> bool:
    if text in other or other in text:
        return True
    from difflib import SequenceMatcher  # few replies need it

    return SequenceMatcher(None, text, other).ratio() >= _ALIKE


def _identifying(arguments: Mapping[str, Any]) -> _Subject:
    named = {name: value for name, value in arguments.items() if _identifies(name, value)}
    return {name: fold(text_of(value)).strip(" #") for name, value in named.items()}


def _identifies(name: str, value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, str | int):
        return False
    if isinstance(value, int):
        return not _NUMBERED.isdisjoint(name_in_words(name).split())
    named = value[:1].isupper() or "@" in value or any(map(str.isdigit, value))
    return named and len(value.split()) <= _LONGEST_NAME
