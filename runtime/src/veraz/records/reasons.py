"""Why a call did not run or did not run well: what the record may hold of it, and how a person reads it.

A reason comes from a tool, a service or a framework, and is as often written for a log or a model as for a person. The
record keeps a short phrase or a short code, and nothing with an address, a key, a path, code or personal data in it. A
person reads the phrase, or the code's wording in their language, or nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache, lru_cache
from typing import Any

from veraz.errors import ConfigurationError, UnknownLanguage
from veraz.languages import GRAMMARS, Grammar, reply_grammar
from veraz.languages.tables import load_table
from veraz.text.fold import fold, fold_word
from veraz.text.late import late
from veraz.tools import ARGUMENT_SCHEMA, name_in_words

LONGEST_REASON = 120
"""Characters of a reason; it is read inside a sentence."""

_LONGEST_WORDING = 200
_LONGEST_CODE = 40
_MOST_KEPT = 1024
_CODE = late(r"(?:HTTP )?[A-Za-z0-9]+(?:[_.:-][A-Za-z0-9]+)*\Z")
_SEPARATED = late(r"\w[_.:-]\w|[a-z][A-Z]|[A-Z]{2}|\d")
_UNPRONOUNCEABLE = late(r"[^aeiouy]{5}")
_SHORT_INITIALS = 4  # letters: «NSF» is no word, «EXPIRED» is
_GLUED = late(r"(?<=\w)_(?=\w)")
_NAMES_OF_ERRORS = ("_error", "_exception")
_MAY_BE_PERSONAL = late(r"[\d@]|\s[A-Z]")


def cleaned(reason: object) -> str | None:
    """Return ``reason`` as a record may hold it: a short phrase, or a short code as it stands; else ``None``."""
    return _cleaned(reason) if isinstance(reason, str) and len(reason) <= 10 * LONGEST_REASON else None


def code_of(reason: str) -> str | None:
    """Return the code that ``reason`` is a name of: ``card_declined`` for «CardDeclined» and «card was declined»."""
    key = name_in_words(fold_word(_seamed(reason))).replace(" ", "_")
    known = _known()
    key = key.removeprefix("http_")
    names = (key, *(key.removesuffix(ending) for ending in _NAMES_OF_ERRORS if key.endswith(ending)))
    return next((known[name] for name in names if name in known), None)


@dataclass(frozen=True, slots=True)
class Reasons:
    """How reasons read in one language.

    :ivar own: the organisation's wordings, by code; they come before the language's.
    """

    language: str
    codes: Mapping[str, str]
    words_stand: bool
    own: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def of(cls, grammar: Grammar, given: Mapping[str, Any] | None = None) -> Reasons:
        """Return the wordings of ``grammar``, behind an organisation's own.

        :param given: by code, a wording, or a wording a language: ``{"card_expired": {"en": "…", "pt-BR": "…"}}``.
        :raises ConfigurationError: naming the place of a wording that cannot be used.
        """
        table = grammar.table("reasons")
        own = {code: text for code, language, text in _entries(given) if language in (None, grammar.code)}
        return cls(grammar.code, table["codes"], table["words_stand"], own)

    def wording(self, reason: str | None) -> str:
        """Return what a person reads of ``reason``; empty where there is nothing for them to read."""
        kept = cleaned(reason)
        if kept is None:
            return self.own.get(reason or "", "")
        code = code_of(kept) or kept
        own = self.own.get(kept, self.own.get(code))
        if own is not None:
            return own
        is_code = _CODE.match(kept) and _SEPARATED.search(kept)
        if code in self.codes and (is_code or not self.words_stand):
            return self.codes[code]
        return _in_words(kept) if _CODE.match(kept) else _GLUED.sub(" ", kept)

    def in_own_phrasing(self, reason: str | None) -> str:
        """Return what an organisation's own phrasing prints of ``reason``: the tool check's code as it stands."""
        stands = reason == ARGUMENT_SCHEMA and reason not in self.own
        return ARGUMENT_SCHEMA if stands else self.wording(reason)


@lru_cache(_MOST_KEPT)
def _cleaned(reason: str) -> str | None:
    text = reason.strip()
    if _CODE.match(text):
        return text if len(text) <= _LONGEST_CODE and _is_code(text) else None
    text = _without_prefixes(text).strip(" .:;,-–—\"'«»“”")
    if not any(map(str.isalnum, text)) or len(text) > LONGEST_REASON:
        return None
    if _not_for_people().search(fold(reason)) or _is_personal(text):
        return None
    return " ".join(text.split())


def _is_code(text: str) -> bool:
    """Tell whether a word is a code: no key, no order to a model, and no name or address with dots in it."""
    if code_of(text):
        return True
    words = name_in_words(fold_word(_seamed(text)))
    if "." in text or _not_codes().search(words) or _kind("orders").search(words):
        return False
    return not _kind("keys").search(text) and not _kind("solid").search(fold(text))


def _without_prefixes(text: str) -> str:
    while found := _prefixes().match(fold(text)):
        text = text[found.end() :]
    return text


def _is_personal(text: str) -> bool:
    if _names_someone(text):
        return True
    if not _MAY_BE_PERSONAL.search(text):
        return False
    from veraz.values.personal import read_personal
    from veraz.values.personal_words import PersonalWords

    return any(read_personal(text, fold(text), 0, len(text), PersonalWords.of(each)) for each in GRAMMARS)


def _names_someone(text: str) -> bool:
    """Tell whether two words in capitals, neither of which codes are made of, or one behind «customer», stand there."""
    pair, called = _names()
    pairs = (map(fold_word, found.groups()) for found in pair.finditer(text))
    return bool(called.search(text)) or any(_words_of_codes().isdisjoint(each) for each in pairs)


def _seamed(text: str) -> str:
    """Return ``text`` with its seams shown, before folding takes the capitals that tell them."""
    return name_in_words(text) if _CODE.match(text) else text


def _in_words(code: str) -> str:
    """Return a code in words, or nothing where it is none: ``gkpj``, ``E1234``, ``3f9a``."""
    words = name_in_words(code)
    return words if all(map(_is_word, words.split())) and not _is_initials(code) else ""


def _is_word(part: str) -> bool:
    folded = fold_word(part)
    if folded.isdigit():
        return len(folded) < 3  # «over 18»
    return folded.isalpha() and any(each in "aeiouy" for each in folded) and not _UNPRONOUNCEABLE.search(folded)


def _is_initials(code: str) -> bool:
    return (code.isupper() and len(code) <= _SHORT_INITIALS) or code.isdigit()


def _entries(given: Any) -> list[tuple[str, str | None, str]]:
    if given is None:
        return []
    if not isinstance(given, Mapping):
        raise ConfigurationError(
            f"replies.reasons is {type(given).__name__}; it takes a mapping from a code to a wording"
        )
    return [entry for code, wording in given.items() for entry in _of_code(code, wording)]


def _of_code(code: Any, wording: Any) -> list[tuple[str, str | None, str]]:
    place = f"replies.reasons.{code}"
    if not isinstance(code, str) or not code.strip():
        raise ConfigurationError(f"replies.reasons has the key {code!r:.60}; a code is text, such as card_declined")
    if not isinstance(wording, Mapping):
        return [(code, None, _checked(wording, place))]
    return [(code, _language(name, place), _checked(text, f"{place}.{name}")) for name, text in wording.items()]


def _language(name: Any, place: str) -> str:
    try:
        return reply_grammar(name).code
    except UnknownLanguage as error:
        raise ConfigurationError(f"{place}: {error}") from None


def _checked(wording: Any, place: str) -> str:
    if not isinstance(wording, str):
        raise ConfigurationError(f"{place} is {type(wording).__name__}; a wording is text")
    if len(wording) > _LONGEST_WORDING or not wording.isprintable():
        raise ConfigurationError(f"{place} is no wording: it takes one line of at most {_LONGEST_WORDING} characters")
    return wording.strip()


@cache
def _known() -> Mapping[str, str]:
    """Return every name of a code, by name."""
    aliases: Mapping[str, list[str]] = load_table("records", "reasons")["aliases"]
    names = {alias: code for code, others in aliases.items() for alias in others}
    return {code: code for code in GRAMMARS[0].table("reasons")["codes"]} | names


@cache
def _prefixes() -> re.Pattern[str]:
    return re.compile("|".join(load_table("records", "reasons")["prefixes"]))


@cache
def _not_codes() -> re.Pattern[str]:
    return re.compile(load_table("records", "reasons")["not_codes"])


@cache
def _names() -> tuple[re.Pattern[str], re.Pattern[str]]:
    table = load_table("records", "reasons")["names"]
    return re.compile(table["pair"]), re.compile(table["called"])


@cache
def _words_of_codes() -> frozenset[str]:
    return frozenset(word for name in _known() for word in name.split("_"))


@cache
def _kind(name: str) -> re.Pattern[str]:
    """Return what is not for people, of one kind."""
    return re.compile(load_table("records", "reasons")["not_for_people"][name])


@cache
def _not_for_people() -> re.Pattern[str]:
    return re.compile("|".join(load_table("records", "reasons")["not_for_people"].values()))
