"""What the longest replies cost, of every nasty kind: a reply must never hold a turn up, whoever wrote it.

    python benchmarks/hostile.py [KIND …]

Prints milliseconds at 8 kB and at the longest reply that is read, in both languages, and how much more eight times the
text takes: about eight for what is read in one pass.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Mapping
from itertools import islice

from veraz import Call, Checker, Outcome
from veraz.replies.check import LONGEST_REPLY

SHORT = 8_192

KINDS: Mapping[str, str] = {
    "one word": "a",
    "one word of contractions": "i've've'll",
    "one word of hyphens": "re-",
    "marks": "?!.,;:",
    "full stops": ". ",
    "commas": "refunded, ",
    "brackets": "([{<",
    "brackets around words": "(refunded ",
    "quotes": '"',
    "quotes around words": '"I refunded it ',
    "digits": "1234567890",
    "digits in groups": "4412 ",
    "digits and dots": "1.2.3,4,5-6/7",
    "phones": "+55 (11) 9999-",
    "new lines": "\n",
    "lines": "refunded\n",
    "markdown": "**_`~#>*-",
    "bullets": "- [x] refunded\n",
    "numbered lines": "1. (2) 3) ",
    "fences": "```\n",
    "tables": "| refunded | cancelled |\n",
    "pipes": "|",
    "verbs": "refunded ",
    "verbs with a subject": "I refunded it and you ",
    "auxiliaries": "have been not will be ",
    "nouns": "refund order card ",
    "conditions": "if you confirm, when ",
    "questions": "shall I refund it? ",
    "negations": "no not never nothing ",
    "predicates": "is complete on its way ",
    "completions": "done! all set. ",
    "currency": "$",
    "amounts": "$5 R$ 12,50 ",
    "numbers in words": "twenty thousand and five hundred ",
    "dates": "March 5th, 2027 12/03 ",
    "days without a month": "12, 13, 14 and ",
    "weekdays": "next Friday at 3 pm ",
    "e-mail": "a@b.co",
    "at signs": "@",
    "addresses": "https://a.b/c?d=e ",
    "codes": "RF-4412-X9 ",
    "dots and letters": "a.b.c.",
    "marks of no width": "\u200b",
    "words with marks of no width": "re\u200bfunded ",
    "combining marks": "a\u0301\u0301\u0301",
    "escapes": "\x1b[31mrefunded\x1b[0m ",
    "control characters": "\x00\x07",
    "emoji": "🎉👍🏽",
    "wide characters": "ｒｅｆｕｎｄｅｄ。",
    "other scripts": "退款已完成。возврат ",
    "accents": "já não é à ",
    "JSON": '{"status": "I refunded it.", "n": 4412},',
    "escapes of JSON": '"\\n\\u0041\\"",',
    "colons": "Status: done: ",
    "ellipses": "… … ",
    "a verb and its particle": "switched the kitchen light ",
    "a sentence": "I've refunded $12.50 for order 4412 on March 5th. ",
    "a sentence with no end": "I've refunded $12.50 for order 4412 on March 5th and ",
}
"""What each kind repeats."""

CALLS = (
    Call("refund_card", {"order_id": "4412", "amount": 12.5}, Outcome.DONE, result={"status": "settled"}),
    Call("cancel_order", {"order_id": "5521", "note": "refunded "}, Outcome.FAILED),
)


def of_length(kind: str, length: int) -> str:
    """Return ``length`` characters of a kind; JSON is a list of as many objects as fit."""
    piece = KINDS[kind]
    if kind == "JSON":
        return "[" + (piece * (length // len(piece) - 1)).rstrip(",") + "]"
    if kind == "escapes of JSON":
        return "[" + (piece * (length // len(piece) - 1)).rstrip(",") + "]"
    return "".join(islice((char for _ in range(length) for char in piece), length))


def seconds(checker: Checker, reply: str) -> float:
    """Return how long the quicker of two checks of ``reply`` takes."""
    taken = []
    for _ in range(2):
        checker.forget()
        start = time.perf_counter()
        checker.check(reply, CALLS)
        taken.append(time.perf_counter() - start)
    return min(taken)


def main(kinds: list[str]) -> None:
    """Print a row a kind."""
    tools = [{"name": "refund_card", "write": True}, {"name": "cancel_order", "write": True}, {"name": "get_order"}]
    checkers = {language: Checker(tools, language=language) for language in ("en", "pt-BR")}
    print(f"{'ms':32}" + "".join(f"{f'{code} 8 kB':>13}{f'{code} 64 kB':>13}{'×':>7}" for code in checkers))
    for kind in kinds or KINDS:
        cells = ""
        for checker in checkers.values():
            short, long = (seconds(checker, of_length(kind, length)) for length in (SHORT, LONGEST_REPLY))
            cells += f"{1000 * short:>13.1f}{1000 * long:>13.1f}{long / short:>7.1f}"
        print(f"{kind:32}{cells}", flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
