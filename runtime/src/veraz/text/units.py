"""Units of a reply: sentences, list items, table rows, headings, code lines, as offsets that cover it.

Layout is read first, line by line; paragraphs and items are then cut into sentences. A line break ends a unit, unless
the next line plainly carries on.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from veraz.text.sentences import UnitRules, sentence_spans

__all__ = ["LISTED", "Unit", "UnitKind", "UnitRules", "json_strings", "split_json", "split_units"]


class UnitKind(StrEnum):
    """What a unit is, by its layout."""

    SENTENCE = "sentence"
    ITEM = "item"
    ROW = "row"
    HEADING = "heading"
    CODE = "code"


LISTED = (UnitKind.ITEM, UnitKind.ROW)
"""What lays things out, one of each."""


class Unit(NamedTuple):
    """A stretch ``text[start:end]`` of a reply that is kept or replaced as one.

    :ivar body: where the unit's own words start, after a bullet, a number, a quote or heading mark; its end where it
        has none, as a line of a program has.
    """

    start: int
    end: int
    kind: UnitKind
    body: int


_LINE = re.compile(r"\S(?:[^\n]*\S)?")
_TICK = (
    "[\u2190-\u21ff\u2500-\u27bf\u2b00-\u2bff\U0001f446-\U0001f449\U0001f534-\U0001f53b\U0001f7e0-\U0001f7eb]\ufe0f?"
)
_BULLET = r"[-*+–—](?=\s)|[•‣◦·∙]"
_NUMBER = r"\d{1,3}\\?[.)](?=\s)|\d{1,3}\)|\(\d{1,3}\)|\*\*\d{1,3}[.)]\*\*|\d\ufe0f?\u20e3|(?:[a-z]|[ivx]{2,4})\)(?=\s)"
_BOX = r"(?:\[[ x✓✔]?\][ \t]+)?"
_MARK = re.compile(
    r"(?:>[ \t]*)*(?:(?P<heading>#{1,6}[ \t]+)"
    rf"|(?P<item>(?:(?:{_BULLET}|{_NUMBER})[ \t]*{_BOX}(?:{_TICK}[ \t]+)?|{_TICK}[ \t]*)(?=\S)))?"
)
_BOLD = re.compile(r"\*\*[^*]+\*\*:?|__[^_]+__:?")
_FENCES = ("```", "~~~")
_PROGRAMS = frozenset(
    "bash sh shell zsh console powershell python py javascript js typescript ts jsx tsx java kotlin swift go rust ruby "
    "php c cpp csharp sql html css scss dockerfile makefile diff".split()
)
"""What a fence's lines are written in that say nothing to the person: commands, comments, programs."""

LONGEST_UNIT = 2_000
"""Characters; a longer unit is cut, as what is looked for in a sentence takes time that grows faster than it does."""

_TITLE = 60  # a longer line is no heading for its colon alone
_SALUTATION = 40  # a longer line with a comma at its end greets nobody
_WRAPPED = 60  # a shorter line was not broken for its length


def split_units(text: str, folded: str, rules: UnitRules) -> tuple[Unit, ...]:
    """Return the units of ``text``, in order; what lies between them is whitespace.

    A list item keeps its bullet in its first sentence's unit; its further sentences are units of their own.

    :param folded: ``text`` folded, of the same length.
    """
    return tuple(_units(text, folded, 0, len(text), rules))


def _units(text: str, folded: str, start: int, end: int, rules: UnitRules) -> Iterator[Unit]:
    for block in _blocks(text, folded, start, end):
        is_text = block.kind is UnitKind.SENTENCE or block.kind is UnitKind.ITEM
        for unit in _sentences(text, folded, block, rules) if is_text else (block,):
            if unit.end - unit.start > LONGEST_UNIT:
                yield from _pieces(folded, unit)
            else:
                yield unit


def _pieces(folded: str, unit: Unit) -> Iterator[Unit]:
    """Yield the pieces of a unit that is too long, cut at its spaces where it has any."""
    start, kind = unit.start, unit.kind
    while unit.end - start > LONGEST_UNIT:
        head, *_ = folded[start : start + LONGEST_UNIT].rsplit(None, 1)
        end = start + len(head)
        yield Unit(start, end, kind, min(max(unit.body, start), end))
        start = unit.end - len(folded[end : unit.end].lstrip())
        kind = UnitKind.SENTENCE if kind is UnitKind.ITEM else kind
    yield Unit(start, unit.end, kind, max(unit.body, start))


