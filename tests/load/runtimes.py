"""Processes that are killed: writers, which count and fork, and senders. Run as a file, so that only the runtime loads.

    python tests/load/runtimes.py FOLDER EPOCH BEGAN ADDRESS KEY SEED SECONDS

Keeps some of each alive for so many seconds, kills them one by one, and says how many of which. Their clock runs three
hundred times as fast as the wall's: windows and leases last a fifth of a second.
"""

from __future__ import annotations

import json
import os
import random
import signal
import sys
import time
import traceback
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from threading import Event

from veraz.meters import METERS, Series
from veraz.sync.sender import Sender
from veraz.sync.spool import Spool
from veraz.sync.transport import Urllib3Transport

FASTER = 300
ROLES = ("writer", "writer", "writer", "sender", "sender")

_LABELS = {"how": "model", "outcome": "done", "cause": "value", "rule": "offers", "where": "in", "tool": "refund_card"}
_LIVES = 0.2  # seconds before a process may be killed, so that it does something
_QUIET = 1.0  # seconds, in which the children of killed writers end by themselves
_FORKS = 0.01  # of the turns
_DIES = 0.5  # of the forked
_ENDS = 0.02  # of a sender's looks


def clock(epoch: float, began: float) -> Callable[[], float]:
    """Return a clock that showed `epoch` when the wall's showed `began`."""
    return lambda: epoch + FASTER * (time.time() - began)


@dataclass(frozen=True, slots=True)
class Setting:
    """Where the processes write, by which clock, and where they send to."""

    folder: Path
    epoch: float
    began: float
    address: str
    key: str

    def spool(self) -> Spool:
        """A spool of the process that asks."""
        return Spool(self.folder, clock(self.epoch, self.began))

    def act(self, role: str, is_over: Callable[[], bool]) -> None:
        """Be a writer or a sender."""
        if role == "writer":
            write(self.spool(), is_over)
        else:
            send(Sender(self.spool(), Urllib3Transport(self.address, self.key)), is_over)


@dataclass(frozen=True, slots=True)
class Living:
    """A process, and when it began."""

    role: str
    pid: int
    began: float


class Processes:
    """Children of this process, each followed by another when it ends; until it is waited for, a pid is no other's.

    :ivar failures: how many ended by an error of their own.
    """

    def __init__(self, setting: Setting, chance: random.Random) -> None:
        self._setting = setting
        self._chance = chance
        self._living = [self._start(role) for role in ROLES]
        self.kills: Counter[str] = Counter()
        self.failures = 0

    def kill_one(self) -> None:
        """Kill one that has lived long enough to be missed."""
        self._living = [self._start(each.role) if self._has_ended(each) else each for each in self._living]
        place = self._chance.randrange(len(self._living))
        one = self._living[place]
        if time.monotonic() - one.began > _LIVES:
            os.kill(one.pid, signal.SIGKILL)
            os.waitpid(one.pid, 0)
            self.kills[one.role] += 1
            self._living[place] = self._start(one.role)

    def end(self) -> None:
        """Let all of them come to their own end."""
        for each in self._living:
            os.kill(each.pid, signal.SIGTERM)
        for each in self._living:
            self._note(os.waitpid(each.pid, 0)[1])

    def _start(self, role: str) -> Living:
        seed, pid = self._chance.random(), os.fork()
        if not pid:
            _be(role, self._setting, seed)
        return Living(role, pid, time.monotonic())

    def _has_ended(self, one: Living) -> bool:
        pid, status = os.waitpid(one.pid, os.WNOHANG)
        self._note(status)
        return pid != 0

    def _note(self, status: int) -> None:
        self.failures += os.waitstatus_to_exitcode(status) > 0  # a signal was ours


def write(spool: Spool, is_over: Callable[[], bool]) -> None:
    """Count, and now and then fork a child that counts too and may be killed."""
    known = series()
    while not is_over():
        _turn(spool, known)
        time.sleep(random.expovariate(500))
        if random.random() < _FORKS:
            _fork(spool, known)


def send(sender: Sender, is_over: Callable[[], bool]) -> None:
    """Send when it is time to; now and then, come to a proper end."""
    while random.random() > _ENDS and not is_over():
        time.sleep(min(sender.run() / FASTER, 1.0))
    sender.finish(2.0)


def series() -> list[Series]:
    """Return some series of every meter."""
    return [
        Series.of(name, {label: _LABELS[label] for label in meter.labels} | {"language": "en", "version": str(version)})
        for name, meter in METERS.items()
        for version in range(1, 8)
    ]


def _be(role: str, setting: Setting, seed: float) -> None:
    """Be a child, which ends here."""
    random.seed(seed)
    ends, parent = Event(), os.getppid()
    signal.signal(signal.SIGTERM, lambda *_: ends.set())  # one that raised could be lost in whatever it broke into
    try:
        setting.act(role, lambda: ends.is_set() or os.getppid() != parent)
    except BaseException:
        traceback.print_exc()
        os._exit(1)
    os._exit(0)


def _turn(spool: Spool, known: list[Series]) -> None:
    spool.count({each: random.randint(1, 3) for each in random.sample(known, random.randint(1, 6))})


def _fork(spool: Spool, known: list[Series]) -> None:
    child = os.fork()
    if not child:
        for _ in range(30):
            _turn(spool, known)
        os._exit(0)
    for _ in range(random.randint(0, 30)):
        _turn(spool, known)
    if random.random() < _DIES:
        os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)


def main() -> None:
    """Do what the command line says."""
    folder, epoch, began, address, key, seed, seconds = sys.argv[1:]
    setting, chance = Setting(Path(folder), float(epoch), float(began), address, key), random.Random(int(seed))
    ends = time.monotonic() + float(seconds)
    processes = Processes(setting, chance)
    while time.monotonic() < ends:
        time.sleep(chance.uniform(0.02, 0.3))
        processes.kill_one()
    processes.end()
    time.sleep(_QUIET)
    print(json.dumps(processes.kills))
    sys.exit(1 if processes.failures else 0)


if __name__ == "__main__":
    main()
