"""``veraz doctor``: everything about a connection on one screen."""

from __future__ import annotations

import click

from veraz.cli import checkup, probing
from veraz.cli.connection import Given, about_console
from veraz.cli.findings import as_object, as_text
from veraz.cli.showing import as_json
from veraz.errors import ConfigurationError
from veraz.sync.connection_settings import is_offline

_EXAMPLES = """\b
What is wrong is marked, and followed by what to do. Compare the fingerprints of the keys with those that the console
shows under Settings, Licence. Nothing is sent but requests that change nothing, and nothing that is kept changes.

\b
Examples:
  veraz doctor                                  with the environment of the agent
  veraz doctor --console https://veraz.example --key -
  veraz doctor --offline --json                 what can be seen without asking the console

The exit status is 1 where something is wrong, 0 where nothing is.
"""


@click.command(epilog=_EXAMPLES)
@about_console
@click.option("--offline", is_flag=True, help="Ask the console nothing.  [VERAZ_OFFLINE]")
@click.option("--json", "json_", is_flag=True, help="For programs.")
def doctor(given: Given, offline: bool, json_: bool) -> None:
    """Say what is wrong with the connection, and what to do."""
    found = [*checkup.versions(), *checkup.settings(given), *checkup.state(given), *checkup.licence(given)]
    found += [probing.NOT_ASKED] if offline or _says_offline() else probing.console(given)
    click.echo(as_json(as_object(found)) if json_ else as_text(found))
    if any(each.is_wrong for each in found):
        raise SystemExit(1)


def _says_offline() -> bool:
    try:
        return is_offline()
    except ConfigurationError:
        return True  # what it says was found not to be understood
