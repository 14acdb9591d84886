"""What a console answers. It is asked as an agent asks it, but no count is sent and nothing kept."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from email.utils import parsedate_to_datetime

from veraz.cli.advice import COMPARE, advice, is_strange, missing_scope
from veraz.cli.connection import Given, nothing_logged
from veraz.cli.findings import Finding
from veraz.cli.held import published
from veraz.cli.showing import span
from veraz.errors import ConfigurationError, DocumentError, NoAnswer, NotTrusted
from veraz.sync.cache import FILE, Cache
from veraz.sync.document import Document, read_document
from veraz.sync.keyring import FILE as KEYS_FILE
from veraz.sync.keyring import Keyring
from veraz.sync.keys import PHRASINGS, KeySet
from veraz.sync.poller import KEYS_PATH, PHRASINGS_PATH
from veraz.sync.registering import TOOLS_PATH
from veraz.sync.sender import METERS_PATH
from veraz.sync.transport import Answer, Transport, refusal

_PART = "console"
_SIGNED = {"Accept": "application/jose+json"}
_JSON = {"Accept": "application/json", "Content-Type": "application/json"}
_REFUSED_AS_EMPTY = (400, 422)
_APART = 60.0  # seconds that clocks may be apart before someone should know
_NOT_ITS_OWN = "agents refuse it and keep what is held: whoever runs the console should look at its SIGNING_KEY"
_ASK = "whoever runs the console can tell; its address may be another's"


@dataclass(frozen=True, slots=True)
class _Timed:
    """An answer, when it came by this machine's clock, and how long it took."""

    answer: Answer
    at: float
    seconds: float


@dataclass(frozen=True, slots=True)
class _Use:
    """Something a key may be used for, and a request that shows whether it may and does nothing.

    :ivar needed: whether agents need it.
    """

    scope: str
    does: str
    needed: bool
    method: str
    path: str
    body: bytes | None = None


NOT_ASKED = Finding(_PART, "answers", "not asked, as you said", data={"answers": None})
"""What is found of a console offline."""

_USES = (
    _Use("meters:write", "send counts", True, "POST", METERS_PATH, b"{}"),  # no post of counts: it is refused as such
    _Use("tools:write", "register tools, as veraz tools push does", False, "GET", TOOLS_PATH),
)


def console(given: Given) -> Iterator[Finding]:
    """Yield what the console answers, as far as it does."""
    try:
        with nothing_logged():  # they stand in what is told of the state
            keyring = Keyring(given.folder() or given.root, given.held_keys())
            held = Cache(given.folder() or given.root, keyring).held
        transport = given.transport()
    except ConfigurationError:
        return  # stands among the versions or the settings
    try:
        yield from _Examined(transport, keyring, held, _anew(given)).findings()
    except NoAnswer as error:
        yield Finding(_PART, "answers", str(error), advice(error) or _ASK, {"answers": False})


def _anew(given: Given) -> str:
    """Return how another key set comes to be held, for who has seen that it is the console's."""
    how = f"name it in {given.keys.source}" if given.keys.value else f"delete {KEYS_FILE} in the state folder"
    return f"{COMPARE}; if the console's keys were replaced, {how}"


