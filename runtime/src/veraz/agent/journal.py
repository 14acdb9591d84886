"""The journal: an attempt is written down before the tool runs, so that a crash can hide no call.

A journal is a file of JSON lines that only grows. A call is one line when it begins and one when it ends, and two more
when it is undone; a call whose last line does not say how it ended is one the process died inside, and is ``unknown``.
A line is written whole or not at all, so a full disk spoils no other line; one that a crash tore is passed over.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from io import FileIO
from pathlib import Path
from typing import Any
from uuid import uuid4

from veraz.errors import RecordError
from veraz.outcomes import Call, Outcome, When
from veraz.records.ended import Ended


class Journal:
    """Writes attempts down in the file ``path``; without one, nothing outlives the process.

    One process at a time may write a file. It holds arguments and results, so only its owner may read it.

    :raises RecordError: naming the file, where it cannot be read and written; naming the line too, for one of another
        kind of file.
    """

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        self._path = None if path is None else Path(path)
        self._lock = threading.Lock()
        self._late = ""  # lines of what has happened, for which there was no room
        self._earlier = {} if self._path is None else _read(self._path)

    @property
    def is_kept(self) -> bool:
        """Whether it is written to a file."""
        return self._path is not None

    def earlier(self, user: str) -> list[Call]:
        """Return ``user``'s calls from before this process began, oldest first."""
        return [call for owner, call in self._earlier.values() if owner == user]

    def begin(self, user: str, tool: str, arguments: Mapping[str, Any]) -> str:
        """Write down that a call is about to run, and return the id it ends by.

        :raises OSError: where it cannot be written; then the call must not run.
        """
        call_id = uuid4().hex
        self._write({"call": call_id, "user": user, "tool": tool, "arguments": dict(arguments)})
        return call_id

    def begin_undo(self, call_id: str, result: Any) -> None:
        """Write down that a call is about to be undone: it is ``unknown`` until that has ended.

        :raises OSError: where it cannot be written; then the call must not be undone.
        """
        self._write(_ending(call_id, Ended(Outcome.UNKNOWN, None, result)))

    def end(self, call_id: str, ended: Ended) -> None:
        """Write down what became of a call.

        :raises OSError: where it cannot be written yet; it goes with the next line for which there is room.
        """
        self._write(_ending(call_id, ended), happened=True)

    def _write(self, line: Mapping[str, Any], *, happened: bool = False) -> None:
        if self._path is None:
            return
        text = json.dumps(line) + "\n"
        with self._lock:
            try:
                _append(self._path, (self._late + text).encode())
                self._late = ""
            except OSError:
                self._late += text if happened else ""
                raise


_Calls = dict[str, tuple[str, Call]]  # by call id: whose it is, and what became of it


def _ending(call_id: str, ended: Ended) -> Mapping[str, Any]:
    return {"call": call_id, "outcome": ended.outcome, "reason": ended.reason, "result": ended.result}


def _read(path: Path) -> _Calls:
    calls: _Calls = {}
    for number, line in enumerate(_text(path).split("\n"), start=1):
        try:
            _apply(json.loads(line), calls)
        except json.JSONDecodeError:
            continue  # torn by a crash: that call had not begun, or never told how it ended
        except (KeyError, TypeError, ValueError):
            raise RecordError(f"{path}, line {number}: not a line of a journal") from None
    return calls


def _text(path: Path) -> str:
    """Return what the file holds, made where there is none; open to write too, since an agent has to."""
    try:
        with os.fdopen(os.open(path, os.O_CREAT | os.O_RDWR, 0o600), encoding="utf-8") as file:
            return file.read()
    except (OSError, UnicodeDecodeError) as error:
        raise RecordError(f"{path}: the journal cannot be read and written: {error}") from None


def _apply(line: Mapping[str, Any], calls: _Calls) -> None:
    if "tool" in line:
        calls[line["call"]] = line["user"], Call(line["tool"], line["arguments"], Outcome.UNKNOWN, when=When.SESSION)
        return
    call_id, outcome = line["call"], Outcome(line["outcome"])
    told = {"outcome": outcome, "reason": line["reason"], "result": line["result"]}
    if call_id in calls:  # else its beginning was torn, and nobody knows what it was
        user, call = calls[call_id]
        calls[call_id] = user, replace(call, **told)


def _append(path: Path, lines: bytes) -> None:
    """Add ``lines`` whole or not at all, below what a crash may have torn."""
    with path.open("a+b", buffering=0) as file:
        length = file.seek(0, os.SEEK_END)
        try:
            _write_all(file, lines if _is_whole(file, length) else b"\n" + lines)
            os.fsync(file.fileno())
        except OSError:
            with suppress(OSError):
                file.truncate(length)
            raise


def _is_whole(file: FileIO, length: int) -> bool:
    """Tell whether the last of what ``file`` holds is a whole line."""
    file.seek(max(0, length - 1))
    return file.read() in (b"", b"\n")


def _write_all(file: FileIO, lines: bytes) -> None:
    while lines:  # a disk with little room takes a part, and refuses the rest
        lines = lines[file.write(lines) :]
