"""What a reply asks the person for, and makes its promise hang on: "Send me the receipt, and I'll file it"."""

from __future__ import annotations

from collections.abc import Collection, MutableSequence, Sequence

from veraz.reading.classes import CHAR

_AGENT, _WILL = CHAR["agent"], (CHAR["will"], CHAR["can"])
_JOINTS = frozenset(("and", ",", "then", "so", "que", "e"))
_AND_THEN = "que"  # «me mande a foto que eu envio»
_OPENS = frozenset(":—–;.!")


def asks_at(words: Sequence[str], chars: MutableSequence[str], asking: Collection[str]) -> None:
    """Class a verb that asks for something, at a clause's start and before a promise, as what opens a condition."""
    promised = [at for at in range(2, len(words)) if words[at - 1] in _JOINTS and _promises(words, chars, at)]
    for at, word in enumerate(words[: promised[-1]] if promised else ()):
        if word in asking and _opens(words, chars, at):
            chars[at] = CHAR["if_person"]


def _promises(words: Sequence[str], chars: Sequence[str], at: int) -> bool:
    said = "".join(chars[at : at + 2])
    return said[:1] == _AGENT and (said[1:2] in _WILL or words[at - 1] == _AND_THEN)


def _opens(words: Sequence[str], chars: Sequence[str], at: int) -> bool:
    while at and chars[at - 1] == CHAR["adv"]:
        at -= 1
    return at == 0 or words[at - 1] in _OPENS
