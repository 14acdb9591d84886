"""The journal: an attempt is written down before the tool runs, so that a crash can hide no call.

A journal is a file of JSON lines that only grows. A call is one line when it begins and one when it ends, and two more
when it is undone; a call whose last line does not say how it ended is one the process died inside, and is ``unknown``.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

from veraz.errors import RecordError
from veraz.outcomes import Call, Outcome, When
from veraz.records.ended import Ended


class Journal:
    """Writes attempts down in the file ``path``; without one, nothing outlives the process.

    One process at a time may write a file. It holds arguments and results, so only its owner may read it.

    :raises RecordError: naming file and line, for a file that cannot be opened or is no journal.
    """

    def __init__(self, path: str | os.PathLike[str] | None = None) -> None:
        self._path = None if path is None else Path(path)
        self._lock = threading.Lock()
        self._earlier = {} if self._path is None else _read(self._path)

    def earlier(self, user: str) -> list[Call]:
        """Return ``user``'s calls from before this process began, oldest first."""
        return [call for owner, call in self._earlier.values() if owner == user]

    def begin(self, user: str, tool: str, arguments: Mapping[str, Any]) -> str:
        """Write down that a call is about to run, and return the id it ends by."""
        call_id = uuid4().hex
        self._write({"call": call_id, "user": user, "tool": tool, "arguments": dict(arguments)})
        return call_id

    def end(self, call_id: str, ended: Ended) -> None:
        """Write down what became of a call."""
        self._write({"call": call_id, "outcome": ended.outcome, "reason": ended.reason, "result": ended.result})

    def _write(self, line: Mapping[str, Any]) -> None:
        if self._path is not None:
            with self._lock:
                _append(self._path, json.dumps(line) + "\n")


_Calls = dict[str, tuple[str, Call]]  # by call id: whose it is, and what became of it


def _read(path: Path) -> _Calls:
    try:
        path.touch(mode=0o600)
        text = path.read_text(encoding="utf-8")
        if text and not text.endswith("\n"):  # the process died while writing: what comes next is a line of its own
            _append(path, "\n")
    except (OSError, UnicodeDecodeError) as error:
        raise RecordError(f"{path}: the journal cannot be read: {error}") from None
    calls: _Calls = {}
    for number, line in enumerate(text.split("\n"), start=1):
        try:
            _apply(json.loads(line), calls)
        except json.JSONDecodeError:
            continue  # torn by a crash: that call had not begun, or never told how it ended
        except (KeyError, TypeError, ValueError):
            raise RecordError(f"{path}, line {number}: not a line of a journal") from None
    return calls


def _apply(line: Mapping[str, Any], calls: _Calls) -> None:
    if "tool" in line:
        calls[line["call"]] = line["user"], Call(line["tool"], line["arguments"], Outcome.UNKNOWN, when=When.SESSION)
        return
    user, call = calls[line["call"]]
    ended = replace(call, outcome=Outcome(line["outcome"]), reason=line["reason"], result=line["result"])
    calls[line["call"]] = user, ended


def _append(path: Path, text: str) -> None:
    with path.open("a", encoding="utf-8") as file:
        file.write(text)
        file.flush()
        os.fsync(file.fileno())
