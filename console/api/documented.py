"""How views tell the OpenAPI document what they answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema

from console.api.answers import Problem
from console.api.problems import KINDS, MEDIA_TYPE

View = TypeVar("View", bound=Callable[..., Any])

ANYONE = ("method_not_allowed", "not_acceptable", "too_many_requests", "internal")
KEY = ("key_missing", "key_invalid", "scope_missing", *ANYONE)
BODY = ("malformed", "too_large", "unsupported_media_type", "invalid")

_RETRY_AFTER = OpenApiParameter(
    "Retry-After", int, OpenApiParameter.HEADER, description="Seconds.", response=["429"], required=True
)


def documented(
    name: str, summary: str, good: dict[Any, Any], problems: tuple[str, ...], *headers: OpenApiParameter, **more: Any
) -> Callable[[View], View]:
    """Document the operation `name`: its good answers by status, and the codes of what can go wrong."""
    by_status: dict[int, list[str]] = {}
    for code in problems:
        by_status.setdefault(KINDS[code].status, []).append(code)
    bad = {
        (status, MEDIA_TYPE): OpenApiResponse(Problem, ", ".join(codes)) for status, codes in sorted(by_status.items())
    }
    parameters = [*more.pop("parameters", ()), *headers, _RETRY_AFTER]
    return extend_schema(operation_id=name, summary=summary, responses={**good, **bad}, parameters=parameters, **more)


def bodies_are_needed(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Say of a body that is one of several shapes that it may not be left out, as the framework says of one shape."""
    shapes = result["components"]["schemas"].items()
    several = {f"#/components/schemas/{name}" for name, shape in shapes if "oneOf" in shape}
    for operation in (each for methods in result["paths"].values() for each in methods.values()):
        body = operation.get("requestBody", {"content": {}})
        if any(content["schema"].get("$ref") in several for content in body["content"].values()):
            body["required"] = True
    return result


def header(name: str, description: str, *statuses: int) -> OpenApiParameter:
    """A header of answers with these statuses."""
    return OpenApiParameter(
        name, str, OpenApiParameter.HEADER, description=description, response=[*map(str, statuses)], required=True
    )
