"""``veraz sync``: ask the console once, or for as long as someone watches."""

from __future__ import annotations

import math
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from queue import SimpleQueue

import click

from veraz.agent.console import LiveVersion
from veraz.cli.advice import COMPARE
from veraz.cli.connection import Given, about_console, tell_error
from veraz.cli.fitting import fit
from veraz.cli.held import kept_since, published
from veraz.cli.showing import harmless, listed, moment, number, rows
from veraz.cli.toolsets import given_tools
from veraz.errors import ConfigurationError, VerazError
from veraz.sync import Console
from veraz.sync.background import Background
from veraz.sync.cache import FILE, LARGEST
from veraz.sync.keyring import FILE as KEYS_FILE
from veraz.sync.poller import Poller
from veraz.sync.sender import Drained, Sender
from veraz.sync.spool_view import spool_view
from veraz.sync.whole_files import read_whole
from veraz.tools import Toolset

Row = tuple[str, str]
Words = SimpleQueue[str | bool]
"""Lines that tell what is new, and at last whether the end is a good one. A signal may put one at any moment."""

_EXAMPLES = """\b
Set VERAZ_CONSOLE and VERAZ_KEY first; the key needs the scopes phrasings:read and meters:write. Agents that are
started with the same address, key and state folder begin with what was fetched here, and count into the same spool.
With --tools each text is held to an agent's tools: what it can use of the set, and what is wrong with the rest.

\b
Examples:
  veraz sync
  veraz sync --tools tools.yaml                 the tools of a file, as veraz tools push takes it
  veraz sync --tools shop.desk:tools --no-send  those that a Python module names
  veraz sync --watch                            go on, with a line when something new is published
  veraz sync --bootstrap phrasings.jws          for an image whose agents start without a network; ship the
                                                console's keys (its /v1/keys) beside it, as VERAZ_KEYS

The exit status is 0 where the console answered, 1 where it is away or refuses (what is held stays), 2 for wrong usage.
"""


@click.command(epilog=_EXAMPLES)
@about_console
@click.option("--tools", "source", metavar="SOURCE", help="An agent's tools: a file, or module:attribute.")
@click.option("--bootstrap", type=click.Path(dir_okay=False, path_type=Path), help="Write the signed document here.")
@click.option("--watch", is_flag=True, help="Ask again and again, until Ctrl+C.")
@click.option("--no-send", is_flag=True, help="Leave what was counted in the spool.")
def sync(given: Given, source: str | None, bootstrap: Path | None, watch: bool, no_send: bool) -> None:
    """Fetch what is published, send what was counted."""
    if watch and bootstrap:
        raise click.UsageError("--bootstrap writes one document: give it without --watch")
    words: Words = SimpleQueue()
    with _told_to_end(words) if watch else nullcontext():
        toolset = None if source is None else given_tools([source])
        console, send = given.connection(), not no_send
        fine = _watch(console, toolset, words, send=send) if watch else _once(console, toolset, bootstrap, send=send)
    if not fine:
        raise SystemExit(1)


def _once(console: Console, toolset: Toolset | None, bootstrap: Path | None, *, send: bool) -> bool:
    """Ask, send and tell once; return whether the console did as it was asked."""
    before, pinned = console.version, console.keyring.fingerprints()
    fine = _refreshed(console)
    told = [*_held(console, before, fine=fine), *_fit(console, toolset)]
    if not pinned and (keys := console.keyring.fingerprints()) and (console.folder / KEYS_FILE).exists():
        told.append(("keys", f"{', '.join(keys)}: pinned now; {COMPARE}"))
    if fine and bootstrap is not None:
        told.append(("bootstrap", _written(console, bootstrap)))
    if fine and send:
        drained = _sent(console)
        told.append(("counts", _counts(console, drained)))
        fine = drained is None or not drained.failed
    click.echo(rows(told))
    return fine


def _watch(console: Console, toolset: Toolset | None, words: Words, *, send: bool) -> bool:
    """Ask, and tell what is new, until ``words`` say to end; return False where the console refuses the key."""
    click.echo(rows([*_held(console, None, fine=False), *_fit(console, toolset)]))
    poller = Poller(console.transport, console.keyring, console.cache, lambda: words.put(_news(console, toolset)))
    background = Background(_Watcher(poller, words), *([_sender(console)] if send else []))
    background.start()
    try:
        while isinstance(word := words.get(), str):
            click.echo(word)
    finally:
        background.close()
    return word


