"""The batch format: one JSON object a line in, one a line out. The one place where its dictionaries become types."""

from __future__ import annotations

import json
from collections import OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NoReturn

from veraz.errors import VerazError
from veraz.outcomes import Call, Outcome, When
from veraz.records.mappings import call_of, json_type, must_be, optional, take
from veraz.replies.check import Checker
from veraz.replies.settings import Replies
from veraz.replies.verdict import Addition, HeldClaim, UnitVerdict, Verdict
from veraz.tools import Tool, Toolset

_SETTINGS = (
    *("phrasings", "rules", "values", "reasons", "additions_to", "strictness"),
    *("mode", "additions", "untied", "other_language"),
)
_TOOL_KEYS = ("name", "write", "description", "input_schema", "output_schema", "vocabulary", "told")
CASE_KEYS = ("id", "language", "tools", "calls", "reply", "now", "user", "turn", *_SETTINGS)
"""The keys of a case; any other is passed over."""

_MOST_CHECKERS = 512  # compiled and kept; a file names a few sets of tools, over and over
_QUOTED = 60  # characters of someone's value that an error repeats


class CaseError(VerazError):
    """A line that is no case; the text names the place (``calls[2].outcome``) and what it takes."""


@dataclass(frozen=True, slots=True)
class Case:
    """A reply to check: the record it is held to, and what it is checked with."""

    id: str | int
    checker: Checker
    reply: str
    calls: tuple[Call, ...]
    now: datetime | None = None
    user: Mapping[str, Any] | None = None
    turn: str | None = None

    def had_writes_ended(self, outcome: Outcome) -> Case:
        """Return the case over a record in which this turn's writes ended so, and returned nothing."""
        return replace(self, calls=tuple(self._ended(call, outcome) for call in self.calls))

    def _ended(self, call: Call, outcome: Outcome) -> Call:
        ends_so = call.when is When.TURN and self.checker.toolset[call.tool].writes(call.arguments)
        return replace(call, outcome=outcome, reason=None, result=None) if ends_so else call

    def verdict(self) -> Verdict:
        """Check the reply."""
        return self.checker.check(self.reply, self.calls, now=self.now, user=self.user, turn=self.turn)


class Cases:
    """Makes cases of lines, and compiles each distinct set of tools and settings once.

    :param defaults: what a line that does not say is checked with.
    """

    def __init__(self, defaults: Replies) -> None:
        self._defaults = defaults
        self._checkers: OrderedDict[str, Checker] = OrderedDict()

    def of(self, given: Mapping[str, Any]) -> Case:
        """Return the case of a line's object.

        :raises VerazError: naming what is wrong with it.
        """
        case_id = take(given, "id", (str, int))
        checker = self._checker(given)
        calls = take(given, "calls", (list,))
        return Case(
            case_id,
            checker,
            take(given, "reply", (str,)),
            tuple(_call(call, f"calls[{index}]", checker.toolset) for index, call in enumerate(calls)),
            _moment(given.get("now")),
            optional(given, "user", (dict,)),
            optional(given, "turn", (str,)),
        )

    def _checker(self, given: Mapping[str, Any]) -> Checker:
        tools = take(given, "tools", (list,))
        settings = {key: given[key] for key in _SETTINGS if given.get(key) is not None}
        settings["language"] = take(given, "language", (str,))
        key = json.dumps([tools, settings])
        checker = self._checkers.get(key)
        if checker is None:
            toolset = Toolset.of(_tool(tool, f"tools[{index}]") for index, tool in enumerate(tools))
            checker = self._checkers[key] = Checker.of(toolset, replace(self._defaults, **settings))
            if len(self._checkers) > _MOST_CHECKERS:
                self._checkers.popitem(last=False)
        self._checkers.move_to_end(key)
        return checker


def parsed(line: bytes) -> Mapping[str, Any]:
    """Return the object on a line.

    :raises CaseError: for a line that is no JSON object.
    """
    try:
        given = json.loads(line, parse_constant=_refuse_constant)
    except json.JSONDecodeError as error:
        raise CaseError(f"not valid JSON: {error.msg} (column {error.colno})") from None
    except (ValueError, RecursionError) as error:  # no UTF-8, NaN, a number of thousands of digits, nested too deep
        raise CaseError(f"not valid JSON: {error!s:.{_QUOTED}}") from None
    if not isinstance(given, Mapping):
        raise CaseError(f"a case is an object, not {json_type(given)}")
    return given


def as_object(verdict: Verdict) -> dict[str, Any]:
    """Return what a line answers, beside its id."""
    return {
        "text": verdict.text,
        "corrected": verdict.corrected,
        "unread": verdict.unread,
        "sentences": [_sentence(unit) for unit in verdict.units],
        "added": [_added(addition) for addition in verdict.added],
        "beside": list(verdict.beside),
        "counts": dict(verdict.counts),
    }


def _sentence(unit: UnitVerdict) -> dict[str, Any]:
    return {
        "text": unit.text,
        "kind": unit.kind,
        "action": unit.action,
        "cause": unit.cause,
        "replacement": unit.replacement,
        "language": unit.language,
        "unread": unit.unread,
        "undecided": unit.undecided,
        "claims": [_claim(held) for held in unit.claims],
    }


def _claim(held: HeldClaim) -> dict[str, Any]:
    told = {"tool": held.tool, "stance": held.stance, "outcome": held.outcome}
    return told | {"because": held.because} if held.because else told


def _added(addition: Addition) -> dict[str, Any]:
    return {
        "tool": addition.tool,
        "outcome": addition.outcome,
        "text": addition.text,
        "shown": addition.shown,
        "calls": list(addition.calls),
    }


def _tool(given: Any, place: str) -> Tool:
    must_be(given, (dict,), place)
    take(given, "name", (str,), place)
    take(given, "write", (bool,), place)
    optional(given, "description", (str,), place)
    optional(given, "told", (bool,), place)
    for key in ("input_schema", "output_schema", "vocabulary"):
        optional(given, key, (dict,), place)
    return Tool.of({key: given[key] for key in _TOOL_KEYS if key in given})


def _call(given: Any, place: str, tools: Toolset) -> Call:
    name = take(must_be(given, (dict,), place), "tool", (str,), place)
    if name not in tools:
        raise CaseError(f"{place}.tool is {name!r:.{_QUOTED}}, which is not one of the tools")
    take(given, "when", (str,), place)  # a file says it of every call
    return call_of(given, place)


def _moment(given: Any) -> datetime | None:
    try:
        return None if given is None else datetime.fromisoformat(given)
    except (TypeError, ValueError):
        raise CaseError(f"now is {given!r:.{_QUOTED}}; it takes ISO 8601, such as 2027-03-05T09:30:00-03:00") from None


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON number")
