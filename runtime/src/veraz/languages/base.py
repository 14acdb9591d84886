"""What a language owes the reader: an inflector and its tables.

A grammar is a folder: ``inflect.py`` and tables as YAML. Adding a language means adding a folder; no other module asks
which language it is reading.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from importlib import resources
from typing import Any

import yaml


class Form(StrEnum):
    """What a form of a verb is, as far as the reader needs to know."""

    BASE = "base"  # en: the plain form; pt: the infinitive, personal or not
    PRESENT = "present"
    PAST = "past"  # en: simple past; pt: pretérito perfeito
    IMPERFECT = "imperfect"  # pt: imperfeito and mais-que-perfeito
    FUTURE = "future"
    CONDITIONAL = "conditional"
    SUBJUNCTIVE = "subjunctive"  # pt: all three; also the imperative, which has the same forms
    PARTICIPLE = "participle"
    GERUND = "gerund"


@dataclass(frozen=True, slots=True)
class Inflection:
    """A form and its person: 1 for the speaker («cancelei», «cancelamos»), 3 for others, 0 where none shows."""

    form: Form
    person: int = 0


Inflector = Callable[[str], Mapping[str, frozenset[Inflection]]]
"""From a verb's dictionary form to its folded forms, each with what it may be."""


class _TableLoader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
    """Reads tables of words: «no», «on» and «off» are words, not truth values."""


def _only_true_and_false(resolvers: list[Any]) -> list[Any]:
    return [(tag, _TRUE_OR_FALSE if tag == "tag:yaml.org,2002:bool" else pattern) for tag, pattern in resolvers]


_TRUE_OR_FALSE = re.compile("true|false")
_TableLoader.yaml_implicit_resolvers = {
    first: _only_true_and_false(resolvers) for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}


@cache
def load_table(folder: str, name: str) -> Any:
    """Return the parsed YAML table ``name`` of the language folder ``folder`` (``en``, ``pt_br``)."""
    source = resources.files("veraz.languages").joinpath(folder, f"{name}.yaml").read_text(encoding="utf-8")
    return yaml.load(source, Loader=_TableLoader)
