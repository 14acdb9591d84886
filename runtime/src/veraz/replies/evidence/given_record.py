"""The record that a check is given: calls of whatever form, those of tools that there are, each with its place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from veraz.errors import RecordError
from veraz.outcomes import Call, Outcome, Record, When, by_tool
from veraz.records.mappings import calls_given
from veraz.replies.evidence.attempts import unrepeated
from veraz.replies.evidence.made_good import NOT_MADE, making_good
from veraz.tools import Toolset


class GivenRecord(NamedTuple):
    """A record as it is held to.

    :ivar places: where each call stood in what was given, by its identity.
    :ivar retried: the calls, by identity, that did what another attempt of the turn had not done, or was to do again.
    :ivar passed_over: how many calls there were of each name that is no tool's.
    """

    record: Record
    places: Mapping[int, int]
    retried: frozenset[int]
    passed_over: Mapping[str, int]

    @classmethod
    def of(cls, given: Any, toolset: Toolset, *, raises: bool) -> GivenRecord:
        """Return the record of ``given``; a call that was turned down for having been made before counts as that one.

        :raises RecordError: for what is no call, and where it ``raises``, for a call of no tool.
        """
        calls = _apart(calls_given(given))
        known = [call for call in calls if call.tool in toolset]
        strange = Counter(call.tool for call in calls if call.tool not in toolset)
        if strange and raises:
            named = next(iter(strange))
            raise RecordError(f"a call names {named!r}, which is not among the tools: {', '.join(toolset)}")
        record = Record(tuple(unrepeated(known)))
        kept = {id(call) for call in record}  # the record keeps them, so that none but they have these identities
        places = {id(call): place for place, call in enumerate(calls) if id(call) in kept}
        return cls(record, places, _retried(known), dict(strange))


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
