"""What names one thing: e-mail addresses, order numbers, codes, documents, phones, cards.

When in doubt none is read: an identifier read where there is none takes a true sentence away.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from veraz.text.late import late
from veraz.values.checkdigits import is_card, is_cnpj, is_cpf, is_iban
from veraz.values.numerals import is_digits
from veraz.values.scan import Scan
from veraz.values.words import IdentifierWords, ValueWords

_LONGEST = 80
_FEWEST_SPACED = 8  # digits of the shortest phone number that is read
_SHORTEST_NUMBER = 3  # "order 2 more" names no order
_LAST_DIGITS = 4  # of a card
_NAME_REACH = 4  # tokens between a number and the word that names it

# Runs that hold no space. What a sentence puts around them is cut off below.
_CHUNK = late(r"[^\s,;()<>\"\[\]{}|=]+")
_EDGES = ".:!?*_`~'\\-/–—"
_MARKED = late(r"[0-9@]")
_EMAIL = late(r"[\w.+%-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}")
_DOCUMENT = late(
    r"[0-9]{3}\.[0-9]{3}\.[0-9]{3}-[0-9]{2}"
    r"|[0-9a-z]{2}\.[0-9a-z]{3}\.[0-9a-z]{3}/[0-9a-z]{4}-[0-9]{2}"
)
_NOT_DIGITS = late(r"[^0-9]")
_LETTER = late(r"[a-z]")
_UUID_LENGTH = 36
_DOCUMENT_LENGTHS = (14, 18)
_UUID = late(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")
_CODE = late(r"#?[a-z0-9]+(?:[-_.][a-z0-9]+)*")
_QUANTITY = late(r"[0-9]+(?:[.,/-][0-9]+)*-?[a-z]+[0-9]{0,2}(?:-[a-z]+)*")  # 100ml, 16gb, 15h30, 7-day
_WORD_AND_SIZE = late(r"[a-z]+-?[0-9]{1,2}(?:-?[a-z]+)?")  # gpt-4, mp3, iphone15pro
_SHORT_CODE = late(r"[A-Z]{2,4}-[0-9]{2}")  # RT-20
_SPACED = late(
    r"\+[0-9](?:[ ().-]{0,2}[0-9]){7,14}"
    r"|\([0-9]{2,4}\)[ -]?[0-9]{3,5}[ .-]?[0-9]{4}"
    r"|[0-9]{3}[-.][0-9]{3}[-.][0-9]{4}"
    r"|[0-9]{2} [0-9]{4,5}-[0-9]{4}"
    r"|[0-9]{4}([ -])[0-9]{4}\1[0-9]{4}\1[0-9]{4}"
    r"|[0-9]{4}([ -])[0-9]{6}\2[0-9]{5}"
    r"|[a-z]{2}[0-9]{2}(?: [0-9a-z]{4}){3,7}(?: [0-9a-z]{1,3})?"
)
_MASK = late(r"[*x•·]{4}[ -]?\Z")  # before the last four digits of a card
_MASK_LENGTH = 5
_WHOLE = late(r"[0-9]+(?:[-/.][0-9]+){0,6}(?![\w%$/-])")  # "4412" and "2026-00815", but not "4412-b"
_BEFORE_A_PIECE = frozenset("-_/.$%")
_PUNCTUATION = late(r"[^\w@]|_")


class Identifier(NamedTuple):
    """An identifier that ``text[start:end]`` states.

    :ivar kind: ``email``, ``cpf``, ``cnpj``, ``card``, ``iban``, ``phone``, ``uuid``, ``code``, or what the word before
        it names: ``order``, ``ticket``, ``reference`` and so on.
    :ivar text: as written.
    :ivar key: the form it is compared in: folded, letters and digits alone; an e-mail address stays whole.
    """

    start: int
    end: int
    kind: str
    text: str
    key: str


def key_of(text: str) -> str:
    """Return the form in which a folded identifier is compared."""
    return text if "@" in text and _EMAIL.fullmatch(text) else _PUNCTUATION.sub("", text)


def read_identifiers(scan: Scan, start: int, end: int, words: ValueWords) -> list[Identifier]:
    """Return the identifiers of ``text[start:end]``, in order, apart from each other; a shape says more than a name."""
    left = sum([len(word) for word in scan.words if is_digits(word)])  # digits that no amount or date took
    if not left and "@" not in scan.words:
        return []
    spaced = _spaced(scan, start, end) if left >= _FEWEST_SPACED else ()
    found = [*spaced, *_chunks(scan, start, end, words.identifiers), *_named(scan, words.identifiers)]
    identifiers: list[Identifier] = []
    for first, stop, kind in sorted(found, key=_first_and_longest):
        if not identifiers or first >= identifiers[-1].end:
            text = scan.text[first:stop]
            identifiers.append(Identifier(first, stop, kind, text, key_of(scan.folded[first:stop])))
    return identifiers


_Span = tuple[int, int, str]


def _first_and_longest(span: _Span) -> tuple[int, int]:
    return span[0], -span[1]


def _spaced(scan: Scan, start: int, end: int) -> Iterator[_Span]:
    """Yield what may hold spaces: phones, cards, IBANs."""
    folded = scan.folded
    for match in _SPACED.finditer(folded, start, end):
        first, stop = match.span()
        if (folded[first - 1 : first].isalnum() and first > start) or folded[stop : stop + 1].isalnum():
            continue
        key = key_of(match[0]).upper()
        if is_iban(key):
            yield first, stop, "iban"
        elif key.isdigit():
            yield first, stop, "card" if is_card(key) and match[0][0] not in "+(" else "phone"


def _chunks(scan: Scan, start: int, end: int, words: IdentifierWords) -> Iterator[_Span]:
    folded = scan.folded
    for match in _CHUNK.finditer(folded, start, end):
        chunk = match[0]
        if chunk.isalpha() or not _MARKED.search(chunk) or "://" in chunk or chunk.startswith("www."):
            continue
        first = match.start() + len(chunk) - len(chunk.lstrip(_EDGES))
        chunk = chunk.strip(_EDGES)
        if 3 < len(chunk) <= _LONGEST:
            kind = _kind(chunk, scan.text[first : first + len(chunk)], words)
            if kind:
                yield first, first + len(chunk), kind


def _kind(chunk: str, written: str, words: IdentifierWords) -> str | None:
    """Return what kind of identifier a chunk is by its shape alone; ``None`` where it is none."""
    if "@" in chunk:
        return "email" if _EMAIL.fullmatch(chunk) else None
    size = len(chunk)
    if size == _UUID_LENGTH and _UUID.fullmatch(chunk):
        return "uuid"
    if size in _DOCUMENT_LENGTHS and _DOCUMENT.fullmatch(chunk):
        key = key_of(chunk).upper()
        return "cpf" if is_cpf(key) else "cnpj" if is_cnpj(key) else "code"
    if is_iban(written) or chunk.isdigit():
        return "iban" if not chunk.isdigit() else "card" if is_card(chunk) else None
    return "code" if _is_code(chunk, written, words) else None


def _is_code(chunk: str, written: str, words: IdentifierWords) -> bool:
    if not _CODE.fullmatch(chunk) or chunk in words.unlike:
        return False
    digits = len(_NOT_DIGITS.sub("", chunk))
    if chunk[0] == "#" and digits > 1:
        return True
    if digits == len(chunk) or not _LETTER.search(chunk):
        return False
    if _SHORT_CODE.fullmatch(written):
        return True
    if _QUANTITY.fullmatch(chunk) or _WORD_AND_SIZE.fullmatch(chunk):
        return False
    return digits > 2 or (digits > 1 and written.isupper() and len(chunk) > 4)


def _named(scan: Scan, words: IdentifierWords) -> Iterator[_Span]:
    """Yield the digits that a word to their left names: "order 4412", "pedido nº 4412 e 4413", "final 4242"."""
    listed, kind = -1, None  # the index after the last one and what it is, for "orders 4412 and 4413"
    for index, word in enumerate(scan.words):
        if not word.isdigit() or len(word) > _LONGEST:
            continue
        goes_on = listed == index - 1 and scan.at(listed) in words.joins
        kind = _name(scan, index, words) or (kind if goes_on else None)
        whole = _WHOLE.match(scan.folded, scan.start(index)) if kind and not _is_a_piece(scan, index) else None
        if kind and whole and len(whole[0]) >= _SHORTEST_NUMBER:
            listed = index + 1
            yield whole.start(), whole.end(), _checked(kind, whole[0])
        elif len(word) == _LAST_DIGITS and _is_masked(scan, scan.start(index)):
            yield scan.start(index), scan.end(index), "card"


def _name(scan: Scan, index: int, words: IdentifierWords) -> str | None:
    """Return the kind that a word to the left of token ``index`` names, across words that only lead to the number."""
    kind = None
    for before in range(index - 1, max(-1, index - 1 - _NAME_REACH), -1):
        word = scan.words[before]
        if word in words.card and len(scan.words[index]) == _LAST_DIGITS:
            return "card"
        kind = words.named.get(word, kind)
        if word not in words.fillers and word not in words.card_fillers:
            break
    return kind


def _is_masked(scan: Scan, start: int) -> bool:
    return _MASK.search(scan.folded, max(0, start - _MASK_LENGTH), start) is not None


def _is_a_piece(scan: Scan, index: int) -> bool:
    """Tell whether a number ends something longer: the 4412 of "$4412" and "RF-4412"."""
    before = scan.folded[scan.start(index) - 1 : scan.start(index)]
    return before.isalnum() or before in _BEFORE_A_PIECE


_CHECKS = {"cpf": is_cpf, "cnpj": is_cnpj}


def _checked(kind: str, digits: str) -> str:
    """Return ``kind``, unless it has check digits and these are wrong."""
    check = _CHECKS.get(kind)
    return kind if check is None or check(digits) else "code"
