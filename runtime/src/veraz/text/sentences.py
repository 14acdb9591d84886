"""Where sentences end.

A stop ends no sentence inside a number, an address or a name, nor after an abbreviation that what follows belongs to.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple


class UnitRules(NamedTuple):
    """The abbreviations of a language, folded and without their last dot.

    :ivar leading: what follows always belongs to them: Dr., e.g., Av.
    :ivar numbered: a number belongs to them, as in «order no. 4412»; else they are a word like any other.
    :ivar closing: they may end a sentence, and do where the next word has a capital: etc., Inc., Jan.
    """

    leading: frozenset[str]
    numbered: frozenset[str]
    closing: frozenset[str]

    def lists(self, word: str) -> bool:
        """Tell whether ``word`` is one of them."""
        return word in self.leading or word in self.numbered or word in self.closing


_EMOJI = "\u2600-\u2793\u2b50\u2b55\ufe0f\u200d\u20e3\U0001f000-\U0001faff"
_FULL_WIDTH = "。！？｡"

# Marks, what closes after them, space, and what opens the next sentence. One class to begin with keeps the scan fast:
# what an emoji or a semicolon ends is decided after it.
_STOP = re.compile(rf"""([.!?…;{_FULL_WIDTH}{_EMOJI}]+)([)\]}}"'*_~`\\」』）]*)(\s*)(["'(\[{{*_~`\\¿¡]*)""")
_TAIL = re.compile(rf"((?:[ \t]*(?:[{_EMOJI}]|[:;]-?[()dp](?!\w)))+)(?:\s+|$)")  # "Done! 🎉 :)"
_LABEL = re.compile(r"\w{1,20}(?: \w{1,20})?:\s")
_REFERENCE = re.compile(r"#?[a-z]{0,3}-?\d")
_ACRONYM = re.compile(r"[A-Z]{2,4}(?![\w'’])")  # 10 a.m. EST
_INITIALS = re.compile(r"(?:[a-z]\.){1,5}[a-z]")  # U.S., p.m., S.A.
_REACH = 40  # how far before a stop its word is looked for; no abbreviation is longer


def sentence_spans(text: str, folded: str, start: int, end: int, rules: UnitRules) -> Iterator[tuple[int, int]]:
    """Yield the sentences of ``text[start:end]``, which neither starts nor ends with a space, as (start, end)."""
    at = start
    while stop := _STOP.search(folded, at, end):
        at = stop.end()
        if start < stop.start() and at < end and _is_end(text, folded, start, end, stop, rules):
            cut, following = stop.span(3)
            tail = None if text[following].isalnum() else _TAIL.match(folded, cut, end)
            if tail:
                cut, following = tail.end(1), tail.end()
                if cut == end:
                    break
            yield start, cut
            start = at = following
    yield start, end


def _is_end(text: str, folded: str, start: int, end: int, stop: re.Match[str], rules: UnitRules) -> bool:
    """Tell whether a sentence that began at ``start`` ends with ``stop``."""
    (mark, closers, space, openers), at, following = stop.groups(), stop.start(), stop.end()
    if mark == "." and space and not closers and not openers:
        return _is_end_after_word(text, folded, start, at, following, rules)
    goes_on = text[following].islower()
    if mark[0] in _FULL_WIDTH:
        return True
    if not space:
        return text[following].isupper() and _is_glued(text, start, at, following)
    if goes_on and ("(" in openers or not {"'", '"', ")"}.isdisjoint(closers)):
        return False  # "Is it done?" she asked. Shall I? (yes/no)
    if mark == ".":
        return _is_end_after_word(text, folded, start, at, following, rules)
    if "!" in mark or "?" in mark:
        return True
    if mark == ";":  # Refund: $5; status: done
        return _LABEL.match(folded, following, end) is not None
    if mark[0] in ".…":  # but "Well... I can try", "Alarm … armed"
        return not goes_on and len(_word_before(folded, start, at)) < at - start
    return text[following].isupper() and folded[at - 1].isspace() and folded[at - 2].isalnum()  # All set 👍 Your


def _is_glued(text: str, start: int, at: int, following: int) -> bool:
    """Tell whether two sentences meet with no space between: «done.Anything else?», but not «acme.com/a.Html»."""
    word, after = _word_before(text, start, at), text[following + 1 : following + 2]
    return len(word) > 1 and word.isalnum() and word[-1].islower() and (after.islower() or after in ("'", "’", " "))


def _is_end_after_word(text: str, folded: str, start: int, at: int, following: int, rules: UnitRules) -> bool:
    """Tell whether a single dot ends a sentence, by the word before it and what follows the space."""
    word = _word_before(folded, start, at)
    if len(word) > 1 and word.isalpha() and not rules.lists(word):
        return True
    is_lower, is_digit, is_first = text[following].islower(), text[following].isdigit(), at - start == len(word)
    if word in rules.leading or (len(word) == 1 and word != "i" and text[at - 1].isupper()):
        return False  # Dr. Jones, J. Morgan
    if word in rules.numbered:
        return not _REFERENCE.match(folded, following) and (is_first or not is_lower)
    if word in rules.closing or _INITIALS.fullmatch(word):
        return not is_lower and not is_digit and not _ACRONYM.match(text, following)
    is_step = word.isdigit() and len(word) < 3 and (is_first or folded.endswith(": " + word, start, at))
    return not is_step  # Next: 1. Open the app.


def _word_before(text: str, start: int, at: int) -> str:
    words = text[max(start, at - _REACH) : at].rsplit(None, 1)
    return words[-1].lstrip("\"'([{*_~`\\¿¡") if words else ""
