"""What a language owes the reader: an inflector and its tables.

A grammar is a folder: ``inflect.py`` and tables as YAML. Adding a language means adding a folder; no other module asks
which language it is reading.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import NamedTuple


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


class Inflection(NamedTuple):
    """A form and its person: 1 for the speaker («cancelei», «cancelamos»), 3 for others, 0 where none shows."""

    form: Form
    person: int = 0


Inflector = Callable[[str], Mapping[str, frozenset[Inflection]]]
"""From a verb's dictionary form to its folded forms, each with what it may be."""
