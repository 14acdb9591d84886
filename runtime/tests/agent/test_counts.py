"""What a turn counts: how it went, and what the check made of its reply; all at once, and never what anyone said."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from veraz import Agent
from veraz.agent import Plan
from veraz.agent.console import LiveVersion
from veraz.meters import Series


class Counts:
    """A console that keeps what it is handed, each time apart; it holds a version where it is given one."""

    def __init__(self, version: LiveVersion | None = None) -> None:
        self.version = version
        self.handed: list[dict[str, int]] = []
        self.series: list[Series] = []

    def follow(self, take: Callable[[LiveVersion], None]) -> None:
        if self.version is not None:
            take(self.version)

    def count(self, counts: Mapping[Series, int]) -> None:
        self.series += counts
        self.handed.append({_short(series): n for series, n in counts.items()})


def _short(series: Series) -> str:
    labels = [value for name, value in series.labels if name not in ("language", "version")]
    return " ".join([series.meter, *labels])


def test_a_turn_that_a_plan_reads_is_counted_as_read_and_told_by_phrasings(desk: Any) -> None:
    counts = Counts()
    agent = Agent("desk", desk.tools(), selector=lambda turn: Plan("read_menu"), replies={}, console=counts)
    agent.chat("the menu", user="u-1")
    assert counts.handed == [{"turns read": 1, "turns template": 1}]


def test_a_person_who_is_asked_again_and_then_the_model_are_counted_each_once(desk: Any) -> None:
    counts = Counts()
    agent, _ = desk.agent("Good evening.", console=counts)
    agent.chat("hello?", user="u-1")
    assert counts.handed == [{"turns asked": 1}, {"turns model": 1, "replies.checked": 1, "sentences.read": 1}]


def test_a_turn_that_waits_is_counted_once_and_its_reply_where_it_ends(desk: Any) -> None:
    counts = Counts()
    agent, _ = desk.agent(desk.asks(("book_table", {"people": 2})), "Good evening.", console=counts)
    agent.chat("a table for two", user="u-1")
    agent.confirm("u-1", "approve")
    assert counts.handed[1:] == [
        {"turns model": 1},
        {"replies.checked": 1, "sentences.read": 1, "sentences.added done book_table": 1},
    ]


def test_every_series_carries_the_language_and_the_version_the_turn_was_held_with(desk: Any) -> None:
    counts = Counts(LiveVersion(17, {}, "en", "digest"))
    agent, _ = desk.agent("Boa noite.", replies={"language": "pt"}, console=counts)
    agent.chat("olá?", user="u-1")
    for series in counts.series:
        assert {("language", "pt-BR"), ("version", "17")} <= set(series.labels)


def test_an_agent_without_a_console_counts_nothing_and_says_the_same(desk: Any) -> None:
    silent, _ = desk.agent("I ordered your taxi.")
    counting, _ = desk.agent("I ordered your taxi.", console=Counts())
    assert silent.chat("a taxi", user="u-1").text == counting.chat("a taxi", user="u-1").text


def test_nothing_that_was_said_sent_or_returned_is_counted(desk: Any) -> None:
    counts = Counts()
    desk.does("read_menu", lambda: {"dish": "canary in a result"})
    asked = desk.asks(("read_menu", {}), ("book_table", {"people": "canary in an argument"}), ("canary", {}))
    agent, _ = desk.agent(asked, "I ordered canary's taxi.", console=counts)
    agent.chat("canary in a turn", user="u-1")
    assert "sentences.replaced" in {series.meter for series in counts.series}
    assert "canary" not in repr(counts.series)


def test_what_was_replaced_in_words_beside_calls_is_counted(desk: Any) -> None:
    def model(conversation: Any) -> Iterator[Any]:
        yield "I've ordered your taxi. How nice of you to come. Thank you. "
        yield desk.asks(("order_taxi", {}))

    counts = Counts()
    agent = Agent("desk", desk.tools(), model=model, on_unread="model", replies={}, console=counts)
    agent.chat("hello", user="u-1")
    assert "".join(agent.stream("a taxi", user="u-1")).startswith("Not done: order taxi.")
    assert counts.handed[-1]["sentences.replaced no_call not_attempted order_taxi"] == 1
    assert "replies.checked" not in counts.handed[-1]
