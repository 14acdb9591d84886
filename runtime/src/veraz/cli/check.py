"""``veraz check``: replies held to their records, a line each."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from pathlib import Path
from typing import IO, Any

import click

from veraz.cli.batch import CASE_KEYS, Cases, as_object, parsed
from veraz.cli.explain import explained
from veraz.cli.summary import Summary
from veraz.errors import VerazError
from veraz.outcomes import Outcome
from veraz.replies.settings import Additions, Mode, OtherLanguage, Replies, Strictness, Untied, ValueSource
from veraz.replies.verdict import Verdict

_LONG = 1_000_000  # bytes of a file from which a person who watches sees how far it is

_EXAMPLES = """\b
Each line of FILE is one case:
  {"id": "1", "language": "en",
   "tools": [{"name": "refund_card", "write": true}],
   "calls": [{"tool": "refund_card", "arguments": {"order_id": "4412"},
              "outcome": "refused", "reason": "limit", "when": "turn"}],
   "reply": "I've refunded order 4412."}

\b
Examples:
  veraz check replies.jsonl > verdicts.jsonl
  veraz check - --format text < replies.jsonl
  zcat replies.jsonl.gz | veraz check - --values derived

\b
On your own transcripts, before you switch it on (docs/accuracy.md):
  veraz check replies.jsonl --format text --changed --summary      is each change right?
  veraz check replies.jsonl --format text --if-writes refused      is each claim of a write changed?

A line that is no case is answered {"id": ..., "error": ...}; the others go on, and the exit status is 1.
"""


def _one_of(option: str, kind: type[StrEnum], default: StrEnum, what: str) -> Callable[[Any], Any]:
    """Return an option that takes one of a setting's words."""
    words = click.Choice([member.value for member in kind])
    return click.option(option, type=words, default=default.value, show_default=True, help=what)


@click.command(epilog=_EXAMPLES)
@click.argument("file", type=click.Path(exists=True, dir_okay=False, allow_dash=True))
@click.option("--format", "form", type=click.Choice(["json", "text"]), default="json", help="text is for people.")
@_one_of(
    "--values",
    ValueSource,
    ValueSource.CALL,
    "Where a value a sentence states may come from, for lines that do not say; so for the next four.",
)
@_one_of("--mode", Mode, Mode.HOLD, "watch shows replies as written, and tells what would have been shown.")
@_one_of("--additions", Additions, Additions.ALL, "Which writes that a reply left out are told after it.")
@_one_of("--untied", Untied, Untied.KEEP, "What becomes of acts that no tool can do and no call bears out.")
@_one_of(
    "--other-language",
    OtherLanguage,
    OtherLanguage.KEEP,
    "compose composes a reply from phrasings where a sentence is in a language that is not read.",
)
@_one_of(
    "--strictness", Strictness, Strictness.BALANCED, "How sure it must be that a sentence is false for it not to stand."
)
@click.option("--changed", is_flag=True, help="Answer only the replies that the check changes.")
@click.option("--summary", is_flag=True, help="At the end, say on standard error what was changed, and why.")
@click.option(
    "--if-writes",
    "ended",
    type=click.Choice([outcome.value for outcome in Outcome]),
    help="Hold replies to records in which each turn's writes had ended so: whatever then tells otherwise and stands "
    "would be missed.",
)
def check(file: str, form: str, changed: bool, summary: bool, ended: str | None, **settings: Any) -> None:
    """Hold replies to what was done. FILE has one JSON object a line; - is standard input."""
    cases, told, strange = Cases(Replies(**settings)), Summary(), _StrangeKeys()
    show = _as_json if form == "json" else _as_text
    with click.open_file(file, "rb") as lines:
        for line in _watched(lines, file):
            if line.strip():
                answered = _answer(cases, line, ended, strange)
                told.add(answered.told)
                if answered.wrong or answered.changed or not changed:
                    click.echo(show(answered))
    if summary:
        click.echo(told.text(), err=True)
    if told.errors:
        raise SystemExit(1)


@dataclass(frozen=True, slots=True)
class _Answered:
    """What became of a line: a verdict, or what is wrong with it."""

    id: Any
    told: Verdict | str

    @property
    def wrong(self) -> bool:
        return isinstance(self.told, str)

    @property
    def changed(self) -> bool:
        return isinstance(self.told, Verdict) and self.told.corrects


class _StrangeKeys:
    """Notes on standard error, once a key, what no case has: a slip in a key's name is else passed over in silence."""

    def __init__(self) -> None:
        self._noted: set[str] = set()

    def note(self, case: Mapping[str, Any]) -> None:
        for key in sorted(case.keys() - CASE_KEYS - self._noted):
            self._noted.add(key)
            meant = get_close_matches(key, CASE_KEYS, 1)
            guess = f"; did you mean {meant[0]!r}?" if meant else ""
            click.echo(f"note: {key!r:.60} is no key of a case and is passed over{guess}", err=True)


def _answer(cases: Cases, line: bytes, ended: str | None, strange: _StrangeKeys) -> _Answered:
    case_id = None
    try:
        given = parsed(line)
        strange.note(given)
        case_id = given.get("id")
        case = cases.of(given)
        return _Answered(case_id, (case.had_writes_ended(Outcome(ended)) if ended else case).verdict())
    except VerazError as error:
        return _Answered(case_id, str(error))
    except Exception as error:  # a fault of ours in one case must not cost the others their answers
        return _Answered(case_id, f"internal error: {type(error).__name__}")


def _as_json(answered: _Answered) -> bytes:
    told = {"error": answered.told} if isinstance(answered.told, str) else as_object(answered.told)
    line = {"id": answered.id, **told}
    try:
        return json.dumps(line, ensure_ascii=False).encode()
    except UnicodeEncodeError:  # half a surrogate pair, which UTF-8 cannot hold
        return json.dumps(line).encode()


def _as_text(answered: _Answered) -> str:
    told = answered.told
    body = click.style(f"  error: {told}", fg="red") if isinstance(told, str) else explained(told)
    text = f"{click.style(answered.id, bold=True)}\n{body}\n"
    return text.encode(errors="backslashreplace").decode()


def _watched(lines: IO[bytes], file: str) -> Iterator[bytes]:
    """Yield the lines, with a bar on standard error where a person watches a long file and no output crosses it."""
    size = 0 if file == "-" else Path(file).stat().st_size
    if size < _LONG or not sys.stderr.isatty() or sys.stdout.isatty():
        yield from lines
        return
    with click.progressbar(length=size, label="checking", file=sys.stderr) as bar:
        for line in lines:
            yield line
            bar.update(len(line))