class _Examined:
    """A console under examination.

    :param anew: how another key set comes to be held.
    """

    def __init__(self, transport: Transport, keyring: Keyring, held: Document | None, anew: str) -> None:
        self._anew = anew
        self._transport = transport
        self._keyring = keyring
        self._held = held

    def findings(self) -> Iterator[Finding]:
        """Yield what it answers.

        :raises NoAnswer: where it does not.
        """
        first = self._timed("GET", KEYS_PATH)
        if first.answer.status != 200:
            error = refusal(first.answer)
            yield Finding(_PART, "answers", str(error), advice(error) or _ASK, {"status": error.status})
            return
        live = self._timed("GET", PHRASINGS_PATH)
        yield _times(first, live)
        yield _clock(live)
        try:
            trusted = self._keyring.trusted(first.answer.body)
        except NotTrusted as error:
            yield Finding(_PART, "keys", str(error), advice(error) if is_strange(error) else self._anew)
            if is_strange(error):
                return
            trusted = self._keyring.held or KeySet({})
        else:
            yield self._keys(trusted)
        yield from self._key(live.answer)
        if live.answer.status == 200:
            yield self._live(trusted, live.answer)

    def _timed(self, method: str, path: str) -> _Timed:
        begun = time.monotonic()
        answer = self._transport.send(method, path, _SIGNED)
        return _Timed(answer, time.time(), time.monotonic() - begun)

    def _keys(self, found: KeySet) -> Finding:
        prints = found.fingerprints()
        new = [each for each in prints if each not in self._keyring.fingerprints()]
        data = {"fingerprints": list(prints), "new": new}
        if self._keyring.held is None:
            told = "\n".join((*prints, f"they would be pinned at first contact; {COMPARE}"))
            return Finding(_PART, "keys", told, data=data)
        more = f"; new is {', '.join(new)}" if new else ""
        return Finding(_PART, "keys", f"signed by one that is held{more}", data=data)

    def _key(self, live: Answer) -> Iterator[Finding]:
        """Yield whether the key works, and what it may be used for."""
        if live.status == 401:
            error = refusal(live)
            yield Finding(_PART, "key", str(error), advice(error), {"works": False})
            return
        if live.status in (200, 403):
            yield Finding(_PART, "key", "works", data={"works": True})
        yield _may("phrasings:read", "read phrasings", needed=True, answer=live)
        for use in _USES:
            answer = self._transport.send(use.method, use.path, _JSON, use.body)
            yield _may(use.scope, use.does, needed=use.needed, answer=answer)

    def _live(self, trusted: KeySet, live: Answer) -> Finding:
        try:
            document = self._read(trusted, live)
        except (NotTrusted, DocumentError) as error:
            return Finding(_PART, "published", str(error), _NOT_ITS_OWN, {"version": None})
        number, held = document.version.number, self._held
        data = {"version": number, "organisation": document.organisation}
        if held is not None and held.organisation != document.organisation:
            told = f"{published(document)}\nthose of {held.organisation} are held, so it is refused"
            todo = f"if this runtime was given to {document.organisation}, delete {FILE} in the state folder"
            return Finding(_PART, "published", told, f"{todo}; else {_ASK}", data)
        if held is not None and held.version.number > number:
            told = f"{published(document)}\nlower than v{held.version.number} that is held, so it is refused"
            return Finding(_PART, "published", told, "is it the same console, and was its database put back?", data)
        same = held is not None and held.version.digest == document.version.digest
        return Finding(_PART, "published", published(document) + ("\nthe one that is held" if same else ""), data=data)

    def _read(self, trusted: KeySet, live: Answer) -> Document:
        """Return the document, signed by a key that is held or that one of those has signed."""
        held = self._keyring.held or KeySet({})
        try:
            return read_document(held.verified(live.body, PHRASINGS))
        except NotTrusted:
            return read_document(trusted.verified(live.body, PHRASINGS))


def _times(first: _Timed, second: _Timed) -> Finding:
    told = f"within {_ms(first.seconds)} with connecting, then within {_ms(second.seconds)} with the phrasings"
    took = {"connecting_ms": round(first.seconds * 1000, 1), "ms": round(second.seconds * 1000, 1)}
    return Finding(_PART, "answers", told, data={"answers": True, **took})


def _ms(seconds: float) -> str:
    return f"{seconds * 1000:,.0f} ms"


def _clock(found: _Timed) -> Finding:
    """Compare the clocks: the console's is told to the second, at some moment while its answer came."""
    try:
        theirs = parsedate_to_datetime(found.answer.headers.get("date", "")).timestamp() + 0.5
    except (TypeError, ValueError):
        return Finding(_PART, "clock", "the answer does not say what time it is there", data={"apart": None})
    apart = found.at - found.seconds / 2 - theirs
    data = {"apart": round(apart, 1)}
    if abs(apart) < _APART:
        near = "within a second" if abs(apart) < 1.5 else span(apart)
        return Finding(_PART, "clock", f"{near} of this machine's" if abs(apart) < 1.5 else f"{near} apart", data=data)
    told = f"this machine's is {span(apart)} {'ahead' if apart > 0 else 'behind'}"
    return Finding(_PART, "clock", told, "set the clocks right: counts would stand at the wrong time", data)


def _may(scope: str, does: str, *, needed: bool, answer: Answer) -> Finding:
    error = refusal(answer)
    if answer.status == 403:
        lacks = f"may not {does}: it lacks {missing_scope(error) or scope}"
        return Finding(_PART, scope, lacks, advice(error) if needed else "", {"may": False})
    if answer.status < 300 or answer.status in _REFUSED_AS_EMPTY:
        return Finding(_PART, scope, f"may {does}", data={"may": True})
    return Finding(_PART, scope, str(error), (advice(error) or _ASK) if needed else "", {"may": None})
