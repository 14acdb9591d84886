"""``veraz phrasings``: work on a phrasings file."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click
import yaml

from veraz.errors import VerazError
from veraz.phrasings import Finding, Severity, lint
from veraz.tools import Toolset

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
        toolset = None if tools_file is None else _toolset(tools_file)
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


def _toolset(path: Path) -> Toolset:
    try:
        given: Any = yaml.safe_load(path.read_text(encoding="utf-8-sig"))  # JSON is YAML too
    except (OSError, UnicodeDecodeError, yaml.YAMLError, RecursionError) as error:
        raise click.ClickException(f"{path}: cannot be read: {error}") from None
    tools = given.get("tools") if isinstance(given, Mapping) else given
    if not isinstance(tools, list):
        raise click.ClickException(f"{path}: must be a list of tools, each with a name")
    try:
        return Toolset.of(tools)
    except VerazError as error:
        raise click.ClickException(f"{path}: {error}") from None
