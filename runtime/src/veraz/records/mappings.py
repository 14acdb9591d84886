"""Calls given as mappings, as the batch format has them, or in any other way people hand them over."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from veraz.errors import RecordError
from veraz.outcomes import Call, Outcome, When, check_names, member


def calls_given(given: Any) -> list[Call]:
    """Return the calls of a record: :class:`Call` objects or mappings; one alone is a record of one.

    :raises RecordError: naming the place of what is no call.
    """
    if isinstance(given, Call | Mapping):
        given = [given]
    if isinstance(given, str | bytes) or not isinstance(given, Iterable):
        raise RecordError(f"calls is {json_type(given)}; it takes a list of calls")
    return [call if isinstance(call, Call) else call_of(call, f"calls[{at}]") for at, call in enumerate(given)]


def call_of(given: Any, place: str) -> Call:
    """Return the call of a mapping: ``{tool, arguments, outcome, reason?, result?, when?, id?}``.

    :raises RecordError: naming the place of what is missing or cannot be used, and what it takes.
    """
    must_be(given, (Mapping,), place)
    arguments = take(given, "arguments", (Mapping,), place)
    check_names(arguments, f"{place}.arguments")
    return Call(
        take(given, "tool", (str,), place),
        arguments,
        member(Outcome, take(given, "outcome", (str,), place), f"{place}.outcome"),
        optional(given, "reason", (str,), place),
        given.get("result"),
        member(When, optional(given, "when", (str,), place) or When.TURN, f"{place}.when"),
        optional(given, "id", (str,), place),
    )


def take(given: Mapping[str, Any], key: str, kinds: tuple[type, ...], place: str = "") -> Any:
    """Return what ``given`` has under ``key``, one of ``kinds``.

    :raises RecordError: where it is missing or of another kind, naming the place.
    """
    where = f"{place}.{key}" if place else key
    if key not in given:
        raise RecordError(f"{where} is missing")
    return must_be(given[key], kinds, where)


def optional(given: Mapping[str, Any], key: str, kinds: tuple[type, ...], place: str = "") -> Any:
    """Return what ``given`` has under ``key``, one of ``kinds``, or ``None`` where it has nothing there."""
    return None if given.get(key) is None else take(given, key, kinds, place)


def must_be(value: Any, kinds: tuple[type, ...], place: str) -> Any:
    """Return ``value``, one of ``kinds``.

    :raises RecordError: naming ``place``, what stands there and what it takes.
    """
    if not isinstance(value, kinds) or (isinstance(value, bool) and bool not in kinds):
        raise RecordError(f"{place} is {json_type(value)}; it takes {' or '.join(_NAMES[kind] for kind in kinds)}")
    return value


def json_type(value: Any) -> str:
    """Return what a value is in the words of JSON: «text», «a list»."""
    return _NAMES.get(type(value), type(value).__name__)


_NAMES: Mapping[type, str] = {
    str: "text",
    int: "a number",
    float: "a number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
    Mapping: "an object",
    type(None): "null",
}
