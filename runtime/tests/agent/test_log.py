"""What goes wrong leaves one line that names what to mend, with no text of a reply, an argument or a result in it."""

from typing import Any

import pytest

SECRET = "ana@example.org"


def lines(caplog: Any) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.name == "veraz.agent"]


def test_a_model_that_raises_is_named_with_the_place_and_not_with_its_message(desk: Any, caplog: Any) -> None:
    agent, _ = desk.agent(ConnectionError(SECRET))
    agent.chat("hello", user="u-1")
    (line,) = lines(caplog)
    assert line.startswith("the model raised ConnectionError at conftest.py:")
    assert SECRET not in caplog.text


def test_a_tool_that_raises_is_named_with_the_place(desk: Any, caplog: Any) -> None:
    desk.does("read_menu", lambda: {}[SECRET])
    agent, _ = desk.agent(desk.asks(("read_menu", {})), "Hm.")
    agent.chat("the menu", user="u-1")
    (line,) = lines(caplog)
    assert line.startswith("tool 'read_menu' raised KeyError at test_log.py:")
    assert SECRET not in caplog.text


@pytest.mark.parametrize(("answer", "named"), [(None, "NoneType"), ({}, "an empty dict"), (object(), "object")])
def test_a_model_that_returns_no_answer_is_told_what_it_takes(desk: Any, caplog: Any, answer: Any, named: str) -> None:
    agent, _ = desk.agent(answer)
    agent.chat("hello", user="u-1")
    assert lines(caplog) == [f"the model returned {named}; it takes text, or a mapping with content or tool_calls"]


def test_a_refused_call_is_named_with_the_argument_and_what_it_takes(desk: Any, caplog: Any) -> None:
    agent, _ = desk.agent(desk.asks(("book_table", {"people": SECRET})), "Sorry.")
    agent.chat("a table", user="u-1")
    assert lines(caplog) == ["a call of 'book_table' is refused: people: takes a whole number"]
    assert SECRET not in caplog.text


def test_a_tool_there_is_none_of_is_named_beside_those_there_are(desk: Any, caplog: Any) -> None:
    agent, _ = desk.agent(desk.asks(("read_menus", {"to": SECRET})), "Sorry.")
    agent.chat("the menu", user="u-1")
    (line,) = lines(caplog)
    assert "its name is like 'read_menu'" in line
    assert "there are read_menu, book_table, order_taxi" in line
    assert SECRET not in caplog.text
