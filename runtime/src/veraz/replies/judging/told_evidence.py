"""Whether a unit that claims nothing of a call yet tells what became of it, by weighed evidence.

What speaks for it are words that speak of the tool, words and values that only this call carries, and words of its
reason; what speaks against it is another call of which the unit says as much. A call that was not done is told only by
what denies, doubts or asks, as its outcome has it: a bare mention tells nothing of it.

The kinds of evidence are those that counted most in a regression over replies to tools that nobody had tuned on; the
weights are rounded from it, and :data:`BARS` set where no write that a labelled reply leaves out goes untold.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from veraz.languages.named_rules import NamedRule
from veraz.outcomes import Call, Outcome, Stance, by_tool
from veraz.reading import Claim, Reach, UnitReading
from veraz.reading.analysis.function_words import FunctionWords
from veraz.reading.signals.polarity import Clauses, Polarity
from veraz.records.plain import attempted
from veraz.replies.evidence.among import Among
from veraz.replies.evidence.call_evidence import CallEvidence
from veraz.replies.judging.judgement import Judgement, allowed
from veraz.text.fold import fold
from veraz.text.tokens import tokenize
from veraz.values import Support, Value
from veraz.vocabulary import Vocabulary

EFFECT = NamedRule("effect", "that what a call does is so, which was not done", "says_done")
YIELDS = NamedRule("yields", "a claim that speaks in truth of another call, which bears it out", "as that call has it")


class Weights(NamedTuple):
    """What each kind of evidence weighs; the strongest verb and the strongest noun of a unit count once each.

    :ivar own_verb: a verb of the tool; ``kin_verb`` of a like action; ``stem`` another form of a word it was sent.
    :ivar act: a noun of what the tool does; ``thing`` of what it is done to, ``only_thing`` if no other write's.
    :ivar own_word: a word no other write was sent; ``seen_word`` if look-ups returned it; ``shared_word`` any other.
    :ivar own_text: a whole text that only this call was sent or returned; ``value`` an amount, date or code.
    :ivar returned: a word that only it returned.
    :ivar reason: a word of its reason.
    :ivar only_one: that no other call of the turn waits, or is not known.
    """

    own_verb: float = 1.0
    kin_verb: float = 0.5
    stem: float = 0.8
    act: float = 1.0
    thing: float = 0.7
    only_thing: float = 1.0
    own_word: float = 1.0
    seen_word: float = 0.5
    shared_word: float = 0.3
    own_text: float = 1.0
    value: float = 0.7
    returned: float = 0.5
    reason: float = 1.0
    only_one: float = 1.0


class Bar(NamedTuple):
    """How much evidence tells a call: where no other tool's call has nearly as much, and ``beside`` one that has."""

    alone: float
    beside: float = 2.0


WEIGHTS = Weights()
MOST_SENT, MOST_RETURNED, MOST_REASON = 3.0, 1.0, 2.0
"""The most that words it was sent, that it returned, and of its reason come to: a long text has many."""
MARGIN, SURELY = 0.5, 0.75
"""By how much the evidence for one call must be more than that for any other: that it is told, that it is spoken of."""
MOST_SHOWN = 0.5
"""The share of a unit's words that a look-up may have returned where the unit is to tell of a write."""
BARS: Mapping[Outcome, Bar] = {
    Outcome.DONE: Bar(1.0),
    Outcome.UNDONE: Bar(1.0),
    Outcome.FAILED: Bar(1.5),
    Outcome.REFUSED: Bar(1.5),
    Outcome.NOT_ATTEMPTED: Bar(1.5),
    Outcome.PENDING: Bar(1.5),
    Outcome.UNKNOWN: Bar(1.5),
}
"""Stricter for what was not done or is not known: left out, it does more harm than what is told twice."""

_MADE = (Outcome.DONE, Outcome.UNDONE)
_NOT_MADE = (Outcome.FAILED, Outcome.REFUSED, Outcome.NOT_ATTEMPTED)
_OPEN_ENDED = (Outcome.PENDING, Outcome.UNKNOWN)
_STEM = 6  # letters that two words share which are forms of one: "archived", "ARCHIVED"
_LONG = 4  # letters of a word of a reason that tells something


