"""The check: a reply and a record in, a verdict out. No lock, no file, no socket."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from datetime import datetime
from functools import lru_cache
from os import PathLike
from typing import Any

from veraz.errors import ConfigurationError, ToolError
from veraz.languages import reply_grammar
from veraz.outcomes import Call, Outcome, Record
from veraz.phrasings.loading import Phrasings
from veraz.reading import Reader, UnitReading
from veraz.reading.classes import WordClasses
from veraz.replies.attempts import standing
from veraz.replies.carried import Carried
from veraz.replies.compose import rewritten, with_sentences
from veraz.replies.contents import Shelf
from veraz.replies.figure_words import FigureWords
from veraz.replies.figures import Figures
from veraz.replies.following import with_following
from veraz.replies.held import Held, excused
from veraz.replies.holding import Holder, Policy
from veraz.replies.itemized import with_itemized
from veraz.replies.recorded import Recorded
from veraz.replies.rules import Rules, Ruling
from veraz.replies.settings import Replies, UnknownTools, ValueSource, choice
from veraz.replies.switches import Switches
from veraz.replies.telling import Telling
from veraz.replies.verdict import Action, Addition, HeldClaim, UnitVerdict, Verdict
from veraz.text.fold import fold
from veraz.text.units import UnitKind
from veraz.tools import Toolset
from veraz.values import Value, ValueWords, read_values

LONGEST_REPLY = 65_536
"""Characters; a longer reply is not read but composed from phrasings."""

Calls = Iterable[Call | Mapping[str, Any]]

_MOST_KEPT = 1024  # units whose values are kept


class Checker:
    """Holds replies to what was done; compiled once, then pure and safe to share between threads.

    What it read lately it keeps in memory, so that a sentence or a call that comes again is not read again.

    :param tools: functions, :class:`~veraz.Tool` objects, or mappings of the batch format.
    :param phrasings: a path, a mapping, or loaded phrasings.
    :param values: where a value that a claim states may come from: ``call``, ``session`` or ``derived``.
    :param lookups: whether a look-up said to have been made with no call behind it is replaced too.
    :param rules: the reply rules, applied last (see :mod:`veraz.replies.rules`).
    :param reasons: how reasons read, by code and language: ``{"card_expired": {"en": "…", "pt-BR": "…"}}``.
    :param unknown_tools: what becomes of a call of no tool of these: it is passed over and counted in the verdict
        (``ignore``), or it is an error (``raise``).
    :raises VerazError: for tools, phrasings or settings that cannot be used.
    """

    def __init__(
        self,
        tools: Iterable[Any],
        phrasings: str | PathLike[str] | Mapping[str, Any] | Phrasings | None = None,
        language: str = "en",
        *,
        values: str = ValueSource.CALL,
        lookups: bool = True,
        rules: Mapping[str, Any] | None = None,
        reasons: Mapping[str, Any] | None = None,
        unknown_tools: str = UnknownTools.IGNORE,
    ) -> None:
        self.toolset = Toolset.of(_listed(tools))
        self._unknown_tools: UnknownTools = choice(UnknownTools, unknown_tools, "unknown_tools")
        self.grammar = reply_grammar(language)
        self.phrasings = Phrasings.load(phrasings, self.toolset, self.grammar, reasons=reasons)
        self.policy = Policy(choice(ValueSource, values, "values"), lookups)
        self.rules = Rules.of(rules, self.toolset, self.grammar)
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
            reasons=replies.reasons,
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
        calls: Calls = (),
        *,
        now: datetime | None = None,
        user: Mapping[str, Any] | None = None,
    ) -> Verdict:
        """Return what the person reads in place of ``reply``, and why.

        A reply that is no text, or longer than :data:`LONGEST_REPLY`, is composed from phrasings; none passes unread.

        :param calls: the session's calls, oldest first, this turn's at the end: :class:`~veraz.Call` objects, or
            mappings (``{"tool", "arguments", "outcome", "reason"?, "result"?, "when"?, "id"?}``).
        :param now: when the reply is written, for relative dates.
        :param user: the person's own data, which a reply rule may let stand.
        :raises RecordError: for what is no call; with ``unknown_tools="raise"``, for a call of another tool.
        """
        if not isinstance(now, datetime | None):
            raise ConfigurationError(f"now is {type(now).__name__}; it takes a datetime")
        recorded = self._recorded(calls)
        if not isinstance(reply, str):
            return self._unread(recorded, "not_text")
        if len(reply) > LONGEST_REPLY:
            return self._unread(recorded, "too_long")
        return _Check(self, recorded, reply, now, user).verdict()

    def compose(self, calls: Calls) -> Verdict:
        """Return the phrasing of each call of this turn, in order: the template composer's reply."""
        return self._composed(self._recorded(calls))

    def _composed(self, recorded: Recorded) -> Verdict:
        record = recorded.record
        counts: Counter[str] = Counter({"turns.template": 1})
        ruling = self.rules.ruling(counts)
        text = self.tell(record, counts, ruling)
        required = tuple(ruling.missing(text, record))
        text = with_sentences(text, required)
        version, passed_over = self.phrasings.version, recorded.passed_over
        return Verdict(text, counts=dict(counts), version=version, required=required, passed_over=passed_over)

    def tell(self, record: Record, counts: Counter[str], ruling: Ruling) -> str:
        """Return the phrasing of each call of this turn that stands, a line each; that nothing was done without one."""
        lines = [self.phrase(call, counts, ruling) for call in self.standing(record.turn)]
        return "\n".join(lines) or self.phrasings.defaults.nothing_done

    def standing(self, calls: Sequence[Call]) -> list[Call]:
        """Return those of ``calls`` that stand, in order: what was made good, or made again the same, does not."""
        by_tool: dict[str, list[Call]] = {}
        for call in calls:
            by_tool.setdefault(call.tool, []).append(call)
        stand = (standing(made, writes=self.toolset[name].write) for name, made in by_tool.items())
        kept = {id(call) for made in stand for call in made}
        return [call for call in calls if id(call) in kept]

    def _unread(self, recorded: Recorded, why: str) -> Verdict:
        composed = self._composed(recorded)
        counts = {**composed.counts, "replies.checked": 1}
        del counts["turns.template"]
        return replace(composed, counts=counts, unread=why)

    def _recorded(self, calls: Calls) -> Recorded:
        return Recorded.of(calls, self.toolset, raises=self._unknown_tools is UnknownTools.RAISE)

    def _values(self, text: str, body: int, relative: bool) -> tuple[Value, ...]:
        return read_values(text, fold(text), body, len(text), self.words, relative=relative)

    def phrase(self, call: Call, counts: Counter[str], ruling: Ruling) -> str:
        """Return the phrasing of ``call``; a default is held to the rules, and one in the place of an own counted."""
        rendered = self.phrasings.text_for(self.toolset[call.tool], call)
        if rendered.defaulted:
            counts[f"phrasings.defaulted{{tool={call.tool},outcome={call.outcome}}}"] += 1
        return rendered.text if self.phrasings.has(call) and not rendered.defaulted else ruling.phrasing(rendered.text)


