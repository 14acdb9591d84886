"""The things that a look-up returned, told apart."""

from __future__ import annotations

from typing import Any

import pytest

from veraz.replies.evidence.result_records import Field, own_names, stem, things_in, words_of

SHELVES = {
    "library": "North",
    "open_until": "18:00",
    "loans": [
        {"title": "Stoner", "due": {"date": "2027-09-02", "grace_days": 3}},
        {"title": "Middlemarch", "due": {"date": "2027-09-12", "grace_days": 3}},
    ],
    "holds": {"HL-204": {"title": "Emma", "status": "ready"}, "HL-209": {"title": "Persuasion", "status": "ready"}},
}


def test_what_is_listed_or_kept_by_a_code_is_a_thing_of_its_own() -> None:
    held = [thing.holds for thing in things_in(SHELVES)]
    assert {"library": "North", "open_until": "18:00"} in held
    assert SHELVES["loans"][0] in held  # type: ignore[index]
    assert {"title": "Emma", "status": "ready"} in held
    assert len(held) == 5


def test_a_field_has_the_words_it_stands_under() -> None:
    stoner = next(thing for thing in things_in(SHELVES) if thing.holds.get("title") == "Stoner")
    assert {field.words for field in stoner.fields} == {
        frozenset({"title"}),
        frozenset({"due", "date"}),
        frozenset({"due", "grace", "days"}),
    }


def test_the_name_of_a_field_is_told_apart_into_words() -> None:
    assert words_of("dueDate2") == words_of("due_date") == {"due", "date"}
    assert words_of("situação") == {"situacao"}


def test_only_what_one_of_them_has_names_a_thing() -> None:
    names = own_names(things_in(SHELVES))
    assert {"stoner", "emma", "hl-204", "north"} <= names.keys()
    assert "ready" not in names


def test_too_many_things_are_not_told_apart() -> None:
    assert things_in([{"seat": f"{row}A"} for row in range(401)]) == ()


def test_any_result_is_taken() -> None:
    deep: Any = {"end": 1}
    for _ in range(5_000):
        deep = {"in": deep}
    for result in (None, 3, "text", [], {}, [[1]], {1: {"a": float("nan")}}, {"n": 10**400}, deep):
        for thing in things_in(result):
            assert all(field.number is None or field.number < 10**15 for field in thing.fields)
            assert isinstance(thing.names, frozenset)


@pytest.mark.parametrize(
    ("holds", "names"),
    [
        ({"title": "Dra. Helena Prado"}, {"dra. helena prado", "helena", "prado"}),
        ({"title": "the moonstone"}, {"the moonstone"}),
        ({"title": "Ana de Souza Lima Reis"}, {"ana de souza lima reis"}),
        ({"title": "emma"}, set()),
        ({"title": "Emma"}, {"emma"}),
        ({"title": "Em"}, set()),
        ({"code": "A7"}, {"a7"}),
        ({"code": "12345"}, {"12345"}),
        ({"code": "1234"}, set()),
        ({"code": "12-34-56"}, set()),
        ({"at": "2027-04-02T23:30:00-05:00"}, {"2027-04-02t23:30:00-05:00"}),
        ({"status": "Ready"}, set()),
        ({"tags": ["North", "South"]}, {"north", "south"}),
    ],
)
def test_a_thing_is_named_by_its_codes_its_names_and_their_capitalised_words(holds: Any, names: set[str]) -> None:
    (thing,) = things_in(holds)
    assert thing.names == names


def test_a_thing_kept_by_its_code_is_named_by_it_and_by_no_plain_key() -> None:
    assert [thing.names for thing in things_in({"HL-204": {"a": 1}})] == [{"hl-204"}]
    assert [thing.names for thing in things_in([{"shelf": {"a": 1}}])] == [frozenset()]


def test_words_of_a_thing_are_those_of_its_short_texts_and_fields() -> None:
    (thing,) = things_in({"note": "Two lamps", "text": "x" * 30 + " " + "y" * 30})
    assert thing.words == {"note", "two", "lamp", "text"}
    assert "z" * 50 in things_in({"note": "z" * 50})[0].words
    assert stem("lamps") == "lamp"


@pytest.mark.parametrize(
    ("value", "number"), [(3, 3.0), (3.5, 3.5), (True, None), ("3", None), (10**15, None), (1 - 10**15, 1.0 - 10**15)]
)
def test_a_field_holds_a_number_of_any_common_size(value: Any, number: float | None) -> None:
    assert Field(frozenset({"fee"}), value).number == number


def test_a_number_of_days_is_no_amount() -> None:
    assert Field(frozenset({"fee"}), 3).is_counted
    assert not Field(frozenset({"grace", "days"}), 3).is_counted
    assert not Field(frozenset({"fee"}), "3").is_counted


def test_a_time_of_a_zone_makes_a_thing_zoned() -> None:
    assert things_in({"at": "2027-04-02T23:30:00-05:00"})[0].is_zoned
    assert not things_in({"at": "2027-04-02T23:30:00", "seats": 3})[0].is_zoned


def test_four_hundred_things_are_told_apart() -> None:
    assert len(things_in([{"seat": f"{row}A"} for row in range(400)])) == 400
