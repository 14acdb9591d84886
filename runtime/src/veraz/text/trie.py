"""A trie over words: which phrases of a vocabulary start at a token, in time that does not grow with the vocabulary."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence, Set
from typing import Any, Generic, TypeVar

Payload = TypeVar("Payload")


_END = ""  # no token is the empty string, so it can key what ends at a node


class PhraseTrie(Generic[Payload]):
    """Phrases of folded words, each with the payloads stored under it."""

    __slots__ = ("_root",)

    def __init__(self) -> None:
        self._root: dict[str, Any] = {}

    @classmethod
    def of(cls, entries: Iterable[tuple[Sequence[str], Payload]]) -> PhraseTrie[Payload]:
        """Return the trie of phrases, each as its words and its payload."""
        trie = cls()
        for words, payload in entries:
            trie.add(words, payload)
        return trie

    def add(self, words: Sequence[str], payload: Payload) -> None:
        """Store ``payload`` under the phrase ``words``; the same payload is stored once."""
        node = self._root
        for word in words:
            node = node.setdefault(word, {})
        found = node.setdefault(_END, [])
        if payload not in found:
            found.append(payload)

    def at(self, words: Sequence[str], index: int, stop: int) -> Iterator[tuple[int, list[Payload]]]:
        """Yield ``(end, payloads)`` for each phrase that starts at ``index`` and ends by ``stop``, shortest first."""
        node = self._root.get(words[index])
        index += 1
        while node is not None:
            if _END in node:
                yield index, node[_END]
            if index >= stop:
                return
            node = node.get(words[index])
            index += 1

    def longest(self, words: Sequence[str], index: int) -> tuple[int, list[Payload]] | None:
        """Return ``(end, payloads)`` of the longest phrase that starts at ``index``, or ``None``."""
        node, found, stop = self._root.get(words[index]), None, len(words)
        while node is not None:
            index += 1
            if _END in node:
                found = index, node[_END]
            node = node.get(words[index]) if index < stop else None
        return found

    def stands_in(self, words: Sequence[str]) -> bool:
        """Tell whether a phrase starts anywhere in ``words``."""
        if self._root.keys().isdisjoint(words):
            return False
        starts = [index for index, word in enumerate(words) if word in self._root]
        return any(self.longest(words, index) is not None for index in starts)

    @property
    def starts(self) -> Set[str]:
        """The words that a phrase starts with."""
        return self._root.keys()

    def __contains__(self, word: str) -> bool:
        return word in self._root
