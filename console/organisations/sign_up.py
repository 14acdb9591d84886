"""Who may sign up: anyone where sign-up is open, else only who came with an invitation."""

from __future__ import annotations

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings
from django.http import HttpRequest

INVITATION_KEY = "invitation"  # of the session: the token of an invitation that was opened


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """The house's answers to allauth."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Whether this visitor may sign up."""
        return settings.SIGN_UP_OPEN or INVITATION_KEY in request.session
