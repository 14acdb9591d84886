"""``veraz licence``: what the licence of this machine allows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from veraz.cli.connection import Given, about_console, nothing_logged
from veraz.cli.licensed import FILE_VARIABLE, Licensed, licensed
from veraz.cli.showing import as_json, iso, moment, number, rows
from veraz.sync.terms import GRACE, Claims, State

_PATH = click.Path(path_type=Path)
_DAY = 24 * 60 * 60

_EXAMPLES = """\b
A licence is one line of text that the console has signed. VERAZ_LICENCE_FILE names its file, or VERAZ_LICENCE holds
it. It is verified on the spot, by the keys of VERAZ_KEYS or those pinned for VERAZ_CONSOLE and VERAZ_KEY. Nothing is
asked and nothing changed.

\b
Examples:
  veraz licence show
  veraz licence show --licence corner-shop.licence --keys keys.json --json

The exit status is 1 where one is given and does not hold; the check runs all the same.
"""


@click.group()
def licence() -> None:
    """Look at the licence of this machine."""


@licence.command(epilog=_EXAMPLES)
@about_console
@click.option("--licence", "file", metavar="FILE", type=_PATH, help=f"Its file.  [{FILE_VARIABLE}]")
@click.option("--json", "json_", is_flag=True, help="For programs.")
def show(given: Given, file: Path | None, json_: bool) -> None:
    """Show how it stands, what it allows, and who signed it."""
    with nothing_logged():  # what is not well stands in what is shown
        found = licensed(given, file)
    click.echo(as_json(_as_object(found)) if json_ else rows(_as_rows(found)))
    if found.is_wrong:
        raise SystemExit(1)


def _as_rows(found: Licensed) -> Iterator[tuple[str, str]]:
    standing = found.standing
    yield "state", f"{standing.state}\n{standing.why}"
    yield "plan", standing.plan
    yield "allows", ", ".join(("the check", *sorted(standing.features)))
    if (claims := standing.claims) is not None:
        yield "organisation", claims.organisation
        yield "number", claims.name
        yield "issued", moment(claims.issued)
        yield "term", f"{moment(claims.begins)} to {moment(claims.ends)}{_left(found)}"
        yield "grace", f"until {moment(claims.ends + GRACE)}"
    if found.found:
        if found.signed_by:
            yield "signed by", f"{found.signed_by}{'' if claims else ', as it says itself'}"
        yield "held to", found.keys or "no keys"
        yield "found", found.found


def _left(found: Licensed) -> str:
    standing = found.standing
    days = _days_left(standing.claims, standing.at)
    if standing.state is State.VALID:
        return f": {number(days, 'day')} left"
    return f": {number(days, 'day')} of grace left" if standing.state is State.IN_GRACE else ""


def _days_left(claims: Claims | None, now: float) -> int:
    """Return the whole days until the term ends, and in grace until that does."""
    if claims is None:
        return 0
    end = claims.ends if now < claims.ends else claims.ends + GRACE
    return max(0, int((end - now) // _DAY))


def _as_object(found: Licensed) -> dict[str, Any]:
    standing, claims = found.standing, found.standing.claims
    told = None
    if claims is not None:
        told = {
            "number": claims.name,
            "organisation": claims.organisation,
            "plan": claims.plan,
            "features": sorted(claims.features),
            "issued": iso(claims.issued),
            "begins": iso(claims.begins),
            "ends": iso(claims.ends),
            "grace_ends": iso(claims.ends + GRACE),
        }
    return {
        "state": standing.state,
        "why": standing.why,
        "holds": standing.holds,
        "plan": standing.plan,
        "features": sorted(standing.features),
        "days_left": _days_left(claims, standing.at) if standing.state is State.VALID else 0,
        "grace_days_left": _days_left(claims, standing.at) if standing.state is State.IN_GRACE else 0,
        "says": told,
        "signed_by": found.signed_by,
        "keys": found.keys,
        "found": found.found,
    }
