"""What a text that a tool returned tells of its call: the errors and rejections of frameworks, services and shells."""

from __future__ import annotations

import re

from veraz.outcomes import Outcome
from veraz.records.reasons import cleaned, code_of
from veraz.records.result_shapes import TextRow, shapes
from veraz.records.told import Act, Told
from veraz.text.fold import fold

_READ = 2000  # characters; what a text tells of its call it tells at its start
_LONGEST_CODE = 60


def told_by_text(text: str, act: Act) -> Told | None:
    """Return what ``text`` tells, or ``None`` where it is neither a known success nor a known failure."""
    stripped = text.strip()
    head = fold(stripped[:_READ])
    for row in shapes().texts:
        if (act.write or row.reads) and (row.longest is None or len(stripped) <= row.longest):
            found = row.pattern.search(head)
            if found and not act.repeats(found.groupdict().get("word") or ""):
                return _told(row, found, stripped)
    return _told_by_code(stripped, act)


def _told(row: TextRow, found: re.Match[str], text: str) -> Told:
    groups = found.groupdict()
    status = next((value for name, value in groups.items() if name.startswith("status") and value), None)
    means = row.means if status is None else shapes().of_status(int(status)) or row.means
    return Told(means, None if means is Outcome.DONE else _reason(row, found, text, status))


def _reason(row: TextRow, found: re.Match[str], text: str, status: str | None) -> str | None:
    """Return the reason that stands in the row's place for one; without such a place, the row's own, or a failure's."""
    own = status or row.reason
    if "reason" not in found.re.groupindex:
        return own or (cleaned(text) if row.means is Outcome.FAILED else None)
    start, stop = found.span("reason")
    return cleaned(text[start:stop]) or own


def _told_by_code(text: str, act: Act) -> Told | None:
    """Return that a call failed whose whole text is a reason: «card declined», as some frameworks hand an error on."""
    if not act.write or len(text) > _LONGEST_CODE or text.isdigit():
        return None
    code = code_of(text)
    if code is None or code in shapes().not_alone or act.repeats(fold(text)):
        return None
    return Told(Outcome.UNKNOWN if code in _IN_DOUBT else Outcome.FAILED, cleaned(text))


_IN_DOUBT = ("timeout", "outcome_unknown")
