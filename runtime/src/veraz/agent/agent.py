"""An agent: tools, a model, and replies that are held to what was done."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection, Iterable, Mapping
from datetime import datetime
from enum import StrEnum
from os import PathLike
from typing import Any, Literal

from veraz.agent.console import Console
from veraz.agent.doing import Driven
from veraz.agent.journal import Journal
from veraz.agent.licence import Licence, NoLicence, PersonalReading
from veraz.agent.live_checker import LiveChecker
from veraz.agent.session import Decision, Session
from veraz.agent.streamed import AsyncStreamed, Streamed
from veraz.agent.turn import Kit, Model, Reply, Selector, Turn
from veraz.errors import ConfigurationError
from veraz.languages import reply_grammar
from veraz.phrasings import Defaults
from veraz.replies.check import Checker
from veraz.replies.settings import LanguageName, Replies, RepliesSettings, choice
from veraz.tools import Toolset

log = logging.getLogger("veraz.agent")


class OnUnread(StrEnum):
    """What a turn that nothing reads comes to."""

    ASK = "ask"
    MODEL = "model"


class PersonalData(StrEnum):
    """Whether a model reads personal data that a tool returned."""

    WITHHOLD = "withhold"
    ALLOW = "allow"


class Word(StrEnum):
    """A person's word on the writes that wait."""

    APPROVE = "approve"
    SKIP = "skip"


OnUnreadName = OnUnread | Literal["ask", "model"]
PersonalDataName = PersonalData | Literal["withhold", "allow"]


