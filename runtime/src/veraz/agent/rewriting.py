"""What a model is shown of a reply that disagrees with what was done, so that it can write it again."""

from __future__ import annotations

from typing import Any

from veraz.phrasings import Defaults
from veraz.replies.verdict import Cause, Verdict

_LEFT_OUT = "…"


def disagreements(verdict: Verdict) -> list[tuple[str, str]]:
    """Return each part of a reply that disagrees, or is left out, beside what is true."""
    wrong = [(unit.text, unit.replacement or "") for unit in verdict.units if unit.cause in tuple(Cause)]
    return wrong + [(_LEFT_OUT, each.text) for each in verdict.added if each.shown]


def messages(reply: str, verdict: Verdict, sentences: Defaults) -> list[dict[str, Any]]:
    """Return what follows the conversation: the reply, and each part of it that disagrees beside what is true."""
    lines = (f"- «{said}» → {true}" for said, true in disagreements(verdict))
    told = "\n".join((sentences.rewrite, *lines))
    return [{"role": "assistant", "content": reply}, {"role": "system", "content": told}]
