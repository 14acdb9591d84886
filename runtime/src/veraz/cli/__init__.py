"""The command line: one module a command."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

import click

from veraz import __version__

_EXAMPLES = """\b
Examples:
  veraz demo                                    two conversations, and a few replies checked
  veraz check replies.jsonl --format text       what is kept, what is replaced, and why
  veraz check - < replies.jsonl > verdicts.jsonl
  veraz phrasings lint phrasings.yaml --tools tools.yaml
  veraz rules en.perfect                        what a rule reads, where it is written, and a sentence for it
  veraz doctor                                  whether the console is reached, and what to do where it is not

Each command says more with --help.
"""

_COMMANDS: Mapping[str, str] = {
    "check": "veraz.cli.check:check",
    "demo": "veraz.cli.demo:demo",
    "doctor": "veraz.cli.doctor:doctor",
    "language": "veraz.cli.language:language",
    "licence": "veraz.cli.licence:licence",
    "meters": "veraz.cli.meters:meters",
    "phrasings": "veraz.cli.phrasings:phrasings",
    "rules": "veraz.cli.rules:rules",
    "sync": "veraz.cli.sync:sync",
    "tools": "veraz.cli.tools:tools",
}


class Commands(click.Group):
    """Commands that are imported when they are asked for: a check brings no client of a console along."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of all there are."""
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command of a name, where there is one."""
        if cmd_name not in _COMMANDS:
            return None
        module, _, name = _COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command


@click.group(cls=Commands, epilog=_EXAMPLES, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="veraz")
def main() -> None:
    """Hold the replies of an agent's model to what was actually done."""
