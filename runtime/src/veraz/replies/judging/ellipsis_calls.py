"""Which of several calls alike a sentence without a verb speaks of: "the other one too", «o filtro não»."""

from __future__ import annotations

from collections.abc import Sequence

from veraz.outcomes import Call, by_tool
from veraz.replies.evidence.call_evidence import CallEvidence
from veraz.values import Value

_SEVERAL = 2


def other_call(
    turn: Sequence[Call], told: Call | None, evidence: CallEvidence, text: str, values: Sequence[Value]
) -> Call | None:
    """Return the one of several calls of a tool that a sentence names; where it names none, the only one but ``told``.

    :param turn: the calls of this turn; the tool is that of ``told``, else the only one of several calls.
    """
    several = [calls for calls in by_tool(turn).values() if len(calls) >= _SEVERAL]
    if told is not None:
        several = [calls for calls in several if calls[0].tool == told.tool]
    if len(several) != 1:
        return None
    (calls,) = several
    among = evidence.among(calls)
    named = [call for call in calls if evidence.is_like(call, among, text, values)]
    found = named or [call for call in calls if told is not None and call is not told]
    return found[0] if len(found) == 1 else None
