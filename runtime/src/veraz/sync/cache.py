"""The last good document: kept as the console signed it, and checked again whenever it is read."""

from __future__ import annotations

from os import PathLike
from pathlib import Path

from veraz.errors import DocumentError, NotTrusted
from veraz.sync.document import Document, read_document
from veraz.sync.keyring import Keyring
from veraz.sync.keys import PHRASINGS
from veraz.sync.notices import Notices, log
from veraz.sync.whole_files import read_whole, write_whole

FILE = "phrasings.jws"

LARGEST = 8 * 1024 * 1024
"""Bytes of a signed document."""


class Cache:
    """Holds the document that was taken last; at first that of the state folder, else the ``bootstrap`` file's.

    What cannot be read or trusted is passed over with a warning that names it. The first document pins whose phrasings
    are taken: a console signs those of all its organisations with one key.
    """

    def __init__(self, folder: Path, keyring: Keyring, bootstrap: str | PathLike[str] | None = None) -> None:
        self._file = folder / FILE
        self._keyring = keyring
        self._notices = Notices()
        self._held_from = self._file
        self.held = self._read(self._file)
        if self.held is None and bootstrap is not None:
            self._held_from = Path(bootstrap)
            self.held = self._read(self._held_from, must_be=True)

    def offer(self, signed: bytes) -> Document:
        """Hold the document that the console sent, and return it.

        :raises NotTrusted: where no key that is held has signed it.
        :raises DocumentError: for one in a form that is not known, of another organisation than is held, or of a lower
            version.
        """
        document, held = read_document(self._keyring.verified(signed, PHRASINGS)), self.held
        if held is not None and (fault := _fault_beside(document, held)):
            raise DocumentError(f"the console sent {fault}, delete {self._held_from} and start anew")
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
            self._held_from = self._file
        except OSError as error:
            self._notices.trouble("file", f"the phrasings cannot be kept for the next start: {error}")
        else:
            self._notices.over("the phrasings are kept for the next start again")


def _fault_beside(document: Document, held: Document) -> str:
    """Return why ``document`` is not taken in the place of ``held``, and what could explain it; nothing where it is."""
    if document.organisation != held.organisation:
        of_another = f"phrasings of {document.organisation}, and those of {held.organisation} are held"
        return f"{of_another}; if this runtime was given to {document.organisation}"
    if document.version.number < held.version.number:
        lower = f"phrasings v{document.version.number}, lower than v{held.version.number} that is held"
        return f"{lower}; if it was put back to an older state"
    return ""
