"""The phrasings document that the console signs, once its signature was checked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any

from veraz.agent.console import LiveVersion
from veraz.errors import DocumentError
from veraz.sync.keys import read_json

SCHEMA = 1
"""The one form of document that is read."""

SHORTEST_POLL = 1.0
LONGEST_POLL = 86_400.0
USUAL_POLL = 300.0


@dataclass(frozen=True, slots=True)
class Document:
    """A live version, whose it is, and after how many seconds to ask for the next.

    :ivar published_at: when it went live; ``None`` before the first was published.
    :ivar note: what its publisher says of it.
    """

    version: LiveVersion
    organisation: str
    poll_seconds: float
    published_at: datetime | None = None
    note: str = ""


def read_document(content: bytes) -> Document:
    """Return the document in ``content``.

    :raises DocumentError: for one in a form that is not known.
    """
    document = read_json(content)
    schema = document.get("schema") if isinstance(document, dict) else None
    if schema != SCHEMA:
        raise DocumentError(f"the phrasings are in form {schema!r:.40}, and only {SCHEMA} is read: upgrade veraz")
    number, tools = document.get("version"), document.get("tools")
    if type(number) is not int or number < 0 or not isinstance(tools, dict):
        raise DocumentError("the phrasings name no version, or hold no tools")
    organisation = _text(document.get("organisation"))
    if not organisation:
        raise DocumentError("the phrasings do not say whose they are")
    version = LiveVersion(number, tools, _selector_language(document), sha256(content).hexdigest())
    published_at = _moment(document.get("published_at"))
    return Document(
        version,
        organisation,
        _poll_seconds(document.get("poll_seconds")),
        published_at,
        _text(document.get("note")),
    )


def _selector_language(document: Mapping[str, Any]) -> str:
    settings = document.get("settings")
    language = settings.get("selector_language") if isinstance(settings, dict) else None
    return language if isinstance(language, str) else "en"


def _text(given: Any) -> str:
    return given if isinstance(given, str) else ""


def _moment(given: Any) -> datetime | None:
    try:
        return datetime.fromisoformat(given)
    except (TypeError, ValueError):
        return None


def _poll_seconds(given: Any) -> float:
    if type(given) not in (int, float) or given != given:  # NaN, which is a number in Python's JSON
        return USUAL_POLL
    return float(min(max(given, SHORTEST_POLL), LONGEST_POLL))
