"""Whether a unit that claims nothing of a call yet tells what became of it, so that nothing need be added."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from veraz.outcomes import Call, Outcome, Record, Stance
from veraz.reading import UnitReading
from veraz.reading.analysis.function_words import FunctionWords
from veraz.replies.evidence.arguments import text_of
from veraz.replies.evidence.call_evidence import CallEvidence
from veraz.replies.judging.judgement import Judgement
from veraz.text.fold import fold
from veraz.text.tokens import tokenize
from veraz.values import Value
from veraz.vocabulary import Vocabulary

_MADE = (Outcome.DONE, Outcome.UNDONE)
_NOT_MADE = (Outcome.FAILED, Outcome.REFUSED)
_ENOUGH = 2  # words of a reason that tell it
_LONG = 3  # letters of a word of a reason that tells something


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
        self._evidence = evidence
        self._record = record
        self._vocabulary = vocabulary
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

        :param asking: whether the reply asks for the person's word.
        """
        claims = [each.claim for each in judgements if each.call is call]
        if claims and call.outcome in _MADE:
            return call.result is not None and self._evidence.returned_alone(call, values)
        speaks = bool(reading.named & self._vocabulary.bitset([call.tool]))
        found = self._evidence.in_session.alone_names(call, reading.folded)
        meant = speaks or found > 0
        if call.outcome is Outcome.PENDING and self._asks_for(reading, meant, asking and bool(claims)):
            return True
        if call.outcome is Outcome.UNKNOWN and speaks and reading.doubts:
            return True
        if call.outcome in _NOT_MADE and meant and self._gives_reason(call, reading.folded):
            return all(claim.stance is Stance.MENTION for claim in claims)
        if call.result is not None and self._evidence.returned_alone(call, values):
            return True
        if claims:
            return False
        if found and any(self._is_told_with(call, each) for each in judgements):
            return True
        return found > 1 or (found == 1 and speaks) or (call.outcome is Outcome.DONE and self._says_now(call, reading))

    def _is_told_with(self, call: Call, judgement: Judgement) -> bool:
        """Tell whether what is told of another call of the same tool holds of ``call``: "f-4 and f-5 are gone"."""
        alike = judgement.call.tool == call.tool and judgement.call.outcome is call.outcome
        return alike and judgement.tells and judgement.cause is None

    def _asks_for(self, reading: UnitReading, speaks: bool, asked: bool) -> bool:
        """Tell whether a unit asks for the person's word on what waits: "It drops calls, so please confirm"."""
        if asked or (reading.asks and speaks):
            return True
        return speaks and reading.waits

    def _gives_reason(self, call: Call, text: str) -> bool:
        """Tell whether a text gives the reason of ``call``: "another reader has reserved it"."""
        if not call.reason:
            return False
        said = set(tokenize(text).words)
        reasons = (set(self._telling_words(text)) for text in (call.reason, self._wording(call.reason)))
        return any(reason and len(reason & said) >= min(len(reason), _ENOUGH) for reason in reasons)

    def _telling_words(self, text: str) -> Iterator[str]:
        words = tokenize(fold(text)).words
        return (word for word in words if len(word) > _LONG and not self._classes.is_function(word))

    def _says_now(self, call: Call, reading: UnitReading) -> bool:
        """Tell whether a unit says that what ``call`` alone was sent is so now: "Your seat is now 3A"."""
        if reading.asks or not reading.lately:
            return False
        words = tokenize(reading.folded).words
        return any(code in words and self._coded[code] == 1 for code in _codes(call))

    @cached_property
    def _coded(self) -> Counter[str]:
        """How many calls were sent a code."""
        return Counter(code for call in self._record for code in _codes(call))


def _codes(call: Call) -> set[str]:
    """Return the short values that a call was sent: "3a", "5"."""
    texts = (fold(text_of(value)) for value in call.arguments.values())
    return {text for text in texts if any(map(str.isdigit, text)) and text.isalnum()}
