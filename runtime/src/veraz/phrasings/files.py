"""A phrasings document: tool, outcome, template, or tool, language, outcome, template; with where each stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from os import PathLike
from pathlib import Path
from typing import Any

import yaml

from veraz.errors import PhrasingError, UnknownLanguage
from veraz.languages import reply_grammar
from veraz.outcomes import Outcome

LARGEST = 1_000_000
"""Characters of a document; a larger one is refused unread."""

GIVEN_TWICE = "this key is given twice"
_DEEPEST = 3
_OUTCOMES = frozenset(Outcome)
# libyaml's loader where it is there: the same grammar, several times as fast.
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class Place:
    """Where something stands in a document; line and column count from 1.

    :ivar indent: columns that each line of a block text is set in; ``None`` where columns inside cannot be told.
    """

    line: int
    column: int
    indent: int | None = None

    def inside(self, text: str, offset: int) -> Place:
        """Return the place of ``text[offset]``, where ``text`` starts here; the start where that cannot be told."""
        if self.indent is None:
            return self
        breaks = text.count("\n", 0, offset)
        column = offset - text.rfind("\n", 0, offset)
        return Place(self.line + breaks, column + (self.indent if breaks else self.column - 1))


@dataclass(frozen=True, slots=True)
class Entry:
    """One template of a document, as written.

    :ivar language: the code it was nested under (``en``, ``pt-BR``), or ``None``.
    """

    tool: str
    language: str | None
    outcome: str
    text: str
    tool_place: Place
    outcome_place: Place
    text_place: Place

    @property
    def key(self) -> str:
        """The path of its keys: ``refund_card.pt-BR.done``."""
        return ".".join(filter(None, (self.tool, self.language, self.outcome)))


@dataclass(frozen=True, slots=True)
class Repeated:
    """A key of a document that is given twice: its path, such as ``refund_card.done``, and the place of the second."""

    keys: tuple[str, ...]
    place: Place


@dataclass(frozen=True, slots=True)
class Document:
    """The templates of a document, in order.

    :ivar name: what errors call it: its path, or what it came from.
    :ivar repeated: the keys that it gives twice, where it was read :meth:`as_written`; there are none in any other.
    """

    name: str
    entries: tuple[Entry, ...]
    repeated: tuple[Repeated, ...] = ()

    @classmethod
    def of(cls, source: Document | str | PathLike[str] | Mapping[str, Any], name: str = "phrasings") -> Document:
        """Return ``source`` as a document: one already read, the path of a YAML file, or a mapping.

        :raises PhrasingError: naming file, line, column and key of what cannot be read.
        """
        return cls.as_written(source, name).without_repeats()

    @classmethod
    def as_written(
        cls, source: Document | str | PathLike[str] | Mapping[str, Any], name: str = "phrasings"
    ) -> Document:
        """Return ``source`` as :meth:`of` does, keys that are given twice and all, for one who tells what is wrong."""
        if isinstance(source, Document):
            return source
        if isinstance(source, str | PathLike):
            return _Yaml(_file_text(Path(source)), str(Path(source))).document()
        if isinstance(source, Mapping):
            return cls(name, tuple(_mapping_entries(source, name)))
        raise PhrasingError(f"{name}: must be a file or a mapping of tools, not {type(source).__name__}")

    @classmethod
    def from_text(cls, text: str, name: str = "phrasings") -> Document:
        """Return the document written in ``text`` as YAML.

        :raises PhrasingError: naming line, column and key of what cannot be read.
        """
        return _Yaml(text, name).document().without_repeats()

    def without_repeats(self) -> Document:
        """Return the document itself, if it gives no key twice.

        :raises PhrasingError: naming each key that it does.
        """
        told = [
            f"{self.name}:{each.place.line}:{each.place.column} {'.'.join(each.keys)}: {GIVEN_TWICE}; keep one"
            for each in self.repeated
        ]
        if told:
            raise PhrasingError("\n".join(told))
        return self


def _file_text(path: Path) -> str:
    try:
        with path.open(encoding="utf-8-sig") as file:
            return file.read(LARGEST + 1)
    except (OSError, UnicodeDecodeError) as error:
        raise PhrasingError(f"{path}: cannot be read: {error}") from error


def language_of(code: str) -> str | None:
    """Return the language that ``code`` names in a document (``pt`` names ``pt-BR``), or ``None``."""
    try:
        return reply_grammar(code).code
    except UnknownLanguage:
        return None


def _mapping_entries(source: Mapping[str, Any], name: str) -> Iterator[Entry]:
    start = Place(1, 1, 0)
    for tool, outcomes in source.items():
        for keys, text in _leaves(outcomes, (tool,), name):
            language, outcome = (language_of(keys[1]), keys[2]) if len(keys) == 3 else (None, keys[1])
            yield Entry(tool, language, outcome, text, start, start, start)


def _leaves(value: Any, keys: tuple[str, ...], name: str) -> Iterator[tuple[tuple[str, ...], str]]:
    where = f"{name} {'.'.join(map(str, keys))}"
    if not isinstance(keys[-1], str):
        raise PhrasingError(f"{where}: a key must be text, not {type(keys[-1]).__name__}")
    if isinstance(value, str) and len(keys) > 1:
        yield keys, value
    elif isinstance(value, Mapping) and _takes_more(keys, where):
        for key, inner in value.items():
            yield from _leaves(inner, (*keys, key), name)
    else:
        raise PhrasingError(f"{where}: must be {_wanted(keys)}, not {type(value).__name__}")


def _takes_more(keys: tuple[str, ...], where: str) -> bool:
    """Tell whether a mapping may stand below ``keys``: below a tool, or below a tool's language."""
    if len(keys) == 2 and keys[1] not in _OUTCOMES and language_of(keys[1]) is None:
        raise PhrasingError(f"{where}: {keys[1]!r} is no language; use en or pt-BR")
    return len(keys) == 1 or (len(keys) == 2 and keys[1] not in _OUTCOMES)


