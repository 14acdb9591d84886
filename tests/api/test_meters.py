"""Counts over the interface: any order, repetition and split of posts ends in the same totals."""

from __future__ import annotations

import gzip
import json
import zlib
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any

import pytest
import time_machine
from django.db.models import Sum
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from console.meters import services
from console.meters.models import Day, Hour, Installation, Sample
from console.meters.reading import EVERY_TOOL
from console.organisations.models import Organisation
from tests import factories
from tests.api.conftest import Api
from tests.api.test_access import code_of

NOON = datetime(2027, 3, 1, 12, tzinfo=UTC)
LABELS = ({"language": "en"}, {"language": "pt-BR", "version": "17"}, {"version": "18"})
_batches = count()


@pytest.fixture(autouse=True)
def _noon(organisation: Organisation) -> Iterator[None]:
    factories.tools(organisation)
    with time_machine.travel(NOON, tick=False):
        yield


def sample(n: int = 1, ago: int = 5, meter: str = "replies.checked", **labels: str) -> dict[str, Any]:
    start = NOON - timedelta(minutes=ago)
    return {"start": _text(start), "end": _text(start + timedelta(minutes=1)), "meter": meter, "labels": labels, "n": n}


def body(*samples: Any, batch: str = "b1", **more: Any) -> dict[str, Any]:
    sent = {"schema": 1, "batch_id": batch, "installation": "i1", "runtime": "0.4.0", "attempt": 1}
    return {**sent, "sent_at": _text(NOON), "samples": list(samples), "dropped": [], **more}


def post(api: Api, *samples: Any, **more: Any) -> Any:
    return api.post("meters", body(*samples, **more))


def packed(api: Api, sent: Any, **headers: str) -> Any:
    raw = sent if isinstance(sent, bytes) else gzip.compress(json.dumps(sent).encode())
    return api.send("POST", "meters", raw, **{"Content_Encoding": "gzip", **headers})


def _text(moment: datetime) -> str:
    return moment.isoformat().replace("+00:00", "Z")


def counted() -> int:
    return Hour.objects.exclude(series__tool=EVERY_TOOL).aggregate(n=Sum("n"))["n"] or 0


def test_a_post_is_answered_with_what_became_of_it_and_when_to_send_more(api: Api) -> None:
    answer = post(api, sample(3), sample(3), sample(1, meter="replies.written"))
    assert (answer.status_code, answer.json()) == (
        202,
        {
            "batch_id": "b1",
            "accepted": 1,
            "duplicates": 1,
            "rejected": [{"index": 2, "code": "unknown_meter"}],
            "next_seconds": 60,
        },
    )


def test_a_retry_is_answered_the_same_though_sent_later(api: Api) -> None:
    first = post(api, sample(3), sample(meter="x"))
    again = post(api, sample(3), sample(meter="x"), attempt=2, sent_at="2027-03-01T13:00:00Z")
    assert first.json() == again.json()
    assert counted() == 3


def test_a_packed_body_is_read(api: Api) -> None:
    assert packed(api, body(sample(3))).json()["accepted"] == 1
    assert packed(api, body(sample(4, ago=9)), Content_Encoding="GZIP").json()["accepted"] == 1
    assert counted() == 7


def test_a_post_with_nothing_in_it_says_that_a_runtime_is_there(api: Api) -> None:
    assert post(api, version=17).status_code == 202
    assert Installation.objects.values_list("name", "runtime", "version").get() == ("i1", "0.4.0", 17)
    assert not Sample.objects.exists()


def test_what_was_dropped_is_kept_with_its_reasons(api: Api) -> None:
    post(
        api, dropped=[{"reason": "spool_full", "n": 5}, {"reason": "spool_full", "n": 7}, {"reason": "too_old", "n": 1}]
    )
    assert counted() == Installation.objects.get().dropped == 13


@pytest.mark.parametrize(
    "wrong",
    [
        {"schema": 2},
        {"schema": "1"},
        {"batch_id": ""},
        {"batch_id": 3},
        {"batch_id": "b 1"},
        {"batch_id": "b1\n"},
        {"batch_id": "b" * 129},
        {"installation": "desk of Ana"},
        {"installation": None},
        {"runtime": "veraz on ana's laptop"},
        {"version": -1},
        {"version": 2**31},
        {"version": "17"},
        {"attempt": 0},
        {"sent_at": "now"},
        {"samples": {}},
        {"samples": None},
        {"dropped": [{"reason": "Too old", "n": 1}]},
        {"dropped": [{"reason": "too_old", "n": 0}]},
        {"dropped": [{"reason": "too_old", "n": 1}] * 21},
        {"more": 1},
    ],
)
def test_a_body_with_something_wrong_is_invalid_and_nothing_of_it_is_kept(api: Api, wrong: dict[str, Any]) -> None:
    answer = post(api, sample(), **wrong)
    assert code_of(answer, 422) == "invalid"
    assert answer.json()["errors"][0]["path"].startswith(f"/{next(iter(wrong))}")
    assert not Sample.objects.exists()
    assert not Installation.objects.exists()


