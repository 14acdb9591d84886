"""Webhooks, for whoever operates the site: how they fare, and no secret."""

from __future__ import annotations

from django.contrib import admin

from console.pages.admin import ReadOnly
from console.webhooks.models import Delivery, Endpoint


@admin.register(Endpoint)
class EndpointAdmin(ReadOnly[Endpoint]):
    """Endpoints by name."""

    list_display = ("name", "organisation", "created_at", "failing_since", "stopped")
    list_select_related = ("organisation",)
    search_fields = ("name", "organisation__name")
    fields = ("organisation", "name", "events", "created_at", "failing_since", "stopped_at", "stopped")


@admin.register(Delivery)
class DeliveryAdmin(ReadOnly[Delivery]):
    """Deliveries, newest first."""

    list_display = ("created_at", "endpoint", "event", "state", "attempts", "next_attempt_at")
    list_filter = ("state", "event")
    list_select_related = ("endpoint",)
    search_fields = ("message",)
    fields = ("endpoint", "message", "event", "state", "created_at", "attempts", "next_attempt_at")
