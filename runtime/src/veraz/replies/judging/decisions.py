"""Decisions as ordered tables: of small named rules, the first that holds decides."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, NamedTuple, TypeVar

_Case = TypeVar("_Case")
_Given = TypeVar("_Given")


class DecisionRule(NamedTuple, Generic[_Case, _Given]):
    """A row of such a table.

    :ivar id: what it is called in its table; no verdict names it.
    :ivar example: a sentence that it decides, as it is said, and after it what it stands beside.
    :ivar holds: tells whether it holds of a case, by anything that is not empty where it does.
    :ivar gives: what it decides.
    """

    id: str
    example: str
    holds: Callable[[_Case], object]
    gives: _Given


def decided(rules: Sequence[DecisionRule[_Case, _Given]], case: _Case) -> _Given | None:
    """Return what the first rule gives that holds of ``case``; ``None`` where none does."""
    for _, _, holds, gives in rules:
        if holds(case):
            return gives
    return None


def otherwise(case: object) -> bool:
    """Hold of every case: what stands last in a table that decides each."""
    return True
