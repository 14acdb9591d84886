"""What a phrasing can print of the values a schema describes, and what each is: a title, a date, an amount."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from veraz.languages import GRAMMARS
from veraz.phrasings.outlines import Outline, outline
from veraz.text.fold import fold_word
from veraz.tools import name_in_words
from veraz.tools.paths import Path, Schema

_MOST_PLACES = 500
_DEEPEST = 4
_LONGEST_NAME = 60
_PLAIN = ("string", "integer", "number", "boolean")
_NOT_IN_PATHS = frozenset(".{}")


class Kind(StrEnum):
    """What a printable value is; the kinds from ``title`` to ``flag`` stand from the most telling to the least."""

    TITLE = "title"
    WHEN = "when"
    AMOUNT = "amount"
    STATUS = "status"
    ID = "id"
    TEXT = "text"
    VALUES = "values"  # a list of plain values
    FLAG = "flag"  # true or false
    CURRENCY = "currency"
    ROWS = "rows"  # a list of objects
    UNSAID = "unsaid"  # nothing a person would read: a cursor, a checksum


@dataclass(frozen=True, slots=True)
class Printable:
    """A value that a phrasing can print, or a list of objects that can be told one by one.

    :ivar path: where it stands; empty for the whole.
    :ivar sure: whether it is always there, and never ``null``.
    :ivar items: what can be printed of each item of a list of objects, by paths from the item.
    """

    path: Path
    kind: Kind
    sure: bool
    items: tuple[Printable, ...] = ()


def printables(schema: Schema, hidden: Collection[Path]) -> tuple[Printable, ...]:
    """Return what can be printed of a value of ``schema``, in its order; a schema without end is read in part.

    :param hidden: paths that are left out with all that stands below them, ``*`` for any item: what is personal.
    """
    return _Walk(schema, frozenset(hidden)).under((), schema, frozenset())


_KINDS_OF_FORMATS = {
    **dict.fromkeys(("date", "date-time", "time"), Kind.WHEN),
    **dict.fromkeys(("email", "idn-email", "uri", "uri-reference", "hostname", "ipv4", "ipv6"), Kind.TEXT),
    "uuid": Kind.ID,
}
_TYPES = {
    Kind.TITLE: ("string",),
    Kind.WHEN: ("string",),
    Kind.AMOUNT: ("number", "integer", "string"),
    Kind.STATUS: ("string",),
    Kind.ID: ("string", "integer"),
}
_WHEREVER = (Kind.UNSAID, Kind.CURRENCY, Kind.TEXT)  # a word of these tells the kind wherever it stands in a name


def kind_of(name: str, found: Outline) -> Kind:
    """Return what a plain value is, from its type, its format and the words of its name, the last one first."""
    telling = [kind for word in reversed(folded_words(name)) if (kind := _kinds_of_words().get(word))]
    anywhere = [kind for kind in _WHEREVER if kind in telling]
    if found.kind == "boolean":
        return Kind.UNSAID if Kind.UNSAID in anywhere else Kind.FLAG
    of_format = _KINDS_OF_FORMATS.get(found.keywords.get("format", ""))
    fitting = [kind for kind in telling if found.kind in _TYPES.get(kind, ())]
    usual = Kind.STATUS if found.choices else Kind.TEXT
    return next(filter(None, (of_format, *anywhere, *fitting)), usual)


def folded_words(name: str) -> list[str]:
    """Return the words of a field's name, folded: ``["departure", "time"]``."""
    return fold_word(name_in_words(name)).split()


@cache
def _kinds_of_words() -> Mapping[str, Kind]:
    """Return the words of names that tell a kind; fields have names in any language, whichever is spoken."""
    tables = [grammar.table("fields") for grammar in GRAMMARS]
    return {fold_word(word): Kind(kind) for table in tables for kind, words in table.items() for word in words}


@dataclass(frozen=True, slots=True)
class _Place:
    path: Path
    order: tuple[int, ...]
    schemas: tuple[Schema, ...]
    sure: bool
    above: frozenset[int]


class _Walk:
    """Goes through a schema level by level, so that what a bound cuts off is the deepest."""

    def __init__(self, root: Schema, hidden: frozenset[Path]) -> None:
        self.root = root
        self.hidden = hidden
        self.left = _MOST_PLACES

    def under(self, base: Path, schema: Schema, above: frozenset[int]) -> tuple[Printable, ...]:
        found: list[tuple[tuple[int, ...], Printable]] = []
        waiting = deque([_Place((), (), (schema,), True, above)])
        while waiting and self.left:
            self.left -= 1
            place = waiting.popleft()
            shown = outline(self.root, *place.schemas)
            if self._is_hidden(base + place.path) or not place.above.isdisjoint(shown.parts):
                continue
            if shown.kind == "object":
                waiting.extend(_inside(place, shown))
            else:
                found += [(place.order, each) for each in self._printed(base, place, shown)]
        return tuple(each for _, each in sorted(found, key=lambda pair: pair[0]))

    def _is_hidden(self, path: Path) -> bool:
        return any(path[:end] in self.hidden for end in range(len(path) + 1))

    def _printed(self, base: Path, place: _Place, shown: Outline) -> Iterator[Printable]:
        path, sure = place.path, place.sure and not shown.nullable
        kind = kind_of("".join((base + path)[-1:]), shown)
        if shown.kind in _PLAIN and kind is not Kind.UNSAID:
            yield Printable(path, kind, sure)
        if shown.kind != "array" or not isinstance(shown.keywords.get("items"), Mapping):
            return
        items = self.under((*base, *path, "*"), shown.keywords["items"], place.above | shown.parts)
        if any(item.path == () for item in items):
            if items[0].kind is not Kind.VALUES:  # a list of lists does not print
                yield Printable(path, Kind.VALUES, sure and items[0].sure)
        elif items and "*" not in base:
            yield Printable(path, Kind.ROWS, sure, items)


def _inside(place: _Place, shown: Outline) -> Iterator[_Place]:
    if len(place.path) == _DEEPEST:
        return
    sure = place.sure and not shown.nullable
    for number, (name, schemas) in enumerate(shown.properties.items()):
        if _can_be_named(name):
            order = (*place.order, number)
            yield _Place(
                (*place.path, name), order, schemas, sure and shown.surely_has(name), place.above | shown.parts
            )


def _can_be_named(name: str) -> bool:
    """Tell whether a placeholder can name a property: one with spaces, dots or braces it cannot."""
    fits = 0 < len(name) <= _LONGEST_NAME and name.isprintable()
    return fits and " " not in name and _NOT_IN_PATHS.isdisjoint(name)
