"""The tokens values are read from: numbers with their separators, words, marks."""

from __future__ import annotations

import re
from typing import NamedTuple

from veraz.text.fold import MARK

# Three disjoint kinds; emphasis marks, backslashes and underscores between them are left out, as is white space.
_TOKEN = re.compile(rf"[0-9]+(?:[.,][0-9]+)*|[^\W\d_]+(?:{MARK}[^\W\d_]*)*|[^\s\w*\\`~{MARK}]")
_TAKEN = " "  # no token is a space


class Scan(NamedTuple):
    """The tokens of a stretch of text. What a reader took is blanked, so that the next one does not see it.

    :ivar text: the whole text as written; ``folded`` is the same text folded, of the same length.
    :ivar words: the tokens, folded; one that was taken is a space.
    :ivar spans: where each of them starts and ends.
    """

    text: str
    folded: str
    words: list[str]
    spans: list[tuple[int, int]]

    @classmethod
    def of(cls, text: str, folded: str, start: int, end: int) -> Scan:
        """Return the tokens of ``text[start:end]``."""
        tokens = list(_TOKEN.finditer(folded, start, end))
        words = [token[0] for token in tokens]
        if folded.find(MARK, start, end) >= 0:
            words = [word.replace(MARK, "") for word in words]
        return cls(text, folded, words, [token.span() for token in tokens])

    def at(self, index: int) -> str:
        """Return the token at ``index``, or the empty string outside."""
        return self.words[index] if 0 <= index < len(self.words) else ""

    def start(self, index: int) -> int:
        """Return where token ``index`` starts in the text."""
        return self.spans[index][0]

    def end(self, index: int) -> int:
        """Return where token ``index`` ends in the text."""
        return self.spans[index][1]

    def gap(self, index: int) -> str:
        """Return what stands between token ``index`` and the one after it, less a backslash."""
        if not 0 <= index < len(self.words) - 1:
            return " "
        return self.text[self.spans[index][1] : self.spans[index + 1][0]].replace("\\", "")

    def reach(self, first: int, end: int) -> int:
        """Return the index after the last token, from ``first`` on, that starts before ``end``; 0 if one was taken."""
        stop = first + 1
        while stop < len(self.words) and self.start(stop) < end:
            stop += 1
        return 0 if _TAKEN in self.words[first:stop] else stop

    def take(self, first: int, stop: int) -> None:
        """Blank the tokens from ``first`` up to ``stop``."""
        self.words[first:stop] = [_TAKEN] * (stop - first)


def split(folded: str, start: int = 0, end: int | None = None) -> list[str]:
    """Return the tokens of ``folded[start:end]`` alone."""
    stop = len(folded) if end is None else end
    words = _TOKEN.findall(folded, start, stop)
    return words if folded.find(MARK, start, stop) < 0 else [word.replace(MARK, "") for word in words]
