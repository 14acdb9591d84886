"""Values from the environment; `NAME_FILE` names a file that holds the value of `NAME`, as secrets are mounted."""

from __future__ import annotations

import os
from ipaddress import ip_network
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured

_FLAGS = {"1": True, "true": True, "yes": True, "on": True, "0": False, "false": False, "no": False, "off": False}


def text(name: str, default: str | None = None) -> str:
    """The value of `name`, or of the file that `NAME_FILE` names; with no default, a missing value is an error."""
    if name in os.environ and f"{name}_FILE" in os.environ:
        raise ImproperlyConfigured(f"Set {name} or {name}_FILE, not both.")
    value = _from_file(name) if f"{name}_FILE" in os.environ else os.environ.get(name)
    if value:
        return value
    if default is None:
        raise ImproperlyConfigured(f"Set {name}, or {name}_FILE to a file that holds it.")
    return default


def flag(name: str, default: bool) -> bool:
    """The value of `name` as yes or no."""
    value = text(name, str(default)).lower()
    if value not in _FLAGS:
        raise ImproperlyConfigured(f"{name} is {value!r}; it takes one of: {', '.join(_FLAGS)}.")
    return _FLAGS[value]


def number(name: str, default: int) -> int:
    """The value of `name` as a whole number."""
    value = text(name, str(default))
    try:
        return int(value)
    except ValueError:
        raise ImproperlyConfigured(f"{name} is {value!r}; it takes a whole number.") from None


def words(name: str, default: str | None = None) -> list[str]:
    """The values of `name`, split at commas."""
    return [word.strip() for word in text(name, default).split(",") if word.strip()]


def files(name: str) -> list[str]:
    """What the files hold whose paths are the value of `name`, split at commas; none where it is not set."""
    return [_read(name, path) for path in words(name, "")]


def networks(name: str) -> list[str]:
    """The networks that `name` lists, split at commas: 10.1.0.0/16."""
    for word in words(name, ""):
        try:
            ip_network(word)
        except ValueError as error:
            raise ImproperlyConfigured(f"{name} has {word!r}, which is no network: {error}.") from None
    return words(name, "")


def _from_file(name: str) -> str:
    return _read(f"{name}_FILE", os.environ[f"{name}_FILE"])


def _read(name: str, path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8").strip()
    except OSError as error:
        raise ImproperlyConfigured(f"{name} names {path}, which cannot be read: {error.strerror}.") from error
