"""English plurals."""

from __future__ import annotations


def plurals(noun: str) -> tuple[str, ...]:
    """Return the forms of the folded ``noun`` phrase, the singular first."""
    if noun.endswith(("s", "x", "z", "ch", "sh")):
        return (noun, noun + "es")
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return (noun, noun[:-1] + "ies")
    return (noun, noun + "s")


def plain(word: str) -> tuple[str, ...]:
    """Return what a diminutive may be one of: English has none to speak of."""
    return ()
