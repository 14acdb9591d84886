"""Words and marks of a folded text, and where they stand."""

from __future__ import annotations

import re
from collections.abc import Sequence

from veraz.text.fold import MARK

# A word may hold an inner apostrophe or hyphen ("i've", "e-mail"), and a time its colon; anything else that shows is a
# token of its own.
# Emphasis marks, backslashes and backticks stand inside words in Markdown and are skipped: "did **not** refund"; so
# is what makes a picture of a sign: "✔\ufe0f".
_TOKEN = re.compile(rf"\w[\w{MARK}]*(?:(?:['-]|(?<=\d):(?=\d))\w[\w{MARK}]*)*|[^\w\s*`\\~{MARK}\ufe0f]")
_GLUED = re.compile(r"\S[^\w\s'-]\S")


class Tokens:
    """The tokens of ``folded[start:end]``. Their offsets, which few readers ask for, are found on the first question.

    :ivar words: each token, without combining marks.
    """

    __slots__ = ("_end", "_folded", "_found", "_start", "words")

    def __init__(self, words: Sequence[str], folded: str, start: int, end: int) -> None:
        self.words = tuple(words)
        self._folded = folded
        self._start = start
        self._end = end
        self._found: Sequence[tuple[int, int]] | None = None

    def __len__(self) -> int:
        return len(self.words)

    @property
    def spans(self) -> Sequence[tuple[int, int]]:
        """Where each token starts and ends in the folded text."""
        if self._found is None:
            self._found = [match.span() for match in _TOKEN.finditer(self._folded, self._start, self._end)]
        return self._found

    @property
    def are_glued(self) -> bool:
        """Whether a mark may stand inside a word or number: "89.90", "plan.pdf"."""
        return _GLUED.search(self._folded, self._start, self._end) is not None

    def reading(self, words: Sequence[str]) -> Tokens:
        """Return the same tokens with other ``words`` for them."""
        return Tokens(words, self._folded, self._start, self._end)


def stands_in(part: str, text: str) -> bool:
    """Tell whether ``part`` stands in ``text`` as words of its own: "anna", not in "hanna"."""
    at = text.find(part)
    while at >= 0:
        end = at + len(part)
        if not text[max(0, at - 1) : at].isalnum() and not text[end : end + 1].isalnum():
            return True
        at = text.find(part, at + 1)
    return False


def tokenize(folded: str, start: int = 0, end: int | None = None) -> Tokens:
    """Return the tokens of ``folded[start:end]``, with offsets into ``folded``."""
    stop = len(folded) if end is None else end
    words = _TOKEN.findall(folded, start, stop)
    if folded.find(MARK, start, stop) >= 0:
        words = [word.replace(MARK, "") for word in words]
    return Tokens(words, folded, start, stop)
