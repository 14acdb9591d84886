"""Several calls that were attempts at one thing: which of them stand, and have to be told.

A call that ran always stands, however often it ran. An attempt that did not does not stand where a later call made it
good, or was the same call again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from veraz.outcomes import Call, Outcome
from veraz.records.reasons import code_of
from veraz.text.fold import fold
from veraz.text.tokens import tokenize
from veraz.tools import ARGUMENT_SCHEMA, name_in_words

_NOT_RUN = (Outcome.FAILED, Outcome.REFUSED, Outcome.NOT_ATTEMPTED)
NOT_MADE = (Outcome.FAILED, Outcome.REFUSED)
"""The outcomes of an attempt that a later one may make good."""

_MADE_BEFORE = ("already_exists", "no_change", "conflict")  # codes of a call that came too late
_BEFORE = frozenset("already duplicate duplicated ja duplicado duplicada repetido repetida".split())
_MISTAKEN = ("not_found", "order_not_found", "customer_not_found", "product_not_found", "booking_not_found")
_NUMBERED = frozenset("id ids number no code key ref reference numero codigo pedido order account conta".split())
_LONGEST_NAME = 4  # words of a text that names something
_ALIKE = 0.75  # of 1: how like a mistyped number is to the right one


def standing(calls: Sequence[Call], *, writes: bool) -> list[Call]:
    """Return the calls of one tool that stand; a look-up that was made again the same stands once."""
    stand = [call for call in calls if not is_repeated(call, calls)]
    if not writes:
        return [call for at, call in enumerate(stand) if not any(_is_same(call, later) for later in stand[at + 1 :])]
    return [call for at, call in enumerate(stand) if not any(_replaces(later, call) for later in stand[at + 1 :])]


def is_repeated(call: Call, calls: Sequence[Call]) -> bool:
    """Tell whether a call was turned down because one of ``calls``, made before it, had done the same already."""
    if call.outcome not in NOT_MADE or not _says_made_before(call.reason):
        return False
    before = next(at for at, each in enumerate(calls) if each is call)
    return any(each.outcome is Outcome.DONE and _is_same(each, call) for each in calls[:before])


def is_made_good(call: Call, later: Call) -> bool:
    """Tell whether ``later``, a call of the same tool, did what ``call`` failed at or was refused."""
    if call.outcome not in NOT_MADE or later.outcome is not Outcome.DONE or call.tool != later.tool:
        return False
    return _is_same_subject(call.arguments, later.arguments) or _is_corrected(call, later)


def _replaces(later: Call, call: Call) -> bool:
    if is_made_good(call, later):
        return True
    if not _is_same(call, later):
        return False
    if call.outcome is Outcome.PENDING:
        return later.outcome is not Outcome.PENDING
    return call.outcome in _NOT_RUN or call.outcome is later.outcome is Outcome.UNKNOWN


def _is_same(call: Call, other: Call) -> bool:
    return call.tool == other.tool and call.arguments == other.arguments


def _says_made_before(reason: str | None) -> bool:
    code = code_of(reason or "") or ""
    words = tokenize(fold((reason or "").replace("_", " "))).words
    return code in _MADE_BEFORE or not _BEFORE.isdisjoint(words)


def _is_same_subject(arguments: Mapping[str, Any], others: Mapping[str, Any]) -> bool:
    """Tell whether what identifies the subjects of two calls is the same, as far as both were told of it."""
    own, other = _identifying(arguments), _identifying(others)
    shared = own.keys() & other.keys()
    if shared:
        return all(own[name] == other[name] for name in shared)
    return not own or not other or not set(own.values()).isdisjoint(other.values())


def _is_corrected(call: Call, later: Call) -> bool:
    """Tell whether a call named its subject wrongly, by its reason, and ``later`` names one that is written alike."""
    code = code_of(call.reason or "")
    own, other = _identifying(call.arguments), _identifying(later.arguments)
    if own.keys() != other.keys():
        return False
    wrong = [name for name in own if own[name] != other[name]]
    alike = all(_are_alike(own[name], other[name]) for name in wrong)
    rest = {name: value for name, value in call.arguments.items() if name not in wrong}
    same_rest = all(later.arguments.get(name) == value for name, value in rest.items())
    return alike and (code in _MISTAKEN or (code == ARGUMENT_SCHEMA and same_rest))


def _are_alike(text: str, other: str) -> bool:
    return text in other or other in text or SequenceMatcher(None, text, other).ratio() >= _ALIKE


def _identifying(arguments: Mapping[str, Any]) -> dict[str, str]:
    named = {name: value for name, value in arguments.items() if _identifies(name, value)}
    return {name: fold(str(value)).strip(" #") for name, value in named.items()}


def _identifies(name: str, value: Any) -> bool:
    if isinstance(value, bool) or not isinstance(value, str | int):
        return False
    if isinstance(value, int):
        return not _NUMBERED.isdisjoint(name_in_words(name).split())
    named = value[:1].isupper() or "@" in value or any(map(str.isdigit, value))
    return named and len(value.split()) <= _LONGEST_NAME
