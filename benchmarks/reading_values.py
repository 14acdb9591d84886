"""How many of the reference sentences are read with the right amounts and dates.

    python benchmarks/reading_values.py [--misses]

The reference sentences are looked for in ``../shared/accuracy/reading`` beside the project.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable
from datetime import datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

from veraz.languages import grammar
from veraz.text.fold import fold
from veraz.values import Amount, Moment, Value, ValueWords, read_values

SENTENCES = Path(__file__).resolve().parents[2] / "shared" / "accuracy" / "reading"

Case = dict[str, Any]


def values(case: Case, now: datetime | None = None) -> tuple[Value, ...]:
    """Return what is read in the sentence of ``case``."""
    text = case["text"]
    return read_values(
        text, fold(text), 0, len(text), ValueWords.of(grammar(case["language"])), relative=now is not None
    )


def amounts(case: Case) -> tuple[list[Any], list[Any]]:
    """Return the amounts read and those expected."""
    read = [(value.value, value.currency) for value in values(case) if isinstance(value, Amount)]
    return read, [(Decimal(amount["value"]), amount["currency"]) for amount in case["amounts"]]


def dates(case: Case) -> tuple[list[Any], list[Any]]:
    """Return the dates read and those expected; a month and a time of day are no dates."""
    now = datetime.fromisoformat(case["now"])
    days = [value.resolve(now) for value in values(case, now) if isinstance(value, Moment)]
    return [day.isoformat() for day in days if day], case["dates"]


def score(name: str, read: Callable[[Case], tuple[list[Any], list[Any]]], misses: bool) -> None:
    """Print how many sentences of the file ``name`` are read rightly, and with ``misses`` the others."""
    path = SENTENCES / f"{name}.jsonl"
    if not path.exists():
        print(f"{name}: no {path}")
        return
    cases = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    wrong = [(case["text"], *both) for case in cases if (both := read(case))[0] != both[1]]
    print(f"{name}: {len(cases) - len(wrong)} of {len(cases)}")
    for text, found, expected in wrong if misses else ():
        print(f"  {text}\n    read {found}, expected {expected}")


def main() -> None:
    """Score both files."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--misses", action="store_true", help="print the sentences read wrongly")
    misses = parser.parse_args().misses
    score("amounts", amounts, misses)
    score("dates", dates, misses)


if __name__ == "__main__":
    main()
