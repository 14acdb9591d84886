"""Taking from a limit, once over all processes: in Redis where it is set, else in the database."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, Protocol, TypeVar

import structlog
from django.conf import settings
from redis import RedisError

from console.limits.in_database import InDatabase
from console.limits.in_redis import in_redis
from console.pages.secrets import digest

log = structlog.get_logger("console.limits")

_T = TypeVar("_T")


class Limit(NamedTuple):
    """At most so many in so many seconds, which begin with the first."""

    most: int
    seconds: int


class Counts(Protocol):
    """Where counts are kept, by a key that says nothing of whose they are."""

    def take(self, key: str, most: int, seconds: int) -> int:
        """Take one. Returns 0 where one was left, else the seconds until there is."""
        ...

    def give_back(self, key: str) -> None:
        """Give back one that was taken."""
        ...

    def forgive(self, key: str) -> None:
        """Give back all that was taken."""
        ...


def take(who: str, limit: Limit) -> int:
    """Take one of what `limit` gives `who`. Returns 0 where one was left, else the seconds until there is."""
    return _counted(lambda counts: counts.take(_key(who, limit), limit.most, limit.seconds))


def give_back(who: str, limit: Limit) -> None:
    """Give back one that was taken."""
    _counted(lambda counts: counts.give_back(_key(who, limit)))


def forgive(who: str, limit: Limit) -> None:
    """Give back all that was taken."""
    _counted(lambda counts: counts.forgive(_key(who, limit)))


def _counted(act: Callable[[Counts], _T]) -> _T:
    """Count where it is done; while Redis is away in the database, so that nothing is let through uncounted."""
    if settings.REDIS_URL:
        try:
            return act(in_redis(settings.REDIS_URL))
        except RedisError as error:
            log.warning("redis does not answer: limits are counted in the database", error=type(error).__name__)
    return act(InDatabase())


def _key(who: str, limit: Limit) -> str:
    return digest(f"{who} {limit.most}/{limit.seconds}")
