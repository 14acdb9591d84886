from __future__ import annotations

import json
import re
import signal
import socket
import sqlite3
import subprocess
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import IO

from console.demo.shop import shop
from console.demo.visitor import Overview, Script, Visitor
from tests.serving import PATIENCE, served, started

STEPS = (
    "1. It starts without a network and was never connected: it holds no version, and says what it came with.",
    "   The person reads: Done: refund card with order id 4412, amount 12.5, currency GBP.",
    "2. It is connected, and # s later holds v3, «Say when a refund arrives».",
    "   The person reads: Refunded 12.5 for order 4412. It arrives by 2026-10-09.",
    "3. Somebody else asks for a refund, and has not said yes yet.",
    "   They read: Shall I refund 12.5 for order 4412?",
    "4. New words are published with an API key. # s later the agent holds v4.",
    "   The person reads: Good news: 12.5 for order 4412 is on its way to you, by 2026-10-09 at the latest.",
    "5. The refund that waited is approved. Its turn began with v3, and ends with it.",
    "   The person reads: Refunded 12.5 for order 4412. It arrives by 2026-10-09.",
    "6. What was counted is sent. viewer@shop.example looks at the Overview:",
    "   Replies checked      #, which is 4 more than before",
    "   Sentences replaced   #, which is 4 more than before",
    "   Turns                #, which is 4 more than before",
    "   This runtime         holds v4, live",
    "7. The console is stopped. The agent goes on with v4; what it counts waits on its disk.",
    "   The person reads: Good news: 12.5 for order 4412 is on its way to you, by 2026-10-09 at the latest.",
)


def test_it_prints_one_line_answers_and_ends_cleanly_when_told_to(tmp_path: Path) -> None:
    with served(tmp_path) as told:
        with urllib.request.urlopen(f"{told['address']}/accounts/login/", timeout=PATIENCE) as answer:
            assert answer.status == 200
        assert [person["role"] for person in told["people"]] == ["owner", "publisher", "editor", "viewer"]
        assert all(key["key"].startswith("vz_") and key["scopes"] for key in told["keys"])


def test_links_in_letters_and_events_lead_to_where_it_is_served(tmp_path: Path) -> None:
    with served(tmp_path) as told:
        keys = {key["name"]: key["key"] for key in told["keys"]}
        publish(told["address"], keys["Deployment"], "Off it goes.")
        with closing(sqlite3.connect(tmp_path / "console.sqlite3")) as database:
            [[body]] = database.execute("SELECT body FROM webhooks_delivery ORDER BY id DESC LIMIT 1")
    assert json.loads(body)["data"]["link"].startswith(told["address"])


def test_a_second_start_gives_the_same_people_and_keys(tmp_path: Path) -> None:
    with served(tmp_path) as first:
        pass
    with served(tmp_path) as second:
        assert (second["people"], second["keys"]) == (first["people"], first["keys"])
    assert not (tmp_path / "agent").exists()  # none is there unless it is asked for


def test_a_port_that_is_taken_is_said_to_be_before_anything_is_made(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        out, err = (process := started(tmp_path, "--json", "--port", str(port))).communicate(timeout=PATIENCE)
    assert (process.returncode, out) == (1, "")
    assert err.startswith(f"Port {port} is taken by another program.")


def test_once_walks_from_the_bundled_words_to_the_overview_and_leaves_nothing_behind(tmp_path: Path) -> None:
    out, err = (process := started(tmp_path, "--once")).communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (0, "")
    lines = [re.sub(r"\d[\d.,]*(?= s later|, which)", "#", line) for line in out.splitlines()]
    assert [line for line in lines if line in STEPS] == list(STEPS)
    assert list(tmp_path.iterdir()) == []  # which is the person's home as well


def test_a_walk_that_does_not_come_out_says_where_and_fails(tmp_path: Path) -> None:
    out, err = (process := started(tmp_path, "--once", RATE_READS="1/min")).communicate(timeout=PATIENCE)
    assert process.returncode == 1
    assert "\n3. " in out
    assert "\n4. " not in out
    assert re.fullmatch(r"GET \S+/v1/outcome-phrasings came to nothing: HTTP Error 429: .+\n", err)


def test_what_is_published_is_said_beside_the_console_and_counted_until_ctrl_c(tmp_path: Path) -> None:
    process = started(tmp_path, "--port", "0")
    assert process.stdout
    lines = Told(process.stdout)
    address, key = lines.after("The console: "), lines.after("    Deployment ")
    assert lines.until("on the Overview.")[-2].endswith("Refunded 12.5 for order 4412. It arrives by 2026-10-09.")
    before = overview(address)
    publish(address, key, "Off it goes: {argument.order_id}.")
    told = lines.until("on the Overview.")
    assert "v4 «Try» came" in told[0]
    assert told[1].strip() == "refund_card done (en): Off it goes: 4412."
    after = overview(address)
    assert after.number("Replies checked") == before.number("Replies checked") + 1
    assert "v4, live" in held(after)
    assert_it_ends_with(signal.SIGINT, process)


def test_an_agent_that_is_asked_for_beside_json_says_nothing(tmp_path: Path) -> None:
    with served(tmp_path, "--agent") as told:
        keys = {key["name"]: key["key"] for key in told["keys"]}
        publish(told["address"], keys["Deployment"], "Off it goes.")
        looks = (overview(told["address"]) for _look in range(100))
        assert any("v4, live" in held(look) for look in looks)


class Told:
    """What the demo prints, as it comes."""

    def __init__(self, stdout: IO[str]) -> None:
        self._lines: Iterator[str] = iter(stdout)

    def after(self, beginning: str) -> str:
        """The first word after the beginning of a line."""
        return next(line for line in self._lines if line.startswith(beginning)).removeprefix(beginning).split()[0]

    def until(self, end: str) -> list[str]:
        """The lines that come, up to one that ends so."""
        found: list[str] = []
        while not found or not found[-1].endswith(end):
            found.append(next(self._lines).rstrip("\n"))
        return found


def publish(address: str, key: str, text: str) -> None:
    """Publish other words for a refund that was made."""
    script = Script(address, key)
    live = script.asked("/v1/outcome-phrasings")
    live["tools"]["refund_card"]["en"]["done"] = text
    version = {"base_version": live["version"], "note": "Try", "tools": live["tools"]}
    script.asked("/v1/outcome-phrasings/versions", version)


def overview(address: str) -> Overview:
    return Visitor(address, shop().person("viewer")).overview()


def held(overview: Overview) -> list[str]:
    """Which version each runtime holds."""
    return [row[2] for row in overview.rows if len(row) > 2]


def assert_it_ends_with(signal_: int, process: subprocess.Popen[str]) -> None:
    process.send_signal(signal_)
    out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err) == (0, "", "")
