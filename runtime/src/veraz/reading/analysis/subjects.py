"""Who a verb's subject is, and what denies or asks from before it."""

from __future__ import annotations

import re

from veraz.reading.analysis.function_words import BREAK, CHAR, COLON, COMMA, NO, QUESTION, WORD
from veraz.reading.claims import Voice
from veraz.vocabulary import Agency

_JOINTS = frozenset((COMMA, CHAR["and"]))
_STANDS = frozenset(CHAR[name] for name in "be ser was have been".split())
_STOPS = frozenset((BREAK, COLON, QUESTION))
_DENIED = re.compile(f"([{''.join(NO)}])[^{''.join(_STOPS | _JOINTS | NO)}]*\\Z")
_FAR = 8
"""Characters left of a verb in which a "no" of its subject stands: "none of the three orders were". 5 do for the
corpus, no line of it differs up to 16."""
_SUBJECTS = {CHAR[name]: name for name in ("agent", "person", "third", "it")}


def asks_what(chars: str, start: int) -> bool:
    """Tell whether a verb group stands under a question word: "what was deleted", "what I found"."""
    before = chars[max(0, start - 2) : start]
    return before[-1:] == CHAR["wh"] or before == CHAR["wh"] + CHAR["agent"]


def denied_by(chars: str, start: int) -> str:
    """Return the class of a "no" in the subject: "No refund has been issued"."""
    found = _DENIED.search(chars, max(0, start - _FAR + 1), start)
    return found[1] if found else ""


def may_be_agent(chars: str, start: int, voice: Voice, agency: Agency, subject: str | None) -> bool:
    """Tell whether the ``subject`` left of ``start`` can be the agent."""
    if voice is Voice.ANY or agency is Agency.ANYONE or agency is Agency.SPEAKER:
        return True
    if voice is Voice.NAMED:
        return subject == "agent"
    if voice is Voice.PROGRESS:
        return subject not in ("person", "third")
    return subject == "agent" or (subject is None and agency is Agency.OPEN and not _adds_detail(chars, start))


def _adds_detail(chars: str, start: int) -> bool:
    """Tell whether a verb after a joint adds to what a sentence says of a thing: "It is one way, booked in May"."""
    sentence = chars[chars.rfind(BREAK, 0, start) + 1 : start]
    joined = sentence.endswith(CHAR["and"]) and chars[start : start + 1] == WORD
    return (joined or sentence.endswith(COMMA)) and not _STANDS.isdisjoint(sentence)


def subject_of(chars: str, start: int) -> str | None:
    """Return who is the subject of a verb group that starts at ``start``.

    ``agent``, ``person``, ``third``, ``it``, or ``other`` for a noun right before it; ``None`` where none shows, as in
    "Refunded 12 pounds". A joint ("and", a comma) hands the subject on.
    """
    index = start - 1
    while index >= 0 and chars[index] in (CHAR["adv"], CHAR["not"]):
        index -= 1
    if index >= 0 and chars[index] == WORD:
        return "other"
    while index >= 0 and chars[index] not in _STOPS:
        if chars[index] in _SUBJECTS:
            return _SUBJECTS[chars[index]]
        index -= 1
    return None