def _wanted(keys: Iterable[str]) -> str:
    return ("outcomes, each with its text", "text, or a language's outcomes", "text")[len(tuple(keys)) - 1]


class _Yaml:
    """A document in YAML, read with the place of every key and text."""

    def __init__(self, text: str, name: str) -> None:
        self.name = name
        self.repeated: list[Repeated] = []
        if len(text) > LARGEST:
            raise PhrasingError(f"{name}: larger than {LARGEST:,} characters")
        self.lines = text.split("\n")
        try:
            self._refuse_unsafe(text)
            self.root = yaml.compose(text, Loader=_LOADER)
        except yaml.YAMLError as error:
            raise self._unreadable(error) from error

    def _refuse_unsafe(self, text: str) -> None:
        """Refuse what a document of texts has no use for, before any of it is built."""
        depth = 0
        for event in yaml.parse(text, Loader=_LOADER):
            if getattr(event, "anchor", None) or getattr(event, "tag", None):
                raise self._error(event.start_mark, "", "anchors, aliases and tags are not read; write the text out")
            depth += isinstance(event, yaml.MappingStartEvent | yaml.SequenceStartEvent)
            depth -= isinstance(event, yaml.MappingEndEvent | yaml.SequenceEndEvent)
            if depth > _DEEPEST:
                raise self._error(event.start_mark, "", "nested too deeply; use tool, outcome, text")

    def document(self) -> Document:
        entries = tuple(self.entries())
        return Document(self.name, entries, tuple(self.repeated))

    def entries(self) -> Iterator[Entry]:
        if self.root is None:
            return
        for tool_key, outcomes in self._pairs(self.root, ()):
            tool = tool_key.value
            for key, value in self._pairs(outcomes, (tool,)):
                if isinstance(value, yaml.ScalarNode):
                    yield self._entry(tool_key, None, key, value)
                elif self._may_nest(key, tool):
                    for inner, text in self._pairs(value, (tool, key.value)):
                        yield self._entry(tool_key, language_of(key.value), inner, text)

    def _may_nest(self, key: yaml.ScalarNode, tool: str) -> bool:
        try:
            nests = _takes_more((tool, key.value), "")
        except PhrasingError:
            nests = False
        if not nests:
            what = "must be text" if key.value in _OUTCOMES else "is neither an outcome nor a language; use en or pt-BR"
            raise self._error(key.start_mark, f"{tool}.{key.value}", what)
        return nests

    def _pairs(self, node: yaml.Node, keys: tuple[str, ...]) -> Iterator[tuple[yaml.ScalarNode, yaml.Node]]:
        where = ".".join(keys)
        if not isinstance(node, yaml.MappingNode):
            raise self._error(node.start_mark, where, f"must be {_wanted(keys) if keys else 'a mapping of tools'}")
        seen: set[str] = set()
        for key, value in node.value:
            if not isinstance(key, yaml.ScalarNode) or key.tag != "tag:yaml.org,2002:str":
                raise self._error(key.start_mark, where, "a key must be text; put it in quotes")
            if key.value in seen:
                self.repeated.append(Repeated((*keys, key.value), self._place(key.start_mark)))
            seen.add(key.value)
            yield key, value

    def _entry(self, tool: yaml.ScalarNode, language: str | None, outcome: yaml.ScalarNode, text: yaml.Node) -> Entry:
        key = ".".join(filter(None, (tool.value, language, outcome.value)))
        if not isinstance(text, yaml.ScalarNode) or text.tag != "tag:yaml.org,2002:str":
            raise self._error(text.start_mark, key, "must be text; put it in quotes")
        places = self._place(tool.start_mark), self._place(outcome.start_mark), self._text_place(text)
        return Entry(tool.value, language, outcome.value, text.value, *places)

    def _place(self, mark: Any) -> Place:
        return Place(mark.line + 1, mark.column + 1)

    def _text_place(self, node: yaml.ScalarNode) -> Place:
        """Return where the text of ``node`` starts, past its quote; columns are told where the text stands as it is."""
        line, column = node.start_mark.line, node.start_mark.column
        if node.style == "|":
            following = self.lines[line + 1] if line + 1 < len(self.lines) else ""
            indent = len(following) - len(following.lstrip(" "))
            return Place(line + 2, indent + 1, indent)
        start = column + (node.style in ("'", '"'))
        as_written = "\n" not in node.value and self.lines[line].startswith(node.value, start)
        return Place(line + 1, start + 1, 0 if as_written else None)

    def _error(self, mark: Any, key: str, message: str) -> PhrasingError:
        where = f"{self.name}:{mark.line + 1}:{mark.column + 1}" if mark else self.name
        return PhrasingError(f"{where} {key}: {message}" if key else f"{where}: {message}")

    def _unreadable(self, error: yaml.YAMLError) -> PhrasingError:
        problem = getattr(error, "problem", None) or str(error)
        return self._error(getattr(error, "problem_mark", None), "", f"not YAML that can be read: {problem}")
