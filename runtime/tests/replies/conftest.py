"""A shop's checker, and calls of its tools in few words."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import FrameType
from typing import Any

import pytest

from veraz import Call, Checker, Outcome, Verdict, When

Check = Callable[..., Verdict]

TOOLS = ("get_order", "refund_card", "cancel_order", "send_invoice", "book_table")

PHRASINGS = {
    "refund_card": {"done": "Refunded {argument.amount} for order {argument.order_id}."},
    "cancel_order": {"done": "Order {argument.order_id} is cancelled."},
}


class Shop:
    """Makes calls and checks replies in one language; ``phrasings`` are the shop's own."""

    phrasings = PHRASINGS

    @staticmethod
    def call(tool: str, outcome: str = "done", *, session: bool = False, **arguments: Any) -> Call:
        reason, result = arguments.pop("reason", None), arguments.pop("result", None)
        when = When.SESSION if session else When.TURN
        return Call(tool, arguments, Outcome(outcome), reason=reason, result=result, when=when)

    @classmethod
    def refund(cls, outcome: str = "done", *, order: str = "4412", amount: float = 12.5, **more: Any) -> Call:
        return cls.call("refund_card", outcome, order_id=order, amount=amount, **more)

    @classmethod
    def cancel(cls, outcome: str = "done", *, order: str = "4412", **more: Any) -> Call:
        return cls.call("cancel_order", outcome, order_id=order, **more)

    @staticmethod
    def checker(language: str = "en", tools: Any = TOOLS, **settings: Any) -> Checker:
        named = [{"name": tool} if isinstance(tool, str) else tool for tool in tools]
        return Checker(named, language=language, **settings)

    @classmethod
    def check(cls, reply: Any, *calls: Call, now: Any = None, **settings: Any) -> Verdict:
        return cls.checker(**settings).check(reply, calls, now=now)

    @classmethod
    def text(cls, reply: Any, *calls: Call, **settings: Any) -> str:
        return cls.check(reply, *calls, **settings).text


def calls_made(act: Callable[[], object]) -> int:
    """Return how much work it is to ``act``, in calls of functions, Python's own among them.

    No other program changes that count.
    """
    count = 0

    def counted(frame: FrameType, event: str, argument: Any) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(counted)
    try:
        act()
    finally:
        sys.setprofile(None)
    return count


@pytest.fixture(scope="session")
def work() -> Callable[[Callable[[], object]], int]:
    return calls_made


@pytest.fixture(scope="session")
def shop() -> type[Shop]:
    return Shop
