"""How long a request that failed waits."""

from __future__ import annotations

import pytest

from veraz.sync.pauses import LONGEST, SHORTEST, after_failure

NOW = 1_791_000_000.0  # 2026-10-03 04:00 UTC


@pytest.mark.parametrize(
    ("asked", "seconds"),
    [
        ("30", 30),
        ("0", SHORTEST),
        ("999999999999999999999", LONGEST),
        ("Sat, 03 Oct 2026 04:02:00 GMT", 120),
        ("Fri, 02 Oct 2026 04:00:00 GMT", SHORTEST),
    ],
)
def test_what_the_console_asks_for_is_honoured_within_bounds(asked: str, seconds: float) -> None:
    assert after_failure(1, {"retry-after": asked}, NOW) == seconds


@pytest.mark.parametrize("asked", ["", "soon", "-5", "1.5", "١٢", "Mon, 01 Jan 2026 00:00:00 +99999999999"])
def test_what_is_no_time_is_passed_over(asked: str) -> None:
    assert SHORTEST <= after_failure(1, {"retry-after": asked}, NOW) <= 5


def test_the_bound_doubles_with_each_failure_up_to_an_hour() -> None:
    for failures, bound in ((1, 5), (2, 10), (5, 80), (11, LONGEST), (10_000, LONGEST)):
        waits = [after_failure(failures, {}, NOW) for _ in range(200)]
        assert SHORTEST <= min(waits) < bound / 4 + 1
        assert bound / 2 < max(waits) <= bound
