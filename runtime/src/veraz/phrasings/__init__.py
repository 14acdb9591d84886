"""Phrasings: what a reply says about a tool for one outcome, and where each comes from.

Each name is fetched from its module when it is first asked for: a check needs few of them.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from veraz.phrasings.defaults import Defaults
    from veraz.phrasings.files import Document
    from veraz.phrasings.linting import Finding, Severity, lint
    from veraz.phrasings.loading import Phrasings, Rendered
    from veraz.phrasings.samples import sample, sample_call
    from veraz.phrasings.suggesting import Shape, Suggestion, suggest

__all__ = [
    "Defaults",
    "Document",
    "Finding",
    "Phrasings",
    "Rendered",
    "Severity",
    "Shape",
    "Suggestion",
    "lint",
    "sample",
    "sample_call",
    "suggest",
]

_HOMES = {
    "defaults": ("Defaults",),
    "files": ("Document",),
    "linting": ("Finding", "Severity", "lint"),
    "loading": ("Phrasings", "Rendered"),
    "samples": ("sample", "sample_call"),
    "suggesting": ("Shape", "Suggestion", "suggest"),
}


def __getattr__(name: str) -> Any:
    for home, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{home}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
