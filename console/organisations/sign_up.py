"""Who may sign up: anyone where sign-up is open, else who came with an invitation, at the invited address."""

from __future__ import annotations

from typing import Any

from allauth.account.forms import SignupForm
from allauth.core import context
from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from console.organisations import invitation_tokens, queries
from console.organisations.models import Invitation

INVITATION_KEY = "invitation"  # of the session: the token of an invitation that was opened


def opened(request: HttpRequest) -> Invitation | None:
    """The invitation that this visitor came with, while it can be accepted."""
    token = request.session.get(INVITATION_KEY)
    return queries.invitation(token) if token else None


def address_of_invitation(request: HttpRequest) -> str:
    """Its page; empty where there is none."""
    return reverse("invitation", args=[request.session[INVITATION_KEY]]) if opened(request) else ""


def may_sign_up(request: HttpRequest) -> bool:
    """Whether this visitor may."""
    return settings.SIGN_UP_OPEN or opened(request) is not None


def is_proved(request: HttpRequest, email: str) -> bool:
    """Whether this visitor reads what is sent to `email`, because the invitation they opened was."""
    invitation = opened(request)
    came_by_letter = invitation and invitation_tokens.came_by_letter(request.session[INVITATION_KEY])
    return bool(came_by_letter and invitation and invitation.email == email.lower())


class SignUpForm(SignupForm):  # type: ignore[misc]  # allauth has no types
    """The form, whose address is the invited one."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if invitation := opened(context.request):
            self.initial["email"] = invitation.email
            self.fields["email"].disabled = True  # whatever is sent in its place is not read
