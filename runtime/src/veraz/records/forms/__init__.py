"""The forms of messages that are read, one a module; the first that knows a message reads it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from veraz.records.forms import blocks, chat, gemini, langchain, parts, responses
from veraz.records.forms.events import Event

Form = Callable[[Any], list[Event] | None]

FORMS: tuple[Form, ...] = (langchain.read, parts.read, gemini.read, blocks.read, responses.read, chat.read)
