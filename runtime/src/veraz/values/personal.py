"""Personal data that a text states: addresses, documents, phones, cards, and by the words beside them names and dates.

Check digits decide where a kind has them; a bare run of digits is what the word to its left says, before its shape.
Amounts, order and protocol numbers, dates of no birth and the mailboxes of a role (``support@``) are no one's.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum

from veraz.values.checkdigits import is_card, is_cnpj, is_cpf, is_iban
from veraz.values.people import Span, read_people
from veraz.values.personal_words import PersonalWords


class PersonalKind(StrEnum):
    """The kinds of personal data that are read."""

    EMAIL = "email"
    PHONE = "phone"
    CPF = "cpf"
    CNPJ = "cnpj"
    RG = "rg"
    PIS = "pis"
    CNH = "cnh"
    SSN = "ssn"
    CEP = "cep"
    CARD = "card"
    IBAN = "iban"
    UUID = "uuid"  # only where a word says so: a random Pix key
    IP = "ip"
    NAME = "name"
    BIRTH_DATE = "birth_date"
    ADDRESS = "address"


@dataclass(frozen=True, slots=True)
class Personal:
    """What ``text[start:end]`` tells of a person.

    :ivar key: the form it is compared in: folded, letters and digits alone; an e-mail address stays whole.
    """

    start: int
    end: int
    kind: PersonalKind
    key: str


def read_personal(text: str, folded: str, start: int, end: int, words: PersonalWords) -> tuple[Personal, ...]:
    """Return the personal data that ``text[start:end]`` states, in order, apart from each other.

    :param folded: ``fold(text)``.
    """
    found: list[Span] = [
        *_emails(folded, start, end),
        *_numbers(folded, start, end, words),
        *read_people(text, folded, start, end, words),
    ]
    personal: list[Personal] = []
    for first, stop, kind in sorted(found, key=_first_and_longest):
        if not personal or first >= personal[-1].end:
            personal.append(Personal(first, stop, PersonalKind(kind), personal_key(folded[first:stop])))
    return tuple(personal)


def personal_key(folded: str) -> str:
    """Return the form in which folded personal data is compared."""
    return folded if "@" in folded else _PUNCTUATION.sub("", folded)


_PUNCTUATION = re.compile(r"[\W_]")


def _first_and_longest(span: Span) -> tuple[int, int]:
    return span[0], -span[1]


_LOCAL = re.compile(r"[\w.+%-]+\Z")
_DOMAIN = re.compile(r"@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}")
_LONGEST_LOCAL = 64
_ROLES = frozenset(
    {"support", "suporte", "sac", "contact", "contato", "help", "ajuda", "info", "noreply", "no-reply"}
    | {"atendimento", "ouvidoria", "privacy", "dpo"}
)


def _emails(folded: str, start: int, end: int) -> Iterator[Span]:
    at = folded.find("@", start, end)
    while at >= 0:
        domain = _DOMAIN.match(folded, at, end)
        local = _LOCAL.search(folded[max(start, at - _LONGEST_LOCAL) : at]) if domain else None
        if domain and local and local[0] not in _ROLES:
            yield at - len(local[0]), domain.end(), "email"
        at = folded.find("@", at + 1, end)


# Digits and what may stand between them; what is in there is told apart below.
_RUN = re.compile(r"[+(0-9][0-9 ()./–-]*")
_NUMBER = re.compile(
    r"(?<![\w.,/$€£#+-])(?:"
    r"(?P<digits>[0-9]{7,19})"
    r"|(?P<cpf>[0-9]{3}\.[0-9]{3}\.[0-9]{3}[-–/][0-9]{2})"
    r"|(?P<pis>[0-9]{3}\.[0-9]{5}\.[0-9]{2}-[0-9])"
    r"|(?P<rg>[0-9]{1,2}\.[0-9]{3}\.[0-9]{3}-[0-9x])"
    r"|(?P<ip>[0-9]{1,3}(?:\.[0-9]{1,3}){3})"
    r"|(?P<cep>[0-9]{2}\.?[0-9]{3}[-–][0-9]{3})"
    r"|(?P<ssn>[0-9]{3}-[0-9]{2}-[0-9]{4})"
    r"|(?P<card>[0-9]{4}(?P<one>[ .-])[0-9]{4}(?P=one)[0-9]{4}(?P=one)[0-9]{1,4}(?:(?P=one)[0-9]{1,3})?"
    r"|[0-9]{4}(?P<two>[ .-])[0-9]{6}(?P=two)[0-9]{4,5})"
    r"|(?P<phone>\+[0-9](?:[ ().–-]{0,2}[0-9]){7,14}"
    r"|\([0-9]{2,4}\) ?[0-9]{1,5}(?:[ .–-]?[0-9]{2,5}){1,3}"
    r"|[0-9]{3}(?P<three>[.-])[0-9]{3}(?P=three)[0-9]{4}"
    r"|(?:55 ?)?[1-9][0-9] (?:9 ?[0-9]|[2-9])[0-9]{3}[ .–-][0-9]{4})"
    r"|(?P<grouped>[0-9]{2,5}(?:[ .–-][0-9]{2,5}){1,5})"
    r")(?![\w]|[-/.–][0-9a-z])"
)
_FEWEST = 7  # characters of the shortest number that tells of a person
_BEYOND = 2  # characters after a run that its end is told by

_Check = Callable[[str], bool]


def _has(fewest: int, most: int) -> _Check:
    return lambda key: fewest <= len(key) <= most


def _is_issued(digits: str) -> bool:
    """Tell whether a bare run of digits is a card number of a known issuer: one in ten numbers passes Luhn's check."""
    size, prefix = len(digits), digits[:2]
    known = {16: "2" <= digits[0] <= "6", 15: prefix in ("34", "37"), 14: prefix in ("30", "36", "38")}
    return known.get(size, digits[0] == "4") and is_card(digits)


