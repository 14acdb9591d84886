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
    alike = [calls for tool, calls in by_tool(turn).items() if told is None or tool == told.tool]
    several = [calls for calls in alike if len(calls) >= _SEVERAL]
    if len(several) != 1:
        return None
    (calls,) = several
    among = evidence.among(calls)
    named = [call for call in calls if evidence.is_like(call, among, text, values)]
    found = named or (_but(told, calls) if told else [])
    return found[0] if len(found) == 1 else None


def _but(told: Call, calls: Sequence[Call]) -> list[Call]:
    return [call for call in calls if call is not told]
