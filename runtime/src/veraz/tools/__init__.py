"""Tools: what an agent can do, and the check of a call's arguments."""

from veraz.tools.names import name_in_words
from veraz.tools.tool import ARGUMENT_SCHEMA, Tool, Toolset, tool

__all__ = ["ARGUMENT_SCHEMA", "Tool", "Toolset", "name_in_words", "tool"]
