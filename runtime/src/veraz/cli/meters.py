"""``veraz meters``: what was counted and waits on this machine."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import click

from veraz.cli.connection import Given, about_console
from veraz.cli.showing import as_json, iso, listed, moment, number, rows, size, span, table
from veraz.sync.spool_file import LARGEST
from veraz.sync.spool_view import Sealed, SpoolView, spool_view

_MOST = 40  # series that people are shown
_REASONS = {
    "spool_full": "the oldest, since the spool was full",
    "memory_full": "since the spool could not be written and memory was full",
    "too_old": "since they waited for more than 35 days",
    "damaged": "since the disk damaged them",
    "rejected": "that the console rejected one by one",
    "refused": "in batches that the console refused; they are kept aside",
}

_EXAMPLES = """\b
Counts wait on the disk until the console has them, by minute: a meter, and labels that are names of tools, outcomes,
causes, rules, languages and versions. No text is among them, so none is shown. Nothing is asked and nothing changed.

\b
Examples:
  veraz meters show                             the spool of VERAZ_CONSOLE and VERAZ_KEY; without them, every one
  veraz meters show --state /var/lib/veraz --json
"""


@click.group()
def meters() -> None:
    """Look at what was counted here."""


@meters.command(epilog=_EXAMPLES)
@about_console
@click.option("--json", "json_", is_flag=True, help="For programs.")
def show(given: Given, json_: bool) -> None:
    """Show what waits, when it is sent, and what was lost."""
    try:
        views = [view for folder in given.folders() if (view := spool_view(folder))]
    except OSError as error:
        raise click.ClickException(str(error)) from None
    if json_:
        click.echo(as_json([_as_object(view) for view in views]))
    elif views:
        click.echo("\n\n".join(_as_text(view) for view in views))
    else:
        click.echo(f"Nothing is kept yet in {given.folder() or given.root}.")


def _as_text(view: SpoolView) -> str:
    told = [
        ("spool", f"{view.path}\n{size(view.size)} of {size(LARGEST)}"),
        ("installation", view.installation),
        ("waiting", "\n".join(_waiting(view))),
        ("batches", "\n".join(_batches(view.sealed)) or "none is sealed"),
        ("sending", "; ".join(_sending(view))),
        ("dropped", "\n".join(_dropped(view)) or "nothing that the console does not know of"),
    ]
    return rows(told)


def _waiting(view: SpoolView) -> Iterator[str]:
    if not view.waiting:
        yield "nothing"
        return
    first, end = min(each.first for each in view.waiting), max(each.end for each in view.waiting)
    series = number(len(view.waiting), "series", "series")
    yield f"{number(view.n, 'count')} of {series}, {moment(first)} to {moment(end)}"
    lines = [
        (each.series.meter, " ".join(map("=".join, each.series.labels)), number(each.windows, "minute"), f"{each.n:,}")
        for each in view.waiting
    ]
    yield from listed(table(lines), _MOST)


def _batches(sealed: tuple[Sealed, ...]) -> Iterator[str]:
    lines = [(each.batch, number(each.samples, "sample"), _fate(each), f"{each.n:,}") for each in sealed]
    yield from listed(table(lines), _MOST)


def _fate(sealed: Sealed) -> str:
    if sealed.refused is not None:
        return f"refused with {sealed.refused}, kept aside"
    return f"sent {number(sealed.attempts, 'time')}" if sealed.attempts else "not sent yet"


def _sending(view: SpoolView) -> Iterator[str]:
    now = time.time()
    schedule = view.schedule
    yield "a process sends" if now < view.leased_until else "no process sends now"
    yield f"next post in {span(schedule.not_before - now)}" if now < schedule.not_before else "next post at once"
    if schedule.failures:
        yield f"{number(schedule.failures, 'attempt')} failed in a row"
    yield f"last delivered {moment(schedule.contact)}" if schedule.contact else "nothing delivered yet"


def _dropped(view: SpoolView) -> Iterator[str]:
    for reason, n in view.dropped.items():
        yield f"{number(n, 'count')} {_REASONS.get(reason, reason)}"


def _as_object(view: SpoolView) -> dict[str, Any]:
    return {
        "spool": str(view.path),
        "bytes": view.size,
        "most_bytes": LARGEST,
        "installation": view.installation,
        "waiting": [
            {
                "meter": each.series.meter,
                "labels": dict(each.series.labels),
                "n": each.n,
                "windows": each.windows,
                "start": iso(each.first),
                "end": iso(each.end),
            }
            for each in view.waiting
        ],
        "batches": [asdict(each) for each in view.sealed],
        "next_attempt": iso(view.schedule.not_before),
        "failures": view.schedule.failures,
        "last_delivered": iso(view.schedule.contact),
        "sends_until": iso(view.leased_until),
        "dropped": dict(view.dropped),
    }
