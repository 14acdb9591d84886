"""The OpenAPI document: kept as a file, so that a change of the interface is seen, and held to what is answered."""

from __future__ import annotations

from pathlib import Path

import yaml
from django.test import Client

from console.api.problems import KINDS
from tests.api.conftest import Api

SNAPSHOT = Path(__file__).with_name("openapi.yaml")


def test_the_document_is_the_one_that_is_kept(nobody: Api) -> None:
    assert nobody.get("schema").content.decode() == SNAPSHOT.read_text(encoding="utf-8"), "make openapi, if it is meant"


def test_every_operation_names_its_problems_by_code(nobody: Api) -> None:
    document = yaml.safe_load(nobody.get("schema").content)
    told = [
        set(answer["description"].split(", "))
        for path in document["paths"].values()
        for operation in path.values()
        for status, answer in operation["responses"].items()
        if status >= "400"
    ]
    assert set.union(*told) == set(KINDS)


def test_it_is_served_as_json_too(nobody: Api) -> None:
    assert nobody.get("schema", Accept="application/json").json()["openapi"] == "3.1.0"


def test_a_page_shows_it_with_no_script_inside(client: Client) -> None:
    page = client.get("/v1/docs")
    assert (page.status_code, page["Content-Type"].split(";")[0]) == (200, "text/html")
    assert "<script>" not in page.content.decode()
    assert "<style" not in page.content.decode()
    script = client.get("/v1/docs?script=")
    assert script["Content-Type"] == "application/javascript"
    assert "/v1/schema" in script.content.decode()
