"""A console as it is deployed: gunicorn as `gunicorn.conf.py` sets it, on a database of its own.

python -m tests.load.consoles prepare|totals
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
HOST = "127.0.0.1"
_PATIENCE = 120  # seconds, of a machine that does much else


@dataclass(frozen=True, slots=True)
class Served:
    """A console that answers.

    :ivar key: may send counts.
    """

    address: tuple[str, int]
    key: str
    environment: Mapping[str, str]

    def totals(self) -> dict[str, Any]:
        """What its database holds."""
        return _told(self.environment, "totals")


@contextmanager
def served(folder: Path, database: str) -> Iterator[Served]:
    """Give a console on `database`, its files in `folder`; it is stopped at the end."""
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "settings.demo",
        "DEMO_FOLDER": str(folder),
        "DATABASE_URL": database,
    }
    prepared = _told(environment, "prepare")
    with closing(socket.create_server((HOST, 0), backlog=128)) as listening:
        descriptor = listening.fileno()
        command = [sys.executable, "-m", "gunicorn", "--bind", f"fd://{descriptor}", "--log-level", "critical"]
        process = subprocess.Popen(command, cwd=ROOT, env=environment, pass_fds=[descriptor])
        address = listening.getsockname()
        try:
            _wait_until_ready(address)
            yield Served(address, prepared["key"], environment)
        finally:
            process.terminate()
            process.wait(_PATIENCE)


def _told(environment: Mapping[str, str], command: str) -> dict[str, Any]:
    arguments = [sys.executable, "-m", "tests.load.consoles", command]
    done = subprocess.run(arguments, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=_PATIENCE)
    assert done.returncode == 0, done.stderr
    told: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return told


def _wait_until_ready(address: tuple[str, int]) -> None:
    """A console that starts takes connections at once, and answers them when it can."""
    with closing(HTTPConnection(*address, timeout=_PATIENCE)) as connection:
        connection.request("GET", "/ready")
        answer = connection.getresponse()
        assert answer.status == 200, answer.read()


def _prepare() -> dict[str, Any]:
    from django.core.management import call_command

    from console.keys.models import Scope
    from tests import factories

    call_command("migrate", verbosity=0, interactive=False)
    organisation = factories.organisation("Shop")
    factories.tools(organisation)
    return {"key": factories.api_key(organisation, Scope.METERS_WRITE).secret}


def _totals() -> dict[str, Any]:
    from django.db.models import Sum

    from console.meters.models import Hour, Installation, Sample
    from console.meters.reading import EVERY_TOOL

    def by_meter(rows: Any) -> dict[str, int]:
        return dict(rows.order_by().values_list("series__meter").annotate(Sum("n")))

    return {
        "samples": by_meter(Sample.objects.all()),
        "hours": by_meter(Hour.objects.exclude(series__tool=EVERY_TOOL)),
        "posts": Sample.objects.count(),
        "installations": Installation.objects.count(),
    }


if __name__ == "__main__":
    print(json.dumps({"prepare": _prepare, "totals": _totals}[sys.argv[1]]()))
