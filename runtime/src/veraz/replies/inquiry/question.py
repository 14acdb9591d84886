"""What a judge is asked of a reply, and what it answers."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from veraz.outcomes import Stance


@dataclass(frozen=True, slots=True)
class AskedCall:
    """A call that a unit may speak of; nothing says how it ended, so that nobody is led to answer what is true.

    :ivar number: its place in the record as it was given, from 1.
    :ivar arguments: what it was sent, personal fields masked and long texts cut short.
    :ivar returned: what it returned, as JSON, in short; ``None`` where nothing did, or where that may be personal.
    """

    number: int
    tool: str
    arguments: Mapping[str, Any]
    returned: str | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """A unit of a reply: what does it say of which call?

    :ivar text: the unit as it was written, without the personal values that tools returned.
    :ivar calls: the calls it may speak of.
    :ivar tools: the names of all tools, one of which it may speak of though no call of it is among ``calls``.
    """

    text: str
    calls: tuple[AskedCall, ...]
    tools: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a unit says, and of what; ``None`` in its stead answers that it says nothing of any call or tool.

    :ivar says: what it does about the action, whether that is true or not.
    :ivar call: the number of the call it speaks of; ``None`` where it speaks of none of them.
    :ivar tool: the name of a tool it speaks of, where none of the calls is meant.
    :ivar stated: stretches of the unit, word for word, that are given as details of the call.
    """

    says: Stance
    call: int | None = None
    tool: str | None = None
    stated: tuple[str, ...] = ()


Answers = Sequence[Answer | None]
Judge = Callable[[Sequence[Question]], Answers | Awaitable[Answers]]
"""From the questions of one reply to an answer each, in their order; a coroutine function too."""
