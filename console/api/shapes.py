"""The shapes of bodies: what requests are held to, and what the OpenAPI document says of answers."""

from __future__ import annotations

from typing import Any, ClassVar

from django.core.validators import RegexValidator
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from drf_spectacular.extensions import OpenApiSerializerExtension
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from console.meters.reading import MOST as MOST_COUNTED
from phrasings.content import LANGUAGES, OUTCOMES
from phrasings.models import LONGEST_NOTE
from phrasings.suggestions.models import LONGEST_REASON, State
from veraz.meters import METERS
from veraz.phrasings.linting import LONGEST

MOST = 2**31 - 1
"""The largest whole number that every database keeps."""


class Shape(serializers.Serializer[Any]):
    """An object with these fields and no others: a misspelt name is an error, not something passed over."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the valid values."""
        unknown = [name for name in data if name not in self.fields] if isinstance(data, dict) else []
        if unknown:
            message = _("There is no such field here. Use: %(names)s.") % {"names": ", ".join(self.fields)}
            error = serializers.ErrorDetail(message, "unknown")
            raise serializers.ValidationError({name: [error] for name in unknown[:100]})
        return super().to_internal_value(data)


class ClosedShape(OpenApiSerializerExtension):  # type: ignore[no-untyped-call]
    """Says so in the OpenAPI document."""

    target_class = Shape
    match_subclasses = True

    def map_serializer(self, auto_schema: Any, direction: Any) -> Any:
        """Return the shape's schema."""
        schema = auto_schema._map_serializer(self.target, direction, bypass_extensions=True)
        return {**schema, "additionalProperties": False}


class Whole(serializers.IntegerField):
    """A whole number, and not a text that looks like one; 2.0 is one too, as JSON Schema has it."""

    def to_internal_value(self, data: Any) -> int:
        """Return the number."""
        if type(data) is not int and not (isinstance(data, float) and data.is_integer()):
            self.fail("invalid")
        return super().to_internal_value(int(data))


class Text(serializers.CharField):
    """A text, and not a number that could be written as one."""

    def to_internal_value(self, data: Any) -> str:
        """Return the text."""
        if not isinstance(data, str):
            self.fail("invalid")
        return super().to_internal_value(data)


class Name(Text):
    """A short text that says which, and nothing else."""

    def __init__(self, pattern: str, **more: Any) -> None:
        super().__init__(trim_whitespace=False, validators=[RegexValidator(f"^{pattern}\\Z")], **more)


def valid(shape: type[Shape], data: Any) -> dict[str, Any]:
    """Return the valid values in `data`, a body or a query; what is not is answered 422, each fault with its place."""
    given = shape(data=data.dict() if isinstance(data, QueryDict) else data)
    given.is_valid(raise_exception=True)
    values: dict[str, Any] = given.validated_data
    return values


class Texts(Shape):
    """A tool's phrasings in one language, by outcome."""

    def get_fields(self) -> dict[str, Any]:
        """Return a text for each outcome."""
        return {outcome: Text(required=False, max_length=LONGEST, trim_whitespace=False) for outcome in OUTCOMES}


class Languages(Shape):
    """A tool's phrasings, by language."""

    def get_fields(self) -> dict[str, Any]:
        """Return the texts of each language."""
        return {language: Texts(required=False) for language in LANGUAGES}


class Publication(Shape):
    """A whole set to make live, over the version it was made from."""

    base_version = Whole(
        min_value=0, max_value=MOST, help_text="The number of the live version it was made over; 0 before the first."
    )
    note = Text(max_length=LONGEST_NOTE, help_text="What changes.")
    tools = serializers.DictField(child=Languages(), help_text="By tool.")


class Restoration(Shape):
    """An old version to make live again, as a new one."""

    base_version = Whole(min_value=0, max_value=MOST)
    restores = Whole(min_value=1, max_value=MOST, help_text="The number of the version whose content is put back.")
    note = Text(max_length=LONGEST_NOTE, required=False)


class Listing(Shape):
    """Which versions are asked for."""

    before = serializers.IntegerField(
        min_value=1, max_value=MOST, required=False, help_text="Only older ones than this."
    )
    limit = serializers.IntegerField(min_value=1, max_value=100, default=50)


