"""How the console is reached: one request, one answer, within bounds of time and size."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Mapping
from dataclasses import dataclass
from http.client import HTTPResponse
from io import BufferedReader, RawIOBase
from ipaddress import ip_address
from socket import socket
from typing import Any, Protocol
from urllib.parse import SplitResult, unquote, urlsplit
from urllib.request import getproxies_environment, proxy_bypass

from veraz import __version__
from veraz.errors import ConfigurationError, ConsoleRefused, NoAnswer
from veraz.sync.extra import needed
from veraz.sync.keys import read_json

__all__ = ["Answer", "NoAnswer", "Transport", "Urllib3Transport", "refusal"]

LARGEST = 8 * 1024 * 1024
"""Bytes of an answer; a larger one is none."""

CONNECT = 3.0
"""Seconds to connect within; the rest of a request has its own bound."""

_PIECE = 65_536
_CONNECTIONS = 4  # kept open: callers may ask beside the thread, and one too many would be warned of
_FAULTS = 5  # of those that a problem tells
_CODE = re.compile(r"[a-z_]{1,40}\Z")


@dataclass(frozen=True, slots=True)
class Answer:
    """What the console answered, whatever its status.

    :ivar headers: by name in lower case.
    """

    status: int
    headers: Mapping[str, str]
    body: bytes


class Transport(Protocol):
    """Sends requests to one console, with its key."""

    def send(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes | None = None, timeout: float = 10.0
    ) -> Answer:
        """Return the answer to one request.

        :param path: below the console's address: ``/v1/meters``.
        :param timeout: seconds for the whole of it.
        :raises NoAnswer: where none came in time, or one too large.
        """
        ...


class Urllib3Transport:
    """Reaches the console by HTTP. No redirect is followed, so the key goes to no other host.

    A proxy is taken from ``HTTPS_PROXY`` and ``NO_PROXY``; certificates are those of the system, or of
    ``SSL_CERT_FILE``.

    :param plain_http: whether the key may travel without TLS to another machine.
    :raises ConfigurationError: for an address or a key that cannot be used.
    :raises MissingExtra: where urllib3 is not installed.
    """

    def __init__(self, address: str, key: str, *, plain_http: bool = False) -> None:
        self._address = address.rstrip("/")
        self._parts = _checked(address, plain_http)
        if not re.fullmatch(r"[!-~]+", key):
            raise ConfigurationError("the console's key is empty or holds a character that no key has")
        self._headers = {
            "Authorization": f"Bearer {key}",
            "User-Agent": f"veraz/{__version__}",
            "Accept-Encoding": "identity",
        }
        self._urllib3 = needed("urllib3")
        self._pool: Any = None
        self._pid = 0

    def send(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes | None = None, timeout: float = 10.0
    ) -> Answer:
        """Return the answer to one request; see :meth:`Transport.send`."""
        if timeout <= 0:
            raise NoAnswer(f"{self._address} was not asked: no time was left for it")
        bounds = self._urllib3.Timeout(total=timeout, connect=min(CONNECT, timeout))
        try:
            response = self._pool_here().request(
                method,
                self._address + path,
                body=body,
                headers={**headers, **self._headers},
                timeout=bounds,
                retries=False,
                redirect=False,
                preload_content=False,
                decode_content=False,
            )
            return Answer(response.status, _lower(response.headers), self._body(response))
        except self._urllib3.exceptions.TimeoutError as error:
            raise NoAnswer(f"{self._address} did not answer in time: {error}") from error
        except (self._urllib3.exceptions.HTTPError, OSError) as error:
            raise NoAnswer(f"{self._address} did not answer: {error}") from error

    def _body(self, response: Any) -> bytes:
        pieces: list[bytes] = []
        size = 0
        try:
            while piece := response.read1(_PIECE):
                pieces.append(piece)
                size += len(piece)
                if size > LARGEST:
                    raise NoAnswer(f"{self._address} answered more than {LARGEST:,} bytes, which are not read")
        except BaseException:
            response.close()  # half read, it is of no use to the next request
            raise
        return b"".join(pieces)

    def _pool_here(self) -> Any:
        """Return this process's connections: those of a parent must not be shared."""
        if self._pid != os.getpid():
            self._pool, self._pid = self._opened(), os.getpid()
        return self._pool

    def _opened(self) -> Any:
        pool = self._direct_or_by_proxy()
        pool.pool_classes_by_scheme = {
            "http": _bounded(self._urllib3.HTTPConnectionPool),
            "https": _bounded(self._urllib3.HTTPSConnectionPool),
        }
        return pool

    def _direct_or_by_proxy(self) -> Any:
        host = self._parts.hostname or ""
        proxy = getproxies_environment().get(self._parts.scheme)
        if proxy is None or _is_loopback(host) or proxy_bypass(host):
            return self._urllib3.PoolManager(maxsize=_CONNECTIONS)
        user = urlsplit(proxy)
        named = None if user.username is None else f"{unquote(user.username)}:{unquote(user.password or '')}"
        headers = None if named is None else self._urllib3.make_headers(proxy_basic_auth=named)
        return self._urllib3.ProxyManager(proxy, proxy_headers=headers, maxsize=_CONNECTIONS)


