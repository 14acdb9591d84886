"""What a check costs: by the number of tools, the length of the reply and the calls, on real replies, and at the start.

    python benchmarks/check.py

Times are those of one thread, and of a warm checker but where a row says so. Real replies are the case files of
``../shared/accuracy``, where it is present.
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import count, cycle, islice, product, repeat
from multiprocessing import get_context
from statistics import mean, median, quantiles
from string import ascii_lowercase
from typing import NamedTuple

from accuracy import ACCURACY, judge

from veraz import Call, Checker, Outcome, When
from veraz.cli.batch import Case, Cases, parsed
from veraz.replies.settings import Replies

VERBS = "refund cancel book send change create delete block unlock ship pay return exchange transfer renew".split()
THINGS = "card order table invoice address ticket account parcel bill subscription".split()
PLACES = "shop store bank hotel clinic school".split()

REAL = ("tau_dev", "en_written_dev", "pt_written_dev")
COLD = 100  # replies that a process checks first

Turn = tuple[str, Sequence[Call]]


class Taken(NamedTuple):
    """Microseconds that something took: on the clock, and of the processor."""

    wall: float
    cpu: float

    @classmethod
    def by(cls, run: Callable[[], object]) -> Taken:
        """Return what it took to ``run``."""
        cpu, wall = time.thread_time_ns(), time.perf_counter_ns()
        run()
        return cls((time.perf_counter_ns() - wall) / 1000, (time.thread_time_ns() - cpu) / 1000)


HEAD = f"{'':30}{'median':>12}{'p99':>12}{'median':>12}{'p99':>12}   (clock, then processor)"


def row(name: str, taken: Sequence[Taken]) -> str:
    """Return a line of a table: the median and the slowest of a hundred, on the clock and of the processor."""
    figures = [figure for each in zip(*taken, strict=True) for figure in (median(each), quantiles(each, n=100)[98])]
    return f"{name:30}" + "".join(f"{figure:>9.0f} µs" for figure in figures)


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


def times(checks: Sequence[Checker], turns: Iterator[Turn], rounds: int) -> list[list[Taken]]:
    """Return what each of ``rounds`` checks took, for each checker, once as many warmed it up.

    The checkers take turns, so that whatever else the machine does falls on each alike.
    """
    taken: list[list[Taken]] = [[] for _ in checks]
    for turn in islice(turns, 2 * rounds):
        for check, each in zip(checks, taken, strict=True):
            each.append(Taken.by(partial(check.check, *turn)))
    return [each[rounds:] for each in taken]


def by_tools() -> None:
    """Print the cost of three sentences met before, and of new ones, with 10 and with 1,000 tools."""
    sizes = (10, 1000)
    rows = (
        ("no values, met before", repeat((PLAIN, CALLS))),
        ("values, met before", repeat((VALUED, CALLS))),
        ("no values, new", plain_turns()),
        ("values, new", valued_turns()),
    )
    print(f"three sentences\n{HEAD}")
    for name, turns in rows:
        taken = times([checker(size) for size in sizes], turns, 3_000)
        for size, each in zip(sizes, taken, strict=True):
            print(row(f"{name:22}{size:>6}", each))
        few, many = (median(one.wall for one in each) for each in taken)
        print(f"{'':22}{'ratio':>6}{many / few:>14.2f} ×")


def by_length() -> None:
    """Print the cost of 1, 10 and 100 sentences met before, whole and for each."""
    sentences = [sentence.rstrip(".") + "." for sentence in VALUED.split(". ")]
    check = checker(10)
    print(f"\n{'length':22}{'median':>18}{'a sentence':>14}")
    for length in (1, 10, 100):
        reply = " ".join(islice(cycle(sentences), length))
        (taken,) = times([check], repeat((reply, CALLS)), 4_000 // (length + 19))
        wall = median(each.wall for each in taken)
        print(f"{length:>4} sentences{'':16}{wall:>8.0f} µs{wall / length:>11.1f} µs")


def by_calls() -> None:
    """Print the cost of two claims beside 100 to 3,200 calls of one tool, of this turn and of the session, anew."""
    reply = "I've refunded order 4412. I've also refunded $30 for order 4413."
    check = Checker([{"name": "refund_order", "write": True}])
    print(f"\ncalls of one tool\n{HEAD}")
    for when, many in product(When, (100, 800, 3200)):
        calls = [Call("refund_order", {"order_id": str(4000 + n)}, Outcome.DONE, when=when) for n in range(many)]
        print(row(f"{many:>5} of the {when}", list(anew([check], [partial(check.check, reply, calls)] * 5))))


def anew(checks: Sequence[Checker], runs: Sequence[Callable[[], object]]) -> Iterator[Taken]:
    """Yield what each of ``runs`` took, after ``checks`` dropped all that they had kept."""
    for run in runs:
        for check in checks:
            check.forget()
        yield Taken.by(run)


def real() -> None:
    """Print the cost of real replies, each once: the first of a process, and all of them with what was kept dropped."""
    print(f"\nreal replies, each once\n{HEAD}")
    for name in REAL if ACCURACY.exists() else ():
        with ProcessPoolExecutor(1, get_context("spawn")) as process:
            first, again = process.submit(of_real, name).result()
        print(row(f"{name}, the first {COLD}", first) + f"   mean {mean(each.wall for each in first):.0f} µs")
        print(row(f"{name}, caches emptied", again))


def of_real(name: str) -> tuple[list[Taken], list[Taken]]:
    """Return what the first replies of a case file took in this process, and what all took once they had been met."""
    score, made = judge(), Cases(Replies())
    toolsets, given = score.load(str(ACCURACY / "cases" / f"{name}.jsonl.gz"))
    cases: list[Case] = [made.of(parsed(score.request(*each, toolsets, None).encode())) for each in enumerate(given)]
    first = [Taken.by(case.verdict) for case in cases]
    return first[:COLD], [taken for case in cases for taken in anew([case.checker], [case.verdict])]


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
    by_calls()
    real()
    at_start()
