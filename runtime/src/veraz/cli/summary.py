"""What was made of many replies, in a few lines: how many were changed, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from veraz.replies.verdict import Action, Verdict


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
        self._counts["unread"] += told.unread is not None
        self._counts["replies changed"] += told.changed
        self._counts["sentences"] += len(told.units)
        self._counts["sentences changed"] += len(changed)
        self._counts["added"] += len(told.added)
        self._causes.update(f"{unit.cause}" for unit in changed)

    def text(self) -> str:
        """Return the summary."""
        return "\n".join(self._lines())

    def _lines(self) -> Iterator[str]:
        yield f"replies    {self._share('replies changed', 'replies')} not shown as written"
        yield f"sentences  {self._share('sentences changed', 'sentences')} changed"
        for cause, count in self._causes.most_common():
            yield f"           {count:>8,} {cause}"
        yield f"left out   {self._counts['added']:>8,} writes told after a reply"
        if self._counts["unread"]:
            yield f"unread     {self._counts['unread']:>8,} replies composed from phrasings"
        if self.errors:
            yield f"errors     {self.errors:>8,} lines that are no case"

    def _share(self, part: str, whole: str) -> str:
        of = self._counts[whole]
        share = f" ({100 * self._counts[part] / of:.1f} %)" if of else ""
        return f"{self._counts[part]:>8,} of {of:,}{share}"
