"""Granted plans, which the staff keeps here, and the licences issued on them. Each change has its audit line."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.forms import ModelForm
from django.http import HttpRequest

from console.licences import services
from console.licences.models import Grant, Licence
from console.pages.admin import ReadOnly


@admin.register(Grant)
class GrantAdmin(admin.ModelAdmin[Grant]):
    """Plans, by organisation."""

    list_display = ("organisation", "plan", "until", "days", "changed_at")
    list_filter = ("plan",)
    list_select_related = ("organisation",)
    search_fields = ("organisation__name", "organisation__slug")
    raw_id_fields = ("organisation",)  # Django's autocomplete answers 500 to a value that is no number
    fields = ("organisation", "plan", "until", "days")

    def get_readonly_fields(self, request: HttpRequest, obj: Grant | None = None) -> tuple[str, ...]:
        """A plan stays with its organisation."""
        return ("organisation",) if obj else ()

    def save_model(self, request: HttpRequest, obj: Grant, form: ModelForm[Grant], change: bool) -> None:
        """Grant it as the services do."""
        terms = services.Terms(obj.plan, obj.until, obj.days)
        obj.pk = services.grant(_operator(request), obj.organisation, terms).pk

    def delete_model(self, request: HttpRequest, obj: Grant) -> None:
        """Withdraw it as the services do."""
        services.withdraw(_operator(request), obj.organisation)

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Grant]) -> None:
        """Withdraw each."""
        for grant in queryset.select_related("organisation"):
            self.delete_model(request, grant)


@admin.register(Licence)
class LicenceAdmin(ReadOnly[Licence]):
    """Licences as they were signed."""

    list_display = ("__str__", "organisation", "plan", "issued_at", "ends_at", "signed_by", "who")
    list_filter = ("plan",)
    list_select_related = ("organisation",)
    search_fields = ("organisation__name", "organisation__slug", "signed_by")


def _operator(request: Any) -> services.Operator:
    return services.operator(request.user)
