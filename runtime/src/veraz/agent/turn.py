"""One turn of a person's: read it, let the model act, wait where a write needs their word, and reply.

The model may ask for calls in rounds, and the turn ends when it writes a reply. A model that raises, answers nonsense
or asks for more rounds than it may ends the turn with the phrasings of what was done: that is no failed run, and no
call is undone for it.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Collection, Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from veraz.agent import rewriting
from veraz.agent.answers import Answer, AskedCall, read_answer, text_of
from veraz.agent.attempt import error_and_place
from veraz.agent.console import Console
from veraz.agent.doing import Do, Doing, Show
from veraz.agent.journal import Journal
from veraz.agent.licence import PersonalReading
from veraz.agent.live_checker import LiveChecker
from veraz.agent.run import Run
from veraz.agent.session import Decision, Session, Waiting
from veraz.agent.shown import Heard, Shown, is_stream, next_piece
from veraz.agent.steps import Step
from veraz.errors import NothingWaiting
from veraz.meters import counted
from veraz.outcomes import Call
from veraz.phrasings import Defaults
from veraz.records.raised import error_name
from veraz.replies.compose import with_sentences
from veraz.replies.inquiry.asking import failed
from veraz.replies.settings import Composer, Replies
from veraz.replies.verdict import Verdict
from veraz.tools import Toolset

log = logging.getLogger("veraz.agent")

Model = Callable[[list[dict[str, Any]]], Any]
"""From messages (``role``, ``content``) to a reply or to ``{"content": "", "tool_calls": [{"name", "arguments"}]}``.

It may be a coroutine function, or a generator of the reply's pieces, and may answer in the forms of
:mod:`veraz.agent.answers`.
"""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a person's turn asks for, as the selector read it."""

    tool: str
    arguments: Mapping[str, Any] = field(default_factory=dict)

    @property
    def is_sound(self) -> bool:
        """Whether it names a tool, and arguments by their names."""
        is_mapping = isinstance(self.arguments, Mapping)
        return is_mapping and all(isinstance(name, str) for name in (self.tool, *self.arguments))


Selector = Callable[[str], Any]
"""From a person's turn to a :class:`Plan`, or ``None`` where nothing reads it; a coroutine function too."""

_BESIDE = ("sentences.read", "sentences.replaced", "rules.applied")


@dataclass(frozen=True, slots=True)
class Reply:
    """What the person reads back, and how it came about.

    :ivar waiting: the writes that wait for the person's word; empty where none does.
    :ivar verdict: what the check made of the model's reply; ``None`` where nothing was checked.
    :ivar calls: this turn's calls, in order; copies.
    """

    text: str
    waiting: tuple[Waiting, ...] = ()
    verdict: Verdict | None = None
    steps: tuple[Step, ...] = ()
    calls: tuple[Call, ...] = ()


@dataclass(frozen=True, slots=True)
class Kit:
    """What every turn of an agent works with; it never changes, but for the checker that turns begin with."""

    tools: Toolset
    checker: LiveChecker
    sentences: Defaults
    model: Model | None
    selector: Selector | None
    replies: Replies | None
    asks_once: bool
    typed_answers: bool
    personal: PersonalReading
    max_rounds: int
    journal: Journal
    clock: Callable[[], datetime]
    console: Console | None


