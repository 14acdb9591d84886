"""A tool: its name, what it does, what it takes, and the check of a call's arguments."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import isfinite
from types import MappingProxyType, NoneType
from typing import Any, Literal

from veraz.errors import ToolError
from veraz.meters import tool_label
from veraz.tools import paths
from veraz.tools.conditions import Condition, checked_condition, refuse_async
from veraz.tools.faults import Fault
from veraz.tools.names import checked_name, name_in_words
from veraz.tools.schemas import own_copy
from veraz.tools.verbs import writes_by_name

ARGUMENT_SCHEMA = "argument_schema"
"""The reason of a call whose arguments its tool's schema does not take."""

KEYS = (
    *("name", "write", "description", "input_schema", "output_schema", "vocabulary", "timeout"),
    *("told", "done_when", "pending_when"),
)
"""The fields of a tool that is given as a mapping."""

_ELSEWHERE = {
    **dict.fromkeys(("inputSchema", "parameters", "params_json_schema", "args_schema"), "input_schema"),
    "outputSchema": "output_schema",
}
"""What other libraries call a field of a tool."""

_of_function: list[Callable[[Any], Tool]] = []


def makes_tools(maker: Callable[[Any], Tool]) -> None:
    """Have ``maker`` make a tool of what :meth:`Tool.of` is given to call: functions stand above, and tell it here."""
    _of_function[:] = [maker]


