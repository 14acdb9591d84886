"""``veraz tools push``: what someone reads who registers tools, and what is sent for them."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., Any]


@pytest.fixture
def shop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Return a module «shop_desk» in the folder that commands are given in."""
    file = tmp_path / "shop_desk.py"
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    file.write_text(
        "from veraz import Agent, tool\n"
        "@tool(write=True)\n"
        "def ship(order_id: str) -> dict: ...\n"
        "class desk: tools = [ship]\n"
        "agent = Agent('desk', [ship])\n"
    )
    yield file
    sys.modules.pop("shop_desk", None)


def test_what_changed_is_told_and_what_has_no_phrasing(far: Any, veraz: Run, tools: Path) -> None:
    done = veraz("tools", "push", tools)
    assert done.exit_code == 0
    assert "registered   2 tools with http://127.0.0.1" in done.stdout
    assert "new          book_table, ship" in done.stdout
    assert "absent       old: not in this set; their phrasings are kept" in done.stdout
    assert "no phrasing  book_table: write one in the console" in done.stdout
    assert "unchanged" not in done.stdout


def test_a_dry_run_writes_exactly_what_is_sent_and_asks_nobody(far: Any, veraz: Run, tools: Path) -> None:
    dry = veraz("tools", "push", tools, "--dry-run")
    assert (dry.exit_code, far.asked) == (0, [])
    veraz("tools", "push", tools)
    assert far.registered == [dry.stdout_bytes]


def test_a_dry_run_names_what_is_left_out_and_why_and_needs_no_console(alone: Run, tools: Path) -> None:
    dry = alone("tools", "push", tools, "--dry-run")
    assert dry.exit_code == 0
    assert f"{len(dry.stdout_bytes)} bytes would be sent; nothing was." in dry.stderr
    assert (
        "Left out, a value, which someone may once have sent:\n"
        "  book_table: input_schema/properties/people/default\n" in dry.stderr
    )
    assert "  book_table: description\n" in dry.stderr
    assert "description" not in dry.stdout


def test_descriptions_are_sent_where_that_is_asked_for(alone: Run, tools: Path) -> None:
    dry = alone("tools", "push", tools, "--dry-run", "--descriptions")
    assert json.loads(dry.stdout)["tools"][0]["description"] == "Book."
    assert "description" not in dry.stderr


@pytest.mark.usefixtures("shop")
@pytest.mark.parametrize("name", ["desk.tools", "agent"])
def test_a_module_names_tools_or_an_agent(alone: Run, name: str) -> None:
    dry = alone("tools", "push", f"shop_desk:{name}", "--dry-run")
    assert [tool["name"] for tool in json.loads(dry.stdout)["tools"]] == ["ship"]


@pytest.mark.usefixtures("shop")
def test_several_sources_are_one_set(alone: Run, tools: Path, tmp_path: Path) -> None:
    (tmp_path / "more.json").write_text('{"tools": [{"name": "cancel"}]}')
    dry = alone("tools", "push", "shop_desk:agent", "more.json", "shop_desk:desk.tools", "--dry-run")
    assert [tool["name"] for tool in json.loads(dry.stdout)["tools"]] == ["ship", "cancel"]
    other = alone("tools", "push", "shop_desk:agent", tools, "--dry-run")
    assert other.exit_code == 2
    assert f"{tools}: tool 'ship' was given before, and is another" in other.stderr


@pytest.mark.usefixtures("shop")
@pytest.mark.parametrize(
    ("source", "named"),
    [
        ("nowhere.yaml", "nowhere.yaml: cannot be read: "),
        ("shop_desk.py", "shop_desk.py: is no file that lists tools; those in Python are named like shop.desk:tools"),
        ("shop_desk", "shop_desk: is no file that lists tools; those in Python are named like shop.desk:tools"),
        ("nowhere:tools", "nowhere:tools: No module named 'nowhere'"),
        ("shop_desk:nothing", "has no attribute 'nothing'"),
        ("shop_desk:desk", "shop_desk:desk: must be a list of tools"),
        ("empty.yaml", "empty.yaml: no tools; to register none would mark each one absent"),
        ("text.yaml", "text.yaml: must be a list of tools"),
        ("odd.yaml", "odd.yaml: 'b{o}ok' is not a tool's name"),
        ("deep.json", "more than 10 deep"),
    ],
)
def test_tools_that_cannot_be_used_are_wrong_usage_and_named(
    far: Any, veraz: Run, tmp_path: Path, source: str, named: str
) -> None:
    schema: Any = {}
    for _ in range(11):
        schema = {"properties": {"a": schema}}
    files = {"empty.yaml": [], "text.yaml": "book", "odd.yaml": [{"name": "b{o}ok"}]}
    files["deep.json"] = [{"name": "book", "input_schema": schema}]
    for name, content in files.items():
        (tmp_path / name).write_text(json.dumps(content))
    done = veraz("tools", "push", source)
    assert (done.exit_code, far.asked) == (2, [])
    assert named in done.stderr


def test_no_source_at_all_is_wrong_usage(veraz: Run) -> None:
    assert veraz("tools", "push").exit_code == 2


def test_a_key_without_the_scope_is_told_which_it_lacks(far: Any, veraz: Run, tools: Path) -> None:
    far.scopes = {"phrasings:read", "meters:write"}
    done = veraz("tools", "push", tools)
    assert done.exit_code == 1
    assert "the key lacks the scope tools:write" in done.stderr


def test_a_console_that_nobody_reaches_is_said_to_be_so(away: Run, tools: Path) -> None:
    done = away("tools", "push", tools)
    assert done.exit_code == 1
    assert "does the console run there" in done.stderr


def test_nothing_is_kept_of_a_registration(veraz: Run, tools: Path, state: Path) -> None:
    veraz("tools", "push", tools)
    assert not state.exists()