class _Watcher:
    """A job that polls, and says so when it has ended."""

    def __init__(self, poller: Poller, words: Words) -> None:
        self._poller = poller
        self._words = words

    def run(self) -> float:
        """Ask once, and return the seconds until the next time."""
        pause = math.inf
        try:
            pause = self._poller.run()
        finally:
            if pause == math.inf:
                self._words.put(False)
        return pause

    def finish(self, deadline_seconds: float) -> None:
        """Leave it at that."""


@contextmanager
def _told_to_end(words: Words) -> Iterator[None]:
    """Have SIGINT and SIGTERM put their word, and do nothing else: at whatever moment they come, all ends well.

    A script that starts a command with ``&`` has it ignore SIGINT, and what stops services sends SIGTERM.
    """
    before = {each: signal.signal(each, lambda *_: words.put(True)) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def _refreshed(console: Console) -> bool:
    try:
        console.refresh()
    except ConfigurationError:
        raise
    except VerazError as error:
        tell_error(error)
        return False
    return True


def _held(console: Console, before: LiveVersion | None, *, fine: bool) -> Iterator[Row]:
    """Yield what is held; ``before`` is what was when the console was asked, where that went ``fine``."""
    document = console.cache.held
    if document is None:
        yield "phrasings", "none are held: agents use a file of their own, or the defaults"
        return
    yield "phrasings", published(document)
    if fine and before is not None and before.digest != document.version.digest:
        yield "before", f"v{before.number}"
    since = kept_since(console.folder)
    yield "kept in", f"{console.folder}, since {moment(since)}" if since else f"nowhere: {console.folder} holds none"


def _fit(console: Console, toolset: Toolset | None) -> Iterator[Row]:
    """Yield what of the set can be used, with the tools that were given where any were."""
    if console.version is None:
        return
    found = fit(console.version.tools, toolset)
    languages = ", ".join(f"{n} in {code}" for code, n in found.texts.items() if n)
    texts = number(sum(found.texts.values()), "text") + (f" ({languages})" if languages else "")
    yield "texts", f"{texts} for {number(len(console.version.tools), 'tool')}" if toolset is None else f"{texts} fit"
    if found.faults:
        yield "not used", "\n".join(listed(found.faults))
    if found.others:
        yield "not given", f"{', '.join(found.others)}: what is said of these was held to nothing"
    if found.unphrased:
        yield "no texts", f"{', '.join(found.unphrased)}: the agent's own file or the defaults speak of these"


def _written(console: Console, path: Path) -> str:
    """Write the document as the console signed it, and return what was written."""
    signed = read_whole(console.folder / FILE, LARGEST)
    if signed is None:
        raise click.ClickException(f"{path} is not written: {console.folder} keeps no document")
    try:
        path.write_bytes(signed)
    except OSError as error:
        raise click.ClickException(f"{path} cannot be written: {error.strerror}") from None
    return f"{path}, {number(len(signed), 'byte')}: give it to Console(bootstrap=…), with the console's keys"


def _sender(console: Console) -> Sender:
    return Sender(console.spool, console.transport, lambda: None if console.version is None else console.version.number)


def _sent(console: Console) -> Drained | None:
    """Send what waits, where there is a spool at all."""
    return _sender(console).drain() if spool_view(console.folder) else None


def _counts(console: Console, drained: Drained | None) -> str:
    left = spool_view(console.folder)
    waiting = f"{number(left.n, 'count')} wait" if left and left.n else "none wait"
    if drained is None:
        return waiting
    sent = f"{number(drained.sent, 'count')} sent in {number(drained.posts, 'post')}; " if drained.posts else ""
    why = ": another process sends here" if drained.elsewhere else ""
    return f"{sent}{waiting}{why}"


def _news(console: Console, toolset: Toolset | None) -> str:
    """Return the line that tells of a version that has just come."""
    document = console.cache.held
    if document is None:
        return ""
    found = fit(document.version.tools, toolset)
    wrong = f", {number(len(found.faults), 'is', 'are')} not used: {found.faults[0]}" if found.faults else ""
    note = f" «{document.note}»" if document.note else ""
    line = f"v{document.version.number}{note}: {number(sum(found.texts.values()), 'text')}{wrong}"
    return f"{moment(time.time())}  {harmless(line)}"
