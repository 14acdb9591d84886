"""Units of a reply: sentences, list items, table rows, headings, code lines, as offsets that cover it.

Layout is read first, line by line; paragraphs and items are then cut into sentences. A line break ends a unit, unless
the next line plainly carries on.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import StrEnum
from typing import NamedTuple

from veraz.text.json_text import is_json, json_strings, unescaped
from veraz.text.sentences import UnitRules, sentence_spans

__all__ = ["LISTED", "Place", "Unit", "UnitKind", "UnitRules", "open_fence", "split_json", "split_units", "units_from"]


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
    :ivar quoted: whether it stands inside a string of a JSON text.
    """

    start: int
    end: int
    kind: UnitKind
    body: int
    quoted: bool = False


class Place(NamedTuple):
    """A place in a text from which it can be cut on.

    :ivar at: where the next unit starts.
    :ivar block: the paragraph or item that it goes on with; ``None`` where it begins one.
    :ivar settles: how long the text has to be before another unit may stand.
    """

    at: int = 0
    block: Unit | None = None
    settles: int = 0


_LINE = re.compile(r"\S(?:[^\n]*\S)?")
_TICK = (
    "[\u2190-\u21ff\u2500-\u27bf\u2b00-\u2bff\U0001f446-\U0001f449\U0001f534-\U0001f53b\U0001f7e0-\U0001f7eb]\ufe0f?"
)
_BULLET = r"[-*+–—](?=\s)|[•‣◦·∙]"
_NUMBER = r"\d{1,3}\\?[.)](?=\s)|\d{1,3}\)|\(\d{1,3}\)|\*\*\d{1,3}[.)]\*\*|\d\ufe0f?\u20e3|(?:[a-z]|[ivx]{2,4})\)(?=\s)"
_BOX = r"(?:\[[ xX✓✔]?\][ \t]+)?"
_MARK = re.compile(
    r"(?:>[ \t]*)*(?:(?P<heading>#{1,6}[ \t]+)"
    rf"|(?P<item>(?:(?:{_BULLET}|{_NUMBER})[ \t]*{_BOX}(?:{_TICK}[ \t]+)?|{_TICK}[ \t]*)(?=\S)))?"
)
_BOLD = re.compile(r"\*\*[^*]+\*\*:?|__[^_]+__:?")
_BOLD_SO_FAR = re.compile(r"\*\*[^*]*\*{0,2}:?|__[^_]*_{0,2}:?")
_FENCES = ("```", "~~~")
_OPENING = re.compile(r"^[^\S\n]*(?:(```)`*+(?!.*```)|(~~~)~*+(?!.*~~~)).*", re.MULTILINE)
_CLOSING = {fence: re.compile(rf"\n[^\S\n]*{fence}{fence[0]}*(?=[^\S\n]*(?:\n|\Z))") for fence in _FENCES}
_SAID = re.compile(r"\S\s.*[.!?…]", re.DOTALL)
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
_SETTLED = (
    12  # characters after the start of the next unit that settle where one ends: no number, zone or mark is longer
)


def split_units(text: str, folded: str, rules: UnitRules) -> tuple[Unit, ...]:
    """Return the units of ``text``, in order; what lies between them is whitespace.

    A list item keeps its bullet in its first sentence's unit; its further sentences are units of their own.

    :param folded: ``text`` folded, of the same length.
    """
    return tuple(_units(text, folded, 0, len(text), rules))


def units_from(
    text: str, folded: str, place: Place, rules: UnitRules, *, ended: bool
) -> tuple[tuple[Unit, ...], Place]:
    """Return the units from ``place`` on that stay as they are whatever follows ``text``, and where the next starts.

    They are those that :func:`split_units` makes of any text that starts so. A fence stands once it is closed.

    :param ended: whether nothing follows.
    """
    cuts = list(_cuts(text, folded, place, len(text), rules, ended=ended))
    if ended:
        count, place = len(cuts), Place(len(text))
    else:
        count, place = _standing(cuts, place)
        following = cuts[-1][0].start if cuts[count + 1 :] else len(text)
        place = place._replace(settles=following + _SETTLED)
    return tuple(piece for unit, _ in cuts[:count] for piece in _pieces(folded, unit)), place


