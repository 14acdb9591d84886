"""A disk that is full, and on which room is made again: the journal has each call that ran, and the agent starts."""

from __future__ import annotations

import os
import random
import shutil
import signal
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Protocol

import pytest

from veraz import Agent, Outcome, tool
from veraz.agent.attempt import Ended
from veraz.agent.journal import Journal

SIZE = 64 * 1024
FULL_ENOUGH = SIZE // 2  # bytes of a journal, after which it is put away and another begun
ENDINGS = "done done done done done done done failed failed failed unknown died".split()


class Disk(Protocol):
    """A small disk, for a journal alone."""

    journal: Path

    def leave(self, room: int) -> None:
        """Leave so many more bytes for the journal."""


class Tmpfs:
    """A disk of 64 KiB in memory, which a ballast fills."""

    def __init__(self, folder: Path) -> None:
        self.journal = folder / "calls.jsonl"
        self._ballast = folder / "ballast"

    def leave(self, room: int) -> None:
        self._ballast.unlink(missing_ok=True)
        free = shutil.disk_usage(self._ballast.parent).free
        with self._ballast.open("wb") as file:
            file.truncate(max(0, free - room))
            os.posix_fallocate(file.fileno(), 0, max(1, free - room))


class Bounded:
    """Any disk, on which the system lets this process write files of no more than so many bytes."""

    def __init__(self, folder: Path) -> None:
        self.journal = folder / "calls.jsonl"

    def leave(self, room: int) -> None:
        length = self.journal.stat().st_size if self.journal.exists() else 0
        resource = pytest.importorskip("resource", reason="this system has no bounds to set")
        resource.setrlimit(resource.RLIMIT_FSIZE, (min(length + room, SIZE), resource.RLIM_INFINITY))


@pytest.fixture
def tmpfs(tmp_path: Path) -> Iterator[Tmpfs]:
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", f"size={SIZE}", "tmpfs", str(folder)]
    try:
        subprocess.run(mount, check=True, capture_output=True, timeout=10)
    except (OSError, subprocess.SubprocessError) as error:
        answer = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        answer(f"a small disk takes Linux and the right to mount one: {error}")
    yield Tmpfs(folder)
    subprocess.run(["umount", "-l", str(folder)], check=True, timeout=10)


@pytest.fixture
def bounded(tmp_path: Path) -> Iterator[Bounded]:
    resource = pytest.importorskip("resource", reason="this system has no bounds to set")
    before, ignored = resource.getrlimit(resource.RLIMIT_FSIZE), signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    yield Bounded(tmp_path)
    resource.setrlimit(resource.RLIMIT_FSIZE, before)
    signal.signal(signal.SIGXFSZ, ignored)


def test_a_call_after_the_one_that_filled_the_disk_is_known_to_the_next_process(bounded: Bounded) -> None:
    bounded.leave(SIZE)
    journal = Journal(bounded.journal)
    filling = journal.begin("u-1", "book_table", {})
    bounded.leave(30)
    with pytest.raises(OSError, match="large"):
        journal.end(filling, Ended(Outcome.DONE))
    bounded.leave(SIZE)
    journal.begin("u-1", "order_taxi", {})
    found = [(call.tool, call.outcome) for call in Journal(bounded.journal).earlier("u-1")]
    assert found == [("book_table", Outcome.DONE), ("order_taxi", Outcome.UNKNOWN)]


def test_an_agent_starts_on_a_full_disk_and_runs_nothing_until_there_is_room(desk: Any, bounded: Bounded) -> None:
    Journal(bounded.journal).begin("u-2", "order_taxi", {})
    torn = bounded.journal.read_bytes()[:-10]
    bounded.journal.write_bytes(torn)
    bounded.leave(0)
    menu = desk.asks(("read_menu", {}))
    agent, _ = desk.agent(menu, "Hm.", menu, "Here.", journal=bounded.journal)
    assert [call.reason for call in agent.chat("the menu", user="u-1").calls] == ["journal"]
    bounded.leave(SIZE)
    assert [call.outcome for call in agent.chat("the menu", user="u-1").calls] == [Outcome.DONE]
    assert desk.ran == ["read_menu"]


