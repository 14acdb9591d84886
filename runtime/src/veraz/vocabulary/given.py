"""The words that a tool's own vocabulary gives."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from veraz.errors import VocabularyError
from veraz.tools import Tool


def given_words(tool: Tool, code: str, key: str) -> Iterable[str]:
    """Return the ``key`` words ("verbs", "nouns") of a tool's own vocabulary in the language ``code``.

    :raises VocabularyError: for anything but lists of words, naming the tool and the place.
    """
    vocabulary = tool.vocabulary or {}
    if not isinstance(vocabulary, Mapping):
        raise VocabularyError(f"tool {tool.name!r}: vocabulary must name languages, each with its verbs and nouns")
    given = vocabulary.get(code) or {}
    words = given.get(key) or [] if isinstance(given, Mapping) else None
    if not isinstance(words, list) or not all(isinstance(word, str) and word.strip() for word in words):
        raise VocabularyError(f"tool {tool.name!r}: vocabulary.{code}.{key} must be a list of words")
    return words
