"""How many texts are cut into the units a person would: ``python benchmarks/units.py [--misses]``.

Reads ``../shared/accuracy/reading/sentences.jsonl`` (language, text, units) where it is present.
"""

from __future__ import annotations

import json
import sys
import timeit
from pathlib import Path

from veraz.languages import grammar, unit_rules
from veraz.text.fold import fold
from veraz.text.units import split_units

TEXTS = Path(__file__).resolve().parents[2] / "shared" / "accuracy" / "reading" / "sentences.jsonl"
THREE = "I've refunded order 4412 to your card. You'll see $12.50 in 3-5 days. Is there anything else?"


def cut(language: str, text: str) -> list[str]:
    """Return the texts of the units of ``text``."""
    units = split_units(text, fold(text), unit_rules(grammar(language)))
    return [text[unit.start : unit.end] for unit in units]


def measure(path: Path, shows_misses: bool) -> None:
    """Print how many of the listed texts are cut as listed, and on request which are not."""
    listed = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    missed = [case for case in listed if cut(case["language"], case["text"]) != case["units"]]
    print(f"{len(listed) - len(missed)} of {len(listed)} texts")
    for case in missed if shows_misses else ():
        print(f"      {case['units']}\n   ≠  {cut(case['language'], case['text'])}")


def cost(text: str, rounds: int = 5_000) -> float:
    """Return the time to cut ``text``, in microseconds."""
    folded, rules = fold(text), unit_rules(grammar("en"))
    return min(timeit.repeat(lambda: split_units(text, folded, rules), number=rounds, repeat=5)) / rounds * 1e6


if __name__ == "__main__":
    if TEXTS.exists():
        measure(TEXTS, "--misses" in sys.argv)
    else:
        print(f"no {TEXTS.name} here")
    print(f"{cost(THREE):.1f} µs for three sentences")
