"""One turn of a person's: read it, let the model act, wait where a write needs their word, and reply.

The model may ask for calls in rounds, and the turn ends when it writes a reply. A model that raises, answers nonsense
or asks for more rounds than it may ends the turn with the phrasings of what was done: that is no failed run, and no
call is undone for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from veraz.agent.answers import Answer, AskedCall, read_answer
from veraz.agent.console import Console
from veraz.agent.journal import Journal
from veraz.agent.licence import PersonalReading
from veraz.agent.live import LiveChecker
from veraz.agent.run import Run
from veraz.agent.session import Session, Waiting
from veraz.agent.steps import Step
from veraz.meters import counted
from veraz.outcomes import Call
from veraz.phrasings import Defaults
from veraz.records.raised import error_name
from veraz.replies.settings import Composer, Replies
from veraz.replies.verdict import Verdict
from veraz.tools import Toolset

Model = Callable[[list[dict[str, Any]]], Any]
"""From messages (``role``, ``content``) to a reply or to ``{"content": "", "tool_calls": [{"name", "arguments"}]}``."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a person's turn asks for, as the selector read it."""

    tool: str
    arguments: Mapping[str, Any] = field(default_factory=dict)


Selector = Callable[[str], Plan | None]
"""From a person's turn to a plan, or ``None`` where nothing reads it."""


@dataclass(frozen=True, slots=True)
class Reply:
    """What the person reads back, and how it came about.

    :ivar waiting: the writes that wait for the person's word; empty where none does.
    :ivar verdict: what the check made of the model's reply; ``None`` where nothing was checked.
    :ivar calls: this turn's calls, in order.
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
    personal: PersonalReading
    max_rounds: int
    journal: Journal
    clock: Callable[[], datetime]
    console: Console | None


class Turn:
    """Carries one turn of ``session`` out, or the rest of one that waited."""

    def __init__(self, kit: Kit, session: Session) -> None:
        self._kit = kit
        self._session = session
        self._steps: list[Step] = []
        self._counts: Counter[str] = Counter()
        self._run = Run(session, kit.tools, kit.journal, self._steps, reads_personal=kit.personal.is_allowed())

    def begin(self, text: str) -> Reply:
        """Answer what the person said. A batch that still waits is skipped: they went on to something else."""
        if self._session.batch:
            self._run.skip()
        self._session.begin_turn(text)
        self._session.checker = self._kit.checker.now
        plan = self._kit.selector(text) if self._kit.selector else None
        if plan is not None:
            self._session.asked = False
            self._counts["turns.read"] += 1
            self._step("selector")
            self._run.take([AskedCall(plan.tool, plan.arguments)])
        elif self._kit.model is None or not (self._kit.asks_once and self._session.asked):
            self._counts["turns.asked"] += 1
            return self._counted(self._question())
        else:
            self._counts["turns.model"] += 1
        return self._counted(self._go_on())

    def resume(self, *, approved: bool) -> Reply:
        """Run the writes that wait, or skip them, and go on."""
        if approved:
            self._run.approve()
        else:
            self._run.skip()
        return self._counted(self._go_on())

    def _go_on(self) -> Reply:
        """Ask the model until it writes a reply or a write waits; without one, the phrasings tell what was done."""
        while not self._session.pending:
            if self._kit.model is None or self._run.withheld:
                return self._phrased()
            answer = self._ask(self._kit.model)
            if answer is None:
                return self._phrased()
            if isinstance(answer, str):
                return self._written(answer)
            self._run.take(answer)
        return self._waits()

    def _ask(self, model: Model) -> Answer:
        self._session.rounds += 1
        name = f"model {self._session.rounds}"
        try:
            answer = read_answer(model(self._run.conversation()))
        except Exception as error:  # a model is someone else's code: the turn ends with what was done
            self._step(name, error_name(error))
            return None
        beyond = isinstance(answer, tuple) and self._session.rounds > self._kit.max_rounds
        self._step(name, "too many rounds" if beyond else "nonsense" if answer is None else None)
        return None if beyond else answer

    def _question(self) -> Reply:
        """Ask the person to say it again."""
        self._session.asked = True
        self._step("question")
        return self._reply(self._kit.sentences.question([tool.words for tool in self._kit.tools.values()]))

    def _waits(self) -> Reply:
        """While a write waits, the person reads its phrasing; the question to put to them stands beside it."""
        self._step("phrasings")
        pending = self._session.pending
        verdict = self._session.checker.compose(pending)
        self._counts.update(verdict.counts)
        del self._counts["turns.template"]  # the turn's reply is the one it ends with
        ask = self._kit.sentences.confirmation
        waiting = tuple(Waiting(call.tool, call.arguments, ask(call.tool)) for call in pending)
        return Reply(verdict.text, waiting, None, tuple(self._steps), tuple(self._session.turn))

    def _written(self, text: str) -> Reply:
        """Show the model's reply, held to the record where replies are checked."""
        if self._kit.replies is None:
            return self._reply(text)
        if self._kit.replies.composer == Composer.TEMPLATE:
            return self._phrased()
        verdict = self._session.checker.check(text, self._session.calls, now=self._kit.clock())
        self._step("check", verdict.unread)
        return self._reply(verdict.text, verdict)

    def _phrased(self) -> Reply:
        """Tell this turn's calls by their phrasings; where a model was kept from personal data, say so."""
        self._step("phrasings")
        verdict = self._session.checker.compose(self._session.turn)
        if not self._run.withheld:
            return self._reply(verdict.text, verdict)
        notice = self._kit.sentences.without_model  # a phrasing may print personal values: the model reads this alone
        return self._reply(f"{verdict.text}\n{notice}", verdict, said=notice)

    def _reply(self, text: str, verdict: Verdict | None = None, *, said: str | None = None) -> Reply:
        """End the turn with ``text``; the conversation keeps ``said`` where that is another."""
        self._session.say("assistant", text if said is None else said)
        self._counts.update({} if verdict is None else verdict.counts)
        return Reply(text, (), verdict, tuple(self._steps), tuple(self._session.turn))

    def _counted(self, reply: Reply) -> Reply:
        """Hand over what was counted on the way to ``reply``, all at once, and return it."""
        if self._kit.console is not None and self._counts:
            checker = self._session.checker
            labelled = counted(self._counts, language=checker.grammar.code, version=checker.phrasings.version)
            self._kit.console.count(labelled)
        return reply

    def _step(self, name: str, note: str | None = None) -> None:
        self._steps.append(Step(name, note=note))
