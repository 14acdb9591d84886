"""``veraz tools``: tell a console what an agent's tools are like."""

from __future__ import annotations

import click

from veraz.cli.connection import Given, about_console
from veraz.cli.showing import harmless, number, rows
from veraz.cli.toolsets import given_tools
from veraz.errors import ToolError
from veraz.sync.registering import LeftOut, Pushed, left_out, register, registration
from veraz.tools import Toolset

_EXAMPLES = """\b
Each SOURCE is a file that lists tools, in YAML or JSON, or what a Python module names: a list of tools, or an agent.
  - name: refund_card
    write: true
    input_schema: {type: object, properties: {order_id: {type: string}}}
A module is imported, and so is run; it is looked for in this folder too.

\b
Together they must hold all tools of the organisation: one that is left out is marked absent in the console, its
phrasings kept. Names, whether a tool writes, and what its schemas say of values are sent; no default, no example, no
constant, and titles and descriptions only with --descriptions. The key needs the scope tools:write.

\b
Examples:
  veraz tools push tools.yaml --dry-run         see what would be sent, and what is left out; asks no console
  veraz tools push tools.yaml
  veraz tools push shop.desk:tools shop.returns:agent --descriptions

The exit status is 0 where the console took them, 1 where it is away or refuses, 2 for wrong usage.
"""


@click.group()
def tools() -> None:
    """Register tools with a console."""


@tools.command(epilog=_EXAMPLES)
@about_console
@click.argument("sources", nargs=-1, required=True, metavar="SOURCE...")
@click.option("--descriptions", is_flag=True, help="Send titles and descriptions too.")
@click.option("--dry-run", is_flag=True, help="Write what would be sent, byte for byte, and send nothing.")
def push(given: Given, sources: tuple[str, ...], descriptions: bool, dry_run: bool) -> None:
    """Register the whole set of tools, so that phrasings can be written for them.

    The same set changes nothing.
    """
    toolset = given_tools(sources)
    if not toolset:
        raise click.UsageError(f"{', '.join(sources)}: no tools; to register none would mark each one absent")
    try:
        body = registration(toolset, descriptions)
    except ToolError as error:
        raise click.UsageError(str(error)) from None
    if dry_run:
        _show(body, left_out(toolset, descriptions))
    else:
        click.echo(rows(_changes(given, toolset, register(given.transport(), body))))


def _show(body: bytes, left: tuple[LeftOut, ...]) -> None:
    """Write the bytes alone to standard output, and what is not among them to standard error."""
    click.echo(body, nl=False)
    click.echo(f"\n{number(len(body), 'byte')} would be sent; nothing was.", err=True)
    for why in dict.fromkeys(each.why for each in left):
        click.echo(f"Left out, {why}:", err=True)
        for each in left:
            if each.why == why:
                click.echo(f"  {harmless(each.place)}", err=True)


def _changes(given: Given, toolset: Toolset, done: Pushed) -> list[tuple[str, str]]:
    told = [
        ("registered", f"{number(len(toolset), 'tool')} with {given.console.value}, as set {done.digest[:12]}"),
        ("new", ", ".join(done.added)),
        ("changed", ", ".join(done.changed)),
        ("unchanged", ", ".join(done.unchanged)),
        ("absent", f"{', '.join(done.absent)}: not in this set; their phrasings are kept" if done.absent else ""),
        ("no phrasing", f"{', '.join(done.unphrased)}: write one in the console" if done.unphrased else ""),
    ]
    return [(name, text) for name, text in told if text]
