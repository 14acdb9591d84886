"""What a check costs: by the number of tools, by the length of the reply, and once at the start.

    python benchmarks/check.py

Times are microseconds of a warm checker on one thread.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from itertools import count, cycle, islice, product, repeat
from statistics import median, quantiles
from string import ascii_lowercase

from veraz import Call, Checker, Outcome

VERBS = "refund cancel book send change create delete block unlock ship pay return exchange transfer renew".split()
THINGS = "card order table invoice address ticket account parcel bill subscription".split()
PLACES = "shop store bank hotel clinic school".split()

Turn = tuple[str, Sequence[Call]]

CALLS = (
    Call("refund_card", {"order_id": "4412", "amount": 12.5}, Outcome.DONE, result={"status": "settled"}),
    Call("cancel_order", {"order_id": "5521", "date": "2027-03-05"}, Outcome.DONE),
    Call("send_invoice", {"email": "desk@example.org"}, Outcome.DONE),
)
PLAIN = "I've refunded your card. The order has been cancelled too. Is there anything else I can do for you?"
VALUED = "I've refunded $12.50 for order 4412. Order 5521 was cancelled on March 5th. Write to us at desk@example.org."


def plain_turns() -> Iterator[Turn]:
    """Yield the plain reply over and over with another person's name in each of its sentences."""
    for number in count():
        name = "".join(ascii_lowercase[int(digit)] for digit in f"{number:06d}").title()
        yield PLAIN.replace(".", f", {name}.").replace("?", f", {name}?"), CALLS


def valued_turns() -> Iterator[Turn]:
    """Yield the reply with values over and over, with other ones in it and in the calls."""
    for number in count(1000):
        refunded = {"order_id": f"A{number}", "amount": number + 0.5}
        cancelled = {"order_id": f"B{number}", "date": "2027-03-05"}
        mail = {"email": f"desk{number}@example.org"}
        told = VALUED.replace("12.50", f"{number}.50").replace("4412", f"A{number}").replace("5521", f"B{number}")
        yield (
            told.replace("desk", f"desk{number}"),
            (
                Call("refund_card", refunded, Outcome.DONE, result={"status": "settled"}),
                Call("cancel_order", cancelled, Outcome.DONE),
                Call("send_invoice", mail, Outcome.DONE),
            ),
        )


def checker(size: int) -> Checker:
    """Return a checker of ``size`` tools: ``refund_card``, …, ``renew_subscription``, ``refund_card_shop``, …"""
    named = [f"{verb}_{thing}" for thing, verb in product(THINGS, VERBS)]
    named += [f"{name}_{place}" for place, name in product(PLACES, named)]
    needed = dict.fromkeys([call.tool for call in CALLS] + named)
    return Checker({"name": name, "write": True} for name in islice(needed, size))


def times(checks: Sequence[Checker], turns: Iterator[Turn], rounds: int) -> list[list[float]]:
    """Return how long each of ``rounds`` checks took, in microseconds, for each checker, once as many warmed it up.

    The checkers take turns, so that whatever else the machine does falls on each alike.
    """
    taken: list[list[float]] = [[] for _ in checks]
    for index, (reply, calls) in enumerate(islice(turns, 2 * rounds)):
        for check, each in zip(checks, taken, strict=True):
            start = time.perf_counter_ns()
            check.check(reply, calls)
            if index >= rounds:
                each.append((time.perf_counter_ns() - start) / 1000)
    return taken


def by_tools() -> None:
    """Print the cost of three sentences met before, and of new ones, with 10 and with 1,000 tools."""
    sizes = (10, 1000)
    rows = (
        ("no values, met before", repeat((PLAIN, CALLS))),
        ("values, met before", repeat((VALUED, CALLS))),
        ("no values, new", plain_turns()),
        ("values, new", valued_turns()),
    )
    print(f"{'three sentences':24}{'tools':>6}{'median':>10}{'p99':>10}")
    for name, turns in rows:
        taken = times([checker(size) for size in sizes], turns, 3_000)
        for size, each in zip(sizes, taken, strict=True):
            print(f"{name:24}{size:>6}{median(each):>8.0f} µs{quantiles(each, n=100)[98]:>7.0f} µs")
        few, many = map(median, taken)
        print(f"{'':24}{'ratio':>6}{many / few:>8.2f} ×")


def by_length() -> None:
    """Print the cost of 1, 10 and 100 sentences met before, whole and for each."""
    sentences = [sentence.rstrip(".") + "." for sentence in VALUED.split(". ")]
    check = checker(10)
    print(f"\n{'length':22}{'median':>18}{'a sentence':>14}")
    for length in (1, 10, 100):
        reply = " ".join(islice(cycle(sentences), length))
        (taken,) = times([check], repeat((reply, CALLS)), 4_000 // (length + 19))
        print(f"{length:>4} sentences{'':16}{median(taken):>8.0f} µs{median(taken) / length:>11.1f} µs")


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
