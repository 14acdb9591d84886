"""The questions that a reply raises for a judge, and its units as they are held once it answered.

Asked about are units that the rules left undecided, those told of a look-up though most of what they say stands in no
call, and those in which the rules held nothing although something is asserted outright that may be otherwise by the
record, or an act of the agent's own is told.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import Enum
from typing import Any

from veraz.outcomes import Call, Outcome, Stance
from veraz.reading import UnitReading
from veraz.reading.analysis.function_words import FunctionWords
from veraz.reading.signals.polarity import Clauses, Polarity
from veraz.replies.compiled import Compiled
from veraz.replies.evidence.call_evidence import CallEvidence
from veraz.replies.evidence.given_record import GivenRecord
from veraz.replies.inquiry import personal
from veraz.replies.inquiry.asked_calls import MOST_CALLS, AskedCalls
from veraz.replies.inquiry.held_answers import HeldAnswers, OddAnswer
from veraz.replies.inquiry.question import Question
from veraz.replies.judging.gist import Gist
from veraz.replies.judging.judgement import JUDGED, Judgement, excused
from veraz.text.units import UnitKind
from veraz.values import Value

MOST_ASKED = 32
"""Units of one reply that a judge is asked about; any more stay as the rules had them."""

_LONGEST = 2_000  # characters of a unit
_UNASKED = (UnitKind.CODE, UnitKind.HEADING)


def is_undecided(held: Sequence[Judgement]) -> bool:
    """Tell whether the rules left open what a unit speaks of: an act told that no call is known for, and let stand."""
    return any(_is_let_stand(each) or each.undecided for each in held) and not any(each.cause for each in held)


def _is_let_stand(held: Judgement) -> bool:
    return held.claim.stance is Stance.DONE and held.call.outcome is Outcome.NOT_ATTEMPTED


def tells_of_look_ups(held: Sequence[Judgement]) -> bool:
    """Tell whether the rules held a unit to look-ups alone, any of which may be meant: "I checked your invoices"."""
    done = any(each.claim.stance is Stance.DONE for each in held)
    return done and not any(each.cause or each.writes for each in held)


def is_held(held: Sequence[Judgement]) -> bool:
    """Tell whether the rules held a unit to anything."""
    return any(each.cause or each.tells or each.claim.stance in JUDGED for each in held)


class Open(Enum):
    """What the rules left open of a unit."""

    MEANT = "which call it means"
    LOOK_UP = "which of the look-ups"
    UNHELD = "anything"


def left_open(reading: UnitReading, held: Sequence[Judgement]) -> Open | None:
    """Return what the rules left open of a unit; ``None`` where they held it, or where it asks."""
    if is_undecided(held):
        return Open.MEANT
    if tells_of_look_ups(held):
        return Open.LOOK_UP
    return None if is_held(held) or reading.asks else Open.UNHELD


class Inquiry:
    """Asks about the units of one reply.

    :ivar questions: one for each unit that is asked about.
    """

    def __init__(self, checker: Compiled, recorded: GivenRecord, evidence: CallEvidence, gist: Gist) -> None:
        self._checker = checker
        self._recorded = recorded
        self._calls = AskedCalls(recorded, checker.toolset, evidence, FunctionWords.of(checker.grammar))
        self._answers = HeldAnswers(checker, recorded, evidence, gist)
        self._asked: list[tuple[int, UnitReading]] = []
        self.questions: tuple[Question, ...] = ()

    def ask(
        self,
        readings: Sequence[UnitReading],
        held: Sequence[Sequence[Judgement]],
        texts: Sequence[str],
        values: Sequence[Sequence[Value]],
    ) -> None:
        """Take on the units of the reply: as they were read, held, written, and the values they state."""
        questions: list[Question] = []
        for at, reading in enumerate(readings):
            calls = self._candidates(reading, held[at], texts[at], values[at])
            if calls is not None and len(questions) < MOST_ASKED:
                self._asked.append((at, reading))
                questions.append(self._question(texts[at], calls))
        self.questions = tuple(questions)

    def _question(self, text: str, calls: Sequence[Call]) -> Question:
        shown = personal.masked(self._calls.personal_values, text)
        return Question(shown, tuple(map(self._calls.shown, calls)), tuple(self._checker.toolset))

    def _candidates(
        self, reading: UnitReading, held: Sequence[Judgement], text: str, values: Sequence[Value]
    ) -> Sequence[Call] | None:
        """Return the calls that a unit may speak of, the turn's where it names none; ``None`` asks nothing."""
        left = left_open(reading, held)
        if left is None or reading.unread or reading.unit.kind in _UNASKED or len(text) > _LONGEST:
            return None
        clauses = self._checker.reader.clauses(reading, text)
        if clauses is None:
            return None
        told, denied = (self._words(clauses, polarity) for polarity in (Polarity.TOLD, Polarity.DENIED))
        shared = self._calls.shared(told | denied, values)
        if left is Open.LOOK_UP:
            is_asked = self._calls.are_mostly_new(told | denied)
        elif left is Open.UNHELD:
            at_odds = bool(shared) and self._calls.is_at_odds(told, denied, values)
            is_asked = at_odds or bool(self._checker.reader.own_acts(reading, text))
        else:
            is_asked = True
        return (shared or self._recorded.record.turn[-MOST_CALLS:]) if is_asked else None

    def _words(self, clauses: Clauses, polarity: Polarity) -> set[str]:
        """Return the words that stand in a unit with ``polarity`` and say something."""
        words = zip(clauses.analysis.tokens.words, clauses.polarity, strict=True)
        return {word for word, stands in words if stands is polarity and self._calls.tells(word)}

    def held(
        self, judgements: Sequence[list[Judgement]], answers: Any, counts: Counter[str]
    ) -> Sequence[list[Judgement]]:
        """Return the units as they are held with what a judge answered; what it answered oddly changes nothing.

        :param answers: what the judge returned; anything that is no answer to each question answers none.
        """
        given = list(answers) if isinstance(answers, list | tuple) else []
        if len(given) != len(self.questions):
            given = [NotImplemented] * len(self.questions)
        merged = list(judgements)
        counts["judge.asked"] += len(given)
        for (at, reading), question, answer in zip(self._asked, self.questions, given, strict=True):
            try:
                found = self._answers.held(answer, question, reading)
            except OddAnswer:
                counts["judge.failed"] += 1
                continue
            counts["judge.answered"] += 1
            merged[at] = merged[at] if found is None else [found]
        return excused(merged, self._recorded.retried)