class Turn:
    """Carries one turn of ``session`` out, or the rest of one that waited.

    :param streams: whether the person reads the reply as it comes.
    """

    def __init__(self, kit: Kit, session: Session, *, streams: bool = False) -> None:
        self._kit = kit
        self._session = session
        self._streams = streams
        self._steps: list[Step] = []
        self._counts: Counter[str] = Counter()
        self._run = Run(session, kit.tools, kit.journal, self._steps, reads_personal=kit.personal.is_allowed())
        self._left: list[Call] = []
        self._shown = Shown()
        self._heard: Heard | None = None

    def begin(self, text: str) -> Doing[Reply]:
        """Answer what the person said. Writes that still wait are left: they went on to something else."""
        if self._kit.typed_answers and self._session.pending:
            approved = self._kit.sentences.answer(text)
            if approved is not None:
                return (yield from self.resume(Decision(approved)))
        return (yield from self._whole(self._begun(text)))

    def resume(self, decision: Decision, ids: Collection[str] | None = None) -> Doing[Reply]:
        """Take the person's word on the writes that wait, or on those named ``ids``; once each has one, go on.

        :raises NothingWaiting: where none waits, or none by one of these names.
        """
        waiting = {asked.id for asked, _call in self._session.pending}
        chosen = waiting if ids is None else set(ids)
        if not chosen or chosen - waiting:
            named = "" if ids is None else f" by {', '.join(sorted(chosen - waiting)) or 'no id'}"
            raise NothingWaiting(f"nothing waits for {self._session.user!r} to confirm{named}")
        self._run.decide(decision, chosen)
        return (yield from self._whole(self._resumed()))

    def _whole(self, doing: Doing[Reply]) -> Doing[Reply]:
        """Carry the turn to its reply. Broken off, by a cancelled task or Ctrl+C, it leaves nothing open."""
        try:
            reply = yield from doing
        except BaseException:
            self._run.leave()
            self._session.is_broken_off = True
            self._keep_shown()
            raise
        self._count()
        yield Show(self._shown.rest(reply.text))
        return reply

    def _begun(self, text: str) -> Doing[Reply]:
        self._left = self._run.untold()
        self._session.begin_turn(text, self._left)
        self._session.checker = self._kit.checker.now
        plan = yield from self._plan(text)
        if plan is not None:
            self._session.asked = False
            self._counts["turns.read"] += 1
            self._step("selector")
            yield from self._run.take([AskedCall(plan.tool, plan.arguments)])
        elif self._kit.model is None or not (self._kit.asks_once and self._session.asked):
            self._counts["turns.asked"] += 1
            return self._question()
        else:
            self._counts["turns.model"] += 1
        return (yield from self._go_on())

    def _plan(self, text: str) -> Doing[Plan | None]:
        """Return what the selector reads in a turn; one that fails reads nothing."""
        if self._kit.selector is None:
            return None
        try:
            plan = yield Do(self._kit.selector, (text,))
        except Exception as error:  # a selector may be someone else's code
            log.warning("the selector raised %s; nothing is read in the turn", error_and_place(error))
            return None
        if plan is None or (isinstance(plan, Plan) and plan.is_sound):
            return plan
        log.warning(
            "the selector returned %s; it takes a Plan of a tool's name and its arguments, or None", _kind(plan)
        )
        return None

    def _resumed(self) -> Doing[Reply]:
        if not self._session.pending:
            yield from self._run.carry_out()
        return (yield from self._go_on())

    def _go_on(self) -> Doing[Reply]:
        """Ask the model until it writes a reply or a write waits; without one, the phrasings tell what was done."""
        while not self._session.pending:
            if self._kit.model is None or self._run.withheld:
                return self._phrased()
            answer = yield from self._ask(self._kit.model)
            if isinstance(answer, str):
                return (yield from self._written(answer))
            if answer is None:
                self._keep_shown()
                return self._phrased()
            self._count_beside()
            yield from self._run.take(answer, self._shown.end_round())
        return self._waits()

    def _keep_shown(self) -> None:
        """Keep in the conversation what the person read of words that came to no reply."""
        if shown := self._shown.end_round():
            self._session.say("assistant", shown)

    def _count_beside(self) -> None:
        """Count what was replaced in words that a model wrote beside calls; they are no reply of their own."""
        verdict = self._heard.verdict() if self._heard else None
        for name, n in verdict.counts.items() if verdict else ():
            if name.startswith(_BESIDE):
                self._counts[name] += n

    def _ask(self, model: Model) -> Doing[Answer]:
        self._session.rounds += 1
        name = f"model {self._session.rounds}"
        try:
            given = yield from self._said(model, self._run.conversation())
        except Exception as error:  # a model is someone else's code: the turn ends with what was done
            log.warning("the model raised %s; the turn ends with what was done", error_and_place(error))
            self._step(name, error_name(error))
            return None
        answer = read_answer(given)
        beyond = isinstance(answer, tuple) and self._session.rounds > self._kit.max_rounds
        self._step(name, "too many rounds" if beyond else "nonsense" if answer is None else None)
        if beyond:
            log.warning("the model asked for more than %d rounds of calls; the turn ends", self._kit.max_rounds)
        elif answer is None:
            log.warning("the model returned %s; it takes text, or a mapping with content or tool_calls", _kind(given))
        return None if beyond else answer

    def _said(self, model: Model, conversation: list[dict[str, Any]]) -> Doing[Any]:
        """Return what the model returns; where the person reads along, show what stands of it meanwhile."""
        self._heard = None
        given = yield Do(model, (conversation,), streams=True)
        if not is_stream(given):
            return given
        heard = self._heard = self._listening()
        pieces = []
        while (piece := (yield next_piece(given))) is not None:
            pieces.append(piece)
            if new := heard.feed(text_of(piece)):
                yield Show(self._shown.more(new))
        return pieces

    def _listening(self) -> Heard:
        replies = self._kit.replies
        if not self._streams or (replies is not None and replies.waits_for_the_end):
            return Heard.held_back()
        if replies is None:
            return Heard.unchecked()
        session, now = self._session, self._kit.clock()
        return Heard.checked(session.checker.stream(session.calls, now=now, turn=session.said))

    def _question(self) -> Reply:
        """Ask the person to say it again."""
        self._session.asked = True
        self._step("question")
        question = self._kit.sentences.question([tool.words for tool in self._kit.tools.values()])
        return self._reply(" ".join([*self._told_of_left(), question]))

    def _waits(self) -> Reply:
        """While a write waits, the person reads its phrasing; the question to put to them stands beside it."""
        self._step("phrasings")
        pending = self._session.pending
        verdict = self._session.checker.compose([*self._left, *(call for _asked, call in pending)])
        self._session.close(self._left)
        self._counts.update(verdict.counts)
        del self._counts["turns.template"]  # the turn's reply is the one it ends with
        ask = self._kit.sentences.confirmation
        waiting = tuple(
            Waiting(call.tool, deepcopy(call.arguments), ask(call.tool), asked.id) for asked, call in pending
        )
        return self._told(verdict.text, waiting)

    def _written(self, text: str) -> Doing[Reply]:
        """Show the model's reply, held to the record where replies are checked."""
        replies = self._kit.replies
        if replies is None:
            return self._reply(with_sentences(text, self._told_of_left()))
        if replies.composer == Composer.TEMPLATE:
            return self._phrased()
        verdict = self._heard.verdict() if self._heard else None
        if verdict is None:
            verdict = yield from self._checked(text)
            if replies.rewrite and self._kit.model is not None and rewriting.disagreements(verdict):
                verdict = yield from self._rewritten(self._kit.model, text, verdict)
        self._step("check", verdict.unread)
        return self._reply(verdict.text, verdict)

    def _checked(self, text: str) -> Doing[Verdict]:
        """Hold a reply to the record, and ask the judge, where there is one, what no rule decided."""
        checker = self._session.checker
        begun = checker.begin(text, self._session.calls, now=self._kit.clock(), turn=self._session.said)
        if checker.judge is None or not begun.questions:
            return begun.verdict(())
        try:
            answers = yield Do(checker.judge, (begun.questions,), timeout=checker.judge_seconds)
        except Exception as error:  # a judge is someone else's code: what the rules made of the reply stands
            answers = None
            failed(error)
        return begun.verdict(answers)

    def _rewritten(self, model: Model, text: str, verdict: Verdict) -> Doing[Verdict]:
        """Show the model once what disagrees, and return the verdict on what it writes then."""
        self._step("rewrite")
        shown = self._run.readable(rewriting.messages(text, verdict, self._kit.sentences))
        try:
            answer = read_answer((yield Do(model, ([*self._run.conversation(), *shown],))))
        except Exception as error:  # the reply that was held stands
            log.warning("the model raised %s, asked to rewrite; the reply that was held stands", error_and_place(error))
            return verdict
        return (yield from self._checked(answer)) if isinstance(answer, str) else verdict

    def _phrased(self) -> Reply:
        """Tell this turn's calls by their phrasings; where a model was kept from personal data, say so."""
        self._step("phrasings")
        verdict = self._session.checker.compose(self._session.turn)
        if not self._run.withheld:
            return self._reply(verdict.text, verdict)
        notice = self._kit.sentences.without_model  # a phrasing may print personal values: the model reads this alone
        return self._reply(f"{verdict.text}\n{notice}", verdict, said=notice)

    def _told_of_left(self) -> list[str]:
        """Return what became of the writes the person was not told of, where nothing else tells it."""
        return [self._session.checker.compose(self._left).text] if self._left else []

    def _reply(self, text: str, verdict: Verdict | None = None, *, said: str | None = None) -> Reply:
        """End the turn with ``text``; the conversation keeps ``said`` where that is another."""
        self._session.say("assistant", text if said is None else said)
        self._counts.update({} if verdict is None else verdict.counts)
        return self._told(text, verdict=verdict)

    def _told(self, text: str, waiting: tuple[Waiting, ...] = (), verdict: Verdict | None = None) -> Reply:
        calls = deepcopy(tuple(self._session.turn))
        return Reply(self._shown.before + text, waiting, verdict, tuple(self._steps), calls)

    def _count(self) -> None:
        """Hand over what was counted, all at once."""
        if self._kit.console is not None and self._counts:
            checker = self._session.checker
            labelled = counted(self._counts, language=checker.grammar.code, version=checker.phrasings.version)
            self._kit.console.count(labelled)

    def _step(self, name: str, note: str | None = None) -> None:
        self._steps.append(Step(name, note=note))


def _kind(given: Any) -> str:
    """Name what a model returned, with nothing of what it says."""
    if isinstance(given, str | list | Mapping) and not given:
        return f"an empty {type(given).__name__}"
    return f"{type(given).__module__}.{type(given).__qualname__}".removeprefix("builtins.")
