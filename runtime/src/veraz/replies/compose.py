"""Putting phrasings in the place of units, so that the text around them stays as it was."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from veraz.replies.reply_tables import LEFT, by_table
from veraz.replies.verdict import Action, UnitVerdict
from veraz.text.json_text import Span, json_span, string_at
from veraz.text.units import UnitKind, open_fence

_BLANKS = re.compile(r"[ \t]*")
_SPACE = re.compile(r"\s*")
_TICK = re.compile(r"(?:[✓✔✅☑🎉]\ufe0f?|\[[x✓✔]\])[ \t]*", re.IGNORECASE)

Edit = tuple[int, int, str]
"""A stretch of the reply, from and to, and what stands there instead."""


class Rewriting:
    """Puts what replaces units in their place, all else byte for byte, as the verdicts on the units come.

    The space at its end, which a unit taken out may take with it, is kept back.
    """

    def __init__(self) -> None:
        self._at = 0
        self._space = ""

    def take(self, reply: str, units: Sequence[UnitVerdict]) -> str:
        """Return what follows in the text, up to the end of ``units``, the next ones; no table goes on after them.

        :param reply: the reply as far as it is known, at least to where the unit after them starts.
        """
        parts = [self._space]
        for start, end, text in _edits(reply, units):
            if start < self._at:  # the gap before is that of a unit taken out too, and the one before that unit is left
                _strip_end(parts)
            parts += reply[self._at : start], text
            self._at = end
        return self._shown(parts, reply, max(self._at, units[-1].end if units else 0))

    def rest(self, reply: str) -> str:
        """Return what follows in the text after the last unit."""
        return self._space + reply[self._at :]

    def _shown(self, parts: list[str], reply: str, end: int) -> str:
        text = "".join((*parts, reply[self._at : end]))
        shown = text.rstrip()
        self._at, self._space = end, text[len(shown) :]
        return shown


def _strip_end(parts: list[str]) -> None:
    while parts and not parts[-1].strip():
        parts.pop()
    parts[-1:] = [part.rstrip() for part in parts[-1:]]


def _edits(reply: str, units: Sequence[UnitVerdict]) -> Iterator[Edit]:
    """Yield the edits in order."""
    for unit, *others in by_table(reply, units):
        if unit.kind is UnitKind.ROW:
            yield from _table_edits(reply, [unit, *others])
        elif unit.action is not Action.KEEP:
            text = unit.replacement or ""
            span = (unit.start, unit.end) if text else _taken_out(reply, unit.start, unit.end)
            yield *span, _written(text, unit)


def _table_edits(reply: str, rows: Sequence[UnitVerdict]) -> Iterator[Edit]:
    """Yield the edits of a table: rows are taken out, and what replaces them follows what is left of it."""
    told = " ".join(row.replacement for row in rows if row.replacement and row.action is not Action.REDACT)
    if any(row.action in LEFT for row in rows):
        for row in rows:
            yield from _row_edits(reply, row)
        yield from _under_table(reply, rows[-1], told)
    else:
        start, end = rows[0].start, rows[-1].end
        span = (start, end) if told else _taken_out(reply, start, end)
        yield *span, _written(told, rows[-1])


def _row_edits(reply: str, row: UnitVerdict) -> Iterator[Edit]:
    if row.action is Action.REDACT:
        yield row.start, row.end, _written(row.replacement or "", row)
    elif row.action is not Action.KEEP:
        yield _taken_out(reply, row.start, row.end)[0], row.end, ""


def _under_table(reply: str, last: UnitVerdict, told: str) -> Iterator[Edit]:
    """Yield the edit that puts what is told after a table's last row, in a paragraph of its own."""
    if told:
        gap = "\n\n" if last.quoted or reply.find("\n", 0, last.end) >= 0 else ""
        yield last.end, last.end, _written(gap + told, last)


def _written(text: str, unit: UnitVerdict) -> str:
    """Return ``text`` as it is written where ``unit`` stands."""
    return _escaped(text) if unit.quoted else text


def _taken_out(reply: str, start: int, end: int) -> tuple[int, int]:
    """Return the stretch that goes with a unit: with the gap after it in its line, else with the gap before it.

    Offsets are into the reply.
    """
    after = _end_of(_BLANKS, reply, end)
    if after < len(reply) and reply[after] not in "\r\n":
        return start, after
    before = start
    while before and reply[before - 1].isspace():
        before -= 1
    return (before, after) if before else (0, _end_of(_SPACE, reply, end))


def _end_of(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at


def marked(text: str, reply: str, start: int, body: int, *, done: bool) -> str:
    """Return ``text`` after the mark that a unit starts with; its further lines stand under the first.

    :param body: where the unit's own words start.
    :param done: whether what ``text`` tells was done; a tick stands before nothing else: "✅", "- [x]".
    """
    mark = reply[start:body] if done else _TICK.sub("", reply[start:body])
    if not mark:
        return text
    line = reply.rfind("\n", 0, start) + 1
    before = reply[line:start] if reply[line:start].isspace() else ""
    under = re.sub(r"[^>\s]", " ", before + mark)  # a quotation goes on
    return mark + text.replace("\n", f"\n{under}")


def told_in(text: str, sentences: Sequence[str], path: Sequence[str], *, as_json: bool) -> str | None:
    """Return ``text`` with ``sentences`` told in it; ``None`` for JSON with no string at ``path`` to tell them in.

    A text that is one JSON string takes them itself.

    :param as_json: whether the reply was JSON as it was written, and not only what is left of it.
    """
    span = json_span(text) if as_json else None
    if span is None:
        fence = open_fence(text)
        return with_sentences(f"{text.rstrip()}\n{fence}" if fence else text, sentences)
    field = string_at(text, path, span) or string_at(text, (), span)
    return _in_field(text, field, sentences) if field else None


def with_sentences(text: str, sentences: Sequence[str]) -> str:
    """Return ``text`` followed by ``sentences``, in a paragraph of their own where the text has paragraphs or lines."""
    if not sentences:
        return text
    told, kept = " ".join(sentences), text.rstrip()
    if not kept:
        return told
    return f"{kept}{chr(10) * 2 if chr(10) in kept else ' '}{told}"


def _in_field(text: str, field: Span, sentences: Sequence[str]) -> str:
    start, end = field
    gap = "" if start == end else r"\n\n" if r"\n" in text[start:end] else " "
    return text[:end] + gap + _escaped(" ".join(sentences)) + text[end:]


def _escaped(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]
