"""What a check costs: by the number of tools, by the length of the reply, and once at the start.

    python benchmarks/check.py

Times are microseconds of a warm checker on one thread.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Sequence
from itertools import cycle, islice, product
from statistics import median, quantiles

from veraz import Call, Checker, Outcome

VERBS = "refund cancel book send change create delete block unlock ship pay return exchange transfer renew".split()
THINGS = "card order table invoice address ticket account parcel bill subscription".split()
PLACES = "shop store bank hotel clinic school".split()

PLAIN = "I've refunded your card. The order has been cancelled too. Is there anything else I can do for you?"
VALUED = "I've refunded $12.50 for order 4412. Order 5521 was cancelled on March 5th. Write to us at desk@example.org."
CALLS = (
    Call("refund_card", {"order_id": "4412", "amount": 12.5}, Outcome.DONE, result={"status": "settled"}),
    Call("cancel_order", {"order_id": "5521", "date": "2027-03-05"}, Outcome.DONE),
    Call("send_invoice", {"email": "desk@example.org"}, Outcome.DONE),
)


def checker(count: int) -> Checker:
    """Return a checker of ``count`` tools: ``refund_card``, …, ``renew_subscription``, ``refund_card_shop``, …"""
    named = [f"{verb}_{thing}" for thing, verb in product(THINGS, VERBS)]
    named += [f"{name}_{place}" for place, name in product(PLACES, named)]
    needed = dict.fromkeys([call.tool for call in CALLS] + named)
    return Checker({"name": name, "write": True} for name in islice(needed, count))


def times(checks: Sequence[Checker], reply: str, rounds: int) -> list[list[float]]:
    """Return how long each of ``rounds`` checks took, in microseconds, for each checker, once as many warmed it up.

    The checkers take turns, so that whatever else the machine does falls on each alike.
    """
    taken: list[list[float]] = [[] for _ in checks]
    for index in range(2 * rounds):
        for check, each in zip(checks, taken, strict=True):
            start = time.perf_counter_ns()
            check.check(reply, CALLS)
            if index >= rounds:
                each.append((time.perf_counter_ns() - start) / 1000)
    return taken


def by_tools() -> None:
    """Print the cost of three sentences with 10 and with 1,000 tools, and the ratio."""
    counts = (10, 1000)
    checkers = [checker(count) for count in counts]
    print(f"{'three sentences':22}{'tools':>8}{'median':>10}{'p99':>10}")
    for name, reply in (("without values", PLAIN), ("with values", VALUED)):
        taken = times(checkers, reply, 2_000)
        for count, each in zip(counts, taken, strict=True):
            print(f"{name:22}{count:>8}{median(each):>8.0f} µs{quantiles(each, n=100)[98]:>7.0f} µs")
        few, many = map(median, taken)
        print(f"{'':22}{'ratio':>8}{many / few:>8.2f} ×")


def by_length() -> None:
    """Print the cost of 1, 10 and 100 sentences, whole and for each."""
    sentences = [sentence.rstrip(".") + "." for sentence in VALUED.split(". ")]
    check = checker(10)
    print(f"\n{'length':22}{'median':>18}{'a sentence':>14}")
    for count in (1, 10, 100):
        (taken,) = times([check], " ".join(islice(cycle(sentences), count)), 4_000 // (count + 19))
        print(f"{count:>4} sentences{'':16}{median(taken):>8.0f} µs{median(taken) / count:>11.1f} µs")


def at_start() -> None:
    """Print the time to import the library and to compile 20 tools, in a process of its own."""
    names = [f"{verb}_{thing}" for thing, verb in product(THINGS[:2], VERBS[:10])]
    code = f"""
from time import perf_counter
marks = [perf_counter()]
from veraz import Checker
marks.append(perf_counter())
for language in ("en", "pt-BR", "en"):
    Checker([{{"name": name}} for name in {names!r}], language=language)
    marks.append(perf_counter())
print(*(round(1000 * (after - before)) for before, after in zip(marks, marks[1:])))
"""
    took = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout.split()
    labels = ("import", "first 20 tools, en", "first 20 tools, pt-BR", "20 tools more, en")
    print("\nat the start")
    for label, milliseconds in zip(labels, took, strict=True):
        print(f"{label:22}{milliseconds:>8} ms")


if __name__ == "__main__":
    by_tools()
    by_length()
    at_start()
