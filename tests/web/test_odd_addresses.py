"""Every address of the site, asked by an operator who owns the organisation and has a key, answers without a 500."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import pytest
from django.test import Client
from django.urls import URLResolver, get_resolver

from console.organisations.actor import Actor
from console.web.wsgi import application
from tests import factories

ODD = ("%00", "%ff", "%c0%80", "%ed%a0%80", "%C2%B2", "-1", "9" * 20, "99999-01-01")
ODD_KINDS = ("charset*=utf-8''%00", "charset*=none''a", "charset=base64", "charset*=idna''%ff", "charset=undefined")

ARGUMENT = re.compile(r"<(?:\w+:)?(\w+)>|\(\?P<(\w+)>(?:[^()]|\([^()]*\))*\)")
FIELD = re.compile(r'name="([\w.-]+)"')


def _patterns(resolver: Any, before: str = "") -> Iterator[str]:
    for each in resolver.url_patterns:
        address = before + str(each.pattern)
        yield from _patterns(each, address) if isinstance(each, URLResolver) else [address]


def _filled(pattern: str, values: Mapping[str, str]) -> str:
    plain = re.sub(r"[\^$?]|\\Z", "", ARGUMENT.sub(lambda found: values.get(found[1] or found[2], "1"), pattern))
    return f"/{plain}"


@pytest.fixture
def operator(owner: Actor) -> Client:
    factories.tools(owner.organisation)
    assert owner.user
    owner.user.is_staff = owner.user.is_superuser = True
    owner.user.save()
    client = factories.signed_in(owner)
    client.raise_request_exception = False
    client.defaults["HTTP_AUTHORIZATION"] = f"Bearer {factories.api_key(owner.organisation).secret}"
    return client


@pytest.mark.parametrize("pattern", sorted(set(_patterns(get_resolver()))))
def test_no_odd_value_in_an_address_is_answered_with_500(pattern: str, operator: Client, owner: Actor) -> None:
    values = {"slug": owner.organisation.slug, "tool": "refund_card", "outcome": "done", "language": "en"}
    arguments = [first or second for first, second in ARGUMENT.findall(pattern)]
    plain = _filled(pattern, values)
    paths = [_filled(pattern, {**values, name: odd}) for name in arguments for odd in ODD]
    fields = {"page", *FIELD.findall(operator.get(plain).getvalue().decode())} if pattern[:6] != "admin/" else ()
    for path in [*paths, *(f"{plain}?{field}={odd}" for field in fields for odd in ODD)]:
        assert operator.get(path).status_code < 500, path


def test_nul_in_an_address_is_nowhere_and_in_a_query_cannot_be_read(operator: Client, owner: Actor) -> None:
    tools = f"/o/{owner.organisation.slug}/tools/"
    assert [operator.get(f"{tools}{odd}").status_code for odd in ("%00/", "?q=%00", "?%00=q")] == [404, 400, 400]
    answer = operator.get("/v1/%00")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


def test_a_cookie_with_nul_is_no_cookie(client: Client) -> None:
    client.defaults["HTTP_COOKIE"] = r'sessionid="\000abcdefgh"; csrftoken="\000"; django_language="\000"'
    assert client.get("/accounts/login/").status_code == 200


@pytest.mark.parametrize("kind", ODD_KINDS)
def test_a_body_said_to_be_in_what_is_no_encoding_is_no_fault_of_ours(client: Client, kind: str) -> None:
    environment = client._base_environ(PATH_INFO="/health", QUERY_STRING="a=1")
    statuses: list[str] = []
    application({**environment, "CONTENT_TYPE": f"text/plain; {kind}"}, lambda status, headers: statuses.append(status))
    assert statuses == ["200 OK"]
