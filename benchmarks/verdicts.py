"""One figure over everything that verdicts say: it stands as it was where a change was to change no verdict.

    python benchmarks/verdicts.py

Checks the lines of the runtime's corpus, each as written and in variants, and up to ``MOST`` cases of each file of
``../shared/accuracy`` where that is present. Prints one hash a source, and one for all.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

import yaml
from accuracy import ACCURACY, judge

from veraz import Call, Checker, Outcome, Verdict, When
from veraz.cli.batch import Cases, parsed
from veraz.errors import VerazError
from veraz.replies.settings import Replies
from veraz.replies.verdict import UnitVerdict

CORPUS = Path(__file__).resolve().parents[1] / "runtime" / "tests" / "corpus"
LANGUAGES = {"en": "en", "pt_br": "pt-BR"}
MOST = 1500  # cases of a file, taken evenly over it

SETTINGS = {
    "values": "derived",
    "untied": "remove",
    "other_language": "compose",
    "rules": {"offers": [], "personal_data": {"kinds": "all"}},
}
"""What asks a checker for all that it leaves alone unless it is told to."""

VARIANTS: Mapping[str, Callable[[str], str]] = {
    "as written": str,
    "upper case": str.upper,
    "no accents": lambda text: "".join(c for c in unicodedata.normalize("NFD", text) if not unicodedata.combining(c)),
    "no full stop": lambda text: text.removesuffix("."),
    "a full stop": lambda text: text.rstrip(".") + ".",
    "an item": lambda text: f"Summary:\n\n- {text}",
}


def said(verdict: Verdict) -> str:
    """Return all that a verdict says, field by field, so that a field of a later day leaves it as it is."""
    units = [unit_said(unit) for unit in verdict.units]
    added = [(each.tool, str(each.outcome), each.text, each.shown, each.calls) for each in verdict.added]
    counts, passed_over = sorted(verdict.counts.items()), sorted(verdict.passed_over.items())
    rest = (verdict.version, verdict.unread, verdict.required, verdict.beside, verdict.watched)
    return repr((verdict.text, units, added, counts, passed_over, rest))


def unit_said(unit: UnitVerdict) -> tuple[object, ...]:
    """Return what a verdict says of a unit."""
    claims = [(each.tool, str(each.stance), each.outcome and str(each.outcome), each.rule) for each in unit.claims]
    calls = [(each.call, each.call_id) for each in unit.claims]
    became = (str(unit.action), unit.cause and str(unit.cause), unit.rule, unit.replacement)
    read = (str(unit.kind), unit.quoted, unit.language, unit.unread)
    return (unit.start, unit.end, unit.text, *became, *read, claims, calls)


def of_corpus(language: str, settings: Mapping[str, Any]) -> Iterator[str]:
    """Yield what is said of each line of the corpus, in each variant."""
    for path in sorted((CORPUS / language).glob("*.yaml")):
        given = yaml.safe_load(path.read_text(encoding="utf-8"))
        checker = Checker(given["tools"], language=LANGUAGES[language], **settings)
        now = datetime.fromisoformat(given["now"]) if "now" in given else None
        for line in given["sentences"]:
            calls = [call_of(call) for call in given["records"].get(line.get("record"), ())]
            for vary in VARIANTS.values():
                yield said(checker.check(vary(line["reply"] if "reply" in line else line["text"]), calls, now=now))


def call_of(given: Mapping[str, Any]) -> Call:
    """Return a call as the corpus writes it."""
    when, sent = When(given.get("when", "turn")), given.get("with", {})
    return Call(given["tool"], sent, Outcome(given["outcome"]), given.get("reason"), given.get("result"), when)


def of_cases(path: Path) -> Iterator[str]:
    """Yield what is said of the cases of a file, taken evenly over it."""
    score, made = judge(), Cases(Replies())
    toolsets, cases = score.load(str(path))
    for index in range(0, len(cases), -(-len(cases) // MOST)):
        try:
            request = score.request(index, cases[index], toolsets, None)
            yield said(made.of(parsed(request.encode())).verdict())
        except VerazError as error:
            yield json.dumps(str(error))


def sources() -> Iterator[tuple[str, Iterator[str]]]:
    """Yield each source by name, with what is said of it."""
    for language in LANGUAGES:
        yield f"corpus {language}", of_corpus(language, {})
        yield f"{language}, all settings", of_corpus(language, SETTINGS)
    for path in sorted((ACCURACY / "cases").glob("*.jsonl.gz")):
        yield path.name.partition(".")[0], of_cases(path)


def main() -> None:
    """Print a line a source, and one for all."""
    everything, total = sha256(), 0
    for name, verdicts in sources():
        of_source, count = sha256(), 0
        for each in verdicts:
            of_source.update(each.encode("utf-8", "surrogatepass"))
            count += 1
        everything.update(of_source.digest())
        total += count
        print(f"{name:20}{count:>8}  {of_source.hexdigest()[:16]}", flush=True)
    print(f"{'all':20}{total:>8}  {everything.hexdigest()[:16]}")


if __name__ == "__main__":
    main()
