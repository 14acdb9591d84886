"""Show the runtime's demo, then the console with a shop in it and an agent that is connected to it."""

from __future__ import annotations

import argparse
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import NoReturn

import django

from settings.demo_folder import VARIABLE, demo_folder


def main() -> None:
    """Do what the command line asks, until SIGTERM or Ctrl+C."""
    asked = _arguments()
    signal.signal(signal.SIGTERM, _stop)
    signal.signal(signal.SIGINT, _stop)
    with _folder(of_its_own=asked.once):
        os.environ["DJANGO_SETTINGS_MODULE"] = "settings.demo"
        django.setup()
        from console.demo.run import run  # it reads the settings, and so the folder

        run(asked)


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="console.demo", description=__doc__)
    parser.add_argument("--port", type=int, default=8000, help="where to serve (8000); 0 takes any that is free")
    how = parser.add_mutually_exclusive_group()
    how.add_argument(
        "--once", action="store_true", help="walk through it with an agent, on a shop of its own, and stop"
    )
    how.add_argument("--json", action="store_true", help="print one line of JSON once it answers, and nothing else")
    parser.add_argument("--agent", action="store_true", help="with --json, have an agent connected to it as well")
    return parser.parse_args()


@contextmanager
def _folder(*, of_its_own: bool) -> Iterator[None]:
    """Have all that is kept in the demo's folder; a walk's own is in there, begins empty, and goes when it ends."""
    if not of_its_own:
        yield
        return
    with TemporaryDirectory(prefix="walk-", dir=demo_folder(), ignore_cleanup_errors=True) as folder:
        os.environ[VARIABLE] = folder
        for elsewhere in ("DATABASE_URL", "DATABASE_URL_FILE"):
            os.environ.pop(elsewhere, None)
        yield


def _stop(*signal_and_frame: object) -> NoReturn:
    sys.exit(0)


if __name__ == "__main__":
    main()