def test_a_call_is_not_undone_where_that_cannot_be_written_down(desk: Any, bounded: Bounded) -> None:
    bounded.leave(SIZE)

    def fails() -> None:
        bounded.leave(0)
        raise ValueError

    desk.does("order_taxi", fails)
    agent, _ = desk.agent(desk.asks(("book_table", {"people": 2}), ("order_taxi", {})), "Hm.", journal=bounded.journal)
    agent.chat("a table and a taxi", user="u-1")
    table, taxi = agent.confirm("u-1", "approve").calls
    assert (table.outcome, table.reason, taxi.outcome) == (Outcome.DONE, "journal", Outcome.FAILED)
    assert desk.ran == ["book_table", "order_taxi"]
    assert next(call.outcome for call in Journal(bounded.journal).earlier("u-1")) is Outcome.DONE


class Died(BaseException):
    """What the process dies of inside a tool."""


class Walk:
    """An agent whose disk is filled and freed at random, and which dies and starts again; it notes what really ran.

    :ivar really: by the number of each call that ran, what became of it.
    :ivar told: by the number of each call in the journals, what they say of it.
    """

    def __init__(self, disk: Disk, seed: int) -> None:
        self.disk = disk
        self.random = random.Random(seed)
        self.really: dict[int, Outcome] = {}
        self.told: dict[int, Outcome] = {}
        self.reasons: Counter[str | None] = Counter()
        self.asked = 0
        self.starts = 0

    def go(self, calls: int) -> None:
        while self.asked < calls:
            self._life(min(calls, self.asked + self.random.randint(1, 40)))

    def _life(self, until: int) -> None:
        """Start an agent, whatever room there is, and let it work until it dies."""
        user = f"u-{self.starts}"
        self.starts += 1
        agent = Agent("desk", [self._tool()], self._model, on_unread="model", journal=self.disk.journal)
        agent.chat("hello", user=user)
        try:
            while self.asked < until:
                self._fill_or_free()
                agent.chat("go on", user=user)
                self.reasons.update(call.reason for call in agent.confirm(user, "approve").calls)
        except Died:
            self.reasons["died"] += 1
        self._put_away()

    def _fill_or_free(self) -> None:
        if self.random.random() < 0.4:
            self.disk.leave(self.random.choice((0, 0, 50, 200, 4096, SIZE)))

    def _put_away(self) -> None:
        """Read the journal as the next process would; a long one gives way to another."""
        journal = Journal(self.disk.journal)
        for start in range(self.starts):
            self.told |= {call.arguments["number"]: call.outcome for call in journal.earlier(f"u-{start}")}
        if self.disk.journal.stat().st_size > FULL_ENOUGH:
            self.disk.journal.unlink()

    def _model(self, conversation: list[dict[str, Any]]) -> Any:
        """Ask for up to three calls; once they have ended, say so."""
        if conversation[-1]["role"] == "tool":
            return "That is all."
        numbers = range(self.asked, self.asked + self.random.randint(1, 3))
        self.asked = numbers.stop
        calls = [{"name": "book", "arguments": {"number": number}} for number in numbers]
        return {"content": "", "tool_calls": calls}

    def _tool(self) -> Any:
        def undo(number: int) -> None:
            self.really[number] = Outcome.UNDONE
            self._fill_or_free()

        @tool(write=True, undo=undo)
        def book(number: int) -> dict[str, bool]:
            ending = self.random.choice(ENDINGS)
            self.really[number] = Outcome.UNKNOWN if ending == "died" else Outcome(ending)
            self._fill_or_free()
            if ending != "done":
                raise {"failed": ValueError, "unknown": TimeoutError, "died": Died}[ending]
            return {"ok": True}

        return book


@pytest.mark.parametrize(("disk", "calls"), [("tmpfs", 2000), ("bounded", 400)])
@pytest.mark.parametrize("seed", [1, 2])
def test_each_call_that_ran_is_in_the_journal_with_its_outcome_or_unknown(
    request: pytest.FixtureRequest, disk: str, calls: int, seed: int
) -> None:
    walk = Walk(request.getfixturevalue(disk), seed)
    walk.go(calls)
    assert walk.told.keys() == walk.really.keys()
    wrong = {number for number, told in walk.told.items() if told not in (walk.really[number], Outcome.UNKNOWN)}
    assert wrong == set()
    known = sum(told is not Outcome.UNKNOWN for told in walk.told.values())
    assert min(known, 2 * walk.reasons["journal"], 50 * walk.reasons["died"]) > calls / 10, "the walk met too little"
    assert set(walk.told.values()) == {Outcome.DONE, Outcome.FAILED, Outcome.UNKNOWN, Outcome.UNDONE}
