"""How many attested verb forms the inflectors give, by token count: ``python benchmarks/verbs.py [--misses]``.

Reads ``../shared/accuracy/reading/verbs_*.tsv`` (form, lemma, tag, count) where it is present.
"""

from __future__ import annotations

import csv
import inspect
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from veraz.languages import ENGLISH, PORTUGUESE, Grammar
from veraz.languages.base import Form
from veraz.text.fold import fold_word

LISTS = Path(__file__).resolve().parents[2] / "shared" / "accuracy" / "reading"

# What each corpus tag may be read as; the pluperfect's singular is read as the future once accents are gone.
TAGS = {
    "VB": {Form.BASE}, "VBP": {Form.BASE, Form.PRESENT}, "VBZ": {Form.PRESENT}, "VBD": {Form.PAST},
    "VBN": {Form.PARTICIPLE}, "VBG": {Form.GERUND},
    "inf": {Form.BASE}, "pres": {Form.PRESENT}, "pret": {Form.PAST}, "impf": {Form.IMPERFECT},
    "plup": {Form.IMPERFECT, Form.FUTURE, Form.PAST}, "fut": {Form.FUTURE}, "cond": {Form.CONDITIONAL},
    "sprs": {Form.SUBJUNCTIVE}, "simp": {Form.SUBJUNCTIVE}, "sfut": {Form.SUBJUNCTIVE},
    "imp": {Form.SUBJUNCTIVE, Form.PRESENT}, "part": {Form.PARTICIPLE}, "ger": {Form.GERUND},
}  # fmt: skip

# "'s", "'m": what is left of be and have in a contraction is the reader's, not the inflector's.
CONTRACTED = {"s", "m", "r", "re", "ve"}


def rows(path: Path) -> Iterator[tuple[str, str, str, int]]:
    """Yield (form, lemma, tag, count), contractions left out."""
    with path.open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
            if row["form"] not in CONTRACTED:
                yield row["form"], row["lemma"], row["tag"], int(row["count"])


def is_given(grammar: Grammar, form: str, lemma: str, tag: str) -> bool:
    """Tell whether the inflector gives ``form`` to ``lemma`` with a form that ``tag`` may be read as."""
    return any(inflection.form in TAGS[tag] for inflection in grammar.inflect(lemma).get(fold_word(form), ()))


def measure(grammar: Grammar, path: Path, shows_misses: bool) -> None:
    """Print how many tokens of a list are given, and on request which are not."""
    listed = list(rows(path))
    missed = [row for row in listed if not is_given(grammar, *row[:3])]
    total, lost = sum(row[3] for row in listed), sum(row[3] for row in missed)
    share = 1 - lost / total
    print(f"{grammar.code:6}{total - lost} of {total} tokens ({share:.2%}), {cost(grammar, listed):.0f} µs a verb")
    for form, lemma, tag, count in missed if shows_misses else ():
        print(f"      {form} ({lemma}, {tag}, {count})")


def cost(grammar: Grammar, listed: list[tuple[str, str, str, int]]) -> float:
    """Return the mean time to inflect a lemma that is not cached, in microseconds."""
    inflect = inspect.unwrap(grammar.inflect)
    lemmas = {lemma for _, lemma, _, _ in listed}
    start = time.perf_counter()
    for lemma in lemmas:
        inflect(lemma)
    return (time.perf_counter() - start) / len(lemmas) * 1e6


if __name__ == "__main__":
    for grammar, name in ((ENGLISH, "verbs_en.tsv"), (PORTUGUESE, "verbs_pt.tsv")):
        if (LISTS / name).exists():
            measure(grammar, LISTS / name, "--misses" in sys.argv)
        else:
            print(f"{grammar.code:6}no {name} here")
