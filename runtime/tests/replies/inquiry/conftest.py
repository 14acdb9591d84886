"""A judge that answers by a script, and notes what it was asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from veraz import Question, Verdict

CLOSED = "Ana, 4412 is a closed chapter."
"""No rule says what that tells of the refund of order 4412."""


class Judge:
    """Answers every question alike, or as a script has it."""

    def __init__(self, *answers: Any) -> None:
        self.answers = answers
        self.batches: list[Sequence[Question]] = []

    def __call__(self, questions: Sequence[Question]) -> Any:
        self.batches.append(questions)
        return list(self.answers) if len(self.answers) > 1 else list(self.answers) * len(questions)

    @property
    def asked(self) -> list[str]:
        return [question.text for questions in self.batches for question in questions]


@pytest.fixture
def judged(shop: Any) -> Any:
    """Check a reply about one refund, £12.50 of order 4412, beside what a judge says of it."""

    def check(answer: Any, outcome: str = "failed", reply: str = CLOSED, **settings: Any) -> Verdict:
        verdict: Verdict = shop.check(reply, shop.refund(outcome), judge=Judge(answer), **settings)
        return verdict

    return check
