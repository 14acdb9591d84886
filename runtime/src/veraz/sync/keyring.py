"""The key set that is held, and how another comes to be held in its place.

The set is given, or pinned: that of the first contact is kept in the state folder. After that a set is taken only when
a key that is held has signed it, which is how the console's keys change without anyone touching its runtimes; an
earlier one than is held is not taken again. The sets that were taken are kept as they were signed, a line each, so that
the next process follows the same chain.
"""

from __future__ import annotations

import json
from contextlib import suppress
from pathlib import Path

from veraz.errors import ConfigurationError, NotTrusted
from veraz.sync.keys import KEY_SET, KeySet, decoded, read_json
from veraz.sync.notices import Notices
from veraz.sync.whole_files import read_whole, write_whole

FILE = "keys.jsonl"

_LARGEST = 1024 * 1024  # bytes of the file
_MOST_SETS = 20


class Keyring:
    """Holds a key set, and follows the console's from one to the next.

    :param given: the set of the configuration; without one, that of the first contact is pinned.
    """

    def __init__(self, folder: Path, given: KeySet | None = None) -> None:
        self._file = folder / FILE
        self._notices = Notices()
        self._lines: list[bytes] = []
        self._spoilt = ""
        self.held = given
        self._recall()

    def verified(self, signed: bytes, typ: str) -> bytes:
        """Return what a signed document holds; see :meth:`KeySet.verified`."""
        return self._set().verified(signed, typ)

    def verified_compact(self, signed: str, typ: str) -> bytes:
        """Return what a compact document holds; see :meth:`KeySet.verified_compact`."""
        return self._set().verified_compact(signed, typ)

    def fingerprints(self) -> tuple[str, ...]:
        """Return the fingerprints of the keys that are held."""
        return () if self.held is None else self.held.fingerprints()

    def offer(self, signed: bytes) -> None:
        """Hold the set of a signed document in the place of the one there is.

        :raises NotTrusted: where no key that is held has signed it.
        """
        found = self.trusted(signed)
        if set(found.fingerprints()) != set(self.fingerprints()):
            self.held = found
            self._keep(signed)

    def trusted(self, signed: bytes) -> KeySet:
        """Return the set of ``signed``, signed by a key that is held; at first contact, by one of its own.

        :raises NotTrusted: where none has, or the set is an earlier one, which may hold a key that was taken out since.
        """
        if self._spoilt:
            raise NotTrusted(self._spoilt)
        if self.held is not None:
            found = _set_of(self.held.verified(signed, KEY_SET))
            if found.issued_at < self.held.issued_at and set(found.fingerprints()) != set(self.fingerprints()):
                raise NotTrusted(f"the key set is an earlier one than is held; if it is right, delete {self._file}")
            return found
        own = _unverified(signed)
        own.verified(signed, KEY_SET)
        return own

    def _set(self) -> KeySet:
        if self.held is None:
            raise NotTrusted("no key is held to check it with: give keys=, or let the console be reached once")
        return self.held

    def _recall(self) -> None:
        """Follow the sets of the file, from the first that is signed by a key that is held.

        A set that was given since, with a key that none of them has, is newer than all of them; one that says when it
        was given out is newer than those before.
        """
        try:
            lines = (read_whole(self._file, _LARGEST) or b"").splitlines()
        except OSError as error:
            self._spoil(f"the keys that were pinned cannot be read: {error}; let this user read them, or give keys=")
            return
        if not set(self.fingerprints()) <= {name for line in lines for name in _names(line)}:
            return
        lines = [line for line in lines if _issued_at(line) >= (0 if self.held is None else self.held.issued_at)]
        for line in lines:
            with suppress(NotTrusted):
                self.held = self.trusted(line)
                self._lines.append(line)
        if lines and not self._lines:
            self._spoil(f"{self._file}: no key set in it can be trusted; once you know why, delete it")

    def _spoil(self, message: str) -> None:
        self._notices.trouble("file", message)
        self._spoilt = message if self.held is None else ""

    def _keep(self, signed: bytes) -> None:
        self._lines = [*self._lines, json.dumps(read_json(signed)).encode()][-_MOST_SETS:]
        try:
            write_whole(self._file, b"\n".join(self._lines) + b"\n")
        except OSError as error:
            self._notices.trouble("file", f"the console's keys cannot be pinned, and are held in memory: {error}")


def _names(signed: bytes) -> tuple[str, ...]:
    try:
        return _unverified(signed).fingerprints()
    except NotTrusted:
        return ()


def _issued_at(signed: bytes) -> float:
    try:
        return _unverified(signed).issued_at
    except NotTrusted:
        return 0


def _unverified(signed: bytes) -> KeySet:
    """Return the set of ``signed`` before anyone knows whether its signature is good."""
    document = read_json(signed)
    payload = document.get("payload") if isinstance(document, dict) else None
    return _set_of(decoded(payload) if isinstance(payload, str) else b"")


def _set_of(content: bytes) -> KeySet:
    jwks = read_json(content)
    if not isinstance(jwks, dict):
        raise NotTrusted("this is no signed key set")
    try:
        return KeySet.of(jwks)
    except ConfigurationError as error:
        raise NotTrusted(str(error)) from error
