"""What an organisation does first, and which of it is done."""

from __future__ import annotations

from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from console.keys.queries import keys_of
from console.organisations.actor import Actor
from console.organisations.models import Role
from console.tools.queries import Filters, tools_of
from phrasings.queries import live_number


@dataclass(frozen=True, slots=True)
class Step:
    """A step, why it is taken, where, and by whom."""

    title: str | Promise
    why: str | Promise
    address: str
    least: Role
    done: bool


def first_steps(by: Actor) -> list[Step]:
    """The steps in order."""
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
    ]
