"""Portuguese plurals and diminutives, on folded words: «solicitacao», «solicitacoes»; «banhinho»."""

from __future__ import annotations

import re

_SMALL = re.compile(r"(\w{2,}?)(z?)inh[oa](s?)")
_HARD = {"qu": "c", "gu": "g"}
_ENDINGS = (("ao", "oes"), ("m", "ns"), ("al", "ais"), ("el", "eis"), ("ol", "ois"), ("ul", "uis"), ("il", "is"))


def plurals(noun: str) -> tuple[str, ...]:
    """Return the forms of the folded ``noun`` phrase, the singular first; of «nota fiscal» both words change."""
    words = noun.split(" ")
    many = " ".join(word if word in ("de", "do", "da") else _plural(word) for word in words)
    first = " ".join([_plural(words[0]), *words[1:]])
    return tuple(dict.fromkeys((noun, many, first)))


def _plural(word: str) -> str:
    for singular, plural in _ENDINGS:
        if word.endswith(singular):
            return word[: -len(singular)] + plural
    return word + ("es" if word.endswith(("r", "z")) else "" if word.endswith(("s", "x")) else "s")


def plain(word: str) -> tuple[str, ...]:
    """Return what a folded diminutive may be one of: «vaguinha», «vaga»; «cartaozinho», «cartao». None for others."""
    found = _SMALL.fullmatch(word)
    if found is None:
        return ()
    stem, apart, many = found.groups()
    if apart:  # «certezinha» keeps its «z»
        return (stem, *(stem + "z" + ending + many for ending in "ao"))
    stems = (stem, stem[:-2] + _HARD[stem[-2:]]) if stem[-2:] in _HARD else (stem,)
    return tuple(each + ending + many for each in reversed(stems) for ending in ("a", "o", "e", ""))
