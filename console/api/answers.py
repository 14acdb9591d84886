"""The bodies of answers: how each is made, and its shape for the OpenAPI document."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import asdict
from typing import Any

from django.conf import settings
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from console.api.problems import CODES
from console.api.shapes import Languages, ToolDefinition
from console.meters.reading import CODES as REJECTIONS
from console.meters.services import Taken
from console.organisations.models import SelectorLanguage
from console.tools.models import Registration, Tool
from console.tools.queries import as_runtime
from console.tools.services import Registered
from phrasings.content import LANGUAGES, OUTCOMES, Change
from phrasings.queries import Comparison, LiveDocument, VersionRow
from phrasings.suggestions import models
from phrasings.suggestions.models import State

SCHEMA = 1
"""The form of version documents; a runtime refuses one it does not know."""

Shape = serializers.Serializer[Any]


@extend_schema_serializer(component_name="Fault")
class FaultShape(Shape):
    """One thing wrong with a request."""

    path = serializers.CharField(help_text="A JSON pointer into the body, or to a parameter.")
    code = serializers.CharField()
    message = serializers.CharField()
    suggestion = serializers.CharField(allow_blank=True)


class Problem(Shape):
    """What went wrong (RFC 9457)."""

    type = serializers.CharField(help_text="urn:veraz:problem: and the code.")
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.ChoiceField(choices=CODES, help_text="Never changes.")
    detail = serializers.CharField(required=False)
    errors = FaultShape(  # type: ignore[assignment]
        many=True, required=False, help_text="With invalid: what is wrong, and where."
    )
    current = serializers.IntegerField(required=False, help_text="With stale: the number of the live version.")


class VersionDocument(Shape):
    """A version of an organisation's phrasings, which never changes."""

    schema = serializers.IntegerField()
    organisation = serializers.CharField()
    version = serializers.IntegerField(help_text="0 before the first is published.")
    published_at = serializers.DateTimeField(allow_null=True)
    note = serializers.CharField(allow_blank=True)
    restores = serializers.IntegerField(allow_null=True)
    tools = serializers.DictField(child=Languages())


class LiveSettings(Shape):
    """Settings a runtime follows."""

    selector_language = serializers.ChoiceField(choices=SelectorLanguage.values)


class LiveVersion(VersionDocument):
    """The live version, and what a runtime needs beside it."""

    settings = LiveSettings()
    poll_seconds = serializers.IntegerField(help_text="When to ask again.")


class Signed(Shape):
    """A JWS in its flattened JSON form; its payload is the plain document's bytes."""

    payload = serializers.CharField()
    protected = serializers.CharField()
    signature = serializers.CharField()


class Signature(Shape):
    """One key's signature."""

    protected = serializers.CharField()
    signature = serializers.CharField()


class SignedByAll(Shape):
    """A JWS in its general JSON form."""

    payload = serializers.CharField()
    signatures = Signature(many=True)


class VersionLine(Shape):
    """A version, its phrasings aside."""

    version = serializers.IntegerField()
    note = serializers.CharField()
    published_at = serializers.DateTimeField()
    restores = serializers.IntegerField(allow_null=True)
    changed = serializers.IntegerField(help_text="How many phrasings it changed.")
    live = serializers.BooleanField()


class VersionList(Shape):
    """Versions, newest first."""

    versions = VersionLine(many=True)
    next = serializers.IntegerField(allow_null=True, help_text="The next `before`; null at the end.")


@extend_schema_serializer(component_name="Change")
class ChangeShape(Shape):
    """A phrasing that differs."""

    tool = serializers.CharField()
    language = serializers.CharField()
    outcome = serializers.CharField()
    before = serializers.CharField(allow_null=True)
    after = serializers.CharField(allow_null=True)


class Difference(Shape):
    """What a version has that another has not."""

    def get_fields(self) -> dict[str, Any]:
        """Return the fields, of which Python keeps one name for itself."""
        numbers = {name: serializers.IntegerField() for name in ("version", "with")}
        return {**numbers, "changes": ChangeShape(many=True)}


class Suggestion(Shape):
    """A phrasing that could be written, and what became of it."""

    id = serializers.IntegerField()
    tool = serializers.CharField()
    language = serializers.ChoiceField(choices=LANGUAGES)
    outcome = serializers.ChoiceField(choices=OUTCOMES)
    text = serializers.CharField()
    state = serializers.ChoiceField(choices=State.values)
    reason = serializers.CharField(allow_blank=True, help_text="Why it was rejected.")
    drafted_at = serializers.DateTimeField()
    judged_at = serializers.DateTimeField(allow_null=True)


