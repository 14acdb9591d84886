"""What the page about streams says to write, runs as it stands there."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

PAGE = Path(__file__).resolve().parents[3] / "docs" / "streaming.md"
WRITTEN = ["I've refunded", " your card. Any", "thing else?"]
READ = "Not done: refund card. Anything else?"


@pytest.fixture
def blocks() -> list[str]:
    if not PAGE.is_file():
        pytest.skip("the documentation does not stand beside the library here")
    return re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_five_lines_show_a_reply_as_it_is_written(shop: Any, blocks: list[str]) -> None:
    sent: list[str] = []
    calls = [shop.refund("failed")]
    exec(blocks[0], {"checker": shop.checker(), "calls": calls, "model_writes": lambda: WRITTEN, "send": sent.append})
    assert "".join(sent) == READ


def test_an_endpoint_sends_what_may_be_shown(shop: Any, blocks: list[str]) -> None:
    names: dict[str, Any] = {"json": json}
    exec(blocks[1], names)
    events = names["events"](shop.checker(), [shop.refund("failed")], lambda: WRITTEN)
    assert "".join(json.loads(event.removeprefix("data: ")) for event in events) == READ


def test_an_addition_goes_in_the_field_the_page_names(shop: Any, blocks: list[str]) -> None:
    names = {"Checker": shop.checker, "tools": ["refund_card"], "calls": [shop.refund("failed")]}
    exec(blocks[2].replace("Checker(tools", "Checker(tools=tools"), names)
    assert names["verdict"].text == '{"message": "Hello! Not done: refund card.", "ok": true}'
