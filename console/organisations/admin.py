"""Organisations, members and invitations, for whoever operates the site."""

from __future__ import annotations

from django.contrib import admin

from console.organisations.models import Invitation, Membership, Organisation
from console.pages.admin import ReadOnly


class Members(admin.TabularInline[Membership, Organisation]):
    """The members of an organisation."""

    model = Membership
    fields = ("user", "role", "joined_at")
    readonly_fields = fields
    can_delete = False
    extra = 0

    def has_add_permission(self, *args: object) -> bool:
        """Members are invited."""
        return False


@admin.register(Organisation)
class OrganisationAdmin(ReadOnly[Organisation]):
    """Every organisation."""

    list_display = ("name", "slug", "selector_language", "time_zone", "created_at")
    search_fields = ("name", "slug")
    inlines = (Members,)


@admin.register(Invitation)
class InvitationAdmin(ReadOnly[Invitation]):
    """Invitations not accepted yet; their links are shown nowhere."""

    list_display = ("email", "organisation", "role", "expires_at")
    list_select_related = ("organisation",)
    search_fields = ("email",)
    exclude = ("token_digest",)
