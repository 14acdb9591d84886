"""Whether a claim may state its values: which calls it may have them from."""

from __future__ import annotations

from collections.abc import Iterable, Sequence, Set

from veraz.outcomes import Call, Outcome, Record, Stance
from veraz.reading import Claim
from veraz.replies.evidence.call_evidence import CallEvidence
from veraz.replies.settings import ValueSource
from veraz.text.late import late
from veraz.values import Amount, Identifier, Support, Value

_COUNT = late(r"(?<![\w.,$£€#/:-])(?:[2-9]|1[0-2])(?![\w.,:/%-])")
_WORD = late(r"\W{0,2}?([^\W\d_]+|/)")
_LAST_WORD = late(r"([^\W\d_]+|[(≤≥<>~≈])\s?\Z")
_REACH = 24  # characters before a value in which the word before it is looked for; the corpus needs no more than 12


class ValueSupport:
    """Holds the values that claims state to what the calls of a record carry."""

    def __init__(self, record: Record, evidence: CallEvidence, source: ValueSource) -> None:
        self._record = record
        self._evidence = evidence
        self._source = source
        self._told_alike: dict[tuple[str, Outcome, str], list[Call]] = {}
        # It keeps the calls too, so that no others have their identity.
        self._supports: dict[tuple[int, Value], tuple[Sequence[Call], Set[Support]]] = {}

    def supported(self, claim: Claim, call: Call, calls: Sequence[Call], text: str, values: Sequence[Value]) -> bool:
        """Tell whether ``call``, one of the ``calls`` that a claim speaks of, lets it state ``values``.

        :param text: the unit's folded text.
        """
        if not values or (claim.stance is Stance.NOT_DONE and call.outcome is not Outcome.UNDONE):
            return True
        if not self._evidence.is_write(call):
            return all(self._was_returned(value) or not self.is_quoted(value, text) for value in values)
        alike = (self._alike(call, text), calls) if len(calls) > 1 else (self._alike(call, text),)
        return all(self._may_state(alike, value) or self._is_of_another(call, value, text, values) for value in values)

    def is_quoted(self, value: Value, text: str) -> bool:
        """Tell whether a value is told as a figure of its own: not "under $60", "$5 each" or "3 bags come to $150"."""
        if not isinstance(value, Amount):
            return True
        before, after = word_before(text, value.start), _WORD.match(text, value.end)
        words = self._evidence.money
        if before in words.about or (after and after[1] in words.rate):
            return False
        rest = f"{text[: value.start]} {text[value.end :]}"
        return not any(value.value % int(count) == 0 for count in _COUNT.findall(rest))

    def _was_returned(self, value: Value) -> bool:
        """Tell whether a value that a look-up is told with is one of the session's, or adds up from some."""
        by_any = self._evidence.by_any
        if by_any.holds(value) is not Support.CONTRADICTED:
            return True
        return isinstance(value, Amount) and by_any.derives(value)

    def _alike(self, call: Call, text: str) -> list[Call]:
        """Return the calls whose values a sentence may tell together: "both orders were cancelled".

        They are those of the tool that ended alike; where some are named by what only they carry, only those.
        """
        key = call.tool, call.outcome, text
        if key not in self._told_alike:
            alike = [other for other in self._record.of(call.tool) if other.outcome is call.outcome]
            self._told_alike[key] = self._evidence.among(alike).named(text) or alike
        return self._told_alike[key]

    def _may_state(self, alike: Iterable[Sequence[Call]], value: Value) -> bool:
        found = frozenset[Support]().union(*(self._found(calls, value) for calls in alike))
        if Support.CARRIED in found or Support.CONTRADICTED not in found:
            return True
        if self._source is ValueSource.CALL:
            return False
        return self._evidence.by_any.holds(value) is Support.CARRIED or (
            self._source is ValueSource.DERIVED and isinstance(value, Amount) and self._evidence.by_any.derives(value)
        )

    def _found(self, calls: Sequence[Call], value: Value) -> Set[Support]:
        key = id(calls), value
        if key not in self._supports:
            self._supports[key] = calls, {self._evidence.by(call).holds(value) for call in calls}
        return self._supports[key][1]

    def _is_of_another(self, call: Call, value: Value, text: str, values: Sequence[Value]) -> bool:
        """Tell whether a value is one that another thing in the sentence has, as the session's look-ups show it.

        So is an identifier of another shape than any that ``call`` carries ("a voucher for the delay of flight AB123"),
        and the price of a thing named before it, where the call was not sent one: "changed item 5512 ($40) to …".
        """
        if isinstance(value, Identifier):
            other = self._evidence.by_lookups.holds(value) is Support.CARRIED
            return other and not self._evidence.by(call).has_shape(value)
        if not isinstance(value, Amount) or self._evidence.sent(call).holds(value) is not Support.ABSENT:
            return False
        before = next((each for each in reversed(values) if each.end < value.start), None)
        if not isinstance(before, Identifier) or word_before(text, value.start) not in self._evidence.money.priced:
            return False
        of_calls = map(self._evidence.by, self._record)
        return any(each.holds(value) is each.holds(before) is Support.CARRIED for each in of_calls)


def word_before(text: str, at: int) -> str:
    """Return the word, or the sign of a rough figure, right before character ``at``; empty where there is none."""
    found = _LAST_WORD.search(text[max(0, at - _REACH) : at])
    return found[1] if found else ""