Cut = tuple[Unit, Place | None]
"""A unit, however long, and its place; ``None`` for one inside a fence, from which its text cannot be cut on."""


def _standing(cuts: list[Cut], place: Place) -> tuple[int, Place]:
    """Return how many of ``cuts`` stand, and the place of the next."""
    for index in range(len(cuts) - 1, 0, -1):
        unit, start = cuts[index]
        if start and cuts[-1][0].end - unit.start >= _SETTLED:
            return index, start
    return 0, place


def _units(text: str, folded: str, start: int, end: int, rules: UnitRules) -> Iterator[Unit]:
    for unit, _ in _cuts(text, folded, Place(start), end, rules, ended=True):
        yield from _pieces(folded, unit)


def _cuts(text: str, folded: str, place: Place, end: int, rules: UnitRules, *, ended: bool) -> Iterator[Cut]:
    for block in _blocks(text, folded, place, end, rules, ended=ended):
        if place.block and block.start == place.block.start:
            for start, stop in sentence_spans(text, folded, place.at, block.end, rules):
                yield Unit(start, stop, UnitKind.SENTENCE, start), Place(start, block)
        elif block.kind is UnitKind.CODE:
            first, *others = _fenced(text, folded, block, rules)
            yield first, Place(first.start)
            yield from ((unit, None) for unit in others)
        elif block.kind in (UnitKind.SENTENCE, UnitKind.ITEM):
            first, *others = _sentences(text, folded, block, rules)
            yield first, Place(first.start)
            yield from ((unit, Place(unit.start, block)) for unit in others)
        else:
            yield block, Place(block.start)


def _pieces(folded: str, unit: Unit) -> Iterator[Unit]:
    """Yield a unit, or the pieces of one that is too long, cut at its spaces where it has any."""
    while unit.end - unit.start > LONGEST_UNIT:
        head, *_ = folded[unit.start : unit.start + LONGEST_UNIT].rsplit(None, 1)
        end = unit.start + len(head)
        yield unit._replace(end=end, body=min(unit.body, end))
        start = unit.end - len(folded[end : unit.end].lstrip())
        kind = UnitKind.SENTENCE if unit.kind is UnitKind.ITEM else unit.kind
        unit = unit._replace(start=start, kind=kind, body=max(unit.body, start))
    yield unit


def _sentences(text: str, folded: str, block: Unit, rules: UnitRules) -> Iterator[Unit]:
    (_, end), *others = sentence_spans(text, folded, block.body, block.end, rules)
    is_title = not others and block.kind is UnitKind.SENTENCE and _is_title(folded, block.start, end)
    yield Unit(block.start, end, UnitKind.HEADING if is_title else block.kind, block.body)
    yield from (Unit(start, end, UnitKind.SENTENCE, start) for start, end in others)


def _is_title(folded: str, start: int, end: int) -> bool:
    return end - start <= _TITLE and folded[start:end].rstrip("*_ ").endswith(":")


def _blocks(text: str, folded: str, place: Place, end: int, rules: UnitRules, *, ended: bool) -> Iterator[Unit]:
    """Yield the lines as units, those of one paragraph or item joined, and those of one fence."""
    at, block, _ = place
    if block:
        rest = _LINE.search(folded, at, end)
        if rest is None:
            return
        at = rest.end()
        block = block._replace(end=at)
    for line in _lines(text, folded, at, end, rules, ended=ended):
        if block and _carries_on(text, block, line):
            if not ended and _may_become_row(text, folded, line, end, rules):
                break
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


def _lines(text: str, folded: str, at: int, end: int, rules: UnitRules, *, ended: bool) -> Iterator[Unit]:
    """Yield each line, and each fence with its lines as one; of a text that has not ended, those that are settled."""
    while found := _LINE.search(folded, at, end):
        line, (start, at) = found.group(), found.span()
        is_fence = line.startswith(_FENCES) and line[:3] not in line.lstrip(line[0])
        if not ended and _may_change(line) and folded.find("\n", at, end) < 0:
            return
        if is_fence:
            closing = _CLOSING[line[:3]].search(folded, at, end)
            if not ended and (closing is None or folded.find("\n", closing.end(), end) < 0):
                return
            at = closing.end() if closing else start + len(folded[start:end].rstrip())
            yield Unit(start, at, UnitKind.CODE, start)
        elif "|" in line and _is_row(text, folded, start, at, rules):
            yield Unit(start, at, UnitKind.ROW, start)
        else:
            yield _line(line, start, at)


