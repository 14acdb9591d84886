"""Which addresses may be sent to: public ones over HTTPS, and the networks that the setting WEBHOOK_NETWORKS names.

The console stands where it can reach what its users cannot, so an address that they choose is checked as what its name
stands for, and it is that checked address that is connected to: a name cannot mean another one a moment later.
"""

from __future__ import annotations

import socket
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from urllib.parse import urlsplit

from django.conf import settings
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from console.webhooks.models import Problem

Address = IPv4Address | IPv6Address
_PORTS = {"https": 443, "http": 80}
_NATIVE = ip_network("2000::/3")
_TUNNELS = [ip_network(network) for network in ("2001::/23", "2002::/16")]  # an IPv4 address in disguise


class Refused(ValueError):
    """An address that is not sent to: why, in words, and as the log has it."""

    def __init__(self, why: str | Promise, problem: Problem = Problem.ADDRESS) -> None:
        super().__init__(why)
        self.why, self.problem = why, problem


@dataclass(frozen=True, slots=True)
class Target:
    """A URL taken apart."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def authority(self) -> str:
        """The host as a request names it."""
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == _PORTS[self.scheme] else f"{host}:{self.port}"


def target(url: str) -> Target:
    """Take a URL apart. Raises Refused for what is no address of the web."""
    if not (url.isascii() and url.isprintable()) or " " in url:
        raise Refused(_("An address holds no spaces, and other characters as %XX or, in its name, as xn--."))
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        raise Refused(_("This is not an address of the web.")) from None
    if parts.scheme not in _PORTS or not host:
        raise Refused(_("An address begins with https:// and a name."))
    if parts.username is not None or parts.fragment:
        raise Refused(_("An address names no user, password or part of a page."))
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Target(parts.scheme, host, port or _PORTS[parts.scheme], path)


def resolved(to: Target) -> str:
    """The address of the target's host, checked. Raises Refused where one of its addresses may not be sent to."""
    try:
        found = socket.getaddrinfo(to.host, to.port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise Refused(_("The name of this address has no address on the network."), Problem.NAME) from None
    addresses = [_plain(ip_address(str(each[4][0]).partition("%")[0])) for each in found]
    if not addresses or not all(map(_allowed, addresses)):
        raise Refused(_("This address is not a public one."))
    if to.scheme != "https" and not all(address.is_loopback for address in addresses):
        raise Refused(_("An address begins with https://."))
    return str(addresses[0])


def without_path(url: str) -> str:
    """A URL for those who may not know the rest of it, which may hold a secret."""
    scheme, _slashes, rest = url.partition("://")
    host, slash, path = rest.partition("/")
    return f"{scheme}://{host.partition('?')[0]}{slash}{'…' if path else ''}"


def _plain(address: Address) -> Address:
    return getattr(address, "ipv4_mapped", None) or address


def _allowed(address: Address) -> bool:
    return any(address in ip_network(network) for network in settings.WEBHOOK_NETWORKS) or _public(address)


def _public(address: Address) -> bool:
    if not address.is_global or address.is_multicast or address.is_reserved:
        return False
    return address.version == 4 or (address in _NATIVE and not any(address in each for each in _TUNNELS))