class _Check:
    """One check under way."""

    def __init__(
        self, checker: Checker, recorded: Recorded, reply: str, now: datetime | None, user: Mapping[str, Any] | None
    ) -> None:
        record = recorded.record
        self._checker = checker
        self._recorded = recorded
        self._record = record
        self._reply = reply
        self._now = now
        self._reading = checker.reader.read(reply)
        self._carried = Carried(checker.toolset, record, checker.shelf, now)
        classes, wording = WordClasses.of(checker.grammar), checker.phrasings.reasons.wording
        self._telling = Telling(self._carried, record, checker.reader.vocabulary, classes, wording)
        self._figures = Figures(
            checker.toolset, FigureWords.of(checker.grammar), record, self._carried, self._reading, now
        )
        self._owed = [call for call in checker.standing(record.turn) if self._carried.is_write(call)]
        self._told: set[int] = set()
        self._shown: set[tuple[str, int | None]] = set()
        self._counts: Counter[str] = Counter()
        self._counts["replies.checked"] = 1
        self._ruling = checker.rules.ruling(self._counts, user, quoted=self._reading.quoted)

    def verdict(self) -> Verdict:
        units = [self._unit(*each) for each in zip(self._reading.units, self._hold(), strict=True)]
        self._counts["sentences.read"] = len(units)
        added = [self._addition(call) for call in self._left_out()]
        quoted = self._reading.quoted
        text = with_sentences(rewritten(self._reply, units, quoted), [each.text for each in added])
        if self._reply.strip() and not text.strip():  # the rules took all of it out
            text = self._checker.tell(self._record, self._counts, self._ruling)
        required = tuple(self._ruling.missing(text, self._record))
        text = with_sentences(text, required, quoted and not added)
        counts, version = dict(self._counts), self._checker.phrasings.version
        passed_over = self._recorded.passed_over
        return Verdict(text, tuple(units), tuple(added), counts, version, required=required, passed_over=passed_over)

    def _hold(self) -> list[list[Held]]:
        checker, reading = self._checker, self._reading
        holder = Holder(
            checker.reader.vocabulary,
            self._record,
            self._carried,
            checker.policy,
            checker.grammar.plurals,
            asking=reading.asks,
            inquiring=reading.inquires,
        )
        units = self._reading.units
        units_held = [self._figures.beside(unit, self._hold_unit(holder, unit), self._values) for unit in units]
        held = excused(units_held, self._recorded.retried)
        if self._reading.lists:
            held = with_itemized(units, held, self._record, self._carried)
        return with_following(units, held, self._done, self._checker.reader.follows)

    def _done(self) -> list[Call]:
        return [call for call in self._record.turn if call.outcome is Outcome.DONE and self._carried.is_write(call)]

    def _hold_unit(self, holder: Holder, unit: UnitReading) -> list[Held]:
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
        if not reading.stated:
            return ()
        return self._checker.values(self._reply[unit.start : unit.end], unit.body - unit.start, self._now is not None)

    def _unit(self, reading: UnitReading, held: Sequence[Held]) -> UnitVerdict:
        unit = reading.unit
        claims = tuple([self._told_of(each) for each in held]) if held else ()
        kept = UnitVerdict(unit.start, unit.end, self._reply[unit.start : unit.end], unit.kind, claims=claims)
        for each in held:
            if each.cause:
                return self._replaced(kept, unit.body, held, each)
        verdict = self._ruling.unit(kept)
        if verdict.action is not Action.REMOVE:  # what a rule takes out tells of nothing
            self._hear(reading, held)
        return verdict

    def _hear(self, reading: UnitReading, held: Sequence[Held]) -> None:
        """Take the calls that a unit tells of for told."""
        for each in held:
            if each.tells:
                self._told.add(id(each.call))
        left_out = self._left_out()
        values = self._values(reading) if left_out else ()
        for call in left_out:
            if self._telling.tells(call, reading, held, values, asking=self._reading.asks):
                self._told.add(id(call))

    def _replaced(self, unit: UnitVerdict, body: int, held: Sequence[Held], wrong: Held) -> UnitVerdict:
        """Put the phrasings of every action the unit speaks of in its place; one already shown is not shown again."""
        told = [each for each in held if each.cause or each.tells]
        self._told.update(id(each.call) for each in told)
        for each in {id(each.call): each for each in told if each.cause}.values():
            labels = f"tool={each.tool.name},outcome={each.call.outcome},cause={each.cause}"
            self._counts[f"sentences.replaced{{{labels}}}"] += 1
        phrasings = dict.fromkeys(self._shown_as(each.call) for each in told)
        text = " ".join(phrasing[0] for phrasing in phrasings if phrasing not in self._shown)
        self._shown.update(phrasings)
        marker = "" if unit.kind is UnitKind.ROW or not text else self._reply[unit.start : body]
        action = Action.REPLACE if text else Action.REMOVE
        return replace(unit, action=action, cause=wrong.cause, rule=wrong.claim.rule, replacement=marker + text)

    def _shown_as(self, call: Call) -> tuple[str, int | None]:
        """Return a call's phrasing, and what it is shown once for: a call that ran, or all others that read alike."""
        ran = call.outcome in (Outcome.DONE, Outcome.UNDONE) and id(call) in self._recorded.places
        return self._phrase(call), id(call) if ran else None

    def _phrase(self, call: Call) -> str:
        return self._checker.phrase(call, self._counts, self._ruling)

    def _left_out(self) -> list[Call]:
        """Return the writes of the turn that nothing tells."""
        return [call for call in self._owed if id(call) not in self._told]

    def _addition(self, call: Call) -> Addition:
        self._counts[f"sentences.added{{tool={call.tool},outcome={call.outcome}}}"] += 1
        return Addition(call.tool, call.outcome, self._phrase(call))

    def _told_of(self, held: Held) -> HeldClaim:
        call = held.call
        place = self._recorded.places.get(id(call))
        return HeldClaim(held.tool.name, held.claim.stance, call.outcome, held.claim.rule, place, call.id)


def _listed(tools: Any) -> Iterable[Any]:
    """Return ``tools``, where they are a list of some kind.

    :raises ToolError: for one tool alone, or none, which is a slip more often than meant.
    """
    if isinstance(tools, Iterable) and not isinstance(tools, str | bytes):
        return tools
    raise ToolError(f"tools is {type(tools).__name__}; it takes a list of tools, such as [refund_card]")
