"""The sender: whatever becomes of its posts, the console ends with what was counted, once."""

from __future__ import annotations

import gzip
import json
import math
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import pairwise
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from veraz.errors import NoAnswer
from veraz.meters import Series
from veraz.sync.parcels import Parcels, Schedule
from veraz.sync.pauses import SHORTEST
from veraz.sync.sender import HEARTBEAT, LEASE, Drained, Sender
from veraz.sync.spool import Spool
from veraz.sync.transport import Answer

NOON = 1_791_028_800  # 2026-10-03 12:00 UTC
TURN = Series.of("turns", {"how": "model"})
READ = Series.of("sentences.read", {"language": "pt-BR", "version": "17"})


class Clock:
    def __init__(self) -> None:
        self.now = float(NOON)

    def __call__(self) -> float:
        return self.now


class Meters:
    """A console that takes each count of a batch in once. `script` answers in its place, one entry a post, in order."""

    def __init__(self) -> None:
        self.taken: dict[tuple[str, ...], int] = {}
        self.dropped: dict[tuple[str, str], int] = {}
        self.posts: list[dict[str, Any]] = []
        self.bodies: list[bytes] = []
        self.timeouts: list[float] = []
        self.script: list[Callable[[dict[str, Any]], Answer]] = []
        self.next_seconds: Any = 60

    def send(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes | None = None, timeout: float = 10.0
    ) -> Answer:
        assert (method, path, headers["Content-Encoding"]) == ("POST", "/v1/meters", "gzip")
        self.bodies.append(gzip.decompress(body or b""))
        self.posts.append(json.loads(self.bodies[-1]))
        self.timeouts.append(timeout)
        return self.script.pop(0)(self.posts[-1]) if self.script else self.take(self.posts[-1])

    def take(self, post: dict[str, Any], rejected: tuple[int, ...] = ()) -> Answer:
        for index, sample in enumerate(post["samples"]):
            key = (post["batch_id"], sample["start"], sample["meter"], json.dumps(sample["labels"], sort_keys=True))
            if index not in rejected:
                self.taken.setdefault(key, sample["n"])
                assert self.taken[key] == sample["n"], "a retry says something else"
        for each in post["dropped"]:
            self.dropped.setdefault((post["batch_id"], each["reason"]), each["n"])
        told = {"batch_id": post["batch_id"], "accepted": len(post["samples"]), "duplicates": 0}
        entries = [{"index": index, "code": "wrong_value"} for index in rejected]
        return answer(202, {**told, "rejected": entries, "next_seconds": self.next_seconds})

    def total(self) -> int:
        return sum(self.taken.values())

    def told_dropped(self) -> dict[str, int]:
        found: Counter[str] = Counter()
        for (_, reason), n in self.dropped.items():
            found[reason] += n
        return dict(found)


def answer(status: int, body: Any = None, **headers: str) -> Answer:
    return Answer(status, {name.replace("_", "-"): value for name, value in headers.items()}, json.dumps(body).encode())


def lost(post: dict[str, Any]) -> Answer:
    raise NoAnswer("no answer in time")


def fails(status: int, **headers: str) -> Callable[[dict[str, Any]], Answer]:
    return lambda post: answer(status, {"code": "sorry"}, **headers)


