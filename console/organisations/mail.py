"""E-mail that organisations send."""

from __future__ import annotations

import structlog
from django.core.mail import send_mail
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from console.organisations.actor import Actor
from console.organisations.models import Invitation

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
