"""What an object or a list that a tool returned tells of its call, from the fields that speak of the call itself."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from veraz.outcomes import Outcome
from veraz.records.reasons import cleaned, code_of
from veraz.records.result_shapes import FieldRow, Holds, field_name, field_word, shapes
from veraz.records.texts import told_by_text
from veraz.records.told import Act, Told
from veraz.text.fold import fold

Seen = Mapping[str, Any]
"""An object by the names of its fields as names are compared."""

_DEEPEST = 4
_MOST_EACH = 200  # of a list, each telling how it went
_MOST_REASONS = 20


def told_by(value: Any, act: Act, depth: int = 0) -> Told | None:
    """Return what ``value`` (JSON values) tells of its call, or ``None`` where it tells nothing of one."""
    if depth > _DEEPEST:
        return None
    if isinstance(value, str):
        return _told_by_text(value, act, depth)
    if isinstance(value, Mapping):
        return _told_by_fields(value, act, depth)
    if isinstance(value, list):
        return _told_by_list(value, act, depth)
    return Told(Outcome.FAILED) if value is False and act.write and not depth else None


_BEFORE_JSON = re.compile(r"\A(?:(?:result|output|response|resultado|resposta)\s*:\s*)?(?:```\w*\s*)?", re.IGNORECASE)


def json_in(text: str) -> Any:
    """Return the object or the list that ``text`` is as JSON, in a fence and behind «Result:» or not; or ``None``."""
    text = _BEFORE_JSON.sub("", text, count=1).removesuffix("```")
    if text[:1] not in "{[" or not text:
        return None
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _told_by_text(text: str, act: Act, depth: int) -> Told | None:
    inner = json_in(text.strip())
    return told_by_text(text, act) if inner is None else told_by(inner, act, depth + 1)


def _told_by_list(items: list[Any], act: Act, depth: int) -> Told | None:
    if len(items) == 2 and isinstance(items[0], bool) and not isinstance(items[1], bool):  # (False, "no stock")
        return None if items[0] else Told(Outcome.FAILED, cleaned(items[1]))
    texts = [text for item in items if (text := _text_of_block(item)) is not None]
    if texts:
        return _told_by_text("\n".join(texts), act, depth)
    return _told_by_each(items, depth) if act.write else None


def _text_of_block(item: Any) -> str | None:
    """Return the text of a content block of a message or a tool protocol."""
    text = item.get("text") if isinstance(item, Mapping) and str(item.get("type", "text")).endswith("text") else None
    return text if isinstance(text, str) else None


def _told_by_each(items: Sequence[Any], depth: int) -> Told | None:
    """Return what a list tells whose items tell how each went: nobody can say of all where they differ."""
    objects = [item for item in items[:_MOST_EACH] if isinstance(item, Mapping)]
    each = [told_by(item, _EACH, depth + 1) for item in objects]
    wrong = [told for told in each if told is not None and told.outcome is not Outcome.DONE]
    if not wrong:
        return None
    return wrong[0] if len(wrong) == len(each) else Told(Outcome.UNKNOWN, "partial")


_EACH = Act(write=False)


def _told_by_fields(given: Mapping[str, Any], act: Act, depth: int) -> Told | None:
    seen = {field_name(str(name)): value for name, value in given.items()}
    for row in shapes().fields:
        if seen.keys().isdisjoint(row.names) or not _holds(row, seen, act):
            continue
        told = _told_by_row(row, seen, act)
        if told is not None:
            return told
    return _told_inside(seen, act, depth)


def _told_by_row(row: FieldRow, seen: Seen, act: Act) -> Told | None:
    for name in row.names:
        value = seen.get(name)
        if value is None or not _says(row, value) or (isinstance(value, str) and act.repeats(fold(value))):
            continue
        means = row.means or shapes().of_status(int(value))
        if means is Outcome.DONE:
            return Told(means)
        if means is not None:
            reason = reason_in(seen) or row.reason
            closer = _closer(seen, act) if means is Outcome.FAILED else None
            return closer or Told(means, reason or (str(value) if row.says == "http" else None))
    return None


def _closer(seen: Seen, act: Act) -> Told | None:
    """Return what the texts of a failure tell of it more closely: nobody approved it, it was refused, it timed out."""
    found = (told_by_text(text, act.looking_up) for _, text in islice(_told_in(seen), _MOST_REASONS))
    return next((told for told in found if told and told.outcome not in (Outcome.FAILED, Outcome.DONE)), None)


def _told_inside(seen: Seen, act: Act, depth: int) -> Told | None:
    for name in shapes().inside:
        told = _told_by_part(seen[name], seen, act, depth) if name in seen else None
        if told is not None:
            return told if told.reason or told.outcome is Outcome.DONE else Told(told.outcome, reason_in(seen))
    thing = _only_thing(seen) if act.write else None
    told = told_by(thing, act, depth + 1)
    if told is not None and told.outcome in _NOT_DONE:
        return told
    lists = (seen[name] for name in shapes().each if act.write and isinstance(seen.get(name), list))
    return next((told for items in lists if (told := _told_by_each(items, depth))), None)


_NOT_DONE = (Outcome.FAILED, Outcome.NOT_ATTEMPTED)


def _only_thing(seen: Seen) -> Mapping[str, Any] | None:
    """Return the one object of an object that shows nothing else: ``{"refund": {…}}``."""
    own = [value for name, value in seen.items() if name not in shapes().envelope]
    return own[0] if len(own) == 1 and isinstance(own[0], Mapping) else None


def _told_by_part(part: Any, seen: Seen, act: Act, depth: int) -> Told | None:
    """Return what a part of an object tells; a text tells the less, the more else there is that it may be of."""
    if isinstance(part, Mapping | list):
        return told_by(part, act, depth + 1)
    if not isinstance(part, str):
        return None
    is_envelope = shapes().envelope.issuperset(seen) and not any(_says_yes(seen.get(name)) for name in shapes().oks)
    if is_envelope or json_in(part.strip()) is not None:
        return told_by(part, act, depth + 1)
    return told_by(part, act.looking_up, depth + 1) if act.write else None


def _holds(row: FieldRow, seen: Seen, act: Act) -> bool:
    where = row.writes if act.write else row.reads
    if where is Holds.NEVER or not all(name in seen for name in row.having):
        return False
    if row.beside and not any(_is_filled(seen.get(name)) for name in row.beside):
        return False
    if where is Holds.ENVELOPE:
        return shapes().envelope.issuperset(seen)
    return where is Holds.ALWAYS or not any(_shows_a_thing(name, value) for name, value in seen.items())


def _shows_a_thing(name: str, value: Any) -> bool:
    return isinstance(value, Mapping | list) and bool(value) and name not in shapes().flat_names


def _says(row: FieldRow, value: Any) -> bool:
    return _KINDS[row.says](value) if isinstance(row.says, str) else _word(value) in row.says


def _word(value: Any) -> str | None:
    return field_word(value) if isinstance(value, str | int) and not isinstance(value, bool) else None


def _says_yes(value: Any) -> bool:
    return value is True or _word(value) in ("true", "yes")


def _is_filled(value: Any) -> bool:
    if isinstance(value, Mapping):
        return any(_is_filled(inner) for inner in value.values())
    return bool(value) and (not isinstance(value, str) or fold(value).strip() not in _EMPTY)


def _is_fault(value: Any) -> bool:
    return isinstance(value, Mapping) and {"loc", "msg"} <= value.keys()


def _number(value: Any) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        return int(value) if value.strip().lstrip("-").isdecimal() and len(value) < _LONGEST_NUMBER else None
    return int(value) if isinstance(value, int | float) else None


_LONGEST_NUMBER = 12
_EMPTY = frozenset(("", "00", "000", "none", "null", "nil", "no", "ok", "0", "false", "no error", "success"))
_KINDS: Mapping[str, Callable[[Any], bool]] = {
    "no": lambda value: value is False or _word(value) in ("false", "no"),
    "yes": _says_yes,
    "filled": _is_filled,
    "zero": lambda value: _number(value) == 0,
    "nonzero": lambda value: _number(value) not in (None, 0),
    "text": lambda value: isinstance(value, str | Mapping) and _is_filled(value),
    "faults": lambda value: isinstance(value, list) and bool(value) and all(map(_is_fault, value)),
    "negative": lambda value: (_number(value) or 0) < 0,
    "http": lambda value: 100 <= (_number(value) or 0) < 600,
    "code": lambda value: isinstance(value, str) and not value.isdigit() and code_of(value) is not None,
}


def reason_in(given: Any) -> str | None:
    """Return the first reason in a result that may be read: a code that the languages word, else a text."""
    told = list(islice(_told_in(given), _MOST_REASONS))
    codes = (text for name, text in told if name in shapes().codes and code_of(text) and not text.isdigit())
    found = (cleaned(text) for text in (*codes, *(text for _, text in told)))
    return next((reason for reason in found if reason), None)


def _told_in(given: Any, under: str = "", depth: int = 0) -> Iterator[tuple[str, str]]:
    """Yield the texts that tell of an error, each with the name it stands under."""
    if isinstance(given, str):
        inner = json_in(given.strip())
        yield from ((under, given),) if inner is None else _told_in(inner, under, depth + 1)
    elif isinstance(given, list) and depth < _DEEPEST:
        for item in given[:_MOST_REASONS]:
            yield from _told_in(item, under, depth + 1)
    elif isinstance(given, Mapping) and depth < _DEEPEST:
        seen = {field_name(str(name)): value for name, value in given.items()}
        for name in shapes().reasons:
            yield from _told_in(seen.get(name), name, depth + 1)
