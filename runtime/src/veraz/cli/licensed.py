"""The licence as an agent on this machine finds it."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from veraz.cli.connection import Given
from veraz.sync.cache import Cache
from veraz.sync.clock_mark import ReadMark, kept_marks
from veraz.sync.keyring import Keyring
from veraz.sync.keys import KeySet, signer
from veraz.sync.signed_licence import Licence, NoKeys, Source, Verifier
from veraz.sync.spool_view import spool_view
from veraz.sync.terms import Standing

VARIABLE = "VERAZ_LICENCE"
FILE_VARIABLE = "VERAZ_LICENCE_FILE"


@dataclass(frozen=True, slots=True)
class Licensed:
    """A licence, and what it was judged by.

    :ivar found: where it stands: an option or a variable, and the file's path; empty where none is given.
    :ivar signed_by: the fingerprint of the key it says has signed it.
    :ivar keys: where the keys came from that it was held to.
    """

    found: str
    standing: Standing
    signed_by: str
    keys: str

    @property
    def is_wrong(self) -> bool:
        """Whether one is given that does not hold."""
        return bool(self.found) and not self.standing.holds


def licensed(given: Given, file: Path | None = None) -> Licensed:
    """Return how the licence stands; what is kept is read and left as it is.

    :param file: its file, where it is not the environment that names it.
    :raises ConfigurationError: for settings that cannot be used.
    :raises MissingExtra: where a licence is given and what verifies it is not installed.
    """
    source = Source.of(file)
    found = _found(source, file)
    if not found:
        return Licensed("", Licence(source, NoKeys(), ReadMark({})).standing(), "", "")
    folders = given.folders()
    folder = folders[0] if len(folders) == 1 else None
    held = given.held_keys()
    keys = _keys(held, folder)
    standing = Licence(source, keys, ReadMark(_marks(given, folder)), lambda: _organisation(folder, keys)).standing()
    return Licensed(found, standing, _signer(source), _from(given, held, folder))


def _found(source: Source, file: Path | None) -> str:
    if source.path is None:
        return VARIABLE if source.text else ""
    return f"{source.path} ({FILE_VARIABLE if file is None else '--licence'})"


def _keys(held: KeySet | None, folder: Path | None) -> Verifier:
    return Keyring(folder, held) if folder is not None else held or NoKeys()


def _from(given: Given, held: KeySet | None, folder: Path | None) -> str:
    if held is not None:
        return f"{given.keys.value} ({given.keys.source})"
    return "" if folder is None else f"those pinned in {folder}"


def _marks(given: Given, folder: Path | None) -> dict[str, float]:
    """Return the latest times that were seen: an agent with a console keeps them in its spool."""
    if folder is None:
        return dict(kept_marks(given.root))
    view = spool_view(folder)
    return dict(view.marks) if view else {}


def _organisation(folder: Path | None, keys: Verifier) -> str | None:
    if folder is None or not isinstance(keys, Keyring):
        return None
    document = Cache(folder, keys).held
    return None if document is None else document.organisation


def _signer(source: Source) -> str:
    try:
        return signer(source.read())
    except OSError:
        return ""
