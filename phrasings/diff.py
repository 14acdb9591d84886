"""Two texts word by word. A placeholder is one token, and so is each space and each end of a line."""

from __future__ import annotations

import re
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

LONGEST = 4_000
"""Characters of both texts together that are compared; longer ones are shown as one taken out and one put in."""

_TOKEN = re.compile(r"\{\{|\}\}|\{[^{}\n]*\}|\w+|\s|[^\w\s]")
_SHOWN = str.maketrans({" ": "·\u200b", "\n": "↵\n", "\t": "⇥"})  # after a space, as ever, a line may break

Kind = Literal["same", "ins", "del"]


@dataclass(frozen=True, slots=True)
class Stretch:
    """Text that is in both, that came in, or that was taken out."""

    kind: Kind
    text: str

    @property
    def shown(self) -> str:
        """The text as a person can see it: in what changed, spaces and line ends have a sign."""
        return self.text if self.kind == "same" else self.text.translate(_SHOWN)


def words(before: str, after: str) -> list[Stretch]:
    """What changed from one text to the other; what was taken out stands before what came in its place."""
    if len(before) + len(after) > LONGEST:
        return _replaced(before, after)
    old, new = _TOKEN.findall(before), _TOKEN.findall(after)
    stretches: list[Stretch] = []
    for kind, i1, i2, j1, j2 in SequenceMatcher(str.isspace, old, new).get_opcodes():
        if kind == "equal":
            stretches.append(Stretch("same", "".join(old[i1:i2])))
        else:
            stretches += _replaced("".join(old[i1:i2]), "".join(new[j1:j2]))
    return stretches


def _replaced(before: str, after: str) -> list[Stretch]:
    taken: Stretch | None = Stretch("del", before) if before else None
    return [each for each in (taken, Stretch("ins", after) if after else None) if each]
