"""The check: a reply and a record in, a verdict out. No lock, no file, no socket."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import replace
from datetime import datetime
from functools import cached_property, lru_cache, partial
from itertools import repeat
from os import PathLike
from typing import TYPE_CHECKING, Any

from veraz.errors import RecordError
from veraz.languages import grammar, reply_grammar
from veraz.outcomes import Call, Outcome, Record
from veraz.phrasings.loading import Phrasings
from veraz.reading import Reader, UnitReading
from veraz.reading.classes import WordClasses
from veraz.replies.carried import Carried
from veraz.replies.compose import Rewriting, marked, told_in, with_sentences
from veraz.replies.contents import Shelf
from veraz.replies.figure_words import FigureWords
from veraz.replies.figures import Figures
from veraz.replies.following import with_following
from veraz.replies.gist import Gist
from veraz.replies.held import Held, excused
from veraz.replies.holding import Holder, Policy
from veraz.replies.itemized import with_itemized
from veraz.replies.rules import RuleName, Rules, Ruling
from veraz.replies.settings import (
    Additions,
    AdditionsName,
    LanguageName,
    Mode,
    ModeName,
    OtherLanguage,
    OtherLanguageName,
    Replies,
    Untied,
    UntiedName,
    ValuesName,
    ValueSource,
    choice,
    field_path,
)
from veraz.replies.switches import Switches
from veraz.replies.tables import without_bare_heads
from veraz.replies.telling import Telling
from veraz.replies.untied import UntiedActs
from veraz.replies.verdict import Action, Addition, HeldClaim, UnitVerdict, Verdict
from veraz.text.fold import fold
from veraz.text.units import UnitKind
from veraz.tools import Toolset
from veraz.values import Value, ValueWords, read_values

if TYPE_CHECKING:
    from veraz.replies.stream import ReplyStream, WatchedStream

LONGEST_REPLY = 65_536
"""Characters; a longer reply is not read but composed from phrasings."""

_CHECKED: Mapping[str, int] = {"replies.checked": 1}
_MOST_KEPT = 1024  # units whose values are kept


class Checker:
    """Holds replies to what was done; compiled once, then pure and safe to share between threads.

    What it read lately it keeps in memory, so that a sentence or a call that comes again is not read again.

    :param tools: functions, :class:`~veraz.Tool` objects, or mappings of the batch format.
    :param phrasings: a path, a mapping, or loaded phrasings.
    :param rules: the reply rules, applied last (see :mod:`veraz.replies.rules`).
    :param additions_to: the string field of replies that are JSON in which the person reads what is added
        (``message``, ``answer.text``); without it, it stands beside them (:attr:`Verdict.beside`).

    The other settings are those of :class:`veraz.Replies`.

    :raises VerazError: for tools, phrasings or settings that cannot be used.
    """

    def __init__(
        self,
        tools: Iterable[Any],
        phrasings: str | PathLike[str] | Mapping[str, Any] | Phrasings | None = None,
        language: LanguageName = "en",
        *,
        values: ValuesName = ValueSource.CALL,
        lookups: bool = True,
        rules: Mapping[str, Any] | None = None,
        additions_to: str | None = None,
        mode: ModeName = Mode.HOLD,
        additions: AdditionsName = Additions.ALL,
        untied: UntiedName = Untied.KEEP,
        other_language: OtherLanguageName = OtherLanguage.KEEP,
    ) -> None:
        self.toolset = Toolset.of(tools)
        self.grammar = reply_grammar(language)
        self.phrasings = Phrasings.load(phrasings, self.toolset, self.grammar)
        self.policy = Policy(choice(ValueSource, values, "values"), lookups)
        self.rules = Rules.of(rules, self.toolset, self.grammar)
        self.additions_to = field_path(additions_to)
        self.mode: Mode = choice(Mode, mode, "mode")
        self.additions: Additions = choice(Additions, additions, "additions")
        self.untied: Untied = choice(Untied, untied, "untied")
        self.other_language: OtherLanguage = choice(OtherLanguage, other_language, "other_language")
        self.words = ValueWords.of(self.grammar)
        self.switches = Switches.of(self.grammar)
        self.reader = Reader(self.toolset, self.grammar)
        self.shelf = Shelf(self.words)
        self.values = lru_cache(_MOST_KEPT)(self._values)

    @classmethod
    def of(cls, tools: Iterable[Any], replies: Replies) -> Checker:
        """Return a checker with the settings ``replies``."""
        return cls(
            tools,
            replies.phrasings,
            replies.language,
            values=replies.values,
            lookups=replies.lookups,
            rules=replies.rules,
            additions_to=replies.additions_to,
            mode=replies.mode,
            additions=replies.additions,
            untied=replies.untied,
            other_language=replies.other_language,
        )

    def with_live(self, tools: Mapping[str, Any], version: int) -> Checker:
        """Return a checker with the console's live phrasings in front; it shares everything else with this one.

        :param tools: the whole set: tool, language, outcome, text. What cannot be used of it is passed over.
        """
        other = copy(self)
        other.phrasings = self.phrasings.with_live(tools, version, self.toolset)
        return other

    def forget(self) -> None:
        """Drop what was kept of the texts and calls met so far, which only saves reading them again."""
        self.reader.forget()
        self.values.cache_clear()
        self.shelf.forget()

    def check(
        self,
        reply: str,
        calls: Iterable[Call] = (),
        *,
        now: datetime | None = None,
        user: Mapping[str, Any] | None = None,
        additions_to: str | None = None,
    ) -> Verdict:
        """Return what the person reads in place of ``reply``, and why.

        A reply that is no text, or longer than :data:`LONGEST_REPLY`, is composed from phrasings; none passes unread.
        In the mode ``watch`` any text is shown as it was written.

        :param calls: the session's calls, oldest first, this turn's at the end.
        :param now: when the reply is written, for relative dates.
        :param user: the person's own data, which a reply rule may let stand.
        :param additions_to: as the checker's, where this reply has another field for them.
        :raises RecordError: for a call of a tool that is not among the checker's.
        :raises ConfigurationError: for an ``additions_to`` that is no path.
        """
        record = self.record(calls)
        if not isinstance(reply, str):
            return self.unread(record, "not_text")
        if len(reply) > LONGEST_REPLY:
            verdict = self.unread(record, "too_long")
        else:
            verdict = Course(self, record, now, user, additions_to).verdict(reply)
        return verdict.as_watched(reply) if self.mode is Mode.WATCH else verdict

    def stream(
        self,
        calls: Iterable[Call] = (),
        *,
        now: datetime | None = None,
        user: Mapping[str, Any] | None = None,
        additions_to: str | None = None,
    ) -> ReplyStream | WatchedStream:
        """Return what checks a reply while the model writes it, and says what of it may be shown.

        It takes what :meth:`check` takes, raises the same, and ends with the same verdict.
        """
        from veraz.replies.stream import ReplyStream, WatchedStream

        record = self.record(calls)
        stream = ReplyStream(self, record, partial(Course, self, record, now, user, additions_to))
        return WatchedStream(stream) if self.mode is Mode.WATCH else stream

    def compose(self, calls: Iterable[Call]) -> Verdict:
        """Return the phrasing of each call of this turn, in order: the template composer's reply."""
        record = self.record(calls)
        counts: Counter[str] = Counter({"turns.template": 1})
        ruling = self.rules.ruling(counts)
        text = self.tell(record, counts, ruling)
        required = tuple(ruling.missing(text, record))
        text = with_sentences(text, required)
        return Verdict(text, counts=dict(counts), version=self.phrasings.version, required=required)

    def tell(self, record: Record, counts: Counter[str], ruling: Ruling) -> str:
        """Return the phrasing of each call of this turn that is told; that nothing was done where there is none."""
        lines = [self.phrase(call, counts, ruling) for call in record.turn if self._tells(call)]
        return "\n".join(dict.fromkeys(lines)) or self.phrasings.defaults.nothing_done

    def _tells(self, call: Call) -> bool:
        """Tell whether a call is told unasked; one that waits for the person's word always is."""
        return self.toolset[call.tool].told or call.outcome is Outcome.PENDING

    def unread(self, record: Record, why: str, counted: Mapping[str, int] = _CHECKED) -> Verdict:
        """Return the verdict on a reply that is not read, for the reason ``why``: it is composed from phrasings.

        :param counted: what the check has counted of it.
        """
        composed = self.compose(record)
        counts = {**composed.counts, **counted}
        del counts["turns.template"]
        return replace(composed, counts=counts, unread=why)

    def record(self, calls: Iterable[Call]) -> Record:
        """Return the record of ``calls``.

        :raises RecordError: for a call of a tool that is not among the checker's.
        """
        record = Record(tuple(calls))
        for call in record:
            if call.tool not in self.toolset:
                raise RecordError(
                    f"a call names {call.tool!r}, which is not among the tools: {', '.join(self.toolset)}"
                )
        return record

    def _values(self, text: str, body: int, relative: bool, language: str | None) -> tuple[Value, ...]:
        words = self.words if language is None else ValueWords.of(grammar(language))
        return read_values(text, fold(text), body, len(text), words, relative=relative)

    @property
    def judges_at_the_end(self) -> bool:
        """Whether what a sentence comes to can hang on any other of its reply, by these settings."""
        return self.untied is not Untied.KEEP or self.other_language is OtherLanguage.COMPOSE

    @cached_property
    def acts(self) -> UntiedActs:
        """What tells the acts that no tool can do; made where it is asked for first."""
        return UntiedActs(self.reader.vocabulary, self.grammar)

    def phrase(self, call: Call, counts: Counter[str], ruling: Ruling) -> str:
        """Return the phrasing of ``call``; a default is held to the rules, and one in the place of an own counted."""
        tool = self.toolset[call.tool]
        rendered = self.phrasings.text_for(tool, call)
        if rendered.defaulted:
            counts[f"phrasings.defaulted{{tool={tool.label},outcome={call.outcome}}}"] += 1
        return rendered.text if self.phrasings.has(call) and not rendered.defaulted else ruling.phrasing(rendered.text)


