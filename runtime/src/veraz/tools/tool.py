"""A tool: its name, what it does, what it takes, and the check of a call's arguments."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, overload

from veraz.errors import ToolError
from veraz.tools import paths
from veraz.tools.names import checked_name, looks_up, name_in_words
from veraz.tools.schemas import compiled

ARGUMENT_SCHEMA = "argument_schema"
"""The reason of a call whose arguments its tool's schema does not take."""

_KEYS = ("name", "write", "description", "input_schema", "output_schema", "vocabulary", "timeout")


@dataclass(frozen=True, slots=True)
class Tool:
    """Something the agent can do.

    :ivar name: 1 to 128 letters, digits, ``_``, ``-`` or ``.``.
    :ivar write: whether it changes the world; a write waits for the person's approval.
    :ivar input_schema: JSON schema of its arguments; ``{}`` takes anything.
    :ivar output_schema: JSON schema of what it returns, where one is known.
    :ivar vocabulary: the words that speak of it, as a vocabulary file gives them for one tool.
    :ivar run: the function, called with the arguments by name; ``None`` for a tool that is only spoken of.
    :ivar undo: called with the arguments by name to reverse a write of a run that failed.
    :ivar timeout: seconds after which nobody knows whether a call took effect.
    """

    name: str
    write: bool
    description: str = ""
    input_schema: Mapping[str, Any] = field(default_factory=dict)
    output_schema: Mapping[str, Any] | None = None
    vocabulary: Any = None
    run: Callable[..., Any] | None = field(default=None, repr=False)
    undo: Callable[..., Any] | None = field(default=None, repr=False)
    timeout: float | None = None
    _fits: Callable[[Any], bool] = field(init=False, repr=False, compare=False)
    _personal: Mapping[str, tuple[paths.Path, ...]] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        checked_name(self.name)
        object.__setattr__(self, "_fits", compiled(self.input_schema, f"tool {self.name!r}: input_schema"))
        if self.output_schema is not None:
            compiled(self.output_schema, f"tool {self.name!r}: output_schema")
        personal = {"input": self._marked("input_schema"), "output": self._marked("output_schema")}
        object.__setattr__(self, "_personal", personal)

    @classmethod
    def of(cls, given: Tool | Callable[..., Any] | Mapping[str, Any]) -> Tool:
        """Return ``given`` as a tool: a tool, a plain function, or a mapping of a tool's fields with no ``run``.

        :raises ToolError: naming what is missing or cannot be used.
        """
        if isinstance(given, Tool):
            return given
        if isinstance(given, Mapping):
            return cls._of_mapping(given)
        if callable(given):
            return _of_function(given)
        raise ToolError(f"{given!r:.100} is not a tool: give a function, a Tool, or a mapping with a name")

    @classmethod
    def _of_mapping(cls, given: Mapping[str, Any]) -> Tool:
        unknown = sorted(str(key) for key in given if key not in _KEYS)
        if unknown:
            raise ToolError(f"tool {given.get('name')!r:.100}: unknown key {unknown[0]!r}; use: {', '.join(_KEYS)}")
        name = checked_name(given.get("name"))
        write = given.get("write", not looks_up(name))
        if not isinstance(write, bool):
            raise ToolError(f"tool {name!r}: write must be true or false, not {write!r:.60}")
        fields = {key: value for key, value in given.items() if key not in ("name", "write") and value is not None}
        return cls(name, write, **fields)

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        """Call the function itself, with no check."""
        if self.run is None:
            raise ToolError(f"tool {self.name!r} has no function to run")
        return self.run(*args, **kwargs)

    @property
    def words(self) -> str:
        """Its name in words: ``refund card``."""
        return name_in_words(self.name)

    def refusal(self, arguments: Any) -> str | None:
        """Return the reason that the tool check refuses a call with ``arguments``, or ``None`` where it may run."""
        return None if isinstance(arguments, dict) and self._fits(arguments) else ARGUMENT_SCHEMA

    def personal_paths(self, which: Literal["input", "output"]) -> tuple[paths.Path, ...]:
        """Return the path of each value marked ``x-personal`` in what the tool takes or returns; ``*`` is any item."""
        return self._personal[which]

    def _marked(self, field_name: str) -> tuple[paths.Path, ...]:
        try:
            return tuple(dict.fromkeys(paths.personal(getattr(self, field_name) or {})))
        except ToolError as error:
            raise ToolError(f"tool {self.name!r}: {field_name}: {error}") from None


def _of_function(
    function: Callable[..., Any],
    *,
    name: str | None = None,
    write: bool | None = None,
    description: str | None = None,
    input_schema: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Tool:
    named = checked_name(name or getattr(function, "__name__", None))
    run = function
    if input_schema is None:
        from veraz.tools.signature import of_function

        input_schema, run = of_function(function, named)
    return Tool(
        named,
        not looks_up(named) if write is None else write,
        (inspect.getdoc(function) or "") if description is None else description,
        input_schema,
        run=run,
        **fields,
    )


@overload
def tool(function: Callable[..., Any], /) -> Tool: ...


@overload
def tool(
    *,
    name: str | None = None,
    write: bool | None = None,
    undo: Callable[..., Any] | None = None,
    description: str | None = None,
    input_schema: Mapping[str, Any] | None = None,
    output_schema: Mapping[str, Any] | None = None,
    vocabulary: Any = None,
    timeout: float | None = None,
) -> Callable[[Callable[..., Any]], Tool]: ...


def tool(function: Callable[..., Any] | None = None, /, **fields: Any) -> Tool | Callable[[Callable[..., Any]], Tool]:
    """Make a function a tool: ``@tool``, or ``@tool(write=True, undo=reverse)``; it can still be called as before.

    What is left out comes from the function: its name, its docstring, and a schema of its typed parameters. Where
    ``write`` is left out, only a name that opens with a verb of looking up (``get_order``) is taken for a read.

    :raises ToolError: naming the parameter or the schema path that cannot be used.
    """
    if function is not None:
        return _of_function(function)
    return lambda decorated: _of_function(decorated, **fields)


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
