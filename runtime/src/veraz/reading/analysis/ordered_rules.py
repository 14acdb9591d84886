"""Rules of code in order: of a table of them, the first that holds wins."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Generic, NamedTuple, TypeVar

Case = TypeVar("Case")
Given = TypeVar("Given")


class OrderedRule(NamedTuple, Generic[Case, Given]):
    """A rule of a table in order.

    :ivar id: what it is called, in its table alone: no verdict names it.
    :ivar example: a sentence in which it holds.
    :ivar holds: tells of a case whether it does.
    :ivar gives: what it then says.
    """

    id: str
    example: str
    holds: Callable[[Case], object]
    gives: Given


def first_of(rules: Iterable[OrderedRule[Case, Given]], case: Case) -> OrderedRule[Case, Given] | None:
    """Return the first rule that holds of ``case``; ``None`` where none does."""
    for rule in rules:
        if rule.holds(case):
            return rule
    return None
