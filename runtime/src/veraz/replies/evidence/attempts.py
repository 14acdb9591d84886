"""Several calls that were attempts at one thing: which of them stand, and have to be told.

A call that ran always stands, however often it ran. An attempt that did not does not stand where a later call made it
good, or was the same call again.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence, Set
from functools import cache

from veraz.outcomes import Call, Outcome
from veraz.records.reasons import code_of
from veraz.replies.evidence.arguments import key_of
from veraz.replies.evidence.made_good import NOT_MADE, made_good
from veraz.text.fold import fold
from veraz.text.tokens import tokenize

_NOT_RUN = (Outcome.FAILED, Outcome.REFUSED, Outcome.NOT_ATTEMPTED)
_MADE_BEFORE = ("already_exists", "no_change", "conflict")  # codes of a call that came too late
_BEFORE = frozenset("already duplicate duplicated ja duplicado duplicada repetido repetida".split())


def standing(calls: Sequence[Call], *, writes: bool) -> list[Call]:
    """Return the calls of one tool that stand; a look-up that was made again the same stands once."""
    calls = unrepeated(calls)
    if len(calls) <= 1:
        return list(calls)
    good = made_good(calls) if writes else frozenset[int]()
    stand: list[Call] = []
    later: dict[Hashable, set[Outcome]] = {}
    for call in reversed(calls):
        again = later.setdefault(key_of(call.arguments), set())
        if id(call) not in good and not (_is_replaced(call, again) if writes else again):
            stand.append(call)
        again.add(call.outcome)
    return stand[::-1]


def unrepeated(calls: Sequence[Call]) -> Sequence[Call]:
    """Return the calls without those turned down because one before them had done the same already."""
    says_made_before = cache(_says_made_before)
    turned_down = {id(call) for call in calls if call.outcome in NOT_MADE and says_made_before(call.reason)}
    if not turned_down:
        return calls
    kept: list[Call] = []
    done: set[Hashable] = set()
    for call in calls:
        key = call.tool, key_of(call.arguments)
        if id(call) not in turned_down or key not in done:
            kept.append(call)
        if call.outcome is Outcome.DONE:
            done.add(key)
    return kept


def _is_replaced(call: Call, later: Set[Outcome]) -> bool:
    """Tell whether a write does not stand beside the same call made again, by the outcomes that it had then."""
    if call.outcome is Outcome.PENDING:
        return bool(later - {Outcome.PENDING})
    if call.outcome is Outcome.UNKNOWN:
        return Outcome.UNKNOWN in later
    return call.outcome in _NOT_RUN and bool(later)


def _says_made_before(reason: str | None) -> bool:
    code = code_of(reason or "") or ""
    words = tokenize(fold((reason or "").replace("_", " "))).words
    return code in _MADE_BEFORE or not _BEFORE.isdisjoint(words)
