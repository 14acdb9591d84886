"""The things that a look-up returned, one by one: what each is named by, and what its fields hold."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from veraz.text.fold import fold
from veraz.text.late import late
from veraz.tools.names import name_in_words

_WORD = late(r"[^\W\d_]+")
_OFFSET = late(r"\d{4}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:?\d\d)")
_LONGEST_NAME = 4  # words of a text whose words are names too: "Prado" of "Dra. Helena Prado"
_LONGEST_TEXT = 60  # characters; what is longer says more than what a thing is
_SHORTEST = 3  # characters of a name
_SHORTEST_PLAIN = 6  # of one in small letters, "cardiology", which may be any word
_SHORTEST_CODE = 5  # digits of one that has no letter
_LARGEST = 10**15
_STATE_FIELDS = frozenset("status state stage phase condition type kind currency category".split()) | frozenset(
    "situacao estado etapa fase tipo moeda categoria".split()
)
_UNCOUNTED_FIELDS = frozenset(
    "percent percentage pct rate ratio score rating count quantity qty number days day hours minutes months years "
    "points size weight distance porcentagem percentual dias dia horas minutos quantidade parcelas pontos peso".split()
)
"""Of fields that hold no name, and no amount."""

_DEEPEST = 16  # groups within groups
_MOST = 400  # things of a record; those of a longer one are not told apart


class Field(NamedTuple):
    """A field of a thing: the words of its name, those it stands under with them, and its value."""

    words: frozenset[str]
    value: Any

    @property
    def number(self) -> float | None:
        """The number it holds, if any."""
        is_number = isinstance(self.value, int | float) and not isinstance(self.value, bool)
        return float(self.value) if is_number and abs(self.value) < _LARGEST else None  # and no NaN

    @property
    def is_counted(self) -> bool:
        """Whether it holds a number that may be an amount."""
        return self.number is not None and _UNCOUNTED_FIELDS.isdisjoint(self.words)

    @property
    def texts(self) -> list[str]:
        """The texts it holds."""
        values = self.value if isinstance(self.value, list) else [self.value]
        return [value for value in values if isinstance(value, str)]


class Thing:
    """One thing that a look-up returned.

    :ivar holds: its own fields as plain JSON, without the things listed under it.
    """

    def __init__(self, key: str, holds: Mapping[str, Any]) -> None:
        self.holds = holds
        self._key = key

    @cached_property
    def written(self) -> str:
        """What it holds as text, in which equal things are equal."""
        return repr(self.holds)

    @cached_property
    def fields(self) -> tuple[Field, ...]:
        """Its fields, those of the groups in it among them."""
        return tuple(_fields(self.holds, frozenset()))

    @cached_property
    def names(self) -> frozenset[str]:
        """The folded texts by which it may be named; the state that it is in names nothing."""
        texts = [text for field in self.fields if _STATE_FIELDS.isdisjoint(field.words) for text in field.texts]
        found = {name for text in texts for name in _names(text)}
        return frozenset(found | {fold(self._key)} if _is_code(self._key) else found)

    @cached_property
    def words(self) -> frozenset[str]:
        """Every word of its short texts and of the names of its fields, folded, less a plural's ending."""
        texts = [self._key, *(text for field in self.fields for text in field.texts)]
        found = {word for text in texts if len(text) <= _LONGEST_TEXT for word in _WORD.findall(fold(text))}
        return frozenset(map(stem, found.union(*(field.words for field in self.fields))))

    @cached_property
    def is_zoned(self) -> bool:
        """Whether its times are those of some zone, so that the person may be told others."""
        return any(isinstance(field.value, str) and _OFFSET.search(field.value) for field in self.fields)


def things_in(result: Any) -> tuple[Thing, ...]:
    """Return the things in a result; none where there are too many to tell apart."""
    found = [Thing(key, holds) for key, holds in islice(_walk(result), _MOST + 1)]
    return tuple(found) if len(found) <= _MOST else ()


def own_names(things: Iterable[Thing]) -> dict[str, Thing]:
    """Return the names that only one of ``things`` has, each with the thing."""
    named = [(name, thing) for thing in things for name in thing.names]
    times = Counter(name for name, _ in named)
    return {name: thing for name, thing in named if times[name] == 1}


def words_of(name: str) -> frozenset[str]:
    """Return the words of the name of a field, folded: "due", "date" of ``dueDate``."""
    return frozenset(_WORD.findall(fold(name_in_words(name))))


def stem(word: str) -> str:
    """Return a word without the ending of a plural."""
    return word.removesuffix("s")


def _walk(value: Any) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield each thing in ``value`` with the key it stands under."""
    waiting: list[tuple[str, Any]] = [("", value)]
    while waiting:
        key, each = waiting.pop()
        if isinstance(each, Mapping):
            own, others = _parted(each, _DEEPEST)
            waiting += others
            if own:
                yield key, own
        elif isinstance(each, list):
            waiting += [("", item) for item in each if isinstance(item, Mapping)]


def _parted(value: Mapping[Any, Any], depth: int) -> tuple[dict[str, Any], list[tuple[str, Any]]]:
    """Part the fields of a thing from the other things in it: those of a list, or kept by their codes."""
    own: dict[str, Any] = {}
    others: list[tuple[str, Any]] = []
    for key, each in ((str(key), each) for key, each in value.items()):
        if isinstance(each, Mapping) and depth and not _is_code(key):
            inner, further = _parted(each, depth - 1)
            own |= {key: inner} if inner else {}
            others += further
        elif isinstance(each, Mapping) or (isinstance(each, list) and any(isinstance(item, Mapping) for item in each)):
            others.append((key if isinstance(each, Mapping) else "", each))
        else:
            own[key] = each
    return own, others


def _fields(holds: Mapping[str, Any], above: frozenset[str]) -> Iterator[Field]:
    for key, value in holds.items():
        words = above | words_of(key)
        if isinstance(value, Mapping):
            yield from _fields(value, words)
        else:
            yield Field(words, value)


def _names(text: str) -> Iterator[str]:
    """Yield the names in a text: itself, and its capitalised words where it is short."""
    words = text.split()
    shortest = _SHORTEST_PLAIN if text.islower() else _SHORTEST
    if _is_code(text) or (len(text) >= shortest and any(map(str.isalpha, text))):
        yield fold(text)
    if 1 < len(words) <= _LONGEST_NAME:
        yield from (fold(word) for word in words if word.isalpha() and word[0].isupper() and len(word) > _SHORTEST)


def _is_code(text: str) -> bool:
    """Tell whether a text is a code: one word of letters and digits, or of many digits."""
    digits = sum(map(str.isdigit, text))
    if " " in text or not digits or _OFFSET.match(text):
        return False
    return any(map(str.isalpha, text)) or (text.isdigit() and digits >= _SHORTEST_CODE)
