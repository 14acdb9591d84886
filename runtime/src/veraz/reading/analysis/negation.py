"""What denies a verb from its subject, word by word: «nem o endereço nem o telefone foram alterados»."""

from __future__ import annotations

import re

from veraz.reading.analysis.function_words import CHAR, CLAUSE_EDGES, COMMA, WORD

_NOT = CHAR["not"]
_ARTICLE = f"[{CHAR['definite']}{CHAR['indefinite']}]"
_THING = f"[{WORD}{''.join(CHAR[name] for name in ('definite', 'indefinite', 'prep', 'adv'))}]{{1,6}}"
_NEITHER = re.compile(
    f"(?:^|[{''.join(CLAUSE_EDGES)}]){CHAR['adv']}*{_NOT}"
    f"(?:{_THING}(?:{COMMA}?{CHAR['and']}?{_NOT}{_THING}){{1,3}}|{_ARTICLE}{_THING})\\Z"
)
_FAR = 24  # characters left of a verb that are looked at: no line differs from 6 to 30


def is_neither(chars: str, end: int) -> bool:
    """Tell whether a "neither" stands before each thing of the subject that ends at character ``end``."""
    return _NOT in chars[:end] and _NEITHER.search(chars, max(0, end - _FAR), end) is not None
