"""A restaurant's desk: a table to book, a taxi to order, a menu to read, and a model that follows a script."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from veraz import Agent, Tool, tool


class Script:
    """A model that answers with ``answers`` in order, and keeps every conversation it was shown."""

    def __init__(self, *answers: Any) -> None:
        self.answers = list(answers)
        self.seen: list[list[dict[str, Any]]] = []

    def __call__(self, conversation: list[dict[str, Any]]) -> Any:
        self.seen.append(conversation)
        answer = self.answers.pop(0)
        if isinstance(answer, BaseException):
            raise answer
        return answer


class Desk:
    """An agent past its first question, whose tools do what the test says and note what ran."""

    def __init__(self) -> None:
        self.ran: list[str] = []
        self.behaviour: dict[str, Callable[[], Any]] = {}

    @staticmethod
    def asks(*calls: tuple[str, Any]) -> dict[str, Any]:
        """Return what a model returns that asks for calls."""
        return {"content": "", "tool_calls": [{"name": name, "arguments": arguments} for name, arguments in calls]}

    def does(self, name: str, behaviour: Callable[[], Any]) -> None:
        self.behaviour[name] = behaviour

    def _run(self, name: str) -> Any:
        self.ran.append(name)
        return self.behaviour.get(name, lambda: {"ok": True})()

    def tools(self) -> list[Tool]:
        @tool(write=False)
        def read_menu() -> Any:
            return self._run("read_menu")

        @tool(write=True, undo=lambda **arguments: self._run("free_table"))
        def book_table(people: int) -> Any:
            return self._run("book_table")

        @tool(write=True)
        def order_taxi() -> Any:
            return self._run("order_taxi")

        return [read_menu, book_table, order_taxi]

    def agent(self, *answers: Any, tools: list[Tool] | None = None, **settings: Any) -> tuple[Agent, Script]:
        model = Script(*answers)
        agent = Agent("desk", tools or self.tools(), model=model, on_unread="model", **{"replies": {}, **settings})
        agent.chat("hello", user="u-1")
        return agent, model


@pytest.fixture
def desk() -> Desk:
    return Desk()
