"""Counts in Redis: each step is one script, which Redis runs whole, and a count ends by itself."""

from __future__ import annotations

import math
from functools import cache

import redis

_PREFIX = "veraz:limit:"
_PATIENCE = 0.5  # seconds; a request waits no longer for Redis

_TAKE = """
local taken = tonumber(redis.call('GET', KEYS[1]) or '0')
if taken >= tonumber(ARGV[1]) then return redis.call('PTTL', KEYS[1]) end
if redis.call('INCR', KEYS[1]) == 1 then redis.call('PEXPIRE', KEYS[1], ARGV[2]) end
return 0
"""
_GIVE_BACK = "if tonumber(redis.call('GET', KEYS[1]) or '0') > 0 then redis.call('DECR', KEYS[1]) end"


class InRedis:
    """Counts that are keys. `redis.RedisError` where it does not answer."""

    def __init__(self, url: str) -> None:
        bounds = {"socket_connect_timeout": _PATIENCE, "socket_timeout": _PATIENCE}
        self._client = redis.Redis.from_url(url, **bounds)
        self._take = self._client.register_script(_TAKE)
        self._give_back = self._client.register_script(_GIVE_BACK)

    def take(self, key: str, most: int, seconds: int) -> int:
        """Take one. Returns 0 where one was left, else the seconds until there is."""
        left = int(self._take(keys=[_PREFIX + key], args=[most, seconds * 1000]))
        return math.ceil(left / 1000)

    def give_back(self, key: str) -> None:
        """Give back one that was taken."""
        self._give_back(keys=[_PREFIX + key])

    def forgive(self, key: str) -> None:
        """Give back all that was taken."""
        self._client.delete(_PREFIX + key)


@cache
def in_redis(url: str) -> InRedis:
    """The counts at `url`; a process keeps its connections."""
    return InRedis(url)