class _Until(RawIOBase):
    """What comes from a socket, until the time that it had at first is over: each read has what the others left."""

    def __init__(self, raw: RawIOBase, connection: socket) -> None:
        self._raw = raw
        self._socket = connection
        self._deadline = time.monotonic() + (connection.gettimeout() or 0.0)

    def readable(self) -> bool:
        """Tell that it can be read."""
        return True

    def readinto(self, buffer: Any) -> int | None:
        """Read what there is.

        :raises TimeoutError: once the time is over.
        """
        left = self._deadline - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._socket.settimeout(left)
        return self._raw.readinto(buffer)

    def close(self) -> None:
        """Let the socket go."""
        self._raw.close()
        super().close()


class _Response(HTTPResponse):
    """An answer that has a time as a whole: urllib3 gives each piece of it that time anew."""

    def __init__(self, sock: socket, *args: Any, **settings: Any) -> None:
        super().__init__(sock, *args, **settings)
        self.fp = BufferedReader(_Until(self.fp.detach(), sock))


def _bounded(pool: Any) -> Any:
    """Return the kind of pool whose answers have a time as a whole."""
    connection = type("Connection", (pool.ConnectionCls,), {"response_class": _Response})
    return type(pool.__name__, (pool,), {"ConnectionCls": connection})


def refusal(answer: Answer) -> ConsoleRefused:
    """Return an answer that is of no use as an error: its status, what the console calls the problem, and where."""
    document = read_json(answer.body)
    problem = document if isinstance(document, dict) else {}
    code, faults = problem.get("code"), problem.get("errors")
    named = f" {code}" if isinstance(code, str) and _CODE.match(code) else ""
    moved = f", pointing to {answer.headers.get('location', '')!r:.200}" if 300 <= answer.status < 400 else ""
    where = "".join(f"; {_fault(fault)}" for fault in (faults if isinstance(faults, list) else [])[:_FAULTS])
    return ConsoleRefused(f"the console answered {answer.status}{named}{moved}{where}", answer.status, answer.headers)


def _fault(fault: Any) -> str:
    told = fault if isinstance(fault, dict) else {}
    return f"{told.get('path', '')!s:.100}: {told.get('message', '')!s:.200}"


def _checked(address: str, plain_http: bool) -> SplitResult:
    try:
        parts = urlsplit(address)
        usable = parts.scheme in ("http", "https") and parts.hostname and (parts.port is None or parts.port)
    except ValueError:
        usable = None
    if not usable or parts.username is not None or parts.query or parts.fragment:
        raise ConfigurationError("the console's address must be like https://veraz.example, with no key or query in it")
    if parts.scheme == "http" and not plain_http and not _is_loopback(parts.hostname or ""):
        raise ConfigurationError(f"the console's address is http://{parts.hostname}; the key needs https:// to travel")
    return parts


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def _lower(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.lower(): value for name, value in headers.items()}
