"""An agent that lives beside the console: what is published in the browser, it says a few seconds later."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from queue import SimpleQueue
from typing import NoReturn

from console.demo.desk import Desk
from console.demo.shop import shop
from phrasings.content import LANGUAGES, Key, changes, flat
from veraz.agent.console import LiveVersion
from veraz.cli.connection import logged_to
from veraz.cli.showing import harmless
from veraz.outcomes import Outcome
from veraz.sync import Console

_MOST = 8  # words that a version is told by
_MARGIN = " " * 10


def stay(console: Console, say: Callable[[str], None]) -> NoReturn:
    """Answer in the words of each version that comes, and have the counts sent, until the process is stopped."""
    came: SimpleQueue[LiveVersion] = SimpleQueue()
    with console, logged_to(lambda level, text: say(harmless(text))):
        beside = Beside(console)
        console.follow(came.put)
        while True:
            for line in beside.lines(came.get()):
                say(line)


class Beside:
    """The agent, in each language, and the version it told last."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._desks = {language: Desk(console, language) for language in LANGUAGES}
        self._told: LiveVersion | None = None

    def lines(self, version: LiveVersion) -> Iterator[str]:
        """Yield what the agent says in words that changed with a version, a line each."""
        before, self._told = self._told, version
        if before is not None and before.number == version.number:
            return  # a setting changed, and no words
        keys = [_to_begin_with()] if before is None else _changed(before, version)
        yield f"{datetime.now():%H:%M:%S}  {self._arrival(version, is_first=before is None)}"
        yield from (f"{_MARGIN}{self._words(key)}" for key in keys[:_MOST])
        if len(keys) > _MOST:
            yield f"{_MARGIN}and {len(keys) - _MOST} more"
        if self._console.send().sent:
            yield f"{_MARGIN}What it counted is on the Overview."

    def _arrival(self, version: LiveVersion, *, is_first: bool) -> str:
        document = self._console.cache.held
        if document is None or document.version.number != version.number:
            return f"The agent holds v{version.number}, and says:"  # the next is there already
        name = harmless(f"v{version.number} «{document.note}»")
        if is_first or document.published_at is None:
            return f"The agent holds {name}, and says:"
        ago = (datetime.now(UTC) - document.published_at).total_seconds()
        return f"{name} came {ago:.1f} s after it was published. The agent says:"

    def _words(self, key: Key) -> str:
        name = f"{key.tool} {key.outcome} ({key.language})"
        desk = self._desks[key.language]
        if not desk.has(key.tool):
            return harmless(f"{name}: this agent has no such tool")
        return harmless(f"{name}: {desk.words(key.tool, Outcome(key.outcome))}")


def _to_begin_with() -> Key:
    """What is told of the version the agent begins with: the words that the walk changes."""
    place = shop().rewording
    return Key(place["tool"], place["language"], place["outcome"])


def _changed(before: LiveVersion, version: LiveVersion) -> list[Key]:
    return [change.key for change in changes(flat(before.tools), flat(version.tools))]
