"""A call is written down before it runs, so that a crash can hide none."""

import errno
import json
import os
import stat
from pathlib import Path
from typing import Any

import pytest

from veraz import Outcome
from veraz.agent.attempt import Ended
from veraz.agent.journal import Journal
from veraz.errors import RecordError


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "calls.jsonl"


def outcomes(path: Path) -> list[Outcome]:
    return [call.outcome for call in Journal(path).earlier("u-1")]


def test_a_call_that_never_ended_is_unknown_after_a_restart(path: Path) -> None:
    Journal(path).begin("u-1", "book_table", {"people": 2})
    assert outcomes(path) == [Outcome.UNKNOWN]


def test_a_call_that_ended_is_what_it_came_to(path: Path) -> None:
    journal = Journal(path)
    journal.end(journal.begin("u-1", "book_table", {"people": 2}), Ended(Outcome.DONE, None, {"id": "K7"}))
    (call,) = Journal(path).earlier("u-1")
    assert (call.outcome, call.arguments, call.result) == (Outcome.DONE, {"people": 2}, {"id": "K7"})


def test_the_calls_of_others_are_theirs(path: Path) -> None:
    Journal(path).begin("u-2", "book_table", {})
    assert outcomes(path) == []


@pytest.mark.parametrize("keep", [0.1, 0.5, 0.9])
def test_a_line_torn_by_a_crash_is_passed_over(path: Path, keep: float) -> None:
    journal = Journal(path)
    call_id = journal.begin("u-1", "book_table", {})
    whole = path.read_bytes()
    journal.end(call_id, Ended(Outcome.DONE))
    ending = path.read_bytes()[len(whole) :]
    path.write_bytes(whole + ending[: int(len(ending) * keep)])
    assert outcomes(path) == [Outcome.UNKNOWN]
    Journal(path).begin("u-1", "order_taxi", {})
    assert outcomes(path) == [Outcome.UNKNOWN, Outcome.UNKNOWN]


def test_an_ending_that_lost_its_line_break_alone_counts(path: Path) -> None:
    journal = Journal(path)
    journal.end(journal.begin("u-1", "book_table", {}), Ended(Outcome.DONE))
    path.write_bytes(path.read_bytes().rstrip(b"\n"))
    assert outcomes(path) == outcomes(path) == [Outcome.DONE]


def test_a_file_that_is_no_journal_is_refused_with_its_line(path: Path) -> None:
    path.write_text('{"name": "Ana"}\n')
    with pytest.raises(RecordError, match="line 1"):
        Journal(path)


@pytest.mark.parametrize(
    "line", ["[]", "7", '"tool"', '{"call": "x", "outcome": "well", "reason": null, "result": null}']
)
def test_a_line_of_another_program_is_refused_wherever_it_stands(path: Path, line: str) -> None:
    Journal(path).begin("u-1", "book_table", {})
    path.write_text(f'{path.read_text()}{{"torn": \n{line}\n')
    with pytest.raises(RecordError, match=r"calls\.jsonl, line 3"):
        Journal(path)


def test_a_journal_that_cannot_be_opened_says_so(tmp_path: Path) -> None:
    with pytest.raises(RecordError, match="cannot be read and written"):
        Journal(tmp_path)


def test_a_journal_that_may_only_be_read_is_named_at_the_start(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Journal(path).begin("u-1", "book_table", {})
    refuse_to_write(monkeypatch)
    with pytest.raises(RecordError, match=r"calls\.jsonl: .*Read-only file system"):
        Journal(path)


def refuse_to_write(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have files opened as on a disk that may only be read; to root nothing else is one."""
    opened = os.open

    def opens(path: Any, flags: int, *more: Any, **settings: Any) -> int:
        if flags & (os.O_RDWR | os.O_WRONLY):
            raise OSError(errno.EROFS, os.strerror(errno.EROFS), str(path))
        return opened(path, flags, *more, **settings)

    monkeypatch.setattr(os, "open", opens)


def test_an_ending_whose_beginning_was_torn_is_passed_over(path: Path) -> None:
    journal = Journal(path)
    call_id = journal.begin("u-1", "book_table", {})
    path.write_bytes(path.read_bytes()[:20] + b"\n")
    journal.end(call_id, Ended(Outcome.DONE))
    journal.end(journal.begin("u-1", "order_taxi", {}), Ended(Outcome.FAILED))
    assert outcomes(path) == [Outcome.FAILED]


def test_a_line_is_begun_anew_below_what_was_torn_while_the_process_lived(path: Path) -> None:
    journal = Journal(path)
    journal.end(journal.begin("u-1", "book_table", {}), Ended(Outcome.DONE))
    path.write_bytes(path.read_bytes()[:-20])
    journal.end(journal.begin("u-1", "order_taxi", {}), Ended(Outcome.DONE))
    assert outcomes(path) == [Outcome.UNKNOWN, Outcome.DONE]


def test_only_its_owner_may_read_a_journal(path: Path) -> None:
    Journal(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_the_attempt_stands_in_the_journal_before_the_tool_runs(desk: Any, path: Path) -> None:
    found: list[str] = []
    desk.does("book_table", lambda: found.extend(path.read_text().splitlines()))
    agent, _ = desk.agent(desk.asks(("book_table", {"people": 2})), "Booked.", journal=path)
    agent.chat("a table", user="u-1")
    agent.confirm("u-1", "approve")
    assert json.loads(found[-1])["tool"] == "book_table"
    assert outcomes(path) == [Outcome.DONE]


def test_a_tool_the_process_died_inside_is_unknown_to_the_next_one(desk: Any, path: Path) -> None:
    class Died(BaseException):
        pass

    def die() -> None:
        raise Died

    desk.does("book_table", die)
    agent, _ = desk.agent(desk.asks(("book_table", {"people": 2})), journal=path)
    agent.chat("a table", user="u-1")
    with pytest.raises(Died):
        agent.confirm("u-1", "approve")
    after, _ = desk.agent("I've booked your table.", journal=path)
    assert "still being checked" in after.chat("did it work?", user="u-1").text


def test_a_call_that_cannot_be_written_down_is_not_run(desk: Any, path: Path) -> None:
    agent, _ = desk.agent(desk.asks(("book_table", {"people": 2})), "Hm.", journal=path)
    agent.chat("a table", user="u-1")
    path.unlink()
    path.mkdir()
    (call,) = agent.confirm("u-1", "approve").calls
    assert (call.outcome, call.reason) == (Outcome.NOT_ATTEMPTED, "journal")
    assert desk.ran == []


def test_a_call_the_process_died_undoing_is_unknown(path: Path) -> None:
    journal = Journal(path)
    call_id = journal.begin("u-1", "book_table", {})
    journal.end(call_id, Ended(Outcome.DONE))
    journal.end(call_id, Ended(Outcome.UNKNOWN))
    assert outcomes(path) == [Outcome.UNKNOWN]
