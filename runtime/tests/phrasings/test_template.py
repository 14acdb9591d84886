from typing import Any

import pytest

from veraz.errors import PhrasingError
from veraz.phrasings.template import Context, parse, read
from veraz.phrasings.values import MissingValue

WORDS = {
    "action": "list events",
    "Action": "List events",
    "with": " with day 5",
    "because": ": limit",
    "reason": "limit",
}
EVENTS = [{"title": f"Talk {hour}", "when": {"start": f"{hour}h"}} for hour in range(9, 21)]


def printed(source: str, result: Any = None, more: str = "and {count} more", **argument: Any) -> str:
    return parse(source).render(Context(WORDS, argument, result, more))


def test_words_and_values_stand_where_they_are_asked_for() -> None:
    source = "{Action} ({action}){with}{because}. {reason}; {argument.amount}; {result.order.total}; {result.tags.0}"
    told = printed(source, {"order": {"total": 30.0}, "tags": ["gift"]}, amount=12.50)
    assert told == "List events (list events) with day 5: limit. limit; 12.5; 30; gift"


def test_doubled_braces_are_braces_and_those_of_a_value_stay() -> None:
    assert printed("{{{action}}} {{x}} {argument.a}", a="{result.b}") == "{list events} {x} {result.b}"


def test_a_result_that_is_itself_plain_or_a_list_is_told_whole() -> None:
    assert printed("It is {result}.", 7) == "It is 7."
    assert printed("{each result}- {item}{end}", ["tea", "milk"]) == "- tea\n- milk"


def test_a_list_has_a_line_per_item() -> None:
    assert printed("{each result.events max 5}- {title} às {when.start}{end}", {"events": EVENTS[:2]}) == (
        "- Talk 9 às 9h\n- Talk 10 às 10h"
    )


def test_a_longer_list_ends_with_how_many_are_left() -> None:
    lines = printed("{each result.events max 5}- {title}{end}", {"events": EVENTS}, "e mais {count}").split("\n")
    assert lines[4:] == ["- Talk 13", "e mais 7"]


def test_ten_items_are_told_where_no_number_is_named() -> None:
    lines = printed("{each result.events}- {title}{end}", {"events": EVENTS}).split("\n")
    assert (len(lines), lines[-1]) == (11, "and 2 more")


@pytest.mark.parametrize(
    "source",
    [
        "Today:\n{each result.events}\n- {title}\n{end}\nBye",
        "Today:{each result.events}\n- {title}\n{end}Bye",
        "Today:\n{each result.events}- {title}\n{end}\nBye",
        "Today:\n{each result.events}- {title}{end}\nBye",
    ],
)
def test_line_breaks_of_a_block_are_never_doubled(source: str) -> None:
    assert printed(source, {"events": EVENTS[:2]}) == "Today:\n- Talk 9\n- Talk 10\nBye"


def test_text_after_a_list_cut_short_begins_a_line() -> None:
    told = printed("{each result max 1}{item}{end} Bye", ["a", "b"])
    assert told == "a\nand 1 more\n Bye"


def test_an_empty_list_tells_nothing() -> None:
    assert printed("Found: {each result.events}- {title}{end}.", {"events": []}) == "Found: ."


def test_inside_a_block_names_are_the_items_own_and_outer_ones_keep_their_meaning() -> None:
    source = "{each result.rows}{action} {item.action} {argument.day} {result.day} {argument}{end}"
    told = printed(source, {"day": 7, "rows": [{"action": "open", "argument": "x"}]}, day=5)
    assert told == "list events open 5 7 x"


@pytest.mark.parametrize(
    "source",
    [
        "{argument.none}",
        "{result.none}",
        "{result}",
        "{each result.none}x{end}",
        "{each result.text}x{end}",
        "{result.none.0}",
    ],
)
def test_a_missing_value_is_never_printed_around(source: str) -> None:
    with pytest.raises(MissingValue):
        printed(source, {"text": "x", "none": None})


def test_one_item_without_the_field_is_a_missing_value() -> None:
    with pytest.raises(MissingValue):
        printed("{each result}{title}{end}", [{"title": "a"}, {}])


def test_a_reason_that_is_not_there_is_a_missing_value() -> None:
    with pytest.raises(MissingValue):
        parse("{reason}").render(Context({**WORDS, "reason": None}, {}, None, ""))


@pytest.mark.parametrize(
    ("source", "code", "start"),
    [
        ("Hi {amount}", "placeholder", 3),
        ("Hi {argument}", "placeholder", 3),
        ("Hi {argument..a}", "placeholder", 3),
        ("Hi { action }", "placeholder", 3),
        ("Hi {}", "placeholder", 3),
        ("Hi {item}", "placeholder", 3),
        ("Hi {action", "brace", 3),
        ("Hi }", "brace", 3),
        ("{each result.a}x", "unclosed", 0),
        ("a{end}", "end", 1),
        ("{each result.a}{each result.b}{end}", "nested", 15),
        ("{each result.a max 0}{end}", "max", 0),
        ("{each result.a max 101}{end}", "max", 0),
        ("{each result.a max ten}{end}", "max", 0),
        ("{each argument.a}{end}", "each", 0),
        ("{each result.a most 3}{end}", "each", 0),
    ],
)
def test_what_is_wrong_is_found_where_it_stands(source: str, code: str, start: int) -> None:
    first = read(source)[1][0]
    assert (first.code, first.start) == (code, start)
    with pytest.raises(PhrasingError, match=f"column {start + 1}"):
        parse(source)


def test_everything_wrong_is_found_at_once() -> None:
    assert [problem.code for problem in read("{x} } {each result.a} {y.z} {end} {end}")[1]] == [
        "placeholder",
        "brace",
        "end",
    ]
