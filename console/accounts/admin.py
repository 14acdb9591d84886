"""People, for whoever operates the site."""

from __future__ import annotations

from django.contrib import admin

from console.accounts.models import User


@admin.register(User)
class UserAdmin(admin.ModelAdmin[User]):
    """Who signs in; passwords are reset by the person, never here."""

    list_display = ("email", "is_active", "is_staff", "last_login", "date_joined")
    list_filter = ("is_active", "is_staff")
    search_fields = ("email",)
    fields = ("email", "is_active", "is_staff", "is_superuser", "last_login", "date_joined")
    readonly_fields = ("email", "last_login", "date_joined")

    def has_add_permission(self, request: object) -> bool:
        """People sign up themselves."""
        return False
