"""What a language's folder owes: its tables held to ``schemas.yaml``, and to what English has.

The reader takes a table as it stands, since a start shall be quick, and passes over a key that is misspelt. Here each
is an error with its line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from veraz.errors import UnknownLanguage
from veraz.languages import ENGLISH, GRAMMARS
from veraz.languages.tables import composed, parsed

_LANGUAGES = Path(__file__).parent
_MODULES = ("__init__.py", "inflect.py", "nouns.py")
_TAGS = {
    "text": (("str",), "a text"),
    "number": (("int", "float"), "a number"),
    "flag": (("bool",), "true or false"),
}
_MARKS = ("", "...", "^", "!")  # what stands among the classes before a verb, and is none
_ANY = ("<text>", "<id>")
_SHOWN = 8  # members of a set that an error names


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong in a folder.

    :ivar place: its file, and the line where there is one: ``stance.yaml:12``.
    :ivar key: the keys and places in lists that lead to it: ``rules: past: 1``; empty for a whole file.
    """

    place: str
    key: str
    says: str

    def __str__(self) -> str:
        return ": ".join(filter(None, (self.place, self.key, self.says)))


@dataclass(frozen=True, slots=True)
class Beside:
    """A table of a folder beside that of English: how many entries each has, and the keys that English has alone."""

    table: str
    entries: int
    english: int
    lacking: tuple[str, ...]


def folder_of(code: str) -> Path:
    """Return the folder of a language by its code (``es``, ``pt-BR``), or by the folder's own name.

    :raises UnknownLanguage: where there is none, naming those there are.
    """
    name = next((grammar.folder for grammar in GRAMMARS if grammar.code == code), code.lower().replace("-", "_"))
    folder = _LANGUAGES / name
    if not name.isidentifier() or name == "tongues" or not folder.is_dir():
        known = ", ".join(grammar.code for grammar in GRAMMARS)
        raise UnknownLanguage(f"language {code!r:.60} has no folder beside those of {known}; name one with --folder")
    return folder


def tables_owed() -> tuple[str, ...]:
    """Return the names of the tables that a language owes."""
    return tuple(_schemas()["tables"])


def shapes() -> Mapping[str, Any]:
    """Return the shapes that ``schemas.yaml`` names."""
    found: Mapping[str, Any] = _schemas()["shapes"]
    return found


def faults(folder: Path) -> list[Fault]:
    """Return what is wrong in a language's folder: what is missing, and what is not as ``schemas.yaml`` has it."""
    found = [Fault(name, "", "is missing") for name in _MODULES if not folder.joinpath(name).is_file()]
    for table, shape in _schemas()["tables"].items():
        path = folder / f"{table}.yaml"
        found += _of_table(path, table, shape) if path.is_file() else [Fault(path.name, "", _missing(table))]
    known = _schemas()["tables"]
    strange = (path for path in sorted(folder.glob("*.yaml")) if path.stem not in known)
    return [*found, *(Fault(path.name, "", f"is no table of a language{_meant(path.stem, known)}") for path in strange)]


def beside_english(folder: Path) -> list[Beside]:
    """Return how much each table of a folder holds beside that of English; a table that is missing holds nothing."""
    return [_beside(folder, table) for table in _schemas()["tables"]]


def _beside(folder: Path, table: str) -> Beside:
    own = _given(folder, table)
    english = _given(_LANGUAGES / ENGLISH.folder, table)
    shape = _schemas()["tables"][table]
    is_own = shape == "anything" or "<id>" in shape
    lacking = () if is_own else tuple(key for key in english if key not in own)
    return Beside(table, _entries(own), _entries(english), lacking)


def _given(folder: Path, table: str) -> Mapping[str, Any]:
    try:
        given = parsed(folder.joinpath(f"{table}.yaml").read_bytes())
    except (OSError, ValueError, yaml.YAMLError):
        return {}  # told as a fault
    return given if isinstance(given, dict) else {}


def _entries(value: Any) -> int:
    if isinstance(value, dict):
        return sum(map(_entries, value.values()))
    return sum(map(_entries, value)) if isinstance(value, list) else 1


@cache
def _schemas() -> Mapping[str, Any]:
    found: Mapping[str, Any] = parsed(_LANGUAGES.joinpath("schemas.yaml").read_bytes())
    return found


def _missing(table: str) -> str:
    return f"is missing; the one of English has {len(_given(_LANGUAGES / ENGLISH.folder, table))} keys"


def _of_table(path: Path, table: str, shape: Any) -> list[Fault]:
    try:
        node = composed(path.read_text(encoding="utf-8"))
    except UnicodeDecodeError:
        return [Fault(path.name, "", "is not UTF-8")]
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        place = path.name if mark is None else f"{path.name}:{mark.line + 1}"
        return [Fault(place, "", f"is not YAML: {getattr(error, 'problem', None) or error}")]
    if node is None:
        return [Fault(path.name, "", "is empty")]
    return list(_Table(path.name, table, _acts(path.parent, table)).faults(node, shape, ()))


