"""Where someone is, as limits tell it."""

from __future__ import annotations

from ipaddress import IPv6Address, ip_address, ip_network

_ONE_PLACE = 64  # bits: what a provider gives each of its customers, who may take any address of it


def place(address: str) -> str:
    """A network address; of the sixth version's, the network. What is no address is a place by itself."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    return str(ip_network((found, _ONE_PLACE), strict=False)) if isinstance(found, IPv6Address) else address
