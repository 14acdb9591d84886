"""Asking the console for what was published: now and then, and less often while it is away."""

from __future__ import annotations

import math
import random
import re
import time
from collections.abc import Callable, Mapping

from veraz.errors import ConsoleRefused, DocumentError, NoAnswer, NotTrusted, VerazError
from veraz.sync.cache import Cache
from veraz.sync.document import USUAL_POLL, Document
from veraz.sync.keyring import Keyring
from veraz.sync.notices import Notices
from veraz.sync.pauses import after_failure
from veraz.sync.transport import Transport, refusal

PHRASINGS_PATH = "/v1/outcome-phrasings"
KEYS_PATH = "/v1/keys"

KEYS_EVERY = 86_400.0
"""Seconds between two looks at the console's keys; it keeps an old key signing the set for longer than that."""

_SIGNED = {"Accept": "application/jose+json"}
_SPREAD = 0.2  # of the time between two polls, so that many runtimes do not come at once
_KEY_REFUSED = (401, 403)
_ETAG = re.compile(r'(W/)?"[!#-~]{0,200}"\Z')  # what may be sent back as it came


class Poller:
    """A job that asks for the live phrasings, and calls ``changed`` when the cache holds others than before."""

    def __init__(self, transport: Transport, keyring: Keyring, cache: Cache, changed: Callable[[], None]) -> None:
        self._transport = transport
        self._keyring = keyring
        self._cache = cache
        self._changed = changed
        self._notices = Notices()
        self._key_notices = Notices()
        self._failures = 0
        self._etag = ""
        self._keys_due = -math.inf

    def run(self) -> float:
        """Ask once, and return the seconds until the next time; never again where the key is refused."""
        try:
            self.poll()
        except (NoAnswer, NotTrusted, DocumentError, ConsoleRefused) as error:
            return self._after(error)
        self._failures = 0
        self._notices.over(f"phrasings are fetched again; {self._held()}")
        return self._pause()

    def poll(self) -> None:
        """Ask once.

        :raises VerazError: where nothing came of it; what is held stays as it is.
        """
        self._look_at_keys()
        answer = self._transport.send("GET", PHRASINGS_PATH, self._asking())
        if answer.status == 304 and self._etag:
            return
        if answer.status != 200:
            raise refusal(answer)
        before = self._cache.held
        document = self._offered(answer.body)
        etag = answer.headers.get("etag", "")
        self._etag = etag if _ETAG.match(etag) else ""
        if before is None or before.version.digest != document.version.digest:
            self._changed()

    def finish(self, deadline_seconds: float) -> None:
        """Leave it at that: what was published meanwhile, the next process asks for."""

    def _offered(self, signed: bytes) -> Document:
        """Hold a document; where no key that is held has signed it, the console may have a newer one."""
        try:
            return self._cache.offer(signed)
        except NotTrusted as error:
            refused = error
        try:
            self._fetch_keys()
        except NotTrusted as error:
            raise NotTrusted(f"{refused}; nor are the console's keys: {error}") from error
        return self._cache.offer(signed)

    def _look_at_keys(self) -> None:
        """Follow the console's keys, now and then; where they cannot be taken, those that are held do."""
        if time.monotonic() < self._keys_due:
            return
        try:
            self._fetch_keys()
        except NotTrusted as error:
            if self._keyring.held is None:
                raise
            self._key_notices.trouble("keys", f"the console's keys are not taken: {error}")
        else:
            self._key_notices.over("the console's keys are taken again")

    def _fetch_keys(self) -> None:
        answer = self._transport.send("GET", KEYS_PATH, _SIGNED)
        if answer.status == 200:
            self._keyring.offer(answer.body)
            self._keys_due = time.monotonic() + KEYS_EVERY
        elif self._keyring.held is None:
            raise refusal(answer)

    def _asking(self) -> Mapping[str, str]:
        return {**_SIGNED, "If-None-Match": self._etag} if self._etag else _SIGNED

    def _after(self, error: VerazError) -> float:
        """Say what went wrong, and return the seconds until the next attempt."""
        self._failures += 1
        if isinstance(error, ConsoleRefused) and error.status in _KEY_REFUSED:
            what = "the console refuses the key and is not asked again; start anew with a key that works"
            self._notices.trouble("key", f"{what} ({error}); {self._held()}")
            return math.inf
        self._notices.trouble(type(error).__name__, f"phrasings were not fetched: {error}; {self._held()}")
        headers = error.headers if isinstance(error, ConsoleRefused) else {}
        return after_failure(self._failures, headers, time.time())

    def _pause(self) -> float:
        held = self._cache.held
        seconds = USUAL_POLL if held is None else held.poll_seconds
        return seconds * random.uniform(1 - _SPREAD, 1 + _SPREAD)

    def _held(self) -> str:
        held = self._cache.held
        return "none are held, so the agent's own are used" if held is None else f"v{held.version.number} is held"
