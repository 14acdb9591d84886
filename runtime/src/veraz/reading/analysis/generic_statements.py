"""Verbs said of any thing of a kind, which claim nothing of one: "Refunds are sent back to the card used"."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from veraz.reading.analysis.lexicon import Lexicon


def tells_of_any(
    words: Sequence[str], at: int, subject: int, lexicon: Lexicon, nouns: Collection[str], *, state: bool
) -> bool:
    """Tell whether what the verb at ``at`` says is said of a bare plural, which ends at token ``subject``.

    A state is a rule then; so is anything that a relative clause says: "Orders that were placed in May can't be …".

    :param nouns: the nouns of the tools.
    :param state: whether the verb tells a present state.
    """
    relative = subject > 0 and words[subject] in lexicon.relatives
    if not (state or relative):
        return False
    start = _start_of_plural(words, subject - relative, lexicon, nouns)
    if start is None or at + 1 >= len(words):
        return False
    opens = start == 0 or not words[start - 1][0].isalnum()
    return opens and words[at + 1][0].isalnum()


def _start_of_plural(words: Sequence[str], end: int, lexicon: Lexicon, nouns: Collection[str]) -> int | None:
    """Return the token at which the bare plural that ends at token ``end`` starts; ``None`` where none does."""
    while end > 1 and words[end - 1] in lexicon.of_kind:
        end -= 2  # «reservas de quadra»
    if end < 0 or not words[end].endswith("s") or words[end] not in nouns:
        return None
    return end - 1 if end and words[end - 1] in lexicon.kinds else end  # "recurring events"
