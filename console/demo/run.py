"""Prepare the shop, serve the console, and walk through it or stay; say where and who may sign in."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import ExitStack
from threading import Event

import click
from django.conf import settings
from django.core.management import call_command
from django.urls import reverse

from console.demo.beside import stay
from console.demo.desk import connected
from console.demo.seed import Secrets, seed
from console.demo.server import CannotServe, Server, bound, serving
from console.demo.shop import shop
from console.demo.visitor import NotSo
from console.demo.walk import Walk
from console.organisations.models import Organisation
from console.web import catalogue
from settings.demo import FOLDER
from veraz.cli.demo import demo as show_runtime


def run(asked: Namespace) -> None:
    """Do what the command line asks."""
    try:
        server = bound(0 if asked.once else asked.port)
        settings.CONSOLE_ADDRESS = settings.CONSOLE_ADDRESS or server.address
        if not asked.json:
            show_runtime.main(["--once"], standalone_mode=False)
        secrets = _prepared()
        with ExitStack() as stack:
            stack.enter_context(serving(server))
            if asked.once:
                _walk(server, secrets, stack)
            else:
                _stay(server, secrets, asked)
    except (CannotServe, NotSo) as error:
        sys.exit(str(error))


def _prepared() -> Secrets:
    """Bring the database and the translations up to date, and put the shop there."""
    catalogue.compile_catalogue(catalogue.root())
    call_command("migrate", verbosity=0, interactive=False)
    return seed(FOLDER / "keys.json")


def _walk(server: Server, secrets: Secrets, stack: ExitStack) -> None:
    click.secho("\nThe console, an agent connected to it, and what is published on the way.", bold=True)
    for line in Walk(FOLDER, server.address, secrets, stop=stack.close).lines():
        click.echo(line)


def _stay(server: Server, secrets: Secrets, asked: Namespace) -> None:
    click.echo(json.dumps(_told(server.address, secrets)) if asked.json else "\n".join(_lines(server.address, secrets)))
    if asked.json and not asked.agent:
        Event().wait()
    stay(
        connected(FOLDER, server.address, secrets[shop().key("meters:write")]),
        (lambda line: None) if asked.json else click.echo,
    )


def _told(address: str, secrets: Secrets) -> dict[str, object]:
    people = [{"role": each.role, "email": each.email, "password": each.password} for each in shop().people]
    keys = [{"name": each.name, "scopes": list(each.scopes), "key": secrets[each.name]} for each in shop().keys]
    return {"address": address, "people": people, "keys": keys}


def _lines(address: str, secrets: Secrets) -> Iterator[str]:
    yield f"\nThe console: {address} (Ctrl+C stops it)\n\n  sign in as"
    yield from (f"    {each.email:24} {each.password}" for each in shop().people)
    yield "\n  API keys"
    yield from (f"    {each.name:12} {secrets[each.name]}  {' '.join(each.scopes)}" for each in shop().keys)
    yield "\n  Publish something in the browser; the agent answers in your words a few seconds later. To begin with:"
    yield f"    {address}{_a_phrasing()}\n"


def _a_phrasing() -> str:
    """Where the words stand that the walk changes."""
    slug = Organisation.objects.get(name=shop().organisation).slug
    place = shop().rewording
    return reverse("phrasings:edit", kwargs={"slug": slug, "tool": place["tool"], "outcome": place["outcome"]})
