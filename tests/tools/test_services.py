from __future__ import annotations

from typing import Any

import pytest
from django.core.exceptions import PermissionDenied

from console.audit.models import AuditLine
from console.organisations.actor import Actor
from console.pages.problems import Invalid
from console.tools.models import Registration, Tool
from console.tools.queries import toolset_of
from console.tools.services import register
from tests.factories import REFUND

READ = {"name": "get_order", "write": False, "input_schema": {}}


def with_input(schema: Any) -> list[dict[str, Any]]:
    return [{**READ, "input_schema": schema}]


def test_registering_says_what_was_added_changed_and_is_absent(publisher: Actor) -> None:
    assert register(publisher, [REFUND, READ]).changes.added == ("refund_card", "get_order")
    changes = register(publisher, [{**REFUND, "description": "Otherwise."}]).changes
    assert (changes.changed, changes.absent, changes.unchanged) == (("refund_card",), ("get_order",), ())


def test_the_same_set_twice_changes_nothing_and_adds_no_line(publisher: Actor) -> None:
    first = register(publisher, [REFUND, READ])
    again = register(publisher, [REFUND, READ])
    assert not again.changes
    assert again.digest == first.digest
    assert AuditLine.objects.filter(action="tools.registered").count() == 1


def test_a_set_is_seen_anew_each_time(publisher: Actor) -> None:
    register(publisher, [READ])
    before = Tool.objects.get().last_seen_at
    register(publisher, [READ])
    assert Tool.objects.get().last_seen_at > before
    assert Tool.objects.get().first_seen_at == before


def test_an_absent_tool_is_kept_and_comes_back(publisher: Actor) -> None:
    register(publisher, [REFUND, READ])
    register(publisher, [READ])
    assert "refund_card" in toolset_of(publisher.organisation)
    assert register(publisher, [READ, REFUND]).changes.added == ("refund_card",)
    assert Tool.objects.filter(present=True).count() == 2


def test_the_sender_s_digest_names_the_set_and_is_not_trusted_to_tell_what_changed(publisher: Actor) -> None:
    register(publisher, [READ], "same")
    assert register(publisher, [READ, REFUND], "same").changes.added == ("refund_card",)
    assert Registration.objects.get().digest == "same"


def test_the_order_of_arguments_is_kept_and_a_new_order_is_a_change(publisher: Actor) -> None:
    schema = {"properties": {"zeta": {}, "alpha": {}, "mu": {}}}
    register(publisher, with_input(schema))
    assert list(toolset_of(publisher.organisation)["get_order"].input_schema["properties"]) == ["zeta", "alpha", "mu"]
    turned = {"properties": dict(reversed(schema["properties"].items()))}
    assert register(publisher, with_input(turned)).changes.changed == ("get_order",)


def test_editors_do_not_register(editor: Actor) -> None:
    with pytest.raises(PermissionDenied):
        register(editor, [READ])


def test_a_faulty_tool_keeps_the_whole_set_out(publisher: Actor) -> None:
    with pytest.raises(Invalid):
        register(publisher, [REFUND, {**READ, "write": "no"}])
    assert not Tool.objects.exists()


def nested(depth: int) -> dict[str, Any]:
    schema: dict[str, Any] = {}
    for _ in range(depth - 1):
        schema = {"properties": {"a": schema}}
    return schema


FAULTS: list[tuple[Any, str, str]] = [
    ({"refund_card": {}}, "/tools", "list"),
    ([READ] * 1_001, "/tools", "too_many"),
    (["get_order"], "/tools/0", "object"),
    ([READ, READ], "/tools/1/name", "twice"),
    ([{"name": "x", "write": True}], "/tools/0/input_schema", "required"),
    ([{**READ, "timeout": 3}], "/tools/0/timeout", "unknown"),
    ([{**READ, "write": 1}], "/tools/0/write", "type"),
    ([{**READ, "description": None}], "/tools/0/description", "type"),
    ([{**READ, "name": "<b>"}], "/tools/0", "tool"),
    ([{**READ, "description": "x" * 70_000}], "/tools/0", "too_large"),
    (with_input({"properties": {"a/b": {"default": 3}}}), "/tools/0/input_schema/properties/a~1b/default", "keyword"),
    (with_input({"example": "a@example.com"}), "/tools/0/input_schema/example", "keyword"),
    (with_input({"anyOf": [{}, {"const": 4}]}), "/tools/0/input_schema/anyOf/1/const", "keyword"),
    (with_input({"enum": [{"a": 1}]}), "/tools/0/input_schema/enum", "type"),
    (with_input({"x-personal": "yes"}), "/tools/0/input_schema/x-personal", "type"),
    (with_input({"title": {"a": 1}}), "/tools/0/input_schema/title", "type"),
    (with_input({"not": 3}), "/tools/0/input_schema/not", "schema"),
    (with_input(nested(11)), "/tools/0/input_schema" + "/properties/a" * 10, "too_deep"),
    (with_input({"type": "text"}), "/tools/0", "tool"),
    (with_input({"$ref": "https://example.com/schema"}), "/tools/0", "tool"),
    (with_input({"pattern": "(a"}), "/tools/0", "tool"),
]


@pytest.mark.parametrize(("tools", "path", "code"), FAULTS, ids=lambda value: value if isinstance(value, str) else "")
def test_what_is_wrong_is_named_with_its_place(publisher: Actor, tools: Any, path: str, code: str) -> None:
    with pytest.raises(Invalid) as caught:
        register(publisher, tools)
    assert next((fault.path, fault.code) for fault in caught.value.faults) == (path, code)


def test_a_schema_at_the_bounds_is_taken(publisher: Actor) -> None:
    assert register(publisher, with_input(nested(10))).changes.added


def test_five_hundred_tools_take_as_many_queries_as_five(publisher: Actor, django_assert_max_num_queries: Any) -> None:
    few, many = ([{**READ, "name": f"get_{number}"} for number in range(n)] for n in (5, 500))
    register(publisher, few)
    with django_assert_max_num_queries(40):
        register(publisher, many)
    with django_assert_max_num_queries(40):
        register(publisher, [])


def test_a_stored_definition_that_is_no_longer_taken_leaves_the_tool_its_name(publisher: Actor) -> None:
    register(publisher, [REFUND, READ])
    for bad in ('{"name": "get_order", "input_schema": {"type": "nonsense"}}', "no json", "[1]"):
        Tool.objects.filter(name="get_order").update(definition=bad)
        tools = toolset_of(publisher.organisation)
        assert (list(tools), tools["get_order"].input_schema) == (["get_order", "refund_card"], {})
