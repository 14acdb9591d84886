"""The check: a reply and a record in, a verdict out. No lock, no file, no socket."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from dataclasses import replace
from datetime import datetime
from functools import cached_property, lru_cache, partial
from os import PathLike
from typing import TYPE_CHECKING, Any

from veraz.errors import ConfigurationError, ToolError
from veraz.languages import grammar, reply_grammar
from veraz.outcomes import Call, Outcome, Record, by_tool
from veraz.phrasings.loading import Phrasings
from veraz.reading import Reader
from veraz.replies.attempts import standing
from veraz.replies.compose import with_sentences
from veraz.replies.contents import Shelf
from veraz.replies.course import CHECKED, Course
from veraz.replies.holding import Policy
from veraz.replies.recorded import Recorded
from veraz.replies.rules import Rules, Ruling
from veraz.replies.settings import (
    Additions,
    AdditionsName,
    LanguageName,
    Mode,
    ModeName,
    OtherLanguage,
    OtherLanguageName,
    Replies,
    UnknownTools,
    Untied,
    UntiedName,
    ValuesName,
    ValueSource,
    choice,
    field_path,
)
from veraz.replies.switches import Switches
from veraz.replies.untied import UntiedActs
from veraz.replies.verdict import Verdict
from veraz.text.fold import fold
from veraz.tools import Toolset
from veraz.values import Value, ValueWords, read_values

if TYPE_CHECKING:
    from veraz.replies.stream import ReplyStream, WatchedStream

LONGEST_REPLY = 65_536
"""Characters; a longer reply is not read but composed from phrasings."""

Calls = Iterable[Call | Mapping[str, Any]]

_MOST_KEPT = 1024  # units whose values are kept


class Checker:
    """Holds replies to what was done; compiled once, then pure and safe to share between threads.

    What it read lately it keeps in memory, so that a sentence or a call that comes again is not read again.

    :param tools: functions, :class:`~veraz.Tool` objects, or mappings of the batch format.
    :param phrasings: a path, a mapping, or loaded phrasings.
    :param rules: the reply rules, applied last (see :mod:`veraz.replies.rules`).
    :param additions_to: the string field of replies that are JSON in which the person reads what is added
        (``message``, ``answer.text``); without it, it stands beside them (:attr:`Verdict.beside`).
    :param reasons: how reasons read, by code and language: ``{"card_expired": {"en": "…", "pt-BR": "…"}}``.
    :param unknown_tools: what becomes of a call of no tool of these: it is passed over and counted in the verdict
        (``ignore``), or it is an error (``raise``).

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
        reasons: Mapping[str, Any] | None = None,
        unknown_tools: str = UnknownTools.IGNORE,
    ) -> None:
        self.toolset = Toolset.of(_listed(tools))
        self._unknown_tools: UnknownTools = choice(UnknownTools, unknown_tools, "unknown_tools")
        self.grammar = reply_grammar(language)
        self.phrasings = Phrasings.load(phrasings, self.toolset, self.grammar, reasons=reasons)
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
            reasons=replies.reasons,
        )

    def with_live(self, tools: Mapping[str, Any], version: int) -> Checker:
        """Return a checker with the console's live phrasings in front; it shares everything else with this one.

        :param tools: the whole set: tool, language, outcome, text. What cannot be used of it is passed over.
        """
        other = copy(self)
        other.phrasings = self.phrasings.with_live(tools, version, self.toolset)
        return other

    def warm(self) -> None:
        """Make what the first replies would wait for: the patterns of its tools, and all that a reading asks for.

        A server calls it before its first turn, and before it forks its workers: the checkers of a language share most
        of it. It takes some tenths of a second, so no checker does so unasked.
        """
        self.reader.warm()
        self.check(f"«{self.phrasings.defaults.nothing_done}»")  # the marks ask for other scripts' patterns

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
        additions_to: str | None = None,
    ) -> Verdict:
        """Return what the person reads in place of ``reply``, and why.

        A reply that is no text, or longer than :data:`LONGEST_REPLY`, is composed from phrasings; none passes unread.
        In the mode ``watch`` any text is shown as it was written.

        :param calls: the session's calls, oldest first, this turn's at the end: :class:`~veraz.Call` objects, or
            mappings (``{"tool", "arguments", "outcome", "reason"?, "result"?, "when"?, "id"?}``).
        :param now: when the reply is written, for relative dates.
        :param user: the person's own data, which a reply rule may let stand.
        :param additions_to: as the checker's, where this reply has another field for them.
        :raises RecordError: for what is no call; with ``unknown_tools="raise"``, for a call of another tool.
        :raises ConfigurationError: for an ``additions_to`` that is no path, a ``now`` that is no moment.
        """
        recorded = self._recorded(calls, now)
        if not isinstance(reply, str):
            return self.unread(recorded, "not_text")
        if len(reply) > LONGEST_REPLY:
            verdict = self.unread(recorded, "too_long")
        else:
            verdict = Course(self, recorded, now, user, additions_to).verdict(reply)
        return verdict.as_watched(reply) if self.mode is Mode.WATCH else verdict

    def stream(
        self,
        calls: Calls = (),
        *,
        now: datetime | None = None,
        user: Mapping[str, Any] | None = None,
        additions_to: str | None = None,
    ) -> ReplyStream | WatchedStream:
        """Return what checks a reply while the model writes it, and says what of it may be shown.

        It takes what :meth:`check` takes, raises the same, and ends with the same verdict.
        """
        from veraz.replies.stream import ReplyStream, WatchedStream

        recorded = self._recorded(calls, now)
        stream = ReplyStream(self, recorded, partial(Course, self, recorded, now, user, additions_to))
        return WatchedStream(stream) if self.mode is Mode.WATCH else stream

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
        """Return the phrasing of each call of this turn that is told, a line each; else that nothing was done."""
        lines = [self.phrase(call, counts, ruling) for call in self.standing(record.turn) if self._tells(call)]
        return "\n".join(lines) or self.phrasings.defaults.nothing_done

    def _tells(self, call: Call) -> bool:
        """Tell whether a call is told unasked; one that waits for the person's word always is."""
        return self.toolset[call.tool].told or call.outcome is Outcome.PENDING

    def standing(self, calls: Sequence[Call]) -> list[Call]:
        """Return those of ``calls`` that stand, in order: what was made good, or made again the same, does not."""
        stand = (standing(made, writes=self._writes(made)) for made in by_tool(calls).values())
        kept = {id(call) for made in stand for call in made}
        return [call for call in calls if id(call) in kept]

    def _writes(self, calls: Iterable[Call]) -> bool:
        return any(self.toolset[call.tool].writes(call.arguments) for call in calls)

    def unread(self, recorded: Recorded, why: str, counted: Mapping[str, int] = CHECKED) -> Verdict:
        """Return the verdict on a reply that is not read, for the reason ``why``: it is composed from phrasings.

        :param counted: what the check has counted of it.
        """
        composed = self._composed(recorded)
        counts = {**composed.counts, **counted}
        del counts["turns.template"]
        return replace(composed, counts=counts, unread=why)

    def _recorded(self, calls: Calls, now: Any = None) -> Recorded:
        if not isinstance(now, datetime | None):
            raise ConfigurationError(f"now is {type(now).__name__}; it takes a datetime")
        return Recorded.of(calls, self.toolset, raises=self._unknown_tools is UnknownTools.RAISE)

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


def _listed(tools: Any) -> Iterable[Any]:
    """Return ``tools``, where they are a list of some kind.

    :raises ToolError: for one tool alone, or none, which is a slip more often than meant.
    """
    if isinstance(tools, Iterable) and not isinstance(tools, str | bytes):
        return tools
    raise ToolError(f"tools is {type(tools).__name__}; it takes a list of tools, such as [refund_card]")
