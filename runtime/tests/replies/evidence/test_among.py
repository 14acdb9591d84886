"""Several calls beside each other: what tells one of them from the rest."""

from collections.abc import Iterable

import pytest

from veraz import Call, Outcome
from veraz.replies.evidence.among import Among

ANA, EVA, BOB = (Call("book", {"name": name}, Outcome.DONE) for name in ("ana prado", "eva prado", "bob"))


def texts_of(call: Call) -> Iterable[str]:
    return [call.arguments["name"], "madrid"]


@pytest.fixture
def among() -> Among:
    return Among([ANA, EVA], texts_of)


@pytest.mark.parametrize(
    ("text", "named"),
    [("for ana prado", [ANA]), ("ana prado and eva prado", [ANA, EVA]), ("in madrid", []), ("eva prados", [])],
)
def test_calls_are_named_by_texts_that_only_they_have(among: Among, text: str, named: list[Call]) -> None:
    assert among.named(text) == named
    assert [call for call in (ANA, EVA) if among.alone_names(call, text)] == named


def test_a_call_that_is_none_of_them_is_named_by_what_none_of_them_has(among: Among) -> None:
    assert [among.alone_names(BOB, text) for text in ("bob in madrid", "madrid", "bobby")] == [1, 0, 0]


def test_a_text_is_a_calls_alone_where_no_other_has_it(among: Among) -> None:
    assert [among.has_alone(ANA, text) for text in ("ana prado", "eva prado", "madrid", "bob")] == [
        True,
        False,
        False,
        True,
    ]


def test_words_of_four_letters_and_more_tell_calls_apart() -> None:
    calls = [Call("book", {"name": name}, Outcome.DONE) for name in ("anna prado", "eva prado")]
    among = Among(calls, texts_of)
    told = [(call, text) for call in calls for text in ("anna", "eva", "prado") if among.alone_says(call, text)]
    assert told == [(calls[0], "anna")]
