"""One check under way: the units of a reply held to a record, and what the person reads in their place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from itertools import repeat
from typing import Any

from veraz.outcomes import Call, Outcome, When
from veraz.reading import UnitReading
from veraz.reading.analysis.function_words import FunctionWords
from veraz.reading.signals.polarity import Clauses
from veraz.replies.compiled import CHECKED, Compiled
from veraz.replies.compose import Rewriting, marked, told_in
from veraz.replies.evidence.call_evidence import CallEvidence
from veraz.replies.evidence.given_record import GivenRecord
from veraz.replies.inquiry.inquiry import Inquiry
from veraz.replies.inquiry.question import Question
from veraz.replies.judging.call_weights import CallWeights
from veraz.replies.judging.consequences import with_following
from veraz.replies.judging.gist import Gist
from veraz.replies.judging.itemized_calls import with_itemized
from veraz.replies.judging.judgement import Judgement, excused
from veraz.replies.judging.omissions import Omissions
from veraz.replies.judging.told_evidence import ToldEvidence
from veraz.replies.judging.untied_acts import OWN_ACT
from veraz.replies.reply_rules.ruling import RuleName
from veraz.replies.reply_tables import without_bare_heads
from veraz.replies.settings import OtherLanguage, Untied, field_path
from veraz.replies.unit_judge import UnitJudge
from veraz.replies.verdict import Action, Addition, HeldClaim, UnitVerdict, Verdict
from veraz.text.json_text import json_span, with_value
from veraz.text.units import UnitKind
from veraz.values import Value


class Course:
    """The course of one check: units are held in the order of the text, and then the reply is ended.

    :ivar reply: the reply, as far as it is known.
    :ivar gist: what it says as a whole, as far as that is known.
    :ivar counts: what was counted so far.
    """

    def __init__(
        self,
        checker: Compiled,
        recorded: GivenRecord,
        now: datetime | None = None,
        user: Mapping[str, Any] | None = None,
        turn: str | None = None,
        additions_to: str | None = None,
    ) -> None:
        self.reply = ""
        self.gist = Gist()
        record = recorded.record
        self._checker = checker
        self._recorded = recorded
        self._record = record
        self._field = checker.additions_to if additions_to is None else field_path(additions_to)
        self._evidence = CallEvidence(checker.toolset, record, checker.shelf, now)
        classes, wording = FunctionWords.of(checker.grammar), checker.phrasings.reasons.wording
        self._omissions = Omissions(self._evidence, record, checker.reader.vocabulary, classes, wording)
        self._owed = [call for call in checker.standing(record.turn) if self._is_owed(call)]
        weights = CallWeights(self._evidence, self._owed, checker.reader.vocabulary, classes, wording)
        self._units = UnitJudge(checker, recorded, self._evidence, weights, self.gist, now, turn)
        self._told_evidence = ToldEvidence(weights, checker.margins.told)
        self._readings: Sequence[UnitReading] = ()
        self._judgements: Sequence[list[Judgement]] = ()
        self._inquiry: Inquiry | None = None
        self._heard: list[tuple[UnitReading, Sequence[Judgement]]] = []
        self._told: set[int] = set()
        self._shown: set[tuple[str, int | None]] = set()
        self.counts: Counter[str] = Counter()
        self.counts.update(CHECKED)
        self._ruling = checker.rules.ruling(self.counts, user)

    def verdict(self, reply: str) -> Verdict:
        """Return the verdict on a whole reply; where there is a judge, it is asked and waited for."""
        questions, judge = self.begin(reply), self._checker.judge
        if judge is None or not questions:
            return self.concluded()
        from veraz.replies.inquiry.asking import ask  # which most checks do without

        return self.concluded(ask(judge, questions, self._checker.judge_seconds))

    def begin(self, reply: str) -> Sequence[Question]:
        """Read a whole reply and hold its units; return what a judge is to be asked, where there is one."""
        self.reply = reply
        self._readings = readings = self._checker.reader.read(reply)
        self.gist.add(readings)
        if self._is_composed:
            return ()
        judged = excused([self.judge(reading) for reading in readings], self._recorded.retried)
        self._judgements = self.settled(readings, judged)
        if self._checker.judge is None:
            return ()
        self._inquiry = Inquiry(self._checker, self._recorded, self._evidence, self.gist)
        texts = [reply[reading.unit.start : reading.unit.end] for reading in readings]
        self._inquiry.ask(readings, self._judgements, texts, list(map(self._values, readings)))
        return self._inquiry.questions

    def concluded(self, answers: Any = ()) -> Verdict:
        """Return the verdict on the reply that was begun, with what a judge answered to its questions."""
        if self._is_composed:
            self._ruling.count(RuleName.OTHER_LANGUAGE, self.gist.unread)
            return self._checker.unread(self._recorded, "language", self.counts)
        judgements, readings, text = self._judgements, self._readings, Rewriting()
        if self._inquiry and self._inquiry.questions:
            judgements = self._inquiry.held(judgements, answers, self.counts)
        units = self.verdicts(readings, judgements, self._untied(readings, judgements))
        return self.ended(text.take(self.reply, units) + text.rest(self.reply), units)

    @property
    def _is_composed(self) -> bool:
        """Whether the reply is composed from phrasings, for a sentence in a language that is not read."""
        return bool(self.gist.unread) and self._checker.other_language is OtherLanguage.COMPOSE

    def judge(self, unit: UnitReading) -> list[Judgement]:
        """Return what the next unit claims, held to the record for itself."""
        return self._units.judge(unit, self._text_of(unit))

    def _text_of(self, unit: UnitReading) -> str:
        return self.reply[unit.unit.start : unit.unit.end]

    def settled(self, units: Sequence[UnitReading], judgements: Sequence[list[Judgement]]) -> list[list[Judgement]]:
        """Return the claims of units in a row as they stand beside each other."""
        itemized = with_itemized(units, judgements, self._record, self._evidence)
        return with_following(units, itemized, self._done, self._checker.reader.follows)

    def verdicts(
        self,
        units: Sequence[UnitReading],
        judgements: Sequence[Sequence[Judgement]],
        untied: Iterable[bool] = repeat(False),
    ) -> list[UnitVerdict]:
        """Return the verdicts on the next units; no table goes on after them.

        :param untied: of each, whether it tells an act that no tool can do and no call bears out.
        """
        return without_bare_heads(
            self.reply, [self._unit(*each) for each in zip(units, judgements, untied, strict=False)]
        )

    def ended(self, text: str, units: Sequence[UnitVerdict]) -> Verdict:
        """Return the verdict on a reply whose units are all judged.

        :param text: what they make of it.
        """
        self.counts["sentences.read"] = len(units)
        if self.gist.unread:
            self._ruling.count(RuleName.OTHER_LANGUAGE, self.gist.unread)
        for reading, judgements in self._heard:
            self._hear(reading, judgements)
        added = [self._addition(calls) for calls in self._together(self._left_out())]
        text, beside = self._with(text, [each.text for each in added if each.shown])
        if self.reply.strip() and not text.strip():  # the rules took all of it out
            text = self._checker.tell(self._record, self.counts, self._ruling)
        required = tuple(self._ruling.missing(text, self._record))
        text, also_beside = self._with(text, required)
        return Verdict(
            text,
            tuple(units),
            tuple(added),
            dict(self.counts),
            self._checker.phrasings.version,
            required=required,
            beside=(*beside, *also_beside),
            passed_over=self._recorded.passed_over,
        )

    def _with(self, text: str, sentences: Sequence[str]) -> tuple[str, tuple[str, ...]]:
        """Return ``text`` with ``sentences`` told in it, and those that it has no place for."""
        if not sentences:
            return text, ()
        told = told_in(text, sentences, self._field, as_json=json_span(self.reply) is not None)
        return (text, tuple(sentences)) if told is None else (told, ())

    def _done(self) -> list[Call]:
        return [call for call in self._record.turn if call.outcome is Outcome.DONE and self._evidence.is_write(call)]

    def _clauses(self, unit: UnitReading) -> Clauses | None:
        return self._units.clauses(unit, self._text_of(unit))

    def _values(self, unit: UnitReading) -> tuple[Value, ...]:
        """Return the values that a unit states."""
        return self._units.values(unit, self._text_of(unit))

    def _unit(self, reading: UnitReading, judgements: Sequence[Judgement], untied: bool) -> UnitVerdict:
        unit = reading.unit
        claims = tuple([self._told_of(each) for each in judgements]) if judgements else ()
        text = self.reply[unit.start : unit.end]
        kept = UnitVerdict(unit.start, unit.end, text, unit.kind, claims=claims, quoted=unit.quoted)
        if reading.language is not None:
            kept = replace(kept, language=reading.language, unread="language" if reading.unread else None)
        for each in judgements:
            if each.cause:
                replaced = self._replaced(kept, unit.body, judgements)
                return replace(replaced, cause=each.cause, rule=each.claim.rule)
        by_too_little = (self._units.undecided.get(unit.start), *(each.undecided for each in judgements))
        undecided = next(filter(None, by_too_little), None)
        if undecided is not None:
            self.counts[f"sentences.undecided{{rule={undecided}}}"] += 1
            kept = replace(kept, undecided=undecided)
        if untied:
            kept = self._flagged(kept, unit.body, judgements)
        verdict = self._ruling.unit(kept)
        if verdict.action is not Action.REMOVE and not reading.unread:  # what is taken out tells of nothing
            self._heard.append((reading, judgements))
        return verdict

    def _untied(self, units: Sequence[UnitReading], judgements: Sequence[Sequence[Judgement]]) -> list[bool]:
        """Tell of each unit whether it tells an act that no tool can do and no call bears out."""
        checker = self._checker
        if checker.untied is Untied.KEEP or checker.acts.may_be_untold(self._owed, judgements):
            return [False] * len(units)
        texts = (self.reply[reading.unit.start : reading.unit.end] for reading in units)
        acts = map(checker.reader.own_acts, units, texts)
        return [checker.acts.are_among(*each, self._record) for each in zip(acts, judgements, strict=True)]

    def _flagged(self, unit: UnitVerdict, body: int, judgements: Sequence[Judgement]) -> UnitVerdict:
        """Flag a unit with an untied act, or put what else it tells in its place."""
        self._ruling.count(RuleName.UNTIED)
        if self._checker.untied is Untied.REMOVE:
            unit = self._replaced(unit, body, judgements)
        return replace(unit, cause=RuleName.UNTIED.value, rule=OWN_ACT.of(self._checker.grammar))

    def _hear(self, reading: UnitReading, judgements: Sequence[Judgement]) -> None:
        """Take the calls that a unit tells of for told."""
        for each in judgements:
            if each.tells:
                self._told.add(id(each.call))
        left_out = self._left_out()
        values = self._values(reading) if left_out else ()
        for call in left_out:
            if self._omissions.is_told(call, reading, judgements, values, asking=self.gist.asks):
                self._told.add(id(call))
        may = self._told_evidence.may_tell(self._left_out(), reading, values)
        if may and (clauses := self._clauses(reading)):
            earlier = any(each.tells and each.call.when is When.SESSION for each in judgements)
            told = self._told_evidence.told(may, reading, clauses, values, is_of_earlier=earlier)
            self._told.update(map(id, told))

    def _replaced(self, unit: UnitVerdict, body: int, judgements: Sequence[Judgement]) -> UnitVerdict:
        """Put the phrasings of every action the unit speaks of in its place; one already shown is not shown again.

        :param body: where the unit's own words start, as an offset into the reply.
        """
        told = [each for each in judgements if each.cause or each.tells]
        self._told.update(id(each.call) for each in told)
        wrong = [each for each in told if each.cause]
        self._count_replaced(wrong)
        text = self._to_show([each.call for each in told])
        done = all(each.call.outcome is Outcome.DONE for each in told)
        replacement = self._in_field(unit, wrong, text) or (text and self._in_place(unit, body, text, done=done))
        return replace(unit, action=Action.REPLACE if replacement else Action.REMOVE, replacement=replacement)

    def _in_field(self, unit: UnitVerdict, wrong: Iterable[Judgement], text: str) -> str | None:
        """Return a line of data with ``text`` in the place of the value that was wrong; ``None`` for any other unit."""
        stretches = [(each.claim.start, each.claim.end) for each in wrong]
        is_data = unit.kind is UnitKind.CODE
        return with_value(self.reply, (unit.start, unit.end), stretches, text) if is_data else None

    def _in_place(self, unit: UnitVerdict, body: int, text: str, *, done: bool) -> str:
        """Return ``text`` as it stands where a unit stood; that of a row follows its table."""
        return text if unit.kind is UnitKind.ROW else marked(text, self.reply, unit.start, body, done=done)

    def _count_replaced(self, wrong: Iterable[Judgement]) -> None:
        for each in {id(each.call): each for each in wrong}.values():
            labels = f"tool={each.tool.label},outcome={each.call.outcome},cause={each.cause}"
            self.counts[f"sentences.replaced{{{labels}}}"] += 1

    def _to_show(self, calls: Iterable[Call]) -> str:
        """Return the phrasings of calls that were not shown yet, which they are from now on."""
        phrasings = dict.fromkeys(map(self._shown_as, calls))
        text = " ".join(phrasing[0] for phrasing in phrasings if phrasing not in self._shown)
        self._shown.update(phrasings)
        return text

    def _shown_as(self, call: Call) -> tuple[str, int | None]:
        """Return a call's phrasing, and what it is shown once for: a call that ran, or all others that read alike."""
        ran = call.outcome in (Outcome.DONE, Outcome.UNDONE) and id(call) in self._recorded.places
        return self._phrase(call), id(call) if ran else None

    def _phrase(self, call: Call) -> str:
        return self._checker.phrase([call], self.counts, self._ruling)

    def _is_owed(self, call: Call) -> bool:
        """Tell whether a call is told where the reply leaves it out."""
        return self._evidence.is_write(call) and self._checker.toolset[call.tool].told

    def _together(self, calls: Iterable[Call]) -> Iterable[Sequence[Call]]:
        """Return calls by tool and outcome, in the order in which the first of each was made."""
        alike: dict[tuple[str, Outcome], list[Call]] = {}
        for call in calls:
            alike.setdefault((call.tool, call.outcome), []).append(call)
        return alike.values()

    def _left_out(self) -> list[Call]:
        """Return the writes of the turn that nothing tells."""
        return [call for call in self._owed if id(call) not in self._told]

    def _addition(self, calls: Sequence[Call]) -> Addition:
        """Return what tells the ``calls`` of one tool that ended alike."""
        tool, outcome = self._checker.toolset[calls[0].tool], calls[0].outcome
        self.counts[f"sentences.added{{tool={tool.label},outcome={outcome}}}"] += len(calls)
        text, shown = self._checker.phrase(calls, self.counts, self._ruling), self._checker.additions.shows(outcome)
        return Addition(tool.name, outcome, text, shown, tuple(self._recorded.places[id(call)] for call in calls))

    def _told_of(self, judgement: Judgement) -> HeldClaim:
        call = judgement.call
        place = self._recorded.places.get(id(call))
        claim = judgement.claim
        return HeldClaim(judgement.tool.name, claim.stance, call.outcome, claim.rule, place, call.id, claim.because)
