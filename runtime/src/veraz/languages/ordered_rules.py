"""Rules of code as ordered tables: of small named rules, the first that holds decides.

Their ids are for whoever reads the table; a verdict may name a :class:`~veraz.languages.named_rules.NamedRule` only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, NamedTuple, TypeVar

Case = TypeVar("Case")
Given = TypeVar("Given")


class OrderedRule(NamedTuple, Generic[Case, Given]):
    """A row of such a table.

    :ivar id: what it is called in its table.
    :ivar example: a sentence in which it holds, and after a "|" what that stands beside, where it needs anything.
    :ivar holds: tells whether it holds of a case, by anything that is not empty where it does.
    :ivar gives: what it then says.
    """

    id: str
    example: str
    holds: Callable[[Case], object]
    gives: Given


def first_of(rules: Iterable[OrderedRule[Case, Given]], case: Case) -> OrderedRule[Case, Given] | None:
    """Return the first rule that holds of ``case``; ``None`` where none does."""
    for rule in rules:
        if rule[2](case):
            return rule
    return None


def decided(rules: Iterable[OrderedRule[Case, Given]], case: Case) -> Given | None:
    """Return what the first rule gives that holds of ``case``; ``None`` where none does."""
    for _, _, holds, gives in rules:
        if holds(case):
            return gives
    return None


def otherwise(case: object) -> bool:
    """Hold of every case: what stands last in a table that decides each."""
    return True
