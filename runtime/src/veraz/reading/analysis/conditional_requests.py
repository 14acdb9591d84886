"""What a reply asks the person for, and makes its promise hang on: "Send me the receipt, and I'll file it"."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence

from veraz.reading.analysis.function_words import CHAR
from veraz.reading.analysis.lexicon import Lexicon

_AGENT, _WILL = CHAR["agent"], (CHAR["will"], CHAR["can"])
_OPENS = frozenset(":—–;.!")


def asks_at(words: Sequence[str], chars: MutableSequence[str], lexicon: Lexicon) -> None:
    """Class a verb that asks for something, at a clause's start and before a promise, as what opens a condition."""
    promised = [at for at in range(2, len(words)) if _promises(words[at - 1], chars[at : at + 2], lexicon)]
    for at, word in enumerate(words[: promised[-1]] if promised else ()):
        if word in lexicon.imperatives and _opens(words, chars, at):
            chars[at] = CHAR["if_person"]


def _promises(joint: str, chars: Sequence[str], lexicon: Lexicon) -> bool:
    if joint not in lexicon.promising:
        return False
    said = "".join(chars)
    return said[:1] == _AGENT and (said[1:2] in _WILL or joint in lexicon.promised_by)


def _opens(words: Sequence[str], chars: Sequence[str], at: int) -> bool:
    while at and chars[at - 1] == CHAR["adv"]:
        at -= 1
    return at == 0 or words[at - 1] in _OPENS