class ToldEvidence:
    """Weighs what the units of a reply tell of the writes that are ``owed``; ``wording`` words a call's reason."""

    def __init__(
        self,
        evidence: CallEvidence,
        owed: Sequence[Call],
        lookups: Sequence[Call],
        vocabulary: Vocabulary,
        function_words: FunctionWords,
        wording: Callable[[str], str] = str,
        strictness: float = 1.0,
    ) -> None:
        self._evidence = evidence
        self._owed = owed
        self._lookups = lookups
        self._vocabulary = vocabulary
        self._function_words = function_words
        self._wording = wording
        self._strictness = strictness
        self._sent: dict[int, frozenset[str]] = {}
        self._back: dict[int, frozenset[str]] = {}
        self._holders: dict[Value, int | None] = {}

    def told(self, reading: UnitReading, clauses: Clauses, values: Sequence[Value]) -> list[Call]:
        """Return the calls owed of which a unit tells what became of them."""
        strange = [value for value in values if self._evidence.by_any.holds(value) is not Support.CARRIED]
        scores = [
            0.0 if self._is_of_another(call, strange) else self._score(call, reading, clauses, values)
            for call in self._owed
        ]
        most: dict[str, float] = {}
        for call, score in zip(self._owed, scores, strict=True):
            most[call.tool] = max(score, most.get(call.tool, 0.0))
        second, best = sorted((0.0, 0.0, *most.values()))[-2:]
        rivals = {tool: second if score == best else best for tool, score in most.items()}
        scored = zip(self._owed, scores, strict=True)
        return [call for call, score in scored if self._is_enough(call, score, rivals[call.tool])]

    def _is_enough(self, call: Call, score: float, rival: float) -> bool:
        """Tell whether a score tells ``call``, where another tool's call has ``rival`` at most."""
        bar = BARS[call.outcome]
        return score >= self._strictness * (bar.alone if score >= rival + MARGIN else bar.beside)

    def asserted(self, reading: UnitReading, clauses: Clauses, values: Sequence[Value]) -> tuple[Call, float] | None:
        """Return the call that was not done of which a unit tells outright that what it does is so, and how surely.

        Something must be said that no other call has, and nothing of why it was not done; and no look-up may show
        most of what is said.
        """
        said = clauses.analysis.tokens.words
        tokens = [at for at, word in enumerate(said) if word[0].isalnum()]
        words = {said[at] for at in tokens}
        content = [word for word in words if self._tells(word)]
        outright = all(clauses.polarity[at] is Polarity.TOLD for at in tokens) and not _is_open(reading)
        if not content or not outright or max(self._shown(content), default=0.0) > MOST_SHOWN:
            return None
        weighed = [(self._alone(call, reading, words, values), call) for call in self._owed]
        scores = [self._ties(call, clauses, tokens) + min(MOST_SENT, alone) for alone, call in weighed]
        wrong = [
            (score, at)
            for at, (score, (alone, call)) in enumerate(zip(scores, weighed, strict=True))
            if call.outcome not in _MADE and alone >= WEIGHTS.own_word and not self._of_reason(call, words)
        ]
        score, at = max(wrong, default=(0.0, -1))
        rival = max((*scores[:at], *scores[at + 1 :]), default=0.0) if at >= 0 else 0.0
        return (self._owed[at], score) if at >= 0 and score >= rival + SURELY else None

    def _shown(self, content: Collection[str]) -> Iterator[float]:
        """Yield the share of some words that each look-up returned."""
        for call in self._lookups:
            returned = self._evidence.returned(call).words
            yield sum(word in returned for word in content) / len(content)

    def yielding(self, judgement: Judgement, text: str) -> Call | None:
        """Return the call that a false claim speaks of in truth: its clause has what only that one carries.

        It names nothing of the call it was held to, and the other bears it out: "SPRING15 was rejected", where the plan
        was changed and only the coupon was refused.
        """
        claim = judgement.claim
        clause = text[claim.clause_start : claim.clause_end]
        words = set(tokenize(clause).words)
        if claim.stance not in (Stance.DONE, Stance.NOT_DONE) or claim.reach is Reach.SEVERAL:
            return None
        held_to = judgement.call
        if self._own(held_to, text, set(tokenize(text).words)):
            return None
        may = [call for call in self._owed if call is not held_to and self._bears(call, claim, words)]
        own, at = max(((self._own(call, clause, words), -at) for at, call in enumerate(may)), default=(0.0, 0))
        return may[-at] if own else None

    def _own(self, call: Call, clause: str, words: Collection[str]) -> float:
        """Return what a clause says of what only ``call`` was sent or returned."""
        return self._of_sent(call, words)[0] + self._beside.alone_names(call, clause)

    def _bears(self, call: Call, claim: Claim, words: Collection[str]) -> bool:
        """Tell whether ``call`` allows a claim whose words speak of its tool, or that denies or tells a result."""
        tool, bit = self._vocabulary.tool(call.tool), self._vocabulary.bitset([call.tool])
        forms = (form for word in words for form in self._vocabulary.heads.get(word, ()))
        acts = (noun.act for word in words for noun in self._vocabulary.nouns.get(word, ()))
        tied = claim.stance is Stance.NOT_DONE or claim.is_result
        tied = tied or any((form.head.own | form.head.kin) & bit for form in forms) or any(act & bit for act in acts)
        return tied and allowed(claim, tool, call)

    def _alone(self, call: Call, reading: UnitReading, words: Collection[str], values: Sequence[Value]) -> float:
        """Return what a unit says of what only ``call`` has: words, whole texts, values."""
        alone = max(self._of_sent(call, words)[0], WEIGHTS.own_text * self._beside.alone_names(call, reading.folded))
        return alone + WEIGHTS.value * sum(self._is_own(call, value) for value in values)

    def _score(self, call: Call, reading: UnitReading, clauses: Clauses, values: Sequence[Value]) -> float:
        """Return how much a unit tells of what became of ``call``; 0 where it can tell nothing of it."""
        said = clauses.analysis.tokens.words
        standing = enumerate(clauses.polarity)
        tokens = [at for at, each in standing if _may_tell(call.outcome, each) and said[at][0].isalnum()]
        words = {said[at] for at in tokens}
        reason = self._of_reason(call, words)
        if not tokens or not self._is_apt(call, reading, clauses, words):
            return 0.0
        alone, shared = self._alone(call, reading, words, values), self._of_sent(call, words)[1]
        if not self._is_meant(call, clauses, alone, shared + reason):
            return 0.0
        score = self._ties(call, clauses, tokens) + min(MOST_SENT, alone + shared) + reason
        if call.outcome in _MADE:
            return score + self._of_returned(call, words)
        only_one = call.outcome in _OPEN_ENDED and self._ends[call.outcome] == 1
        return score + WEIGHTS.only_one * only_one

    def _is_apt(self, call: Call, reading: UnitReading, clauses: Clauses, words: Collection[str]) -> bool:
        """Tell whether a unit may tell what became of ``call``: by what it denies, doubts or asks."""
        if call.outcome in _MADE:
            return not reading.asks
        if call.outcome is Outcome.PENDING:
            return reading.asks or reading.waits or Polarity.OPEN in clauses.polarity
        if call.outcome is Outcome.UNKNOWN:
            return reading.doubts or clauses.analysis.scopes.unsure
        return Polarity.DENIED in clauses.polarity or self._gives_reason(call, words)

    def _is_of_another(self, call: Call, strange: Sequence[Value]) -> bool:
        """Tell whether one of the values that no call has is of a kind that ``call`` has others of."""
        return any(self._evidence.by(call).holds(value) is Support.CONTRADICTED for value in strange)

    def _is_meant(self, call: Call, clauses: Clauses, alone: float, shared: float) -> bool:
        """Tell whether a unit speaks of ``call``, and not of others of its tool, or of what its tool does at all."""
        if call.outcome in _NOT_MADE and not alone + shared:
            return False  # "what was refunded in May stays refunded"
        return alone > 0 or self._covers_siblings(call, clauses)

    def _covers_siblings(self, call: Call, clauses: Clauses) -> bool:
        """Tell whether a unit that names no call of a tool speaks of all its calls, which ended alike: "all three"."""
        siblings = self._siblings[call.tool]
        if len(siblings) == 1:
            return True
        counted = {str(len(siblings)), *self._numbers.get(len(siblings), ())}
        covers = clauses.covers or not counted.isdisjoint(clauses.analysis.tokens.words)
        return covers and len(set(siblings)) == 1

    def _ties(self, call: Call, clauses: Clauses, tokens: Collection[int]) -> float:
        """Return what the verbs and nouns of a unit, at ``tokens``, say of the call's tool."""
        bit, analysis = self._vocabulary.bitset([call.tool]), clauses.analysis
        forms = [form.head for at in tokens for form in analysis.entries[at].forms]
        verbs = (WEIGHTS.own_verb * bool(head.own & bit) or WEIGHTS.kin_verb * bool(head.kin & bit) for head in forms)
        stems = (WEIGHTS.stem * self._is_form(call, analysis.tokens.words[at]) for at in tokens)
        nouns = [found.noun for found in analysis.nouns if found.at in tokens]
        acts = (WEIGHTS.act if noun.act & bit else self._of_thing(noun.thing, bit) for noun in nouns)
        return max((*verbs, *stems), default=0.0) + max(acts, default=0.0)

    def _of_thing(self, things: int, bit: int) -> float:
        if not things & bit:
            return 0.0
        return WEIGHTS.only_thing if things & self._vocabulary.writes == bit else WEIGHTS.thing

    def _is_form(self, call: Call, word: str) -> bool:
        """Tell whether a word is another form of one that ``call`` was sent."""
        return len(word) > _STEM and any(
            sent[:_STEM] == word[:_STEM] and sent != word for sent in self._words_sent(call)
        )

    def _of_sent(self, call: Call, words: Collection[str]) -> tuple[float, float]:
        """Return what ``words`` say of what ``call`` was sent: those no other write was sent, and those one was."""
        said = self._words_sent(call).intersection(words)
        alone = [word for word in said if self._senders[word] == 1]
        seen = sum(word in self._looked_up for word in alone)
        own = WEIGHTS.own_word * (len(alone) - seen) + WEIGHTS.seen_word * seen
        return own, WEIGHTS.shared_word * (len(said) - len(alone))

    def _of_reason(self, call: Call, words: Collection[str]) -> float:
        if not call.reason:
            return 0.0
        told = {word for text in (call.reason, self._wording(call.reason)) for word in self._words(text)}
        return min(MOST_REASON, WEIGHTS.reason * sum(word in words for word in told if len(word) >= _LONG))

    def _gives_reason(self, call: Call, words: Collection[str]) -> bool:
        """Tell whether ``words`` say of a reason what is not said of the call by its very name."""
        own = {*self._words_sent(call), *self._words(self._vocabulary.tool(call.tool).words)}
        return self._of_reason(call, [word for word in words if word not in own]) >= MOST_REASON

    def _is_own(self, call: Call, value: Value) -> bool:
        """Tell whether ``call`` alone carries a value, of those owed and of look-ups."""
        if value not in self._holders:
            holders = [id(each) for each in self._owed if self._evidence.by(each).holds(value) is Support.CARRIED]
            alone = len(holders) == 1 and self._evidence.by_lookups.holds(value) is not Support.CARRIED
            self._holders[value] = holders[0] if alone else None
        return self._holders[value] == id(call)

    def _words_returned(self, call: Call) -> frozenset[str]:
        if id(call) not in self._back:
            words = () if call.result is None else self._evidence.returned(call).words
            self._back[id(call)] = frozenset(filter(self._tells, words))
        return self._back[id(call)]

    def _of_returned(self, call: Call, words: Collection[str]) -> float:
        """Return what ``words`` say of what only ``call`` returned, and was not sent."""
        said = self._words_returned(call).intersection(words).difference(self._words_sent(call), self._looked_up)
        return min(MOST_RETURNED, WEIGHTS.returned * sum(self._returners[word] == 1 for word in said))

    def _words_sent(self, call: Call) -> frozenset[str]:
        if id(call) not in self._sent:
            texts = _texts(call.arguments)
            self._sent[id(call)] = frozenset(word for text in texts for word in self._words(text))
        return self._sent[id(call)]

    def _words(self, text: str) -> Iterator[str]:
        return filter(self._tells, tokenize(fold(text.replace("_", " "))).words)

    def _tells(self, word: str) -> bool:
        return word[0].isalnum() and not self._function_words.is_function(word)

    @cached_property
    def _beside(self) -> Among:
        return self._evidence.among([*self._owed, *self._lookups])

    @cached_property
    def _senders(self) -> Counter[str]:
        """How many of the calls owed were sent a word."""
        return Counter(word for call in self._owed for word in self._words_sent(call))

    @cached_property
    def _returners(self) -> Counter[str]:
        """How many of the calls owed returned a word."""
        return Counter(word for call in self._owed for word in self._words_returned(call))

    @cached_property
    def _siblings(self) -> Mapping[str, Sequence[Outcome]]:
        """How the calls owed of each tool ended."""
        return {tool: [call.outcome for call in calls] for tool, calls in by_tool(self._owed).items()}

    @cached_property
    def _looked_up(self) -> frozenset[str]:
        return frozenset().union(*(self._evidence.returned(call).words for call in self._lookups))

    @cached_property
    def _ends(self) -> Counter[Outcome]:
        return Counter(call.outcome for call in self._owed)

    @cached_property
    def _numbers(self) -> Mapping[int, Collection[str]]:
        """Numbers and the words for them."""
        found: dict[int, list[str]] = {}
        for word, number in self._evidence.numbers.values.items():
            found.setdefault(number, []).append(word)
        return found


def _is_open(reading: UnitReading) -> bool:
    return reading.asks or reading.waits or reading.doubts or reading.inquires


def _may_tell(outcome: Outcome, polarity: Polarity) -> bool:
    if outcome in _MADE:
        return polarity is Polarity.TOLD
    return outcome in _OPEN_ENDED or polarity is not Polarity.OPEN


def _texts(value: Any) -> Iterator[str]:
    """Yield the texts and numbers in plain JSON as texts."""
    if isinstance(value, Mapping | list | tuple):
        for each in value.values() if isinstance(value, Mapping) else value:
            yield from _texts(each)
    elif value is not None and not isinstance(value, bool):
        yield attempted(str, value) or ""
