"""What a result is read for: whose call it was, and what was found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from veraz.outcomes import Outcome
from veraz.tools import Tool

_PLAIN: Mapping[str, type | tuple[type, ...]] = {"number": (int, float), "integer": int, "boolean": bool}


class Told(NamedTuple):
    """What a result tells of its call."""

    outcome: Outcome
    reason: str | None = None


@dataclass(frozen=True)
class Act:
    """What is known of the call whose result is read.

    :ivar write: whether it may have changed something; without a tool it may.
    :ivar words: the words of the tool's name, which a result may repeat: ``cancelled``, of ``cancel_order``.
    :ivar schema: what the tool declares it returns; empty where it declares nothing.
    """

    write: bool = True
    words: tuple[str, ...] = ()
    schema: Mapping[str, Any] | None = None

    @classmethod
    def of(cls, tool: Tool | None) -> Act:
        """Return what is known of a call of ``tool``."""
        return cls() if tool is None else cls(tool.write is not False, tuple(tool.words.split()), tool.output_schema)

    @property
    def looking_up(self) -> Act:
        """The same as a look-up, of which only what speaks of the call itself is read."""
        return Act(False, self.words, self.schema)

    @property
    def returns_text(self) -> bool:
        """Whether a text may be what the tool returns: it declares one, or nothing."""
        return not self.schema or "string" in self._kinds

    def may_return(self, value: Any) -> bool:
        """Tell whether a plain value that a text is as JSON, such as a number, is what the tool declares."""
        return value is not None and any(isinstance(value, _PLAIN[kind]) for kind in self._kinds if kind in _PLAIN)

    @property
    def _kinds(self) -> list[str]:
        kinds = (self.schema or {}).get("type", [])
        return [kinds] if isinstance(kinds, str) else kinds

    def repeats(self, word: str) -> bool:
        """Tell whether ``word`` is what the tool was to do: «rejected» is no failure of ``reject_offer``."""
        if word.endswith(_UNDER_WAY) or not word.isalpha():
            return False
        return any(len(own) > _SHORT and word.startswith(own[:-1]) for own in self.words)


_SHORT = 3  # letters
_UNDER_WAY = ("ing", "ndo")
