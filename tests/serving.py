"""The demo as a person or a script starts it: another process, of which only what it prints and answers is known."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PATIENCE = 120  # seconds, of a machine that does much else


def started(folder: Path, *arguments: str, **settings: str) -> subprocess.Popen[str]:
    """Start the demo with all it keeps in `folder`, which is a home as well; settings are environment variables."""
    kept = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "DJANGO_SETTINGS_MODULE")}
    command = [sys.executable, "-m", "console.demo", *arguments]
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    environment = {**kept, "DEMO_FOLDER": str(folder), "HOME": str(folder), **settings}
    return subprocess.Popen(command, cwd=ROOT, env=environment, **pipes)


@contextmanager
def served(folder: Path, *arguments: str) -> Iterator[dict[str, Any]]:
    """Give what the demo says once it answers; at the end it is told to stop, and must have said nothing more."""
    process = started(folder, "--port", "0", "--json", *arguments)
    assert process.stdout
    if not (line := process.stdout.readline()):
        raise AssertionError(process.communicate(timeout=PATIENCE)[1])
    try:
        yield json.loads(line)
    finally:
        process.send_signal(signal.SIGTERM)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, out, err) == (0, "", ""), f"it ended with {process.returncode} and said:\n{out}{err}"
