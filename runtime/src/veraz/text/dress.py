"""What a folded text wears that is not read: emphasis, tags, comments, entities and links inside words, struck words.

It is what Markdown and HTML show nothing of. All keeps its length; what is hidden becomes :data:`MARK`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

MARK = "\u0301"

_Sub = Callable[["re.Match[str]"], str]

WORN = r"*_<&~`\["  # a text with none of these, as a class of a pattern, wears nothing
_TAGS = "a|abbr|b|big|bdi|bdo|code|em|font|i|ins|kbd|mark|small|span|strong|sub|sup|tt|u|wbr"  # that end no word
_TAG = rf"<(?:/?(?:{_TAGS})\b[^<>\n]{{0,200}}|!--[^<>\n]{{0,200}}?--)>"
_LINK = r"\[([^\W\d_]{1,30})\]\([^()\s]{0,200}\)"
_SHOWN = frozenset("'.,:!?-$\u00a0 ")
_LONGEST_ENTITY = 10


def undressed(folded: str) -> str:
    """Return a folded text as it is read, of the same length."""
    for sign, pattern, sub in _WORN:
        if sign in folded:
            folded = pattern.sub(sub, folded)
    return folded


def _hidden(found: re.Match[str]) -> str:
    return MARK * len(found[0])


def _starred(found: re.Match[str]) -> str:
    """Write emphasis with the mark that is part of no word: "I've _refunded_ it", but "refund_order"."""
    return "*" * len(found[0])


def _labelled(found: re.Match[str]) -> str:
    """Keep the words of a link that ends or starts inside a word: "[refun](x)ded"."""
    label = found[1] or found[2]
    return MARK + label + MARK * (len(found[0]) - len(label) - 1)


def _decoded(found: re.Match[str]) -> str:
    """Read an entity as the letter or mark it stands for, or as nothing: "&#114;efunded", "refun&shy;ded"."""
    shown = unescape(found[0])
    if len(shown) != 1 or (shown.isascii() and not (shown.isalnum() or shown in _SHOWN)):
        return found[0]
    plain = _PLAIN.get(shown, shown.lower())
    if plain.isascii() and len(plain) == 1:
        return (plain if plain == " " else MARK) * (len(found[0]) - 1) + plain
    return _hidden(found) if not shown.isprintable() else found[0]


_PLAIN = {"\u2019": "'", "\u2018": "'", "\u00a0": " "}

_WORN: tuple[tuple[str, re.Pattern[str], _Sub], ...] = (
    ("&", re.compile(r"&(?:#[0-9]{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8});"), _decoded),
    ("~~", re.compile(r"~~(?!~)([^~\n\"\\]{1,300})~~(?!~)"), _hidden),
    ("<", re.compile(r"<(del|s|strike)>[^<>\n\"\\]{1,300}</\1>"), _hidden),
    ("<", re.compile(rf"(?<=\w)(?:{_TAG}){{1,4}}(?=\w)"), _hidden),
    ("](", re.compile(rf"(?<=[^\W\d_]){_LINK}|{_LINK}(?=[^\W\d_])"), _labelled),
    ("_", re.compile(r"_(?<!\w_)_{0,2}(?!_)|_{1,3}(?!\w)"), _starred),
    ("*", re.compile(r"\*(?<=[^\W\d_]\*)\*{0,2}(?=[^\W\d_])"), _hidden),
    ("`", re.compile(r"`(?<=[^\W\d_]`)(?=[^\W\d_])"), _hidden),
)
"""By a sign that stands in all of it, so that what a text has none of takes no time."""
