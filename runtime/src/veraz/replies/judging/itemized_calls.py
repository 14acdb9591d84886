"""Items under a line that tells of several calls alike: "Both rooms are booked:"."""

from __future__ import annotations

from collections.abc import Sequence

from veraz.languages.named_rules import NamedRule
from veraz.outcomes import Record, Stance
from veraz.reading import Claim, UnitReading
from veraz.replies.evidence.call_evidence import CallEvidence
from veraz.replies.judging.judgement import Judgement, allowed
from veraz.replies.verdict import Cause
from veraz.text.units import LISTED, UnitKind

ITEMIZED = NamedRule("itemized", "an item that names one of several calls its heading tells of", "says_done")


def with_itemized(
    units: Sequence[UnitReading], judgements: Sequence[list[Judgement]], record: Record, evidence: CallEvidence
) -> list[list[Judgement]]:
    """Return the claims of a reply's units, an item that claims nothing held to the one call it names.

    It tells of its call as the line over it does; that it does so wrongly counts only where that line does as well.
    """
    told, over = list(judgements), None
    for index, unit in enumerate(units):
        if unit.unit.kind not in LISTED:
            opens = unit.unit.kind is UnitKind.HEADING or unit.folded.endswith(":")
            over = _told_done(judgements[index]) if opens else None
        elif over and not judgements[index]:
            told[index] = _named(unit, over, record, evidence)
    return told


def _told_done(judgements: Sequence[Judgement]) -> Judgement | None:
    """Return what a line tells as done, the untrue first."""
    done = [each for each in judgements if each.claim.stance is Stance.DONE]
    return max(done, key=lambda each: each.cause is not None, default=None)


def _named(unit: UnitReading, over: Judgement, record: Record, evidence: CallEvidence) -> list[Judgement]:
    """Return the one call of the turn, of the tool told of and among several, that an item names."""
    calls = [call for call in record.turn if call.tool == over.tool.name]
    named = evidence.among(calls).named(unit.folded) if calls[1:] else []
    if len(named) != 1:
        return []
    claim = Claim.of_stretch(0, len(unit.folded), Stance.DONE, ITEMIZED.name)
    if allowed(claim, over.tool, named[0]):
        return [Judgement(claim, over.tool, named[0])]
    return [Judgement(claim, over.tool, named[0], Cause.DISAGREES)] if over.cause else []
