"""The tool check: arguments held to a JSON schema.

``jsonschema-rs`` holds them, whose patterns take time in line with the text. It passes in silence over keywords that
are not of the schema's draft. A tool check that does not check what its schema says fails open, so each such keyword of
JSON Schema (drafts 3 to 2020-12) refuses the schema, and so does a reference that leads out of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from math import isfinite
from typing import Any

from veraz.errors import ToolError
from veraz.tools.faults import MOST, Fault, of_error
from veraz.tools.paths import Path, pointed
from veraz.tools.schemas import at_path, names_in, parts

Check = Callable[[Any], tuple[Fault, ...]]
"""Tells what is wrong with a value; nothing where it fits."""

_MOST_VALUES = 200_000
_DEEPEST = 100
_LONGEST_KEY = 1_000
_LONGEST_LOOKED_AROUND = 30_000  # characters of a text where a pattern looks around, whose time grows with its square
_BACKTRACKS = 100_000

_DRAFTS = ("draft-06", "draft-07", "draft/2019-09", "draft/2020-12")
_NOT_READ = frozenset({
    *("disallow", "divisibleBy", "extends", "contentSchema"),
    *("$anchor", "$dynamicAnchor", "$dynamicRef", "$recursiveAnchor", "$recursiveRef"),
})  # fmt: skip
_SAME_PLACE = ("allOf", "anyOf", "oneOf", "not", "if", "then", "else", "dependentSchemas", "dependencies")
# Under these, what does not match may be let in, so that no pattern that is given up on may stand there.
_TURNING = ("not", "if", "maxContains", "patternProperties")


def compiled(schema: Mapping[str, Any], where: str) -> Check:
    """Return what tells the faults of a value that is held to ``schema``.

    :param schema: as :func:`veraz.tools.schemas.own_copy` gives it.
    :param where: what the schema is, for errors: ``tool 'refund_card': input_schema``.
    :raises ToolError: naming ``where`` and the JSON path of what the check would pass over or cannot hold to.
    """
    if not schema:
        return _json_faults
    validator, longest = _validator(schema, where)
    known = names_in(schema)

    def faults(value: Any) -> tuple[Fault, ...]:
        if odd := _json_faults(value, longest):
            return odd
        try:
            if validator.is_valid(value):
                return ()
            found = [fault for error in islice(validator.iter_errors(value), MOST) for fault in of_error(error, known)]
        except Exception:  # a value the check cannot get through is refused, whatever stopped it
            return _UNREADABLE
        return tuple(dict.fromkeys(found))[:MOST] or _UNREADABLE

    return faults


_UNREADABLE = (Fault("", "takes JSON that can be checked"),)


def _json_faults(value: Any, longest: int | None = None) -> tuple[Fault, ...]:
    if is_json(value, longest):
        return ()
    return (Fault("", f"takes texts of at most {longest} characters"),) if longest and is_json(value) else _UNREADABLE


def is_json(value: Any, longest: int | None = None) -> bool:
    """Tell whether ``value`` is JSON (text keys, finite numbers, no other types) of a size that can be checked.

    :param longest: characters of a text, where there is a bound.
    """
    level, seen = [value], 0
    for _ in range(_DEEPEST):
        seen += len(level)
        if seen > _MOST_VALUES or not all(_is_plain(each, longest) for each in level):
            return False
        level = [inner for each in level for inner in _inside(each)]
        if not level:
            return True
    return False


def _inside(value: Any) -> Iterable[Any]:
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list) else ()


def _is_plain(value: Any, longest: int | None) -> bool:
    if isinstance(value, str):
        return longest is None or len(value) <= longest
    if isinstance(value, dict):
        return all(isinstance(key, str) and len(key) <= _LONGEST_KEY for key in value)
    return value is None or isinstance(value, int | list) or (isinstance(value, float) and isfinite(value))


def _validator(schema: Mapping[str, Any], where: str) -> tuple[Any, int | None]:
    """Return the validator of ``schema``, and how long a text may be that it is asked about."""
    import jsonschema_rs  # 15 MB of machine code that only a tool check needs

    found = dict(parts(schema, where))
    validates = getattr(jsonschema_rs, _dialect(schema, found, where))
    _refuse_unheld(found, where)
    own = {key: value for key, value in schema.items() if key not in ("$schema", "$id")}
    refusals = (jsonschema_rs.ValidationError, jsonschema_rs.ReferencingError, ValueError)

    def made(patterns: Any) -> Any:
        return validates(own, validate_formats=True, offline=True, pattern_options=patterns)

    try:
        return made(jsonschema_rs.RegexOptions()), None
    except refusals as error:
        first = error
    try:
        looking = made(jsonschema_rs.FancyRegexOptions(backtrack_limit=_BACKTRACKS))
    except refusals:
        raise ToolError(_cannot(first, where)) from first
    for path, part in found.items():
        if isinstance(part, dict) and (turning := next((key for key in _TURNING if key in part), None)):
            raise ToolError(f"{at_path(where, path)}: {turning} cannot stand beside a pattern that looks around")
    return looking, _LONGEST_LOOKED_AROUND


def _cannot(error: Any, where: str) -> str:
    path = tuple(map(str, getattr(error, "instance_path", ())))
    message = str(getattr(error, "message", error)).replace('is not a "regex"', "is no pattern, or too large a one")
    return f"{at_path(where, path)}: {message:.300}"


def _dialect(schema: Mapping[str, Any], found: Mapping[Path, Any], where: str) -> str:
    """Return the validator of the draft that ``schema`` is written in: 2020-12, unless it says or shows an earlier one.

    What earlier ones leave out (siblings of a reference, before 2019-09) is held to all the same.
    """
    draft = schema.get("$schema", _DRAFTS[-1])
    if not isinstance(draft, str) or not any(known in draft for known in _DRAFTS):
        raise ToolError(f"{where} $schema: {draft!r:.100} is not read; use one of: {', '.join(_DRAFTS)}")
    objects = {path: part for path, part in found.items() if isinstance(part, dict)}
    lists = any(isinstance(part.get("items"), list) for part in objects.values())
    if not lists and _DRAFTS[-1] in draft:
        return "Draft202012Validator"
    later = next((path for path, part in objects.items() if "prefixItems" in part), None)
    if later is not None:
        raise ToolError(
            f"{at_path(where, later)}: prefixItems is not checked beside items as a list, or before 2020-12"
        )
    return "Draft201909Validator"


def _refuse_unheld(found: Mapping[Path, Any], where: str) -> None:
    for path, part in found.items():
        if isinstance(part, dict):
            _refuse_unread(part, at_path(where, path))
            _refuse_reference(part, path, found, at_path(where, path))
    _refuse_circles(found, where)


def _refuse_unread(part: Mapping[str, Any], where: str) -> None:
    for key in part:
        if key in _NOT_READ:
            raise ToolError(f"{where}: {key} is not checked here, so the schema would be held to only in part")


def _refuse_reference(part: Mapping[str, Any], path: Path, found: Mapping[Path, Any], where: str) -> None:
    if path and "$id" in part:
        raise ToolError(f"{where}: an $id below the root moves where references point, and is not read")
    if "$ref" not in part:
        return
    ref = part["$ref"]
    if not (ref == "#" or ref.startswith("#/")):
        raise ToolError(f"{where}: $ref {ref!r:.100} is not local; use '#/$defs/NAME'")
    if pointed(ref) not in found:
        raise ToolError(f"{where}: $ref {ref!r:.100} points at no schema")


def _refuse_circles(found: Mapping[Path, Any], where: str) -> None:
    """Refuse a schema that holds a value to itself without end, as ``{"$defs": {"a": {"$ref": "#/$defs/a"}}}``."""
    cleared: set[Path] = set()

    def clear(path: Path, above: tuple[Path, ...]) -> None:
        if path in above:
            raise ToolError(f"{at_path(where, path)}: leads back to itself without end")
        if path not in cleared:
            for inner in _same_place(path, found):
                clear(inner, (*above, path))
            cleared.add(path)

    try:
        for path in found:
            clear(path, ())
    except RecursionError:
        raise ToolError(f"{where}: its references lead on and on") from None


def _same_place(path: Path, found: Mapping[Path, Any]) -> Iterator[Path]:
    """Yield the schemas that the value held to the one at ``path`` is held to as well."""
    part = found[path]
    if not isinstance(part, dict):
        return
    if "$ref" in part:
        yield pointed(part["$ref"])
    for key in _SAME_PLACE:
        value = part.get(key)
        if isinstance(value, list):
            yield from ((*path, key, str(index)) for index in range(len(value)))
        elif key in ("dependentSchemas", "dependencies") and isinstance(value, dict):
            yield from (place for name in value if (place := (*path, key, name)) in found)
        elif value is not None:
            yield (*path, key)
