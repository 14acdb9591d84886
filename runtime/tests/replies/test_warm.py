"""What a server does before its first turn, so that the turn does not wait for it."""

import re
from typing import Any

import pytest

from veraz import Call, Checker, Outcome
from veraz.reading.results import Results


def _refused(*_args: Any) -> None:
    raise AssertionError("a pattern was compiled")


@pytest.mark.parametrize(
    ("language", "reply"),
    [("en", "Your parcel is on its way. You're all set."), ("pt-BR", "Seu pedido já está a caminho. Tudo certo!")],
)
def test_the_first_reply_of_a_warm_checker_compiles_no_pattern(
    language: Any, reply: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    Results.of.cache_clear()
    checker = Checker([{"name": name, "write": True} for name in ("ship_parcel", "send_order")], language=language)
    checker.warm()
    monkeypatch.setattr(re, "compile", _refused)
    assert checker.check(reply, [Call("send_order", {}, Outcome.DONE)]).text.startswith(reply)
