"""What a unit says of a call, weighed: words that speak of its tool, words and values that only it carries, its reason.

The kinds of evidence are those that counted most in a regression over replies to tools that nobody had tuned on; the
weights are rounded from it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import NamedTuple

from veraz.outcomes import Call, Outcome, by_tool
from veraz.reading.analysis.function_words import FunctionWords
from veraz.reading.signals.polarity import Clauses
from veraz.replies.evidence.among import Among
from veraz.replies.evidence.call_contents import STEM
from veraz.replies.evidence.call_evidence import CallEvidence
from veraz.text.fold import fold
from veraz.text.tokens import tokenize
from veraz.values import Support, Value
from veraz.vocabulary import Vocabulary


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


WEIGHTS = Weights()
MOST_SENT, MOST_RETURNED, MOST_REASON = 3.0, 1.0, 2.0
"""The most that words it was sent, that it returned, and of its reason come to: a long text has many."""

MADE = (Outcome.DONE, Outcome.UNDONE)
_LONG = 4  # letters of a word of a reason that tells something


class _Lexis(NamedTuple):
    """The words of a call: those it was sent and their stems, those it returned, those of its reason."""

    sent: frozenset[str]
    stems: frozenset[str]
    returned: frozenset[str]
    reason: frozenset[str]


class CallWeights:
    """Weighs what units say of the writes that are ``owed``.

    :ivar owed: the writes of the turn that a reply is to tell; ``lookups`` the calls whose results it may tell as well.
    :param wording: words a call's reason.
    """

    def __init__(
        self,
        evidence: CallEvidence,
        owed: Sequence[Call],
        vocabulary: Vocabulary,
        function_words: FunctionWords,
        wording: Callable[[str], str] = str,
    ) -> None:
        self.evidence = evidence
        self.owed = owed
        self.lookups = evidence.lookups
        self.vocabulary = vocabulary
        self._function_words = function_words
        self._wording = wording
        self._kept: dict[int, _Lexis] = {}
        self._holders: dict[Value, int | None] = {}

    def says_anything(self, call: Call, words: Collection[str], stems: Collection[str]) -> bool:
        """Tell whether folded ``words``, or other forms of them by their ``stems``, may say anything of ``call``."""
        own = self._lexis(call)
        if not (own.sent.isdisjoint(words) and own.returned.isdisjoint(words) and own.stems.isdisjoint(stems)):
            return True
        return bool(call.reason) and not own.reason.isdisjoint(words)

    def ties(self, call: Call, clauses: Clauses, tokens: Collection[int]) -> float:
        """Return what the verbs and nouns of a unit, at ``tokens``, say of the call's tool."""
        bit, analysis = self.vocabulary.bitset([call.tool]), clauses.analysis
        forms = [form.head for at in tokens for form in analysis.entries[at].forms]
        verbs = (WEIGHTS.own_verb * bool(head.own & bit) or WEIGHTS.kin_verb * bool(head.kin & bit) for head in forms)
        stems = (WEIGHTS.stem * self._is_form(call, analysis.tokens.words[at]) for at in tokens)
        nouns = [found.noun for found in analysis.nouns if found.at in tokens]
        acts = (WEIGHTS.act if noun.act & bit else self._of_thing(noun.thing, bit) for noun in nouns)
        return max((*verbs, *stems), default=0.0) + max(acts, default=0.0)

    def _of_thing(self, things: int, bit: int) -> float:
        if not things & bit:
            return 0.0
        return WEIGHTS.only_thing if things & self.vocabulary.writes == bit else WEIGHTS.thing

    def _is_form(self, call: Call, word: str) -> bool:
        """Tell whether a word is another form of one that ``call`` was sent."""
        if len(word) <= STEM:
            return False
        own = self._lexis(call)
        return word[:STEM] in own.stems and word not in own.sent

    def alone(self, call: Call, folded: str, words: Collection[str], values: Sequence[Value]) -> float:
        """Return what a unit says of what only ``call`` has: words, whole texts, values."""
        alone = max(self.of_sent(call, words)[0], WEIGHTS.own_text * self._beside.alone_names(call, folded))
        return alone + WEIGHTS.value * sum(self._is_own(call, value) for value in values)

    def own_of(self, call: Call, clause: str, words: Collection[str]) -> float:
        """Return what a clause says of what only ``call`` was sent or returned."""
        return self.of_sent(call, words)[0] + self._beside.alone_names(call, clause)

    def of_sent(self, call: Call, words: Collection[str]) -> tuple[float, float]:
        """Return what ``words`` say of what ``call`` was sent: those no other write was sent, and those one was."""
        said = [word for word in self._lexis(call).sent.intersection(words) if self.tells(word)]
        alone = [word for word in said if self._senders[word] == 1]
        seen = sum(word in self._looked_up for word in alone)
        own = WEIGHTS.own_word * (len(alone) - seen) + WEIGHTS.seen_word * seen
        return own, WEIGHTS.shared_word * (len(said) - len(alone))

    def of_reason(self, call: Call, words: Collection[str]) -> float:
        """Return what ``words`` say of the reason of ``call``, as it is and as it is worded."""
        said = len(self._lexis(call).reason.intersection(words)) if call.reason else 0
        return min(MOST_REASON, WEIGHTS.reason * said)

    def gives_reason(self, call: Call, words: Collection[str]) -> bool:
        """Tell whether ``words`` say of a reason what is not said of the call by its very name."""
        own = {*self._lexis(call).sent, *self._words(self.vocabulary.tool(call.tool).words)}
        return self.of_reason(call, [word for word in words if word not in own]) >= MOST_REASON

    def of_returned(self, call: Call, words: Collection[str]) -> float:
        """Return what ``words`` say of what only ``call`` returned, and was not sent."""
        own = self._lexis(call)
        said = [word for word in own.returned.intersection(words).difference(own.sent) if word not in self._looked_up]
        said = [word for word in said if self.tells(word)]
        return min(MOST_RETURNED, WEIGHTS.returned * sum(self._returners[word] == 1 for word in said))

    def _is_own(self, call: Call, value: Value) -> bool:
        """Tell whether ``call`` alone carries a value, of those owed and of look-ups."""
        if value not in self._holders:
            holders = [id(each) for each in self.owed if self.evidence.by(each).holds(value) is Support.CARRIED]
            alone = len(holders) == 1 and self.evidence.by_lookups.holds(value) is not Support.CARRIED
            self._holders[value] = holders[0] if alone else None
        return self._holders[value] == id(call)

    def _lexis(self, call: Call) -> _Lexis:
        found = self._kept.get(id(call))
        if found is None:
            sent = self.evidence.sent_contents(call)
            returned = frozenset() if call.result is None else self.evidence.returned(call).words
            texts = (call.reason, self._wording(call.reason)) if call.reason else ()
            reason = frozenset(word for text in texts for word in self._words(text) if len(word) >= _LONG)
            found = self._kept[id(call)] = _Lexis(sent.spoken, sent.stems, returned, reason)
        return found

    def _words(self, text: str) -> Iterator[str]:
        return filter(self.tells, tokenize(fold(text.replace("_", " "))).words)

    def tells(self, word: str) -> bool:
        """Tell whether a word says anything of what a call does or carries."""
        return word[0].isalnum() and not self._function_words.is_function(word)

    @cached_property
    def _beside(self) -> Among:
        return self.evidence.among([*self.owed, *self.lookups])

    @cached_property
    def _senders(self) -> Counter[str]:
        """How many of the calls owed were sent a word."""
        return Counter(word for call in self.owed for word in self._lexis(call).sent)

    @cached_property
    def _returners(self) -> Counter[str]:
        """How many of the calls owed returned a word."""
        return Counter(word for call in self.owed for word in self._lexis(call).returned)

    @cached_property
    def siblings(self) -> Mapping[str, Sequence[Outcome]]:
        """How the calls owed of each tool ended."""
        return {tool: [call.outcome for call in calls] for tool, calls in by_tool(self.owed).items()}

    @cached_property
    def _looked_up(self) -> frozenset[str]:
        return frozenset().union(*(self.evidence.returned(call).words for call in self.lookups))

    @cached_property
    def ends(self) -> Counter[Outcome]:
        """How many of the calls owed ended so."""
        return Counter(call.outcome for call in self.owed)

    @cached_property
    def numbers(self) -> Mapping[int, Collection[str]]:
        """Numbers and the words for them."""
        found: dict[int, list[str]] = {}
        for word, number in self.evidence.numbers.values.items():
            found.setdefault(number, []).append(word)
        return found
