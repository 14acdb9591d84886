"""Words and marks of a folded text, as offsets."""

from __future__ import annotations

import re
from dataclasses import dataclass

from veraz.text.fold import MARK

# A word may hold an inner apostrophe or hyphen ("i've", "e-mail"), and a time its colon; anything else that shows is a
# token of its own.
# Emphasis marks, backslashes and backticks stand inside words in Markdown and are skipped: "did **not** refund".
_TOKEN = re.compile(rf"\w[\w{MARK}]*(?:(?:['-]|(?<=\d):(?=\d))\w[\w{MARK}]*)*|[^\w\s*`\\~{MARK}]")


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of a folded text: parallel tuples of words and of their start and end offsets."""

    words: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def __len__(self) -> int:
        return len(self.words)


def tokenize(folded: str, start: int = 0, end: int | None = None) -> Tokens:
    """Return the tokens of ``folded[start:end]``, with offsets into ``folded``."""
    words: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for match in _TOKEN.finditer(folded, start, len(folded) if end is None else end):
        words.append(match.group())
        starts.append(match.start())
        ends.append(match.end())
    if MARK in folded:
        words = [word.replace(MARK, "") for word in words]
    return Tokens(tuple(words), tuple(starts), tuple(ends))
