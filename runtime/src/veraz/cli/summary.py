"""What was made of many replies, in a few lines: how many were changed, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from veraz.replies.reply_rules.ruling import RuleName
from veraz.replies.verdict import Action, Verdict

_WHERE_THERE_ARE = {
    "not shown": "further writes left out, told to nobody (replies.additions)",
    "untied": "sentences that tell an act no tool can do and no call bears out",
    "unread": "sentences in a language that is not read",
    "composed": "replies composed from phrasings",
}
"""What is told only where it was counted."""


class Summary:
    """Counts verdicts as they come."""

    def __init__(self) -> None:
        self.errors = 0
        self._counts: Counter[str] = Counter()
        self._causes: Counter[str] = Counter()

    def add(self, told: Verdict | str) -> None:
        """Count a verdict, or an error in its stead."""
        if isinstance(told, str):
            self.errors += 1
            return
        changed = [unit for unit in told.units if unit.action is not Action.KEEP]
        self._counts["replies"] += 1
        self._counts["composed"] += told.unread is not None
        self._counts["watched"] += told.watched is not None
        self._counts["replies changed"] += told.corrects
        self._counts["sentences"] += len(told.units)
        self._counts["sentences changed"] += len(changed)
        self._counts["left out"] += sum(addition.count for addition in told.added)
        self._counts["not shown"] += sum(addition.count for addition in told.added if not addition.shown)
        self._counts["untied"] += sum(unit.cause == RuleName.UNTIED for unit in told.units)
        self._counts["unread"] += sum(unit.unread is not None for unit in told.units)
        self._causes.update(f"{unit.cause}" for unit in changed)

    def text(self) -> str:
        """Return the summary."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        would = " but for the mode" if self._counts["watched"] else ""
        yield f"replies    {self._share('replies changed', 'replies')} not shown as written{would}"
        yield f"sentences  {self._share('sentences changed', 'sentences')} changed"
        for cause, count in self._causes.most_common():
            yield f"           {count:>8,} {cause}"
        yield f"left out   {self._counts['left out'] - self._counts['not shown']:>8,} writes told after a reply"
        for name, what in _WHERE_THERE_ARE.items():
            if self._counts[name]:
                yield f"{name:11}{self._counts[name]:>8,} {what}"
        if self.errors:
            yield f"errors     {self.errors:>8,} lines that are no case"

    def _share(self, part: str, whole: str) -> str:
        of = self._counts[whole]
        share = f" ({100 * self._counts[part] / of:.1f} %)" if of else ""
        return f"{self._counts[part]:>8,} of {of:,}{share}"
