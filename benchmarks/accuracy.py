"""How true the check is on the case files: one table, with the bounds each figure must reach.

    python benchmarks/accuracy.py [FILE …] [--values derived] [--misses N]

Reads ``../shared/accuracy`` (its case files, and the judge of ``score.py``) where it is present.
"""

from __future__ import annotations

import argparse
import json
import time
from collections.abc import Mapping
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

from veraz.cli.batch import Cases, as_object, parsed
from veraz.errors import VerazError
from veraz.replies.settings import Replies

ACCURACY = Path(__file__).resolve().parents[2] / "shared" / "accuracy"

FIGURES = {
    "alarms": ("false_alarms", "true_replies"),
    "detected": ("detect_ok", "detect"),
    "kept": ("units_keep_ok", "units_keep"),
    "replaced": ("units_replace_ok", "units_replace"),
    "outcomes": ("outcomes_ok", "outcomes"),
    "added": ("appends_ok", "appends"),
    "needless": ("needless", "unit_cases"),
}
"""Column to the counts of the judge that it is the share of."""

BOUNDS: Mapping[str, Mapping[str, float]] = {
    "sgd_dev": {"detected": 80, "alarms": 1.5},
    "sgd_train": {"detected": 80, "alarms": 1.5},
    "tau_dev": {"detected": 78, "alarms": 8},
    "probe": {"detected": 90.3, "alarms": 0, "added": 100},
    "ptbr_dev": {"detected": 75, "alarms": 8},
    "reports_dev": {"kept": 93, "replaced": 40},
    "pt_written_dev": {"kept": 93, "replaced": 52},
    "en_written_dev": {"kept": 93, "replaced": 33},
}
"""Per cent each file must reach: alarms at most, all else at least."""


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
    if bound is None:
        return f"{share:.1f}"
    falls_short = share > bound if column == "alarms" else share < bound
    return f"{share:.1f} ({'≤' if column == 'alarms' else '≥'}{bound:g}){'!' if falls_short else ' '}"


def main() -> None:
    """Print one row a file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--values", choices=["call", "session", "derived"], help="where a value may come from")
    parser.add_argument("--misses", type=int, default=0, help="print the first N misses of each file")
    given = parser.parse_args()
    if not ACCURACY.exists():
        print("no ../shared/accuracy here")
        return
    score = judge()
    print(
        f"{'per cent':16}{'cases':>7}" + "".join(f"{column:>15}" for column in FIGURES) + f"{'errors':>8}{'µs each':>9}"
    )
    for path in given.files or sorted((ACCURACY / "cases").glob("*.jsonl.gz")):
        toolsets, cases = score.load(str(path))
        requests = [score.request(index, case, toolsets, given.values) for index, case in enumerate(cases)]
        made, start = Cases(Replies()), time.perf_counter()
        verdicts = [answered(made, request) for request in requests]
        each = 1e6 * (time.perf_counter() - start) / len(cases)
        tally, misses, _ = score.judge(cases, verdicts)
        name = path.name.split(".")[0]
        figures = "".join(f"{cell(name, column, tally):>15}" for column in FIGURES)
        print(f"{name:16}{len(cases):>7}{figures}{tally['errors']:>8}{each:>9.0f}", flush=True)
        for miss in misses[: given.misses]:
            print("   ", json.dumps(miss, ensure_ascii=False)[:600])


if __name__ == "__main__":
    main()
