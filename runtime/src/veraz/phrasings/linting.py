"""What is wrong with a phrasings document, each with its place and what would be right."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from typing import Any

from veraz.outcomes import Outcome
from veraz.phrasings.files import GIVEN_TWICE, Document, Entry, Repeated
from veraz.phrasings.template import WORDS, Each, Field, Problem, Template, read
from veraz.tools import Tool, Toolset
from veraz.tools.paths import Schema, at, may_be

LONGEST = 2_000
"""Characters of one phrasing."""

WITHOUT_RESULT = (Outcome.REFUSED, Outcome.NOT_ATTEMPTED, Outcome.PENDING)
"""The outcomes of a call that did not run: nothing was returned."""


class Severity(StrEnum):
    """An error keeps a document from being used; a warning does not."""

    ERROR = "error"
    WARNING = "warning"


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing wrong with a document; line and column count from 1."""

    severity: Severity
    tool: str
    language: str | None
    outcome: str
    line: int
    column: int
    code: str
    message: str
    suggestion: str = ""

    @property
    def sentence(self) -> str:
        """The finding in words, its place aside: «refund_card.done: unknown placeholder {amout}; did you mean …»."""
        key = ".".join(filter(None, (self.tool, self.language, self.outcome)))
        return f"{key}: " + "; ".join(filter(None, (self.message, self.suggestion)))


def lint(document: Any, toolset: Toolset | None = None) -> tuple[Finding, ...]:
    """Return everything wrong with ``document``, in its order.

    :param document: what :meth:`Document.of` takes.
    :param toolset: the tools it speaks of; without it names and paths are not held to anything.
    :raises PhrasingError: for a document that cannot be read at all.
    """
    written = Document.as_written(document)
    found = [finding for entry in written.entries for finding in _lint_entry(entry, toolset)]
    return tuple(sorted((*found, *map(_given_twice, written.repeated)), key=lambda each: (each.line, each.column)))


def _given_twice(repeated: Repeated) -> Finding:
    tool, *language, outcome = repeated.keys if len(repeated.keys) > 1 else (*repeated.keys, "")
    place = repeated.place
    nested = language[0] if language else None
    return Finding(
        Severity.ERROR, tool, nested, outcome, place.line, place.column, "given_twice", GIVEN_TWICE, "keep one"
    )


def _lint_entry(entry: Entry, toolset: Toolset | None) -> Iterator[Finding]:
    if toolset is not None and entry.tool not in toolset:
        guess = _guess(entry.tool, toolset, "{}") or "name a tool the agent has"
        yield _finding(entry, entry.tool_place, "tool", f"unknown tool {entry.tool!r}", guess)
    if entry.outcome not in set(Outcome):
        guess = _guess(entry.outcome, Outcome, "{}") or f"use one of: {', '.join(Outcome)}"
        yield _finding(entry, entry.outcome_place, "outcome", f"unknown outcome {entry.outcome!r}", guess)
    if not entry.text.strip():
        yield _finding(entry, entry.text_place, "empty", "no text", "write some, or leave the outcome out")
    if len(entry.text) > LONGEST:
        told = f"{len(entry.text):,} characters"
        yield _finding(entry, entry.text_place, "length", told, f"use at most {LONGEST:,}")
    template, problems = read(entry.text)
    tool = toolset.get(entry.tool) if toolset is not None else None
    found = [*(_with_guess(problem, tool) for problem in problems), *_path_problems(template, tool)]
    for problem in sorted(found, key=lambda problem: problem.start):
        place = entry.text_place.inside(entry.text, problem.start)
        yield _finding(entry, place, problem.code, problem.message, problem.suggestion)
    yield from _lint_results(entry, template)


def _lint_results(entry: Entry, template: Template) -> Iterator[Finding]:
    if entry.outcome not in WITHOUT_RESULT:
        return
    for node in template.nodes:
        if isinstance(node, Each) or (isinstance(node, Field) and node.root == "result"):
            place = entry.text_place.inside(entry.text, node.start)
            message = f"a call that is {entry.outcome} has no result, so the default is used"
            yield _finding(entry, place, "no_result", message, "use {argument.…}", Severity.WARNING)


def _path_problems(template: Template, tool: Tool | None) -> Iterator[Problem]:
    """Yield the paths that the tool's schemas surely do not have."""
    if tool is None:
        return
    roots: dict[str, Schema] = {
        "argument": tool.input_schema,
        "result": True if tool.output_schema is None else tool.output_schema,
    }
    for node in template.nodes:
        if isinstance(node, Each):
            yield from _each_problems(node, roots)
        elif isinstance(node, Field) and node.root in roots:
            yield from _missing(node, roots[node.root], node.path)


def _each_problems(each: Each, roots: dict[str, Schema]) -> Iterator[Problem]:
    result = roots["result"]
    yield from _missing(Field("result", each.path, each.start, each.end), result, each.path)
    place = at(result, each.path)
    if place is False:
        return
    if not may_be(result, place, "array"):
        message = f"{{{'.'.join(('result', *each.path))}}} is no list"
        yield Problem("not_a_list", each.start, each.end, message, "use {each …} for a list only")
        return
    for node in each.body:
        if isinstance(node, Field) and node.root in (*roots, "item"):
            path = (*each.path, "0", *node.path) if node.root == "item" else node.path
            yield from _missing(node, roots.get(node.root, result), path)


def _missing(field: Field, root: Schema, path: tuple[str, ...]) -> Iterator[Problem]:
    for length in range(1, len(path) + 1):
        if at(root, path[:length]) is False:
            name = ".".join(field.path if field.root == "item" else (field.root, *field.path))
            message = f"{{{name}}}: the tool's schema has no {path[length - 1]!r} there"
            above = at(root, path[: length - 1])
            names = above.get("properties", {}) if not isinstance(above, bool) else {}
            yield Problem("path", field.start, field.end, message, _guess(path[length - 1], names, "{}"))
            return


def _with_guess(problem: Problem, tool: Tool | None) -> Problem:
    """Return an unknown placeholder with the one that was meant."""
    if problem.code != "placeholder":
        return problem
    name = problem.message.removeprefix("unknown placeholder ").strip("{}").strip()
    arguments = {f"argument.{key}": key for key in (tool.input_schema.get("properties", {}) if tool else ())}
    direct = next((path for path, key in arguments.items() if key == name), None)
    guess = f"write {{{direct}}}" if direct else _guess(name, [*WORDS, *arguments, *arguments.values()], "{{{}}}")
    for path, key in arguments.items():
        guess = guess.replace(f"{{{key}}}", f"{{{path}}}")
    known = "use " + ", ".join(f"{{{word}}}" for word in (*WORDS, "argument.NAME", "result.NAME"))
    return Problem(problem.code, problem.start, problem.end, problem.message, guess or known)


def _guess(name: str, known: Iterable[str], form: str) -> str:
    names = [str(each) for each in known]
    close = [each for each in names if name and each.startswith(name)] or get_close_matches(name[:100], names, 1)
    return f"did you mean {form.format(close[0])}?" if close else ""


def _finding(
    entry: Entry, place: Any, code: str, message: str, suggestion: str, severity: Severity = Severity.ERROR
) -> Finding:
    return Finding(
        severity, entry.tool, entry.language, entry.outcome, place.line, place.column, code, message, suggestion
    )
