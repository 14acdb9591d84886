"""What Django's admin shows and may not change."""

from __future__ import annotations

from typing import Any, TypeVar

from django.contrib import admin
from django.db.models import Model

M = TypeVar("M", bound=Model)


class ReadOnly(admin.ModelAdmin[M]):
    """Rows that operators see; they change through services alone, each with its audit line."""

    def has_add_permission(self, *args: Any, **kwargs: Any) -> bool:
        """No."""
        return False

    def has_change_permission(self, *args: Any, **kwargs: Any) -> bool:
        """No."""
        return False

    def has_delete_permission(self, *args: Any, **kwargs: Any) -> bool:
        """No."""
        return False