def open_fence(text: str) -> str:
    """Return the mark of the fence that a text breaks off in; empty where it ends outside of one."""
    at = 0
    while opening := _OPENING.search(text, at):
        mark = opening[1] or opening[2]
        closing = _CLOSING[mark].search(text, opening.end())
        if closing is None:
            return mark
        at = closing.end()
    return ""


def _may_change(line: str) -> bool:
    """Tell whether what follows in its line may still make a fence, a row or a heading of it."""
    mark = _MARK.match(line)
    return line.startswith(_FENCES) or "|" in line or bool(_BOLD_SO_FAR.fullmatch(line, mark.end() if mark else 0))


def _may_become_row(text: str, folded: str, line: Unit, end: int, rules: UnitRules) -> bool:
    """Tell whether a line that is still being written may come to be a table's: its first sentence goes on."""
    if folded.find("\n", line.end, end) >= 0:
        return False
    _, first_end = next(sentence_spans(text, folded, line.start, line.end, rules))
    return first_end == line.end


def _is_row(text: str, folded: str, start: int, end: int, rules: UnitRules) -> bool:
    """Tell whether a line with a bar is a table's: the bars stand before the end of its first sentence."""
    line = folded[start:end]
    if line[0] == "|" or not line.strip("-:| \t"):
        return True
    if line.count(" | ") <= 1:
        return False
    _, first_end = next(sentence_spans(text, folded, start, end, rules))
    return start + line.index(" | ") < first_end


def _line(line: str, start: int, end: int) -> Unit:
    """Return the line as a unit, by the marks it starts with."""
    mark = _MARK.match(line)
    body = start + (mark.end() if mark else 0)
    if mark and mark.lastgroup == "item":
        return Unit(start, end, UnitKind.ITEM, body)
    is_heading = (mark and mark.lastgroup == "heading") or _BOLD.fullmatch(line, body - start)
    return Unit(start, end, UnitKind.HEADING if is_heading else UnitKind.SENTENCE, body)


def _fenced(text: str, folded: str, block: Unit, rules: UnitRules) -> Iterator[Unit]:
    """Yield the lines of a fence; of one that holds JSON with sentences in it, the units in its strings."""
    (start, end), *lines = [line.span() for line in _LINE.finditer(folded, block.start, block.end)]
    opening = folded[start:end]
    is_program = opening.strip("`~ \t") in _PROGRAMS
    yield Unit(start, end, UnitKind.CODE, end)
    closing = lines[-1:] if lines and not folded[slice(*lines[-1])].strip(opening[0]) else []
    inside = end, closing[0][0] if closing else block.end
    if not is_program and _tells(text, *inside):
        yield from _json_units(text, folded, *inside, rules)
        lines = closing
    yield from (Unit(start, end, UnitKind.CODE, end if is_program else start) for start, end in lines)


def _tells(text: str, start: int, end: int) -> bool:
    """Tell whether a stretch is JSON with a sentence in it: one of data alone is read line by line."""
    inside = text[start:end]
    return is_json(inside) and any(_SAID.search(inside, *span) for span in json_strings(inside))


def split_json(text: str, folded: str, rules: UnitRules) -> tuple[Unit, ...] | None:
    """Return the units of a reply that is one JSON object, array or string, or ``None`` where it is not.

    Each string value is split as a reply of its own, escaped line breaks counting as such, and each unit lies inside
    one value. Keys, numbers and punctuation lie between units.
    """
    return tuple(_json_units(text, folded, 0, len(text), rules)) if is_json(text) else None


def _json_units(text: str, folded: str, start: int, end: int, rules: UnitRules) -> Iterator[Unit]:
    """Yield the units in the strings of the JSON that stands in a stretch of a text."""
    plain, plain_folded = unescaped(text[start:end]), unescaped(folded[start:end])
    for span in json_strings(text[start:end]):
        for unit in _units(plain, plain_folded, *span, rules):
            yield Unit(unit.start + start, unit.end + start, unit.kind, unit.body + start, quoted=True)
