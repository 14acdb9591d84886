"""Whether a unit that claims nothing of a call yet tells what became of it, so that nothing need be added."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from veraz.languages.ordered_rules import OrderedRule, decided
from veraz.outcomes import Call, Outcome, Record, Stance
from veraz.reading import UnitReading
from veraz.reading.analysis.function_words import FunctionWords
from veraz.replies.evidence.arguments import text_of
from veraz.replies.evidence.call_evidence import CallEvidence
from veraz.replies.evidence.made_good import NOT_MADE
from veraz.replies.judging.judgement import Judgement
from veraz.text.fold import fold
from veraz.text.tokens import tokenize
from veraz.values import Value
from veraz.vocabulary import Vocabulary

_MADE = (Outcome.DONE, Outcome.UNDONE)
_ENOUGH = 2  # words of a reason that tell it; with one, 34 lines of the corpus would tell what they do not
_LONG = 3  # letters, than which a word of a reason that tells something is longer; the corpus hangs on 3, not 2 or 4


class Omissions:
    """Tells of the calls of one record; ``wording`` gives a call's reason as people read it."""

    def __init__(
        self,
        evidence: CallEvidence,
        record: Record,
        vocabulary: Vocabulary,
        classes: FunctionWords,
        wording: Callable[[str], str] = str,
    ) -> None:
        self.evidence = evidence
        self._record = record
        self.vocabulary = vocabulary
        self._classes = classes
        self._wording = wording

    def is_told(
        self,
        call: Call,
        reading: UnitReading,
        judgements: Sequence[Judgement],
        values: Sequence[Value],
        *,
        asking: bool,
    ) -> bool:
        """Tell whether a unit tells of ``call`` by what only that call carries, by its reason, or by asking for it.

        A value that only it returned does; so do two of its texts, or one beside a word that speaks of its tool.

        :param judgements: those of the unit's claims; ``values`` those that it states.
        :param asking: whether the reply asks for the person's word.
        """
        return decided(TOLD, _Untold(self, call, reading, judgements, values, asking)) or False

    def gives_reason(self, call: Call, text: str) -> bool:
        """Tell whether a text gives the reason of ``call``: "another reader has reserved it"."""
        if not call.reason:
            return False
        said = set(tokenize(text).words)
        reasons = (set(self._telling_words(text)) for text in (call.reason, self._wording(call.reason)))
        return any(reason and len(reason & said) >= min(len(reason), _ENOUGH) for reason in reasons)

    def _telling_words(self, text: str) -> Iterator[str]:
        words = tokenize(fold(text)).words
        return (word for word in words if len(word) > _LONG and not self._classes.is_function(word))

    def sent_alone(self, call: Call, text: str) -> bool:
        """Tell whether a text has a code that ``call`` alone was sent."""
        words = tokenize(text).words
        return any(code in words and self._coded[code] == 1 for code in _codes(call))

    @cached_property
    def _coded(self) -> Counter[str]:
        """How many calls were sent a code."""
        return Counter(code for call in self._record for code in _codes(call))


class _Untold:
    """A call that no claim tells of yet, beside a unit that may tell of it all the same.

    It is meant where the unit has a word that speaks of its tool, or texts that only this call of the session carries.
    """

    def __init__(
        self,
        by: Omissions,
        call: Call,
        reading: UnitReading,
        judgements: Sequence[Judgement],
        values: Sequence[Value],
        asking: bool,
    ) -> None:
        self._by = by
        self._call = call
        self._reading = reading
        self._judgements = judgements
        self._values = values
        self._asking = asking
        self._claims = [each.claim for each in judgements if each.call is call]
        self._is_named = bool(reading.named & by.vocabulary.bitset([call.tool]))
        self._own_texts = by.evidence.in_session.alone_names(call, reading.folded)
        self._is_meant = self._is_named or self._own_texts > 0

    def says_nothing(self) -> bool:
        """Whether there is nothing in the unit by which a later rule of the table may hold: most units end here."""
        may_return = self._values and self._call.result is not None
        return not (self._is_meant or self._claims or may_return or self._reading.lately)

    def asked_in_reply(self) -> bool:
        return self._call.outcome is Outcome.PENDING and self._asking and bool(self._claims)

    def asked(self) -> bool:
        waits = self._reading.asks or self._reading.waits
        return self._call.outcome is Outcome.PENDING and waits and self._is_meant

    def doubted(self) -> bool:
        return self._call.outcome is Outcome.UNKNOWN and self._reading.doubts and self._is_named

    def _has_reason(self) -> bool:
        if self._call.outcome not in NOT_MADE or not self._is_meant:
            return False
        return self._by.gives_reason(self._call, self._reading.folded)

    def reason_beside_claim(self) -> bool:
        return (
            bool(self._claims)
            and any(each.stance is not Stance.MENTION for each in self._claims)
            and self._has_reason()
        )

    def reason(self) -> bool:
        return self._has_reason()

    def returned(self) -> bool:
        return self._call.result is not None and self._by.evidence.returned_alone(self._call, self._values)

    def claimed(self) -> bool:
        return bool(self._claims)

    def beside_another(self) -> bool:
        return self._own_texts > 0 and any(map(self._is_told_with, self._judgements))

    def named(self) -> bool:
        """Whether the unit mentions the call, which tells nothing where it was not done."""
        if self._call.outcome not in _MADE:
            return False
        return self._own_texts > 1 or (self._own_texts == 1 and self._is_named)

    def now(self) -> bool:
        says_now = self._reading.lately and not self._reading.asks
        return self._call.outcome is Outcome.DONE and says_now and self._by.sent_alone(self._call, self._reading.folded)

    def _is_told_with(self, judgement: Judgement) -> bool:
        """Tell whether what is told of another call of the same tool holds of this one."""
        alike = judgement.call.tool == self._call.tool and judgement.call.outcome is self._call.outcome
        return alike and judgement.tells and judgement.cause is None


TOLD = (
    OrderedRule("nothing-of-it", "Is there anything else? | beside any call", _Untold.says_nothing, False),
    OrderedRule(
        "asked-in-reply", "I can refund order 4412. | where it waits, and the reply asks", _Untold.asked_in_reply, True
    ),
    OrderedRule("asked", "The refund drops the discount, so please confirm. | where it waits", _Untold.asked, True),
    OrderedRule("doubted", "I'm not sure about the refund. | where its end is not known", _Untold.doubted, True),
    OrderedRule(
        "reason-beside-claim",
        "I'll hold f-4, another reader has reserved it. | refused",
        _Untold.reason_beside_claim,
        False,
    ),
    OrderedRule(
        "reason", "Another reader has reserved f-4. | where holding it was refused for that", _Untold.reason, True
    ),
    OrderedRule("returned", "Your code is KX-81. | which only that call returned", _Untold.returned, True),
    OrderedRule("claimed", "I can refund order 4412. | a claim of it that tells no end", _Untold.claimed, False),
    OrderedRule("beside-another", "I've removed f-4 and f-5. | held to the call of f-4", _Untold.beside_another, True),
    OrderedRule("named", "Refund: order 4412. | done: its tool and a text that only it carries", _Untold.named, True),
    OrderedRule("now", "Your seat is now 3A. | which only that call was sent", _Untold.now, True),
)
"""By what a unit tells of a call that it claims nothing of; where the rule gives ``False``, it does not."""


def _codes(call: Call) -> set[str]:
    """Return the short values that a call was sent: "3a", "5"."""
    texts = (fold(text_of(value)) for value in call.arguments.values())
    return {text for text in texts if any(map(str.isdigit, text)) and text.isalnum()}
