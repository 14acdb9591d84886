"""How a reply checked while it is written compares with one checked whole: one row a case file.

    python benchmarks/stream.py [FILE …] [--seed N]

Reads the case files of ``../shared/accuracy`` where it is present. Each reply is cut at random places, a few characters
at a time as a model writes it. Columns: replies; per cent with the same text, and with the same verdict; of replies of
several units, per cent that is written before the first of it is shown (median), and per cent of which nothing is shown
before the end; what the whole stream costs beside one check (median, p99), nothing kept from before.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median, quantiles

from accuracy import ACCURACY, judge

from veraz import Verdict
from veraz.cli.batch import Case, Cases, parsed
from veraz.errors import VerazError
from veraz.replies.settings import Replies

_LONGEST = 8  # characters of a delta: one to three tokens
_COLUMNS = ("replies", "same text", "same verdict", "first shown", "not before end", "cost", "cost p99")


@dataclass(frozen=True, slots=True)
class Streamed:
    """One reply streamed and checked whole.

    :ivar first: the share of the reply that was written before anything was shown; ``None`` where nothing was.
    :ivar cost: how many times what one check takes.
    """

    same_text: bool
    same_verdict: bool
    units: int
    first: float | None
    cost: float


def deltas(reply: str, cuts: random.Random) -> Iterator[str]:
    """Yield the reply a few characters at a time."""
    at = 0
    while at < len(reply):
        end = at + cuts.randint(1, _LONGEST)
        yield reply[at:end]
        at = end


def written(case: Case, parts: Sequence[str]) -> tuple[str, Verdict, float | None]:
    """Stream a reply; return all that was shown, the verdict, and after what share of it the first was shown."""
    stream = case.checker.stream(case.calls, now=case.now, user=case.user)
    shown, taken, first = "", 0, None
    for part in parts:
        shown, taken = shown + stream.feed(part), taken + len(part)
        if shown and first is None:
            first = taken / len(case.reply)
    rest, verdict = stream.finish()
    return shown + rest, verdict, first


def compared(case: Case, cuts: random.Random) -> Streamed:
    """Stream a reply and check it whole, each with nothing kept of it before."""
    parts = list(deltas(case.reply, cuts))
    case.checker.forget()
    start = time.process_time()
    text, verdict, first = written(case, parts)
    streamed = time.process_time() - start
    case.checker.forget()
    start = time.process_time()
    whole = case.verdict()
    checked = time.process_time() - start
    same = text == verdict.text == whole.text
    return Streamed(same, verdict == whole, len(whole.units), first, streamed / checked)


def cases_of(file: str) -> Iterator[Case]:
    """Yield the cases of a file that can be checked."""
    score = judge()
    toolsets, given = score.load(str(ACCURACY / "cases" / f"{file}.jsonl.gz"))
    made = Cases(Replies())
    for index, case in enumerate(given):
        try:
            yield made.of(parsed(score.request(index, case, toolsets, None).encode()))
        except VerazError:
            continue


def share(of: Iterable[bool]) -> str:
    """Return how many are true, in per cent."""
    told = list(of)
    return f"{100 * sum(told) / len(told):.2f}" if told else ""


def row(streamed: Sequence[Streamed]) -> Iterator[str]:
    """Yield the figures of a file."""
    several = [each for each in streamed if each.units > 1]
    first = [100 * each.first for each in several if each.first is not None]
    costs = [each.cost for each in streamed]
    yield str(len(streamed))
    yield share(each.same_text for each in streamed)
    yield share(each.same_verdict for each in streamed)
    yield f"{median(first):.0f}" if first else ""
    yield share(each.first is None for each in several)
    yield f"{median(costs):.2f}"
    yield f"{quantiles(costs, n=100)[98]:.2f}"


def long_reply() -> None:
    """Print what a stream of a long reply costs beside a check of it, by its length and the length of a delta."""
    from check import CALLS, checker, valued_turns

    print(f"\n{'characters':>10}{'delta':>8}{'check':>12}{'stream':>12}")
    told = " ".join(reply for (reply, _), _ in zip(valued_turns(), range(600), strict=False))
    for length in (1_000, 8_000, 64_000):
        for size in (1, 4, 64_000):
            check, reply = checker(10), told[:length]
            start = time.process_time()
            check.check(reply, CALLS)
            middle = time.process_time()
            check.forget()
            between = time.process_time()
            stream = check.stream(CALLS)
            for at in range(0, length, size):
                stream.feed(reply[at : at + size])
            stream.finish()
            end = time.process_time()
            print(f"{length:>10}{size:>8}{1000 * (middle - start):>9.1f} ms{1000 * (end - between):>9.1f} ms")


def main() -> None:
    """Print one row a file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    files = sorted(path.name.removesuffix(".jsonl.gz") for path in (ACCURACY / "cases").glob("*.jsonl.gz"))
    parser.add_argument("files", nargs="*", metavar="FILE", default=files, help=", ".join(files))
    parser.add_argument("--seed", type=int, default=0, help="of the places where replies are cut")
    given = parser.parse_args()
    if not ACCURACY.exists():
        print("no ../shared/accuracy here")
    else:
        print(f"{'':18}" + "".join(f"{each:>16}" for each in _COLUMNS))
        for file in given.files:
            cuts = random.Random(given.seed)
            cells = row([compared(case, cuts) for case in cases_of(file)])
            print(f"{file:18}" + "".join(f"{each:>16}" for each in cells), flush=True)
    long_reply()


if __name__ == "__main__":
    main()
