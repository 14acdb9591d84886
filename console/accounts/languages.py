"""The language someone reads pages in, remembered for when the console writes to them."""

from __future__ import annotations

from typing import Any

from django.utils.translation import get_language

from console.accounts.models import User


def remember(user: User, language: str) -> None:
    """Remember that they read pages in `language`."""
    if language and user.language != language:
        User.objects.filter(pk=user.pk).update(language=language)
        user.language = language


def signed_in(user: User, **signal: Any) -> None:
    """They have just read a page: the one they signed in on."""
    remember(user, get_language() or "")
