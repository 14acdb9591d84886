"""A console that an agent is connected to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from os import PathLike
from pathlib import Path
from types import MethodType, TracebackType
from typing import Any
from weakref import WeakMethod

from veraz.agent.console import LiveVersion
from veraz.errors import ConfigurationError
from veraz.meters import Series
from veraz.replies.check import Checker
from veraz.replies.settings import LanguageName
from veraz.sync.background import AT_EXIT, Background, Job
from veraz.sync.cache import Cache
from veraz.sync.checker import ConnectedChecker
from veraz.sync.connection_settings import Settings
from veraz.sync.extra import needed
from veraz.sync.keyring import Keyring
from veraz.sync.keys import KeySet
from veraz.sync.notices import log
from veraz.sync.poller import Poller
from veraz.sync.sender import Drained, Sender
from veraz.sync.signed_licence import Licence, Source
from veraz.sync.spool import Spool
from veraz.sync.state import state_folder
from veraz.sync.transport import Transport, Urllib3Transport

Take = Callable[[LiveVersion], None]


class Console:
    """Connects agents to a console: they follow its phrasings, and their counts are kept until it has them.

    Nothing here waits on the network; one thread of its own talks to the console. Each setting that is left out is
    taken from the environment, where a variable is named.

    :param address: the console's (``VERAZ_CONSOLE``): https, or http on this machine itself.
    :param key: an API key that may read phrasings and write meters (``VERAZ_KEY``).
    :param keys: the console's public keys (``VERAZ_KEYS``): a file or a mapping, as ``/v1/keys`` gives them. Without
        them, those of the first contact are pinned in the state folder.
    :param bootstrap: a file with a signed document to start from where none is in the state folder yet.
    :param state: the folder to keep state in (``VERAZ_STATE``); else the user's own.
    :param offline: whether to open no socket and start no thread (``VERAZ_OFFLINE``).
    :param transport: how the console is reached, where that is not plain HTTPS.
    :param licence: the licence's file (``VERAZ_LICENCE_FILE``; or ``VERAZ_LICENCE``, which holds it).
    :raises ConfigurationError: for a setting that is missing or cannot be used.
    :raises MissingExtra: where the packages of the extra ``sync`` are not installed.
    """

    def __init__(
        self,
        address: str | None = None,
        key: str | None = None,
        *,
        keys: KeySet | Mapping[str, Any] | str | PathLike[str] | None = None,
        bootstrap: str | PathLike[str] | None = None,
        state: str | PathLike[str] | None = None,
        offline: bool | None = None,
        transport: Transport | None = None,
        licence: str | PathLike[str] | None = None,
    ) -> None:
        for module in ("joserfc", "joserfc.errors", "joserfc.jwk", "joserfc.jws"):
            needed(module)  # here, and not from threads: those that import at once may each find the other's half done
        settings = Settings.of(address, key, keys, offline)
        if not settings.offline and transport is None:
            transport = Urllib3Transport(settings.address, settings.key)
        self._transport = None if settings.offline else transport
        self.folder: Path = state_folder(state, settings.address, settings.key)
        self.keyring = Keyring(self.folder, settings.keys)
        self.spool = Spool(self.folder)
        self.cache = Cache(self.folder, self.keyring, bootstrap)
        self.licence = Licence(Source.of(licence), self.keyring, self.spool, self._organisation)
        self._followers: list[Callable[[], Take | None]] = []
        self._sender = None if self._transport is None else Sender(self.spool, self._transport, self._number)
        self._background = Background(*self._jobs())

    @property
    def version(self) -> LiveVersion | None:
        """The version that is held; ``None`` before the first."""
        held = self.cache.held
        return None if held is None else held.version

    @property
    def transport(self) -> Transport:
        """How the console is reached.

        :raises ConfigurationError: offline.
        """
        if self._transport is None:
            raise ConfigurationError("the console is not reached offline")
        return self._transport

    def follow(self, take: Take) -> None:
        """Call ``take`` at once with the version that is held, if any, and from then on with each new one.

        New ones come from another thread. A bound method is followed by as long as its object lives.
        """
        self._followers.append(WeakMethod(take) if isinstance(take, MethodType) else lambda: take)
        told = None
        while (version := self.version) is not None and version is not told:  # one may come meanwhile
            take(version)
            told = version
        self._background.start()

    def count(self, counts: Mapping[Series, int]) -> None:
        """Keep counts to be sent: one transaction on this machine's disk. It never raises."""
        self._background.start()  # in a process that was forked, another
        self.spool.count(counts)

    def checker(
        self,
        tools: Iterable[Any],
        phrasings: str | PathLike[str] | Mapping[str, Any] | None = None,
        language: LanguageName = "en",
        **settings: Any,
    ) -> ConnectedChecker:
        """Return a checker that follows this console, for people who have an agent already.

        :param settings: the further ones of :class:`veraz.Checker`.
        """
        return ConnectedChecker(Checker(tools, phrasings, language, **settings), self)

    def refresh(self) -> LiveVersion | None:
        """Ask for phrasings now, in this thread, and return the version that is held then.

        For commands, and for a start that would rather wait than begin with an old version.

        :raises VerazError: where nothing came of it; what is held stays as it is.
        """
        Poller(self.transport, self.keyring, self.cache, self._publish).poll()
        self._publish()  # the background thread may hold it already, and be about to
        return self.version

    def send(self) -> Drained:
        """Send what was counted, this minute's too, in this thread, and return what became of it.

        For a process that may be frozen or killed between two turns; any other need not ask.

        :raises ConfigurationError: offline.
        """
        if self._sender is None:
            raise ConfigurationError("the console is not reached offline")
        return self._sender.drain()

    def close(self, seconds: float = AT_EXIT) -> None:
        """Send what is left, for at most so many seconds, and ask for nothing any more."""
        self._background.close(seconds)

    def __enter__(self) -> Console:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _jobs(self) -> tuple[Job, ...]:
        if self._transport is None or self._sender is None:
            return ()
        return Poller(self._transport, self.keyring, self.cache, self._publish), self._sender

    def _number(self) -> int | None:
        return None if self.version is None else self.version.number

    def _organisation(self) -> str | None:
        return None if self.cache.held is None else self.cache.held.organisation

    def _publish(self) -> None:
        """Give the version that is held to all who follow, and again where another came meanwhile."""
        told = None
        while (version := self.version) is not None and version is not told:
            self._give(version)
            told = version

    def _give(self, version: LiveVersion) -> None:
        for follower in list(self._followers):
            take = follower()
            if take is None:
                with suppress(ValueError):  # another thread was first
                    self._followers.remove(follower)
                continue
            try:
                take(version)
            except Exception:  # one follower's failure is not the others'
                log.exception("phrasings v%d could not be taken; what was held stays", version.number)
