"""What stands in the addresses of phrasings."""

from __future__ import annotations

from console.tools.tool_names import NAME
from phrasings.content import LANGUAGES, OUTCOMES


class _Text:
    """A part of an address that is used as it is."""

    regex: str

    def to_python(self, value: str) -> str:
        """From the address."""
        return value

    def to_url(self, value: str) -> str:
        """To the address."""
        return value


class ToolName(_Text):
    """A tool's name."""

    regex = NAME


class OutcomeName(_Text):
    """One of the seven."""

    regex = "|".join(OUTCOMES)


class LanguageCode(_Text):
    """A language that phrasings are written in."""

    regex = "|".join(LANGUAGES)


class VersionNumber:
    """A version's number; nine digits, so that every database can be asked for it."""

    regex = r"[1-9][0-9]{0,8}"

    def to_python(self, value: str) -> int:
        """From the address."""
        return int(value)

    def to_url(self, value: int) -> str:
        """To the address."""
        return str(value)
