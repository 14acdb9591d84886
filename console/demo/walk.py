"""The way round: somebody publishes, the agent says it, and the Overview shows what the agent counted."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from console.demo.desk import Desk, connected
from console.demo.shop import shop
from console.demo.visitor import NotSo, Overview, Script, Visitor
from veraz.agent import Reply
from veraz.agent.console import LiveVersion
from veraz.sync.spool_view import spool_view

_PATIENCE = 60  # seconds for a version to come, on a machine that does much else
_FIGURES = {"Replies checked": "replies.checked", "Sentences replaced": "sentences.replaced", "Turns": "turns"}
_LIVE = "/v1/outcome-phrasings"
_VERSIONS = f"{_LIVE}/versions"

Step = Iterator[str]
"""A step, a line each; the first says what happens."""


class Walk:
    """Takes an agent of the shop through it, step by step.

    :param folder: for what the agent keeps.
    :param secrets: the shop's API keys, by name.
    :param stop: stops the console.
    """

    def __init__(self, folder: Path, address: str, secrets: Mapping[str, str], stop: Callable[[], None]) -> None:
        self._stop = stop
        self._tool, self._text = shop().rewording["tool"], shop().rewording["text"]
        self._script = Script(address, secrets[shop().key("phrasings:write")])
        self._visitor = Visitor(address, shop().person("viewer"))
        runtime = (folder, address, secrets[shop().key("meters:write")])
        self._alone = connected(*runtime, offline=True)
        self._console = connected(*runtime)
        self._came: SimpleQueue[LiveVersion] = SimpleQueue()

    def lines(self) -> Iterator[str]:
        """Yield what happens, a line each.

        :raises NotSo: where it is not what has to.
        """
        yield f"An agent of the shop. Whatever was done, its model writes: «{shop().lies[self._tool]['en']}»"
        steps = (self._start, self._connect, self._wait, self._publish, self._settle, self._count, self._go_on)
        with self._console:
            for number, step in enumerate(steps, start=1):
                first, *others = step()
                yield f"\n{number}. {first}"
                yield from (f"   {line}" for line in others)

    def _start(self) -> Step:
        self._before = self._visitor.overview()
        self._desk_alone = Desk(self._alone, "en")
        yield "It starts without a network and was never connected: it holds no version, and says what it came with."
        yield self._read(self._refund(self._desk_alone), None)

    def _connect(self) -> Step:
        live = self._script.asked(_LIVE)
        began = time.monotonic()
        self._desk = Desk(self._console, "en")
        self._console.follow(self._came.put)
        self._old = self._held(live["version"])
        took = time.monotonic() - began
        yield f"It is connected, and {took:.1f} s later holds v{self._old}, «{live['note']}»."
        self._first = self._refund(self._desk)
        yield self._read(self._first, self._old)

    def _wait(self) -> Step:
        waits = self._desk.ask(self._tool, "waits")
        _must(bool(waits.waiting), "a refund waits for the person's word")
        yield "Somebody else asks for a refund, and has not said yes yet."
        yield f"They read: {waits.text}"

    def _publish(self) -> Step:
        self._script.asked(_VERSIONS, self._reworded())
        published = time.monotonic()
        self._new = self._held(self._old + 1)
        took = time.monotonic() - published
        yield f"New words are published with an API key. {took:.1f} s later the agent holds v{self._new}."
        yield f"Published: {self._text}"
        reply = self._refund(self._desk)
        _must(reply.text.startswith(self._text.partition("{")[0]), f"the new words are read, not: {reply.text}")
        yield self._read(reply, self._new)

    def _settle(self) -> Step:
        reply = self._desk.settle("waits")
        _must(reply.text == self._first.text, f"a turn ends in the words it began with, not: {reply.text}")
        yield f"The refund that waited is approved. Its turn began with v{self._old}, and ends with it."
        yield self._read(reply, self._old)

    def _count(self) -> Step:
        """Counts go by themselves within a minute or so; nobody wants to wait for that here."""
        sent = self._console.send()
        _must(not sent.failed, "the counts are sent")
        after, expected = self._visitor.overview(), self._desk.counted + self._desk_alone.counted
        yield f"What was counted is sent. {shop().person('viewer').email} looks at the Overview:"
        for figure, meter in _FIGURES.items():
            more = after.number(figure) - self._before.number(figure)
            _must(more == expected[meter], f"{figure} is {expected[meter]} more than before, not {more}")
            yield f"{figure:20} {after.number(figure):,}, which is {more} more than before"
        yield f"{'This runtime':20} {self._listed(after)}"

    def _go_on(self) -> Step:
        self._stop()
        reply = self._refund(self._desk)
        failed, waiting = self._console.send().failed, spool_view(self._console.folder)
        _must(failed and waiting is not None and waiting.n > 0, "the counts wait while there is no console")
        yield f"The console is stopped. The agent goes on with v{self._new}; what it counts waits on its disk."
        yield self._read(reply, self._new)

    def _refund(self, desk: Desk) -> Reply:
        desk.ask(self._tool, "asks")
        return desk.settle("asks")

    def _read(self, reply: Reply, version: int | None) -> str:
        held = reply.verdict.version if reply.verdict else None
        _must(held == version, f"the turn has version {version}, not {held}")
        _must(bool(reply.verdict and reply.verdict.changed), f"what the model wrote is replaced, not: {reply.text}")
        return f"The person reads: {reply.text}"

    def _held(self, number: int) -> int:
        """Wait until a version is held, and return its number."""
        try:
            while self._came.get(timeout=_PATIENCE).number < number:
                pass
        except Empty:
            raise NotSo(f"Version {number} was not held within {_PATIENCE} s.") from None
        return number

    def _reworded(self) -> dict[str, Any]:
        """Return what is live, with other words for a refund, as a whole set to publish."""
        live, place = self._script.asked(_LIVE), shop().rewording
        live["tools"][place["tool"]][place["language"]][place["outcome"]] = place["text"]
        return {"base_version": live["version"], "note": place["note"], "tools": live["tools"]}

    def _listed(self, overview: Overview) -> str:
        spool = spool_view(self._console.folder)
        row = overview.row(spool.installation if spool else "")
        holds = row[2] if len(row) > 2 else "nothing"
        _must(holds.startswith(f"v{self._new}"), f"the runtime is listed with v{self._new}, not with {holds}")
        return f"holds {holds}"


def _must(so: bool, what: str) -> None:
    if not so:
        raise NotSo(f"It has to be that {what}.")
