"""Portuguese verb forms, from the principal parts of each verb.

Forms are those met in Brazil: eu, você or ele, nós, vocês or eles, and the past of tu. Where folding makes two tenses
one (pluperfect «estornara», future «estornará») the form is given as the future alone.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from types import MappingProxyType
from typing import NamedTuple

from veraz.languages.base import Form, Inflection
from veraz.languages.tables import load_table
from veraz.text.fold import fold_word


def _in_persons(form: Form, persons: Sequence[int]) -> Sequence[Inflection]:
    return [Inflection(form, person) for person in persons]


_PERSONS = (1, 3, 1, 3)  # eu, ele, nós, eles
_SHARED = (0, 1, 3)  # eu and ele, nós, eles
_PRESENT, _PAST, _FUTURE = (_in_persons(form, _PERSONS) for form in (Form.PRESENT, Form.PAST, Form.FUTURE))
_CONDITIONAL, _IMPERFECT, _SUBJUNCTIVE = (
    _in_persons(form, _SHARED) for form in (Form.CONDITIONAL, Form.IMPERFECT, Form.SUBJUNCTIVE)
)
_BASE, _GERUND, _PARTICIPLE = (Inflection(form) for form in (Form.BASE, Form.GERUND, Form.PARTICIPLE))
_OBJECTS = ("lo", "la", "los", "las")
_AFTER_VOWEL = ("o", "a", "os", "as", "lhe", "lhes")
_Parts = Mapping[str, Sequence[str]]


@lru_cache(maxsize=4096)
def inflect(lemma: str) -> Mapping[str, frozenset[Inflection]]:
    """Return the folded forms of the infinitive ``lemma``, each with what it may be.

    Accents and a final «-se» are optional; a hyphenated verb is inflected in its last part. A word that is no
    infinitive has itself as its only form. Forms that «eu» and «ele» share («cancelava», «cancele») have person 0.
    """
    written = unicodedata.normalize("NFC", lemma).strip().lower().removesuffix("-se")
    head, hyphen, verb = fold_word(written).rpartition("-")
    has_cedilla = written.endswith("çar") or verb in _table().cedilla
    forms: dict[str, set[Inflection]] = {}
    for form, inflection in _forms(verb, has_cedilla):
        forms.setdefault(head + hyphen + form, set()).add(inflection)
    return MappingProxyType({form: frozenset(_without_homographs(verb, found)) for form, found in forms.items()})


def _without_homographs(verb: str, found: set[Inflection]) -> set[Inflection]:
    """Leave out the pluperfect beside a future («estornara»), and «caí» beside «cai», which is what things do."""
    if len(found) == 1:
        return found
    if verb.endswith("air") and Inflection(Form.PRESENT, 3) in found:
        return found - {Inflection(Form.PAST, 1)}
    if any(inflection.form is Form.FUTURE for inflection in found):
        return {inflection for inflection in found if inflection.form is not Form.IMPERFECT}
    return found


def _forms(verb: str, has_cedilla: bool) -> Iterator[tuple[str, Inflection]]:
    if verb:
        yield verb, _BASE
    if verb.endswith(("ar", "er", "ir", "por")):
        parts = _parts(verb, has_cedilla)
        yield from _infinite(verb, parts)
        yield from _finite(parts)


def _infinite(verb: str, parts: _Parts) -> Iterator[tuple[str, Inflection]]:
    """Yield the forms that show no person; the personal infinitive and «cancelá-lo» count as the infinitive."""
    for ending in ("mos", "em"):
        yield verb + ending, _BASE
    for pronoun in _OBJECTS:
        yield f"{verb[:-1]}-{pronoun}", _BASE
    yield verb[:-1] + "ndo", _GERUND
    for participle in parts["participle"]:
        for ending in ("o", "a", "os", "as") if participle.endswith("o") else ("e", "es"):
            yield participle[:-1] + ending, _PARTICIPLE
        if participle.endswith("do"):
            for ending in ("inho", "inha", "inhos", "inhas", "issimo", "issima"):  # «marcadinho», «agendadíssimo»
                yield participle[:-1] + ending, _PARTICIPLE


def _finite(parts: _Parts) -> Iterator[tuple[str, Inflection]]:
    (future,), (imperfect,), subjunctive = parts["future"], parts["imperfect"], parts["subjunctive"]
    perfect = parts["past"][3].removesuffix("ram")  # fize-ram: fizera, fizesse, fizer
    tenses: tuple[tuple[Sequence[str], Sequence[Inflection]], ...] = (
        (parts["present"], _PRESENT),
        (parts["past"], _PAST),
        ((parts["past"][2].removesuffix("mos") + "ste",), _PAST[-1:]),
        ((future + "ei", future + "a", future + "emos", future + "ao"), _FUTURE),
        (_with_endings(future + "ia"), _CONDITIONAL),
        (_with_endings(imperfect), _IMPERFECT),
        ((perfect + "ra", perfect + "ramos"), _IMPERFECT[:2]),
        (_with_endings(*subjunctive), _SUBJUNCTIVE),
        (_with_endings(perfect + "sse"), _SUBJUNCTIVE),
        ((perfect + "r", perfect + "rmos", perfect + "rem"), _SUBJUNCTIVE),
    )
    for spellings, inflections in tenses:
        yield from zip(spellings, inflections, strict=True)
    for spelling in _with_pronouns(parts["past"][0], parts["past"][2]):
        yield spelling, _PAST[0]


def _with_pronouns(single: str, plural: str) -> Iterator[str]:
    """Yield what «eu» and «nós» did to it, or for the person: «cancelei-o», «cancelamo-lo», «enviamos-lhe»."""
    yield from (f"{single}-{pronoun}" for pronoun in _AFTER_VOWEL)
    yield from (f"{plural[:-1]}-{pronoun}" for pronoun in _OBJECTS)
    yield from (f"{plural}-{pronoun}" for pronoun in _AFTER_VOWEL[-2:])


def _with_endings(single: str, first: str = "", plural: str = "") -> Sequence[str]:
    return single, first or single + "mos", plural or single + "m"


def _parts(verb: str, has_cedilla: bool) -> _Parts:
    """Return the principal parts of ``verb``: the regular ones, those of its model, and its second participle."""
    table = _table()
    parts = _after(verb[:-2], table.regular[verb[-2:]])
    if not has_cedilla:
        model = table.words.get(verb) or next(filter(table.endings.__contains__, _endings(verb)), "")
        parts |= _after(verb.removesuffix(model), table.models.get(model, {}))
    if "subjunctive" not in parts:  # peço: peça
        parts["subjunctive"] = [parts["present"][0].removesuffix("o") + ("e" if verb.endswith("ar") else "a")]
    parts["participle"] += table.participles.get(verb, ())
    return parts


def _after(stem: str, parts: _Parts) -> dict[str, list[str]]:
    return {part: [stem + ending for ending in endings] for part, endings in parts.items()}


def _endings(verb: str) -> Iterator[str]:
    """Yield ``verb`` and its endings, the longest first."""
    return (verb[start:] for start in range(len(verb) - 2))


class _Table(NamedTuple):
    """``verbs.yaml``, folded.

    :ivar models: parts of each irregular word or ending, as what follows the word less that ending.
    :ivar words: the verbs that follow a model as whole words, each with its model.
    :ivar endings: the models that any verb with the ending follows.
    """

    regular: Mapping[str, _Parts]
    models: Mapping[str, _Parts]
    words: Mapping[str, str]
    endings: frozenset[str]
    participles: Mapping[str, Sequence[str]]
    cedilla: frozenset[str]


@cache
def _table() -> _Table:
    table = load_table("languages/pt_br", "verbs")
    words = {
        fold_word(prefix + word): word
        for word, parts in table["words"].items()
        for prefix in ("", *parts.get("prefixes", "").split())
    }
    return _Table(
        regular=_split(table["regular"]),
        models=_split(table["endings"] | table["words"]),
        words=words,
        endings=frozenset(table["endings"]),
        participles={fold_word(verb): [fold_word(form)] for verb, form in table["participles"].items()},
        cedilla=frozenset(fold_word(table["cedilla"]).split()),
    )


def _split(models: Mapping[str, Mapping[str, str]]) -> Mapping[str, _Parts]:
    return {
        fold_word(ending): {part: fold_word(forms).split() for part, forms in parts.items() if part != "prefixes"}
        for ending, parts in models.items()
    }
