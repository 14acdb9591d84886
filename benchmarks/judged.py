"""What a judge that is always right would make of the check on the case files labelled by hand.

    python benchmarks/judged.py [NAME …] [--misses N]

The judge (``replies.judge``) is made of the labels in ``../shared/accuracy``: of a unit labelled ``replace`` it
answers what the record contradicts, of one labelled ``keep`` what it bears out, or nothing. So the figures tell what
asking can come to, and what it cannot: units that it was not asked about, and those that the rules had replaced before.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

from accuracy import ACCURACY, answered, judge, row

from veraz import Answer, Question
from veraz.cli.batch import Cases
from veraz.outcomes import Outcome, Stance, allows
from veraz.replies.settings import Replies

FILES = (
    *("mcp_en_dev", "mcp_pt_dev", "desk_en_dev", "desk_pt_dev", "work_en_dev", "work_pt_dev"),
    *("brasil_dev", "reports2_dev"),
)
FIGURES = {
    "kept": ("units_keep_ok", "units_keep"),
    "replaced": ("units_replace_ok", "units_replace"),
    "untouched": ("whole_untouched", "whole_true"),
    "added": ("appends_ok", "appends"),
    "asked": ("asked", "read"),
}
"""Column to the counts that it is the share of."""

WHY = ("replace, not asked about", "replace, judge at a loss", "keep, replaced by a rule")
_HELD = (Stance.DONE, Stance.NOT_DONE, Stance.PROMISE)


class PerfectJudge:
    """Answers by the labels of one case."""

    def __init__(self, score: ModuleType) -> None:
        self._squeeze: Callable[[str], str] = score.squeeze
        self._case: Mapping[str, Any] = {}
        self.asked: list[str] = []

    def turn_to(self, case: Mapping[str, Any]) -> None:
        """Take on the next case."""
        self._case, self.asked = case, []

    def __call__(self, questions: Sequence[Question]) -> list[Answer | None]:
        """Answer the questions about a reply."""
        self.asked += [self._squeeze(question.text) for question in questions]
        return [self._answer(question) for question in questions]

    def label(self, text: str) -> Mapping[str, Any]:
        """Return the label of a unit, empty for one that nobody labelled."""
        text, labels = self._squeeze(text), self._case["expect"].get("sentences", [])
        return next((each for each in labels if self._is_of(each, text)), {})

    def _is_of(self, label: Mapping[str, Any], text: str) -> bool:
        labelled = self._squeeze(label["text"])
        return labelled in text or text in labelled

    def _answer(self, question: Question) -> Answer | None:
        label = self.label(question.text)
        if label.get("verdict") == "replace":
            return self._contradicted(question, label)
        return self._borne_out(question) if label.get("verdict") == "keep" else None

    def _contradicted(self, question: Question, label: Mapping[str, Any]) -> Answer | None:
        tool, outcome = label.get("tool"), label.get("outcome")
        calls = [each for each in question.calls if tool in (None, each.tool)]
        if tool and (not calls or outcome == Outcome.NOT_ATTEMPTED):
            return Answer(Stance.DONE, tool=tool)
        calls.sort(key=lambda each: self._outcome(each.number) != outcome)
        return self._wrong(question, calls[0].number) if calls else None

    def _wrong(self, question: Question, number: int) -> Answer:
        """Answer that a unit says done of a call that was not, or else that it states all its words as details."""
        if not allows(self._outcome(number), Stance.DONE):
            return Answer(Stance.DONE, number)
        return Answer(Stance.DONE, number, stated=(question.text,))

    def _borne_out(self, question: Question) -> Answer | None:
        """Answer that a unit tells rightly of a call which the labels do not want told after the reply."""
        untold = {each.get("tool") for each in self._case["expect"].get("append", [])}
        for each in question.calls:
            right = [stance for stance in _HELD if allows(self._outcome(each.number), stance)]
            if right and each.tool not in untold:
                return Answer(right[0], each.number)
        return None

    def _outcome(self, number: int) -> Outcome:
        return Outcome(self._case["calls"][number - 1]["outcome"])


def measured(name: str, score: ModuleType, misses: int) -> Counter[str]:
    """Return the counts of a file; print its first ``misses``."""
    toolsets, cases = score.load(str(ACCURACY / "cases" / f"{name}.jsonl.gz"))
    perfect, verdicts, why = PerfectJudge(score), [], Counter[str]()
    made = Cases(replace(Replies(), judge=perfect, judge_seconds=60))
    for index, case in enumerate(cases):
        perfect.turn_to(case)
        verdicts.append(answered(made, score.request(index, case, toolsets, None)))
        why.update(reasons(case, verdicts[-1], perfect, score))
    tally, missed, _ = score.judge(cases, verdicts)
    for miss in missed[:misses]:
        print("   ", *miss, sep=" · ", file=sys.stderr)
    counts = Counter[str]()
    for verdict in verdicts:
        counts.update(verdict.get("counts", {}))
    return Counter({**tally, **why, "asked": counts["judge.asked"], "read": counts["sentences.read"]})


def reasons(case: Mapping[str, Any], verdict: Mapping[str, Any], perfect: PerfectJudge, score: ModuleType) -> list[str]:
    """Return why labelled units of a case came out wrong."""
    found = []
    for unit in case["expect"].get("sentences", []):
        is_kept, text = score.kept(unit["text"], verdict), score.squeeze(unit["text"])
        asked = any(text in each or each in text for each in perfect.asked)
        if unit["verdict"] == "replace" and is_kept:
            found.append(WHY[1] if asked else WHY[0])
        elif unit["verdict"] == "keep" and not is_kept:
            found.append(WHY[2])
    return found


def main() -> None:
    """Print one row a file, one for all together, and why units came out wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"files: {', '.join(FILES)}")
    parser.add_argument("--misses", type=int, default=0, help="print the first N misses of each file on stderr")
    given = parser.parse_args()
    if not Path(ACCURACY).exists():
        print("no ../shared/accuracy here")
        return
    score, together = judge(), Counter[str]()
    print(row(("per cent", *FIGURES), markdown=False))
    for name in (*(given.names or FILES), "together"):
        tally = together if name == "together" else measured(name, score, given.misses)
        together.update(tally if tally is not together else {})
        shares = (100 * tally[part] / tally[whole] if tally[whole] else 0.0 for part, whole in FIGURES.values())
        print(row((name, *(f"{share:.1f}" for share in shares)), markdown=False), flush=True)
    for why in WHY:
        print(f"{together[why]:5} units: {why}")


if __name__ == "__main__":
    main()
