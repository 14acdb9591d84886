"""Tools: what an agent can do, and the check of a call's arguments."""

from veraz.tools.faults import Fault
from veraz.tools.functions import FunctionTool, tool
from veraz.tools.names import name_in_words
from veraz.tools.tool import ARGUMENT_SCHEMA, Tool, Toolset

__all__ = ["ARGUMENT_SCHEMA", "Fault", "FunctionTool", "Tool", "Toolset", "name_in_words", "tool"]