@pytest.mark.parametrize("missing", ["schema", "batch_id", "installation", "runtime", "samples"])
def test_a_body_with_something_missing_is_invalid(api: Api, missing: str) -> None:
    given_ = body()
    del given_[missing]
    answer = api.post("meters", given_)
    assert code_of(answer, 422) == "invalid"
    assert answer.json()["errors"][0]["path"] == f"/{missing}"


def test_too_many_samples_are_to_be_sent_in_parts(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services, "MOST_SAMPLES", 2)
    three = [sample(1, ago=ago) for ago in range(1, 4)]
    assert code_of(post(api, *three), 413) == "too_large"
    assert [post(api, *part).json()["accepted"] for part in (three[:2], three[1:])] == [2, 1]
    assert counted() == 3


def test_a_body_is_bounded_once_it_is_unpacked(api: Api) -> None:
    bomb = gzip.compress(b'{"schema": "' + b"x" * 50_000_000 + b'"}')
    assert len(bomb) < 60_000
    assert code_of(packed(api, bomb), 413) == "too_large"


@pytest.mark.parametrize(
    "raw",
    [
        b"{}",
        b"\x1f\x8b",
        gzip.compress(b"{}", mtime=0)[:-3],
        gzip.compress(b"{}", mtime=0) + b"more",
        gzip.compress(b"{", mtime=0),
        zlib.compress(b"{}"),
    ],
)
def test_what_is_not_packed_by_gzip_is_malformed(api: Api, raw: bytes) -> None:
    assert code_of(packed(api, raw), 400) == "malformed"


@pytest.mark.parametrize("encoding", ["br", "deflate", "gzip, gzip", "nonsense"])
def test_another_way_of_packing_is_not_read(api: Api, encoding: str) -> None:
    assert code_of(packed(api, body(), Content_Encoding=encoding), 415) == "unsupported_media_type"


def test_a_fleet_that_shares_a_key_has_a_rate_of_its_own(api: Api, monkeypatch: pytest.MonkeyPatch) -> None:
    from console.api.base import Rates

    monkeypatch.setattr(Rates, "THROTTLE_RATES", {"writes": "1/min", "counts": "3/min"})
    assert [post(api, batch=f"b{n}").status_code for n in range(4)] == [202, 202, 202, 429]


posts = st.lists(st.lists(st.integers(0, 11), max_size=8), max_size=8)


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(posts=posts, order=st.randoms(use_true_random=False))
def test_any_order_repetition_and_split_of_posts_gives_the_same_totals(
    api: Api, posts: list[list[int]], order: Any
) -> None:
    """Each of twelve samples weighs a power of two, so that a sum tells which were counted, and how often."""
    batch = f"batch-{next(_batches)}"
    places = [(ago, labels) for ago in (1, 2, 70, 60 * 24) for labels in LABELS]
    samples = [sample(2**at, ago, **labels) for at, (ago, labels) in enumerate(places)]
    before = counted()
    posts = [*posts, list(range(12))]
    order.shuffle(posts)
    answers = [post(api, *(samples[at] for at in each), batch=batch).json() for each in posts]
    assert sum(answer["accepted"] for answer in _first_of_each(posts, answers)) == 12
    assert all(
        answer["accepted"] + answer["duplicates"] == len(each) for each, answer in zip(posts, answers, strict=True)
    )
    assert counted() - before == 2**12 - 1
    assert Day.objects.aggregate(n=Sum("n"))["n"] == Hour.objects.aggregate(n=Sum("n"))["n"]


def _first_of_each(posts: list[list[int]], answers: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The answers to posts that were no repetition: one is answered as the first was."""
    seen: Counter[tuple[int, ...]] = Counter()
    for each, answer in zip(posts, answers, strict=True):
        if not seen[tuple(each)]:
            yield answer
        seen[tuple(each)] += 1
