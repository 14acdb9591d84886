"""What a console connection is told: by arguments, else by the environment."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from os import PathLike
from typing import Any

from veraz.errors import ConfigurationError
from veraz.sync.keys import KeySet

ADDRESS = "VERAZ_CONSOLE"
KEY = "VERAZ_KEY"
KEYS = "VERAZ_KEYS"
OFFLINE = "VERAZ_OFFLINE"

_SAID: Mapping[str, bool] = {
    **dict.fromkeys(("1", "true", "yes", "on"), True),
    **dict.fromkeys(("", "0", "false", "no", "off"), False),
}


@dataclass(frozen=True, slots=True)
class Settings:
    """A console's address and key, the key set it signs with where one is given, and whether it may be reached.

    :raises ConfigurationError: naming what is missing.
    """

    address: str
    key: str
    keys: KeySet | None
    offline: bool

    @classmethod
    def of(
        cls,
        address: str | None,
        key: str | None,
        keys: KeySet | Mapping[str, Any] | str | PathLike[str] | None,
        offline: bool | None,
        environ: Mapping[str, str] = os.environ,
    ) -> Settings:
        """Return the settings of the arguments, each one that is ``None`` from the environment."""
        alone = is_offline(environ) if offline is None else offline
        given = environ.get(KEYS) or None if keys is None else keys
        return cls(
            _needed(address, ADDRESS, "address", environ, alone),
            _needed(key, KEY, "key", environ, alone),
            None if given is None else KeySet.of(given),
            alone,
        )


def _needed(given: str | None, variable: str, name: str, environ: Mapping[str, str], offline: bool) -> str:
    value = environ.get(variable, "") if given is None else given
    if not value and not offline:
        raise ConfigurationError(f"the console has no {name}: give it, or set {variable}; or set {OFFLINE}=1")
    return value


def is_offline(environ: Mapping[str, str] = os.environ) -> bool:
    """Tell whether the environment says to open no socket.

    :raises ConfigurationError: where it says neither that nor the opposite.
    """
    value = environ.get(OFFLINE, "")
    said = _SAID.get(value.strip().lower())
    if said is None:
        raise ConfigurationError(f"{OFFLINE} is {value!r}; it takes 1 or 0")
    return said