class Desk:
    """A spool in `folder`, and its sender as one process runs it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.clock = Clock()
        self.meters = Meters()
        self.spool = Spool(folder, self.clock)
        self.sender = self.process()

    def process(self) -> Sender:
        """Return the sender of another process."""
        return Sender(Spool(self.folder, self.clock), self.meters, lambda: 17)

    def passes(self, seconds: float) -> None:
        self.clock.now += seconds

    def runs(self, times: int = 1) -> None:
        """Run the sender so often, each time when it says."""
        for _ in range(times):
            self.passes(self.sender.run())

    def runs_until(self, done: Callable[[], bool]) -> None:
        """Run the sender, each time when it says, until `done`; not for ever."""
        for _ in range(300):
            if done():
                return
            self.runs()
        raise AssertionError("it never came to that")

    def waiting(self) -> int:
        return sum(Parcels(self.spool, "test").waiting().values())


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    desk = Desk(tmp_path)
    desk.sender.run()  # its first heartbeat
    desk.meters.posts.clear()
    desk.passes(60)
    return desk


def test_an_ended_window_is_sent_with_its_labels_and_times_and_nothing_else(desk: Desk) -> None:
    desk.spool.count({READ: 3, TURN: 1})
    desk.passes(60)
    desk.runs()
    (post,) = desk.meters.posts
    assert set(post) == {
        *("schema", "batch_id", "installation", "runtime", "version", "attempt", "sent_at", "samples", "dropped")
    }
    assert (post["schema"], post["version"], post["attempt"], post["dropped"]) == (1, 17, 1, [])
    assert post["sent_at"] == "2026-10-03T12:02:00Z"
    window = {"start": "2026-10-03T12:01:00Z", "end": "2026-10-03T12:02:00Z"}
    assert post["samples"] == [
        {**window, "meter": "sentences.read", "labels": {"language": "pt-BR", "version": "17"}, "n": 3},
        {**window, "meter": "turns", "labels": {"how": "model"}, "n": 1},
    ]
    assert desk.waiting() == 0


def test_a_minute_that_still_runs_is_not_sent(desk: Desk) -> None:
    desk.spool.count({TURN: 1})
    desk.runs()
    assert not desk.meters.posts


def test_a_window_is_sent_soon_after_it_has_ended(desk: Desk) -> None:
    desk.spool.count({TURN: 1})
    began = desk.clock.now
    desk.runs_until(lambda: bool(desk.meters.posts))
    assert desk.clock.now - began < 60 + 45


def test_a_post_whose_answer_is_lost_is_sent_again_and_counted_once(desk: Desk) -> None:
    def taken_and_lost(post: dict[str, Any]) -> Answer:
        desk.meters.take(post)
        raise NoAnswer("no answer in time")

    desk.meters.script = [taken_and_lost, lost, fails(503), fails(429), fails(408), fails(500), fails(404)]
    desk.spool.count({TURN: 5})
    desk.passes(60)
    desk.runs_until(lambda: desk.waiting() == 0)
    attempts = [post["attempt"] for post in desk.meters.posts if post["samples"]]
    assert attempts == [1, 2, 3, 4, 5, 6, 7, 8]
    assert len({post["batch_id"] for post in desk.meters.posts if post["samples"]}) == 1
    assert desk.meters.total() == 5


@pytest.mark.parametrize(
    "body",
    [
        {"batch_id": "another"},
        ["batch_id"],
        None,
        "<html>Sign in to the network</html>",
    ],
)
def test_an_answer_of_something_between_is_no_receipt(desk: Desk, body: Any) -> None:
    desk.meters.script = [lambda post: answer(200, body)]
    desk.spool.count({TURN: 5})
    desk.passes(60)
    desk.runs_until(lambda: desk.meters.total() == 5)
    assert desk.waiting() == 0


def test_a_post_that_the_console_stumbles_over_holds_up_no_other(desk: Desk) -> None:
    def stumbles(post: dict[str, Any]) -> Answer:
        read = any(sample["meter"] == READ.meter for sample in post["samples"])
        return answer(500) if read else desk.meters.take(post)

    desk.meters.script = [stumbles] * 100
    desk.spool.count({READ: 5})
    desk.passes(60)
    desk.runs()
    desk.spool.count({TURN: 2})
    desk.runs_until(lambda: desk.meters.total() == 2)
    assert desk.waiting() == 5


def test_a_post_that_is_too_large_is_halved_under_the_same_batch(desk: Desk) -> None:
    def only_one(post: dict[str, Any]) -> Answer:
        return answer(413) if len(post["samples"]) > 1 else desk.meters.take(post)

    desk.meters.script = [only_one] * 30
    series = [Series.of("arguments.assumed", {"tool": f"tool_{number}"}) for number in range(5)]
    desk.spool.count(dict.fromkeys(series, 2))
    desk.passes(60)
    desk.runs_until(lambda: desk.waiting() == 0)
    assert desk.meters.total() == 10
    assert len({batch for batch, *_ in desk.meters.taken}) == 1


def test_one_sample_that_is_too_large_alone_is_dropped(desk: Desk) -> None:
    desk.meters.script = [fails(413)]
    desk.spool.count({TURN: 5})
    desk.passes(60)
    desk.runs_until(lambda: desk.meters.told_dropped() == {"refused": 5})
    desk.runs(5)
    assert desk.meters.total() == 0


@pytest.mark.parametrize("status", [400, 415, 422])
def test_what_the_console_will_never_take_is_put_aside_told_as_dropped_and_holds_nothing_up(
    desk: Desk, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    desk.meters.script = [fails(status)]
    desk.spool.count({TURN: 5})
    desk.passes(60)
    desk.runs()
    desk.spool.count({TURN: 2})
    desk.runs_until(lambda: desk.meters.total() == 2 and bool(desk.meters.dropped))
    assert desk.meters.told_dropped() == {"refused": 5}
    kept = desk.spool.transact(lambda connection: connection.execute("SELECT n FROM counts").fetchall())
    assert kept == [(5,)]
    assert f"with {status}" in caplog.text


def test_rejected_samples_are_told_as_dropped_and_warned_of_once(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    desk.meters.script = [lambda post: desk.meters.take(post, (0,))] * 2
    for _ in range(2):
        desk.spool.count({READ: 3, TURN: 4})
        desk.passes(60)
        desk.runs()
        desk.passes(60)
    desk.runs_until(lambda: desk.meters.told_dropped() == {"rejected": 6})
    assert desk.meters.total() == 8
    assert caplog.text.count("rejected") == 1


@pytest.mark.parametrize(
    "rejected", ["0", [0], [{"index": "0"}], [{"index": True}], [{"index": 7}], [{"index": -1}], [{}]]
)
def test_rejections_that_name_no_sample_drop_nothing(desk: Desk, rejected: Any) -> None:
    desk.meters.script = [lambda post: answer(202, {"batch_id": post["batch_id"], "rejected": rejected})]
    desk.spool.count({TURN: 5})
    desk.passes(60)
    desk.runs_until(lambda: desk.waiting() == 0)
    desk.runs(5)
    assert desk.meters.told_dropped() == {}


def test_what_was_dropped_is_told_once_however_often_it_is_sent(desk: Desk) -> None:
    def taken_and_lost(post: dict[str, Any]) -> Answer:
        desk.meters.take(post)
        raise NoAnswer("no answer in time")

    desk.meters.script = [lambda post: desk.meters.take(post, (0,)), taken_and_lost, taken_and_lost]
    desk.spool.count({TURN: 4})
    desk.passes(60)
    desk.runs_until(lambda: len(desk.meters.posts) == 4)
    desk.runs(5)
    telling = [post for post in desk.meters.posts if post["dropped"]]
    assert len(telling) == 3
    assert (
        len({json.dumps([post[name] for name in ("batch_id", "dropped", "samples", "version")]) for post in telling})
        == 1
    )
    assert desk.meters.told_dropped() == {"rejected": 4}


@pytest.mark.parametrize("status", [401, 403])
def test_a_key_that_is_refused_stops_the_sending_and_keeps_the_counts(
    desk: Desk, status: int, caplog: pytest.LogCaptureFixture
) -> None:
    desk.meters.script = [fails(status)]
    desk.spool.count({TURN: 5})
    desk.passes(60)
    assert desk.sender.run() == math.inf
    desk.sender.finish(2.0)
    assert len(desk.meters.posts) == 1
    assert desk.waiting() == 5
    assert "refused the key" in caplog.text
    desk.sender = desk.process()  # with a key that may
    desk.passes(60)
    desk.runs_until(lambda: desk.meters.total() == 5)


def test_retry_after_is_kept_to_by_the_next_process_too(desk: Desk) -> None:
    desk.meters.script = [fails(503, retry_after="600")]
    desk.spool.count({TURN: 5})
    desk.passes(60)
    desk.runs()
    desk.sender = desk.process()
    began = desk.clock.now
    desk.passes(LEASE)
    desk.runs_until(lambda: len(desk.meters.posts) > 1)
    assert 540 <= desk.clock.now - began <= 700


def test_the_console_says_when_it_wants_the_next_post(desk: Desk) -> None:
    desk.meters.next_seconds = 300
    times = []
    while len(times) < 4:
        desk.spool.count({TURN: 1})
        before = len(desk.meters.posts)
        at = desk.clock.now
        desk.runs()
        if len(desk.meters.posts) > before:
            times.append(at)
    gaps = [later - earlier for earlier, later in pairwise(times)]
    assert all(300 <= gap < 400 for gap in gaps[1:])


@pytest.mark.parametrize("asked", [None, True, "300", float("nan"), 0, -5, 1e12, 10**400])
def test_what_is_no_time_for_the_next_post_is_made_one(desk: Desk, asked: Any) -> None:
    desk.meters.next_seconds = asked
    desk.spool.count({TURN: 1})
    desk.passes(60)
    assert 0 <= desk.sender.run() <= LEASE
    desk.passes(7200)
    desk.spool.count({TURN: 1})
    desk.passes(60)
    desk.runs()
    assert desk.meters.total() == 2


def test_a_runtime_with_nothing_to_tell_says_now_and_then_that_it_lives(desk: Desk) -> None:
    began = desk.clock.now
    while desk.clock.now < began + 4 * HEARTBEAT:
        desk.runs()
    assert 3 <= len(desk.meters.posts) <= 4
    assert all(post["samples"] == post["dropped"] == [] for post in desk.meters.posts)
    assert len({post["batch_id"] for post in desk.meters.posts}) == len(desk.meters.posts)


def test_after_a_failure_a_sender_with_nothing_to_send_rests(desk: Desk) -> None:
    Parcels(desk.spool, "1").postpone(Schedule(desk.clock(), failures=1, contact=desk.clock()))
    assert desk.sender.run() >= SHORTEST
    assert not desk.meters.posts


def test_an_outage_is_said_once_and_so_is_its_end(desk: Desk, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("INFO")
    desk.meters.script = [lost] * 5
    desk.spool.count({TURN: 1})
    desk.passes(60)
    desk.runs_until(lambda: desk.meters.total() == 1)
    desk.runs(5)
    assert [record.levelname for record in caplog.records] == ["WARNING", "INFO"]


def test_of_several_processes_one_sends_and_another_takes_over_when_it_dies(desk: Desk) -> None:
    other = desk.process()
    desk.spool.count({TURN: 1})
    desk.passes(60)
    desk.sender.run()
    desk.spool.count({TURN: 1})
    desk.passes(31)
    assert other.run() <= LEASE
    assert len(desk.meters.posts) == 1
    desk.passes(LEASE)  # the first has died
    other.run()
    assert desk.meters.total() == 2


def test_a_process_that_is_answered_after_another_took_over_changes_nothing(desk: Desk) -> None:
    def while_it_waits(post: dict[str, Any]) -> Answer:
        told = desk.meters.take(post)
        desk.passes(LEASE + 1)
        desk.process().run()
        desk.spool.count({TURN: 10})
        return told

    desk.meters.script = [while_it_waits]
    desk.spool.count({TURN: 1})
    desk.passes(60)
    desk.runs_until(lambda: desk.waiting() == 0)
    assert desk.meters.total() == 11


def test_the_end_of_a_process_sends_this_minute_too_in_two_seconds_at_most(desk: Desk) -> None:
    desk.spool.count({TURN: 1})
    desk.sender.finish(10.0)
    assert desk.meters.total() == 1
    assert desk.meters.timeouts[-1] == 2.0


def test_the_end_of_a_process_sends_nothing_where_there_is_nothing(desk: Desk) -> None:
    desk.sender.finish(2.0)
    assert not desk.meters.posts


def test_the_end_of_a_process_leaves_a_console_alone_that_asked_for_it(desk: Desk) -> None:
    desk.meters.script = [fails(503, retry_after="600")]
    desk.spool.count({TURN: 1})
    desk.passes(60)
    desk.sender.run()
    desk.sender.finish(2.0)
    assert len(desk.meters.posts) == 1
    assert desk.waiting() == 1


def test_the_end_of_one_process_leaves_sending_to_another_that_lives(desk: Desk) -> None:
    desk.sender.run()
    other = desk.process()
    desk.spool.count({TURN: 1})
    other.finish(2.0)
    assert not desk.meters.posts
    assert desk.waiting() == 1


def test_a_folder_that_cannot_be_written_does_not_keep_counts_from_the_console(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    desk = Desk(tmp_path / "file")
    sender = Sender(desk.spool, desk.meters)
    desk.spool.count({TURN: 3})
    desk.passes(60)
    sender.run()
    assert desk.meters.total() == 3


def test_nothing_but_counts_is_in_a_post_or_in_the_file(desk: Desk) -> None:
    canary = "canary"
    desk.spool.count({Series(canary): 1, Series("turns", ((canary, canary),)): 1, READ: 1, TURN: 1})
    desk.passes(60)
    desk.runs()
    assert desk.meters.total() == 2
    held = b"".join(path.read_bytes() for path in desk.folder.iterdir())
    assert canary.encode() not in b"".join(desk.meters.bodies) + held


SERIES = [TURN, READ, *(Series.of("arguments.assumed", {"tool": f"tool_{number}"}) for number in range(4))]


def test_who_asks_for_it_has_all_sent_at_once_this_minute_s_too(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("veraz.sync.parcels.MOST_SAMPLES", 2)
    for _ in range(5):
        desk.spool.count({TURN: 1, READ: 2})
        desk.passes(60)
    desk.spool.count({TURN: 1})
    drained = desk.process().drain()
    assert (drained.sent, drained.posts) == (16, 6)
    assert (desk.waiting(), desk.meters.total()) == (0, 16)
    assert desk.process().drain() == Drained()


def test_while_a_process_sends_nothing_is_sent_beside_it(desk: Desk) -> None:
    desk.spool.count({TURN: 3})
    drained = desk.process().drain()
    assert (drained.sent, drained.elsewhere) == (3, False), "the sender of the fixture had a minute"
    desk.sender.run()
    desk.spool.count({TURN: 3})
    assert desk.process().drain() == Drained(elsewhere=True)
    assert (desk.waiting(), desk.meters.total()) == (3, 3)


def test_an_agent_that_goes_on_counting_keeps_nobody_who_sends_all(desk: Desk) -> None:
    def counting(post: dict[str, Any]) -> Answer:
        desk.spool.count({TURN: 1})
        return desk.meters.take(post)

    desk.meters.script = [counting] * 20
    desk.spool.count({TURN: 3})
    assert desk.process().drain() == Drained(sent=3, posts=1)
    assert desk.waiting() == 1


def test_who_has_sent_all_leaves_the_lease_to_whoever_comes(desk: Desk) -> None:
    desk.spool.count({TURN: 3})
    desk.process().drain()
    desk.spool.count({TURN: 1})
    assert desk.process().drain().sent == 1


@pytest.mark.parametrize("fate", [lost, fails(503, retry_after="30"), fails(401), fails(422)])
def test_the_first_post_that_comes_to_nothing_is_the_last(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, fate: Callable[[dict[str, Any]], Answer]
) -> None:
    monkeypatch.setattr("veraz.sync.parcels.MOST_SAMPLES", 1)
    desk.spool.count({TURN: 1, READ: 2})
    desk.passes(60)
    desk.meters.script = [desk.meters.take, fate]
    drained = desk.process().drain()
    assert (drained.posts, drained.failed, len(desk.meters.posts)) == (1, True, 2)


def test_what_is_too_large_is_split_and_all_of_it_sent(desk: Desk) -> None:
    desk.spool.count({TURN: 1, READ: 2})
    desk.meters.script = [fails(413)]
    drained = desk.process().drain()
    assert (drained.sent, drained.posts, drained.failed) == (3, 2, False)


def test_who_asks_for_it_need_not_wait_until_the_schedule_says(desk: Desk) -> None:
    desk.meters.script = [fails(503, retry_after="3000")]
    desk.spool.count({TURN: 3})
    assert desk.process().drain().failed
    assert desk.process().drain().sent == 3


class Exactly(RuleBasedStateMachine):
    """Two processes on one spool, a network that does its worst, and a console that ends with what was counted."""

    def __init__(self) -> None:
        super().__init__()
        self._folder = TemporaryDirectory()
        self.desk = Desk(Path(self._folder.name))
        self.senders = [self.desk.process(), self.desk.process()]
        self.counted = 0

    @rule(counts=st.dictionaries(st.sampled_from(SERIES), st.integers(1, 5), min_size=1))
    def count(self, counts: dict[Series, int]) -> None:
        self.desk.spool.count(counts)
        self.counted += sum(counts.values())

    @rule(seconds=st.sampled_from([1, 20, 61, 3700]))
    def wait(self, seconds: int) -> None:
        self.desk.passes(seconds)

    @rule(
        who=st.integers(0, 1),
        fate=st.sampled_from(["taken", "lost", "taken and lost", "413", "503", "taken and overtaken"]),
    )
    def send(self, who: int, fate: str) -> None:
        self.desk.meters.script = [self._fate(who, fate)]
        self.senders[who].run()
        self.desk.meters.script = []

    @rule(who=st.integers(0, 1))
    def dies_and_starts_again(self, who: int) -> None:
        self.senders[who] = self.desk.process()

    @rule(who=st.integers(0, 1))
    def is_asked_to_send_all(self, who: int) -> None:
        self.senders[who].drain()

    @rule(who=st.integers(0, 1))
    def ends_and_starts_again(self, who: int) -> None:
        self.senders[who].finish(2.0)
        self.senders[who] = self.desk.process()

    @invariant()
    def nothing_is_counted_twice(self) -> None:
        assert self.desk.meters.total() <= self.counted

    def teardown(self) -> None:
        self.desk.sender = self.senders[0]
        self.desk.passes(3700)
        self.desk.runs_until(lambda: self.desk.waiting() == 0)
        assert self.desk.meters.total() == self.counted
        assert self.desk.meters.told_dropped() == {}
        self._folder.cleanup()

    def _fate(self, who: int, fate: str) -> Callable[[dict[str, Any]], Answer]:
        def act(post: dict[str, Any]) -> Answer:
            if "taken" in fate:
                told = self.desk.meters.take(post)
            if fate == "taken and overtaken":
                self.desk.passes(LEASE + 1)
                self.senders[1 - who].run()
            if fate == "413":
                return answer(413) if len(post["samples"]) > 1 else self.desk.meters.take(post)
            if fate == "503":
                return answer(503)
            if "taken" not in fate or "lost" in fate:
                raise NoAnswer("no answer in time")
            return told

        return act


Exactly.TestCase.settings = settings(max_examples=25, stateful_step_count=20, deadline=None)
TestExactly = Exactly.TestCase
