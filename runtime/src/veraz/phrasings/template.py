"""The grammar of a phrasing, and how one is printed.

========================================  =============================================================
``{action}`` ``{Action}``                 the tool's name in words; capitalised
``{with}`` ``{because}`` ``{reason}``     what the call was sent; «: » and the reason; the bare reason
``{argument.PATH}`` ``{result.PATH}``     a value by path; ``{result}`` is the whole result, where it is plain
``{each result.PATH max N}…{end}``        its content once per item, a line each; N is 10, from 1 to 100
``{{`` ``}}``                             braces
========================================  =============================================================

Inside an each, a bare name or path is the item's own field, and ``{item}`` an item that is a plain value.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from veraz.errors import PhrasingError
from veraz.phrasings.values import MissingValue, plain, value_at
from veraz.text.late import late

WORDS = ("action", "Action", "with", "because", "reason")
"""The placeholders that are words of the call, not paths."""

MOST_ITEMS = 100
USUAL_ITEMS = 10

_MARK = late(r"\{\{|\}\}|\{[^{}\n]*\}|[{}]")
_PATH = late(r"[^\s.{}]+(?:\.[^\s.{}]+)*\Z")
_NUMBER = late(r"[0-9]{1,9}\Z")


class Text(NamedTuple):
    """Text that is printed as it is, its doubled braces already single."""

    text: str
    start: int
    end: int


class Field(NamedTuple):
    """A placeholder: ``root`` is one of :data:`WORDS`, ``argument``, ``result`` or ``item``; ``path`` leads on."""

    root: str
    path: tuple[str, ...]
    start: int
    end: int


class Each(NamedTuple):
    """A block printed once per item of the list at ``path`` of the result; ``start`` and ``end`` are of its opening."""

    path: tuple[str, ...]
    limit: int
    body: tuple[Text | Field, ...]
    start: int
    end: int


Node = Text | Field | Each


class Problem(NamedTuple):
    """What is wrong with ``source[start:end]`` of a template, and what would be right."""

    code: str
    start: int
    end: int
    message: str
    suggestion: str = ""


class Context(NamedTuple):
    """What a template may print of a call.

    :ivar words: the value of each of :data:`WORDS`; ``None`` where the call has none.
    :ivar more: the line that closes a list cut short, with ``{count}`` for the items left out.
    """

    words: Mapping[str, str | None]
    argument: Mapping[str, Any]
    result: Any
    more: str


class Template(NamedTuple):
    """A phrasing, parsed; spans are offsets into ``source``."""

    source: str
    nodes: tuple[Node, ...]

    def render(self, *contexts: Context, listed: Callable[[Sequence[str]], str] = "".join) -> str:
        """Return the text a person reads of a call, or of several together.

        :param contexts: one a call.
        :param listed: makes one text of what each call prints for a placeholder.
        :raises MissingValue: where a placeholder has no value, or not one that can be printed.
        """
        page = _Page()
        for node in self.nodes:
            match node:
                case Text():
                    page.write(node.text)
                case Each():
                    _write_each(page, node, contexts)
                case _:
                    page.write(listed([_print(node, context, None) for context in contexts]))
        return page.text.rstrip("\n")

    @property
    def names_action(self) -> bool:
        """Whether it prints the tool's name."""
        return any(isinstance(node, Field) and node.root in ("action", "Action") for node in self.nodes)


def parse(source: str) -> Template:
    """Return ``source`` as a template.

    :raises PhrasingError: for the first thing that is wrong with it.
    """
    template, problems = read(source)
    if problems:
        first = problems[0]
        raise PhrasingError(": ".join(filter(None, (f"column {first.start + 1}", first.message, first.suggestion))))
    return template


def read(source: str) -> tuple[Template, tuple[Problem, ...]]:
    """Return ``source`` as a template without what is wrong with it, and everything that is."""
    reading = _Reading(source)
    for kind, start, end in _marks(source):
        reading.take(kind, start, end)
    reading.close()
    return Template(source, tuple(reading.nodes)), tuple(sorted(reading.problems, key=lambda problem: problem.start))


def _marks(source: str) -> Iterator[tuple[str, int, int]]:
    done = 0
    for mark in _MARK.finditer(source):
        if mark.start() > done:
            yield "text", done, mark.start()
        yield {"{{": "brace", "}}": "brace", "{": "lone", "}": "lone"}.get(mark.group(), "tag"), *mark.span()
        done = mark.end()
    if done < len(source):
        yield "text", done, len(source)