def _sentences(text: str, folded: str, block: Unit, rules: UnitRules) -> Iterator[Unit]:
    (_, end), *others = sentence_spans(text, folded, block.body, block.end, rules)
    is_title = not others and block.kind is UnitKind.SENTENCE and _is_title(folded, block.start, end)
    yield Unit(block.start, end, UnitKind.HEADING if is_title else block.kind, block.body)
    yield from (Unit(start, end, UnitKind.SENTENCE, start) for start, end in others)


def _is_title(folded: str, start: int, end: int) -> bool:
    return end - start <= _TITLE and folded[start:end].rstrip("*_ ").endswith(":")


def _blocks(text: str, folded: str, start: int, end: int) -> Iterator[Unit]:
    """Yield the lines as units, those of one paragraph or item joined."""
    block = None
    for line in _lines(folded, start, end):
        if block and _carries_on(text, block, line):
            block = block._replace(end=line.end)
            continue
        if block:
            yield block
        block = line
    if block:
        yield block


def _carries_on(text: str, block: Unit, line: Unit) -> bool:
    """Tell whether ``line`` continues the sentence that ``block`` broke off at the end of its line."""
    is_plain = line.kind is UnitKind.SENTENCE and line.body == line.start
    is_open = block.kind in (UnitKind.SENTENCE, UnitKind.ITEM) and text[block.start] != ">"
    first, last = text[line.start], text[block.end - 1]
    if not is_plain or not is_open or last in ":;" or text.count("\n", block.end, line.start) > 1:
        return False
    is_long = block.end - max(block.start, text.rfind("\n", block.start, block.end)) > _WRAPPED
    if not first.islower():
        return is_long and (first.isdigit() or last == ",")
    if last == "," and block.end - block.start < _SALUTATION:
        return False
    # Where lines start in lower case as a habit, a line break is the stop.
    return is_long or block.kind is UnitKind.ITEM or not text[block.body].islower()


def _lines(folded: str, start: int, end: int) -> Iterator[Unit]:
    fence, is_program = "", False
    for match in _LINE.finditer(folded, start, end):
        line = match.group()
        if fence:
            yield Unit(match.start(), match.end(), UnitKind.CODE, match.end() if is_program else match.start())
            fence = "" if line.startswith(fence) and not line.strip(fence[0]) else fence
        elif line.startswith(_FENCES) and line[:3] not in line.lstrip(line[0]):
            yield Unit(match.start(), match.end(), UnitKind.CODE, match.end())
            fence, is_program = line[:3], line.strip("`~ \t") in _PROGRAMS
        else:
            yield _line(line, match.start(), match.end())


def _line(line: str, start: int, end: int) -> Unit:
    """Return the line as a unit, by the marks it starts with."""
    if "|" in line and (line[0] == "|" or line.count(" | ") > 1 or not line.strip("-:| \t")):
        return Unit(start, end, UnitKind.ROW, start)
    mark = _MARK.match(line)
    body = start + (mark.end() if mark else 0)
    if mark and mark.lastgroup == "item":
        return Unit(start, end, UnitKind.ITEM, body)
    is_heading = (mark and mark.lastgroup == "heading") or _BOLD.fullmatch(line, body - start)
    return Unit(start, end, UnitKind.HEADING if is_heading else UnitKind.SENTENCE, body)


_STRING = re.compile(r'"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?')
_ESCAPE = re.compile(r"\\(.)")
_PLAIN = {"n": " \n", "r": "  ", "t": "  ", '"': '""'}


def split_json(text: str, folded: str, rules: UnitRules) -> tuple[Unit, ...] | None:
    """Return the units of a reply that is one JSON object or array, or ``None`` where it is not.

    Each string value is split as a reply of its own, escaped line breaks counting as such, and each unit lies inside
    one value. Keys, numbers and punctuation lie between units.
    """
    if not _is_container(text):
        return None
    plain, plain_folded = _unescaped(text), _unescaped(folded)
    return tuple(unit for start, end in json_strings(text) for unit in _units(plain, plain_folded, start, end, rules))


def json_strings(text: str) -> Iterator[tuple[int, int]]:
    """Yield where each string of a JSON text stands, less its quotes; keys are left out."""
    return (string.span(1) for string in _STRING.finditer(text) if string[2] is None)


def _is_container(text: str) -> bool:
    if not text.lstrip().startswith(("{", "[")):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _unescaped(text: str) -> str:
    """Return ``text`` with its escapes written out, of the same length."""
    return _ESCAPE.sub(lambda escape: _PLAIN.get(escape[1], escape[0]), text)
