"""``veraz doctor``: what someone reads who wonders whether a machine is well connected."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from email.utils import formatdate
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any

import pytest

from veraz import __version__
from veraz.meters import Series
from veraz.sync import Answer
from veraz.sync.cache import FILE
from veraz.sync.spool import FILE as SPOOL
from veraz.sync.spool import Spool, drop

TURN = Series.of("turns", {"how": "model"})
DAY = 24 * 60 * 60
Run = Callable[..., Any]


class Found:
    """What a run found, as programs are told."""

    def __init__(self, run: Run, *options: Any) -> None:
        done = run("doctor", "--json", *options)
        told = json.loads(done.stdout)
        self.findings = {(each["part"], each["name"]): each for each in told["findings"]}
        self.wrong = {name: each["todo"] for (_, name), each in self.findings.items() if each["todo"]}
        assert done.exit_code == (1 if self.wrong else 0)
        assert told["fine"] == (not self.wrong)
        assert done.stderr == ""

    def text(self, part: str, name: str) -> str:
        return str(self.findings[part, name]["text"])

    def data(self, part: str, name: str) -> Any:
        return self.findings[part, name]["data"]


def files(folder: Path) -> dict[str, bytes]:
    return {str(file): file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_where_all_is_well_it_says_so_on_one_screen(far: Any, veraz: Run, loopback: str) -> None:
    far.publish("A table is yours.")
    veraz("sync")
    done = veraz("doctor")
    assert done.exit_code == 0
    for told in (
        f"veraz           {__version__}\n",
        f"console         {loopback}  from VERAZ_CONSOLE\n",
        "key             vz_0123abcd…  from VERAZ_KEY\n",
        "phrasings       v1 of desk",
        f"{far.keys[0].thumbprint()}\n",
        "counts          nothing is kept yet\n",
        "absent          no licence is given: plan free\n",
        "clock           within a second of this machine's\n",
        "keys            signed by one that is held\n",
        "key             works\n",
        "phrasings:read  may read phrasings\n",
        "meters:write    may send counts\n",
        "the one that is held\n",
        "\nNothing is wrong.\n",
    ):
        assert told in done.stdout
    assert len(done.stdout.splitlines()) < 45


def test_the_key_is_never_shown(veraz: Run) -> None:
    assert "secret" not in veraz("doctor").output + veraz("doctor", "--json").output
    assert "hunter2" not in veraz("doctor", "--key", "-", input="hunter2\n").output


def test_nothing_that_is_kept_changes_and_nothing_is_made(far: Any, veraz: Run, spool: Spool, state: Path) -> None:
    Found(veraz)
    assert [path for _, path in far.asked if path == "/v1/outcome-phrasings"]
    assert not list(state.rglob("*.j*"))
    far.publish("One.")
    veraz("sync")
    spool.count({TURN: 1})
    spool.tidy()
    far.publish("Two.")
    before = files(state)
    found = Found(veraz)
    assert found.text("console", "published").startswith("v2 of desk")
    assert {name: content for name, content in files(state).items() if "-shm" not in name} == {
        name: content for name, content in before.items() if "-shm" not in name
    }
    assert far.posts == []


def test_offline_nothing_is_asked(far: Any, veraz: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    assert Found(veraz, "--offline").text("console", "answers") == "not asked, as you said"
    monkeypatch.setenv("VERAZ_OFFLINE", "1")
    assert Found(veraz).text("settings", "offline") == "yes  from VERAZ_OFFLINE"
    assert far.asked == []


def test_each_setting_says_where_it_came_from(veraz: Run, loopback: str, tmp_path: Path) -> None:
    found = Found(veraz, "--state", tmp_path / "other")
    assert found.text("settings", "state") == f"{tmp_path / 'other'}  from --state"
    assert found.data("settings", "console") == {"value": loopback, "source": "VERAZ_CONSOLE"}
    assert found.data("settings", "keys") == {"value": None, "source": None}


def test_what_is_not_set_says_how_to_set_it(alone: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    wrong = Found(alone).wrong
    assert set(wrong) == {"console", "key"}
    assert "set VERAZ_CONSOLE" in wrong["console"]
    monkeypatch.setenv("VERAZ_OFFLINE", "1")
    assert Found(alone).wrong == {}
    monkeypatch.setenv("VERAZ_OFFLINE", "perhaps")
    assert set(Found(alone).wrong) == {"console", "key", "offline"}


@pytest.mark.parametrize(
    ("variable", "value", "name", "todo"),
    [
        ("CONSOLE", "http://veraz.example", "console", "the key needs https:// to travel"),
        ("CONSOLE", "veraz", "console", "must be like https://veraz.example"),
        ("KEY", "a key", "key", "holds a character that no key has"),
        ("KEYS", "/nowhere", "keys", "there is no key set"),
        ("OFFLINE", "perhaps", "offline", "it takes 1 or 0"),
        ("LICENCE", "nonsense", "not trusted", "veraz licence show says more"),
    ],
)
def test_a_setting_that_cannot_be_used_says_what_it_takes(
    veraz: Run, monkeypatch: pytest.MonkeyPatch, variable: str, value: str, name: str, todo: str
) -> None:
    monkeypatch.setenv(f"VERAZ_{variable}", value)
    [(found, told)] = Found(veraz).wrong.items()
    assert found == name
    assert todo in told


def test_a_package_that_is_not_installed_says_what_installs_it(veraz: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(package: str) -> str:
        raise PackageNotFoundError(package)

    monkeypatch.setattr("veraz.cli.checkup.version", gone)
    for name in ("urllib3", "joserfc", "joserfc.jwk", "joserfc.jws"):
        monkeypatch.setitem(sys.modules, name, None)
    assert Found(veraz).wrong == dict.fromkeys(("joserfc", "urllib3"), "pip install 'veraz[sync]'")


def test_a_state_folder_that_cannot_be_written_is_named(veraz: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.access", lambda *_: False)
    assert "name another folder in VERAZ_STATE" in Found(veraz, "--offline").wrong["folder"]


def test_a_file_that_was_tampered_with_is_named(far: Any, veraz: Run, state: Path) -> None:
    far.publish("One.")
    veraz("sync")
    [file] = state.rglob(FILE)
    file.write_bytes(file.read_bytes().replace(b'"payload": "', b'"payload": "A'))
    found = Found(veraz, "--offline")
    assert f"{file} is not used" in found.text("state", "refused")
    assert "veraz sync fetches another" in found.wrong["refused"]


def test_counts_that_wait_for_long_and_those_that_were_lost_are_told(veraz: Run, spool: Spool) -> None:
    spool.count({TURN: 1})
    assert Found(veraz).text("state", "counts").startswith("1 count wait")
    spool.clock = lambda: time.time() - 3 * DAY
    spool.count({TURN: 2})
    spool.transact(lambda connection: drop(connection, "spool_full", 7))
    found = Found(veraz)
    assert found.text("state", "counts").startswith("3 counts wait, the oldest for 3 days")
    assert "veraz sync sends them" in found.wrong["counts"]
    assert (found.text("state", "dropped"), found.data("state", "dropped")) == ("7 counts", {"spool_full": 7})


def test_a_file_that_is_no_spool_is_named(veraz: Run, spool: Spool, state: Path) -> None:
    (next(state.iterdir()) / SPOOL).write_text("no spool " * 1000)
    assert set(Found(veraz).wrong) == {"counts"}


def test_a_console_that_nobody_reaches_is_said_to_be_so(away: Run) -> None:
    assert Found(away).wrong == {"answers": "does the console run there, and is the port right?"}


@pytest.mark.parametrize(("status", "todo"), [(404, "is this the console's address?"), (503, "look at its log")])
def test_what_answers_otherwise_says_what_to_do(far: Any, veraz: Run, status: int, todo: str) -> None:
    far.instead = lambda _: Answer(status, {}, b"")
    [(name, told)] = Found(veraz).wrong.items()
    assert (name, todo in told) == ("answers", True)


def test_a_key_that_does_not_work_is_said_to_be_so(far: Any, veraz: Run) -> None:
    def answer(path: str) -> Answer:
        return Answer(200, {}, far.signed_keys()) if path == "/v1/keys" else far.refused(401, "key_invalid")

    far.instead = answer
    found = Found(veraz)
    assert found.data("console", "key") == {"works": False}
    assert "has expired or was revoked" in found.wrong["key"]


def test_scopes_that_agents_need_are_asked_for_and_others_only_told(far: Any, veraz: Run) -> None:
    far.scopes = {"phrasings:read"}
    found = Found(veraz)
    assert set(found.wrong) == {"meters:write"}
    assert "make one that has it under the console's Settings, API keys" in found.wrong["meters:write"]
    assert found.data("console", "tools:write") == {"may": False}
    assert found.data("console", "phrasings:read") == {"may": True}
    far.scopes = {"meters:write", "tools:write"}
    assert set(Found(veraz).wrong) == {"phrasings:read"}


@pytest.mark.parametrize(("apart", "told"), [(200, "behind"), (-200, "ahead")])
def test_clocks_that_are_apart_are_told(veraz: Run, monkeypatch: pytest.MonkeyPatch, apart: int, told: str) -> None:
    date = formatdate(time.time() + apart, usegmt=True)
    monkeypatch.setattr("http.server.BaseHTTPRequestHandler.date_time_string", lambda _: date)
    found = Found(veraz)
    assert found.text("console", "clock") == f"this machine's is 3 minutes {told}"
    assert "set the clocks right" in found.wrong["clock"]


def test_keys_that_are_not_pinned_yet_are_shown_to_be_compared(far: Any, veraz: Run) -> None:
    found = Found(veraz)
    assert found.text("console", "keys").startswith(f"{far.keys[0].thumbprint()}\nthey would be pinned")
    assert found.data("state", "keys")["fingerprints"] == []


def test_keys_that_no_held_one_has_signed_are_not_believed(far: Any, veraz: Run) -> None:
    far.publish("One.")
    veraz("sync")
    far.keys = [far.new_key()]
    found = Found(veraz)
    assert set(found.wrong) == {"keys", "published"}
    assert "delete keys.jsonl" in found.wrong["keys"]


def test_what_answers_and_is_no_console_is_told_so(far: Any, veraz: Run) -> None:
    far.instead = lambda _: Answer(200, {}, b"<html>Welcome</html>")
    assert Found(veraz).wrong == {"keys": "is this a console? Something between may have answered in its place"}


def test_a_console_that_signs_with_a_key_it_does_not_name_is_told(far: Any, veraz: Run) -> None:
    far.publish("One.")
    veraz("sync")
    named = far.signed_keys()
    far.keys = [far.new_key()]

    def answer(path: str) -> Answer:
        return Answer(200, {}, named if path == "/v1/keys" else far.signed_document())

    far.instead = answer
    assert "SIGNING_KEY" in Found(veraz).wrong["published"]


def test_a_key_that_follows_one_that_is_held_is_told_as_new(far: Any, veraz: Run) -> None:
    far.publish("One.")
    veraz("sync")
    far.keys = [far.new_key(), *far.keys]
    found = Found(veraz)
    assert found.data("console", "keys")["new"] == [far.keys[0].thumbprint()]
    assert found.wrong == {}


def test_a_console_that_was_put_back_is_told(far: Any, veraz: Run) -> None:
    far.publish("Nine.", number=9)
    veraz("sync")
    far.publish("Eight.", number=8)
    found = Found(veraz)
    assert "lower than v9 that is held, so it is refused" in found.text("console", "published")
    assert "was its database put back?" in found.wrong["published"]


def test_a_console_that_gives_out_another_organisations_phrasings_is_told_with_what_to_do(far: Any, veraz: Run) -> None:
    far.publish("One.")
    veraz("sync")
    far.more = {"organisation": "other"}
    found = Found(veraz)
    assert "those of desk are held, so it is refused" in found.text("console", "published")
    assert "if this runtime was given to other, delete phrasings.jws" in found.wrong["published"]
