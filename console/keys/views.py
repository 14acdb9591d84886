"""Settings → API keys, for owners."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.translation import gettext as _

from console.keys import queries, services
from console.keys.forms import KeyForm, RotationForm
from console.organisations.access import MemberRequest, members
from console.organisations.models import Role
from console.pages.answers import go, page
from console.pages.problems import Invalid


@members("GET", "POST", role=Role.OWNER)
def key_list(request: MemberRequest) -> HttpResponse:
    """The keys; a post makes one and shows it, this once."""
    form = KeyForm(request.POST or None)
    if request.method == "GET":
        return _page(request, form)
    if not form.is_valid():
        return _page(request, form, status=422)
    name = form.cleaned_data["name"]
    new = services.create_key(request.actor, name, form.scopes_chosen(), form.expires_at())
    return _page(request, KeyForm(), new=new, status=201)


@members("POST", role=Role.OWNER)
def rotate(request: MemberRequest, pk: int) -> HttpResponse:
    """Make a key like this one, shown this once; the old one works a while longer."""
    form = RotationForm(request.POST)
    if not form.is_valid():
        raise Invalid(_("That is not one of the times to choose from."))
    return _page(request, KeyForm(), new=services.rotate_key(request.actor, pk, form.duration()), status=201)


@members("POST", role=Role.OWNER)
def revoke(request: MemberRequest, pk: int) -> HttpResponse:
    """End a key now."""
    key = services.revoke_key(request.actor, pk)
    said = _("Revoked %(name)s.") % {"name": key.name}
    return go(request, "keys:list", slug=request.actor.organisation.slug, said=said)


def _page(
    request: MemberRequest, form: KeyForm, *, new: services.NewKey | None = None, status: int = 200
) -> HttpResponse:
    keys = queries.keys_of(request.actor.organisation)
    context = {"form": form, "rotation": RotationForm(auto_id=False), "keys": keys, "new": new}
    return page(request, "keys/list.html", context, part="keys", status=status)
