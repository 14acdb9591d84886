"""What the commands about a console share: its options, what they come to, and how what goes wrong is told."""

from __future__ import annotations

import logging
import os
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any, cast

import click

from veraz.cli.advice import advice
from veraz.cli.showing import harmless
from veraz.errors import ConfigurationError, VerazError
from veraz.sync import Console, KeySet, Transport, Urllib3Transport
from veraz.sync.connection_settings import ADDRESS, KEY, KEYS, OFFLINE, is_offline
from veraz.sync.notices import log
from veraz.sync.state import VARIABLE, state_path, state_root

VARIABLES: Mapping[str, str] = {"console": ADDRESS, "key": KEY, "keys": KEYS, "state": VARIABLE}
"""Each setting's variable, by the option's name."""

MISSING: Mapping[str, str] = {
    "console": f"no console is named: give --console https://…, or set {ADDRESS}",
    "key": f"there is no API key: set {KEY}, or give --key - to type it; one is made in the console's settings",
}
"""What is told of a setting that must be there and is not."""

_VISIBLE = f"a key on the command line is seen by whoever lists this machine's processes: set {KEY}, or give --key -"
_PREFIX = re.compile(r"vz_[0-9a-f]{8}(?=_)")


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting as it was found.

    :ivar value: empty where it is not set.
    :ivar source: the option or the variable that it came from.
    """

    value: str
    source: str

    @classmethod
    def of(cls, name: str, given: str | None, environ: Mapping[str, str]) -> Setting:
        """Return what the option ``--name`` was given, else what its variable holds."""
        if given is not None:
            return cls(given, f"--{name}")
        value = environ.get(VARIABLES[name], "")
        return cls(value, VARIABLES[name] if value else "")


@dataclass(frozen=True, slots=True)
class Given:
    """What a command was told of a console."""

    console: Setting
    key: Setting
    keys: Setting
    state: Setting

    @classmethod
    def of(cls, environ: Mapping[str, str] = os.environ, **options: str | None) -> Given:
        """Return what the options say, each that was left out from the environment."""
        return cls(**{name: Setting.of(name, options.get(name), environ) for name in VARIABLES})

    @property
    def root(self) -> Path:
        """The folder that all state stands in."""
        return state_root(self.state.value or None)

    @property
    def key_prefix(self) -> str:
        """What names the key and gives nothing of it away, as the console shows it."""
        found = _PREFIX.match(self.key.value)
        return f"{found[0]}…" if found else "…"

    def held_keys(self) -> KeySet | None:
        """Return the key set that is given, where one is."""
        return KeySet.of(self.keys.value) if self.keys.value else None

    def folder(self) -> Path | None:
        """Return where the state of the console and key stands or would; ``None`` where they are not said."""
        if not (self.console.value and self.key.value) and not is_offline():
            return None
        return state_path(self.state.value or None, self.console.value, self.key.value)

    def folders(self) -> list[Path]:
        """Return the folder of the console and key; where they are not said, each one that there is."""
        if (folder := self.folder()) is not None:
            return [folder]
        return sorted(each for each in self.root.iterdir() if each.is_dir()) if self.root.is_dir() else []

    def connection(self) -> Console:
        """Return a connection, which does what it is asked for and nothing by itself.

        :raises ConfigurationError: for a setting that is missing or cannot be used.
        """
        self._check()
        keys, state = self.keys.value or None, self.state.value or None
        return Console(self.console.value, self.key.value, keys=keys, state=state)

    def transport(self) -> Transport:
        """Return a way to the console, of which nothing is kept.

        :raises ConfigurationError: for a setting that is missing or cannot be used.
        """
        self._check()
        return Urllib3Transport(self.console.value, self.key.value)

    def _check(self) -> None:
        if is_offline():
            raise ConfigurationError(f"{OFFLINE} is set, so no console is asked: unset it, or set it to 0")
        for name, missing in MISSING.items():
            if not getattr(self, name).value:
                raise ConfigurationError(missing)


def about_console(command: Callable[..., None]) -> Callable[..., None]:
    """Give a command the options of a console, which come as one argument, ``given``, and have what fails told."""

    @wraps(command)
    def run(*args: Any, **kwargs: Any) -> None:
        given = Given.of(**{name: kwargs.pop(name) for name in VARIABLES})
        with _told(), logged_to(_say):
            command(*args, given=given, **kwargs)

    decorated: Any = run
    for option in reversed(_OPTIONS):
        decorated = option(decorated)
    return cast(Callable[..., None], decorated)


@contextmanager
def logged_to(take: Callable[[int, str], None]) -> Iterator[None]:
    """Hand the level and the text of what the library logs in the block to ``take``, and nowhere else."""
    before = log.handlers, log.propagate, log.level
    log.handlers, log.propagate, log.level = [_Handler(take)], False, logging.INFO
    try:
        yield
    finally:
        log.handlers, log.propagate, log.level = before


def nothing_logged() -> AbstractContextManager[None]:
    """Keep what the library logs in the block to itself, where what is shown tells it anyway."""
    return logged_to(lambda level, text: None)


def tell_error(error: VerazError) -> None:
    """Write what went wrong, and what to do, to standard error."""
    click.echo(f"{click.style('Error:', fg='red')} {_with_advice(error)}", err=True)


class _Handler(logging.Handler):
    def __init__(self, take: Callable[[int, str], None]) -> None:
        super().__init__()
        self._take = take

    def emit(self, record: logging.LogRecord) -> None:
        self._take(record.levelno, record.getMessage())


def _say(level: int, text: str) -> None:
    begins = click.style("Warning: ", fg="yellow") if level >= logging.WARNING else ""
    click.echo(f"{begins}{harmless(text)}", err=True)


@contextmanager
def _told() -> Iterator[None]:
    """Tell what goes wrong in a sentence: status 2 for what was asked, 1 for what became of it."""
    try:
        yield
    except ConfigurationError as error:
        raise click.UsageError(str(error)) from None
    except VerazError as error:
        raise click.ClickException(_with_advice(error)) from None


def _with_advice(error: VerazError) -> str:
    todo = advice(error)
    return harmless(f"{error}\n{todo}" if todo else str(error))


def _key(context: click.Context, parameter: click.Parameter, value: str | None) -> str | None:
    if value == "-":
        return _read_key()
    if value is not None:
        _say(logging.WARNING, _VISIBLE)
    return value


def _read_key() -> str:
    """Return the key that a person types unseen, or that stands on standard input's first line."""
    if sys.stdin.isatty():
        typed: str = click.prompt("API key", hide_input=True, err=True)
        return typed.strip()
    return sys.stdin.readline().strip()


_OPTIONS: tuple[Callable[[Any], Any], ...] = (
    click.option("--console", metavar="ADDRESS", help=f"The console, like https://veraz.example.  [{ADDRESS}]"),
    click.option("--key", metavar="KEY", callback=_key, help=f"An API key; - to type it unseen.  [{KEY}]"),
    click.option("--keys", metavar="FILE", help=f"The console's public keys, as its /v1/keys gives them.  [{KEYS}]"),
    click.option("--state", metavar="FOLDER", help=f"Where state is kept, if not in the user's own.  [{VARIABLE}]"),
)
