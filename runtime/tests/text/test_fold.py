"""Folding keeps offsets."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veraz.text.fold import MARK, fold, fold_word
from veraz.text.tokens import tokenize


@given(st.text())
def test_folding_keeps_the_length_of_any_text(text: str) -> None:
    assert len(fold(text)) == len(text)


@given(st.text())
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text())
def test_space_stays_space_and_what_shows_stays_shown(text: str) -> None:
    shown = re.sub(r"(?<=\w)[\x1c-\x1f]+(?=\w)", lambda found: "x" * len(found[0]), text)  # marks that hide a word
    assert [char.isspace() for char in fold(text)] == [char.isspace() for char in shown]


@pytest.mark.parametrize(
    ("written", "folded"),
    [
        ("AÇÃO", "acao"),
        ("Não é você", "nao e voce"),
        ("I\u2019ve", "i've"),
        ("\u201cdone\u201d", '"done"'),
        ("e\u2011mail", "e-mail"),
        ("R$\u202f5", "r$ 5"),
        ("Straße", "strase"),
        ("ÀÉÎÕÜ", "aeiou"),
        ("İstanbul", "istanbul"),
        ("ΑΣ", "ασ"),
    ],
)
def test_case_accents_and_typographic_marks_fold(written: str, folded: str) -> None:
    assert fold(written) == folded


def test_a_decomposed_accent_becomes_a_mark_and_leaves_the_word() -> None:
    assert fold("na\u0303o") == f"na{MARK}o"
    assert fold_word("na\u0303o") == fold_word("não") == "nao"


def test_ligatures_and_wide_digits_are_not_expanded() -> None:
    assert fold("ﬁ½㎏") == "ﬁ½㎏"


@pytest.mark.parametrize(
    "written",
    [
        "__refunded__", "_refunded_", "re**fund**ed", "re*fund*ed", "re`fund`ed", "[refun](x)ded", "re[funded](x)",
        "re<b>fund</b>ed", "re<!-- x -->funded", "re<wbr>funded", "re&shy;funded", "re&#8203;funded", "&#114;efunded",
        "refun\u200cded", "refun\u200dded", "refun\ufe0fded", "refun\u3164ded", "refun\U000e0078ded", "refun\x1fded",
        "refun\u20d0ded", "r\u0435funded", "\u0433\u0435funded", "ref\u03c5nded",
        "ｒｅｆｕｎｄｅｄ", "ⓡⓔⓕⓤⓝⓓⓔⓓ", "ʳᵉᶠᵘⁿᵈᵉᵈ",
        "𝐫𝐞𝐟𝐮𝐧𝐝𝐞𝐝", "ʀᴇғᴜɴᴅᴇᴅ".replace("ғ", "ꜰ"),
    ],
)  # fmt: skip
def test_a_word_in_any_dress_is_the_word_that_a_reader_sees(written: str) -> None:
    assert tokenize(fold(written)).words == ("refunded",)
    assert len(fold(written)) == len(written)


@pytest.mark.parametrize("written", ["refund_order", "заказ", "γεια", "5*3", "a <b> c", "👩\u200d🍳", "1\ufe0f\u20e3"])
def test_what_is_no_dress_stays(written: str) -> None:
    assert fold(written) == written


@pytest.mark.parametrize("written", ["I ~~have not~~ paid", "I <del>have not</del> paid", "I <s>have not</s> paid"])
def test_what_is_struck_out_is_not_said(written: str) -> None:
    assert tokenize(fold(written)).words == ("i", "paid")


def test_an_entity_is_the_mark_that_it_stands_for() -> None:
    assert tokenize(fold("I&#39;ve&nbsp;paid &amp; left &zzz;")).words[:2] == ("i've", "paid")
