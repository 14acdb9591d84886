"""What every table says of a word, gathered under it: one look-up a token."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Protocol

from veraz.languages import Form
from veraz.reading.analysis.function_words import CHAR, WORD, FunctionWords
from veraz.reading.analysis.lexicon import Lexicon
from veraz.reading.analysis.mistyped import SHORTEST_MISTYPED, MistypedVerbs
from veraz.values import ValueWords, may_tell
from veraz.vocabulary import HeadForm, Noun, Vocabulary

_MOST = 4096  # words kept: those met, and a text may hold any
_LONGEST = 64  # characters of a word that is kept

NUMBER, VERB, PREDICATE, COMPLETION, PHRASE, ACCENTED, NOUN, GERUND, VALUE, RESULT, IMPLIES = (
    1 << bit for bit in range(11)
)
"""What the bits of an entry tell: that it starts with a digit; is a form of a verb; starts a predicate, a completion, a
phrase of function words; may be another word with its accent; starts a noun phrase; is a gerund and no other form; may
tell of a value; that results are looked for at it; that it implies an act ("managed", «botei»)."""

TRIGGER = VERB | PREDICATE
CLAIMING = TRIGGER | COMPLETION

_GENERAL, _MANAGE = CHAR["general"], CHAR["manage"]


class Entry(NamedTuple):
    """What is known of a folded word.

    :ivar chars: its class characters, where it stands in no phrase.
    :ivar forms: the heads it is a form of; ``named`` the tools of these.
    :ivar nouns: the noun phrases it starts, the longest first.
    :ivar rows: the rows of results that it may stand in.
    """

    bits: int
    chars: str
    forms: Sequence[HeadForm]
    named: int
    nouns: tuple[Noun, ...]
    rows: Sequence[int]


class _Results(Protocol):
    def looks_at(self, rows: Sequence[int]) -> bool: ...

    def rows_with(self, word: str) -> Sequence[int]: ...


class WordEntries(dict[str, Entry]):
    """The entries of the words met so far; any other is made when it is met."""

    def __init__(
        self,
        vocabulary: Vocabulary,
        classes: FunctionWords,
        lexicon: Lexicon,
        results: _Results,
        values: ValueWords,
        plain: Callable[[str], Iterable[str]],
        speaks: Callable[[str], bool],
    ) -> None:
        super().__init__()
        self._vocabulary = vocabulary
        self._classes = classes
        self._listed = _listed(
            (PREDICATE, lexicon.predicates.starts),
            (COMPLETION, lexicon.completions.starts),
            (PHRASE, classes.phrases.starts),
            (ACCENTED, classes.accented),
        )
        self._results = results
        self._values = values
        self._plain = plain
        self._speaks = speaks
        self._mistyped = MistypedVerbs(vocabulary.heads)

    def __missing__(self, word: str) -> Entry:
        entry = self._entry(word)
        if len(self) >= _MOST:
            self.clear()
        if len(word) <= _LONGEST:
            self[word] = entry
        return entry

    def _entry(self, word: str) -> Entry:
        forms = self._vocabulary.heads.get(word) or (self._meant_by(word) if len(word) >= SHORTEST_MISTYPED else ())
        named = 0
        for form in forms:
            named |= form.head.own | form.head.kin
        nouns, rows, chars = self._nouns(word), self._results.rows_with(word), self._classes.of_word(word)
        if nouns and chars == _GENERAL and any(noun.thing | noun.act for noun in nouns):
            chars = WORD  # a policy that a tool cancels is no rule of the house
        bits = self._listed.get(word, 0) | _bits_of_forms(forms) | (NOUN if nouns else 0)
        if rows and self._results.looks_at(rows):
            bits |= RESULT
        if chars == _MANAGE or self._speaks(word):
            bits |= IMPLIES
        return Entry(bits | self._bits_of_values(word), chars, forms, named, nouns, rows)

    def _meant_by(self, word: str) -> Sequence[HeadForm]:
        """Return the forms that a word is mistyped for, where it is none that is known."""
        meant = self._mistyped.meant_by(word)
        if not meant or word in self._listed or self._nouns(word) or self._classes.of_word(word) != WORD:
            return ()
        return () if self._results.rows_with(word) else meant

    def _bits_of_values(self, word: str) -> int:
        return (NUMBER if word[0].isdigit() else 0) | (VALUE if may_tell(word, self._values) else 0)

    def _nouns(self, word: str) -> tuple[Noun, ...]:
        """Return the noun phrases that ``word`` starts, the owner in it ("the card's"), or what it is small for."""
        nouns = self._vocabulary.nouns
        found = nouns.get(word) or nouns.get(word.removesuffix("'s"))
        return found or next((nouns[each] for each in self._plain(word) if each in nouns), ())


def _bits_of_forms(forms: Sequence[HeadForm]) -> int:
    if not forms:
        return 0
    return VERB | GERUND if any(form.forms == {Form.GERUND} for form in forms) else VERB


def _listed(*lists: tuple[int, Iterable[str]]) -> dict[str, int]:
    """Return by word the bits of the lists that it is in."""
    listed: dict[str, int] = {}
    for bit, words in lists:
        for word in words:
            listed[word] = listed.get(word, 0) | bit
    return listed


def bits_of(entries: Iterable[Entry]) -> int:
    """Return the bits that any of ``entries`` has."""
    bits = 0
    for entry in entries:
        bits |= entry.bits
    return bits
