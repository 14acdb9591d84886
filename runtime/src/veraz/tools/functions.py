"""``@tool``: a function made a tool, which can still be called as the function it was."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MethodType
from typing import Any, Concatenate, Generic, Literal, ParamSpec, TypeVar, overload

from veraz.errors import ToolError
from veraz.tools.conditions import Condition
from veraz.tools.names import checked_name, named_part
from veraz.tools.tool import KEYS, Tool, hint, makes_tools
from veraz.tools.verbs import writes_by_name

P = ParamSpec("P")
Q = ParamSpec("Q")
R = TypeVar("R", covariant=True)
S = TypeVar("S")

_FIELDS = (*KEYS, "undo")

Owner = Literal["object", "class"]


@dataclass(frozen=True)
class FunctionTool(Tool, Generic[P, R]):
    """A tool that a function was made; it is called, named and documented as the function.

    :ivar function: the function itself, which takes no JSON but its own types.
    :ivar owner: what a method is to be taken from before it can run; ``None`` for all else.
    """

    function: Callable[P, R] | None = field(default=None, repr=False)
    owner: Owner | None = None

    def __post_init__(self) -> None:
        super().__post_init__()
        for name in functools.WRAPPER_ASSIGNMENTS:
            if (value := getattr(named_part(self.function), name, None)) is not None:
                object.__setattr__(self, name, value)
        object.__setattr__(self, "__wrapped__", self.function)

    @property
    def is_bound(self) -> bool:
        """Whether it can be called as it is; not a method that was not taken from an object."""
        return self.owner is None

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> R:
        """Call the function itself, with no check."""
        if self.function is None:
            raise ToolError(f"tool {self.name!r} has no function to run")
        return self.function(*args, **kwargs)

    @overload
    def __get__(self, instance: None, owner: type) -> FunctionTool[P, R]: ...

    @overload
    def __get__(
        self: FunctionTool[Concatenate[S, Q], R], instance: S, owner: type | None = None
    ) -> FunctionTool[Q, R]: ...

    def __get__(self, instance: Any, owner: type | None = None) -> FunctionTool[Any, R]:
        """Return a method's tool as an object, or for a class method a class, has it."""
        to = owner if self.owner == "class" else instance
        if self.owner is None or to is None:
            return self
        bound: dict[str, Any] = {
            name: MethodType(given, to) if _is_method(given) else given
            for name in ("run", "function", "undo")
            if (given := getattr(self, name)) is not None
        }
        return replace(self, owner=None, **bound)


def tool_of(
    given: Any,
    *,
    name: str | None = None,
    write: bool | Callable[[Mapping[str, Any]], bool] | None = None,
    description: str | None = None,
    **fields: Any,
) -> FunctionTool[Any, Any]:
    """Return a function, a method, a partial or an object that can be called as a tool; see :func:`tool`.

    :raises ToolError: for anything else, and as :func:`tool`.
    """
    owner, function = _taken(given)
    if (
        not isinstance(function, functools.partial)
        and not inspect.isroutine(function)
        and not inspect.isclass(function)
    ):
        name, description = name or type(function).__name__, description or inspect.getdoc(function)
        function = function.__call__
    name = _name(function, name)
    if fields.get("input_schema") is None:
        fields = _signed(function, name, owner, **fields)
    return FunctionTool(
        name=name,
        write=writes_by_name(name) if write is None else write,
        description=(inspect.getdoc(named_part(function)) or "") if description is None else description,
        function=function,
        owner=owner,
        **{"run": function, **fields},
    )


def _taken(given: Any) -> tuple[Owner | None, Any]:
    """Return what a method is to be taken from, and the function itself."""
    if isinstance(given, Tool):
        raise ToolError(f"{given.name!r} is a tool already")
    function = given.__func__ if isinstance(given, staticmethod | classmethod) else given
    if not callable(function):
        raise ToolError(f"{given!r:.100} cannot be called; a tool is made of a function")
    if isinstance(given, classmethod):
        return "class", function
    return "object" if _is_method(function) else None, function


def _signed(
    function: Any, name: str, owner: Owner | None, undo: Any = None, output_schema: Any = None, **fields: Any
) -> dict[str, Any]:
    """Return the fields that a function's signature gives, and those that were given beside."""
    from veraz.tools import signature  # with every type it reads, of which a tool with a schema needs none

    own = signature.of_function(function, name, method=owner is not None)
    run = own.taking_json(function)
    return {
        **fields,
        "input_schema": own.input_schema,
        "output_schema": own.output_schema if output_schema is None else output_schema,
        "run": run,
        "undo": undo if undo is None or isinstance(undo, Tool) else own.taking_json(undo),
        "defaults": own.defaults,
        "types": None if run is function else own.faults,
    }


def _anything(given: Any) -> Tool:
    if isinstance(given, MethodType) and isinstance(given.__func__, FunctionTool):  # of @classmethod over @tool
        return given.__func__.__get__(given.__self__)
    return tool_of(given)


makes_tools(_anything)


def _name(function: Any, given: str | None) -> str:
    name = given or getattr(named_part(function), "__name__", None)
    if name == "<lambda>":
        raise ToolError("a lambda has no name of its own; give the tool one with name=")
    return checked_name(name)


def _is_method(function: Any) -> bool:
    """Tell whether a function stands in a class and takes its object first, by the name that everybody gives it."""
    if not inspect.isfunction(function):
        return False
    first = next(iter(inspect.signature(function).parameters.values()), None)
    return first is not None and first.name in ("self", "cls") and first.annotation is first.empty


@overload
def tool(function: Callable[P, R], /) -> FunctionTool[P, R]: ...


@overload
def tool(
    *,
    name: str | None = None,
    write: bool | Callable[[Mapping[str, Any]], bool] | None = None,
    undo: Callable[..., Any] | None = None,
    description: str | None = None,
    input_schema: Mapping[str, Any] | None = None,
    output_schema: Mapping[str, Any] | None = None,
    vocabulary: Any = None,
    timeout: float | None = None,
    told: bool = True,
    done_when: Condition | None = None,
    pending_when: Condition | None = None,
) -> Callable[[Callable[P, R]], FunctionTool[P, R]]: ...


def tool(function: Any = None, /, **fields: Any) -> Any:
    """Make a function a tool: ``@tool``, or ``@tool(write=True, undo=reverse)``; it can still be called as before.

    What is left out comes from the function: its name, its docstring, a schema of its typed parameters, and one of what
    it returns where its annotation draws fields. Where ``write`` is left out, the name decides: only one that plainly
    looks something up (``get_order``) is taken for a read, and one that tells nothing is warned about.

    :raises ToolError: naming the parameter or the schema path that cannot be used.
    """
    if function is not None:
        return tool_of(function)
    unknown = next((name for name in fields if name not in _FIELDS), None)
    if unknown is not None:
        raise ToolError(f"@tool has no field {unknown!r}; {hint(unknown, _FIELDS)}")
    return lambda decorated: tool_of(decorated, **fields)
