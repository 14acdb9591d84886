"""The record that a check is given: calls of whatever form, those of tools that there are, each with its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from veraz.errors import RecordError
from veraz.outcomes import Call, Outcome, Record, When, by_tool
from veraz.records.mappings import calls_given
from veraz.records.plain import is_all_read, read_of
from veraz.replies.evidence.attempts import unrepeated
from veraz.replies.evidence.made_good import NOT_MADE, making_good
from veraz.tools import Toolset


class GivenRecord(NamedTuple):
    """A record as it is held to.

    :ivar places: where each call stood in what was given, by its identity.
    :ivar retried: the calls, by identity, that did what another attempt of the turn had not done, or was to do again.
    :ivar passed_over: how many calls there were of each name that is no tool's.
    :ivar whole: whether all that its calls carry is read. Where it is not, no value is held against a reply: one that
        no call is seen to carry may lie beyond what is read, and its sentence is kept.
    """

    record: Record
    places: Mapping[int, int]
    retried: frozenset[int]
    passed_over: Mapping[str, int]
    whole: bool = True

    @classmethod
    def of(cls, given: Any, toolset: Toolset, *, raises: bool) -> GivenRecord:
        """Return the record of ``given``; a call that was turned down for having been made before counts as that one.

        :raises RecordError: for what is no call, and where it ``raises``, for a call of no tool.
        """
        calls, whole = _read(_apart(calls_given(given)), toolset)
        known = [call for call in calls if call.tool in toolset]
        strange = Counter(call.tool for call in calls if call.tool not in toolset)
        if strange and raises:
            named = next(iter(strange))
            raise RecordError(f"a call names {named!r}, which is not among the tools: {', '.join(toolset)}")
        record = Record(tuple(unrepeated(known)))
        kept = {id(call) for call in record}  # the record keeps them, so that none but they have these identities
        places = {id(call): place for place, call in enumerate(calls) if id(call) in kept}
        return cls(record, places, _retried(known), dict(strange), whole)


def _read(calls: list[Call], toolset: Toolset) -> tuple[list[Call], bool]:
    """Return calls with as much of what they carry as is read, and whether that is all."""
    whole = True
    for at, call in enumerate(calls):
        if call.tool in toolset and not is_all_read((call.arguments, call.result, call.reason)):
            calls[at], all_of_it = _read_of(call)
            whole &= all_of_it
    return calls, whole


def _read_of(call: Call) -> tuple[Call, bool]:
    parts = [read_of(part) for part in (call.arguments, call.result, call.reason)]
    (arguments, _), (result, _), (reason, _) = parts
    return replace(call, arguments=arguments or {}, result=result, reason=reason), all(whole for _, whole in parts)


def _retried(calls: Sequence[Call]) -> frozenset[int]:
    wrong = {call.tool for call in calls if call.when is When.TURN and call.outcome in NOT_MADE}
    may = [call for call in calls if call.tool in wrong and (call.when is When.TURN or call.outcome is Outcome.DONE)]
    return frozenset[int]().union(*map(making_good, by_tool(may).values()))


def _apart(calls: Iterable[Call]) -> list[Call]:
    """Return the calls, one that is given twice as two."""
    met: set[int] = set()
    apart: list[Call] = []
    for call in calls:
        apart.append(replace(call) if id(call) in met else call)
        met.add(id(call))
    return apart
