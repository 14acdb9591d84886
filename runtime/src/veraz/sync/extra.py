"""The packages that talking to a console takes, which come with the extra ``sync`` and are imported when first used."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from veraz.errors import MissingExtra


def needed(module: str) -> Any:
    """Return ``module``.

    :raises MissingExtra: naming what to install, where it is not there.
    """
    try:
        return import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        raise MissingExtra(f"a console takes {package}, which is not installed: pip install 'veraz[sync]'") from error
