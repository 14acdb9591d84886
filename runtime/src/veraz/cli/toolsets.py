"""Tools that a command is given: a file that lists them, or what a Python module names."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import click
import yaml

from veraz.agent import Agent
from veraz.errors import ToolError, VerazError
from veraz.tools import Tool, Toolset

_NAMED = re.compile(r"[A-Za-z_][\w.]*:[A-Za-z_][\w.]*\Z")
_FILES = (".yaml", ".yml", ".json")


def given_tools(sources: Iterable[str]) -> Toolset:
    """Return the tools of all sources together; one that several hold alike is one.

    :raises click.UsageError: naming the source and what is wrong with it.
    """
    found: dict[str, Tool] = {}
    try:
        for source in sources:
            for tool in toolset_of(source).values():
                if tool.name in found and _fields(tool) != _fields(found[tool.name]):
                    raise ToolError(f"{source}: tool {tool.name!r} was given before, and is another")
                found[tool.name] = tool
    except ToolError as error:
        raise click.UsageError(str(error)) from None
    return Toolset(found.values())


def toolset_of(source: str) -> Toolset:
    """Return the tools of a file, or those that ``module:attribute`` names.

    :raises ToolError: naming the source and what is wrong with it.
    """
    path = Path(source)
    if _NAMED.match(source) and not path.exists():
        return _named(*source.split(":"))
    if path.suffix == ".py" or (path.suffix not in _FILES and not path.exists()):
        raise ToolError(f"{source}: is no file that lists tools; those in Python are named like shop.desk:tools")
    return read_tools(path)


def read_tools(path: Path) -> Toolset:
    """Return the tools of a YAML or JSON file: a list, alone or under «tools».

    :raises ToolError: naming the file and what is wrong with it.
    """
    try:
        given: Any = yaml.safe_load(path.read_text(encoding="utf-8-sig"))  # JSON is YAML too
    except (OSError, UnicodeDecodeError, yaml.YAMLError, RecursionError) as error:
        raise ToolError(f"{path}: cannot be read: {error}") from None
    return _toolset(given.get("tools") if isinstance(given, Mapping) else given, str(path))


def _named(module: str, attribute: str) -> Toolset:
    """Import ``module``, from the folder the command is given in as well, and return what it calls ``attribute``."""
    if "" not in sys.path:
        sys.path.insert(0, "")
    try:
        found: Any = import_module(module)
        for name in attribute.split("."):
            found = getattr(found, name)
    except (ImportError, AttributeError) as error:
        raise ToolError(f"{module}:{attribute}: {error}") from error
    return _toolset(found, f"{module}:{attribute}")


def _fields(tool: Tool) -> tuple[Any, ...]:
    return tool.write, tool.description, tool.input_schema, tool.output_schema


def _toolset(given: Any, source: str) -> Toolset:
    if isinstance(given, Agent):
        return given.tools
    if not isinstance(given, Toolset) and (not isinstance(given, Iterable) or isinstance(given, str | Mapping)):
        raise ToolError(f"{source}: must be a list of tools, each with a name")
    try:
        return Toolset.of(given)
    except VerazError as error:
        raise ToolError(f"{source}: {error}") from None
