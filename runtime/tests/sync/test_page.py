"""What the page about connecting says to write, runs as it stands there."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from veraz import Call, Outcome, Tool

PAGE = Path(__file__).resolve().parents[3] / "docs" / "console-connection.md"


@pytest.fixture
def blocks() -> list[str]:
    if not PAGE.is_file():
        pytest.skip("the documentation does not stand beside the library here")
    return re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_five_lines_connect_an_agent(
    far: Any,
    loopback: str,
    blocks: list[str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    eventually: Callable[..., bool],
) -> None:
    monkeypatch.setenv("VERAZ_KEY", "vz_test")
    monkeypatch.setenv("VERAZ_STATE", str(tmp_path))
    far.publish("A table is yours.")
    names: dict[str, Any] = {"tools": [Tool("book_table", write=True)], "model": lambda _: "Hello."}
    connecting, checking = (block.replace("https://veraz.example", loopback) for block in blocks[:2])
    assert len([line for line in connecting.splitlines() if line]) == 5
    exec(connecting, names)
    assert eventually(lambda: names["console"].version)
    assert names["agent"].chat("hello", user="u-1").text
    names |= {"reply": "Good evening.", "calls": [Call("book_table", {}, Outcome.DONE)]}
    exec(checking, names)
    assert names["verdict"].text == "Good evening. A table is yours."
    names["console"].close()
