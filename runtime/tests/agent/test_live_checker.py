"""An agent follows its console's phrasings; a turn keeps the version it began with."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from veraz.agent.console import LiveVersion
from veraz.agent.licence import NoLicence


class Console:
    """A console that gives out what the test publishes, and keeps no counts."""

    licence = NoLicence()

    def __init__(self) -> None:
        self.take: Callable[[LiveVersion], None] | None = None
        self.held: LiveVersion | None = None

    def follow(self, take: Callable[[LiveVersion], None]) -> None:
        self.take = take
        if self.held is not None:
            take(self.held)

    def count(self, counts: Mapping[Any, int]) -> None:
        """Drop them."""

    def publish(self, number: int, tools: Mapping[str, Any]) -> None:
        self.held = LiveVersion(number, tools, "en", f"digest {number}")
        if self.take is not None:
            self.take(self.held)


@pytest.fixture
def console() -> Console:
    return Console()


def booked(text: str, language: str = "en") -> dict[str, Any]:
    return {"book_table": {language: {"done": text}}}


BOOK = ("book_table", {"people": 2})


def test_the_version_that_is_held_at_the_start_is_used_and_named(desk: Any, console: Console) -> None:
    console.publish(17, booked("A table is yours."))
    agent, _ = desk.agent(desk.asks(BOOK), "Hm.", console=console)
    agent.chat("a table", user="u-1")
    reply = agent.confirm("u-1", "approve")
    assert "A table is yours." in reply.text
    assert reply.verdict.version == 17


def test_a_version_that_comes_is_used_by_the_next_turn(desk: Any, console: Console) -> None:
    agent, _ = desk.agent("I booked your table.", "I booked your table.", console=console)
    assert agent.chat("a table?", user="u-1").verdict.version is None
    console.publish(18, {"book_table": {"en": {"not_attempted": "No table was booked."}}})
    reply = agent.chat("a table?", user="u-1")
    assert (reply.text, reply.verdict.version) == ("No table was booked.", 18)


def test_a_turn_that_waits_for_a_word_keeps_the_version_it_began_with(desk: Any, console: Console) -> None:
    console.publish(17, booked("A table is yours."))
    agent, _ = desk.agent(desk.asks(BOOK), "Hm.", desk.asks(BOOK), "Hm.", console=console)
    agent.chat("a table", user="u-1")
    console.publish(18, booked("Your table is booked."))
    first = agent.confirm("u-1", "approve")
    assert ("A table is yours." in first.text, first.verdict.version) == (True, 17)
    agent.chat("another", user="u-1")
    second = agent.confirm("u-1", "approve")
    assert ("Your table is booked." in second.text, second.verdict.version) == (True, 18)


def test_a_turn_under_way_keeps_the_version_it_began_with(desk: Any, console: Console) -> None:
    console.publish(17, {"book_table": {"en": {"not_attempted": "Nothing was booked."}}})
    agent, _ = desk.agent(desk.asks(("read_menu", {})), "I booked your table.", console=console)
    desk.does("read_menu", lambda: console.publish(18, booked("Your table is booked.")))
    reply = agent.chat("a table?", user="u-1")
    assert (reply.text, reply.verdict.version) == ("Nothing was booked.", 17)


def test_a_reply_told_by_phrasings_names_the_version_too(desk: Any, console: Console) -> None:
    console.publish(17, booked("A table is yours."))
    agent, _ = desk.agent(desk.asks(BOOK), ValueError("no model"), console=console)
    agent.chat("a table", user="u-1")
    reply = agent.confirm("u-1", "approve")
    assert (reply.text, reply.verdict.version) == ("A table is yours.", 17)


def test_the_live_text_comes_before_the_files_and_the_files_before_the_default(desk: Any, console: Console) -> None:
    console.publish(17, booked("Live."))
    file = {"book_table": {"done": "From the file.", "failed": "The file's failure."}}
    agent, _ = desk.agent(
        *(desk.asks(BOOK), RuntimeError()) * 3, console=console, replies={"phrasings": file, "composer": "template"}
    )
    told = []
    for behaviour in (dict, lambda: {"ok": False}):
        desk.does("book_table", behaviour)
        agent.chat("a table", user="u-1")
        told.append(agent.confirm("u-1", "approve").text)
    agent.chat("a table", user="u-1")
    told.append(agent.confirm("u-1", "skip").text)
    assert told == ["Live.", "The file's failure.", "Not done: book table."]


def test_texts_the_agents_own_schemas_do_not_bear_are_passed_over_with_one_warning_a_version(
    desk: Any, console: Console, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    wrong = {**booked("Booked {argument.peple}."), "others_tool": {"en": {"done": "{argument.x}"}}}
    wrong["order_taxi"] = {"en": {"done": "A taxi comes."}}
    agent, _ = desk.agent(desk.asks(BOOK, ("order_taxi", {})), RuntimeError(), console=console)
    for number in (17, 17, 18):
        console.publish(number, wrong)
    assert [record.name for record in caplog.records] == ["veraz.agent"] * 2
    assert "v17: 1 cannot be used: book_table.en.done: {argument.peple}" in caplog.messages[0]
    agent.chat("both", user="u-1")
    assert agent.confirm("u-1", "approve").text == "Done: book table with people 2.\nA taxi comes."


def test_an_agent_in_another_language_reads_its_own(desk: Any, console: Console) -> None:
    both = {"book_table": {"en": {"done": "Booked."}, "pt-BR": {"done": "Mesa reservada."}}}
    console.publish(17, both)
    agent, _ = desk.agent(desk.asks(BOOK), RuntimeError(), console=console, replies={"language": "pt"})
    agent.chat("uma mesa", user="u-1")
    assert agent.confirm("u-1", "approve").text == "Mesa reservada."
