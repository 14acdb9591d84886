"""What an agent needs of a console: phrasings to follow, counts to hand over, and a licence.

These are protocols, so that the agent never imports the part of the library that talks to one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from veraz.agent.licence import Licence
    from veraz.meters import Series


@dataclass(frozen=True, slots=True)
class LiveVersion:
    """A version of an organisation's phrasings, as the console signed it.

    :ivar number: its number; 0 before the first is published.
    :ivar tools: the whole set: tool, language, outcome, text.
    :ivar selector_language: the language the organisation's selector reads.
    :ivar digest: names the signed document, byte for byte.
    """

    number: int
    tools: Mapping[str, Any]
    selector_language: str
    digest: str


class Console(Protocol):
    """A console that an agent is connected to; :class:`veraz.sync.Console` is one."""

    def follow(self, take: Callable[[LiveVersion], None]) -> None:
        """Call ``take`` at once with the version that is held, if any, and from then on with each new one."""
        ...

    def count(self, counts: Mapping[Series, int]) -> None:
        """Keep counts to be sent. It never raises and never waits on the network."""
        ...

    @property
    def licence(self) -> Licence:
        """The licence, as it is now."""
        ...
