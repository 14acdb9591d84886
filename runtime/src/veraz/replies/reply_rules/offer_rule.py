"""The rule on offers: which of the things a unit offers it may."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from veraz.languages import Grammar
from veraz.outcomes import Outcome, Stance
from veraz.replies.reply_rules.offer_words import Offer, OfferWords
from veraz.replies.verdict import HeldClaim
from veraz.text.trie import PhraseTrie
from veraz.tools import Toolset


@dataclass(frozen=True, slots=True)
class OfferRule:
    """What may be offered.

    :ivar things: the things that may be offered in any words, as one of the phrases names no more than a thing.
    :ivar allowed: the phrases, one of which has to hold the thing as it is offered: "10% discount".
    :ivar told: the things that each tool gives, so that a report of a call is no offer.
    """

    words: OfferWords
    things: frozenset[str]
    allowed: PhraseTrie[bool]
    longest: int
    told: Mapping[str, frozenset[str]]

    @classmethod
    def of(cls, allowed: Sequence[str], tools: Toolset, grammar: Grammar) -> OfferRule:
        """Compile the phrases ``allowed``."""
        words = OfferWords.of(grammar)
        phrases = [words.words(phrase) for phrase in allowed]
        trie = PhraseTrie.of((phrase, True) for phrase in phrases)
        things = frozenset(thing for phrase in phrases if (thing := words.named(phrase)))
        told = {tool.name: words.spoken_of(words.words(tool.words)) for tool in tools.values()}
        return cls(words, things, trie, max(map(len, phrases), default=0), told)

    def first_in(self, text: str, claims: Sequence[HeldClaim]) -> str | None:
        """Return the key of the first thing that ``text`` offers and may not, or ``None``.

        A thing that one of ``claims`` tells of, as what became of a call, is no offer.
        """
        words = self.words.words(text)
        told = {thing for claim in claims if _is_of_a_call(claim) for thing in self.told[claim.tool]}
        for offer in self.words.offers(words):
            if offer.thing not in told | self.things and not self._is_allowed(words, offer):
                return offer.thing
        return None

    def _is_allowed(self, words: Sequence[str], offer: Offer) -> bool:
        starts = range(max(0, offer.stop - self.longest), offer.first + 1)
        ends = (end for start in starts for end, _ in self.allowed.at(words, start, len(words)))
        return any(end >= offer.stop for end in ends)


def _is_of_a_call(claim: HeldClaim) -> bool:
    return claim.stance is not Stance.MENTION and claim.outcome not in (None, Outcome.NOT_ATTEMPTED)
