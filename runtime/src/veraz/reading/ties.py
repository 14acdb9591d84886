"""Which tools a verb speaks of, from the nouns beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from veraz.reading.wordbook import Entry
from veraz.vocabulary import Noun


class FoundNoun(NamedTuple):
    """A noun phrase met in a unit, at token ``at``.

    :ivar tools: the tools whose act or object it names, as a bitset.
    """

    at: int
    noun: Noun
    tools: int


def find_nouns(words: tuple[str, ...], entries: Sequence[Entry]) -> list[FoundNoun]:
    """Return the noun phrases of a unit, the longest at each place."""
    found = []
    for at, entry in enumerate(entries):
        for noun in entry.nouns:
            if not noun.rest or words[at + 1 : at + 1 + len(noun.rest)] == noun.rest:
                found.append(FoundNoun(at, noun, noun.act | noun.thing))
                break
    return found


def tools_of_verb(
    own: int, kin: int, loose: bool, nouns: Sequence[FoundNoun], adjuncts: Sequence[FoundNoun]
) -> tuple[int, bool]:
    """Return the tools that a tool's verb speaks of, narrowed by the nouns beside it, and whether the tie is firm.

    It is not firm for a verb of a like action without a noun of the tool, nor for a ``loose`` verb (one that says
    little, or tells a state) beside other things: such a claim is held to a call that was made, but where there was
    none it says nothing. ``adjuncts`` only say where or how; they make a tie firm and narrow nothing.
    """
    named, beside = _tools(nouns), _tools(adjuncts)
    acts = _acts(nouns)
    for tools in (kin, own) if acts & kin and not acts & own else (own, kin):  # who gets a ticket gets no event's dates
        if named & tools:
            return _narrow(tools, nouns), True
    for tools in (own, kin):
        if beside & tools:
            return tools, True
    if own:
        return own, not (loose and (nouns or adjuncts))
    return (0, False) if named else (kin, False)


def _tools(nouns: Sequence[FoundNoun]) -> int:
    tools = 0
    for found in nouns:
        tools |= found.tools
    return tools


def _acts(nouns: Sequence[FoundNoun]) -> int:
    tools = 0
    for found in nouns:
        tools |= found.noun.act
    return tools


def alike(own: int, kin: int, nouns: Iterable[FoundNoun], writes: int) -> int:
    """Return the tools of a like action whose things a verb's nouns are: what modifies may be told as "exchanged"."""
    tools = kin & ~own
    for found in nouns:
        tools &= found.tools if found.tools & writes else tools
    return tools


def tools_of_noun(nouns: Sequence[FoundNoun], adjuncts: Sequence[FoundNoun], writes: int) -> int:
    """Return the writes whose act the nouns name: the first one, narrowed by the rest."""
    for found in nouns:
        if found.noun.act & writes:
            return _narrow(found.noun.act & writes, (*nouns, *adjuncts))
    return 0


def _narrow(tools: int, nouns: Sequence[FoundNoun]) -> int:
    for found in nouns:
        tools = tools & found.tools or tools
    return tools


def windows(heads: Sequence[int], boundaries: Sequence[int], count: int) -> Iterator[tuple[int, int]]:
    """Yield each head's stretch of tokens, cut at the last boundary between two heads, else right before the later."""
    start = 0
    for index, at in enumerate(heads):
        stop = count
        if index + 1 < len(heads):
            after = heads[index + 1]
            stop = next((mark for mark in reversed(boundaries) if at < mark < after), after)
        yield start, stop
        start = stop
