"""``veraz sync``: what someone reads who asks the console now."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from veraz.cli.connection import Given
from veraz.meters import Series
from veraz.sync import Answer, Console
from veraz.sync.background import Background
from veraz.sync.cache import Cache
from veraz.sync.parcels import Parcels
from veraz.sync.spool import FILE, Spool

TURN = Series.of("turns", {"how": "model"})
Run = Callable[..., Any]


def refused(status: int) -> Callable[[str], Answer]:
    return lambda _: Answer(status, {}, b"")


def test_the_first_time_says_the_version_its_texts_and_the_keys_that_are_pinned(far: Any, veraz: Run) -> None:
    far.publish("A table is yours.")
    far.more = {"published_at": "2026-01-05T09:30:00Z", "note": "Softer"}
    done = veraz("sync")
    assert done.exit_code == 0
    assert "phrasings  v1 of desk, published 2026-01-05 09:30 UTC" in done.stdout
    assert "«Softer»" in done.stdout
    assert "texts      1 text (1 in en) for 1 tool" in done.stdout
    assert f"keys       {far.keys[0].thumbprint()}: pinned now; compare" in done.stdout
    assert "counts     none wait" in done.stdout


def test_before_the_first_version_it_says_that_nothing_is_published(veraz: Run) -> None:
    assert "v0 of desk: nothing is published yet" in veraz("sync").stdout


def test_another_version_says_which_was_held_before_and_the_same_does_not(far: Any, veraz: Run) -> None:
    far.publish("One.")
    veraz("sync")
    assert "before" not in veraz("sync").stdout
    far.publish("Two.")
    assert "before     v1" in veraz("sync").stdout


def test_an_agent_that_starts_without_the_console_begins_with_what_was_fetched(far: Any, veraz: Run) -> None:
    far.publish("A table is yours.")
    veraz("sync")
    version = Console(offline=True).version
    assert version is not None
    assert version.number == 1


def test_texts_are_held_to_the_tools_that_are_given(far: Any, veraz: Run, tools: Path) -> None:
    far.publish("Booked for {argument.people}.")
    far.tools["book_table"]["pt-BR"] = {"done": "Mesa para {argument.pessoas}."}
    far.tools["refund"] = {"en": {"done": "Refunded."}}
    done = veraz("sync", "--tools", tools)
    assert done.exit_code == 0
    assert "texts      1 text (1 in en) fit" in done.stdout
    assert "not used   book_table.pt-BR.done: {argument.pessoas}: the tool's schema has no 'pessoas'" in done.stdout
    assert "not given  refund: " in done.stdout
    assert "no texts   ship: " in done.stdout


def test_what_the_publisher_wrote_moves_no_cursor(far: Any, veraz: Run) -> None:
    far.publish("One.")
    far.more = {"published_at": "2026-01-05T09:30:00Z", "note": "\x1b]0;owned\x07"}
    assert "\x1b]0;" not in veraz("sync").stdout


def test_the_signed_document_is_written_for_an_image(far: Any, veraz: Run, tmp_path: Path) -> None:
    far.publish("A table is yours.")
    file = tmp_path / "phrasings.jws"
    assert f"bootstrap  {file}" in veraz("sync", "--bootstrap", file).stdout
    started = Console(offline=True, state=tmp_path / "other", bootstrap=file, keys=far.jwks(*far.keys))
    assert started.version is not None
    assert started.version.number == 1


def test_nothing_is_written_for_an_image_where_the_console_is_away(far: Any, veraz: Run, tmp_path: Path) -> None:
    far.publish("One.")
    veraz("sync")
    far.instead = refused(503)
    assert veraz("sync", "--bootstrap", tmp_path / "phrasings.jws").exit_code == 1
    assert not (tmp_path / "phrasings.jws").exists()


def test_a_file_that_cannot_be_written_is_named(far: Any, veraz: Run, tmp_path: Path) -> None:
    done = veraz("sync", "--bootstrap", tmp_path / "nowhere" / "phrasings.jws")
    assert done.exit_code == 1
    assert "phrasings.jws cannot be written: No such file" in done.stderr


def test_what_was_counted_is_sent_once(far: Any, veraz: Run, spool: Spool) -> None:
    spool.count({TURN: 3})
    assert "counts     3 counts sent in 1 post; none wait" in veraz("sync").stdout
    assert [sample["n"] for post in far.posts for sample in post["samples"]] == [3]
    assert "counts     none wait" in veraz("sync").stdout
    assert len(far.posts) == 1


def test_what_was_counted_can_be_left_where_it_is(far: Any, veraz: Run, spool: Spool) -> None:
    spool.count({TURN: 3})
    assert veraz("sync", "--no-send").exit_code == 0
    assert far.posts == []
    assert sum(Parcels(spool, "1").waiting().values()) == 3


def test_where_nothing_was_counted_no_spool_is_made(veraz: Run, state: Path) -> None:
    veraz("sync")
    assert not list(state.rglob(FILE))


def test_a_process_that_sends_is_left_to_it(far: Any, veraz: Run, spool: Spool) -> None:
    spool.count({TURN: 3})
    Parcels(spool, "1").lease("an agent", 60)
    done = veraz("sync")
    assert (done.exit_code, far.posts) == (0, [])
    assert "counts     3 counts wait: another process sends here" in done.stdout


def test_a_key_that_may_not_send_says_so_and_what_was_counted_waits(far: Any, veraz: Run, spool: Spool) -> None:
    spool.count({TURN: 3})
    far.scopes = {"phrasings:read"}
    done = veraz("sync")
    assert done.exit_code == 1
    assert "3 counts wait" in done.stdout
    assert "Warning: the console refused the key with 403" in done.stderr


def test_a_console_that_nobody_reaches_is_said_to_be_so_with_what_to_do(away: Run) -> None:
    done = away("sync")
    assert done.exit_code == 1
    assert "Error: http://127.0.0.1:9 did not answer" in done.stderr
    assert "does the console run there, and is the port right?" in done.stderr
    assert "none are held: agents use a file of their own, or the defaults" in done.stdout


@pytest.mark.parametrize(
    ("status", "todo"),
    [
        (401, "the key is not known there, has expired or was revoked"),
        (404, "is this the console's address?"),
        (429, "wait a minute"),
        (503, "look at its log"),
        (302, "give the address that it points to"),
    ],
)
def test_what_is_refused_says_what_to_do_and_what_is_held_stays(far: Any, veraz: Run, status: int, todo: str) -> None:
    far.publish("One.")
    veraz("sync")
    far.instead = refused(status)
    done = veraz("sync")
    assert done.exit_code == 1
    assert f"Error: the console answered {status}" in done.stderr
    assert todo in done.stderr
    assert "phrasings  v1 of desk" in done.stdout


def test_a_key_without_the_scope_is_told_which_it_lacks(far: Any, veraz: Run) -> None:
    far.scopes = {"meters:write"}
    done = veraz("sync")
    assert done.exit_code == 1
    assert "the key lacks the scope phrasings:read: make one that has it under the console's Settings" in done.stderr


def test_another_console_at_the_address_is_not_believed(far: Any, veraz: Run) -> None:
    far.publish("One.")
    veraz("sync")
    far.keys = [far.new_key()]
    far.publish("Two.")
    done = veraz("sync")
    assert done.exit_code == 1
    assert "run veraz doctor to see the keys that are held" in done.stderr
    assert "phrasings  v1 of desk" in done.stdout


def test_another_organisations_phrasings_are_refused_until_the_file_that_is_named_is_deleted(
    far: Any, veraz: Run, state: Path
) -> None:
    far.publish("One.")
    veraz("sync")
    far.more = {"organisation": "other"}
    far.publish("Two.")
    done = veraz("sync")
    [kept] = state.rglob("phrasings.jws")
    assert (done.exit_code, f"if this runtime was given to other, delete {kept}" in done.stderr) == (1, True)
    assert "phrasings  v1 of desk" in done.stdout
    kept.unlink()
    assert "phrasings  v2 of other" in veraz("sync").stdout


@pytest.mark.parametrize(
    ("variable", "value", "named"),
    [
        ("CONSOLE", "", "no console is named: give --console https://…, or set VERAZ_CONSOLE"),
        ("CONSOLE", "veraz", "the console's address must be like https://veraz.example"),
        ("CONSOLE", "http://veraz.example", "the key needs https:// to travel"),
        ("KEY", "", "there is no API key: set VERAZ_KEY"),
        ("KEY", "ké y", "holds a character that no key has"),
        ("KEYS", "/nowhere.json", "/nowhere.json: there is no key set"),
        ("OFFLINE", "1", "VERAZ_OFFLINE is set, so no console is asked"),
        ("OFFLINE", "perhaps", "it takes 1 or 0"),
        ("LICENCE", "a.b.c", ""),
    ],
)
def test_a_setting_that_cannot_be_used_is_named(
    veraz: Run, monkeypatch: pytest.MonkeyPatch, variable: str, value: str, named: str
) -> None:
    monkeypatch.setenv(f"VERAZ_{variable}", value)
    done = veraz("sync")
    assert done.exit_code == (2 if named else 0)
    assert named in done.stderr


@pytest.mark.parametrize("package", ["urllib3", "joserfc"])
def test_a_package_that_is_not_there_is_named_with_what_installs_it(
    veraz: Run, monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    done = veraz("sync")
    assert done.exit_code == 2
    assert f"{package}, which is not installed: pip install 'veraz[sync]'" in done.stderr


@pytest.mark.parametrize("options", [("--watch", "--bootstrap", "x"), ("--tools", "nowhere.yaml"), ("now",)])
def test_what_cannot_be_done_is_wrong_usage(veraz: Run, options: tuple[str, ...]) -> None:
    assert veraz("sync", *options).exit_code == 2


def test_a_key_on_the_command_line_is_warned_of_and_one_that_is_typed_is_not(
    veraz: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("VERAZ_KEY")
    visible = veraz("sync", "--key", "vz_0123abcd_secret")
    assert visible.exit_code == 0
    assert "a key on the command line is seen by" in visible.stderr
    typed = veraz("sync", "--key", "-", input="vz_0123abcd_secret\n")
    assert (typed.exit_code, typed.stderr) == (0, "")
    assert "secret" not in visible.output + typed.output
    assert veraz("sync", "--key", "-", input="").exit_code == 2


def asked_to(far: Any, monkeypatch: pytest.MonkeyPatch, *acts: Callable[[], Any]) -> None:
    """Have the console do one of ``acts`` before each answer, once all of them are through nothing more."""
    send, left = far.send, list(acts)

    def answer(*request: Any, **settings: Any) -> Answer:
        if left:
            left.pop(0)()
        return send(*request, **settings)

    monkeypatch.setattr(far, "send", answer)


@pytest.fixture
def impatient(far: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the console ask to be asked often."""
    monkeypatch.setattr("veraz.sync.document.SHORTEST_POLL", 0.01)
    far.more = {"poll_seconds": 0.01}


