"""English verb forms, from the rules of spelling and the table of irregular verbs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any

from veraz.languages.base import Form, Inflection
from veraz.languages.tables import load_table
from veraz.text.fold import fold_word

_PARTS = {
    "base": Inflection(Form.BASE),
    "first": Inflection(Form.PRESENT, 1),
    "third": Inflection(Form.PRESENT, 3),
    "plural": Inflection(Form.PRESENT),
    "past": Inflection(Form.PAST),
    "participle": Inflection(Form.PARTICIPLE),
    "gerund": Inflection(Form.GERUND),
}
_Parts = Mapping[str, Sequence[str]]

_CLOSED = re.compile(r"(?:^|[^aeiou]|qu)[aeiouy][^aeiouwxy]$")  # ship, refer, quiz; not wait, fix, pay
_ONE_SYLLABLE = re.compile(r"y?(?:qu|[^aeiouyq])*[aeiouy]+[^aeiouy]*$")
_HISS = re.compile(r"(?:[sxz]|[cs]h|[^aeiou]o)$")
_CONSONANT_Y = re.compile(r"[^aeiou]y$")
_SILENT_E = re.compile(r"[^eoy]e$")  # make; not see, shoe, dye


@lru_cache(maxsize=4096)
def inflect(lemma: str) -> Mapping[str, frozenset[Inflection]]:
    """Return the folded forms of ``lemma``, one word, each with what it may be.

    Both spellings are given where both are met: «cancelled» and «canceled», «authorized» and «authorised». A hyphenated
    verb is inflected in its last part: «re-sent».
    """
    head, hyphen, verb = fold_word(lemma).strip().rpartition("-")
    forms: dict[str, set[Inflection]] = {}
    for spelling in _spellings(verb):
        for part, words in _parts(spelling).items():
            for word in words:
                forms.setdefault(head + hyphen + word, set()).add(_PARTS[part])
    return MappingProxyType({word: frozenset(found) for word, found in forms.items()})


def _spellings(verb: str) -> Iterator[str]:
    """Yield ``verb``, and its British spelling where it has two syllables and -ize or -yze."""
    if verb:
        yield verb
    if verb.endswith(("ize", "yze")) and not _ONE_SYLLABLE.match(verb[:-1]):
        yield verb[:-2] + "se"


def _parts(verb: str) -> _Parts:
    prefix, stem = _split(verb)
    parts: dict[str, Sequence[str]] = {
        "base": [stem],
        "third": [_third(stem)],
        "past": [_past(form) for form in _before_suffix(stem)],
        "gerund": [_gerund(form) for form in _before_suffix(stem)],
    }
    parts["participle"] = parts["past"]
    parts |= _irregular().get(stem, {})
    return {part: [prefix + word for word in words] for part, words in parts.items()} if prefix else parts


def _split(verb: str) -> tuple[str, str]:
    """Return the prefix of a verb made from an irregular one, and that verb: («re», «send»)."""
    irregular = _irregular()
    if verb not in irregular:
        for prefix in _table()["prefixes"].split():
            if verb.startswith(prefix) and verb[len(prefix) :] in irregular:
                return prefix, verb[len(prefix) :]
    return "", verb


def _third(stem: str) -> str:
    if _CONSONANT_Y.search(stem):
        return stem[:-1] + "ies"
    return stem + ("es" if _HISS.search(stem) else "s")


def _before_suffix(stem: str) -> Sequence[str]:
    """Return the stem as it stands before -ed and -ing: doubled, plain, or both where usage is divided."""
    if stem.endswith("ic"):
        return [stem + "k"]
    if stem in _words("either"):
        return [stem + stem[-1], stem]
    if not _CLOSED.search(stem):
        return [stem]
    if _ONE_SYLLABLE.match(stem) or stem in _words("doubled"):
        return [stem + stem[-1]]
    return [stem + "l", stem] if stem.endswith("l") else [stem]


def _past(stem: str) -> str:
    if _CONSONANT_Y.search(stem):
        return stem[:-1] + "ied"
    return stem + ("d" if stem.endswith("e") else "ed")


def _gerund(stem: str) -> str:
    if stem.endswith("ie"):
        return stem[:-2] + "ying"
    return (stem[:-1] if _SILENT_E.search(stem) else stem) + "ing"


@cache
def _table() -> Any:
    return load_table("languages/en", "verbs")


@cache
def _words(name: str) -> frozenset[str]:
    return frozenset(_table()[name].split())


@cache
def _irregular() -> Mapping[str, _Parts]:
    """The parts of each irregular verb that the rules of spelling do not give."""
    irregular: dict[str, _Parts] = {}
    for verb, forms in _table()["irregular"].items():
        past, *participle = forms.split()
        irregular[verb] = {"past": past.split("/"), "participle": (participle or [past])[0].split("/")}
    for verb, parts in _table()["full"].items():
        irregular[verb] = {part: forms.split("/") for part, forms in parts.items()}
    return irregular
