"""The licence: a signed file, verified on this machine without a network, and what it allows now.

It never stops anything: one that is absent, cannot be verified or has ended comes to the lowest plan; the check runs
on every plan. It is read again when its file changes, so that a renewed one needs no restart.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from hashlib import sha256
from math import inf
from pathlib import Path
from typing import Any, Protocol

from veraz.errors import ConfigurationError, NotTrusted
from veraz.sync.clock_mark import ClockMark, FileMark
from veraz.sync.connection_settings import KEYS
from veraz.sync.keys import KeySet, read_json
from veraz.sync.notices import Notices
from veraz.sync.state import state_root
from veraz.sync.terms import TYP, Claims, Standing, State, read_claims, standing_at
from veraz.sync.whole_files import read_whole

_LARGEST = 64 * 1024  # bytes
_LOOKS_EVERY = 60.0  # seconds, at the file and at the mark of the clock


class Verifier(Protocol):
    """Keys that are held: a :class:`KeySet`, or a keyring whose set changes."""

    def fingerprints(self) -> tuple[str, ...]:
        """Return the fingerprints of the keys."""
        ...

    def verified_compact(self, signed: str, typ: str) -> bytes:
        """Return what a compact JWS holds; NotTrusted where no key has signed it."""
        ...


@dataclass(frozen=True, slots=True)
class Source:
    """Where a licence stands: a text, a file, or nowhere."""

    text: str = ""
    path: Path | None = None

    @classmethod
    def of(cls, path: str | os.PathLike[str] | None, environ: Mapping[str, str] = os.environ) -> Source:
        """Return the file at ``path``, else what ``VERAZ_LICENCE`` holds, else the file ``VERAZ_LICENCE_FILE`` names.

        :raises ConfigurationError: where both of them are set.
        """
        text, named = environ.get("VERAZ_LICENCE", ""), environ.get("VERAZ_LICENCE_FILE", "")
        if path is not None:
            return cls(path=Path(path))
        if text and named:
            raise ConfigurationError("set VERAZ_LICENCE or VERAZ_LICENCE_FILE, not both")
        return cls(text, Path(named) if named else None)

    def read(self) -> str:
        """Return the licence's text, empty where there is none.

        :raises OSError: where the file is not there or cannot be read.
        """
        if self.path is None:
            return self.text.strip()
        content = read_whole(self.path, _LARGEST)
        if content is None:
            raise FileNotFoundError(f"{self.path}: there is no such file")
        return content.decode("ascii", "replace").strip()


@dataclass(frozen=True, slots=True)
class _Look:
    """What was found at the licence's source, and the latest time that was ever seen, at a moment."""

    at: float = -inf
    text: str = ""
    trouble: str = ""
    latest: float = 0.0


@dataclass(frozen=True, slots=True)
class _Checked:
    """What a text says by these keys, or why it cannot be believed."""

    text: str
    keys: tuple[str, ...]
    found: Claims | str


class Licence:
    """A licence, and what it allows at the moment it is asked.

    Asking costs a comparison, and once a minute a look at the file and at the clock's mark. It takes no lock: what it
    holds is replaced whole, so threads may share it and processes fork.

    :param keys: the keys it must be signed by.
    :param mark: the latest time that was ever seen, so that a clock that is set back brings nothing back.
    :param organisation: gives the organisation that the runtime is of, once that is known.
    """

    def __init__(
        self,
        source: Source,
        keys: Verifier,
        mark: ClockMark,
        organisation: Callable[[], str | None] = lambda: None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self._source = source
        self._keys = keys
        self._mark = mark
        self._organisation = organisation
        self._clock = clock
        self._notices = Notices()
        self._look = _Look()
        self._checked = _Checked("", (), "")

    @classmethod
    def load(
        cls,
        path: str | os.PathLike[str] | None = None,
        *,
        keys: KeySet | Mapping[str, Any] | str | os.PathLike[str] | None = None,
        state: str | os.PathLike[str] | None = None,
        environ: Mapping[str, str] = os.environ,
    ) -> Licence:
        """Return the licence of a runtime that has no console; one that has takes ``console.licence``.

        :param path: its file; else ``VERAZ_LICENCE`` holds it, or ``VERAZ_LICENCE_FILE`` names its file.
        :param keys: the console's public keys (``/v1/keys``): a JWK set or the path of one; else ``VERAZ_KEYS`` is it.
        :param state: the state folder; else ``VERAZ_STATE``, else the user's own.
        :raises ConfigurationError: for keys that are none.
        """
        given = keys or environ.get(KEYS)
        held = KeySet.of(given) if given else NoKeys()
        return cls(Source.of(path, environ), held, FileMark(state_root(state, environ)))

    def allows(self, feature: str) -> bool:
        """Tell whether ``feature`` may be used now."""
        return feature in self.standing().features

    @property
    def plan(self) -> str:
        """The plan as it is now: ``free`` where the licence does not hold."""
        return self.standing().plan

    @property
    def state(self) -> State:
        """How the licence stands now."""
        return self.standing().state

    def standing(self) -> Standing:
        """Return how the licence stands now; what is not well is said in the log, once."""
        look = self._look = self._looked(self._look)
        checked = self._checked = self._verified(look.text, self._checked)
        standing = self._judged(look, checked.found)
        if standing.state is State.VALID:
            self._notices.over(standing.why)
        elif look.text or look.trouble:
            plan = "" if standing.holds else "; the plan is the free one, and the check runs all the same"
            self._notices.trouble(standing.state, f"{standing.why}{plan}")
        return standing

    def _looked(self, last: _Look) -> _Look:
        """Look at the file and the mark where that is due; a clock that was set back meanwhile makes it so."""
        now = self._clock()
        if abs(now - last.at) < _LOOKS_EVERY:
            return last
        try:
            text = self._source.read()
        except OSError as error:
            return _Look(now, trouble=f"the licence cannot be read: {error}")
        return _Look(now, text, latest=self._mark.latest(_name(text)) if text else 0.0)

    def _verified(self, text: str, last: _Checked) -> _Checked:
        """Verify the text where it, or the keys that are held, changed since."""
        keys = self._keys.fingerprints()
        if not text or (text, keys) == (last.text, last.keys):
            return last
        try:
            found: Claims | str = read_claims(read_json(self._keys.verified_compact(text, TYP)))
        except NotTrusted as error:
            found = str(error)
        return _Checked(text, keys, found)

    def _judged(self, look: _Look, found: Claims | str) -> Standing:
        if not look.text:
            return Standing(State.ABSENT, look.trouble or "no licence is given")
        if isinstance(found, str):
            return Standing(State.NOT_TRUSTED, f"the licence is not trusted: {found}")
        if (own := self._organisation()) and own != found.organisation:
            why = f"the licence {found.name} is that of {found.organisation}, and the console's phrasings are of {own}"
            return Standing(State.OF_ANOTHER, why, found)
        return standing_at(max(self._clock(), look.latest, found.issued), found)


class NoKeys:
    """No key is held."""

    def fingerprints(self) -> tuple[str, ...]:
        """Return none."""
        return ()

    def verified_compact(self, signed: str, typ: str) -> bytes:
        """Trust nothing."""
        raise NotTrusted(f"no key is held to check it with: give keys=, or name the console's key set in {KEYS}")


def _name(text: str) -> str:
    """Return what a licence's mark is kept by."""
    return sha256(text.encode()).hexdigest()[:16]
