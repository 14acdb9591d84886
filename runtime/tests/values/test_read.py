from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veraz.languages import ENGLISH, PORTUGUESE, Grammar
from veraz.text.fold import fold
from veraz.values import Amount, Evidence, Identifier, Moment, Value, ValueWords, read_values

Read = Callable[[str], tuple[Value, ...]]
NOW = datetime(2027, 3, 3)

_PIECES = st.sampled_from(
    (
        "1 12 1.250,50 2027-03-05 05/03 5h 15h30 $ R$ us - – , . : / # ( ) @ * ** \\ _ a.b@c.de http:// dollars reais "
        "and e a to de mil hundred five cents dia the 12th march may 5 sexta -feira next friday ago in days há noon pm "
        "meio-dia order 4412 final ab12 \u00a0 \u202f \u0301 º 1º % ² ٣ \n"
    ).split(" ")
)
_TEXTS = st.one_of(st.text(max_size=80), st.lists(_PIECES, max_size=30).map(" ".join), st.lists(_PIECES).map("".join))


@pytest.mark.parametrize("grammar", [ENGLISH, PORTUGUESE])
@given(text=_TEXTS, cut=st.integers(0, 10))
def test_any_text_is_read_into_values_in_order_and_apart(grammar: Grammar, text: str, cut: int) -> None:
    start = min(cut, len(text))
    values = read_values(text, fold(text), start, len(text), ValueWords.of(grammar), relative=True)
    places = [start, *(place for value in values for place in (value.start, value.end)), len(text)]
    assert places == sorted(places)
    assert all(value.start < value.end for value in values)


@pytest.mark.parametrize("grammar", [ENGLISH, PORTUGUESE])
@given(text=_TEXTS)
def test_a_record_with_the_text_never_contradicts_what_the_text_states(grammar: Grammar, text: str) -> None:
    words = ValueWords.of(grammar)
    evidence = Evidence.of([{"note": text}], words, NOW)
    for value in read_values(text, fold(text), 0, len(text), words, relative=True):
        if not isinstance(value, Moment) or value.resolve(NOW) or value.time:
            assert evidence.holds(value).value != "contradicted"


_ENGLISH = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen".split(),
    "ten twenty thirty forty fifty sixty seventy eighty ninety".split(),
)
_PORTUGUESE = (
    "zero um dois três quatro cinco seis sete oito nove dez onze doze treze quatorze quinze dezesseis dezessete "
    "dezoito dezenove".split(),
    "dez vinte trinta quarenta cinquenta sessenta setenta oitenta noventa".split(),
    "cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos".split(),
)


def _in_english(number: int) -> str:
    """Spell a number below a million: "two thousand and five"."""
    small, tens = _ENGLISH
    if number < 20:
        return small[number]
    if number < 100:
        return tens[number // 10 - 1] + (f"-{small[number % 10]}" if number % 10 else "")
    size, name = (1000, "thousand") if number >= 1000 else (100, "hundred")
    head, rest = f"{_in_english(number // size)} {name}", number % size
    return f"{head}{' and' if rest < 100 else ''} {_in_english(rest)}" if rest else head


def _in_portuguese(number: int) -> str:
    """Spell a number below a million: «dois mil e cinco»."""
    small, tens, hundreds = _PORTUGUESE
    if number < 20:
        return small[number]
    if number == 100:
        return "cem"
    if number >= 1000:
        head, rest = "mil" if number < 2000 else f"{_in_portuguese(number // 1000)} mil", number % 1000
        joint = " e " if rest < 100 or rest % 100 == 0 else " "
    else:
        size, names = (100, hundreds) if number >= 100 else (10, tens)
        head, rest, joint = names[number // size - 1], number % size, " e "
    return f"{head}{joint}{_in_portuguese(rest)}" if rest else head


@pytest.mark.parametrize(
    ("grammar", "spell", "unit"), [(ENGLISH, _in_english, "dollars"), (PORTUGUESE, _in_portuguese, "reais")]
)
@given(number=st.integers(2, 999_999))
def test_any_number_spelled_out_is_the_number(
    grammar: Grammar, spell: Callable[[int], str], unit: str, number: int
) -> None:
    text = f"{spell(number)} {unit}"
    (amount,) = read_values(text, fold(text), 0, len(text), ValueWords.of(grammar))
    assert isinstance(amount, Amount)
    assert amount.value == Decimal(number)


def test_an_amount_beats_a_date_and_a_date_beats_an_identifier(english: Read) -> None:
    kinds = [type(value) for value in english("On March 5, 2000 dollars for order 2027-03-05.")]
    assert kinds == [Moment, Amount, Moment]


def test_a_stretch_is_read_as_if_it_stood_alone(english: Read) -> None:
    text = "Paid $5. Order 4412 is out."
    words = ValueWords.of(ENGLISH)
    (value,) = read_values(text, fold(text), 9, len(text), words)
    assert isinstance(value, Identifier)
    assert value.key == "4412"


def test_tomorrow_states_nothing_without_a_clock() -> None:
    assert read_values("tomorrow", "tomorrow", 0, 8, ValueWords.of(ENGLISH)) == ()


def test_decomposed_accents_read_as_composed_ones(portuguese: Read) -> None:
    (moment,) = portuguese("Chega em 5 de marc\u0327o.")
    assert isinstance(moment, Moment)
    assert (moment.month, moment.day) == (3, 5)


def test_what_an_amount_took_is_in_no_date(english: Read) -> None:
    text = "2027/1/5dollars"
    assert [text[value.start : value.end] for value in english(text)] == ["5dollars"]


@pytest.mark.parametrize(
    "piece", ["1", "1.1", "1,", "$1 ", "1 ", "1-", "a1-", "5, ", "mil e ", "five ", "a@", "(1", "http://a "]
)
def test_a_long_text_of_one_piece_is_read(english: Read, portuguese: Read, piece: str) -> None:
    text = piece * (20_000 // len(piece))
    assert all(value.end <= len(text) for read in (english, portuguese) for value in read(text))
