"""A judge costs no more than its time, whatever it does."""

from __future__ import annotations

import asyncio
import logging
import threading
import time
from typing import Any

import pytest

from runtime.tests.replies.inquiry.conftest import CLOSED
from veraz import Answer, Checker, Replies, Stance
from veraz.errors import ConfigurationError

WRONG = [Answer(Stance.DONE, 1)]


async def awaited(questions: Any) -> Any:
    await asyncio.sleep(0)
    return WRONG


def test_a_coroutine_function_is_awaited(shop: Any) -> None:
    assert shop.text(CLOSED, shop.refund("failed"), judge=awaited) == "Not done: refund card."
    assert shop.text(CLOSED, shop.refund("failed"), judge=lambda asked: awaited(asked)) == "Not done: refund card."


def raises(questions: Any) -> Any:
    raise KeyError(questions[0].text)


def leaves(questions: Any) -> Any:
    raise SystemExit


async def araises(questions: Any) -> Any:
    raise ValueError


async def cancels(questions: Any) -> Any:
    raise asyncio.CancelledError


@pytest.mark.parametrize(
    "judge", [raises, leaves, araises, cancels, lambda asked: None, lambda asked: WRONG * 2, lambda: None]
)
def test_one_that_raises_or_answers_something_else_changes_nothing(
    shop: Any, judge: Any, caplog: pytest.LogCaptureFixture
) -> None:
    verdict = shop.check(CLOSED, shop.refund("failed"), judge=judge, additions="off")
    assert (verdict.text, verdict.counts["judge.asked"], verdict.counts["judge.failed"]) == (CLOSED, 1, 1)
    assert "4412" not in caplog.text


def test_a_late_answer_is_not_waited_for(shop: Any, caplog: pytest.LogCaptureFixture) -> None:
    answered = threading.Event()

    def late(questions: Any) -> Any:
        answered.wait(10)
        return WRONG

    began = time.monotonic()
    with caplog.at_level(logging.WARNING, "veraz.replies"):
        verdict = shop.check(CLOSED, shop.refund("failed"), judge=late, judge_seconds=0.05, additions="off")
    answered.set()
    assert time.monotonic() - began < 5
    assert (verdict.text, verdict.counts["judge.failed"]) == (CLOSED, 1)
    assert "the judge raised TimeoutError" in caplog.text


def test_a_late_coroutine_is_cancelled(shop: Any) -> None:
    ended = threading.Event()

    async def late(questions: Any) -> Any:
        try:
            await asyncio.sleep(10)
        finally:
            ended.set()

    verdict = shop.check(CLOSED, shop.refund("failed"), judge=late, judge_seconds=0.05, additions="off")
    assert (verdict.text, verdict.counts["judge.failed"]) == (CLOSED, 1)
    assert ended.wait(5)


@pytest.mark.parametrize("judge", ["gpt", 3, Answer(Stance.DONE)])
def test_what_cannot_be_called_is_no_judge(judge: Any) -> None:
    for make in (lambda: Checker([{"name": "refund_card"}], judge=judge), lambda: Replies(judge=judge)):
        with pytest.raises(ConfigurationError, match=r"replies\.judge is .*; it takes a function of questions"):
            make()


@pytest.mark.parametrize("seconds", [0, -1, "3", True, None, float("nan"), float("inf")])
def test_seconds_that_are_no_time_are_refused(seconds: Any) -> None:
    with pytest.raises(ConfigurationError, match=r"replies\.judge_seconds is"):
        Replies(judge_seconds=seconds)
