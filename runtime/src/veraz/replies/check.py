"""The check: a reply and a record in, a verdict out. No lock, no file, no socket."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from veraz.errors import ConfigurationError
from veraz.outcomes import Call
from veraz.replies.compiled import LONGEST_REPLY, Compiled
from veraz.replies.course import Course
from veraz.replies.evidence.given_record import GivenRecord
from veraz.replies.inquiry.question import Question
from veraz.replies.settings import Mode, Replies, UnknownTools
from veraz.replies.verdict import Verdict

if TYPE_CHECKING:
    from veraz.replies.stream import ReplyStream, WatchedStream

__all__ = ["LONGEST_REPLY", "Calls", "Checker"]

Calls = Iterable[Call | Mapping[str, Any]]


class BegunCheck(NamedTuple):
    """A check under way, which waits for a judge's answers.

    :ivar questions: what to ask the judge; empty where there is nothing to ask, or no judge.
    :ivar verdict: returns the verdict, given what the judge answered; anything else than an answer each is none.
    """

    questions: Sequence[Question]
    verdict: Callable[[Any], Verdict]


class Checker(Compiled):
    """Holds replies to what was done; compiled once, then pure and safe to share between threads.

    What it read lately it keeps in memory, so that a sentence or a call that comes again is not read again.

    :param tools: functions, :class:`~veraz.Tool` objects, or mappings of the batch format.
    :param phrasings: a path, a mapping, or loaded phrasings.
    :param rules: the reply rules, applied last (see :mod:`veraz.replies.reply_rules.ruling`).
    :param additions_to: the string field of replies that are JSON in which the person reads what is added
        (``message``, ``answer.text``); without it, it stands beside them (:attr:`Verdict.beside`).
    :param reasons: how reasons read, by code and language: ``{"card_expired": {"en": "…", "pt-BR": "…"}}``.
    :param unknown_tools: what becomes of a call of no tool of these: it is passed over and counted in the verdict
        (``ignore``), or it is an error (``raise``).

    The other settings are those of :class:`veraz.Replies`.

    :raises VerazError: for tools, phrasings or settings that cannot be used.
    """

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
            strictness=replies.strictness,
            reasons=replies.reasons,
            judge=replies.judge,
            judge_seconds=replies.judge_seconds,
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
        turn: str | None = None,
        additions_to: str | None = None,
    ) -> Verdict:
        """Return what the person reads in place of ``reply``, and why.

        A reply that is no text, or longer than :data:`LONGEST_REPLY`, is composed from phrasings; none passes unread.
        In the mode ``watch`` any text is shown as it was written. With a judge, it is asked where there is anything to
        ask, and waited for, ``judge_seconds`` at most.

        :param calls: the session's calls, oldest first, this turn's at the end: :class:`~veraz.Call` objects, or
            mappings (``{"tool", "arguments", "outcome", "reason"?, "result"?, "when"?, "id"?}``).
        :param now: when the reply is written, for relative dates.
        :param user: the person's own data, which a reply rule may let stand.
        :param turn: what the person said, in this turn and before it; where it is known, a number, date or code that a
            sentence states must be one that they said, or some call of the session bears.
        :param additions_to: as the checker's, where this reply has another field for them.
        :raises RecordError: for what is no call; with ``unknown_tools="raise"``, for a call of another tool.
        :raises ConfigurationError: for an ``additions_to`` that is no path, a ``now`` that is no moment, a ``turn``
            that is no text.
        """
        recorded = self._recorded(calls, now, turn)
        if (unread := self._not_read(reply, recorded)) is not None:
            return unread
        return self._shown(reply, Course(self, recorded, now, user, turn, additions_to).verdict(reply))

    def begin(
        self, reply: str, calls: Calls = (), *, now: datetime | None = None, turn: str | None = None
    ) -> BegunCheck:
        """Begin what :meth:`check` does, for whoever asks the judge in their own way, such as on a loop."""
        recorded = self._recorded(calls, now, turn)
        if (unread := self._not_read(reply, recorded)) is not None:
            return BegunCheck((), lambda answers: unread)
        course = Course(self, recorded, now, turn=turn)
        return BegunCheck(course.begin(reply), lambda answers: self._shown(reply, course.concluded(answers)))

    def _not_read(self, reply: Any, recorded: GivenRecord) -> Verdict | None:
        """Return the verdict on what is not read at all."""
        if not isinstance(reply, str):
            return self.unread(recorded, "not_text")
        return self._shown(reply, self.unread(recorded, "too_long")) if len(reply) > LONGEST_REPLY else None

    def _shown(self, reply: str, verdict: Verdict) -> Verdict:
        return verdict.as_watched(reply) if self.mode is Mode.WATCH else verdict

    def stream(
        self,
        calls: Calls = (),
        *,
        now: datetime | None = None,
        user: Mapping[str, Any] | None = None,
        turn: str | None = None,
        additions_to: str | None = None,
    ) -> ReplyStream | WatchedStream:
        """Return what checks a reply while the model writes it, and says what of it may be shown.

        It takes what :meth:`check` takes, raises the same, and ends with the same verdict. With a judge, nothing is
        shown before the end: what it answers may change any sentence.
        """
        from veraz.replies.stream import ReplyStream, WatchedStream

        recorded = self._recorded(calls, now, turn)
        stream = ReplyStream(self, recorded, partial(Course, self, recorded, now, user, turn, additions_to))
        return WatchedStream(stream) if self.mode is Mode.WATCH else stream

    def compose(self, calls: Calls) -> Verdict:
        """Return the phrasing of each call of this turn, in order: the template composer's reply."""
        return self.composed(self._recorded(calls))

    def _recorded(self, calls: Calls, now: Any = None, turn: Any = None) -> GivenRecord:
        if not isinstance(now, datetime | None):
            raise ConfigurationError(f"now is {type(now).__name__}; it takes a datetime")
        if not isinstance(turn, str | None):
            raise ConfigurationError(f"turn is {type(turn).__name__}; it takes what the person said, as text")
        return GivenRecord.of(calls, self.toolset, raises=self._unknown_tools is UnknownTools.RAISE)
