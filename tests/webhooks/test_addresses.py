from __future__ import annotations

import socket
from typing import Any

import pytest

from console.webhooks.addresses import Refused, resolved, target, without_path
from console.webhooks.models import Problem


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch, settings: Any) -> dict[str, list[str]]:
    """What names stand for, in place of the network's own answer; nothing private is allowed, as in production."""
    known: dict[str, list[str]] = {}
    ask = socket.getaddrinfo

    def answer(host: str, port: int, **asked: Any) -> list[Any]:
        if host in known:
            return [each for address in known[host] for each in ask(address, port, **asked)]
        return ask(host, port, flags=socket.AI_NUMERICHOST, **asked)

    monkeypatch.setattr(socket, "getaddrinfo", answer)
    settings.WEBHOOK_NETWORKS = []
    return known


@pytest.mark.parametrize(
    "url",
    [
        *("ftp://example.com/", "example.com", "https://", "https:///path", "javascript:alert(1)", "https://[::1/"),
        *("https://me@example.com/", "https://me:secret@example.com/", "https://example.com/#part"),
        *("https://example.com/a b", "https://example.com/\n", "https://exämple.com/", "https://example.com:99999/"),
    ],
)
def test_what_is_no_address_of_the_web_is_refused(url: str) -> None:
    with pytest.raises(Refused):
        target(url)


def test_a_url_is_taken_apart_with_its_port_and_query() -> None:
    found = target("https://Example.com:8443/hook?from=veraz")
    assert (found.host, found.port, found.path, found.authority) == (
        "example.com",
        8443,
        "/hook?from=veraz",
        "example.com:8443",
    )
    assert target("https://example.com").authority == "example.com"


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"),
        *("224.0.0.1", "255.255.255.255", "240.0.0.1", "192.0.2.1", "198.18.0.1"),
        *("::1", "::", "fe80::1", "fd00::1", "ff02::1", "fec0::1", "2001:db8::1"),
        *("::ffff:10.0.0.1", "64:ff9b::a00:1", "2002:a00:1::", "2001::a00:1", "::7f00:1"),
    ],
)
def test_an_address_that_is_not_public_is_refused_written_out_or_behind_a_name(
    names: dict[str, list[str]], address: str
) -> None:
    names["hooks.example.com"] = [address]
    for host in ("hooks.example.com", f"[{address}]" if ":" in address else address):
        with pytest.raises(Refused, match="not a public one"):
            resolved(target(f"https://{host}/"))


@pytest.mark.parametrize("host", ["2130706433", "0x7f000001", "127.1", "017700000001"])
def test_an_address_in_odd_writing_is_what_it_stands_for(names: dict[str, list[str]], host: str) -> None:
    with pytest.raises(Refused):
        resolved(target(f"https://{host}/"))


def test_a_name_with_one_private_address_among_its_own_is_refused(names: dict[str, list[str]]) -> None:
    names["hooks.example.com"] = ["93.184.215.14", "10.0.0.1"]
    with pytest.raises(Refused):
        resolved(target("https://hooks.example.com/"))


def test_a_public_name_gives_the_address_that_was_checked(names: dict[str, list[str]]) -> None:
    names["hooks.example.com"] = ["93.184.215.14"]
    assert resolved(target("https://hooks.example.com/")) == "93.184.215.14"
    names["hooks.example.com"] = ["2606:4700::1111"]
    assert resolved(target("https://hooks.example.com/")) == "2606:4700::1111"


def test_a_name_without_an_address_is_told_apart(names: dict[str, list[str]]) -> None:
    with pytest.raises(Refused) as refused:
        resolved(target("https://nowhere.example.com/"))
    assert refused.value.problem == Problem.NAME


def test_a_network_of_the_operators_is_allowed_by_https_alone(names: dict[str, list[str]], settings: Any) -> None:
    settings.WEBHOOK_NETWORKS = ["10.1.0.0/16"]
    assert resolved(target("https://10.1.2.3/")) == "10.1.2.3"
    for url in ("http://10.1.2.3/", "https://10.2.0.1/"):
        with pytest.raises(Refused):
            resolved(target(url))


def test_this_machine_may_be_sent_to_without_https_where_it_is_allowed(
    names: dict[str, list[str]], settings: Any
) -> None:
    settings.WEBHOOK_NETWORKS = ["127.0.0.0/8"]
    assert resolved(target("http://127.0.0.1:9/hook")) == "127.0.0.1"
    names["hooks.example.com"] = ["93.184.215.14"]
    with pytest.raises(Refused, match="begins with https"):
        resolved(target("http://hooks.example.com/"))


@pytest.mark.parametrize(
    ("url", "shown"),
    [
        ("https://hooks.example.com/T0/B0/secret", "https://hooks.example.com/…"),
        ("https://hooks.example.com/", "https://hooks.example.com/"),
        ("https://hooks.example.com?token=1", "https://hooks.example.com"),
    ],
)
def test_who_may_not_know_the_path_sees_the_name(url: str, shown: str) -> None:
    assert without_path(url) == shown
