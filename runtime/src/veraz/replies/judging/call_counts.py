"""How many acts of a kind a claim tells of: "I added five tasks", beside three calls that added one each."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from veraz.languages.ordered_rules import OrderedRule, decided
from veraz.outcomes import Call, Outcome, Record, Stance
from veraz.reading import Claim
from veraz.replies.evidence.call_evidence import CallEvidence
from veraz.replies.judging.judgement import Judgement, allowed
from veraz.replies.verdict import Cause

_FEWEST = 2  # calls of a tool from which a number may count them: one may act upon many things
_NEAR = 2  # words that may stand between a verb and the number of what it was done to; the corpus needs none of them
_LEADING = 1  # words that may stand before the number of a subject: four lines of the corpus need one
_MADE = (Outcome.DONE, Outcome.UNDONE, Outcome.UNKNOWN)
_TOLD = (Stance.DONE, Stance.NOT_DONE)
_LIST = re.compile(r"[;\n]|,[^,]*,")
_LONGEST = 200  # characters of a text that lists things; a longer one is a message. The corpus needs no more than 60
_SHORTEST = 3  # letters of a word of a tool's name that may be what it acts upon


class CallCounts:
    """Holds claims with a number of things to the calls that were made, one for each thing."""

    def __init__(self, record: Record, evidence: CallEvidence, plurals: Callable[[str], tuple[str, ...]]) -> None:
        self._record = record
        self._evidence = evidence
        self._plurals = plurals
        self._has_several = len(record.calls) > len({call.tool for call in record.calls})

    def recount(self, text: str, judgements: list[Judgement]) -> list[Judgement]:
        """Return a unit's claims, each that tells how many held to all the calls it counts, or to those there are.

        :param text: the unit's folded text.
        """
        if not self._has_several or not any(
            each.claim.stance in _TOLD and len(self._calls(each)) >= _FEWEST for each in judgements
        ):
            return judgements
        counted: list[Judgement] = []
        for _, of_one in groupby(judgements, key=lambda each: each.claim):
            counted += self._recounted(text, list(of_one))
        return counted

    def _calls(self, judgement: Judgement) -> Sequence[Call]:
        return [call for call in self._record.of(judgement.tool.name) if judgement.tool.writes(call.arguments)]

    def _recounted(self, text: str, told: list[Judgement]) -> list[Judgement]:
        """Return the judgements ``told`` of one claim, to the calls that it tells of where it tells how many."""
        claim, tool = told[0].claim, told[0].tool
        calls = () if claim.stance not in _TOLD or claim.pointing else self._calls(told[0])
        number = self._number(text, claim, tool.words) if len(calls) >= _FEWEST else 0
        if not number or any(map(_holds_many, calls)):
            return told
        count = _Count(number, told, calls, [call for call in self._record if call.tool == tool.name])
        recounted = decided(COUNTS, count)
        return recounted(count) if recounted else told

    def _number(self, text: str, claim: Claim, name: str) -> int:
        """Return how many of what a tool acts upon its claim tells of; 0 where it does not say."""
        words = self._evidence.numbers
        numbers, of = "|".join(filter(words.values.get, words.values)), "|".join(words.of)
        for found in _counts(name, self._plurals, numbers, of).finditer(text, claim.clause_start, claim.clause_end):
            if found.start() >= claim.end:
                between, most = text[claim.end : found.start()], _NEAR
            elif found.end() <= claim.start:
                between, most = text[claim.clause_start : found.start()], _LEADING
            else:
                continue
            near = between.split()
            if not words.values.keys().isdisjoint(near) or any(map(str.isdecimal, near)):
                continue  # "two 5 minute timers"
            if len(near) <= most and words.parts.isdisjoint(near) and not re.search(r"[^\w\s']", between):
                return int(found[1]) if found[1].isdecimal() else words.values[found[1]]
        return 0


class _Count(NamedTuple):
    """A claim that tells a number, beside the calls that it may count.

    :ivar told: its judgements, to the calls that it was taken to speak of.
    :ivar calls: the writes of its tool that count here; ``of_tool`` all calls of the tool in the session.
    """

    number: int
    told: Sequence[Judgement]
    calls: Sequence[Call]
    of_tool: Sequence[Call]

    @property
    def _claimed(self) -> Judgement:
        return self.told[0]

    @property
    def _allowing(self) -> list[Call]:
        return [call for call in self.calls if allowed(self._claimed.claim, self._claimed.tool, call)]

    def is_that_many(self) -> bool:
        return self.number == len(self._allowing)

    def each_allowing(self) -> list[Judgement]:
        """One for each call that allows it; how another ended is no cause, but what the claim states may be."""
        cause = self._claimed.cause if self._claimed.cause is Cause.VALUE else None
        return [self._claimed._replace(call=call, cause=cause) for call in self._allowing]

    def is_too_many(self) -> bool:
        made = sum(call.outcome in _MADE for call in self.of_tool)
        is_done = self._claimed.claim.stance is Stance.DONE
        return is_done and self.number > made and not any(each.cause for each in self.told[1:])

    def each_overstated(self) -> list[Judgement]:
        return [self._claimed._replace(call=call, cause=Cause.VALUE) for call in self.calls]


COUNTS: tuple[OrderedRule[_Count, Callable[[_Count], list[Judgement]]], ...] = (
    OrderedRule(
        "that-many", "I added three tasks. | by three calls of five", _Count.is_that_many, _Count.each_allowing
    ),
    OrderedRule("too-many", "I added five tasks. | by three calls", _Count.is_too_many, _Count.each_overstated),
)
"""What a claim with a number is held to instead; it stays as it is where neither holds."""


def _holds_many(call: Call) -> bool:
    """Tell whether one call acts upon several things: it was sent a list, as such or as text, or how many."""
    sent = call.arguments.values()
    several = any(isinstance(value, int) and not isinstance(value, bool) and value > 1 for value in sent)
    listed = any(isinstance(value, str) and len(value) <= _LONGEST and _LIST.search(value) for value in sent)
    return several or listed or any(isinstance(value, list) and len(value) > 1 for value in sent)


@lru_cache(maxsize=512)
def _counts(name: str, plurals: Callable[[str], tuple[str, ...]], numbers: str, of: str) -> re.Pattern[str]:
    """Return the pattern of a number right before what a tool of this name acts upon.

    Digits have it right after them: "two new visits", but "the 3 pm visits" are no three.
    """
    nouns = [word for word in name.split() if len(word) >= _SHORTEST]
    forms = {form for word in nouns for form in (f"{word}s", *plurals(word)[1:])}  # a borrowed word takes an s
    one, many = "|".join(nouns) or "(?!)", "|".join(sorted(forms.difference(nouns))) or "(?!)"
    whole = rf"(?:{of})\s+(?:\w+\s+){{1,2}}?(?:{many})"  # "two of the three tasks"
    count = rf"({numbers}|[1-9]\d?)\s+(?:{whole}|(?:(?<=[^\W\d]\s)\w+\s+)?(?:{many}|(?<=[^\W\d]\s)(?:{one})))"
    return re.compile(rf"(?<![\w.,/-]){count}(?!\w)")