class Course:
    """The course of one check: units are held in the order of the text, and then the reply is ended.

    :ivar reply: the reply, as far as it is known.
    :ivar gist: what it says as a whole, as far as that is known.
    :ivar counts: what was counted so far.
    """

    def __init__(
        self,
        checker: Checker,
        record: Record,
        now: datetime | None = None,
        user: Mapping[str, Any] | None = None,
        additions_to: str | None = None,
    ) -> None:
        self.reply = ""
        self.gist = Gist()
        self._checker = checker
        self._record = record
        self._now = now
        self._field = checker.additions_to if additions_to is None else field_path(additions_to)
        self._carried = Carried(checker.toolset, record, checker.shelf, now)
        self._telling = Telling(self._carried, record, checker.reader.vocabulary, WordClasses.of(checker.grammar))
        self._figures = Figures(checker.toolset, FigureWords.of(checker.grammar), record, self._carried, self.gist, now)
        self._holder = Holder(
            checker.reader.vocabulary, record, self._carried, checker.policy, checker.grammar.plurals, self.gist
        )
        self._owed = list(self._writes())
        self._heard: list[tuple[UnitReading, Sequence[Held]]] = []
        self._told: set[int] = set()
        self._shown: set[str] = set()
        self.counts: Counter[str] = Counter()
        self.counts.update(_CHECKED)
        self._ruling = checker.rules.ruling(self.counts, user)

    def verdict(self, reply: str) -> Verdict:
        """Return the verdict on a whole reply."""
        self.reply = reply
        readings = self._checker.reader.read(reply)
        self.gist.add(readings)
        if self.gist.unread and self._checker.other_language is OtherLanguage.COMPOSE:
            self._ruling.count(RuleName.OTHER_LANGUAGE, self.gist.unread)
            return self._checker.unread(self._record, "language", self.counts)
        held = self.settled(readings, excused([self.hold(reading) for reading in readings]))
        units, text = self.judged(readings, held, self._untied(readings, held)), Rewriting()
        return self.ended(text.take(reply, units) + text.rest(reply), units)

    def hold(self, unit: UnitReading) -> list[Held]:
        """Return what the next unit claims, held to the record for itself."""
        return self._figures.beside(unit, self._hold_unit(unit), self._values)

    def settled(self, units: Sequence[UnitReading], held: Sequence[list[Held]]) -> list[list[Held]]:
        """Return the claims of units in a row as they stand beside each other."""
        itemized = with_itemized(units, held, self._record, self._carried)
        return with_following(units, itemized, self._done, self._checker.reader.follows)

    def judged(
        self, units: Sequence[UnitReading], held: Sequence[Sequence[Held]], untied: Iterable[bool] = repeat(False)
    ) -> list[UnitVerdict]:
        """Return the verdicts on the next units; no table goes on after them.

        :param untied: of each, whether it tells an act that no tool can do and no call bears out.
        """
        return without_bare_heads(self.reply, [self._unit(*each) for each in zip(units, held, untied, strict=False)])

    def ended(self, text: str, units: Sequence[UnitVerdict]) -> Verdict:
        """Return the verdict on a reply whose units are all judged.

        :param text: what they make of it.
        """
        self.counts["sentences.read"] = len(units)
        if self.gist.unread:
            self._ruling.count(RuleName.OTHER_LANGUAGE, self.gist.unread)
        for reading, held in self._heard:
            self._hear(reading, held)
        added = [self._addition(call) for call in self._left_out()]
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
        )

    def _with(self, text: str, sentences: Sequence[str]) -> tuple[str, tuple[str, ...]]:
        """Return ``text`` with ``sentences`` told in it, and those that it has no place for."""
        told = told_in(text, sentences, self._field) if sentences else text
        return (text, tuple(sentences)) if told is None else (told, ())

    def _done(self) -> list[Call]:
        return [call for call in self._record.turn if call.outcome is Outcome.DONE and self._carried.is_write(call)]

    def _hold_unit(self, unit: UnitReading) -> list[Held]:
        holder = self._holder
        if unit.unread:
            return []
        if not unit.claims:
            holder.hear(unit)
        if holder.concerns(unit):
            held = holder.hold(unit, self._values(unit))
            if unit.switched:
                held = self._checker.switches.held(held, unit.folded)
            if held or unit.claims:
                return held
        if unit.asks or not holder.is_ungrounded:
            return []
        return holder.hold_outright(unit, self._checker.reader.outright)

    def _values(self, reading: UnitReading) -> tuple[Value, ...]:
        """Return the values that a unit states."""
        unit = reading.unit
        if not reading.stated or reading.unread:
            return ()
        text, relative = self.reply[unit.start : unit.end], self._now is not None
        return self._checker.values(text, unit.body - unit.start, relative, reading.language)

    def _unit(self, reading: UnitReading, held: Sequence[Held], untied: bool) -> UnitVerdict:
        unit = reading.unit
        claims = tuple([_told_of(each) for each in held]) if held else ()
        text = self.reply[unit.start : unit.end]
        kept = UnitVerdict(unit.start, unit.end, text, unit.kind, claims=claims, quoted=unit.quoted)
        if reading.language is not None:
            kept = replace(kept, language=reading.language, unread="language" if reading.unread else None)
        for each in held:
            if each.cause:
                replaced = self._replaced(kept, unit.body, held)
                return replace(replaced, cause=each.cause, rule=each.claim.rule)
        if untied:
            kept = self._flagged(kept, unit.body, held)
        verdict = self._ruling.unit(kept)
        if verdict.action is not Action.REMOVE and not reading.unread:  # what is taken out tells of nothing
            self._heard.append((reading, held))
        return verdict

    def _untied(self, units: Sequence[UnitReading], held: Sequence[Sequence[Held]]) -> list[bool]:
        """Tell of each unit whether it tells an act that no tool can do and no call bears out."""
        checker = self._checker
        if checker.untied is Untied.KEEP or checker.acts.may_be_untold(self._owed, held):
            return [False] * len(units)
        texts = (self.reply[reading.unit.start : reading.unit.end] for reading in units)
        acts = map(checker.reader.own_acts, units, texts)
        return [checker.acts.are_among(*each, self._record) for each in zip(acts, held, strict=True)]

    def _flagged(self, unit: UnitVerdict, body: int, held: Sequence[Held]) -> UnitVerdict:
        """Flag a unit with an untied act, or put what else it tells in its place."""
        self._ruling.count(RuleName.UNTIED)
        if self._checker.untied is Untied.REMOVE:
            unit = self._replaced(unit, body, held)
        return replace(unit, cause=RuleName.UNTIED.value, rule=f"{self._checker.grammar.code[:2]}.own-act")

    def _hear(self, reading: UnitReading, held: Sequence[Held]) -> None:
        """Take the calls that a unit tells of for told."""
        for each in held:
            if each.tells:
                self._told.add(id(each.call))
        left_out = self._left_out()
        values = self._values(reading) if left_out else ()
        for call in left_out:
            if self._telling.tells(call, reading, held, values, asking=self.gist.asks):
                self._told.add(id(call))

    def _replaced(self, unit: UnitVerdict, body: int, held: Sequence[Held]) -> UnitVerdict:
        """Put the phrasings of every action the unit speaks of in its place; one already shown is not shown again."""
        told = [each for each in held if each.cause or each.tells]
        self._told.update(id(each.call) for each in told)
        for each in {id(each.call): each for each in told if each.cause}.values():
            labels = f"tool={each.tool.label},outcome={each.call.outcome},cause={each.cause}"
            self.counts[f"sentences.replaced{{{labels}}}"] += 1
        phrasings = dict.fromkeys(self._phrase(each.call) for each in told)
        text = " ".join(phrasing for phrasing in phrasings if phrasing not in self._shown)
        self._shown.update(phrasings)
        action = Action.REPLACE if text else Action.REMOVE
        replacement = text if unit.kind is UnitKind.ROW or not text else marked(text, self.reply, unit.start, body)
        return replace(unit, action=action, replacement=replacement)

    def _phrase(self, call: Call) -> str:
        return self._checker.phrase(call, self.counts, self._ruling)

    def _writes(self) -> Iterator[Call]:
        """Yield the writes of the turn that are told; one that was made again the same stands for both."""
        turn = self._record.turn
        for index, call in enumerate(turn):
            if self._carried.is_write(call) and self._checker.toolset[call.tool].told:
                later = [other.arguments for other in turn[index + 1 :] if other.tool == call.tool]
                if call.arguments not in later:
                    yield call

    def _left_out(self) -> list[Call]:
        """Return the writes of the turn that nothing tells."""
        return [call for call in self._owed if id(call) not in self._told]

    def _addition(self, call: Call) -> Addition:
        label = self._checker.toolset[call.tool].label
        self.counts[f"sentences.added{{tool={label},outcome={call.outcome}}}"] += 1
        return Addition(call.tool, call.outcome, self._phrase(call), self._checker.additions.shows(call.outcome))


def _told_of(held: Held) -> HeldClaim:
    return HeldClaim(held.tool.name, held.claim.stance, held.call.outcome, held.claim.rule)
