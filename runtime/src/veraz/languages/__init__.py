"""The languages the reader knows, by code."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple

from veraz.errors import UnknownLanguage
from veraz.languages import en, pt_br
from veraz.languages.base import Form, Inflection, Inflector
from veraz.languages.tables import load_table
from veraz.text.fold import fold_word
from veraz.text.units import UnitRules

__all__ = [
    "ENGLISH",
    "GRAMMARS",
    "PORTUGUESE",
    "Form",
    "Grammar",
    "Inflection",
    "grammar",
    "reply_grammar",
    "unit_rules",
]


class Grammar(NamedTuple):
    """A language: its code, its inflector, and its tables by name.

    :ivar plurals: from a noun to its forms; ``plain`` from a diminutive to what it may be one of.
    """

    code: str
    folder: str
    inflect: Inflector
    plurals: Callable[[str], tuple[str, ...]]
    plain: Callable[[str], tuple[str, ...]]

    @property
    def prefix(self) -> str:
        """What the ids of this language's rules start with."""
        return self.code.partition("-")[0]

    def table(self, name: str) -> Any:
        """Return the parsed YAML table ``name`` of this language."""
        return load_table(f"languages/{self.folder}", name)


ENGLISH = Grammar("en", "en", en.inflect, en.plurals, en.plain)
PORTUGUESE = Grammar("pt-BR", "pt_br", pt_br.inflect, pt_br.plurals, pt_br.plain)

GRAMMARS = (ENGLISH, PORTUGUESE)
_GRAMMARS = {language.code: language for language in GRAMMARS}


def grammar(code: str) -> Grammar:
    """Return the grammar that answers to ``code`` exactly (``en``, ``pt-BR``).

    :raises UnknownLanguage: for any other code, by name; European Portuguese is not read.
    """
    found = _GRAMMARS.get(code) if isinstance(code, str) else None
    if found is None:
        raise UnknownLanguage(f"language {code!r} is not one this library reads; use one of: {', '.join(_GRAMMARS)}")
    return found


def reply_grammar(code: str) -> Grammar:
    """Return the grammar of ``replies.language``, where ``pt`` also names Brazilian Portuguese.

    :raises UnknownLanguage: for any other code, naming those there are.
    """
    if code == "pt":
        return PORTUGUESE
    try:
        return grammar(code)
    except UnknownLanguage as error:
        raise UnknownLanguage(f"{error}, pt") from None


@cache
def unit_rules(grammar: Grammar) -> UnitRules:
    """Return what cutting a text of this language into units needs to know, from its table ``units``."""
    table = grammar.table("units")
    return UnitRules(**{name: frozenset(fold_word(table[name]).split()) for name in UnitRules._fields})