class Agent:
    """Answers people with a model that may use ``tools``; a write waits for the person, a read runs at once.

    :param model: a plain callable from the conversation to a reply or to calls (see :data:`veraz.agent.Model`); without
        one, the phrasings tell what was done.
        It may be a coroutine function or a generator, as may tools; ``chat`` runs them too.
    :param on_unread: what a turn that nothing reads comes to. ``ask``: the person is asked to say it again. ``model``:
        they are asked once, and then, until a turn of theirs is read, their turns go to the model.
    :param replies: how replies are held to what was done (:class:`veraz.Replies`, or a mapping of its settings);
        without it, what the model writes is shown unchecked.
    :param language: the language of the agent's own sentences, and of ``replies`` where they name none (``en``,
        ``pt-BR``, ``pt``).
    :param typed_answers: whether a typed «yes» or «no», and nothing else, is the person's word on the writes that wait.
    :param max_rounds: how many rounds of calls a model may ask for in one turn.
    :param journal: a file that each call is written to before it runs, so that a crash can hide none.
    :param personal_data: ``withhold`` keeps what a tool returns from the model where its output schema marks anything
        ``x-personal``; that turn is told by phrasings, and says that no model wrote it. ``allow`` shows it, where the
        licence allows it (Enterprise); else it is withheld all the same, and a warning says so.
    :param licence: the licence, as :meth:`veraz.sync.Licence.load` gives it; else that of ``console``, else the lowest
        plan.
    :param selector: reads a person's turn into a plan; without one, nothing is read.
    :param console: the console whose phrasings are followed and that counts are kept for
        (:class:`veraz.sync.Console`); no turn waits for it.
    :raises ToolError: for a tool with a schema that the tool check would not hold to, naming both and the place.
    """

    def __init__(
        self,
        name: str,
        tools: Iterable[Any],
        model: Model | None = None,
        *,
        on_unread: OnUnreadName = OnUnread.ASK,
        replies: Replies | RepliesSettings | bool | None = None,
        language: LanguageName | None = None,
        typed_answers: bool = False,
        max_rounds: int = 8,
        journal: str | PathLike[str] | None = None,
        personal_data: PersonalDataName = PersonalData.WITHHOLD,
        licence: Licence | None = None,
        selector: Selector | None = None,
        console: Console | None = None,
        clock: Callable[[], datetime] = lambda: datetime.now().astimezone(),
    ) -> None:
        self.name = name
        held = _replies(replies, language)
        toolset = Toolset.of(tools)
        for each in toolset.values():
            each.compile()
        if on_unread == OnUnread.MODEL and model is None:
            raise ConfigurationError("on_unread is 'model', and there is no model")
        if model is not None and not callable(model):
            raise ConfigurationError(f"model is {type(model).__name__}; it takes a function from messages to a reply")
        for setting, given in (("selector", selector), ("clock", clock)):
            if given is not None and not callable(given):
                raise ConfigurationError(f"{setting} is {type(given).__name__}; it takes a function")
        if not isinstance(max_rounds, int) or isinstance(max_rounds, bool) or max_rounds < 1:
            raise ConfigurationError(f"max_rounds is {max_rounds!r}; it takes 1 or more")
        if not isinstance(typed_answers, bool):
            raise ConfigurationError(f"typed_answers is {typed_answers!r}; it takes true or false")
        if model is not None and selector is None and on_unread == OnUnread.ASK:
            log.warning(
                "on_unread is 'ask' and there is no selector: each turn is answered with a question, and the "
                "model is never asked; on_unread='model' asks it"
            )
        checker = Checker.of(toolset, held or Replies(language="en" if language is None else language))
        self._kit = Kit(
            tools=toolset,
            checker=LiveChecker(checker, console),
            sentences=Defaults.of(checker.grammar),
            model=model,
            selector=selector,
            replies=held,
            typed_answers=typed_answers,
            asks_once=choice(OnUnread, on_unread, "on_unread") is OnUnread.MODEL,
            personal=PersonalReading(
                choice(PersonalData, personal_data, "personal_data") is PersonalData.ALLOW, _licence(licence, console)
            ),
            max_rounds=max_rounds,
            journal=Journal(journal),
            clock=clock,
            console=console,
        )
        self._sessions: dict[str, Session] = {}
        self._lock = threading.Lock()

    @property
    def tools(self) -> Toolset:
        """What it can do."""
        return self._kit.tools

    def chat(self, text: str, *, user: str) -> Reply:
        """Answer what ``user`` said. A write of theirs that still waited is left, and told so.

        :raises ConfigurationError: for a turn or a user that is no text, and for a turn inside one of theirs.
        """
        return _read(Streamed(*self._begin(text, user)))

    async def achat(self, text: str, *, user: str) -> Reply:
        """Answer as :meth:`chat` does, on the caller's loop; plain tools and models run in threads of their own.

        Where the task is cancelled, the call under way is ``unknown`` and what had not begun is not attempted.
        """
        return await _aread(AsyncStreamed(*self._begin(text, user)))

    def stream(self, text: str, *, user: str) -> Streamed:
        """Answer as :meth:`chat` does, text by text: iterate over it, then take its ``reply``.

        Each sentence comes once it stands, held to what was done, and is never taken back.
        """
        return Streamed(*self._begin(text, user, streams=True))

    def astream(self, text: str, *, user: str) -> AsyncStreamed:
        """Answer as :meth:`stream` does, on the caller's loop."""
        return AsyncStreamed(*self._begin(text, user, streams=True))

    def confirm(
        self, user: str, answer: str, *, only: str | Collection[str] | None = None, reason: str | None = None
    ) -> Reply:
        """Carry on with ``user``'s word on the writes that wait: ``approve`` runs them, ``skip`` does not.

        :param only: the ids of the writes it is about (:attr:`Waiting.id`); they run once each that waits has a word.
        :param reason: why they are skipped, in the person's words.
        :raises NothingWaiting: where no write of theirs waits, or none by that id.
        :raises ConfigurationError: for any other word.
        """
        return _read(Streamed(*self._resume(user, answer, only, reason)))

    def stream_confirm(
        self, user: str, answer: str, *, only: str | Collection[str] | None = None, reason: str | None = None
    ) -> Streamed:
        """Carry on as :meth:`confirm` does, text by text."""
        return Streamed(*self._resume(user, answer, only, reason, streams=True))

    def astream_confirm(
        self, user: str, answer: str, *, only: str | Collection[str] | None = None, reason: str | None = None
    ) -> AsyncStreamed:
        """Carry on as :meth:`stream_confirm` does, on the caller's loop."""
        return AsyncStreamed(*self._resume(user, answer, only, reason, streams=True))

    async def aconfirm(
        self, user: str, answer: str, *, only: str | Collection[str] | None = None, reason: str | None = None
    ) -> Reply:
        """Carry on as :meth:`confirm` does, on the caller's loop."""
        return await _aread(AsyncStreamed(*self._resume(user, answer, only, reason)))

    def forget(self, user: str) -> None:
        """Drop what is remembered of ``user``'s conversation. The journal, where there is one, keeps their calls."""
        with self._lock:
            session = self._sessions.pop(user, None)
            if session is not None and session.gate.is_taken:  # the next turn waits for the one that is under way
                self._sessions[user] = Session(user, self._kit.checker.now, gate=session.gate)
        self._kit.checker.now.forget()

    def _begin(self, text: str, user: str, *, streams: bool = False) -> tuple[Session, Driven[Reply]]:
        if not isinstance(text, str):
            raise ConfigurationError(f"a turn is text, not {type(text).__name__}")
        session = self._session(user)
        return session, Driven(Turn(self._kit, session, streams=streams).begin(text), session)

    def _resume(
        self,
        user: str,
        answer: str,
        only: str | Collection[str] | None,
        reason: str | None,
        *,
        streams: bool = False,
    ) -> tuple[Session, Driven[Reply]]:
        approved = choice(Word, answer, "confirm's answer") is Word.APPROVE
        if reason is not None and (approved or not isinstance(reason, str)):
            raise ConfigurationError(f"reason is {reason!r}; it takes text, beside 'skip'")
        session = self._session(user)
        ids = [only] if isinstance(only, str) else only
        if ids is not None and not (isinstance(ids, Collection) and all(isinstance(each, str) for each in ids)):
            raise ConfigurationError(
                f"only is {type(only).__name__}; it takes the id of a write that waits, or several"
            )
        return session, Driven(
            Turn(self._kit, session, streams=streams).resume(Decision(approved, reason), ids), session
        )

    def _session(self, user: str) -> Session:
        if not isinstance(user, str) or not user:
            raise ConfigurationError(f"user is {user!r}; it takes the person's id, as text")
        with self._lock:
            if user not in self._sessions:
                earlier = [call for call in self._kit.journal.earlier(user) if call.tool in self._kit.tools]
                self._sessions[user] = Session(user, self._kit.checker.now, earlier)
            return self._sessions[user]


def _read(turn: Streamed) -> Reply:
    for _text in turn:
        pass
    return turn.reply


async def _aread(turn: AsyncStreamed) -> Reply:
    async for _text in turn:
        pass
    return turn.reply


def _replies(given: Any, language: str | None) -> Replies | None:
    """Return the settings of replies; where they name no language, they take the agent's.

    :raises ConfigurationError: where both name one, and not the same.
    """
    if isinstance(given, Mapping) or given is True:
        settings = {} if given is True else given
        given = settings if language is None else {"language": language, **settings}
    held = Replies.of(given)
    if held and language is not None and reply_grammar(held.language).code != reply_grammar(language).code:
        raise ConfigurationError(f"language is {language!r}, and replies.language {held.language!r}; set one of them")
    return held


def _licence(given: Licence | None, console: Console | None) -> Callable[[], Licence]:
    """Return what gives the licence as it is now.

    :raises ConfigurationError: for what is no licence, such as the path of one.
    """
    if given is None:
        return NoLicence if console is None else lambda: console.licence
    if not callable(getattr(given, "allows", None)):
        raise ConfigurationError(f"licence is {type(given).__name__}; it takes what veraz.sync.Licence.load() returns")
    return lambda: given