def _is_ssn(digits: str) -> bool:
    """Tell whether nine digits are a number the Social Security Administration gives out."""
    return len(digits) == 9 and digits[:3] not in ("000", "666") and digits[0] != "9" and digits[3:5] != "00"


_TOLL_FREE = frozenset("800 888 877 866 855 844 833".split())
_SHORT_PHONE, _LONG_PHONE = 8, 15


def _is_phone(digits: str) -> bool:
    """Tell whether digits are a phone number, and not one that anybody may call free of charge."""
    area = digits[1:4] if len(digits) == 11 and digits[0] == "1" else digits[:3]
    is_free = len(digits) in (10, 11) and area in _TOLL_FREE
    return _SHORT_PHONE <= len(digits) <= _LONG_PHONE and not is_free and not digits.startswith(("0800", "0300"))


_Kinds = tuple[tuple[str, _Check], ...]

# Marks that stand in nothing else: what the shape may be, whatever the words around it say.
_CERTAIN: Mapping[str, _Kinds] = {"cpf": (("cpf", is_cpf),), "card": (("card", is_card),)}

# What a shape may be where no word names it as something else.
_LIKELY: Mapping[str, _Kinds] = {
    "pis": (("pis", _has(11, 11)),),
    "ip": (("ip", _has(4, 12)),),
    "cep": (("cep", _has(8, 8)),),
    "ssn": (("ssn", _is_ssn),),
    "phone": (("phone", _is_phone),),
    "digits": (("cpf", is_cpf), ("cnpj", is_cnpj), ("card", _is_issued)),
}

# What a number may be by the word to its left, whatever its shape; a word that is not here names something else.
_NAMED: Mapping[str | None, _Kinds] = {
    None: (),
    "id": (),
    "account": (),
    "cpf": (("cpf", is_cpf), ("cnpj", is_cnpj)),
    "cnpj": (("cnpj", is_cnpj), ("cpf", is_cpf)),
    "pix": (("cpf", is_cpf), ("cnpj", is_cnpj), ("phone", _has(10, 13))),
    "phone": (("phone", _is_phone),),
    "card": (("card", is_card),),
    "cep": (("cep", _has(8, 8)),),
    "rg": (("rg", _has(7, 10)),),
    "pis": (("pis", _has(11, 11)),),
    "cnh": (("cnh", _has(11, 11)),),
    "ssn": (("ssn", _is_ssn),),
}
_VAGUE = frozenset({"id", "account"})


