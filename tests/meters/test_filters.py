from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.utils import timezone, translation

from console.meters.filters import Filters
from console.meters.forms import FilterForm
from console.meters.spans import Per, Span

NOW = datetime(2026, 3, 8, 1, 30, tzinfo=UTC)  # in São Paulo the evening before


@pytest.fixture(autouse=True)
def _late_in_sao_paulo() -> Iterator[None]:
    with time_machine.travel(NOW, tick=False), timezone.override(ZoneInfo("America/Sao_Paulo")):
        yield


def filters(**asked: str) -> Filters:
    form = FilterForm(asked)
    assert form.is_valid(), form.errors
    return form.filters()


def problems(**asked: str) -> dict[str, list[str]]:
    return {name: list(map(str, errors)) for name, errors in FilterForm(asked).errors.items()}


def test_with_nothing_asked_for_it_is_the_sentences_replaced_of_seven_days_that_end_today() -> None:
    found = filters()
    assert (found.key, found.preset, found.only, found.by) == ("sentences.replaced", "7d", {}, "")
    assert found.span == Span(date(2026, 3, 1), date(2026, 3, 7), Per.DAY)


def test_today_is_the_organisations_own() -> None:
    span = filters(range="today").span
    assert span.first == span.last == date(2026, 3, 7)
    assert span.hours == (datetime(2026, 3, 7, 3, tzinfo=UTC), datetime(2026, 3, 8, 3, tzinfo=UTC))


def test_days_that_are_named_come_before_a_range() -> None:
    found = filters(range="30d", since="2026-02-01", until="2026-02-03")
    assert (found.preset, found.span.first, found.span.last) == ("", date(2026, 2, 1), date(2026, 2, 3))


@pytest.mark.parametrize(
    ("asked", "first", "last"),
    [({"since": "2026-03-05"}, 5, 7), ({"until": "2026-03-07"}, 1, 7)],
)
def test_a_day_left_out_is_filled_in(asked: dict[str, str], first: int, last: int) -> None:
    assert filters(**asked).span == Span(date(2026, 3, first), date(2026, 3, last), Per.DAY)


@pytest.mark.parametrize(
    ("asked", "field", "said"),
    [
        ({"since": "31/02/2026"}, "since", "“31/02/2026” is not a date."),
        ({"since": "0001-01-01"}, "since", "Dates are from the years 2000 to 2100."),
        ({"since": "2026-03-05", "until": "2026-03-01"}, "until", "This is before the day in “From”."),
        ({"since": "2024-01-01"}, "since", "A range has at most 366 days; this one has 797."),
        ({"range": "30d", "per": "hour"}, "per", "Bars of an hour reach over at most 14 days."),
        ({"range": "soon"}, "range", "“soon” is not one of the choices."),
        ({"meter": "tokens"}, "meter", "“tokens” is not one of the choices."),
        ({"cause": "bad luck"}, "cause", "“bad luck” is not one of the choices."),
        ({"by": "weather"}, "by", "“weather” is not one of the choices."),
        ({"version": "v17"}, "version", "A version is a number, such as 17."),
        ({"tool": "x" * 129}, "tool", "Ensure this value has at most 128 characters (it has 129)."),
    ],
)
def test_a_wrong_value_is_told_beside_its_field(asked: dict[str, str], field: str, said: str) -> None:
    assert problems(**asked) == {field: [said]}


def test_what_was_chosen_stays_among_the_choices_even_where_nobody_has_heard_of_it() -> None:
    form = FilterForm({"tool": "forgotten_tool"}, tools=["refund_card"])
    assert "forgotten_tool" in str(form["tool"])
    assert "refund_card" in str(form["tool"])


def test_choices_are_in_the_readers_language() -> None:
    with translation.override("pt-br"):
        assert "Recusada" in str(FilterForm({})["outcome"])
    assert "Refused" in str(FilterForm({})["outcome"])


def test_a_short_range_is_drawn_in_hours_and_a_longer_one_in_days() -> None:
    assert filters(range="today").span.per is Per.HOUR
    assert filters(range="7d").span.per is Per.DAY
    assert filters(range="7d", per="hour").span.per is Per.HOUR


def test_a_label_that_the_count_does_not_carry_is_passed_over_and_said() -> None:
    found = filters(meter="turns", tool="refund_card", language="en", by="cause")
    assert (found.only, found.by) == ({"language": "en"}, "")
    assert found.passed_over == ["tool", "cause"]


def test_what_a_count_is_a_share_of_is_narrowed_as_far_as_it_can_be() -> None:
    found = filters(tool="refund_card", version="17")
    assert found.only_of_whole == {"version": "17"}
    assert found.not_of_whole == ["tool"]


@pytest.mark.parametrize(("zone", "hours"), [("America/Sao_Paulo", 24), ("Europe/Lisbon", 23), ("Asia/Kolkata", 24)])
def test_a_day_has_as_many_hours_as_its_clock_shows(zone: str, hours: int) -> None:
    with timezone.override(ZoneInfo(zone)):
        day = Span(date(2026, 3, 29), date(2026, 3, 29), Per.HOUR)  # Lisbon's clocks go forward
        assert len(day.starts()) == hours
        assert all(isinstance(start, datetime) and start.minute == 0 for start in day.starts())


def test_hours_are_called_by_the_organisations_clock() -> None:
    assert Span(date(2026, 3, 4), date(2026, 3, 4), Per.HOUR).names()[0] == "4 Mar 2026, 00:00"


@pytest.mark.parametrize("days", [1, 2, 3, 7, 14])
def test_marks_of_hours_do_not_run_into_each_other(days: int) -> None:
    span = Span(date(2026, 3, 1), date(2026, 3, days), Per.HOUR)
    assert 2 <= len(list(filter(None, span.marks()))) <= 8


@pytest.mark.parametrize("days", range(1, 367))
def test_marks_of_days_do_not_run_into_each_other(days: int) -> None:
    first = date(2025, 3, 15)
    span = Span(first, date.fromordinal(first.toordinal() + days - 1), Per.DAY)
    marks = list(filter(None, span.marks()))
    assert 1 <= len(marks) <= 8
    assert len(span.names()) == len(span.marks()) == days
