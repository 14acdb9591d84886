"""The phrasings that are held, as people are told of them."""

from __future__ import annotations

import time
from pathlib import Path

from veraz.cli.showing import moment, span
from veraz.sync.cache import FILE
from veraz.sync.document import Document


def published(document: Document) -> str:
    """Return which version it is, whose, since when it is live, and its publisher's note."""
    version = f"v{document.version.number} of {document.organisation}"
    if document.published_at is None:
        return f"{version}: nothing is published yet"
    age = span(time.time() - document.published_at.timestamp())
    note = f"\n«{document.note}»" if document.note else ""
    return f"{version}, published {moment(document.published_at)}, {age} ago{note}"


def kept_since(folder: Path) -> float:
    """Return when a state folder came to hold its document; 0 where it holds none."""
    try:
        return (folder / FILE).stat().st_mtime
    except OSError:
        return 0.0