def _numbers(folded: str, start: int, end: int, words: PersonalWords) -> Iterator[Span]:
    for run in _RUN.finditer(folded, start, end):
        first, stop = run.span()
        yield from _ibans(folded, start, first - 2, end)
        if stop - first >= _FEWEST:
            for match in _NUMBER.finditer(folded, first, min(stop + _BEYOND, end)):
                kind = _kind(folded, start, match, words)
                if kind:
                    yield *match.span(), kind
    yield from _companies(folded, start, end)
    if any(name in folded for name in words.keys):
        yield from _keys(folded, start, end, words)


def _kind(folded: str, start: int, match: re.Match[str], words: PersonalWords) -> str | None:
    """Return the kind of the number that ``match`` is, or ``None`` where it is no one's."""
    shape, key = match.lastgroup or "", _PUNCTUATION.sub("", match[0])
    if shape == "ip" and any(int(part) > 255 for part in match[0].split(".")):
        return None
    kinds = _CERTAIN.get(shape)
    if kinds is None:
        named = _named(folded, start, match.start(), words)
        kinds = _NAMED[named] + _LIKELY.get(shape, ()) if named in _NAMED else ()
    return next((kind for kind, check in kinds if check(key)), None)


_WORD_OR_MARK = re.compile(r"[a-z]+(?:['-][a-z]+)*|[^\s\w*`\\~]|\w")
_LEFT = 40  # characters that are looked at to the left of a number, and words
_MOST_LEFT = 6


def _named(folded: str, start: int, at: int, words: PersonalWords) -> str | None:
    """Return what the words to the left of ``at`` call the number there, across words that only lead to it."""
    kind = None
    before = _WORD_OR_MARK.findall(folded, max(start, at - _LEFT), at)
    for word in before[: -_MOST_LEFT - 1 : -1]:
        named = words.numbers.get(word)
        kind = named or kind
        if named not in _VAGUE and word not in words.fillers:
            break
    return kind


_IBAN = re.compile(r"[a-z]{2}[0-9]{2}(?: ?[0-9a-z]{4}){2,7}(?: ?[0-9a-z]{1,3})?(?!\w)")


def _ibans(folded: str, start: int, first: int, end: int) -> Iterator[Span]:
    """Yield the IBAN whose country is at ``first``; a word that follows may look like its last group."""
    if first < start or (first > start and folded[first - 1].isalnum()):
        return
    match = _IBAN.match(folded, first, end)
    text = match[0] if match else ""
    while text and not is_iban(text.replace(" ", "").upper()):
        text = text.rpartition(" ")[0]
    if text:
        yield first, first + len(text), "iban"


_CNPJ = re.compile(r"(?<!\w)[0-9a-z]{2}\.[0-9a-z]{3}\.[0-9a-z]{3}/[0-9a-z]{4}[-–][0-9]{2}(?!\w)")
_BEFORE_SLASH = 10


def _companies(folded: str, start: int, end: int) -> Iterator[Span]:
    """Yield each CNPJ with its marks, numeric or not; what has none of them may be read by its digits alone."""
    slash = folded.find("/", start, end)
    while slash >= 0:
        match = _CNPJ.match(folded, slash - _BEFORE_SLASH, end) if slash - _BEFORE_SLASH >= start else None
        if match and is_cnpj(_PUNCTUATION.sub("", match[0]).upper()):
            yield *match.span(), "cnpj"
        slash = folded.find("/", slash + 1, end)


_KEY = re.compile(r"(?<![\w-])[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}(?![\w-])")


def _keys(folded: str, start: int, end: int, words: PersonalWords) -> Iterator[Span]:
    for match in _KEY.finditer(folded, start, end):
        if _named(folded, start, match.start(), words) in ("pix", "uuid"):
            yield *match.span(), "uuid"
