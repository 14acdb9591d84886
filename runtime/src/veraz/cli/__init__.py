"""The command line: one module a command."""

from __future__ import annotations

import click

from veraz import __version__
from veraz.cli import check, demo, phrasings

_EXAMPLES = """\b
Examples:
  veraz demo                                    two conversations, and a few replies checked
  veraz check replies.jsonl --format text       what is kept, what is replaced, and why
  veraz check - < replies.jsonl > verdicts.jsonl
  veraz phrasings lint phrasings.yaml --tools tools.yaml

Each command says more with --help.
"""


@click.group(epilog=_EXAMPLES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="veraz")
def main() -> None:
    """Hold the replies of an agent's model to what was actually done."""


main.add_command(check.check)
main.add_command(demo.demo)
main.add_command(phrasings.phrasings)
