"""Words that make claims of their own, whatever the tools: predicates, and whole answers."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from veraz.languages import Grammar
from veraz.outcomes import Stance
from veraz.text.fold import fold_word
from veraz.text.trie import PhraseTrie

_WORDS = ("pointers", "objects", "statuses", "consent", "please")
_NOT = {Stance.DONE: Stance.NOT_DONE, Stance.NOT_DONE: Stance.DONE, Stance.PROMISE: Stance.MENTION}


@dataclass(frozen=True, slots=True)
class Predicate:
    """What a noun of a tool is said to be: "complete", "on its way", "pending"."""

    stance: Stance

    def apply(self, said: Stance) -> Stance:
        """Return the stance of a sentence that says it (or denies it, promises it) of a noun."""
        if self.stance is Stance.NOT_DONE:
            return _NOT.get(said, said)
        if self.stance is Stance.UNKNOWN:
            return Stance.UNKNOWN if said is Stance.DONE else Stance.MENTION
        return said


@dataclass(frozen=True, slots=True)
class Completion:
    """A whole answer that speaks of the latest write: "All set!"."""

    stance: Stance
    rule: str


@dataclass(frozen=True)
class Lexicon:
    """A language's predicates, completions, the words that point back (`objects` after a verb), and those that ask for consent."""

    predicates: PhraseTrie[Predicate]
    completions: PhraseTrie[Completion]
    unavailable: PhraseTrie[Completion]
    lacking: frozenset[str]
    existential: frozenset[str]
    lack: Completion
    pointers: frozenset[str]
    objects: frozenset[str]
    statuses: frozenset[str]
    consent: frozenset[str]
    please: frozenset[str]
    transparent: frozenset[str] | None
    """Where a compound's last word names it: the words that do not count as one; ``None`` for other languages."""

    @classmethod
    @cache
    def of(cls, grammar: Grammar) -> Lexicon:
        """Compile the ``predicates``, ``completions`` and ``pointers`` of the language's stance table."""
        table = grammar.table("stance")
        predicates: PhraseTrie[Predicate] = PhraseTrie()
        completions: PhraseTrie[Completion] = PhraseTrie()
        for stance, phrases in table["predicates"].items():
            for phrase in phrases:
                predicates.add(fold_word(phrase).split(), Predicate(Stance(stance)))
        for stance, phrases in table["completions"].items():
            for phrase in phrases:
                completions.add(fold_word(phrase).split(), Completion(Stance(stance), f"{grammar.code[:2]}.completion"))
        pointers, objects, statuses, consent, please = (frozenset(map(fold_word, table[key])) for key in _WORDS)
        compound = table.get("compound")
        transparent = None if compound is None else frozenset(compound["transparent"])
        unavailable: PhraseTrie[Completion] = PhraseTrie()
        for phrase in table["unavailable"]:
            unavailable.add(fold_word(phrase).split(), Completion(Stance.NOT_DONE, f"{grammar.code[:2]}.unavailable"))
        lacking, existential = frozenset(table["lacking"]), frozenset(table["existential"])
        lack = Completion(Stance.NOT_DONE, f"{grammar.code[:2]}.lacking")
        return cls(
            predicates,
            completions,
            unavailable,
            lacking,
            existential,
            lack,
            pointers,
            objects,
            statuses,
            consent,
            please,
            transparent,
        )
