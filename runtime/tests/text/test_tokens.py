"""Words and marks as offsets."""

from hypothesis import given
from hypothesis import strategies as st

from veraz.text.fold import MARK, fold
from veraz.text.tokens import stands_in, tokenize


def words(text: str) -> tuple[str, ...]:
    return tokenize(fold(text)).words


def test_words_keep_inner_apostrophes_and_hyphens() -> None:
    assert words("I\u2019ve re-sent the e\u2011mail") == ("i've", "re-sent", "the", "e-mail")


def test_marks_are_tokens_of_their_own() -> None:
    assert words("Done, order #12: $5.50!") == ("done", ",", "order", "#", "12", ":", "$", "5", ".", "50", "!")


def test_emphasis_and_escapes_stand_in_no_words_way() -> None:
    assert words("I did **not** pay \\$5 with `card` today") == (
        "i",
        "did",
        "not",
        "pay",
        "$",
        "5",
        "with",
        "card",
        "today",
    )


def test_a_decomposed_accent_is_no_part_of_a_word() -> None:
    assert words("na\u0303o") == ("nao",)


def test_a_stretch_is_read_with_offsets_into_the_whole() -> None:
    tokens = tokenize("not this: paid now", 10, 14)
    assert (tokens.words, list(tokens.spans)) == (("paid",), [(10, 14)])
    assert len(tokens) == 1


def test_a_part_stands_in_a_text_as_words_of_its_own() -> None:
    assert stands_in("anna", "hanna and anna")
    assert not stands_in("anna", "hanna and annas")


def test_no_text_has_no_tokens() -> None:
    assert len(tokenize("")) == 0


@given(st.text())
def test_offsets_lead_back_to_the_words_in_order(text: str) -> None:
    folded, end = fold(text), 0
    tokens = tokenize(folded)
    for word, (start, stop) in zip(tokens.words, tokens.spans, strict=True):
        assert end <= start < stop
        assert folded[start:stop].replace(MARK, "") == word
        end = stop
