"""Words that make claims of their own, whatever the tools: predicates, and whole answers."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple, TypeVar

from veraz.languages import Grammar
from veraz.languages.named_rules import NamedRule
from veraz.outcomes import Stance
from veraz.text.fold import fold_word
from veraz.text.trie import PhraseTrie

COMPLETION = NamedRule("completion", "a whole answer that speaks of the latest write", "as the table has it")
UNAVAILABLE = NamedRule("unavailable", "with an apology, what says that there was nothing to be had", "says_not_done")
LACKING = NamedRule("lacking", "that there was none free, open or left", "says_not_done")
_WORDS = (
    "pointers",
    "objects",
    "owned",
    "statuses",
    "lacking",
    "existential",
    "consent",
    "please",
    "answering",
    "absolute",
    "either",
    "by",
    "by_the",
    "means",
    "of_kind",
    "kinds",
    "relatives",
    "addressing",
    "expecting",
    "expected",
    "contrasts",
    "references",
    "excepting",
    "imperatives",
    "promising",
    "promised_by",
    "ellipsis_heads",
    "asking",
    "lasting",
)
_Entry = TypeVar("_Entry")
_NOT = {Stance.DONE: Stance.NOT_DONE, Stance.NOT_DONE: Stance.DONE, Stance.PROMISE: Stance.MENTION}


class Predicate(NamedTuple):
    """What a noun of a tool is said to be: "complete", "on its way", "pending"."""

    stance: Stance

    def apply(self, said: Stance) -> Stance:
        """Return the stance of a sentence that says it (or denies it, promises it) of a noun."""
        if self.stance is Stance.NOT_DONE:
            return _NOT.get(said, said)
        if self.stance is Stance.UNKNOWN:
            return Stance.UNKNOWN if said is Stance.DONE else Stance.MENTION
        return said


class Completion(NamedTuple):
    """A whole answer that speaks of the latest write: "All set!"."""

    stance: Stance
    rule: str


class Lexicon(NamedTuple):
    """A language's words that make claims of their own, or that point, ask and deny; each a list of its stance table.

    :ivar pointers: subjects that point back ("it"), ``objects`` the ones that follow a verb ("booked it").
    :ivar owned: words for what is the person's, of which no regret is read.
    :ivar others: who else may have done a thing, or have it, with the word before: "by another guest".
    :ivar exhausted: before what is booked, they say that there is none left: "every room".
    :ivar partial: words beside which some of several things alike are told of: "the first two".
    :ivar quantifiers: words that cover several calls ("both").
    :ivar statuses: what a thing's state is called ("status").
    :ivar ellipses: what a sentence without a verb ends with, and how that stands to the one before ("too": as that one,
        which is ``mentions``); ``ellipsis_heads`` the words that may open one.
    :ivar lasting: predicates that say that nothing has ended a thing: «o cartão está ativo».
    :ivar reports: what opens a list of what was done ("what I did").
    :ivar lacking: what there may be none of ("available"), said outright after an ``existential`` ("there").
    :ivar consent: words that ask for the person's word; ``please`` and ``answering`` open such a unit: "Reply yes to".
    :ivar asking: verbs that, with no noun of a tool, ask the person for something: «solicitamos que aguarde».
    :ivar by: words after a passive that say who did it, unless one of ``means`` follows: «pelo vendedor», «pelo site»;
        ``by_the`` may stand between.
    :ivar absolute: what a thing and a participle follow that only say how: "with breakfast included".
    :ivar either: what joins the things that one "no" denies: "no bags or seats were added".
    :ivar of_kind: words before what a bare plural is of: «reservas de quadra».
    :ivar kinds: what says which kind a bare plural is of: "recurring"; ``relatives`` what may say more of it after it.
    :ivar contrasts: what stands between two acts that came to different ends: "but".
    :ivar references: what an identifier is called ("reference").
    :ivar addressing: words that speak of the person.
    :ivar expecting: helpers that tell what is to be expected, before ``expected`` verbs: "you should receive it".
    :ivar excepting: words beside which none of ``quantifiers`` covers all.
    :ivar imperatives: verbs that ask the person for what a promise hangs on: "send it over and I'll file it".
    :ivar promising: what stands between the two; ``promised_by`` what makes a present a promise: «mande que eu envio».
    :ivar transparent: where a compound's last word names it, those that do not count; ``None`` for other languages.
    """

    predicates: PhraseTrie[Predicate]
    completions: PhraseTrie[Completion]
    unavailable: PhraseTrie[Completion]
    reports: PhraseTrie[bool]
    ellipses: PhraseTrie[Stance]
    quantifiers: PhraseTrie[bool]
    others: PhraseTrie[bool]
    exhausted: PhraseTrie[bool]
    partial: PhraseTrie[bool]
    lack: Completion
    transparent: frozenset[str] | None
    pointers: frozenset[str]
    objects: frozenset[str]
    owned: frozenset[str]
    statuses: frozenset[str]
    lacking: frozenset[str]
    existential: frozenset[str]
    consent: frozenset[str]
    please: frozenset[str]
    answering: frozenset[str]
    by: frozenset[str]
    by_the: frozenset[str]
    means: frozenset[str]
    absolute: frozenset[str]
    either: frozenset[str]
    of_kind: frozenset[str]
    kinds: frozenset[str]
    relatives: frozenset[str]
    addressing: frozenset[str]
    expecting: frozenset[str]
    expected: frozenset[str]
    contrasts: frozenset[str]
    references: frozenset[str]
    excepting: frozenset[str]
    imperatives: frozenset[str]
    promising: frozenset[str]
    promised_by: frozenset[str]
    ellipsis_heads: frozenset[str]
    asking: frozenset[str]
    lasting: frozenset[str]

    @classmethod
    @cache
    def of(cls, grammar: Grammar) -> Lexicon:
        """Compile the lists of the language's stance table."""
        table = grammar.table("stance")
        compound = table.get("compound")
        return cls(
            predicates=_trie((phrase, Predicate(Stance(stance))) for stance, phrase in _listed(table["predicates"])),
            completions=_trie(
                (phrase, Completion(Stance(stance), COMPLETION.of(grammar)))
                for stance, phrase in _listed(table["completions"])
            ),
            unavailable=_trie(
                (phrase, Completion(Stance.NOT_DONE, UNAVAILABLE.of(grammar))) for phrase in table["unavailable"]
            ),
            ellipses=_trie((phrase, Stance(stance)) for stance, phrase in _listed(table["ellipses"])),
            reports=_trie((phrase, True) for phrase in table.get("reports", ())),
            partial=_trie((phrase, True) for phrase in table["partial"]),
            exhausted=_trie((phrase, True) for phrase in table.get("exhausted", ())),
            others=_trie(_pairs(table.get("others", {}))),
            quantifiers=_trie((phrase, True) for phrase in table.get("quantifiers", ())),
            lack=Completion(Stance.NOT_DONE, LACKING.of(grammar)),
            transparent=None if compound is None else frozenset(compound["transparent"]),
            **{key: frozenset(map(fold_word, table.get(key, ()))) for key in _WORDS},
        )


def _pairs(table: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, bool]]:
    pairs = itertools.product(table.get("before", ()), table.get("who", ()))
    return ((f"{before} {who}", True) for before, who in pairs)


def _listed(table: Mapping[str, Iterable[str]]) -> Iterator[tuple[str, str]]:
    return ((key, phrase) for key, phrases in table.items() for phrase in phrases)


def _trie(entries: Iterable[tuple[str, _Entry]]) -> PhraseTrie[_Entry]:
    return PhraseTrie.of((fold_word(phrase).split(), entry) for phrase, entry in entries)
