"""The last good document: kept as the console signed it, and checked again whenever it is read."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from veraz.errors import DocumentError, NotTrusted
from veraz.sync.document import Document, read_document
from veraz.sync.files import read_whole, write_whole
from veraz.sync.keyring import Keyring
from veraz.sync.keys import PHRASINGS
from veraz.sync.notices import Notices, log

FILE = "phrasings.jws"

LARGEST = 8 * 1024 * 1024
"""Bytes of a signed document."""


class Cache:
    """Holds the document that was taken last; at first that of the state folder, else the ``bootstrap`` file's.

    What cannot be read or trusted is passed over with a warning that names it.
    """

    def __init__(self, folder: Path, keyring: Keyring, bootstrap: str | PathLike[str] | None = None) -> None:
        self._file = folder / FILE
        self._keyring = keyring
        self._notices = Notices()
        self.held = self._read(self._file)
        if self.held is None and bootstrap is not None:
            self.held = self._read(Path(bootstrap), must_be=True)

    def offer(self, signed: bytes) -> Document:
        """Hold the document that the console sent, and return it.

        :raises NotTrusted: where no key that is held has signed it.
        :raises DocumentError: for one in a form that is not known, or of a lower version than is held.
        """
        document = read_document(self._keyring.verified(signed, PHRASINGS))
        number, held = document.version.number, self.held
        if held is not None and number < held.version.number:
            lower = f"the console sent phrasings v{number}, lower than v{held.version.number} that is held"
            raise DocumentError(f"{lower}; if it was put back to an older state, delete {self._file} and start anew")
        self.held = document
        if held is None or held.version.digest != document.version.digest:
            self._keep(signed)
        return document

    def _read(self, path: Path, *, must_be: bool = False) -> Document | None:
        try:
            signed = read_whole(path, LARGEST)
            if signed is None:
                if must_be:
                    log.warning("%s: there is no such file, so nothing is taken from it", path)
                return None
            return read_document(self._keyring.verified(signed, PHRASINGS))
        except (OSError, NotTrusted, DocumentError) as error:
            log.warning("%s is not used: %s", path, error)
            return None

    def _keep(self, signed: bytes) -> None:
        try:
            write_whole(self._file, signed)
        except OSError as error:
            self._notices.trouble("file", f"the phrasings cannot be kept for the next start: {error}")
        else:
            self._notices.over("the phrasings are kept for the next start again")
