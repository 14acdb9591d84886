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
    subject -= relative
    while subject > 1 and words[subject - 1] in lexicon.of_kind:
        subject -= 2  # «reservas de quadra»
    if subject < 0 or not words[subject].endswith("s") or words[subject] not in nouns:
        return False
    if subject and words[subject - 1] in lexicon.kinds:
        subject -= 1  # "recurring events"
    opens = subject == 0 or not words[subject - 1][0].isalnum()
    return opens and at + 1 < len(words) and words[at + 1][0].isalnum()
