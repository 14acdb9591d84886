"""Reads of the audit log."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Model, QuerySet

from console.audit.actions import words_for
from console.audit.models import AuditLine

_SHOWN = 300  # characters of a value; the line itself keeps the whole


@dataclass(frozen=True, slots=True)
class Filters:
    """Which lines are asked for; empty means any."""

    who: str = ""
    action: str = ""
    item: str = ""


@dataclass(frozen=True, slots=True)
class Change:
    """One thing that a line changed, as text; None where it was not there."""

    name: str
    before: str | None
    after: str | None


@dataclass(frozen=True, slots=True)
class Row:
    """A line as the page lists it."""

    at: datetime
    who: str
    words: str
    item: str
    item_name: str
    changes: list[Change]


def lines(organisation: Model, filters: Filters) -> QuerySet[AuditLine]:
    """The organisation's lines that pass the filters, newest first."""
    asked = {name: value for name in Filters.__slots__ if (value := getattr(filters, name))}
    found: QuerySet[AuditLine] = AuditLine.objects.filter(organisation=organisation.pk, **asked)
    return found


def people(organisation: Model) -> list[str]:
    """Everyone who has done something, as they were called, in order."""
    return list(lines(organisation, Filters()).order_by("who").values_list("who", flat=True).distinct())


def row(line: AuditLine) -> Row:
    """A line in words."""
    return Row(line.at, line.who, words_for(line.action), line.item, line.item_name, _changes(line.before, line.after))


def _changes(before: Any, after: Any) -> list[Change]:
    then, now = _named(before), _named(after)
    changes = (Change(name, _text(then.get(name)), _text(now.get(name))) for name in {**then, **now})
    return [change for change in changes if change.before != change.after]


def _named(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {} if value is None else {"": value}


def _text(value: Any) -> str | None:
    if value is None:
        return None
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        value = ", ".join(value)
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"