class Comparison(Shape):
    """Which version another is compared with."""

    def get_fields(self) -> dict[str, Any]:
        """Return the one field, whose name Python keeps for itself."""
        other = serializers.IntegerField(min_value=0, max_value=MOST, required=False)
        other.help_text = "The one before it where left out; 0 is the empty set before the first."
        return {"with": other}


class SuggestionListing(Shape):
    """Which suggestions are asked for."""

    after = serializers.IntegerField(min_value=0, max_value=MOST, default=0, help_text="Only those numbered above.")
    limit = serializers.IntegerField(min_value=1, max_value=100, default=50)
    language = serializers.ChoiceField(choices=LANGUAGES, required=False)
    state = serializers.ChoiceField(choices=State.values, default=State.WAITING.value)


class Acceptance(Shape):
    """A yes to a suggestion, and the text to put in its place where it was edited."""

    text = Text(required=False, max_length=LONGEST, trim_whitespace=False)


class Rejection(Shape):
    """Why a suggestion is not wanted."""

    reason = Text(max_length=LONGEST_REASON)


@extend_schema_field({"type": "object", "additionalProperties": True})
class Schema(serializers.JSONField):
    """A JSON schema."""


class ToolDefinition(Shape):
    """A tool, with nothing in its schemas that someone once sent: no default, const or example."""

    name = Name(r"[A-Za-z0-9_.-]{1,128}", help_text="No other tool of the set has it.")
    write = serializers.BooleanField(help_text="Whether it changes the world.")
    description = Text(required=False, allow_blank=True)
    input_schema = Schema()
    output_schema = Schema(required=False, allow_null=True)


@extend_schema_field(ToolDefinition(many=True))
class Definitions(serializers.JSONField):
    """Tools, which the service reads and names the faults of."""


class ToolSet(Shape):
    """Every tool there is."""

    tools = Definitions()
    digest = Text(max_length=128, required=False, help_text="The sender's name for the set, which GET answers.")


@extend_schema_field(
    {
        "type": "object",
        "propertyNames": {"pattern": "^[a-z]+$"},
        "additionalProperties": {"type": "string", "pattern": "^[A-Za-z0-9_.-]{1,128}$"},
    }
)
class Labels(serializers.DictField):
    """Values by the names of labels."""


class CountSample(Shape):
    """What one series counted in a window of at most an hour."""

    start = serializers.DateTimeField(help_text="With its zone. At most 35 days ago.")
    end = serializers.DateTimeField()
    meter = serializers.ChoiceField(choices=list(METERS))
    labels = Labels(help_text="Those of the meter, and where known `language` and `version`; all are texts.")
    n = Whole(min_value=1, max_value=MOST_COUNTED)


@extend_schema_field(CountSample(many=True))
class Samples(serializers.Field[Any, Any, Any, Any]):
    """Samples, which the service reads and rejects each by itself."""

    default_error_messages: ClassVar = {"invalid": gettext_lazy("The samples are a list.")}

    def to_internal_value(self, data: Any) -> list[Any]:
        """Return them as they are."""
        if not isinstance(data, list):
            self.fail("invalid")
        return data


class Dropped(Shape):
    """What was counted and could not be kept until it was sent."""

    reason = Name(r"[a-z][a-z_]{0,39}")
    n = Whole(min_value=1, max_value=MOST)


class Counts(Shape):
    """A batch of counts, or a part of it; with no samples it says that a runtime is there."""

    schema = Whole(min_value=1, max_value=1, help_text="The form of this body.")
    batch_id = Name(
        r"[A-Za-z0-9_.:-]{1,128}", help_text="Made when the batch is sealed, kept for every retry and part."
    )
    installation = Name(r"[A-Za-z0-9_.:-]{1,128}", help_text="The same for as long as the runtime keeps its counts.")
    runtime = Name(r"[A-Za-z0-9_.+-]{1,128}", help_text="The runtime's own version.")
    version = Whole(
        min_value=0, max_value=MOST, required=False, allow_null=True, help_text="Of the phrasings that it holds."
    )
    attempt = Whole(min_value=1, max_value=MOST, required=False)
    sent_at = serializers.DateTimeField(required=False)
    samples = Samples(help_text="At most 10,000.")
    dropped = serializers.ListField(child=Dropped(), required=False, max_length=20)
