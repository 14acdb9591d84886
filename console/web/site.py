"""Django's admin with no way in of its own: operators sign in where everyone does, second step and limits included."""

from __future__ import annotations

from typing import Any

from django.contrib.admin import AdminSite
from django.contrib.admin.apps import AdminConfig
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect


class Admin(AdminConfig):
    """The app, which the settings name in the place of Django's."""

    default_site = "console.web.site.Site"


class Site(AdminSite):
    """The admin's pages."""

    def login(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Send a stranger to sign in and back; refuse (403) who is no operator."""
        from allauth.account.decorators import secure_admin_login  # it needs every app to be loaded

        answer: HttpResponse = secure_admin_login(super().login)(request, extra_context)
        return answer

    def password_change(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """Send the operator to the page where everyone changes theirs."""
        return redirect("account_change_password")
