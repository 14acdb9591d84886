"""``veraz language``: what the folder of a language owes."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from veraz.cli.showing import harmless, listed, number, table
from veraz.errors import UnknownLanguage
from veraz.languages.checking import Beside, Fault, beside_english, faults, folder_of

_MOST = 60  # faults that are shown at once
_EXAMPLES = """\b
A language is a folder: inflect.py gives the forms of a verb, nouns.py those of a noun, and tables, in YAML, hold all
else. Begin with the tables of English, and put the words of your language in the place of theirs; docs/languages.md
goes through it step by step. A key that is misspelt, missing or of the wrong kind is told with its file and line.

\b
Examples:
  veraz language check pt-BR                    a language that the library reads
  veraz language check es --folder ./es         one that is being written

The exit status is 0 where nothing is owed, 1 where something is, 2 for wrong usage.
"""


@click.group(epilog=_EXAMPLES)
def language() -> None:
    """Add a language: hold its tables to what the reader needs."""


@language.command(epilog=_EXAMPLES)
@click.argument("code")
@click.option(
    "--folder",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="The language's folder; without it, the library's own.",
)
def check(code: str, folder: Path | None) -> None:
    """Say what the folder of the language CODE owes, beside English."""
    try:
        where = folder or folder_of(code)
    except UnknownLanguage as error:
        raise click.UsageError(str(error)) from None
    found = faults(where)
    click.echo("\n".join(table(_rows(beside_english(where)))))
    click.echo("\n" + "\n".join(_told(code, found)))
    if found:
        click.get_current_context().exit(1)


def _rows(tables: Sequence[Beside]) -> list[tuple[str, ...]]:
    rows = [(each.table, _short(each.lacking), f"{each.english:,}", f"{each.entries:,}") for each in tables]
    return [("table", "English alone has", "English", "here"), *rows]


def _short(keys: tuple[str, ...]) -> str:
    return f"{', '.join(keys[:3])}{f' and {len(keys) - 3} more' if len(keys) > 3 else ''}"


def _told(code: str, found: Sequence[Fault]) -> list[str]:
    if not found:
        return [f"{harmless(code)} owes nothing."]
    told = [harmless(str(fault)) for fault in found]
    return [f"{harmless(code)} owes {number(len(found), 'thing')}:", *listed(told, _MOST)]
