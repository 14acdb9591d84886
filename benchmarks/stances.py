"""How many of the reference sentences are read with the stance a person takes them to have.

    python benchmarks/stances.py [--misses]

Reads ``../shared/accuracy/reading/stances.jsonl`` (language, text, stance) where it is present. The stance of a
sentence is that of its strongest claim about refunding a card, cancelling an order or booking a flight.
"""

from __future__ import annotations

import argparse
import json
from collections import Counter
from functools import cache
from pathlib import Path

from veraz import Stance
from veraz.languages import grammar
from veraz.reading import Reader
from veraz.tools import Toolset

SENTENCES = Path(__file__).resolve().parents[2] / "shared" / "accuracy" / "reading" / "stances.jsonl"
TOOLS = ("refund_card", "cancel_order", "book_flight")
STRENGTH = (Stance.UNKNOWN, Stance.ASK, Stance.NOT_DONE, Stance.DONE, Stance.PROMISE, Stance.MENTION)


@cache
def reader(language: str) -> Reader:
    """Return the reader of a language."""
    return Reader(Toolset.of({"name": name} for name in TOOLS), grammar(language))


def stance(language: str, text: str) -> Stance:
    """Return the stance of a sentence; a mention where nothing is claimed."""
    claims = [claim for unit in reader(language).read(text) for claim in unit.claims]
    return min((claim.stance for claim in claims), key=STRENGTH.index, default=Stance.MENTION)


def main() -> None:
    """Print how many sentences are read rightly, by stance, and with ``--misses`` the others."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--misses", action="store_true", help="print the sentences read wrongly")
    shows_misses = parser.parse_args().misses
    if not SENTENCES.exists():
        print(f"no {SENTENCES.name} here")
        return
    cases = [json.loads(line) for line in SENTENCES.read_text(encoding="utf-8").splitlines()]
    read = [(case, stance(case["language"], case["text"])) for case in cases]
    missed = [(case, found) for case, found in read if found != case["stance"]]
    print(f"{len(cases) - len(missed)} of {len(cases)} sentences (bound: 160)")
    wrong = Counter(case["stance"] for case, _ in missed)
    for name, count in Counter(case["stance"] for case in cases).items():
        print(f"  {name:14} {count - wrong[name]:>3} of {count}")
    for case, found in missed if shows_misses else ():
        print(f"  {case['stance']} read as {found}: {case['text']}")


if __name__ == "__main__":
    main()
