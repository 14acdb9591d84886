"""What a word may be by itself, and what it becomes in a unit: its class, its entry, the phrases and nouns it opens."""

from __future__ import annotations

import pytest

from runtime.tests.reading.desk import EN, PT, desk
from veraz.languages import grammar
from veraz.reading.analysis.conditional_requests import asks_at
from veraz.reading.analysis.function_words import BREAK, CHAR, COMMA, WORD, FunctionWords, is_picture
from veraz.reading.analysis.generic_statements import tells_of_any
from veraz.reading.analysis.word_entries import GERUND, IMPLIES, NOUN, NUMBER, RESULT, VALUE, VERB, Entry, bits_of

ALL = NUMBER | VERB | NOUN | GERUND | VALUE | RESULT | IMPLIES


def entry(word: str, language: str = EN) -> Entry:
    return desk(language).analysis(word).entries[0]


@pytest.mark.parametrize(
    ("word", "chars"),
    [
        ("really", [CHAR["adv"]]),
        ("ally", [WORD]),
        ("badly", [CHAR["adv"]]),
        ("😀", [CHAR["adv"]]),
        ("✓", [WORD]),
        ("→", [BREAK]),
        ("(", [COMMA]),
        ("i've", [CHAR["agent"], CHAR["have"]]),
        ("ana's", [WORD, CHAR["be"]]),
        ("ana'x", [WORD]),
        ("'s", [WORD]),
        ("isn't", [CHAR["be"], CHAR["not"]]),
        ("remains", [CHAR["be"], CHAR["standing"]]),
    ],
)
def test_a_word_alone_has_the_class_of_its_list_its_ending_or_its_parts(word: str, chars: list[str]) -> None:
    assert list(FunctionWords.of(grammar(EN)).of_word(word)) == chars


@pytest.mark.parametrize(("word", "is_function"), [("really", True), ("the", True), ("ana's", True), ("room", False)])
def test_a_function_word_names_no_thing(word: str, is_function: bool) -> None:
    assert FunctionWords.of(grammar(EN)).is_function(word) is is_function


def test_a_tick_is_no_picture() -> None:
    assert (is_picture("✅"), is_picture("🎉"), is_picture("a")) == (False, True, False)


def test_a_phrase_is_one_character_and_a_contraction_two() -> None:
    sketch = desk(EN).analysis("Sure, I've booked it as requested.").sketch
    assert list(sketch.token_of) == [0, 1, 2, 2, 3, 4, 5, 7]
    assert list(sketch.char_of) == [0, 1, 2, 4, 5, 6, 6, 7]
    assert list(sketch.phrased) == [5, 6]


def test_an_accent_is_put_back_where_it_tells_two_words_apart() -> None:
    assert desk(PT).analysis("O cartão é seu.").tokens.words[2] == "é"
    assert desk(PT).analysis("Cartão e sala.").tokens.words[1] == "e"


@pytest.mark.parametrize(
    ("word", "bits"),
    [
        ("12", NUMBER | VALUE),
        ("refunded", VERB),
        ("refunding", VERB | GERUND),
        ("managed", IMPLIES),
        ("yours", RESULT),
        ("cards", NOUN),
        ("zebra", 0),
    ],
)
def test_an_entry_tells_what_a_word_may_be(word: str, bits: int) -> None:
    assert entry(word).bits & ALL == bits


def test_the_speakers_own_past_implies_an_act() -> None:
    assert entry("botei", PT).bits & IMPLIES
    assert not entry("mesa", PT).bits & IMPLIES


def test_bits_of_a_unit_are_those_of_any_of_its_words() -> None:
    assert bits_of([]) == 0
    assert bits_of([entry("12"), entry("refunded")]) == NUMBER | VALUE | VERB


def test_a_noun_is_known_by_its_owner_and_by_what_it_is_small_for() -> None:
    assert [noun.rest for noun in entry("card's").nouns] == [()]
    assert [noun.thing for noun in entry("cartãozinho", PT).nouns] == [noun.thing for noun in entry("cartao", PT).nouns]
    assert entry("cartãozinho", PT).nouns
    assert entry("zebras").nouns == ()


@pytest.mark.parametrize(
    ("text", "rests"),
    [
        ("the refund card", [("card",), ()]),
        ("the refund of a card", [(), ()]),
        ("turn on sirens", [("on", "sirens"), ()]),
        ("turn on lamps", [()]),
    ],
)
def test_the_longest_noun_phrase_at_a_place_is_met(text: str, rests: list[tuple[str, ...]]) -> None:
    assert [found.noun.rest for found in desk(EN).analysis(text).nouns] == rests


@pytest.mark.parametrize(
    ("text", "commas"), [("It is 89,90 in all", 0), ("It is 89,9 in all", 0), ("It is 1,250 in all", 1), ("a, b", 1)]
)
def test_a_comma_before_cents_is_no_edge(text: str, commas: int) -> None:
    assert desk(EN).analysis(text).sketch.chars.count(COMMA) == commas


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("Send it over and I'll file it", 0),
        ("Well, send it over and I'll file it", None),
        ("Thanks: send it over and I'll file it", 2),
        ("Kindly send it over and I'll file it", 1),
        ("Send it over and you'll file it", None),
        ("I send it over and I'll file it", None),
    ],
)
def test_what_is_asked_for_opens_a_clause_before_a_promise(text: str, asked: int | None) -> None:
    words = desk(EN).analysis(text).tokens.words
    chars = [FunctionWords.of(grammar(EN)).of_word(word) for word in words]
    asks_at(words, chars, desk(EN).lexicon)
    assert [at for at, char in enumerate(chars) if char == CHAR["if_person"]] == ([] if asked is None else [asked])


@pytest.mark.parametrize(
    ("text", "verb", "state", "general"),
    [
        ("Refunds are sent back", "are", True, True),
        ("Refunds are sent back", "are", False, False),
        ("Refund are sent back", "are", True, False),
        ("The refunds are sent back", "are", True, False),
        ("Well, refunds are sent back", "are", True, True),
        ("Recurring refunds are sent back", "are", True, True),
        ("Zebras are sent back", "are", True, False),
        ("Refunds are", "are", True, False),
        ("Refunds that were sent stay", "were", False, True),
    ],
)
def test_what_opens_with_a_bare_plural_is_said_of_any(text: str, verb: str, state: bool, general: bool) -> None:
    words = desk(EN).analysis(text).tokens.words
    at, nouns = words.index(verb), desk(EN).vocabulary.nouns
    assert tells_of_any(words, at, at - 1, desk(EN).lexicon, nouns, state=state) is general


@pytest.mark.parametrize(
    ("text", "general"),
    [
        ("Reservas de quadra são canceladas", True),
        ("Reserva de quadra são canceladas", False),
        ("As reservas de quadra são canceladas", False),
        ("Reservas da quadra são canceladas", False),
    ],
)
def test_what_a_bare_plural_is_of_may_follow_it(text: str, general: bool) -> None:
    words = desk(PT).analysis(text).tokens.words
    at, nouns = words.index("sao"), {"reservas", "reserva"}
    assert tells_of_any(words, at, at - 1, desk(PT).lexicon, nouns, state=True) is general
