"""`manage.py licence`: what the operator does about plans and licences."""

from __future__ import annotations

from argparse import ArgumentTypeError
from datetime import date
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from console.licences import queries, services
from console.licences.models import A_YEAR, Licence
from console.licences.plans import GRANTED
from console.licences.services import AT_THE_MACHINE, Terms
from console.organisations.models import Organisation
from console.pages.problems import Problem


class Command(BaseCommand):
    """List, grant, withdraw and issue."""

    help = "Grant a plan to an organisation, withdraw it, issue a licence on it, or list how every organisation stands."

    def add_arguments(self, parser: CommandParser) -> None:
        """One act, and what it is about."""
        acts = parser.add_subparsers(dest="act", required=True)
        acts.add_parser("list", help="every organisation: its plan, and how its licence stands")
        grant = acts.add_parser("grant", help="grant a plan, in the place of the one before")
        withdraw = acts.add_parser("withdraw", help="take the plan back; licences issued stay valid until they end")
        issue = acts.add_parser("issue", help="issue or renew the licence on the plan granted, and print it")
        for act in (grant, withdraw, issue):
            act.add_argument("organisation", help="by its address: corner-shop")
        grant.add_argument("--plan", required=True, choices=[plan.value for plan in GRANTED])
        grant.add_argument("--until", required=True, type=_day, help="the last day, in UTC: 2027-12-31")
        grant.add_argument("--days", type=int, default=A_YEAR, help=f"how long one licence lasts ({A_YEAR})")
        issue.add_argument("--again", action="store_true", help="even where the latest one is as good")
        issue.add_argument("--out", type=Path, help="write it into a file, and not on the standard output")

    def handle(self, *args: Any, act: str, **options: Any) -> None:
        """Do the act."""
        try:
            getattr(self, f"_{act}")(options)
        except Problem as error:
            raise CommandError(f"{error.explanation.happened} {error.explanation.advice}") from None
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from None

    def _list(self, options: dict[str, Any]) -> None:
        for organisation in Organisation.objects.order_by("slug"):
            standing = queries.standing(organisation)
            granted = f"{standing.grant.plan} until {standing.grant.until}" if standing.grant else "nothing granted"
            ends = f", ends {standing.licence.ends_at:%Y-%m-%d}" if standing.licence else ""
            self.stdout.write(f"{organisation.slug}: {granted}; licence: {standing.state.word}{ends}")

    def _grant(self, options: dict[str, Any]) -> None:
        terms = Terms(options["plan"], options["until"], options["days"])
        granted = services.grant(AT_THE_MACHINE, _organisation(options), terms)
        self.stdout.write(f"{granted.organisation.slug}: {granted.plan} until {granted.until}. Its owners issue it.")

    def _withdraw(self, options: dict[str, Any]) -> None:
        organisation = _organisation(options)
        services.withdraw(AT_THE_MACHINE, organisation)
        latest = Licence.objects.filter(organisation=organisation, ends_at__gt=timezone.now()).first()
        stays = f" {latest} stays valid until {latest.ends_at:%Y-%m-%d}." if latest else ""
        self.stdout.write(f"{organisation.slug}: nothing is granted any more.{stays}")

    def _issue(self, options: dict[str, Any]) -> None:
        issued = services.issue(AT_THE_MACHINE.at(_organisation(options)), again=options["again"])
        if options["out"] is None:
            self.stdout.write(issued.text)
        else:
            options["out"].write_text(f"{issued.text}\n", encoding="ascii")
            self.stdout.write(f"{issued}: written to {options['out']}")


def _organisation(options: dict[str, Any]) -> Organisation:
    found = Organisation.objects.filter(slug=options["organisation"]).first()
    if found is None:
        raise CommandError(f"There is no organisation at {options['organisation']!r}. `licence list` lists them.")
    return found


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise ArgumentTypeError(f"{text!r} is no day; an example: 2027-12-31") from None
