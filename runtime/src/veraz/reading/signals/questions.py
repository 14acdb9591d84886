"""Units that ask: for the person's word, or for what an act takes."""

from __future__ import annotations

from collections.abc import Sequence

from veraz.languages import Grammar
from veraz.reading.analysis.function_words import CHAR, FunctionWords
from veraz.reading.analysis.lexicon import Lexicon
from veraz.reading.analysis.word_entries import Entry


class Questions:
    """Tells what a unit asks for."""

    def __init__(self, grammar: Grammar) -> None:
        lexicon = Lexicon.of(grammar)
        self._phrases = FunctionWords.of(grammar).phrases
        self._consent = lexicon.consent
        self._opening = lexicon.please | lexicon.answering

    def asks(self, words: tuple[str, ...]) -> bool:
        """Tell whether a unit asks for the person's word: a question, "please" or "reply", with a word of consent."""
        asked = "?" in words or not self._opening.isdisjoint(words[:1])
        return asked and not self._consent.isdisjoint(words)

    def inquires(self, words: tuple[str, ...], entries: Sequence[Entry]) -> bool:
        """Tell whether a unit asks for what an act takes, and offers nothing: "How many tickets?"."""
        at = next((at for at, entry in enumerate(entries) if CHAR["wh"] in entry.chars), None) if "?" in words else None
        if at is None:
            return False
        found = self._phrases.longest(words, at)
        return found is None or CHAR["offer"] not in found[1]
