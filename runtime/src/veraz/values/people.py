"""What the words beside it make personal: a date of birth, a person's name, the address of a house.

A name is capitalised words after words that lead to one; a house is a street's kind, its name and a number.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from veraz.text.fold import fold_word
from veraz.values.dates import read_moments
from veraz.values.personal_words import Cue, PersonalWords
from veraz.values.scan import Scan

Span = tuple[int, int, str]
"""Where something personal starts and ends, and its kind."""

_BETWEEN = re.compile(r"[ \t.:*_\"'-]{1,6}")  # between words that lead to something and the thing
_REACH = 48  # characters a date of birth may be from the words that lead to it, and a house number from its street
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_CUE_WORD = re.compile(r"[a-z]+(?:['-][a-z]+)*")  # the tables have no other letters
_LONGEST_NAME = 6  # words
_OPENS_LABEL = frozenset("*_#>-|,;(•\n\r\t\"'")


def read_people(text: str, folded: str, start: int, end: int, words: PersonalWords) -> Iterator[Span]:
    """Yield the dates of birth, names and addresses of ``text[start:end]``, in no order."""
    for word in words.cues.keys() & set(_CUE_WORD.findall(folded, start, end)):
        for phrase, cue in words.cues[word]:
            for first, stop in _standing(folded, start, end, phrase):
                found = _READERS[cue](_Place(text, folded, start, first, stop, end), words)
                if found:
                    yield found


@dataclass(frozen=True, slots=True)
class _Place:
    """Where a phrase stands, ``text[first:stop]``, in the stretch from ``start`` to ``end``."""

    text: str
    folded: str
    start: int
    first: int
    stop: int
    end: int


def _standing(folded: str, start: int, end: int, phrase: str) -> Iterator[tuple[int, int]]:
    """Yield where ``phrase`` stands as whole words."""
    first = folded.find(phrase, start, end)
    while first >= 0:
        stop = first + len(phrase)
        if not (first > start and folded[first - 1].isalnum()) and not folded[stop : stop + 1].isalnum():
            yield first, stop
        first = folded.find(phrase, stop, end)


def _birth(at: _Place, words: PersonalWords) -> Span | None:
    scan = Scan.of(at.text, at.folded, at.stop, min(at.end, at.stop + _REACH))
    dates = (moment for moment in read_moments(scan, words.values) if moment.dated and moment.shift is None)
    date = next(dates, None)
    return (date.start, date.end, "birth_date") if date else None


def _label(at: _Place, words: PersonalWords) -> Span | None:
    """Read the name after a label that opens what it stands in: "Name: …", but not "Hotel name: …"."""
    before = at.folded[max(at.start, at.first - 4) : at.first].rstrip(" ")[-1:]
    opens = not before or before in _OPENS_LABEL
    return _name(at, words) if opens and ":" in at.folded[at.stop : at.stop + 4] else None


def _full_name(at: _Place, words: PersonalWords) -> Span | None:
    return _name(at, words, fewest=2)


def _name(at: _Place, words: PersonalWords, fewest: int = 1) -> Span | None:
    between = _BETWEEN.match(at.text, at.stop, at.end)
    stop = _name_end(at.text, between.end(), at.end, fewest, words) if between else None
    return (between.end(), stop, "name") if between and stop else None


def _name_end(text: str, at: int, end: int, fewest: int, words: PersonalWords) -> int | None:
    """Return where the name at ``at`` ends, of at least ``fewest`` capitalised words; ``None`` where there is none."""
    stop, capitals = at, 0
    for _ in range(_LONGEST_NAME):
        word = _WORD.match(text, at, end)
        if word is None:
            break
        plain = fold_word(word[0])
        if word[0][0].isupper():
            if plain in words.unlike_names:
                return None
            stop, capitals = word.end(), capitals + 1
        elif not capitals or plain not in words.particles:
            break
        is_initial = len(word[0]) == 1 and text.startswith(". ", word.end())
        at = word.end() + 1 + is_initial
        if not (is_initial or text.startswith(" ", word.end())):
            break
    return stop if capitals >= fewest else None


_STREET_AND_NUMBER = re.compile(
    r"\.? ((?:[0-9]{1,2} )?(?:[^\W\d_][\w'’.-]{0,24},? ){1,6})(?:n[º°.]{0,2} ?)?[0-9]{1,5}(?![\w%])"
)
_NUMBER_WORDS = frozenset({"n", "n.", "no", "nº", "numero"})


def _street(at: _Place, words: PersonalWords) -> Span | None:
    """Read "Rua das Flores, 10", as far as the number."""
    match = _STREET_AND_NUMBER.match(at.text, at.stop, at.end)
    named = [word.rstrip(",") for word in match[1].split() if not word[0].isdigit()] if match else []
    fits = all(word[0].isupper() or fold_word(word) in words.particles | _NUMBER_WORDS for word in named)
    is_named = any(word[0].isupper() for word in named)
    return (at.first, match.end(), "address") if match and is_named and fits else None


_PART = re.compile(r"\S+")
_HOUSE = re.compile(r"[0-9]{1,5}[A-Za-z]?")
_MOST_PARTS = 5


def _street_end(at: _Place, words: PersonalWords) -> Span | None:
    """Read "10 Main Street", as far as the street's kind."""
    if not at.text[at.first].isupper():
        return None
    parts = list(_PART.finditer(at.text, max(at.start, at.first - _REACH), at.first))
    for count, part in enumerate(parts[: -_MOST_PARTS - 1 : -1]):
        if count and _HOUSE.fullmatch(part[0]):
            return part.start(), at.stop, "address"
        if not (part[0][0].isupper() or part[0][0].isdigit()) or part[0][-1] in ",;:!?":
            return None
    return None


_READERS: Mapping[Cue, Callable[[_Place, PersonalWords], Span | None]] = {
    Cue.BIRTH: _birth,
    Cue.NAME: _name,
    Cue.FULL_NAME: _full_name,
    Cue.LABEL: _label,
    Cue.STREET: _street,
    Cue.STREET_END: _street_end,
}
