"""Personal data: how many of the reference sentences are read with the right kinds, and how long a reply takes.

    python benchmarks/personal.py [--misses]

The reference sentences are looked for in ``../shared/accuracy/reading`` beside the project.
"""

from __future__ import annotations

import argparse
import json
import time
import timeit
from functools import partial
from pathlib import Path

from veraz.languages import ENGLISH, PORTUGUESE, grammar
from veraz.text.fold import fold
from veraz.values.personal import read_personal
from veraz.values.personal_words import PersonalWords

SENTENCES = Path(__file__).resolve().parents[2] / "shared" / "accuracy" / "reading" / "personal.jsonl"
THEIR_NAMES = {"address": "addr", "birth_date": "date"}  # what the reference sentences call our kinds
REPLIES = {
    ENGLISH: "I've refunded 12.50 pounds to your card for order 4412, and a receipt is on its way to ana@example.com. "
    "If it has not reached you by March 5th, call us at (415) 555-2671 and ask for ticket RT-2041.",
    PORTUGUESE: "Estornei R$ 1.250,50 no seu cartão pelo pedido 4412, e o comprovante vai para ana@exemplo.com.br. "
    "Se não chegar até 5 de março, ligue para (11) 98765-4321 e informe o protocolo 20270305001234.",
}


def kinds(language: str, text: str) -> list[str]:
    """Return the kinds read in ``text``, by the names of the reference sentences."""
    words = PersonalWords.of(grammar(language))
    read = read_personal(text, fold(text), 0, len(text), words)
    return [THEIR_NAMES.get(each.kind, each.kind) for each in read]


def score(misses: bool) -> None:
    """Print how many reference sentences are read rightly, and with ``misses`` the others."""
    if not SENTENCES.exists():
        print(f"personal: no {SENTENCES}")
        return
    cases = [json.loads(line) for line in SENTENCES.read_text(encoding="utf-8").splitlines()]
    read = [(case, kinds(case["language"], case["text"])) for case in cases]
    wrong = [(case, found) for case, found in read if found != case["kinds"]]
    print(f"personal: {len(cases) - len(wrong)} of {len(cases)}")
    for case, found in wrong if misses else ():
        print(f"  {case['text']}\n    read {found}, expected {case['kinds']}")


def time_replies() -> None:
    """Print the time of one reply a language."""
    for spoken, text in REPLIES.items():
        folded, words = fold(text), PersonalWords.of(spoken)
        timer = timeit.Timer(partial(read_personal, text, folded, 0, len(text), words), timer=time.process_time)
        print(f"{spoken.code}: {min(timer.repeat(5, 2000)) / 2000 * 1e6:.0f} µs for {len(text)} characters")


def main() -> None:
    """Score and time."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--misses", action="store_true", help="print the sentences read wrongly")
    score(parser.parse_args().misses)
    time_replies()


if __name__ == "__main__":
    main()
