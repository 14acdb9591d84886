"""``veraz rules``: the rules that a verdict names."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

import click

from veraz.cli.showing import number, rows
from veraz.rulebook import Example, KnownRule, RuleRow, known_rules, near, rule_named

_WIDEST = 100
_EXAMPLES = """\b
A verdict names the rule that read each claim, and that changed a sentence: `veraz check --format text` shows it, and
it is the `rule` of a claim and of a unit. Ids never change.

\b
Examples:
  veraz rules                                   every id, with what its rule reads
  veraz rules en.perfect                        one rule: its row, its file and line, and a sentence it reads
  veraz rules never_say

The exit status is 0, or 2 for an id that no rule has.
"""


@click.command(epilog=_EXAMPLES)
@click.argument("id_", metavar="[ID]", required=False)
def rules(id_: str | None) -> None:
    """List the rules that read replies, or show one."""
    if id_ is None:
        click.echo("\n".join(_listed()))
        return
    rule = rule_named(id_)
    if rule is None:
        raise click.UsageError(_unknown(id_))
    click.echo("\n\n".join(_shown(rule)))


def _unknown(id_: str) -> str:
    meant = near(id_)
    hint = f"did you mean {', '.join(meant)}?" if meant else "without an id, this command lists them all"
    return f"no rule has the id {id_!r:.60}; {hint}"


def _listed() -> Iterator[str]:
    for (language, group), found in groupby(known_rules().values(), lambda rule: (rule.language, rule.rows[0].group)):
        told = [(rule.id, _in_short(rule)) for rule in found]
        yield click.style(f"\n{language} · {group} ({number(len(told), 'rule')})", fg="cyan")
        yield rows(told)


def _in_short(rule: KnownRule) -> str:
    reads = rule.rows[0].reads
    return reads if len(reads) <= _WIDEST else f"{reads[: _WIDEST - 1]}…"


def _shown(rule: KnownRule) -> Iterator[str]:
    for row in rule.rows:
        yield rows([("rule", rule.id), ("language", rule.language), *_of_row(row)])
    yield rows(_of_example(rule.example) if rule.example else [("example", "none is kept")])


def _of_row(row: RuleRow) -> Iterator[tuple[str, str]]:
    yield "among", row.group
    yield "reads", row.reads
    yield "says", row.says
    yield "stands in", row.place
    if row.written:
        yield "row", row.written
    if row.yields_to:
        yield "yields to", f"{', '.join(row.yields_to)}: tried before it"
    if row.never:
        yield "never of", ", ".join(row.never)


def _of_example(example: Example) -> Iterator[tuple[str, str]]:
    yield "example", example.text
    yield "tools", "\n".join(f"{tool['name']}: {tool['description']}" for tool in example.tools)
    if example.calls:
        yield "calls", "\n".join(f"{call['tool']}: {call['outcome']}" for call in example.calls)
    if example.settings:
        yield "settings", ", ".join(f"{name}: {value}" for name, value in example.settings.items())
