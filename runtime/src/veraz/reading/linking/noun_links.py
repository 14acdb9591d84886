"""Which tools a verb speaks of, from the nouns beside it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from veraz.reading.analysis.function_words import BREAK, CHAR, COMMA, Sketch
from veraz.reading.analysis.noun_phrases import FoundNoun

_JOINING = frozenset((COMMA, *(CHAR[name] for name in ("and", "definite", "indefinite", "adv"))))
_VERBAL = frozenset(CHAR[name] for name in "be was have will could can would did do must may".split())


def tools_of_verb(
    own: int, kin: int, loose: bool, nouns: Sequence[FoundNoun], adjuncts: Sequence[FoundNoun]
) -> tuple[int, bool]:
    """Return the tools that a tool's verb speaks of, narrowed by the nouns beside it, and whether the link is firm.

    All tools are bitsets: the verb's ``own``, its ``kin`` of a like action, and those returned.
    It is not firm for a verb of a like action without a noun of the tool, nor for a ``loose`` verb (one that says
    little, or tells a state) beside other things: such a claim is held to a call that was made, but where there was
    none it says nothing. ``adjuncts`` only say where or how; they make a link firm and narrow nothing.
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
    for found in nouns:  # "the $50 refund" is a refund
        tools = tools & found.noun.act or tools
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


def within(nouns: Iterable[FoundNoun], stretch: tuple[int, int], but: int) -> list[FoundNoun]:
    """Return the nouns in a stretch of tokens, ``but`` for the one at that token."""
    return [noun for noun in nouns if stretch[0] <= noun.at < stretch[1] and noun.at != but]


def coordinated(tools: int, taken: int, near: Sequence[FoundNoun], at: int, sketch: Sketch) -> Iterator[int]:
    """Yield those of a verb's ``tools`` that are done to what an "and" joins to the things of the ones ``taken``.

    :param at: the token of the verb.
    """
    for one, other in pairwise(near):
        if other.tools & tools and not other.tools & taken and _are_joined(one, other, at, sketch):
            taken |= other.tools
            yield other.tools & tools


def _are_joined(one: FoundNoun, other: FoundNoun, at: int, sketch: Sketch) -> bool:
    """Tell whether nothing but an "and" stands between two nouns on one side of a verb, and no clause starts there."""
    if one.at < at < other.at:
        return False
    between = sketch.chars[sketch.char_of[one.at + len(one.noun.rest)] + 1 : sketch.char_of[other.at]]
    end = sketch.char_of[other.at + len(other.noun.rest)] + 1
    starts = other.at > at and sketch.chars[end : end + 1] in _VERBAL
    return CHAR["and"] in between and _JOINING.issuperset(between) and not starts


def goes_with_another(start: int, nouns: Sequence[FoundNoun], sketch: Sketch) -> bool:
    """Tell whether a predicate at character ``start`` is said of who did something to ``nouns``, and not of these.

    "Sam has picked up your order and is on the way": the nouns stand after the first verb of its sentence.
    """
    if not sketch.chars[:start].rstrip(CHAR["adv"]).endswith(CHAR["and"]):
        return False
    opening = sketch.chars.rfind(BREAK, 0, start) + 1
    verb = next((at for at in range(opening, start) if sketch.chars[at] in _VERBAL), start)
    subject = sketch.chars[opening:verb]
    return bool(subject) and CHAR["agent"] not in subject and all(sketch.char_of[noun.at] > verb for noun in nouns)