def nothing() -> None:
    """Do nothing."""


@pytest.mark.usefixtures("impatient")
def test_who_watches_is_told_of_each_version_until_the_key_is_refused(
    far: Any, veraz: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    far.publish("One.")
    last = lambda: setattr(far, "instead", refused(401))  # noqa: E731
    asked_to(far, monkeypatch, nothing, nothing, nothing, lambda: far.publish("Two."), nothing, last)
    done = veraz("sync", "--watch", "--no-send")
    assert done.exit_code == 1
    assert "UTC  v1: 1 text\n" in done.stdout
    assert "UTC  v2: 1 text\n" in done.stdout
    assert "Warning: the console refuses the key and is not asked again" in done.stderr


@pytest.mark.usefixtures("impatient")
def test_who_watches_is_told_when_the_console_is_there_again(
    far: Any, veraz: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("veraz.sync.pauses.SHORTEST", 0.01)
    monkeypatch.setattr("veraz.sync.pauses._FIRST", 0.01)
    far.publish("One.")
    away, back = (lambda act=act: setattr(far, "instead", act) for act in (refused(503), None))
    asked_to(far, monkeypatch, nothing, nothing, away, back, nothing, lambda: setattr(far, "instead", refused(403)))
    done = veraz("sync", "--watch", "--no-send")
    assert "Warning: phrasings were not fetched: the console answered 503" in done.stderr
    assert "phrasings are fetched again; v1 is held" in done.stderr


def before_it(monkeypatch: pytest.MonkeyPatch, of: type, name: str, act: Callable[[], Any]) -> None:
    """Do ``act`` before whatever the method does."""
    method = getattr(of, name)

    def does(*given: Any, **settings: Any) -> Any:
        act()
        return method(*given, **settings)

    monkeypatch.setattr(of, name, does)


MOMENTS = {
    "while it connects": (Given, "connection"),
    "before its first line": (Cache, "__init__"),
    "before it asks": (Background, "start"),
    "while it ends": (Background, "close"),
}


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("word", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("moment", ["while it asks", *MOMENTS])
def test_a_watch_ends_well_at_whatever_moment_it_is_told_to(
    far: Any, veraz: Run, monkeypatch: pytest.MonkeyPatch, word: signal.Signals, moment: str
) -> None:
    before = [signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)]
    tell = lambda: os.kill(os.getpid(), word)  # noqa: E731
    asked_to(far, monkeypatch, nothing, nothing, nothing, tell)
    if moment in MOMENTS:
        before_it(monkeypatch, *MOMENTS[moment], tell)
    done = veraz("sync", "--watch", "--no-send")
    assert (done.exit_code, done.stderr) == (0, "")
    assert [signal.getsignal(each) for each in (signal.SIGINT, signal.SIGTERM)] == before


@pytest.mark.usefixtures("impatient")
def test_a_watch_that_a_script_started_in_the_background_ends_well_too(
    far: Any, veraz: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked_to(far, monkeypatch, nothing, nothing, nothing, lambda: os.kill(os.getpid(), signal.SIGINT))
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        assert veraz("sync", "--watch", "--no-send").exit_code == 0
    finally:
        signal.signal(signal.SIGINT, before)


@pytest.mark.usefixtures("impatient")
def test_a_watch_sends_what_is_counted_beside_it(
    far: Any, veraz: Run, spool: Spool, monkeypatch: pytest.MonkeyPatch
) -> None:
    spool.count({TURN: 3})
    counted = far.counted

    def counts_and_ends_it(post: dict[str, Any]) -> Answer:
        answer: Answer = counted(post)
        os.kill(os.getpid(), signal.SIGINT)
        return answer

    monkeypatch.setattr(far, "counted", counts_and_ends_it)
    assert veraz("sync", "--watch").exit_code == 0
    assert sum(sample["n"] for post in far.posts for sample in post["samples"]) == 3
