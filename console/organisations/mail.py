"""E-mail that organisations send."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any
from zoneinfo import ZoneInfo

import structlog
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.translation import gettext as _

from console.letters.services import write
from console.organisations.actor import Actor
from console.organisations.models import Invitation, Membership, Organisation, Role

log = structlog.get_logger("console.mail")


def send_invitation(by: Actor, invitation: Invitation, link: str) -> bool:
    """Send an invitation's link to its address; False where the mail server did not take it."""
    context = {"by": by, "invitation": invitation, "link": link}
    text = render_to_string("organisations/invitation.txt", context)
    subject = _("%(who)s invites you to %(organisation)s") % {"who": by.name, "organisation": by.organisation.name}
    try:
        return bool(send_mail(subject, text, None, [invitation.email]))
    except OSError as error:  # refused connections and every answer of the server (SMTPException is an OSError)
        log.warning("invitation not sent", invitation=invitation.pk, error=type(error).__name__)
        return False


def write_to(members: Iterable[Membership], template: str, context: Mapping[str, Any]) -> None:
    """Write a letter to each, in the transaction of what it tells of: in their language, the first line its subject."""
    for member in members:
        organisation = member.organisation
        told = {**context, "organisation": organisation}
        with translation.override(language_of(member)), timezone.override(ZoneInfo(organisation.time_zone)):
            subject, _line, text = render_to_string(template, told).strip().partition("\n")
        write(member.user.email, subject, text.lstrip())


def write_to_owners(organisation: Organisation, template: str, context: Mapping[str, Any]) -> None:
    """Write to everyone who keeps the organisation."""
    owners = organisation.memberships.filter(role=Role.OWNER, user__is_active=True)
    write_to(owners.select_related("user", "organisation"), template, context)


def language_of(member: Membership) -> str:
    """The language a member last read pages in; until that is known, the one their organisation's selector reads."""
    return member.user.language or member.organisation.selector_language.lower()
