"""Portuguese plurals, on folded words: «solicitacao», «solicitacoes»."""

from __future__ import annotations

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
