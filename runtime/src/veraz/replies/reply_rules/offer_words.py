"""What a sentence offers: a discount, a voucher, free delivery, as something to be had and not as something told.

A thing is offered where a verb of giving in the present or future, or in the speaker's past, leads to it in the same
clause, or a phrase beside it does ("how about …", "… on us"); not where it is denied, asked about or only part of
something else ("refund status").
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from veraz.languages import Form, Grammar, Inflection
from veraz.text.fold import fold
from veraz.text.tokens import tokenize
from veraz.text.trie import PhraseTrie

_AHEAD = frozenset({Form.BASE, Form.PRESENT, Form.FUTURE, Form.CONDITIONAL, Form.SUBJUNCTIVE, Form.GERUND})
_REACH = 8  # tokens from a verb of giving to the thing; no line of the corpus hangs on one more or less
_BEFORE = 4  # tokens before a verb in which it is denied, or its speaker named; the corpus hangs on none more or less
_ENDS_DENIAL = frozenset(",;.:!?")
_BETWEEN = 3  # tokens between a thing and the phrase after it that offers it; the corpus needs no more than 2


@dataclass(frozen=True, slots=True)
class Offer:
    """A thing that is offered at tokens ``first`` up to ``stop``; ``thing`` is its key in the tables (``discount``)."""

    first: int
    stop: int
    thing: str


@dataclass(frozen=True, slots=True)
class OfferWords:
    """A language's table ``offers``, compiled; the table's comments say what each list is for.

    :ivar singular: from the plural of a thing's word to the word.
    :ivar giving: from a form of a verb of giving to whether it offers only with its speaker named.
    """

    keys: frozenset[str]
    things: PhraseTrie[str]
    acts: Mapping[str, str]
    singular: Mapping[str, str]
    giving: Mapping[str, bool]
    leading: PhraseTrie[bool]
    following: PhraseTrie[bool]
    ahead: frozenset[str]
    speakers: frozenset[str]
    heads: frozenset[str]
    breaks: frozenset[str]
    withheld: frozenset[str]

    @staticmethod
    @cache
    def of(grammar: Grammar) -> OfferWords:
        """Return the words of ``grammar``, compiled once."""
        table = grammar.table("offers")
        things = [(phrase, thing) for thing, phrases in table["things"].items() for phrase in phrases]
        return OfferWords(
            keys=frozenset(table["things"]),
            things=_trie(things),
            acts=_acts(table["acts"], grammar),
            singular=_singulars((phrase for phrase, _ in things), grammar),
            giving=_giving(table["giving"], frozenset(table["unlike"]), grammar),
            leading=_trie((phrase, True) for phrase in table["leading"]),
            following=_trie((phrase, True) for phrase in table["following"]),
            **{name: frozenset(table[name]) for name in ("ahead", "speakers", "heads", "breaks", "withheld")},
        )

    def words(self, text: str) -> tuple[str, ...]:
        """Return the tokens of ``text``, a thing's plural as its singular."""
        return tuple(self.singular.get(word, word) for word in tokenize(fold(text)).words)

    def named(self, phrase: Sequence[str]) -> str | None:
        """Return the thing that ``phrase`` is another word for, where it says no more than that."""
        return next((things[0] for end, things in self.things.at(phrase, 0, len(phrase)) if end == len(phrase)), None)

    def spoken_of(self, phrase: Sequence[str]) -> frozenset[str]:
        """Return every thing that a word of ``phrase`` names: by its key, a word for it, or a verb that gives it."""
        named = {thing for _, _, thing in self._things(phrase)}
        return self.keys & set(phrase) | named | {self.acts[word] for word in phrase if word in self.acts}

    def offers(self, words: Sequence[str]) -> Iterator[Offer]:
        """Yield what ``words`` offer, in order."""
        for first, stop, thing in self._things(words):
            if not self.heads.isdisjoint(words[stop : stop + 1]):
                continue
            if self._is_led_to(words, first) or self._is_followed(words, first, stop):
                yield Offer(first, stop, thing)
        for index, word in enumerate(words):
            if word in self.acts and self._is_ahead(words, index):
                yield Offer(index, index + 1, self.acts[word])

    def _things(self, words: Sequence[str]) -> Iterator[tuple[int, int, str]]:
        """Yield each thing named by its longest words: the tokens from and to which they stand, and its key."""
        past = 0
        for first in range(len(words)):
            *_, longest = [None, *self.things.at(words, first, len(words))] if first >= past else [None]
            if longest:
                past = longest[0]
                yield first, past, longest[1][0]

    def _is_led_to(self, words: Sequence[str], first: int) -> bool:
        """Tell whether a verb of giving, or a phrase that offers, leads to the thing at ``first``."""
        leads = self._leads(words, first)
        for index in range(first - 1, max(-1, first - 1 - _REACH), -1):
            word = words[index]
            if index + 1 in leads:
                return not self._is_withheld(words, leads[index + 1])
            if word in self.giving and self._gives(words, index):
                return not self._is_withheld(words, index)
            if word in self.withheld or word in self.breaks:
                return False
        return False

    def _leads(self, words: Sequence[str], stop: int) -> dict[int, int]:
        """Return where each phrase before ``stop`` that leads to an offer starts, by the token after its end."""
        starts = range(max(0, stop - 2 * _REACH), stop)
        return {end: start for start in starts for end, _ in self.leading.at(words, start, stop)}

    def _gives(self, words: Sequence[str], index: int) -> bool:
        needs_speaker = self.giving[words[index]]
        return not needs_speaker or not self.speakers.isdisjoint(words[max(0, index - _BEFORE) : index])

    def _is_ahead(self, words: Sequence[str], index: int) -> bool:
        """Tell whether the verb at ``index`` is put in the future: "I can refund you", "posso estornar"."""
        before = words[max(0, index - 2) : index]
        leads = not self.ahead.isdisjoint(before) and self.breaks.isdisjoint(before)
        return leads and self.heads.isdisjoint(words[index + 1 : index + 2]) and not self._is_withheld(words, index)

    def _is_followed(self, words: Sequence[str], first: int, stop: int) -> bool:
        """Tell whether a phrase such as "on us" follows the thing, with no denial before or between."""
        if self._is_withheld(words, first):
            return False
        for index in range(stop, min(len(words), stop + _BETWEEN + 1)):
            if words[index] in self.withheld:
                return False
            if any(self.following.at(words, index, len(words))):
                return True
        return False

    def _is_withheld(self, words: Sequence[str], index: int) -> bool:
        """Tell whether what is at ``index`` is denied, or only spoken of, by a word shortly before it in its clause."""
        for word in reversed(words[max(0, index - _BEFORE) : index]):
            if word in _ENDS_DENIAL:
                return False
            if word in self.withheld:
                return True
        return False