class _Reading:
    """A template as it is read, mark by mark."""

    def __init__(self, source: str) -> None:
        self.source = source
        self.nodes: list[Node] = []
        self.problems: list[Problem] = []
        self.block: tuple[Each, list[Text | Field]] | None = None

    def take(self, kind: str, start: int, end: int) -> None:
        text = self.source[start:end]
        match kind:
            case "text":
                self._add(Text(text, start, end))
            case "brace":
                self._add(Text(text[0], start, end))
            case "lone":
                self._refuse("brace", start, end, f"single {text}", f"write {text * 2} for a brace")
            case _:
                self._take_tag(text[1:-1].split(), start, end)

    def close(self) -> None:
        if self.block:
            each, body = self.block
            self._refuse("unclosed", each.start, each.end, "an each that is not closed", "close it with {end}")
            self.block = None
            self.nodes += body

    def _take_tag(self, parts: Sequence[str], start: int, end: int) -> None:
        if parts[:1] == ["each"] and len(parts) > 1:
            self._open(parts, start, end)
        elif parts == ["end"]:
            self._end(start, end)
        else:
            self._take_field(self.source[start + 1 : end - 1], start, end)

    def _take_field(self, name: str, start: int, end: int) -> None:
        root, path = _field(name, inside=self.block is not None)
        if root:
            self._add(Field(root, path, start, end))
        else:
            self._refuse("placeholder", start, end, f"unknown placeholder {{{name}}}")

    def _open(self, parts: Sequence[str], start: int, end: int) -> None:
        root, path = _field(parts[1], inside=False)
        if self.block:
            self._refuse("nested", start, end, "an each inside an each", "close the first with {end} before it")
            return
        if root != "result" or parts[2:3] not in ([], ["max"]) or len(parts) not in (2, 4):
            self._refuse("each", start, end, "an each that cannot be read", "write {each result.PATH max N}")
        limit = int(parts[3]) if len(parts) == 4 and _NUMBER.match(parts[3]) else USUAL_ITEMS if len(parts) == 2 else 0
        if len(parts) == 4 and not 1 <= limit <= MOST_ITEMS:
            self._refuse("max", start, end, f"max {parts[3]} is out of range", f"use 1 to {MOST_ITEMS}")
        self.block = Each(path, limit, (), start, end), []

    def _end(self, start: int, end: int) -> None:
        if not self.block:
            self._refuse("end", start, end, "{end} without an each", "open with {each result.PATH}")
            return
        each, body = self.block
        self.block = None
        self.nodes.append(Each(each.path, each.limit, tuple(body), each.start, each.end))

    def _add(self, node: Text | Field) -> None:
        (self.block[1] if self.block else self.nodes).append(node)

    def _refuse(self, code: str, start: int, end: int, message: str, suggestion: str = "") -> None:
        self.problems.append(Problem(code, start, end, message, suggestion))


def _field(name: str, inside: bool) -> tuple[str, tuple[str, ...]]:
    """Return the root and path of a placeholder's name; an empty root for one that is unknown."""
    if name in WORDS:
        return name, ()
    if not _PATH.match(name):
        return "", ()
    root, *path = name.split(".")
    if root in ("argument", "result") and (path or (root == "result" and not inside)):
        return root, tuple(path)
    if not inside:
        return "", ()
    return "item", tuple(path if root == "item" else name.split("."))


def _print(node: Text | Field, context: Context, item: Any) -> str:
    if isinstance(node, Text):
        return node.text
    if node.root in WORDS:
        word = context.words[node.root]
        if word is None:
            raise MissingValue(node.root)
        return word
    source = {"argument": context.argument, "result": context.result, "item": item}[node.root]
    return plain(value_at(source, node.path))


def _write_each(page: _Page, each: Each, contexts: Sequence[Context]) -> None:
    items = [(context, item) for context in contexts for item in _items(each, context)]
    lines = ["".join(_print(node, context, item) for node in each.body) for context, item in items[: each.limit]]
    if not lines:
        return
    own_lines = lines[0].startswith("\n"), lines[0].endswith("\n")
    if len(items) > each.limit:
        lines.append(contexts[0].more.format(count=len(items) - each.limit))
    page.write("\n".join(line.strip("\n") for line in lines), on_own_line=own_lines[0])
    page.line_is_full = own_lines[1] or len(items) > each.limit


def _items(each: Each, context: Context) -> Sequence[Any]:
    items = value_at(context.result, each.path)
    if not isinstance(items, Sequence) or isinstance(items, str):
        raise MissingValue(".".join(each.path))
    return items


class _Page:
    """Text as it is printed; a line that a block has filled is broken before more text."""

    def __init__(self) -> None:
        self.text = ""
        self.line_is_full = False

    def write(self, text: str, on_own_line: bool = False) -> None:
        if (self.line_is_full or (on_own_line and self.text)) and text and "\n" not in (text[0], self.text[-1:]):
            self.text += "\n"
        self.text += text
        self.line_is_full = self.line_is_full and not text
