"""Verbs of tools with one slip of the fingers in them: "refuned", "refundedd", "reufnded"."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property

from veraz.languages import Form
from veraz.vocabulary import HeadForm

SHORTEST_MISTYPED = 7  # letters as written; a shorter word is one of its own too often: "stated", of "started"
_ENDING = 3  # letters
_TOLD = frozenset((Form.PAST, Form.PARTICIPLE))


class MistypedVerbs:
    """Tells which past form of a tool's own verb a word may be meant for, that is none itself.

    A slip doubles a letter, swaps two or leaves one out at the end, but neither the first nor the last: others make
    words too often ("changed" of "charged", «traçada» of «trancada»).
    """

    def __init__(self, heads: Mapping[str, Sequence[HeadForm]]) -> None:
        self._heads = heads

    def meant_by(self, word: str) -> Sequence[HeadForm]:
        """Return the forms that an unknown ``word`` is meant for."""
        if len(word) < SHORTEST_MISTYPED:
            return ()
        near = self._alike.get((word[0], word[-1]), ())
        return next((self._heads[each] for each in near if _is_slip(word, each)), ())

    @cached_property
    def _alike(self) -> Mapping[tuple[str, str], Sequence[str]]:
        """The past forms by their first letter and their last."""
        alike = defaultdict(list)
        for word, forms in self._heads.items():
            if any(form.head.own and not _TOLD.isdisjoint(form.forms) for form in forms):
                alike[word[0], word[-1]].append(word)
        return alike


def _is_slip(written: str, meant: str) -> bool:
    if len(written) == len(meant):
        return any(meant == swapped for swapped in _swapped(written))
    if abs(len(written) - len(meant)) != 1:
        return False
    short, long = sorted((written, meant), key=len)
    at = next((at for at, pair in enumerate(zip(short, long, strict=False)) if pair[0] != pair[1]), len(short))
    if short[at:] != long[at + 1 :]:
        return False
    if long == meant:
        return at >= len(meant) - _ENDING
    return long[at] == long[at - 1]


def _swapped(word: str) -> Iterator[str]:
    return (word[:at] + word[at + 1] + word[at] + word[at + 2 :] for at in range(1, len(word) - 2))
