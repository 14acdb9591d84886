"""Veraz: replies true to what was done.

::

    from veraz import Agent, Call, Checker, Outcome, tool

Each name is fetched from its module when it is first asked for, so that a part of the library costs only itself.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from veraz import errors
    from veraz.agent import Agent, Plan, Reply, Step, Waiting
    from veraz.errors import OutcomeUnknown, VerazError
    from veraz.outcomes import Call, Outcome, Record, Stance, When
    from veraz.records.ended import outcome_of, reason_of
    from veraz.replies.check import Checker
    from veraz.replies.inquiry.prompt import judge_answers, judge_prompt
    from veraz.replies.inquiry.question import Answer, Question
    from veraz.replies.settings import Replies, RepliesSettings
    from veraz.replies.verdict import Verdict
    from veraz.tools import Tool, tool

__version__ = "0.1.0"

__all__ = [
    "Agent",
    "Answer",
    "Call",
    "Checker",
    "Outcome",
    "OutcomeUnknown",
    "Plan",
    "Question",
    "Record",
    "Replies",
    "RepliesSettings",
    "Reply",
    "Stance",
    "Step",
    "Tool",
    "VerazError",
    "Verdict",
    "Waiting",
    "When",
    "errors",
    "judge_answers",
    "judge_prompt",
    "outcome_of",
    "reason_of",
    "tool",
]

_HOMES = {
    "veraz.agent": ("Agent", "Plan", "Reply", "Step", "Waiting"),
    "veraz.errors": ("OutcomeUnknown", "VerazError"),
    "veraz.outcomes": ("Call", "Outcome", "Record", "Stance", "When"),
    "veraz.records.ended": ("outcome_of", "reason_of"),
    "veraz.replies.check": ("Checker",),
    "veraz.replies.inquiry.prompt": ("judge_answers", "judge_prompt"),
    "veraz.replies.inquiry.question": ("Answer", "Question"),
    "veraz.replies.settings": ("Replies", "RepliesSettings"),
    "veraz.replies.verdict": ("Verdict",),
    "veraz.tools": ("Tool", "tool"),
}


def __getattr__(name: str) -> Any:
    if name == "errors":
        return import_module("veraz.errors")
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(home), name)
    raise AttributeError(f"module 'veraz' has no attribute {name!r}")


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
