"""The rows of a language's tables that carry an id, each with its line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from veraz.languages import Grammar
from veraz.languages.tables import composed

if TYPE_CHECKING:
    import yaml

LIBRARY = Path(__file__).parents[1]
_TABLES = ("stance", "results")
_KEPT = ("negated", "denied", "aspect", "voice", "subject", "needs", "beside", "ahead", "bare", "sure", "over")
_SINGLE = {  # rows that stand by themselves
    "verbless": "a participle with no helper, as a headline has it",
    "unaccusative": "a verb of what was done, with the thing as its subject and no object",
    "ongoing": "a gerund that opens a clause, beside a “now”",
    "status": "what the status of a thing is said to be",
}
_SPACE = re.compile(r"\s+")


@dataclass(frozen=True, slots=True)
class RuleRow:
    """A row of a table, or a rule of code.

    :ivar group: what it stands among: ``stance: rules: past``.
    :ivar reads: what it reads, in one line; ``says`` the stance it gives, and how.
    :ivar place: its file and line, from the library's folder on.
    :ivar written: the row as it is written.
    :ivar yields_to: ids of rows that are tried before it and take what both would read.
    :ivar never: actions that it never tells of.
    """

    id: str
    group: str
    reads: str
    says: str
    place: str
    written: str = ""
    yields_to: tuple[str, ...] = ()
    never: tuple[str, ...] = ()

    @property
    def path(self) -> str:
        """Its file alone."""
        return self.place.partition(":")[0]


def rows_of_tables(grammar: Grammar) -> list[RuleRow]:
    """Return the rows of a language's tables that carry an id, in order."""
    return [row for table in _TABLES for row in _of_table(f"languages/{grammar.folder}/{table}.yaml", table)]


def _of_table(path: str, table: str) -> Iterator[RuleRow]:
    source = LIBRARY.joinpath(path).read_text(encoding="utf-8")
    before: dict[str, list[tuple[str, str]]] = {}
    for group, node in _identified(composed(source), table):
        row = {key.value: _plain(value) for key, value in node.value}
        written = _SPACE.sub(" ", source[node.start_mark.index : node.end_mark.index]).strip()
        found = RuleRow(row["id"], group, _reads(row, group), _says(row), f"{path}:{node.start_mark.line + 1}", written)
        if "before" in row:
            earlier = before.setdefault(group, [])
            found = replace(found, yields_to=tuple(id_ for id_, words in earlier if _takes(words, row["before"])))
            earlier.append((row["id"], row["before"]))
        yield replace(found, never=tuple(row.get("not", "").split()))


def _identified(node: Any, group: str) -> Iterator[tuple[str, yaml.MappingNode]]:
    """Yield the mappings under a node that carry an id, each with the keys that lead to it."""
    if node.id == "sequence":
        for each in node.value:
            yield from _identified(each, group)
    elif node.id == "mapping":
        if any(key.value == "id" for key, _ in node.value):
            yield group, node
            return
        for key, value in node.value:
            yield from _identified(value, group if key.value == group else f"{group}: {key.value}")


def _plain(node: Any) -> Any:
    return [_plain(each) for each in node.value] if node.id == "sequence" else node.value


def _reads(row: Mapping[str, Any], group: str) -> str:
    kind = group.rpartition(": ")[2]
    if "before" in row:
        words = row["before"].strip("!^ ")
        return f"{kind} after “{words}”" if words else f"{kind} with no helper before it"
    if "after" in row:
        return f"gerund after “{'|'.join(row['after'])}”"
    return ", ".join(f"“{words}”" for words in row["words"]) if "words" in row else _SINGLE[kind]


def _says(row: Mapping[str, Any]) -> str:
    kept = (key if row[key] == "true" else f"{key} {row[key]}" for key in _KEPT if key in row)
    return ", ".join((row.get("stance") or row["says"], *kept))


def _takes(earlier: str, later: str) -> bool:
    """Tell whether a longer row ends in what a later one reads: "have been" in "been"."""
    longer, shorter = _elements(earlier), _elements(later)
    if not shorter or len(longer) <= len(shorter):
        return False
    return all(not a.isdisjoint(b) for a, b in zip(reversed(longer), reversed(shorter), strict=False))


def _elements(before: str) -> Sequence[frozenset[str]]:
    return [frozenset(element.rstrip("?").split("|")) for element in before.split() if element not in "!^"]
