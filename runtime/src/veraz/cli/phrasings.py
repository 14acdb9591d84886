"""``veraz phrasings``: work on a phrasings file."""

from __future__ import annotations

from pathlib import Path

import click

from veraz.cli.toolsets import read_tools
from veraz.errors import VerazError
from veraz.phrasings import Finding, Severity, lint

_EXAMPLES = """\b
A phrasings file says, for a tool and an outcome, what a reply says:
  refund_card:
    done: "Refunded {argument.amount} pounds for order {argument.order_id}."
    refused: "I couldn't refund order {argument.order_id}{because}."

\b
A tools file is a list, in YAML or JSON:
  - name: refund_card
    write: true
    input_schema: {type: object, properties: {order_id: {type: string}}}

\b
Examples:
  veraz phrasings lint phrasings.yaml
  veraz phrasings lint phrasings.yaml --tools tools.yaml

The exit status is 1 where an error was found; a warning leaves it 0.
"""
_FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.group()
def phrasings() -> None:
    """Work on a phrasings file."""


@phrasings.command("lint", epilog=_EXAMPLES)
@click.argument("file", type=_FILE)
@click.option("--tools", "tools_file", type=_FILE, help="The tools it speaks of: names and paths are held to them.")
def lint_command(file: Path, tools_file: Path | None) -> None:
    """Say what is wrong with FILE: each finding with its line, its column and what would be right."""
    try:
        toolset = None if tools_file is None else read_tools(tools_file)
        findings = lint(file, toolset)
    except VerazError as error:
        raise click.ClickException(str(error)) from None
    for finding in findings:
        click.echo(_line(file, finding))
    if any(finding.severity is Severity.ERROR for finding in findings):
        raise SystemExit(1)
    if not findings:
        click.echo(f"{file}: nothing to mend")


def _line(file: Path, finding: Finding) -> str:
    colour = "red" if finding.severity is Severity.ERROR else "yellow"
    return f"{file}:{finding.line}:{finding.column} {click.style(finding.severity, fg=colour)} {finding.sentence}"
