"""Show the runtime's demo, then serve the console with a shop in it, and say where and who may sign in."""

from __future__ import annotations

import argparse
import json
import os
import signal
import sys
from collections.abc import Iterator
from threading import Event
from typing import NoReturn

import click
import django

os.environ["DJANGO_SETTINGS_MODULE"] = "settings.demo"
django.setup()

from django.core.management import call_command  # noqa: E402

from console.demo.seed import Secrets, seed  # noqa: E402
from console.demo.server import CannotServe, Server, bound, serving  # noqa: E402
from console.demo.shop import shop  # noqa: E402
from console.demo.walk import walk  # noqa: E402
from console.web import catalogue  # noqa: E402
from settings.demo import FOLDER  # noqa: E402
from veraz.cli.demo import demo as show_runtime  # noqa: E402


def main() -> None:
    """Do what the command line asks, until SIGTERM or Ctrl+C."""
    asked = _arguments()
    signal.signal(signal.SIGTERM, _stop)
    signal.signal(signal.SIGINT, _stop)
    try:
        server = bound(0 if asked.once else asked.port)
        if not asked.json:
            show_runtime.main(["--once"], standalone_mode=False)
        _serve(server, once=asked.once, as_json=asked.json)
    except CannotServe as error:
        sys.exit(str(error))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="console.demo", description=__doc__)
    parser.add_argument("--port", type=int, default=8000, help="where to serve (8000); 0 takes any that is free")
    parser.add_argument("--once", action="store_true", help="walk through it with the runtime on a free port, and stop")
    parser.add_argument("--json", action="store_true", help="print one line of JSON once it answers, and nothing else")
    return parser.parse_args()


def _stop(*signal_and_frame: object) -> NoReturn:
    sys.exit(0)


def _serve(server: Server, *, once: bool, as_json: bool) -> None:
    secrets = _prepared()
    with serving(server):
        click.echo(
            json.dumps(_told(server.address, secrets)) if as_json else "\n".join(_lines(server.address, secrets))
        )
        if once:
            click.echo("\n".join(walk(server.address, secrets[shop().keys[0].name])))
        else:
            Event().wait()


def _prepared() -> Secrets:
    """Bring the database and the translations up to date, and put the shop there."""
    catalogue.compile_catalogue(catalogue.root())
    call_command("migrate", verbosity=0, interactive=False)
    return seed(FOLDER / "keys.json")


def _told(address: str, secrets: Secrets) -> dict[str, object]:
    people = [{"role": each.role, "email": each.email, "password": each.password} for each in shop().people]
    keys = [{"name": each.name, "scopes": list(each.scopes), "key": secrets[each.name]} for each in shop().keys]
    return {"address": address, "people": people, "keys": keys}


def _lines(address: str, secrets: Secrets) -> Iterator[str]:
    yield f"\nThe console: {address} (Ctrl+C stops it)\n\n  sign in as"
    yield from (f"    {each.email:24} {each.password}" for each in shop().people)
    yield "\n  API keys"
    yield from (f"    {each.name:12} {secrets[each.name]}  {' '.join(each.scopes)}" for each in shop().keys)
    yield ""


if __name__ == "__main__":
    main()
