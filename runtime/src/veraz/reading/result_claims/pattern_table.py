"""What one notices once a thing was done, or was not, as a language's table lists it: "be history", "have it".

Each row names the actions it tells of. It is kept under the words of its rarest element, at which it is looked for.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache, reduce
from itertools import chain
from operator import itemgetter, or_
from typing import Any, NamedTuple

from veraz.languages import Form, Grammar, Inflection
from veraz.outcomes import Stance
from veraz.reading.analysis.function_words import CHAR
from veraz.reading.claims import Aspect
from veraz.text.fold import fold_word

ACT, THING = "@", "#"
"""What follows a noun in a normalised text: one that names what a write does or makes, or what it is done to."""


class Result(NamedTuple):
    """A row of a language's table of results, in one of its phrases.

    :ivar phrase: its elements, as the table has them.
    :ivar actions: the actions it tells of; empty for any write.
    :ivar barred: actions that it never tells of.
    :ivar subjects: who must stand right before it (``agent``, ``person``, ``third``, ``it``, ``other``); empty for any.
    :ivar needs: classes of which one must stand in its unit.
    :ivar denied: whether it says so only where it is denied: "nobody can use it any more".
    :ivar ahead: whether it says so where it is foretold as well: "it will be yours".
    :ivar bare: whether it speaks of the latest write without naming it: "you're off the hook".
    :ivar sure: whether it is false where nothing was called, though nothing names it: "the page is live".
    :ivar over: whether it says so where a verb in it only mentions something, or tells of a look-up: "you needn't pay".
    :ivar aspect: what its stance alone does not tell: ``progress`` where it holds of a call that waits as well ("you
        got it"), ``others`` where it may tell of another thing than the one that was done ("the 3 p.m. class is full").
    :ivar unseen: whether no look-up shows it: "it's yours".
    :ivar event: whether it tells of one event, whoever its subject: "a nurse is joining the chat".
    :ivar new: whether it speaks of what is new alone: never of "the previous version", nor of what "is still live".
    :ivar affirms: whether it says nothing where it is denied: "not all tests pass".
    :ivar like: further actions it may tell of where they were called, and not its own; empty for any write.
    :ivar carried: whether it speaks only of a call that its unit tells something of: "it is on Friday at nine".
    :ivar needed: the words of each of its elements, one of which must stand in its unit; the first are the rarest.
    :ivar fixed: the words it is written with; ``led`` whether its subject is the first of them, ``marked`` whether a
        noun of a write is among them, ``acting`` whether it is one of what the write does or makes.
    """

    id: str
    phrase: str
    actions: frozenset[str]
    barred: frozenset[str]
    stance: Stance
    subjects: frozenset[str]
    needs: frozenset[str]
    needed: tuple[frozenset[str], ...]
    denied: bool
    ahead: bool
    bare: bool
    sure: bool
    unseen: bool
    event: bool
    new: bool
    affirms: bool
    like: frozenset[str] | None
    carried: bool
    over: bool
    aspect: Aspect
    fixed: frozenset[str]
    led: bool
    marked: bool
    acting: bool


class PatternTable(NamedTuple):
    """A language's results; a set of rows is a bitset.

    :ivar standing: word to the rows it may stand in, by the place of the element it stands for.
    :ivar shorter: by place, the rows with no element there; ``marked`` those with a noun of a write among them.
    :ivar lemmas: the one form that stands for each form of "be" and "have", contractions included.
    :ivar verbs: the forms of the verbs in them; ``pasts`` those that are past and nothing else.
    :ivar denials: words that turn a row round where they stand in a gap of it; ``addressing`` ones speak of the person,
        ``former`` ones of what was there before.
    :ivar expecting: helpers that tell what is to be expected: "it should be with you on Friday".
    :ivar pattern: gives the pattern of a row's phrase, compiled when it is first asked for: most never are, and all
        take long.
    :ivar denies_after: whether a "not" at a clause's end denies what stands before it.
    """

    rows: Sequence[Result]
    standing: Mapping[str, Sequence[int]]
    shorter: Sequence[int]
    marked: int
    lemmas: Mapping[str, str]
    verbs: frozenset[str]
    pasts: frozenset[str]
    denials: frozenset[str]
    addressing: frozenset[str]
    former: frozenset[str]
    denies_after: bool
    expecting: frozenset[str]
    pattern: Callable[[str], re.Pattern[str]]

    @classmethod
    @cache
    def of(cls, grammar: Grammar) -> PatternTable:
        """Compile the table ``results`` of the language."""
        return _Compiler(grammar).compile()

    def with_word(self, word: str) -> Sequence[int]:
        """Return the rows that ``word``, or the owner or verb in it ("alarm's"), may stand in, by place."""
        at = word.find("'")
        if at <= 0:
            return self.standing.get(word, ())
        parts = (word, word[:at], word[at:])
        found = [self.standing[part] for part in parts if part in self.standing]
        return [reduce(or_, rows) for rows in zip(*found, strict=True)]


# Compiling the table.

_EDGES = ".,;:?!|—–→"
_FIRST = f"(?<![^ {_EDGES}(] )"
_A_WORD = f"(?![{_EDGES}] )[^ ]+ "
_ID = r"[^ ]*[0-9][^ ]* "
_MARKED, _ACT = f"[^ ]+[{ACT}{THING}] ", f"[^ ]+{ACT} "
_SUBJECT_ELEMENTS = frozenset(("ACT", "THING", "IT", "ID", "the", "_"))
_OF = ("of", "not", "like")
_WORD_END = f"[{ACT}{THING}]? "
_SPLIT = re.compile(r"[|_()]")
_Rarity = tuple[bool, int]
_HELPER = "helper#"  # the name of a group in a pattern, whose number is given last


def _elements(words: Mapping[str, Sequence[str]], lists: Mapping[str, Sequence[str]]) -> Mapping[str, str]:
    """Return the pattern of each element that stands for many words, in the words of a language.

    :param lists: the elements that stand for words of one sort, with those words.
    """
    apart, joints = "|".join(words["apart"]), "".join(f"|{word} " for word in words["joints"])
    owned, it = f"(?:{'|'.join(words['owners'])}) ", f"(?:{'|'.join(words['it'])}) "
    plain = f"(?:(?!(?:{apart}) ){_A_WORD}){{0,3}}?"
    whose = f"(?:(?:{'|'.join(words['whose'])}) (?:{owned})?{_A_WORD}|{_ID}){{0,2}}"
    after = f"{whose}(?:(?!(?:{apart}) ){_A_WORD})?" if words["whose"] else ""  # «reserva do quarto duplo»
    tail = f"(?:(?:{'|'.join(words['tails'])}) (?:{owned})?{_A_WORD})?"
    called = f"(?:{_MARKED})?"  # "order 4412"
    return {
        "ACT": plain + _ACT + after,
        "THING": plain + _MARKED + after,
        "IT": f"{_FIRST}(?:{words['that'][0]} )?(?:{owned}{_MARKED}|{it}|{called}{_ID})",
        "ID": _ID,
        "PATH": f"{_A_WORD}(?:[/.] {_A_WORD})+",
        "AMOUNT": f"(?:[^ ]{{1,2}} )?[$€£][{ACT}{THING}]? [0-9]+ (?:[.,] [0-9]+ )*",
        "DET": f"(?:{'|'.join(words['determiners'])}) ",
        "..": f"(?:{_A_WORD}){{0,4}}?",
        "_": _A_WORD,
        "$": rf"(?=[{_EDGES})(] {joints}|$)",
        "^": _FIRST,
        **{name: f"{plain}(?:{'|'.join(map(fold_word, sort))}){_WORD_END}{tail}" for name, sort in lists.items()},
    }


class _Compiler:
    def __init__(self, grammar: Grammar) -> None:
        self._table = grammar.table("results")
        self._grammar = grammar
        self._elements = _elements(self._table["words"], self._table["lists"])
        self._accented = grammar.table("stance").get("accented", ())
        self._tenses = frozenset(map(Form, self._table.get("tenses", Form)))
        self._joined = f"(?:[^ {_EDGES}]+ (?:{'|'.join(self._table['words']['joined'])}) )?"  # "signed and closed"
        self._helpers = "|".join(self._table["helpers"])
        self._common = frozenset(self._table["common"])
        self._patterns: dict[str, str] = {}
        self._compiled: dict[str, re.Pattern[str]] = {}
        self._words: dict[str, tuple[_Rarity, frozenset[str]]] = {}
        self._split = cache(_SPLIT.split)

    def compile(self) -> PatternTable:
        rows = [result for row in self._table["results"] for result in self._results(row)]
        places = range(max((len(row.needed) for row in rows), default=0))
        verbs = [self._grammar.inflect(verb) for verb in self._verbs()]
        return PatternTable(
            rows,
            standing=_standing(rows, places),
            shorter=[_bits(len(row.needed) <= place for row in rows) for place in places],
            marked=_bits(row.marked for row in rows),
            lemmas={self._key(form): lemma for lemma, forms in self._table["lemmas"].items() for form in forms},
            verbs=frozenset(chain.from_iterable(verbs)),
            pasts=frozenset(chain.from_iterable(map(_pasts, verbs))),
            denials=frozenset(self._table["denials"]),
            addressing=frozenset(self._table["addressing"]),
            former=frozenset(map(self._key, self._table["former"])),
            denies_after=bool(self._grammar.table("stance").get("denies_after")),
            expecting=frozenset(self._table["expecting"]),
            pattern=self.pattern,
        )

    def pattern(self, phrase: str) -> re.Pattern[str]:
        """Return the pattern of a row's phrase."""
        if phrase not in self._compiled:
            written = _numbered("".join(map(self._element, phrase.split())))
            self._compiled[phrase] = re.compile(f"(?<![^ ]){written}")
        return self._compiled[phrase]

    def _verbs(self) -> set[str]:
        elements = {element for row in self._table["results"] for phrase in row["words"] for element in phrase.split()}
        return {verb.lstrip("~") for element in elements if element[0] == "~" for verb in element.split("|")}

    def _results(self, row: Mapping[str, Any]) -> Iterator[Result]:
        """Yield a row in each of its phrases."""
        bare = self._result(row)
        for phrase in row["words"]:
            elements = phrase.split()
            words = frozenset(word for element in elements for word in self._split(element))
            yield bare._replace(
                phrase=phrase,
                needed=(*self._needed(elements), *bare.needed),
                fixed=words,
                led=elements[0] == "^" or elements[0] in _SUBJECT_ELEMENTS,
                marked=not words.isdisjoint(("ACT", "THING")),
                acting="ACT" in words and "THING" not in words,
            )

    def _result(self, row: Mapping[str, Any]) -> Result:
        """Return what a row is in whichever phrase."""
        groups = self._table["groups"]
        actions = [[action for name in row.get(key, "").split() for action in groups.get(name, [name])] for key in _OF]
        return Result(
            id=row["id"],
            phrase="",
            actions=frozenset(actions[0]),
            barred=frozenset(actions[1]),
            stance=Stance(row["says"]),
            subjects=frozenset(row.get("subject", "").split()),
            needs=frozenset(CHAR[name] for name in row.get("needs", "").split()),
            needed=_beside(row),
            denied=row.get("denied", False),
            ahead=row.get("ahead", False),
            bare=row.get("bare", False),
            sure=row.get("sure", False),
            unseen=row.get("unseen", False),
            event=row.get("event", False),
            new=row.get("new", False),
            affirms=row.get("affirms", False),
            like=frozenset(actions[2]) if "like" in row else None,
            carried=row.get("carried", False),
            over=row.get("over", False),
            aspect=Aspect(row.get("aspect", Aspect.RESULT)),
            fixed=frozenset(),
            led=False,
            marked=False,
            acting=False,
        )

    def _element(self, element: str) -> str:
        if element not in self._patterns:
            self._patterns[element] = self._pattern(element)
        return self._patterns[element]

    def _pattern(self, element: str) -> str:
        if element[0] == "!":
            return f"(?!{re.escape(element[1:].replace('_', ' '))} )"
        bare = element.strip("()")
        found = self._elements.get(bare) or self._written(bare)
        return f"(?:{found})?" if element[0] == "(" else found

    def _written(self, element: str) -> str:
        helper = f"(?:(?P<{_HELPER}>{self._helpers}) )?(?:have )?"
        if element in ("be", "have"):
            return helper + (f"be {self._joined}" if element == "be" else "have ")
        forms = "|".join("".join(re.escape(word) + _WORD_END for word in form.split()) for form in self._forms(element))
        return (helper if element[0] == "~" else "") + f"(?:{forms})"

    def _forms(self, element: str) -> list[str]:
        """Return the written forms of an element: its alternatives, "~know" in each of its forms."""
        words = [fold_word(word.lstrip("~")).replace("_", " ") for word in element.split("|")]
        if element[0] != "~":
            return words
        return sorted({form for word in words for form in self._inflected(word)}, key=len, reverse=True)

    def _inflected(self, word: str) -> Iterator[str]:
        for form, inflections in self._grammar.inflect(word).items():
            if any(inflection.form in self._tenses for inflection in inflections):
                yield form

    def _key(self, word: str) -> str:
        return word if word in self._accented else fold_word(word)

    def _needed(self, elements: Sequence[str]) -> tuple[frozenset[str], ...]:
        """Return the words of each element of which one must stand in a unit, the rarest first."""
        fixed = [each for each in elements if each not in self._elements and each[0] not in "!("]
        needed = sorted(map(self._words_of, fixed), key=itemgetter(0), reverse=True)
        return tuple([words for _, words in needed])

    def _words_of(self, element: str) -> tuple[_Rarity, frozenset[str]]:
        """Return the words that an element is looked for at, and how rare the commonest of them is."""
        if element not in self._words:
            met = self._met(element)
            words = frozenset(max(form.split(), key=self._rarity) if " " in form else form for form in met)
            self._words[element] = min(map(self._rarity, words)), words
        return self._words[element]

    def _met(self, element: str) -> Iterator[str]:
        """Yield the forms of an element that a text may have in its place, of a phrase its last word."""
        lemmas = self._table["lemmas"]
        for word in element.split("|"):
            if word not in lemmas:
                yield from self._forms(f"~{word.lstrip('~')}" if element[0] == "~" else word)
                continue
            phrases = self._grammar.table("stance")["phrases"].get(word, ())
            forms = [form for lemma, forms in lemmas.items() if lemma.split()[-1:] == [word] for form in forms]
            yield from (self._key(form) for form in (*forms, *(phrase.split()[-1] for phrase in phrases)))

    def _rarity(self, word: str) -> _Rarity:
        return word not in self._common, len(word)


def _standing(rows: Sequence[Result], places: range) -> dict[str, list[int]]:
    """Return by word the rows that it may stand in, by the place of the element it stands for."""
    standing: dict[str, list[int]] = {}
    for index, row in enumerate(rows):
        for place, needed in enumerate(row.needed):
            for word in needed:
                if word not in standing:
                    standing[word] = [0] * len(places)
                standing[word][place] |= 1 << index
    return standing


def _bits(each: Iterable[bool]) -> int:
    """Return the places at which ``each`` is true, as a bitset."""
    return sum(1 << index for index, holds in enumerate(each) if holds)


def _numbered(pattern: str) -> str:
    """Return a pattern with a number for the name of each of its helpers."""
    first, *others = pattern.split(_HELPER)
    return first + "".join(f"helper{number}{other}" for number, other in enumerate(others))


def _beside(row: Mapping[str, Any]) -> tuple[frozenset[str], ...]:
    """Return the words of which one must stand in a row's unit, anywhere: "already"."""
    words = row.get("beside", "").split()
    return (frozenset(map(fold_word, words)),) if words else ()


def _pasts(forms: Mapping[str, frozenset[Inflection]]) -> Iterator[str]:
    """Yield the forms that are a past and nothing else: "landed", and not "put"."""
    for word, inflections in forms.items():
        if {inflection.form for inflection in inflections} <= {Form.PAST, Form.PARTICIPLE}:
            yield word
