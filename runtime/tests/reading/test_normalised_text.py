"""A unit as results are matched against it: what it leaves out, and what it tells of the words around a phrase."""

from __future__ import annotations

import pytest

from runtime.tests.reading.desk import EN, PT, desk
from veraz.languages import grammar
from veraz.reading.result_claims.normalised_text import NormalisedText
from veraz.reading.result_claims.pattern_table import ACT, PatternTable


def normalised(language: str, text: str, act: str = "") -> NormalisedText:
    """Return a text as results are matched against it; ``act`` is a word in it that names an act of a tool."""
    analysis = desk(language).analysis(text)
    marks = {analysis.tokens.words.index(act): ACT} if act else {}
    return NormalisedText(PatternTable.of(grammar(language)), analysis.tokens.words, analysis.sketch, marks)


@pytest.mark.parametrize(
    ("language", "text", "words"),
    [
        (EN, "The alarm's on.", "the alarm be on ."),
        (EN, "It's Ana's book", "it be ana be book"),
        (EN, "The card is now really yours.", "the card be yours ."),
        (EN, "It is going to be yours.", "it be going be yours ."),
        (EN, "You are now able to use it.", "you be able to use it ."),
        (EN, "It should now have come.", "it have come ."),
        (EN, "It came to $1,250.50 in all.", "it came to $ 1 in ."),
        (EN, "The file cart.py is yours.", "the file cart py be yours ."),
        (EN, "You remain on the plan.", "you be on the plan ."),
        (PT, "Chegou R$ 1.250,50 hoje.", "chegou $ 1 ."),
    ],
)
def test_adverbs_ends_of_amounts_and_rests_of_phrases_are_left_out(language: str, text: str, words: str) -> None:
    assert normalised(language, text).text.split() == words.split()


def test_the_noun_of_an_act_is_marked_and_the_verb_in_it_is_not() -> None:
    assert normalised(EN, "The refund's here.", "refund's").text == f"the refund{ACT} be here . "


def test_a_place_in_it_leads_back_to_the_words_of_the_unit() -> None:
    text = normalised(EN, "The card is now really yours.")
    assert text.token_span(2, 4) == (2, 6)
    assert text.token_span(0, 1) == (0, 1)


@pytest.mark.parametrize(
    ("text", "first", "subject"),
    [("It is yours.", 1, "it"), ("The card is yours.", 2, "other"), ("I got it.", 1, "agent")],
)
def test_who_stands_right_before_a_phrase_is_its_subject(text: str, first: int, subject: str | None) -> None:
    assert normalised(EN, text).subject(first) == subject


@pytest.mark.parametrize(
    ("text", "first", "last", "stays"),
    [("You remain on the plan.", 1, 3, True), ("You are on the plan.", 1, 3, False), ("You remain here.", 0, 1, False)],
)
def test_what_remains_as_it_was_only_stays(text: str, first: int, last: int, stays: bool) -> None:
    assert normalised(EN, text).stays(first, last) is stays


@pytest.mark.parametrize(
    ("text", "first", "last", "former"),
    [
        ("The previous plan is live.", 3, 5, True),
        ("The new plan is live.", 3, 5, False),
        ("The previous plan ended, the new one is live.", 8, 10, False),
    ],
)
def test_what_was_there_before_is_named_in_the_clause_itself(text: str, first: int, last: int, former: bool) -> None:
    assert normalised(EN, text).is_former(first, last) is former


@pytest.mark.parametrize(
    ("text", "addressed"), [("A room is yours.", True), ("Room 12 is free.", True), ("A room is free.", False)]
)
def test_what_is_said_to_the_person_or_of_a_number_is_of_one_thing(text: str, addressed: bool) -> None:
    assert normalised(EN, text).is_addressed is addressed


@pytest.mark.parametrize(
    ("language", "text", "phrase", "denied"),
    [
        (EN, "The room is yours.", "be yours", False),
        (EN, "The room isn't yours.", "be yours", True),
        (EN, "No room is yours.", "be yours", True),
        (EN, "No room isn't yours.", "be yours", False),
        (EN, "I paid no fee, the room is yours.", "be yours", False),
        (EN, "The room is yours, the hall isn't.", "be yours", False),
        (EN, "It is not late, the room is yours.", "be yours", False),
        (PT, "A sala é sua não.", "be sua", True),
        (PT, "A sala é sua, a mesa não.", "be sua", False),
        (PT, "A sala é sua.", "be sua", False),
    ],
)
def test_a_phrase_is_denied_in_it_by_its_subject_or_at_its_end(
    language: str, text: str, phrase: str, denied: bool
) -> None:
    table, met = PatternTable.of(grammar(language)), normalised(language, text)
    row = table.rows[0]._replace(denied=False, fixed=frozenset())
    first = next(at for at in range(len(met.words)) if " ".join(met.words[at : at + 2]) == phrase)
    assert met.is_denied(row, first, first + 2) is denied


def test_a_subject_reaches_back_to_the_edge_of_its_clause() -> None:
    table, met = PatternTable.of(grammar(EN)), normalised(EN, "It came, the big room is yours.")
    row = next(row for row in table.rows if not row.led)
    assert [word for word, *_ in met.subject_of(row, 6, 8)] == ["the", "big", "room"]
