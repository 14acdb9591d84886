"""The words that speak of a set of tools, compiled for reading.

A set of tools is a bitset (bit *i* is the *i*-th tool), so that what a thousand tools share costs no more to look up
than what one tool owns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import NamedTuple

from veraz.languages import Form
from veraz.tools import Tool


class Agency(StrEnum):
    """What a verb's own form tells of its subject."""

    ANYONE = "anyone"  # nobody in particular is needed: "the refund went through"
    SPEAKER = "speaker"  # the form is the speaker's: «cancelei»
    OPEN = "open"  # the form does not tell: "cancelled"
    OTHERS = "others"  # the form is another's, unless the agent is named: «nossa equipe cancelou»


class Role(StrEnum):
    """What a word may do at the centre of a claim."""

    VERB = "verb"  # a tool's own verb: "refunded"
    LIGHT = "light"  # makes a claim with a noun of the tool ("processed your refund"), or points back ("processed it")
    WEAK = "weak"  # as light, and never points back: "made your booking"
    REQUEST = "request"  # claims that it was asked for: "requested a refund"
    INTRANSITIVE = "intransitive"  # the tool's noun is its subject: "the refund went through"
    FAILURE = "failure"  # as intransitive or passive, and says it was not done: "the refund failed"
    EFFECT = "effect"  # what the person will notice: "you'll receive your refund"


@dataclass(slots=True)
class Head:
    """A verb that may be the centre of a claim.

    :ivar particle: the words that must follow, other words between them allowed ("switch … off").
    :ivar own: tools whose name, description or vocabulary has the verb; ``kin`` those of a like action.
    :ivar runs: whether it tells that something was run: "I ran the tests".
    """

    particle: tuple[str, ...]
    own: int = 0
    kin: int = 0
    roles: set[Role] = field(default_factory=set)
    generic: bool = False
    runs: bool = False


class HeadForm(NamedTuple):
    """A head in one written form, with what that form may be.

    :ivar denies: whether the form says that it was not done: "unsigned".
    """

    head: Head
    forms: frozenset[Form]
    agency: Agency
    denies: bool = False

    @property
    def is_present(self) -> bool:
        """Whether it is a present, and surely no past: «estorno», not «estornamos»."""
        return Form.PRESENT in self.forms and Form.PAST not in self.forms


@dataclass(slots=True)
class Noun:
    """A noun phrase and the tools it speaks of: whose act it names, and whose object it is.

    :ivar asked: whether it is a request for the act: «pedido de reembolso».
    """

    rest: tuple[str, ...]
    act: int = 0
    thing: int = 0
    asked: bool = False


@dataclass(frozen=True)
class Vocabulary:
    """The words of a set of tools in one language, by their first folded word.

    :ivar actions: the ids of everyday actions, each with the writes that do it, as a bitset.
    """

    heads: Mapping[str, tuple[HeadForm, ...]]
    nouns: Mapping[str, tuple[Noun, ...]]
    tools: tuple[Tool, ...]
    positions: Mapping[str, int]
    actions: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def writes(self) -> int:
        """The bitset of the tools that change the world."""
        return self.bitset(tool.name for tool in self.tools if tool.may_write)

    def tool(self, name: str) -> Tool:
        """Return the tool named ``name``."""
        return self.tools[self.positions[name]]

    def bitset(self, names: Iterable[str]) -> int:
        """Return the bitset of the tools named ``names``."""
        found = 0
        for name in names:
            found |= 1 << self.positions[name]
        return found

    def only_member(self, bitset: int) -> Tool:
        """Return the tool of a bitset of one."""
        return self.tools[bitset.bit_length() - 1]

    def members(self, bitset: int) -> Iterator[Tool]:
        """Yield the tools of a bitset, in the order of the set."""
        while bitset:
            lowest = bitset & -bitset
            yield self.tools[lowest.bit_length() - 1]
            bitset ^= lowest
