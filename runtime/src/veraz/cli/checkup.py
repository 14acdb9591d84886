"""What can be seen on this machine of a connection to a console. Nothing is asked, and nothing that is kept changes."""

from __future__ import annotations

import os
import platform
import time
from collections.abc import Callable, Iterator, Mapping
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from veraz import __version__
from veraz.cli.advice import COMPARE
from veraz.cli.connection import MISSING, VARIABLES, Given, Setting, logged_to, nothing_logged
from veraz.cli.findings import Finding
from veraz.cli.held import kept_since, published
from veraz.cli.licensed import licensed
from veraz.cli.showing import iso, moment, number, size, span
from veraz.errors import ConfigurationError, MissingExtra
from veraz.sync import KeySet, Urllib3Transport
from veraz.sync.cache import Cache
from veraz.sync.connection_settings import OFFLINE, is_offline
from veraz.sync.keyring import Keyring
from veraz.sync.spool_file import LARGEST
from veraz.sync.spool_view import SpoolView, spool_view
from veraz.sync.terms import State

_EXTRA = ("joserfc", "urllib3")  # the packages of the extra «sync»
_INSTALL = "pip install 'veraz[sync]'"
_LONG = 86_400.0  # seconds that counts wait before someone should know
_CHECKS: Mapping[str, Callable[[str], object]] = {
    "console": lambda address: Urllib3Transport(address, "none"),
    "key": lambda key: Urllib3Transport("https://veraz.example", key),
    "keys": KeySet.of,
    "state": str,
}


def versions() -> Iterator[Finding]:
    """Yield what runs here."""
    yield Finding("versions", "veraz", __version__, data={"version": __version__})
    python = platform.python_version()
    yield Finding("versions", "python", f"{python}, {platform.system()}", data={"version": python})
    for package in _EXTRA:
        try:
            found = version(package)
        except PackageNotFoundError:
            yield Finding("versions", package, "not installed", _INSTALL, {"version": None})
        else:
            yield Finding("versions", package, found, data={"version": found})


def settings(given: Given) -> Iterator[Finding]:
    """Yield each setting and where it came from; of the key only what names it."""
    for name in VARIABLES:
        setting: Setting = getattr(given, name)
        shown = given.key_prefix if name == "key" else setting.value
        text = f"{shown}  from {setting.source}" if setting.value else _default(given, name)
        todo = _fault(given, name)
        data = {"value": shown if setting.value else None, "source": setting.source or None}
        yield Finding("settings", name, text, todo, data)
    try:
        offline = is_offline()
    except ConfigurationError as error:
        yield Finding("settings", "offline", "not understood", str(error))
    else:
        yield Finding("settings", "offline", f"yes  from {OFFLINE}" if offline else "no", data={"value": offline})


def _default(given: Given, name: str) -> str:
    """Return what holds where a setting is left out."""
    held = {"keys": "not set: those of the first contact are pinned", "state": f"not set: {given.root}, the user's own"}
    return held.get(name, "not set")


def _fault(given: Given, name: str) -> str:
    """Return what is wrong with a setting, in a sentence that says what it takes; nothing where all is well."""
    value = getattr(given, name).value
    if not value:
        return "" if _is_offline() else MISSING.get(name, "")
    try:
        _CHECKS[name](value)
    except MissingExtra:
        return ""  # stands among the versions
    except ConfigurationError as error:
        return str(error)
    return ""


def _is_offline() -> bool:
    try:
        return is_offline()
    except ConfigurationError:
        return False


def state(given: Given) -> Iterator[Finding]:
    """Yield what is kept for the console and key."""
    try:
        folder = given.folder()
    except ConfigurationError:
        return  # stands among the settings
    if folder is None:
        yield Finding("state", "folder", f"one of those in {given.root}, by console and key")
        return
    yield _folder(folder)
    warnings: list[str] = []
    try:
        with logged_to(lambda level, text: warnings.append(text)):
            keyring = Keyring(folder, given.held_keys())
            cache = Cache(folder, keyring)
    except ConfigurationError:
        return  # stands among the versions or the settings
    yield _phrasings(cache, folder)
    yield _keys(keyring, given)
    for warning in warnings:
        yield Finding("state", "refused", warning, "find out who changed it; delete it, and veraz sync fetches another")
    yield from _spool(folder)


def _folder(folder: Path) -> Finding:
    place = next(each for each in (folder, *folder.parents) if each.exists())
    if place.is_dir() and os.access(place, os.W_OK | os.X_OK):
        text = str(folder) if place == folder else f"{folder}, not made yet"
        return Finding("state", "folder", text, data={"path": str(folder), "exists": place == folder, "writable": True})
    todo = f"let this user write to {place}, or name another folder in VERAZ_STATE; until then all is held in memory"
    return Finding("state", "folder", f"{folder} cannot be written", todo, {"path": str(folder), "writable": False})


def _phrasings(cache: Cache, folder: Path) -> Finding:
    if cache.held is None:
        text = "none are held yet: agents use a file of their own, or the defaults"
        return Finding("state", "phrasings", text, data={"version": None})
    since = kept_since(folder)
    text = f"{published(cache.held)}\nheld since {moment(since)}, {span(time.time() - since)} ago"
    return Finding("state", "phrasings", text, data={"version": cache.held.version.number, "held_since": iso(since)})


def _keys(keyring: Keyring, given: Given) -> Finding:
    prints = keyring.fingerprints()
    data = {"fingerprints": list(prints), "pinned": not given.keys.value}
    if not prints:
        return Finding("state", "keys", "none are pinned yet: those of the first contact will be", data=data)
    how = f"given by {given.keys.source}" if given.keys.value else "pinned"
    return Finding("state", "keys", "\n".join((*prints, f"{how}; {COMPARE}")), data=data)


def _spool(folder: Path) -> Iterator[Finding]:
    try:
        view = spool_view(folder)
    except OSError as error:
        yield Finding("state", "counts", str(error), "move the file away; agents begin another")
        return
    if view is None:
        yield Finding("state", "counts", "nothing is kept yet", data={"waiting": 0})
        return
    yield _waiting(view)
    lost = sum(view.dropped.values())
    if lost:
        yield Finding("state", "dropped", number(lost, "count"), "veraz meters show says why", dict(view.dropped))


def _waiting(view: SpoolView) -> Finding:
    failures = view.schedule.failures
    data = {"waiting": view.n, "bytes": view.size, "failures": failures, "installation": view.installation}
    if not view.waiting:
        return Finding("state", "counts", "none wait", data=data)
    age = time.time() - min(each.first for each in view.waiting)
    text = f"{number(view.n, 'count')} wait, the oldest for {span(age)}; {size(view.size)} of {size(LARGEST)}"
    if failures:
        text += f"; {number(failures, 'attempt')} to send them failed in a row"
    todo = "veraz sync sends them, or says what hinders it" if age > _LONG else ""
    return Finding("state", "counts", text, todo, data)


def licence(given: Given) -> Iterator[Finding]:
    """Yield how the licence stands."""
    try:
        with nothing_logged():
            found = licensed(given)
    except MissingExtra:
        return  # stands among the versions
    except (ConfigurationError, OSError) as error:
        yield Finding("licence", "licence", "cannot be used", str(error))
        return
    standing = found.standing
    text = f"{standing.why}: plan {standing.plan}" + (f"\nfrom {found.found}" if found.found else "")
    wrong = found.is_wrong or standing.state is State.IN_GRACE
    todo = "veraz licence show says more; owners renew it in the console's settings" if wrong else ""
    yield Finding("licence", standing.state, text, todo, {"state": standing.state, "plan": standing.plan})
