"""The settings page: what the organisation is called and reads, and who belongs to it."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _

from console.organisations import mail, queries, services
from console.organisations.access import MemberRequest, SignedInRequest, members, signed_in
from console.organisations.forms import InvitationForm, OrganisationForm, RoleForm, SettingsForm
from console.organisations.invitation_tokens import for_letter
from console.organisations.models import Role
from console.pages.answers import go, page
from console.pages.problems import Invalid


@signed_in("GET", "POST")
def new(request: SignedInRequest) -> HttpResponse:
    """Make an organisation, where anyone may or one operates the site."""
    if not (settings.SIGN_UP_OPEN or request.user.is_staff):
        raise PermissionDenied
    form = OrganisationForm(request.POST or None)
    if form.is_valid():
        made = services.create_organisation(request.user, form.cleaned_data["name"])
        return go(request, "overview", slug=made.slug, said=_("Created %(name)s.") % {"name": made.name})
    return page(request, "organisations/new.html", {"form": form}, status=_status(form))


@members("GET", "POST")
def organisation_settings(request: MemberRequest) -> HttpResponse:
    """Name, selector language and time zone: shown to members, changed by owners."""
    by = request.actor
    form = SettingsForm(by.organisation, request.POST or None)
    if request.method == "POST":
        by.require(Role.OWNER)
    if form.is_valid():
        services.change_settings(by, form.settings())
        return go(request, "organisations:settings", slug=by.organisation.slug, said=_("Saved the settings."))
    return page(request, "organisations/settings.html", {"form": form}, part="settings", status=_status(form))


@members("GET")
def member_list(request: MemberRequest) -> HttpResponse:
    """Members, their roles, and invitations that can still be accepted."""
    return _member_page(request, InvitationForm())


@members("POST", role=Role.OWNER)
def invite(request: MemberRequest) -> HttpResponse:
    """Send an invitation; its link is also shown, this once."""
    form = InvitationForm(request.POST)
    if not form.is_valid():
        return _member_page(request, form, status=422)
    try:
        invitation, token = services.invite(request.actor, form.cleaned_data["email"], Role(form.cleaned_data["role"]))
    except Invalid as error:
        form.add_error("email", str(error.explanation.happened))
        return _member_page(request, form, status=422)
    link, in_letter = (
        request.build_absolute_uri(reverse("invitation", args=[each])) for each in (token, for_letter(token))
    )
    sent = mail.send_invitation(request.actor, invitation, in_letter)
    return _member_page(request, InvitationForm(), status=201, link=link, invited=invitation.email, sent=sent)


@members("POST", role=Role.OWNER)
def withdraw(request: MemberRequest, pk: int) -> HttpResponse:
    """Take an invitation back."""
    email = services.withdraw_invitation(request.actor, pk)
    return _to_members(request, _("Withdrew the invitation of %(email)s.") % {"email": email})


@members("POST", role=Role.OWNER)
def change_role(request: MemberRequest, pk: int) -> HttpResponse:
    """Give a member another role."""
    form = RoleForm(request.POST)
    if not form.is_valid():
        raise Invalid(_("That is not a role."))
    email = services.change_role(request.actor, pk, Role(form.cleaned_data["role"]))
    return _to_members(request, _("Changed the role of %(email)s.") % {"email": email})


@members("POST")
def remove(request: MemberRequest, pk: int) -> HttpResponse:
    """Take a member out; anyone may take themselves out."""
    email = services.remove_member(request.actor, pk)
    said = _("Removed %(email)s.") % {"email": email}
    if email == request.actor.name:
        return go(request, "home", said=_("You left %(name)s.") % {"name": request.actor.organisation.name})
    return _to_members(request, said)


def _member_page(request: MemberRequest, form: InvitationForm, *, status: int = 200, **more: Any) -> HttpResponse:
    context = {
        "form": form,
        "roles": Role.choices,
        "members": queries.members(request.actor),
        "invitations": queries.open_invitations(request.actor.organisation),
        **more,
    }
    return page(request, "organisations/members.html", context, part="members", status=status)


def _to_members(request: MemberRequest, said: str) -> HttpResponse:
    return go(request, "organisations:members", slug=request.actor.organisation.slug, said=said)


def _status(form: SettingsForm | OrganisationForm) -> int:
    return 422 if form.is_bound else 200
