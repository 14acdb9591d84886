"""Files that are whole or not there: a crash at any moment leaves the old content or the new, never half of one."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path
from tempfile import mkstemp


def write_whole(path: Path, content: bytes) -> None:
    """Put ``content`` in the place of what ``path`` holds; only its owner may read it.

    :raises OSError: where that cannot be done; what was there still is.
    """
    descriptor, name = mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except BaseException:
        with suppress(OSError):
            Path(name).unlink()
        raise
    _sync_folder(path.parent)


def read_whole(path: Path, largest: int) -> bytes | None:
    """Return what ``path`` holds, or ``None`` where there is no such file.

    :raises OSError: where it cannot be read, or holds more than ``largest`` bytes.
    """
    try:
        with path.open("rb") as file:
            content = file.read(largest + 1)
    except (FileNotFoundError, NotADirectoryError):
        return None
    if len(content) > largest:
        raise OSError(f"{path} is larger than {largest:,} bytes")
    return content


def _sync_folder(folder: Path) -> None:
    """Make the new name outlast a power cut too; some systems open no folders, and do so by themselves."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
