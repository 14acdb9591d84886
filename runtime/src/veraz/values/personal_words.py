"""A language's words beside personal data, compiled once from its table ``personal``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from functools import cache
from typing import Any

from veraz.languages import Grammar
from veraz.values.words import ValueWords


class Cue(Enum):
    """What a phrase of the table leads to."""

    BIRTH = auto()  # a date of birth: "born on"
    NAME = auto()  # a name, where one capitalised word is enough: "my name is"
    FULL_NAME = auto()  # a name of two words or more: "spoke with"
    LABEL = auto()  # a name after its colon: "Name:"
    STREET = auto()  # a street's name and number: "Rua"
    STREET_END = auto()  # nothing: the house and street stand before it: "Street"


@dataclass(frozen=True, slots=True)
class PersonalWords:
    """What a language says beside personal data; the comments of its table say what each list is for.

    :ivar numbers: from a word to the kind of the number to its right, personal (``phone``) or not (``order``).
    :ivar fillers: words that may stand between the two.
    :ivar keys: the words that name a key of letters and digits.
    :ivar cues: the phrases that lead to something personal, by their longest word, which is met the least.
    """

    values: ValueWords
    numbers: Mapping[str, str]
    fillers: frozenset[str]
    keys: tuple[str, ...]
    cues: Mapping[str, tuple[tuple[str, Cue], ...]]
    particles: frozenset[str]
    unlike_names: frozenset[str]

    @staticmethod
    @cache
    def of(grammar: Grammar) -> PersonalWords:
        """Return the words of ``grammar``, compiled once."""
        values, table = ValueWords.of(grammar), grammar.table("personal")
        cues: dict[str, tuple[tuple[str, Cue], ...]] = {}
        for phrase, cue in _cues(table):
            longest = max(phrase.split(), key=len)
            cues[longest] = (*cues.get(longest, ()), (phrase, cue))
        return PersonalWords(
            values=values,
            numbers={**values.identifiers.named, **table["numbers"]},
            fillers=values.identifiers.fillers | frozenset(table["fillers"]) | {"|"},
            keys=tuple(word for word, kind in table["numbers"].items() if kind in ("pix", "uuid")),
            cues=cues,
            particles=frozenset(table["names"]["particles"]),
            unlike_names=frozenset(table["names"]["unlike"]),
        )


def _cues(table: Mapping[str, Any]) -> Iterator[tuple[str, Cue]]:
    names, streets = table["names"], table["addresses"]
    lists = {
        Cue.BIRTH: table["births"],
        Cue.NAME: names["sure"],
        Cue.FULL_NAME: names["likely"],
        Cue.LABEL: names["labels"],
        Cue.STREET: streets["before"],
        Cue.STREET_END: streets["after"],
    }
    for cue, phrases in lists.items():
        yield from ((phrase, cue) for phrase in phrases)
