"""How many wrong passwords are taken: so that who tries passwords shuts out themselves, and not the owner elsewhere.

A limit by account alone would let anyone keep its owner out who knows the address. So that one is wide: a single place
cannot reach it, and beyond it the owner still gets in by a passkey, or by a new password, which begins the count anew.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.conf import settings

from console.limits.counting import Limit, forgive, give_back, take

Limits = tuple[tuple[str, Limit], ...]
_DAY = 86_400
_OF_A_PLACE: Limits = (("from {place}", Limit(10, 60)),)
_OF_AN_ACCOUNT: Limits = (
    ("for {account} from {place}", Limit(5, 300)),
    ("for {account} from {place}", Limit(20, _DAY)),
    ("for {account}", Limit(200, _DAY)),
)


def may_try(account: str, place: str) -> bool:
    """Whether a password may be tried on an account, from a network address. It counts as wrong until it was right."""
    counts = _counts(_OF_A_PLACE + _OF_AN_ACCOUNT, account, place)
    return all(take(who, limit) == 0 for who, limit in counts)


def was_right(account: str, place: str) -> None:
    """The password that was tried is no wrong one."""
    for who, limit in _counts(_OF_A_PLACE + _OF_AN_ACCOUNT, account, place):
        give_back(who, limit)


def has_new_password(account: str, place: str) -> None:
    """Wrong ones do not count any more, since there is another to guess; those tried on other accounts do."""
    for who, limit in _counts(_OF_AN_ACCOUNT, account, place):
        forgive(who, limit)


def _counts(limits: Limits, account: str, place: str) -> Iterator[tuple[str, Limit]]:
    if settings.ACCOUNT_RATE_LIMITS is False:
        return
    for whose, limit in limits:
        yield f"wrong password {whose.format(account=account.lower(), place=place)}", limit