class SuggestionList(Shape):
    """Suggestions by number."""

    suggestions = Suggestion(many=True)
    next = serializers.IntegerField(allow_null=True, help_text="The next `after`; null at the end.")


class RegisteredTool(ToolDefinition):
    """A tool as it was registered."""

    present = serializers.BooleanField(help_text="Whether the last registration named it.")
    first_seen_at = serializers.DateTimeField()
    last_seen_at = serializers.DateTimeField()


class ToolList(Shape):
    """Every tool that was registered."""

    digest = serializers.CharField(allow_null=True, help_text="The name of the last set; null before the first.")
    registered_at = serializers.DateTimeField(allow_null=True)
    tools = RegisteredTool(many=True)


class RegistrationResult(Shape):
    """What a registration changed, as names."""

    digest = serializers.CharField()
    added = serializers.ListField(child=serializers.CharField())
    changed = serializers.ListField(child=serializers.CharField())
    absent = serializers.ListField(child=serializers.CharField())
    unchanged = serializers.ListField(child=serializers.CharField())
    unphrased = serializers.ListField(child=serializers.CharField(), help_text="Tools with no phrasing that is live.")


class RejectedSample(Shape):
    """A sample that was not taken."""

    index = serializers.IntegerField(help_text="Its place in the request, from 0.")
    code = serializers.ChoiceField(choices=REJECTIONS)


class TakenCounts(Shape):
    """What became of the samples; the same for the same request, however often it comes."""

    batch_id = serializers.CharField()
    accepted = serializers.IntegerField()
    duplicates = serializers.IntegerField(help_text="Taken before, under the same batch.")
    rejected = RejectedSample(many=True)
    next_seconds = serializers.IntegerField(help_text="When to send what is counted next.")


class KeySet(Shape):
    """Public keys (RFC 7517)."""

    keys = serializers.ListField(child=serializers.DictField(child=serializers.CharField()))
    issued_at = serializers.IntegerField(help_text="When it was given out, in seconds of Unix time.")


def version_document(document: LiveDocument) -> dict[str, Any]:
    """A version."""
    return {
        "schema": SCHEMA,
        "organisation": document.organisation,
        "version": document.version,
        "published_at": document.published_at,
        "note": document.note,
        "restores": document.restores,
        "tools": document.tools,
    }


def live_version(document: LiveDocument) -> dict[str, Any]:
    """The live version."""
    followed = {"selector_language": document.selector_language}
    return {**version_document(document), "settings": followed, "poll_seconds": settings.POLL_SECONDS}


def version_line(row: VersionRow) -> dict[str, Any]:
    """A line of the list."""
    return {
        "version": row.number,
        "note": row.note,
        "published_at": row.published_at,
        "restores": row.restores,
        "changed": row.changed,
        "live": row.is_live,
    }


def difference(found: Comparison) -> dict[str, Any]:
    """What differs, from the other version to this one."""
    return {"version": found.new, "with": found.old, "changes": list(map(_change, found.changes))}


def suggestion(found: models.Suggestion) -> dict[str, Any]:
    """A suggestion."""
    told = {name: getattr(found, name) for name in ("text", "state", "reason", "drafted_at", "judged_at")}
    return {"id": found.pk, **found.key._asdict(), **told}


def tool_list(registration: Registration | None, tools: list[Tool]) -> dict[str, Any]:
    """Every tool."""
    return {
        "digest": registration.digest if registration else None,
        "registered_at": registration.at if registration else None,
        "tools": list(map(_tool, tools)),
    }


def registration(done: Registered, phrased: Collection[str]) -> dict[str, Any]:
    """What was changed; `phrased` are the tools that have a phrasing."""
    changes = asdict(done.changes)
    sent = (*done.changes.added, *done.changes.changed, *done.changes.unchanged)
    return {"digest": done.digest, **changes, "unphrased": sorted(set(sent) - set(phrased))}


def taken(batch: str, found: Taken) -> dict[str, Any]:
    """What became of a batch's samples."""
    return {"batch_id": batch, **asdict(found), "next_seconds": settings.SEND_SECONDS}


def _change(change: Change) -> dict[str, str | None]:
    return {**change.key._asdict(), "before": change.before or None, "after": change.after or None}


def _tool(tool: Tool) -> dict[str, Any]:
    whole = as_runtime(tool)
    told = {name: getattr(whole, name) for name in ("name", "write", "description", "input_schema", "output_schema")}
    return {**told, **{name: getattr(tool, name) for name in ("present", "first_seen_at", "last_seen_at")}}