def _trie(phrases: Iterable[tuple[str, Any]]) -> PhraseTrie[Any]:
    return PhraseTrie.of((tokenize(phrase).words, payload) for phrase, payload in phrases)


def _singulars(phrases: Iterable[str], grammar: Grammar) -> dict[str, str]:
    words = {word for phrase in phrases for word in tokenize(phrase).words if word.isalpha()}
    return {plural: word for word in words for plural in grammar.plurals(word) if plural not in words}


def _acts(table: Mapping[str, Sequence[str]], grammar: Grammar) -> dict[str, str]:
    plain = ((verb, thing) for thing, verbs in table.items() for verb in verbs)
    return {form: thing for verb, thing in plain for form, what in grammar.inflect(verb).items() if _is_plain(what)}


def _is_plain(what: Iterable[Inflection]) -> bool:
    return any(each.form is Form.BASE for each in what)


def _giving(verbs: Iterable[str], unlike: frozenset[str], grammar: Grammar) -> dict[str, bool]:
    """Return the forms of ``verbs`` that give, each with whether it does only where its speaker is named."""
    giving: dict[str, bool] = {}
    for verb in verbs:
        for form, what in grammar.inflect(verb).items():
            alone = any(each.form in _AHEAD or (each.form is Form.PAST and each.person == 1) for each in what)
            past = any(each.form in (Form.PAST, Form.PARTICIPLE) for each in what)
            if form not in unlike and (alone or past):
                giving[form] = not alone and giving.get(form, True)
    return giving
