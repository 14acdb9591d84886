"""JSON in a reply: whether it is nothing else, and where its strings stand."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from veraz.text.late import late

Span = tuple[int, int]

_STRING = late(r'"([^"\\]*(?:\\.[^"\\]*)*)"(\s*:)?')
_TOKEN = late(r'"([^"\\]*(?:\\.[^"\\]*)*)"|[{}\[\],]')
_ESCAPE = late(r"\\(.)")
_PLAIN = {"n": " \n", "r": "  ", "t": "  ", '"': '""'}
_FENCED = late(r"\s*(```|~~~)[ \t]*(?i:json\w*)?[ \t]*\n(?P<inside>.*)\n[ \t]*\1\s*", re.DOTALL)
_CHARS = r'[^"\\\x00-\x1f]*'
_OPENING = late(
    r"""\s*(?:\{\s*(?:["}]|\Z)|\[\s*(?:["{\[\]\-\dtfnNI]|\Z)"""
    rf"""|"{_CHARS}(?:\\.{_CHARS})*(?:\\?\Z|"\s*\Z))"""
)
_TEXT = rf'"{_CHARS}(?:\\.{_CHARS})*"'
_FIELD = late(rf"(?:(?P<key>{_TEXT})\s*:\s*)?(?P<value>{_TEXT}(?!\s*:)|true|false|null|-?\d[\d.eE+-]*)|{_TEXT}")
_KEY = late(rf"(?P<value>{_TEXT})(?=\s*:)")
_CLOSED = late(r'\s*\[[^\[\]{}"]*\]\s*\S')  # "[1] says so", "[a link](…)"


def json_span(text: str) -> Span | None:
    """Return where the JSON stands in a reply that is nothing else: all of it, or what a fence around it holds.

    ``None`` for any other reply, and for a bare number or word.
    """
    if is_json(text):
        return 0, len(text)
    fenced = _FENCED.fullmatch(text)
    return fenced.span("inside") if fenced and is_json(fenced["inside"]) else None


def is_json(text: str) -> bool:
    """Tell whether a text is one JSON object, array or string."""
    if not text.lstrip().startswith(("{", "[", '"')):
        return False
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def may_become_json(text: str) -> bool:
    """Tell whether a text of which more is to come may turn out to be nothing but JSON, with no fence around it."""
    return _OPENING.match(text) is not None and not _CLOSED.match(text)


def json_strings(text: str, start: int = 0, end: int | None = None) -> Iterator[Span]:
    """Yield where each string of a JSON text stands, less its quotes; keys are left out."""
    found = _STRING.finditer(text, start, len(text) if end is None else end)
    return (string.span(1) for string in found if string[2] is None)


def string_at(text: str, path: Sequence[str], span: Span) -> Span | None:
    """Return where the string at ``path`` stands, less its quotes, or ``None``; of one given twice, the last.

    :param path: names and indexes from the outside in; empty for a text that is one string.
    :param span: where the JSON stands in ``text``.
    """
    found: Span | None = None
    places: list[str | int | None] = []  # in each object or array that is open, the name or index that is reached
    for token in _TOKEN.finditer(text, *span):
        mark = token[0]
        if mark in ("{", "["):
            places.append(None if mark == "{" else 0)
        elif mark in ("}", "]"):
            places.pop()
        elif mark == ",":
            reached = places[-1]
            places[-1] = reached + 1 if isinstance(reached, int) else None
        elif places and places[-1] is None:
            places[-1] = json.loads(mark)
        elif len(places) == len(path) and all(str(place) == name for place, name in zip(places, path, strict=True)):
            found = token.span(1)
    return found


def unescaped(text: str) -> str:
    """Return ``text`` with its escapes written out, of the same length."""
    return _ESCAPE.sub(lambda escape: _PLAIN.get(escape[1], escape[0]), text)


def with_value(reply: str, line: Span, told: Sequence[Span], value: str) -> str | None:
    """Return a line of a JSON fence with ``value`` in the place of what it says; ``None`` for any other line.

    :param line: where it stands in ``reply``.
    :param told: the stretches that say it. Of the fields there, those that are true or false are meant, else the last;
        of a line that only opens an object or a list, its name.
    """
    text = reply[slice(*line)]
    if not _is_of_json(reply, *line):
        return None
    fields = [each for each in _FIELD.finditer(text) if each["value"]] or list(_KEY.finditer(text))
    there = [each for each in fields if any(each.start() < end and start < each.end() for start, end in told)] or fields
    said = [each for each in there if each["value"] in ("true", "false")] or there[-1:]
    for each in reversed(said):
        start, end = each.span("value")
        text = text[:start] + (json.dumps(value, ensure_ascii=False) if each is said[0] else "null") + text[end:]
    return text


def _is_of_json(reply: str, start: int, end: int) -> bool:
    """Tell whether a stretch stands in a fence that holds JSON."""
    opening = max(reply.rfind(fence, 0, start) for fence in ("```", "~~~"))
    if opening < 0:
        return False
    closing = reply.find(reply[opening : opening + 3], end)
    inside = reply[reply.find("\n", opening) : closing]
    return closing > 0 and is_json(inside)
