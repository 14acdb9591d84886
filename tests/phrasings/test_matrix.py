from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from django.test import Client

from console.organisations.actor import Actor
from console.organisations.models import Organisation
from phrasings import services
from phrasings.matrix import Cell, Matrix, Show
from phrasings.models import Version
from tests.phrasings.conftest import LIVE, register

Save = Callable[..., None]


def cell(organisation: Organisation, tool: str, outcome: str) -> Cell:
    row = Matrix.of(organisation).rows([tool])[0]
    return next(each for each in row.cells if each.outcome == outcome)


def names(organisation: Organisation, q: str = "", show: Show = Show.ALL) -> list[str]:
    return Matrix.of(organisation).names(q, show)


def test_a_cell_tells_since_when_it_is_so_and_which_language_is_missing(
    publisher: Actor, live: Version, draft: Save
) -> None:
    draft("Sent.")
    services.publish(publisher, "Shorter", 1)
    assert cell(publisher.organisation, "refund_card", "done").since == 2
    refused = cell(publisher.organisation, "refund_card", "refused")
    assert (refused.since, refused.written, refused.missing) == (1, ("en",), ("pt-BR",))


def test_a_cell_counts_drafts_errors_and_warnings(organisation: Organisation, live: Version, draft: Save) -> None:
    draft("Sent {ammount}.")
    found = cell(organisation, "refund_card", "done")
    assert (found.drafts, found.errors, found.warnings) == (1, 1, 2)


def test_a_cell_that_nobody_wrote_is_the_default(organisation: Organisation) -> None:
    found = cell(organisation, "list_orders", "done")
    assert (found.since, found.written, found.missing) == (None, (), ())


def test_each_filter_leaves_the_tools_it_names(owner: Actor, live: Version, draft: Save) -> None:
    organisation = owner.organisation
    register(organisation, {"name": "gone", "write": True, "input_schema": {}}, present=False)
    draft("Olá {x}.", language="pt-BR", tool="new_tool")
    assert names(organisation) == ["gone", "list_orders", "new_tool", "refund_card"]
    assert names(organisation, show=Show.UNWRITTEN) == ["list_orders"]
    assert names(organisation, show=Show.GAPS) == ["new_tool", "refund_card"]
    assert names(organisation, show=Show.FAILING) == ["new_tool"]
    assert names(organisation, show=Show.DRAFTS) == ["new_tool"]


@pytest.mark.parametrize("q", ["refund", "refund card", "ESTORNADOS", "couldn't"])
def test_a_search_looks_in_names_and_in_texts(organisation: Organisation, live: Version, q: str) -> None:
    assert names(organisation, q) == ["refund_card"]


def test_a_page_takes_as_many_queries_for_500_tools_as_for_two(
    owner: Actor, owner_client: Client, live: Version, django_assert_num_queries: Any
) -> None:
    address = f"/o/{owner.organisation.slug}/phrasings/"
    owner_client.get(address)
    with django_assert_num_queries(8):
        owner_client.get(address)
    many = {f"tool_{number}": LIVE["refund_card"] for number in range(500)}
    register(owner.organisation, *({"name": name, "write": True, "input_schema": {}} for name in many))
    services.publish_set(owner, 1, "Many", {name: {"en": {"done": "Done."}} for name in many})
    with django_assert_num_queries(8):
        page = owner_client.get(address).content.decode()
    assert "Page 1 of 11" in page
    assert page.count("data-row") == 50
