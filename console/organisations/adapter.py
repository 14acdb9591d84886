"""The house's answers to allauth: who may sign up and try a password, how its letters go, and where one lands."""

from __future__ import annotations

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter, get_adapter
from allauth.account.models import EmailAddress
from django.contrib.sites.shortcuts import get_current_site
from django.http import HttpRequest

from console.accounts.models import User
from console.letters.services import write
from console.limits.places import place
from console.organisations import sign_in, sign_up


class Adapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """What allauth asks."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """Whether this visitor may sign up."""
        return sign_up.may_sign_up(request)

    def is_email_verified(self, request: HttpRequest, email: str) -> bool:
        """Whether the address is theirs for certain: a letter to it brought them here."""
        return sign_up.is_proved(request, email)

    def get_login_redirect_url(self, request: HttpRequest) -> str:
        """The invitation that someone came with and has not taken yet; else home."""
        return sign_up.address_of_invitation(request) or str(super().get_login_redirect_url(request))

    def get_signup_redirect_url(self, request: HttpRequest) -> str:
        """The same."""
        return sign_up.address_of_invitation(request) or str(super().get_signup_redirect_url(request))

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Refuse to try another password where too many were wrong."""
        if not sign_in.may_try(credentials.get("email", ""), self._place(request)):
            raise self.validation_error("too_many_login_attempts")

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        """The person whose password it is."""
        user: User | None = super().authenticate(request, **credentials)
        if user:
            sign_in.was_right(credentials.get("email", ""), self._place(request))
        return user

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Write a letter, which waits for a mail server that is away."""
        told = {"request": self.request, "email": email, "current_site": get_current_site(self.request), **context}
        message = self.render_mail(template_prefix, email, told)
        write(email, str(message.subject), str(message.body))

    def _place(self, request: HttpRequest) -> str:
        return place(self.get_client_ip(request))


def new_password(request: HttpRequest, user: User, **signal: Any) -> None:
    """Someone has set another password by a letter: forget the wrong ones that were tried before."""
    where = place(get_adapter().get_client_ip(request))
    for account in EmailAddress.objects.filter(user=user).values_list("email", flat=True):
        sign_in.has_new_password(account, where)