def _acts(folder: Path, table: str) -> frozenset[str]:
    """Return the actions there are, and the groups of them that a table makes."""
    groups = _given(folder, table).get("groups")
    named = groups if isinstance(groups, dict) else ()
    return frozenset(map(str, (*_given(_LANGUAGES / ENGLISH.folder, "actions"), *named)))


@dataclass(frozen=True, slots=True)
class _Table:
    """A table that is held to its shape, node by node.

    :ivar acts: the actions there are, and the groups of them that the table makes.
    """

    file: str
    name: str
    acts: frozenset[str]

    def faults(self, node: Any, shape: Any, keys: tuple[str, ...]) -> Iterator[Fault]:
        """Yield what is wrong under a node that ``keys`` lead to."""
        shape = shapes().get(shape, shape) if isinstance(shape, str) else shape
        if isinstance(shape, dict):
            yield from self._of_mapping(node, shape, keys)
        elif isinstance(shape, list):
            yield from self._of_list(node, shape[0], keys)
        elif shape.startswith("each "):
            yield from self._of_words(node, shape.removeprefix("each "), keys)
        elif shape != "anything" and (wrong := _wrong_value(node, shape)):
            yield self._fault(node, keys, wrong)

    def _of_words(self, node: Any, shape: str, keys: tuple[str, ...]) -> Iterator[Fault]:
        members = self.acts if shape == "act" else frozenset(shapes()[shape].split("|"))
        words = re.split(r"[ |]+", node.value) if node.id == "scalar" else [_told(node)]
        for word in (word.rstrip("?") for word in words if word not in _MARKS):
            if word not in members:
                yield self._fault(node, keys, f"has {word!r:.60}, which is no {shape}{_meant(word, members)}")

    def _of_list(self, node: Any, shape: Any, keys: tuple[str, ...]) -> Iterator[Fault]:
        if node.id != "sequence":
            yield self._fault(node, keys, f"is {_told(node)}; it takes a list")
            return
        for number, each in enumerate(node.value, start=1):
            yield from self.faults(each, shape, (*keys, str(number)))

    def _of_mapping(self, node: Any, shape: Mapping[str, Any], keys: tuple[str, ...]) -> Iterator[Fault]:
        if node.id != "mapping":
            yield self._fault(node, keys, f"is {_told(node)}; it takes keys")
            return
        taken = _taken(shape, self.name, keys)
        had = set()
        for key, value in node.value:
            name = key.value if key.id == "scalar" else _told(key)
            if name in had:
                yield self._fault(key, (*keys, name), "stands twice")
            had.add(name)
            of_key = _shape_of(name, shape, taken)
            if of_key is None:
                yield self._fault(key, (*keys, name), f"is no key here{_meant(name, taken or ())}")
            else:
                yield from self.faults(value, of_key, (*keys, name))
        for key in _required(shape, taken):
            if key not in had:
                yield self._fault(node, (*keys, key), "is missing")

    def _fault(self, node: Any, keys: tuple[str, ...], says: str) -> Fault:
        return Fault(f"{self.file}:{node.start_mark.line + 1}", ": ".join(keys), says)


def _taken(shape: Mapping[str, Any], table: str, keys: tuple[str, ...]) -> list[str] | None:
    """Return the keys that a mapping may have; ``None`` for any."""
    only = next(iter(shape))
    if only in _ANY:
        return None
    if only == "<shared>":
        english: Any = _given(_LANGUAGES / ENGLISH.folder, table)
        for key in keys:
            english = english[key]
        return list(english)
    if only.startswith("<"):
        return str(shapes()[only.strip("<>")]).split("|")
    return [key.rstrip("?") for key in shape]


def _shape_of(key: str, shape: Mapping[str, Any], taken: list[str] | None) -> Any:
    only = next(iter(shape))
    if only.startswith("<"):
        return shape[only] if taken is None or key in taken else None
    return shape.get(key, shape.get(f"{key}?"))


def _required(shape: Mapping[str, Any], taken: list[str] | None) -> list[str]:
    only = next(iter(shape))
    if only.startswith("<"):
        return taken or [] if only == "<shared>" else []
    return [key for key in shape if not key.endswith("?")]


def _wrong_value(node: Any, shape: str) -> str | None:
    if shape in _TAGS:
        tags, name = _TAGS[shape]
        right = node.id == "scalar" and node.tag.rpartition(":")[2] in tags
        return None if right else f"is {_told(node)}; it takes {name}"
    members = shape.split("|")
    if node.id == "scalar" and node.value in members:
        return None
    shown = ", ".join([*members[:_SHOWN], *["…"][: len(members) > _SHOWN]])
    meant = _meant(node.value, members) if node.id == "scalar" else ""
    return f"is {_told(node)}; it takes one of {shown}{meant}"


def _told(node: Any) -> str:
    if node.id != "scalar":
        return "a list" if node.id == "sequence" else "a mapping"
    return "empty" if node.tag.endswith(":null") else f"{node.value!r:.60}"


def _meant(word: str, among: Any) -> str:
    near = get_close_matches(word, list(among), n=1)
    return f"; did you mean {near[0]!r}?" if near else ""
