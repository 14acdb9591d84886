"""The shop's agent, connected to the console as any is; how its calls end and what its model writes is made up."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any, cast
from uuid import uuid4

from console import signing
from console.demo.shop import shop
from console.licences.models import Licence
from veraz import Agent, Call, Outcome, OutcomeUnknown, Tool
from veraz.agent import Plan, Reply
from veraz.languages import reply_grammar
from veraz.phrasings.samples import sample_call
from veraz.replies.settings import LanguageName
from veraz.sync import Console

_UNTIL_A_WORD = (Outcome.PENDING, Outcome.NOT_ATTEMPTED)  # what only a write comes to, which waits for the person


def connected(folder: Path, address: str, key: str, *, offline: bool = False) -> Console:
    """Connect to the console, with its public keys and the shop's licence, as they would be shipped with an agent.

    :param folder: for the licence, and for what the connection keeps.
    """
    keys, state, licence = signing.public_keys(), folder / "agent", _licence(folder / "shop.licence")
    return Console(address, key, keys=keys, state=state, offline=offline, licence=licence)


def _licence(path: Path) -> Path | None:
    """Keep the shop's latest licence in a file; a shop that was made before there were any has none."""
    latest = Licence.objects.filter(organisation__name=shop().organisation).first()
    if latest is not None:
        path.write_text(latest.text, encoding="utf-8")
    return None if latest is None else path


class Unavailable(Exception):
    """What a tool reached for was not there; the reason is read aloud."""

    def __init__(self, reason: str | None) -> None:
        super().__init__(reason)
        self.reason = reason


class Desk:
    """The agent in one language.

    :ivar counted: what the Overview should show of its turns, by meter.
    """

    def __init__(self, console: Console, language: str) -> None:
        self.counted: Counter[str] = Counter()
        self._language = cast(LanguageName, language)
        self._grammar = reply_grammar(language)
        self._checker = console.checker(shop().tools, language=self._language)
        self._agent = Agent(
            "desk",
            [replace(tool, run=self._run) for tool in map(Tool.of, shop().tools)],
            self._model,
            selector=lambda turn: self._plan(),
            replies={"language": self._language},
            personal_data="allow",
            console=console,
        )
        self._tools = self._agent.tools
        self._call = self._sample(next(iter(self._tools)), Outcome.DONE)

    def ask(self, tool: str, user: str, outcome: Outcome = Outcome.DONE) -> Reply:
        """Answer a turn that asks for a call of `tool`, which comes to `outcome` where the person approves."""
        self._call = self._sample(tool, outcome)
        self.counted["turns"] += 1
        return self._told(self._agent.chat(f"Please: {self._tools[tool].words}.", user=user))

    def settle(self, user: str, word: str = "approve") -> Reply:
        """Go on with a turn that waits, at the person's word."""
        return self._told(self._agent.confirm(user, word))

    def words(self, tool: str, outcome: Outcome) -> str:
        """What a person reads whose turn's call comes to `outcome`."""
        if outcome is Outcome.UNDONE or (outcome in _UNTIL_A_WORD and not self._tools[tool].may_write):
            return self._checker.compose([self._sample(tool, outcome)]).text  # one call alone never comes to it
        user = uuid4().hex
        reply = self.ask(tool, user, outcome)
        if not reply.waiting or outcome is Outcome.PENDING:
            return reply.text
        return self.settle(user, "skip" if outcome is Outcome.NOT_ATTEMPTED else "approve").text

    def has(self, tool: str) -> bool:
        """Whether it has that tool."""
        return tool in self._tools

    def _sample(self, tool: str, outcome: Outcome) -> Call:
        return sample_call(self._tools[tool], outcome, self._grammar)

    def _plan(self) -> Plan:
        """The plan of the turn; a value that no schema takes has the call refused."""
        arguments = dict(self._call.arguments)
        if self._call.outcome is Outcome.REFUSED:
            arguments[next(reversed(arguments))] = []
        return Plan(self._call.tool, arguments)

    def _run(self, **arguments: Any) -> Any:
        if self._call.outcome is Outcome.FAILED:
            raise Unavailable(self._call.reason)
        if self._call.outcome is Outcome.UNKNOWN:
            raise OutcomeUnknown
        return self._call.result

    def _model(self, conversation: list[dict[str, Any]]) -> str:
        """Write what is no truer for being written so often; where it knows nothing to write, phrasings stand in."""
        return shop().lies[self._call.tool][self._language]

    def _told(self, reply: Reply) -> Reply:
        if reply.verdict is not None:
            for key, n in reply.verdict.counts.items():
                self.counted[key.partition("{")[0]] += n
        return reply
