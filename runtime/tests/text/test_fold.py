"""Folding keeps offsets."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from veraz.text.fold import MARK, fold, fold_word


@given(st.text())
def test_folding_keeps_the_length_of_any_text(text: str) -> None:
    assert len(fold(text)) == len(text)


@given(st.text())
def test_folding_twice_is_folding_once(text: str) -> None:
    assert fold(fold(text)) == fold(text)


@given(st.text())
def test_space_stays_space_and_what_shows_stays_shown(text: str) -> None:
    assert [char.isspace() for char in fold(text)] == [char.isspace() for char in text]


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
