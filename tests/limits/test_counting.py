from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
import redis
import time_machine
from django.core.cache import cache
from django.db import connection

from console.limits.counting import Limit, forgive, give_back, take
from console.limits.in_redis import in_redis
from console.limits.models import CacheEntry, Count
from console.limits.tasks import forget
from tests.at_once import at_once

REDIS = os.environ.get("REDIS_URL", "redis://127.0.0.1:6379/0")
TWO_A_MINUTE = Limit(2, 60)


def test_a_limit_gives_no_more_than_it_has_and_says_how_long_to_wait() -> None:
    with time_machine.travel("2027-03-01 09:00Z", tick=False) as clock:
        assert [take("ana", TWO_A_MINUTE) for _each in range(3)] == [0, 0, 60]
        clock.shift(20)
        assert take("ana", TWO_A_MINUTE) == 40
        clock.shift(40)
        assert [take("ana", TWO_A_MINUTE) for _each in range(3)] == [0, 0, 60]


def test_one_does_not_take_what_is_another_s() -> None:
    assert [take(who, Limit(1, 60)) for who in ("ana", "rui", "ana")] == [0, 0, 60]
    assert take("ana", Limit(1, 30)) == 0


def test_what_is_given_back_can_be_taken_again_and_no_more() -> None:
    give_back("ana", TWO_A_MINUTE)
    take("ana", TWO_A_MINUTE)
    give_back("ana", TWO_A_MINUTE)
    give_back("ana", TWO_A_MINUTE)
    assert [take("ana", TWO_A_MINUTE) > 0 for _each in range(3)] == [False, False, True]
    forgive("ana", TWO_A_MINUTE)
    assert take("ana", TWO_A_MINUTE) == 0


@pytest.fixture
def counted_in_redis(settings: Any) -> Iterator[redis.Redis]:
    """Redis; what is counted there ends by itself."""
    client = redis.Redis.from_url(REDIS)
    try:
        client.ping()
    except redis.ConnectionError as error:
        answer = pytest.fail if os.environ.get("CI") == "true" else pytest.skip
        answer(f"Redis does not answer at {REDIS}: {error}")
    settings.REDIS_URL = REDIS
    yield client
    client.close()


def test_where_redis_is_set_limits_are_counted_there_alike(counted_in_redis: redis.Redis) -> None:
    who = uuid4().hex
    assert [take(who, Limit(2, 60)) > 0 for _each in range(3)] == [False, False, True]
    give_back(who, Limit(2, 60))
    assert [take(who, Limit(2, 60)) > 0 for _each in range(2)] == [False, True]
    forgive(who, Limit(2, 60))
    assert take(who, Limit(2, 60)) == 0
    assert Count.objects.count() == 0


def test_a_count_in_redis_ends_with_its_time_and_is_not_drawn_out_by_who_is_refused(
    counted_in_redis: redis.Redis,
) -> None:
    key = uuid4().hex
    assert in_redis(REDIS).take(key, 1, 60) == 0
    counted_in_redis.pexpire(f"veraz:limit:{key}", 5_000)
    assert in_redis(REDIS).take(key, 1, 60) == 5
    counted_in_redis.pexpire(f"veraz:limit:{key}", 0)
    assert in_redis(REDIS).take(key, 1, 60) == 0


def test_of_many_who_take_at_once_from_redis_no_more_get_one_than_there_are(counted_in_redis: redis.Redis) -> None:
    who = uuid4().hex
    with ThreadPoolExecutor(10) as threads:
        taken = list(threads.map(lambda _each: take(who, Limit(5, 60)), range(20)))
    assert taken.count(0) == 5


def test_while_redis_is_away_nothing_is_let_through_uncounted(settings: Any) -> None:
    settings.REDIS_URL = "redis://127.0.0.1:1/0"
    assert [take("ana", TWO_A_MINUTE) > 0 for _each in range(3)] == [False, False, True]


@pytest.mark.django_db(transaction=True)
def test_of_many_who_take_at_once_no_more_get_one_than_there_are() -> None:
    taken = at_once([partial(take, "ana", Limit(5, 60))] * 20)
    assert taken.count(0) == 5


def test_who_meets_a_count_that_another_has_just_begun_takes_of_it_as_well() -> None:
    begun: list[int] = []  # what another got, who came between

    def another_begins(execute: Any, sql: str, *rest: Any) -> Any:
        answer = execute(sql, *rest)
        if not begun and sql.startswith("UPDATE"):
            begun.append(1)
            begun.append(take("ana", TWO_A_MINUTE))
        return answer

    with connection.execute_wrapper(another_begins):
        assert take("ana", TWO_A_MINUTE) == 0
    assert begun == [1, 0]
    assert take("ana", TWO_A_MINUTE) > 0


def test_what_has_ended_is_forgotten_and_what_runs_is_not() -> None:
    with time_machine.travel("2027-03-01 09:00Z", tick=False) as clock:
        take("ana", Limit(1, 60))
        take("rui", Limit(1, 600))
        cache.set("short", 1, timeout=60)
        clock.shift(61)
        forget()
        assert take("rui", Limit(1, 600)) > 0
        assert (Count.objects.count(), CacheEntry.objects.count()) == (1, 0)


def test_no_count_says_whose_it_is() -> None:
    take("ana@example.com", TWO_A_MINUTE)
    assert "ana" not in str(list(Count.objects.values()))


def test_what_is_put_in_the_cache_is_there_for_every_process() -> None:
    cache.set("tried", 3, timeout=60)
    assert CacheEntry.objects.get().cache_key.endswith("tried")
