"""The things that a look-up returned, told apart."""

from __future__ import annotations

from typing import Any

from veraz.replies.evidence.result_records import own_names, things_in, words_of

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