@dataclass(frozen=True, slots=True)
class Tool:
    """Something the agent can do.

    :ivar name: 1 to 128 printable characters, without quotes and braces.
    :ivar write: whether it changes the world, which waits for the person's approval; or a function that tells so of a
        call's arguments, as a query may read or change.
    :ivar input_schema: JSON schema of its arguments; ``{}`` takes anything.
    :ivar output_schema: JSON schema of what it returns, where one is known.
    :ivar vocabulary: the words that speak of it, as a vocabulary file gives them for one tool.
    :ivar run: the function, called with the arguments by name; ``None`` for a tool that is only spoken of.
    :ivar undo: called with the arguments by name to reverse a write of a run that failed.
    :ivar timeout: seconds after which nobody knows whether a call took effect.
    :ivar told: whether a reply that leaves a call of it out is added to; not for hand-offs and notes to self.
    :ivar done_when: what proves a call done; see :data:`~veraz.tools.conditions.Condition`.
    :ivar pending_when: what says that a call is still running.
    :ivar defaults: the arguments that a call runs with where it leaves them out, as JSON.
    :ivar types: tells what its typed parameters do not take of arguments that fit the schema.
    """

    name: str
    write: bool | Callable[[Mapping[str, Any]], bool]
    description: str = ""
    input_schema: Mapping[str, Any] = field(default_factory=dict)
    output_schema: Mapping[str, Any] | None = None
    vocabulary: Any = None
    run: Callable[..., Any] | None = field(default=None, repr=False)
    undo: Callable[..., Any] | None = field(default=None, repr=False)
    timeout: float | None = None
    told: bool = True
    done_when: Condition | None = None
    pending_when: Condition | None = None
    defaults: Mapping[str, Any] = field(default_factory=dict, repr=False)
    types: Callable[[Mapping[str, Any]], tuple[Fault, ...]] | None = field(default=None, repr=False, compare=False)
    _schemas: Mapping[str, Mapping[str, Any]] = field(init=False, repr=False, compare=False)
    _personal: Mapping[str, tuple[paths.Path, ...]] = field(init=False, repr=False, compare=False)
    _check: Callable[[Any], tuple[Fault, ...]] | None = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        checked_name(self.name)
        self._refuse_odd_fields()
        schemas = {"input_schema": self._own("input_schema")}
        if self.output_schema is not None:
            schemas["output_schema"] = self._own("output_schema")
        object.__setattr__(self, "_schemas", schemas)
        for name, own in schemas.items():
            if own != getattr(self, name):  # types in capitals, say
                object.__setattr__(self, name, own)
        personal = {"input": self._marked("input_schema"), "output": self._marked("output_schema")}
        object.__setattr__(self, "_personal", personal)
        object.__setattr__(self, "_check", None)
        self._refuse_odd_undo()

    @classmethod
    def of(cls, given: Tool | Callable[..., Any] | Mapping[str, Any]) -> Tool:
        """Return ``given`` as a tool: a tool, a function, or a mapping of a tool's fields with no ``run``.

        :raises ToolError: naming what is missing or cannot be used.
        """
        if isinstance(given, Mapping):
            return cls._of_mapping(given)
        if not callable(given):
            raise ToolError(f"{given!r:.100} is not a tool: give a function, a Tool, or a mapping with a name")
        made = given if isinstance(given, Tool) else _of_function[0](given)
        if not made.is_bound:
            raise ToolError(f"tool {made.name!r} is a method; take it from an object, as in desk.{made.name}")
        return made

    @classmethod
    def _of_mapping(cls, given: Mapping[str, Any]) -> Tool:
        unknown = sorted(str(key) for key in given if key not in KEYS)
        if "name" not in given:
            raise ToolError(f"a mapping with no name is not a tool; it has: {', '.join(map(str, given)) or 'nothing'}")
        if unknown:
            raise ToolError(f"tool {given['name']!r:.100}: unknown key {unknown[0]!r}; {hint(unknown[0])}")
        name = checked_name(given["name"])
        write = given.get("write")
        fields = {key: value for key, value in given.items() if key not in ("name", "write") and value is not None}
        return cls(name, writes_by_name(name) if write is None else write, **fields)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the function itself, with no check."""
        if self.run is None:
            raise ToolError(f"tool {self.name!r} has no function to run")
        return self.run(*args, **kwargs)

    @property
    def words(self) -> str:
        """Its name in words: ``refund card``."""
        return name_in_words(self.name)

    @property
    def label(self) -> str:
        """Its name as counts have it, in letters without accents, digits, ``_``, ``-`` and ``.`` alone."""
        return tool_label(self.name)

    @property
    def is_bound(self) -> bool:
        """Whether it can be called as it is; not a method that was not taken from an object."""
        return True

    @property
    def may_write(self) -> bool:
        """Whether some call of it changes the world."""
        return self.write is not False

    def writes(self, arguments: Mapping[str, Any]) -> bool:
        """Tell whether a call with ``arguments`` changes the world; it does where nobody can tell."""
        if isinstance(self.write, bool):
            return self.write
        try:
            return self.write(MappingProxyType(dict(arguments))) is not False
        except Exception:  # it is someone else's code; what it cannot tell waits for the person
            return True

    def compile(self) -> None:
        """Compile its schemas, which the first check of a call does otherwise.

        :raises ToolError: naming the JSON path of what the tool check would not hold to.
        """
        self._compiled()

    def _compiled(self) -> Callable[[Any], tuple[Fault, ...]]:
        if self._check is None:
            from veraz.tools.validation import compiled

            checks = {name: compiled(own, f"tool {self.name!r}: {name}") for name, own in self._schemas.items()}
            object.__setattr__(self, "_check", checks["input_schema"])
            return checks["input_schema"]
        return self._check

    def refusal(self, arguments: Any) -> str | None:
        """Return the reason that the tool check refuses a call with ``arguments``, or ``None`` where it may run."""
        return ARGUMENT_SCHEMA if self.faults(arguments) else None

    def faults(self, arguments: Any) -> tuple[Fault, ...]:
        """Return what is wrong with the arguments of a call; nothing where it may run.

        :raises ToolError: as :meth:`compile`.
        """
        if not isinstance(arguments, dict):
            return (Fault("", "takes an object of arguments"),)
        return self._compiled()(arguments) or (self.types(arguments) if self.types else ())

    def completed(self, arguments: Mapping[str, Any]) -> dict[str, Any]:
        """Return the arguments that a call runs with: those it was sent, and the defaults of those it leaves out."""
        return {**arguments, **{name: value for name, value in self.defaults.items() if name not in arguments}}

    def personal_paths(self, which: Literal["input", "output"]) -> tuple[paths.Path, ...]:
        """Return the path of each value marked ``x-personal`` in what the tool takes or returns; ``*`` is any item."""
        return self._personal[which]

    def _own(self, field_name: str) -> Mapping[str, Any]:
        return own_copy(getattr(self, field_name), f"tool {self.name!r}: {field_name}")

    def _marked(self, field_name: str) -> tuple[paths.Path, ...]:
        try:
            return tuple(dict.fromkeys(paths.personal(getattr(self, field_name) or {})))
        except ToolError as error:
            raise ToolError(f"tool {self.name!r}: {field_name}: {error}") from None

    def _refuse_odd_fields(self) -> None:
        where = f"tool {self.name!r}"
        if not isinstance(self.write, bool) and not callable(self.write):
            raise ToolError(f"{where}: write must be true or false, not {self.write!r:.60}")
        if not isinstance(self.write, bool):
            refuse_async(self.write, f"{where}: write")
        if not isinstance(self.told, bool):
            raise ToolError(f"{where}: told must be true or false, not {self.told!r:.60}")
        for name, (fits, takes) in _TAKES.items():
            if (given := getattr(self, name)) is not None and not fits(given):
                raise ToolError(f"{where}: {name} is {given!r:.60}; it takes {takes}")
        for name in ("done_when", "pending_when"):
            if (condition := getattr(self, name)) is not None:
                checked_condition(condition, f"{where}: {name}")

    def _refuse_odd_undo(self) -> None:
        """Refuse an undo that could not be called with the tool's arguments by name."""
        properties = self.input_schema.get("properties", {})
        if self.undo is None or not self.is_bound or not isinstance(properties, Mapping):
            return
        try:
            taken = inspect.signature(self.undo)
        except (TypeError, ValueError):
            return  # of C code, which nobody can ask
        more = {"result"} & taken.parameters.keys()
        try:
            taken.bind(**dict.fromkeys({*properties, *more}))
        except TypeError as error:
            raise ToolError(f"tool {self.name!r}: undo cannot take the tool's arguments: {error}") from None


