"""A judge's answers held to the record, as claims are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from veraz.languages.named_rules import NamedRule
from veraz.outcomes import Call, Outcome, Stance
from veraz.reading import Claim, UnitReading
from veraz.reading.analysis.function_words import FunctionWords
from veraz.replies.compiled import Compiled
from veraz.replies.evidence.call_evidence import CallEvidence
from veraz.replies.evidence.given_record import GivenRecord
from veraz.replies.inquiry.personal import MASK
from veraz.replies.inquiry.question import Answer, Question
from veraz.replies.judging.gist import Gist
from veraz.replies.judging.judgement import Judgement, allowed
from veraz.replies.settings import ValueSource
from veraz.replies.verdict import Cause
from veraz.text.fold import fold
from veraz.text.tokens import tokenize
from veraz.tools import Tool
from veraz.values import Amount, Support, Value

JUDGE = NamedRule("judge", "what a judge, where one is set, says of a unit that no rule decided", "any stance")


class OddAnswer(Exception):  # what it is, not that it is an error
    """An answer in no form that is read, or about what was not asked."""


class HeldAnswers:
    """Holds answers about the units of one reply to one record."""

    def __init__(self, checker: Compiled, recorded: GivenRecord, evidence: CallEvidence, gist: Gist) -> None:
        self._checker = checker
        self._recorded = recorded
        self._evidence = evidence
        self._gist = gist
        self._function_words = FunctionWords.of(checker.grammar)

    def held(self, answer: Any, question: Question, reading: UnitReading) -> Judgement | None:
        """Return what an answer comes to; ``None`` where the unit says nothing of any call.

        :raises OddAnswer: for one that is of another type, or names what is not there.
        """
        if answer is None:
            return None
        says = _stance(answer)
        stretches = [self._stretch(each, question) for each in answer.stated]
        claim = Claim.of_stretch(0, len(reading.folded), says, JUDGE.name)
        if answer.call is not None:
            return self._of_call(claim, self._call(answer, question), stretches)
        return None if answer.tool is None else self._of_tool(claim, self._tool(answer, question))

    def _of_call(self, claim: Claim, call: Call, stretches: list[str]) -> Judgement:
        tool = self._checker.toolset[call.tool]
        if not allowed(claim, tool, call):
            return Judgement(claim, tool, call, Cause.DISAGREES)
        borne = not _states(claim.stance, call) or all(self._bears_out(call, each) for each in stretches)
        return Judgement(claim, tool, call, None if borne else Cause.VALUE)

    def _of_tool(self, claim: Claim, tool: Tool) -> Judgement:
        """Hold a claim to no call of its tool being meant."""
        done = claim.stance is Stance.DONE
        promised = claim.stance is Stance.PROMISE and tool.may_write and not self._gist.asks
        wrong = promised or (done and (tool.may_write or self._checker.policy.lookups))
        return Judgement(claim, tool, Call(tool.name, {}, Outcome.NOT_ATTEMPTED), Cause.NO_CALL if wrong else None)

    def _call(self, answer: Answer, question: Question) -> Call:
        asked = next((each for each in question.calls if each.number == answer.call), None)
        if asked is None or isinstance(answer.call, bool) or answer.tool not in (None, asked.tool):
            raise OddAnswer
        places = self._recorded.places
        return next(call for call in self._recorded.record if places[id(call)] == asked.number - 1)

    def _tool(self, answer: Answer, question: Question) -> Tool:
        """Return the tool that an answer names; where it has calls, the judge must have seen that none is meant."""
        if not isinstance(answer.tool, str) or answer.tool not in self._checker.toolset:
            raise OddAnswer
        made = sum(call.tool == answer.tool for call in self._recorded.record)
        if made > sum(asked.tool == answer.tool for asked in question.calls):
            raise OddAnswer
        return self._checker.toolset[answer.tool]

    def _stretch(self, given: Any, question: Question) -> str:
        if not isinstance(given, str) or not given.strip() or fold(given) not in fold(question.text):
            raise OddAnswer
        return given

    def _bears_out(self, call: Call, stretch: str) -> bool:
        """Tell whether a call carries a stretch: its values where it reads as some, else each word that says much."""
        if MASK in stretch:  # nobody read it
            return True
        values = self._checker.values(stretch, 0, False, None)
        if values:
            return all(self._carries(call, value) for value in values) or self._has_words(call, stretch)
        return self._has_words(call, stretch)

    def _carries(self, call: Call, value: Value) -> bool:
        source, session = self._checker.policy.source, self._evidence.by_any
        if self._evidence.by(call).holds(value) is Support.CARRIED:
            return True
        if source is ValueSource.CALL:
            return False
        derived = source is ValueSource.DERIVED and isinstance(value, Amount) and session.derives(value)
        return derived or session.holds(value) is Support.CARRIED

    def _has_words(self, call: Call, stretch: str) -> bool:
        return self._evidence.words(call).issuperset(self._telling(stretch))

    def _telling(self, text: str) -> Iterator[str]:
        words = tokenize(fold(text.replace("_", " "))).words
        return (word for word in words if word[0].isalnum() and not self._function_words.is_function(word))


def _stance(answer: Any) -> Stance:
    if not isinstance(answer, Answer) or not isinstance(answer.stated, tuple | list):
        raise OddAnswer
    try:
        return Stance(answer.says)
    except ValueError:
        raise OddAnswer from None


def _states(stance: Stance, call: Call) -> bool:
    """Tell whether what a unit states has to be borne out: a denial may tell of anything that was not done."""
    return stance in (Stance.DONE, Stance.PROMISE) or (stance is Stance.ASK and call.outcome is Outcome.PENDING)
