"""What Django's check says of what serving takes: secrets, hosts, and the static files of the pages."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import ManifestFilesMixin, staticfiles_storage
from django.core.checks import CheckMessage, Error
from django.core.exceptions import ImproperlyConfigured

_NEEDED = {
    "SECRET_KEY": "50 random characters or more, the same for every process.",
    "ALLOWED_HOSTS": "The names that the console is asked by, split at commas.",
    "SIGNING_KEYS": "A key is made by: manage.py signing_keys new --out signing-key.pem",
}
"""What it is, by the setting's name."""

_NOT_COLLECTED = ["CVS", ".*", "*~"]  # by collectstatic


def check_secrets(**kwargs: Any) -> list[CheckMessage]:
    """What production does not go without is set."""
    return [
        Error(wrong, hint=hint, id=f"web.E00{number}")
        for number, (name, hint) in enumerate(_NEEDED.items(), start=1)
        if (wrong := _wrong(name))
    ]


def check_static_files(**kwargs: Any) -> list[CheckMessage]:
    """The files that pages load are collected."""
    if not (missing := missing_static_files()):
        return []
    said = f"{len(missing)} static files are not collected in {settings.STATIC_ROOT}: {missing[0]}, for one."
    return [Error(said, hint="Every page needs them. Run: manage.py collectstatic", id="web.E004")]


def missing_static_files() -> list[str]:
    """The static files that are not among those collected, where pages take them from there."""
    if not isinstance(staticfiles_storage, ManifestFilesMixin):
        return []
    wanted = {path for finder in get_finders() for path, _storage in finder.list(_NOT_COLLECTED)}
    return sorted(wanted - staticfiles_storage.hashed_files.keys())


def _wrong(name: str) -> str:
    try:
        return "" if getattr(settings, name) else f"Set {name}."
    except ImproperlyConfigured as error:
        return str(error)
