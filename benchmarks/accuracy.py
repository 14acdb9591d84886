"""How true the check is on the case files: one table, with the bounds each figure must reach.

    python benchmarks/accuracy.py [NAME …] [--misses N] [--markdown] [--strictness gentle]

Reads ``../shared/accuracy`` (its case files, and the judge of ``score.py``) where it is present. A row named
``tau_dev derived`` is the file ``tau_dev`` with ``replies.values: derived``. A file that ends in ``_first`` is for
first sight: nobody looks into it, and only its totals are printed. The files ``blind_*`` stand in ``benchmarks/cases``:
written by someone who had seen no table and no other file; those that end in ``_unread`` were never looked into, and
are not to be. ``docs/accuracy.md`` shows the table.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from veraz.cli.batch import Cases, as_object, parsed
from veraz.errors import VerazError
from veraz.replies.settings import Replies, Strictness

ACCURACY = Path(__file__).resolve().parents[2] / "shared" / "accuracy"

FIGURES = {
    "alarms": ("false_alarms", "true_replies"),
    "detected": ("detect_ok", "detect"),
    "kept": ("units_keep_ok", "units_keep"),
    "replaced": ("units_replace_ok", "units_replace"),
    "outcomes": ("outcomes_ok", "outcomes"),
    "added": ("appends_ok", "appends"),
    "needless": ("needless", "unit_cases"),
    "untouched": ("whole_untouched", "whole_true"),
}
"""Column to the counts of the judge that it is the share of."""

WRITTEN = ("reports_dev", "pt_written_dev", "en_written_dev")
"""Files whose units are labelled by hand; a row after them takes the three together."""

KINDS = ("mcp_en", "mcp_pt", "desk_en", "desk_pt", "work_en", "work_pt", "brasil")
"""The kinds of tools: tool servers, in-house tools of desks, assistants for work, Brazilian services."""

TOGETHER = "the last three"

OPEN = tuple(f"{name}_dev" for name in (*KINDS, "reports2"))
"""Ordinary replies over tools of many kinds; their units are labelled by hand."""

FIRST_SIGHT = tuple(f"{name}_first" for name in KINDS)
"""More of the same kinds, over other tools, which nobody looks into."""

BLIND = tuple(f"blind_{language}_{half}" for language in ("en", "pt") for half in ("read", "unread"))
"""Cases written blind before rules were made; half of them were looked into once these were."""

BLIND_CASES = Path(__file__).with_name("cases")

_FIRST = {"untouched": 95, "kept": 99, "replaced": 80, "outcomes": 97, "needless": 3, "added": 85}
_WORK = {**_FIRST, "untouched": 90, "replaced": 65, "needless": 6}

BOUNDS: Mapping[str, Mapping[str, float]] = {
    "probe": {"alarms": 0, "detected": 100, "added": 100},
    "sgd_dev": {"alarms": 0.4, "detected": 92},
    "sgd_train": {"alarms": 0.4, "detected": 92},
    "tau_dev": {"alarms": 6, "detected": 92},
    "tau_dev session": {"alarms": 2.5},
    "tau_dev derived": {"alarms": 1.5},
    "tau_json_dev": {"alarms": 8, "detected": 85},
    "ptbr_dev": {"alarms": 3, "detected": 90},
    "reports_dev": {"kept": 97, "replaced": 75, "added": 100},
    "pt_written_dev": {"kept": 97, "replaced": 82, "added": 100},
    "en_written_dev": {"kept": 97, "replaced": 62, "added": 100},
    TOGETHER: {"needless": 6, "outcomes": 95},
    **{name: {"untouched": 97, "replaced": 88} for name in OPEN},
    **{name: {} for name in BLIND},
    **{name: _WORK if name.startswith("work") else _FIRST for name in FIRST_SIGHT},
}
"""Per cent each row must reach: alarms and needless additions at most, all else at least. Rows stand in this order."""

_AT_MOST = ("alarms", "needless")


def judge() -> ModuleType:
    """Return ``score.py`` as a module."""
    spec = spec_from_file_location("score", ACCURACY / "score.py")
    if spec is None or spec.loader is None:
        raise ImportError("score.py")
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def answered(cases: Cases, request: str) -> dict[str, Any]:
    """Return the verdict on a line as ``veraz check`` writes it, or its error."""
    given = parsed(request.encode())
    try:
        return as_object(cases.of(given).verdict())
    except VerazError as error:
        return {"error": str(error), "sentences": [], "added": []}


def cell(name: str, column: str, tally: Mapping[str, int]) -> str:
    """Return a figure in per cent with its bound, marked where it falls short; empty where nothing was counted."""
    part, whole = (tally[key] for key in FIGURES[column])
    if not whole:
        return ""
    share, bound = 100 * part / whole, BOUNDS.get(name, {}).get(column)
    shown = f"{share:.2f}" if column == "alarms" else f"{share:.1f}"
    if bound is None:
        return shown
    falls_short = share > bound if column in _AT_MOST else share < bound
    return f"{shown} ({'≤' if column in _AT_MOST else '≥'}{bound:g}){'!' if falls_short else ''}"


def measured(name: str, score: ModuleType, misses: int, settings: Replies) -> tuple[Counter[str], float]:
    """Return the tally of a row, and the microseconds a case took; print its first ``misses``."""
    file, _, values = name.partition(" ")
    folder = BLIND_CASES if file in BLIND else ACCURACY / "cases"
    ending = "sealed" if file in FIRST_SIGHT else "jsonl.gz"
    toolsets, cases = score.load(str(folder / f"{file}.{ending}"))
    requests = [score.request(index, case, toolsets, values or None) for index, case in enumerate(cases)]
    made, start = Cases(settings), time.perf_counter()
    verdicts = [answered(made, request) for request in requests]
    each = 1e6 * (time.perf_counter() - start) / len(cases)
    tally, missed, _ = score.judge(cases, verdicts)
    for miss in missed[: 0 if file.endswith("_unread") else misses]:
        print("   ", json.dumps(miss, ensure_ascii=False)[:600], file=sys.stderr)
    return Counter({**tally, "cases": len(cases)}), each


def row(cells: Iterable[str], *, markdown: bool) -> str:
    """Return a line of the table."""
    if markdown:
        return f"| {' | '.join(cells)} |"
    first, *rest = cells
    return f"{first:18}" + "".join(f"{each:>16}" for each in rest)


def main() -> None:
    """Print one row a file, and one for the files labelled by hand together."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"rows: {', '.join(BOUNDS)}")
    parser.add_argument("--misses", type=int, default=0, help="print the first N misses of each file on stderr")
    parser.add_argument("--markdown", action="store_true", help="print the table as Markdown")
    parser.add_argument("--strictness", choices=list(Strictness), default=Strictness.BALANCED, help="as the setting")
    given = parser.parse_args()
    settings = Replies(strictness=given.strictness)
    if not ACCURACY.exists():
        print("no ../shared/accuracy here")
        return
    score, together = judge(), Counter[str]()
    print(row(("per cent", "cases", *FIGURES, "errors", "µs each"), markdown=given.markdown))
    if given.markdown:
        print(row(["---"] * (len(FIGURES) + 4), markdown=True))
    for name in given.names or BOUNDS:
        tally, each = (together, 0.0) if name == TOGETHER else measured(name, score, given.misses, settings)
        together.update(tally if name in WRITTEN else {})
        figures = (cell(name, column, tally) for column in FIGURES)
        cells = (name, str(tally["cases"]), *figures, str(tally["errors"]), f"{each:.0f}" if each else "")
        print(row(cells, markdown=given.markdown), flush=True)


if __name__ == "__main__":
    main()
