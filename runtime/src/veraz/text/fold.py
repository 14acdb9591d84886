"""Folding: lower case, no accents, plain punctuation; one character in, one character out.

Offsets into the folded text are offsets into the text itself, so ``casefold``, NFKC and transliteration, which all
change lengths, are out. A combining mark of decomposed text becomes :data:`MARK`, which tokens leave out; so does what
shows nothing and could hide a word: terminal escapes, control characters, marks of no width, tags inside words.
Letters in some style fold to the letters they are, and those of another alphabet inside a Latin word to what they look
like there.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from itertools import chain

from veraz.text.dress import MARK, WORN, undressed

__all__ = ["MARK", "fold", "fold_word"]

_PLAIN = {
    "\u2018": "'", "\u2019": "'", "\u201b": "'", "\u02bc": "'", "\u00b4": "'", "\uff07": "'",
    "\u201c": '"', "\u201d": '"', "\u201e": '"', "\u00ab": '"', "\u00bb": '"',
    "\u2010": "-", "\u2011": "-", "\u2212": "-", "\u2043": "-",
    "\u00a0": " ", "\u202f": " ", "\u2007": " ", "\u2009": " ",
    "\u200a": " ", "\u2002": " ", "\u2003": " ", "\u3000": " ",
    "\u00df": "s", "\u00f8": "o", "\u00d8": "o", "\u0142": "l", "\u0141": "l", "\u0131": "i",
}  # fmt: skip

_LOOK_LIKE = {
    "a": "\u0430\u03b1", "b": "\u0432\u03b2", "c": "\u0441\u03f2", "d": "\u0501",
    "e": "\u0435\u0451\u03b5", "g": "\u0581", "h": "\u043d\u04bb\u0570", "i": "\u0456\u0457\u03b9",
    "j": "\u0458\u03f3", "k": "\u043a\u03ba", "m": "\u043c", "n": "\u043f\u03b7\u0578",
    "o": "\u043e\u03bf\u0585", "p": "\u0440\u03c1", "q": "\u051b\u0566", "r": "\u0433",
    "s": "\u0455", "t": "\u0442\u03c4", "u": "\u0438\u0446\u03c5\u057d", "v": "\u03bd",
    "w": "\u051d\u03c9", "x": "\u0445\u03c7", "y": "\u0443\u03b3",
}  # fmt: skip
"""By Latin letter, the letters of other alphabets that look like it, lower case."""
_ALIKE = str.maketrans({other: latin for latin, others in _LOOK_LIKE.items() for other in others})

_RANGES = ((0x41, 0x5B), (0xC0, 0x250), (0x391, 0x3AA), (0x410, 0x430), (0x1E00, 0x1F00))
_STYLED = (
    (0x2B0, 0x2B9), (0x1D2C, 0x1DC0), (0x2071, 0x2080), (0x2090, 0x209D), (0x2100, 0x2150), (0x24B6, 0x24EA),
    (0xFF10, 0xFF5B), (0x1D400, 0x1D800), (0x1F130, 0x1F14A),
)  # fmt: skip
"""Where letters stand that are written in some style: raised, circled, of mathematics."""
_SMALL_CAPITALS = (
    "\u1d00\u0299\u1d04\u1d05\u1d07\ua730\u0262\u029c\u026a\u1d0a\u1d0b\u029f\u1d0d\u0274\u1d0f"
    "\u1d18\u0280\ua731\u1d1b\u1d1c\u1d20\u1d21\u028f\u1d22"
)
_COMBINING = ((0x300, 0x370), (0x483, 0x488), (0x1AB0, 0x1B00), (0x1DC0, 0x1E00), (0x20D0, 0x2100), (0xFE20, 0xFE30))
_KEYCAP = 0x20E3  # "1\ufe0f\u20e3" is the number of an item
_USUAL = range(0x80)  # listed though they stay as they are: what a table lacks takes translate() far longer


def _folded(char: str) -> str:
    base = unicodedata.normalize("NFD", char)[0] if char.isalpha() else char
    lower = base.lower()
    return lower if len(lower) == 1 else char


def _unstyled(code: int) -> str | None:
    """Return the letter or digit that a character is a style of."""
    plain = unicodedata.normalize("NFKC", chr(code)).lower()
    return plain if len(plain) == 1 and plain.isascii() and plain.isalnum() else None


def _codes(ranges: Iterable[tuple[int, int]]) -> Iterable[int]:
    return chain.from_iterable(range(*each) for each in ranges)


def _table() -> dict[int, str]:
    table = {code: chr(code) for code in _USUAL}
    table.update((code, _folded(chr(code))) for code in _codes(_RANGES))
    table.update((code, plain) for code in _codes(_STYLED) if (plain := _unstyled(code)))
    table.update((code, MARK) for code in _codes(_COMBINING) if code != _KEYCAP)
    table.update(zip(map(ord, _SMALL_CAPITALS), "abcdefghijklmnoprstuvwyz", strict=True))
    table.update({ord(char): plain for char, plain in _PLAIN.items()})
    return table


_TABLE = _table()


# What joins emoji (U+200D, U+FE0F) and letters of some scripts (U+200C) shows in what it joins, and stays but in words.
_ESCAPE = r"\x1b(?:\[[0-?]{0,32}[!-/]{0,4}[@-~]|[@-_])"
_CONTROL = r"\x00-\x08\x0e-\x1b\x7f-\x84\x86-\x9f\xad"
_NO_WIDTH = r"\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff\u180e\ufff0-\ufff8"
_JOINING = r"\x1c-\x1f\u200c\u200d\ufe00-\ufe0f\u115f\u1160\u17b4\u17b5\u3164\uffa0\U000e0000-\U000e0fff"
_HIDDEN = re.compile(f"[{_CONTROL}{_NO_WIDTH}{_JOINING}]")
_UNSEEN = re.compile(f"{_ESCAPE}|[{_CONTROL}{_NO_WIDTH}]|(?<=\\w)[{_JOINING}]{{1,32}}(?=\\w)")
# What most texts have none of; an escape starts with a control character. One class each keeps the scan fast.
_DRESSED = re.compile(f"[{_CONTROL}{_NO_WIDTH}{_JOINING}{WORN}]")
_DRESSED_IN_ASCII = re.compile(rf"[\x00-\x08\x0e-\x1f\x7f{WORN}]")
_FOREIGN = re.compile("[\u0370-\u058f]")
_WORD = re.compile(f"[a-z\u0370-\u058f{MARK}]{{2,64}}")
_LATIN = re.compile("[a-z]")


def fold(text: str) -> str:
    """Return ``text`` folded, of the same length."""
    if text.isascii():
        is_plain = not _DRESSED_IN_ASCII.search(text) or _is_name(text)
        return text.lower() if is_plain else undressed(_seen(text).lower())
    folded = undressed(_seen(text).translate(_TABLE)) if _DRESSED.search(text) else text.translate(_TABLE)
    return _WORD.sub(_in_latin, folded) if _FOREIGN.search(folded) else folded


def _is_name(text: str) -> bool:
    """Tell whether a text is the name of a field or a tool, of which a record holds many: "order_id"."""
    return text.isidentifier() and "_" not in (text[0], text[-1])


def _seen(text: str) -> str:
    if not _HIDDEN.search(text):
        return text
    return _UNSEEN.sub(lambda unseen: MARK * len(unseen.group()), text)


def _in_latin(word: re.Match[str]) -> str:
    """Return a word with Latin letters in it with what only looks like one of them as that one."""
    return word[0].translate(_ALIKE) if _LATIN.search(word[0]) else word[0]


def fold_word(text: str) -> str:
    """Return ``text`` folded with its combining marks left out: the form in which words are compared."""
    return fold(text).replace(MARK, "")