def _is_timeout(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and isfinite(value) and value > 0


def _is_vocabulary(given: object) -> bool:
    return isinstance(given, Mapping) and all(isinstance(words, Mapping | list | NoneType) for words in given.values())


_TAKES: Mapping[str, tuple[Callable[[Any], bool], str]] = {
    "description": (lambda given: isinstance(given, str), "text"),
    "vocabulary": (_is_vocabulary, "words by language, such as {'en': {'verbs': ['refund']}}"),
    "run": (callable, "a function"),
    "undo": (callable, "a function"),
    "timeout": (_is_timeout, "seconds, more than 0"),
}
"""What a field takes that is given at all."""


def hint(unknown: str, known: Sequence[str] = KEYS) -> str:
    """Return what was meant by the name of a field that a tool does not have, of those that are ``known``."""
    from difflib import get_close_matches  # an error alone needs it

    close = _ELSEWHERE.get(unknown) or next(iter(get_close_matches(unknown, known, 1)), None)
    return f"did you mean {close!r}?" if close else f"use: {', '.join(known)}"


class Toolset(Mapping[str, Tool]):
    """Tools by name, in the order given; it never changes."""

    __slots__ = ("_tools",)

    def __init__(self, tools: Iterable[Tool] = ()) -> None:
        self._tools: dict[str, Tool] = {}
        for each in tools:
            if each.name in self._tools:
                raise ToolError(f"tool {each.name!r} is given twice; a name speaks of one tool")
            self._tools[each.name] = each

    @classmethod
    def of(cls, given: Toolset | Iterable[Tool | Callable[..., Any] | Mapping[str, Any]]) -> Toolset:
        """Return a set of whatever :meth:`Tool.of` takes; a set is returned as it is.

        :raises ToolError: for a name given twice, or a tool that cannot be used.
        """
        return given if isinstance(given, Toolset) else cls(Tool.of(each) for each in given)

    def __getitem__(self, name: str) -> Tool:
        return self._tools[name]

    def __contains__(self, name: object) -> bool:
        return name in self._tools

    def __iter__(self) -> Iterator[str]:
        return iter(self._tools)

    def __len__(self) -> int:
        return len(self._tools)

    def __repr__(self) -> str:
        return f"Toolset({', '.join(self)})"
