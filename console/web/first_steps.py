"""What an organisation does first, and which of it is done."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from console.keys.queries import keys_of
from console.meters.models import Installation
from console.organisations.actor import Actor
from console.organisations.models import Role
from console.tools.queries import Filters, tools_of
from phrasings.queries import live_number


@dataclass(frozen=True, slots=True)
class Step:
    """A step, why it is taken, where, and by whom.

    :ivar address: the page it is taken on; empty for one that is taken elsewhere, with the lines of `code`.
    """

    title: str | Promise
    why: str | Promise
    address: str
    least: Role
    done: bool
    code: str = ""


_CODE = """\
# pip install "veraz[sync]"
import os
from veraz import Agent
from veraz.sync import Console

console = Console("{address}", os.environ["VERAZ_KEY"])
agent = Agent("shop", tools, model, console=console)
"""


def first_steps(by: Actor, address: str) -> list[Step]:
    """The steps in order; `address` is the console's own, for the runtime that is to be connected."""
    organisation = by.organisation

    def step(title: str | Promise, why: str | Promise, page: str, least: Role, done: bool) -> Step:
        return Step(title, why, reverse(page, kwargs={"slug": organisation.slug}), least, done)

    return [
        step(
            _("Register the tools"),
            _("Phrasings are written for what the agent can do. A runtime registers its tools, or you upload them."),
            "tools:list",
            Role.EDITOR,
            tools_of(organisation, Filters()).exists(),
        ),
        step(
            _("Publish the first phrasings"),
            _("Until then replies take the default ones. Suggestions are a quick start."),
            "phrasings:matrix",
            Role.PUBLISHER,
            live_number(organisation) > 0,
        ),
        step(
            _("Invite the people who write"),
            _("Editors draft, publishers publish; you choose each one's role."),
            "organisations:members",
            Role.OWNER,
            organisation.memberships.count() > 1,
        ),
        step(
            _("Make an API key"),
            _("With it a runtime fetches what you publish."),
            "keys:list",
            Role.OWNER,
            any(key.usable for key in keys_of(organisation)),
        ),
        Step(
            _("Connect a runtime"),
            _("With the key in its environment, these lines let an agent follow what you publish and send its counts."),
            "",
            Role.VIEWER,
            Installation.objects.filter(organisation=organisation).exists(),
            _CODE.format(address=address),
        ),
    ]
