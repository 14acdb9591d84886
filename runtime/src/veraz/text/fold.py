"""Folding: lower case, no accents, plain punctuation; one character in, one character out.

Offsets into the folded text are offsets into the text itself, so ``casefold``, NFKC and transliteration, which all
change lengths, are out. A combining mark of decomposed text becomes :data:`MARK`, which tokens leave out; so does what
shows nothing and could hide a word: terminal escapes, control characters, marks of no width.
"""

from __future__ import annotations

import re
import unicodedata

MARK = "\u0301"

_PLAIN = {
    "\u2018": "'", "\u2019": "'", "\u201b": "'", "\u02bc": "'", "\u00b4": "'", "\uff07": "'",
    "\u201c": '"', "\u201d": '"', "\u201e": '"', "\u00ab": '"', "\u00bb": '"',
    "\u2010": "-", "\u2011": "-", "\u2212": "-", "\u2043": "-",
    "\u00a0": " ", "\u202f": " ", "\u2007": " ", "\u2009": " ",
    "\u200a": " ", "\u2002": " ", "\u2003": " ", "\u3000": " ",
    "\u00df": "s", "\u00f8": "o", "\u00d8": "o", "\u0142": "l", "\u0141": "l", "\u0131": "i",
}  # fmt: skip

_RANGES = ((0x41, 0x5B), (0xC0, 0x250), (0x391, 0x3AA), (0x410, 0x430), (0x1E00, 0x1F00), (0xFF21, 0xFF5B))
_USUAL = range(0x80)  # listed though they stay as they are: what a table lacks takes translate() far longer


def _folded(char: str) -> str:
    base = unicodedata.normalize("NFD", char)[0] if char.isalpha() else char
    lower = base.lower()
    return lower if len(lower) == 1 else char


def _table() -> dict[int, str]:
    table = {code: chr(code) for code in _USUAL}
    table.update({code: _folded(chr(code)) for start, stop in _RANGES for code in range(start, stop)})
    table.update(dict.fromkeys(range(768, 880), MARK))
    table.update({ord(char): plain for char, plain in _PLAIN.items()})
    return table


_TABLE = _table()


# What joins emoji (U+200D) and letters of some scripts (U+200C) shows in what it joins, and stays.
_ESCAPE = r"\x1b(?:\[[0-?]{0,32}[!-/]{0,4}[@-~]|[@-_])"
_CONTROL = r"\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad"
_NO_WIDTH = r"\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff"
_HIDDEN = re.compile(f"[{_CONTROL}{_NO_WIDTH}]")  # an escape starts with one too
_UNSEEN = re.compile(f"{_ESCAPE}|{_HIDDEN.pattern}")


def fold(text: str) -> str:
    """Return ``text`` folded, of the same length."""
    if _HIDDEN.search(text):
        text = _UNSEEN.sub(lambda unseen: MARK * len(unseen.group()), text)
    return text.lower() if text.isascii() else text.translate(_TABLE)


def fold_word(text: str) -> str:
    """Return ``text`` folded with its combining marks left out: the form in which words are compared."""
    return fold(text).replace(MARK, "")
